//===- generate.cpp - terrane generate: the chunks of a region ------------===//

#include "tools/terrane/output_file.h"
#include "tools/terrane/progress.h"
#include "tools/terrane/raw_dump.h"
#include "tools/terrane/region_options.h"
#include "tools/terrane/terrain.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"

#include <chrono>

using namespace terrane;
using namespace terrane::tool;

namespace {

struct Options {
  Common common;
  DimensionOptions dimension;
  RegionOptions region;
  std::string format = "raw", output;
  bool noProgress = false, noCarvers = false;
};

class Generation {
public:
  explicit Generation(const Options &o) : o(o) {}

  int run() {
    bool raw = o.format == "raw" && !o.common.device.plan;
    o.common.device.check(o.common.engine, diagnostics);
    if (o.common.packs.empty())
      diagnostics.error({}, "no pack given", "--pack PATH");
    std::optional<rt::ChunkRect> area = o.region.parse(diagnostics);
    if (raw && o.output.empty())
      diagnostics.error({}, "no output given", "-o FILE, or --format none");
    if (o.common.device.plan && !o.output.empty())
      diagnostics.error({}, "--plan writes no file", "no --output");
    else if (!raw && !o.output.empty())
      diagnostics.error({}, "--format none writes no file", "no --output, or --format raw");
    if (o.output == "-" && o.common.json)
      diagnostics.error({}, "the dump and --json both go to stdout", "-o FILE");
    auto packs = diagnostics.hasErrors() ? nullptr : pack::openStack(o.common.packs, diagnostics);
    auto request = packs ? readRequest(o.dimension, *packs, diagnostics) : std::nullopt;
    std::string settings = request ? request->settings.str() : "";
    auto dimension =
        request ? Dimension::compile(std::move(*request), *packs, o.common, diagnostics) : nullptr;
    auto world = dimension ? dimension->world(o.common.seed(), diagnostics) : nullptr;
    if (!world)
      return report(diagnostics, o.common);
    if (o.common.device.plan)
      return plan(*dimension, world, *area);

    rt::RegionRequest what;
    what.area = *area;
    if (o.noCarvers)
      what.lastStage = rt::TerrainStage::Materials;
    what.threads = threadCount(o.common);
    what.stackBytes = deepStackBytes;
    ProgressBar bar(!o.common.quiet && !o.noProgress);
    what.progress = [&](long long done, long long total) { bar.show(done, total); };
    std::unique_ptr<OutputFile> file;
    if (raw) {
      file = OutputFile::create(o.output, diagnostics);
      if (!file)
        return failed(Exit::resourceFailed);
      file->write(rawDumpHeader(*world, settings, o.dimension.dimension, *area));
    }
    auto start = std::chrono::steady_clock::now();
    std::string bytes;
    auto deliver = [&](const rt::RegionChunk &chunk) {
      if (!file)
        return true;
      rawDumpChunk(chunk, bytes);
      return file->write(bytes);
    };
    std::optional<rt::RegionResult> made = generateOnDevice(world, what, deliver, diagnostics);
    bar.clear();
    if (!made)
      return failed(Exit::resourceFailed);
    const rt::RegionResult &result = *made;
    if (result.state == rt::RegionResult::Failed) {
      diagnostics.error({}, "chunk " + std::to_string(result.chunkX) + "," +
                                std::to_string(result.chunkZ) + ": " + result.error);
      return failed(Exit::badInput);
    }
    if (file && !file->commit(diagnostics))
      return failed(Exit::resourceFailed);
    double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    int code = o.common.json ? Exit::ok : report(diagnostics, o.common); // warnings
    if (o.common.json)
      printJson(*area, result, seconds, file.get());
    else if (!o.common.quiet)
      printSummary(result, seconds, batchText(*dimension, *world, *area, result), file.get());
    return code;
  }

private:
  int plan(const Dimension &dimension, const std::shared_ptr<const rt::TerrainWorld> &world,
           const rt::ChunkRect &area) {
    if (std::string why = dimension.whyNoBatches(*world, area); !why.empty()) {
      diagnostics.error({}, "the region is not made in batches: " + why);
      return failed(Exit::badInput);
    }
    std::optional<rt::cuda::BatchMemory> memory = dimension.plan(world, area, diagnostics);
    if (!memory)
      return failed(Exit::resourceFailed);
    printPlan(*memory, o.common.json);
    return Exit::ok;
  }

  int failed(Exit code) {
    report(diagnostics, o.common);
    return code;
  }

  /// How many chunks came from batches; empty for engines that make none.
  std::string batchText(const Dimension &dimension, const rt::TerrainWorld &world,
                        const rt::ChunkRect &area, const rt::RegionResult &result) const {
    if (!llvm::StringRef(o.common.engine).starts_with("cuda"))
      return "";
    if (result.batched)
      return ", " + std::to_string(result.batched) + " in batches";
    std::string why = dimension.whyNoBatches(world, area);
    return ", none in batches" + (why.empty() ? why : " (" + why + ")");
  }

  void printSummary(const rt::RegionResult &result, double seconds, const std::string &batches,
                    const OutputFile *file) {
    // A dump on stdout stays a dump.
    llvm::raw_ostream &os = file && file->isStdout() ? llvm::errs() : llvm::outs();
    const rt::StageSeconds &s = result.seconds;
    double all = std::max(1e-9, s.biomes + s.fill + s.materials + s.carvers);
    os << result.delivered << (result.delivered == 1 ? " chunk in " : " chunks in ")
       << llvm::format("%.2f s, %.1f chunks/s", seconds, double(result.delivered) / seconds) << " ("
       << result.threads << (result.threads == 1 ? " thread" : " threads")
       << llvm::format("; biomes %.0f%%, fill %.0f%%, materials %.0f%%, carvers %.0f%%)",
                       100 * s.biomes / all, 100 * s.fill / all, 100 * s.materials / all,
                       100 * s.carvers / all)
       << batches;
    if (file && !file->isStdout())
      os << ", wrote " << o.output;
    os << '\n';
  }

  void printJson(const rt::ChunkRect &area, const rt::RegionResult &result, double seconds,
                 const OutputFile *file) {
    const rt::StageSeconds &s = result.seconds;
    llvm::json::Object object{{"chunks", int64_t(result.delivered)},
                              {"batched", int64_t(result.batched)},
                              {"region", llvm::json::Array{area.x0, area.z0, area.x1, area.z1}},
                              {"threads", result.threads},
                              {"seconds", seconds},
                              {"chunksPerSecond", double(result.delivered) / seconds},
                              {"stageSeconds", llvm::json::Object{{"biomes", s.biomes},
                                                                  {"fill", s.fill},
                                                                  {"materials", s.materials},
                                                                  {"carvers", s.carvers}}}};
    if (file) {
      object["output"] = o.output;
      object["bytes"] = int64_t(file->size());
    }
    llvm::outs() << llvm::json::Value(std::move(object)) << '\n';
  }

  const Options &o;
  Diagnostics diagnostics;
};

} // namespace

void tool::addGenerate(CLI::App &app, int &exitCode) {
  CLI::App *sub = app.add_subcommand(
      "generate", "Generate the chunks of a region: to a raw dump (docs/formats.md) or to nothing");
  auto o = std::make_shared<Options>();
  o->common.engine = "cpp"; // regions are worth compiling for
  o->common.addTo(*sub);
  o->dimension.addTo(*sub);
  o->region.addTo(*sub);
  o->common.device.addTo(*sub, /*withPlan=*/true);
  sub->add_option("--format", o->format, "raw: a dump for programs; none: only the time it takes")
      ->check(CLI::IsMember({"raw", "none"}))
      ->capture_default_str();
  sub->add_option("-o,--output", o->output, "File to write; - is stdout")->type_name("FILE");
  sub->add_flag("--no-carvers", o->noCarvers,
                "Stop after the materials: carve no caves and canyons");
  sub->add_flag("--no-progress", o->noProgress, "No progress bar, which a terminal shows");
  sub->callback([o, &exitCode] { exitCode = onDeepStack([&] { return Generation(*o).run(); }); });
}
