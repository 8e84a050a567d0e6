//===- pack_target.cpp - Fuzz target: every kind of file in a pack --------===//
//
// The first byte says which file of a pack the rest of the input is. It lies above the test packs,
// so that it may refer to what they have, and is compiled as far as the tools would.
//
//===----------------------------------------------------------------------===//

#include "target.h"

#include "compiler/import/carver.h"
#include "compiler/import/dimension.h"
#include "compiler/import/importer.h"
#include "compiler/pipeline/compile.h"
#include "compiler/pipeline/dimension.h"
#include "passes/material/Passes.h"
#include "passes/vanilla/Passes.h"

#include "llvm/Support/thread.h"

#include <map>

using namespace terrane;

namespace {

/// Files in memory.
class MemorySource : public pack::Source {
public:
  using Files = std::map<std::string, std::string>;
  /// `files` must outlive the source.
  explicit MemorySource(const Files &files) : files(files) {}

  llvm::StringRef name() const override { return "memory"; }
  bool contains(llvm::StringRef path) const override { return files.count(path.str()) != 0; }
  std::optional<std::string> read(llvm::StringRef path, Diagnostics &) const override {
    return files.at(path.str());
  }
  std::vector<std::string> list(llvm::StringRef folder) const override {
    std::vector<std::string> result;
    std::string prefix = folder.str() + "/";
    for (auto it = files.lower_bound(prefix);
         it != files.end() && it->first.compare(0, prefix.size(), prefix) == 0; ++it)
      result.push_back(it->first);
    return result;
  }

private:
  const Files &files;
};

/// The test packs, read once.
const MemorySource::Files &testPacks() {
  static const MemorySource::Files all = [] {
    MemorySource::Files result;
    for (const char *name : {"base", "types", "rules", "demo"}) {
      Diagnostics d;
      auto folder = pack::openFolder(TERRANE_SOURCE_DIR "/test/packs/" + std::string(name), d);
      fuzz::require(folder != nullptr, "the test packs can be read");
      for (const char *part : {"data", "reports"})
        for (const std::string &path : folder->list(part))
          result[path] = *folder->read(path, d);
    }
    fuzz::require(result.size() > 20, "the test packs are not empty");
    return result;
  }();
  return all;
}

const char *const paths[] = {
    "data/fuzz/worldgen/density_function/it.json",
    "data/fuzz/worldgen/noise/it.json",
    "data/fuzz/worldgen/noise_settings/it.json",
    "data/fuzz/worldgen/material_rule/it.json",
    "data/fuzz/worldgen/material_condition/it.json",
    "data/fuzz/worldgen/biome/it.json",
    "data/fuzz/worldgen/carver/it.json",
    "data/fuzz/dimension/it.json",
    "data/fuzz/dimension_type/it.json",
    "data/fuzz/tags/worldgen/biome/it.json",
    "data/minecraft/tags/block/uncarvable.json",
    "reports/blocks.json",
};
constexpr unsigned numPaths = sizeof(paths) / sizeof(*paths);
const pack::Id it{"fuzz", "it"};

void compile(const pack::Stack &packs, unsigned kind, Diagnostics &d) {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  DiagnosticBridge bridge(context, d);
  import::Importer importer(context, packs, d);
  switch (kind) {
  case 0:
    importer.beginGraph("functions", false);
    importer.addEntry("it", it);
    break;
  case 1:
    importer.addNoise(it);
    break;
  case 2:
    importer.addSettings(it);
    importer.addSettingsRule(it);
    break;
  default:
    importer.beginGraph("functions", false);
    if (kind == 4)
      importer.addCondition(it);
    else
      importer.addRule(kind == 3 ? it : pack::Id{"rules", "same"});
  }
  auto module = importer.finish();
  fuzz::require(module || d.hasErrors(), "what is refused has a reason");
  if (module)
    runPipelines(*module, {"vanilla-26.3", "material"}, d);
}

void read(const pack::Stack &packs, unsigned kind, Diagnostics &d) {
  if (kind < 5 || kind >= 10)
    compile(packs, kind, d);
  import::BiomeRegistry biomes(packs);
  bool found = false;
  if (kind == 5)
    biomes.find(it, {}, d);
  if (kind == 6)
    if (const json::Document *document = packs.load("carver", it, d, found)) {
      import::readCarver(document->root(), "fuzz:it", d);
      import::CarverLists(packs).read(document->root(), "it", d);
    }
  if (kind == 8)
    if (const json::Document *document = packs.loadPath(paths[kind], d, found))
      import::readDimensionType(document->root(), "it", d);
  if (kind == 9)
    biomes.tags().find(it, {}, d);
  if (kind == 2 || kind == 7 || kind >= 10) {
    mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
    pack::Id id = kind == 7 ? it : pack::Id{"rules", "same"};
    auto made = compileDimension(context, packs, id, {"minecraft", "normal"}, d);
    fuzz::require(made || d.hasErrors(), "what is refused has a reason");
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  static const bool registered = [] {
    registerVanillaPipeline();
    registerMaterialPipeline();
    return true;
  }();
  (void)registered;
  if (size == 0)
    return 0;
  unsigned kind = data[0] % numPaths;
  // Samplers may be nested deeply: as the tools do it. More would cost the sanitizer time.
  llvm::thread worker(std::optional<unsigned>(1u << 26), [&] {
    const MemorySource::Files overlay = {
        {paths[kind], std::string(reinterpret_cast<const char *>(data) + 1, size - 1)}};
    std::vector<std::unique_ptr<pack::Source>> sources;
    sources.push_back(std::make_unique<MemorySource>(testPacks()));
    sources.push_back(std::make_unique<MemorySource>(overlay));
    pack::Stack packs(std::move(sources));
    Diagnostics d;
    read(packs, kind, d);
    d.print(llvm::nulls());
    d.printJson(llvm::nulls());
  });
  worker.join();
  return 0;
}
