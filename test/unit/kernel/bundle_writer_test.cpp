//===- bundle_writer_test.cpp - terrane compile without the targets -------===//
//
// A stand-in for the targets, so that what is tested is the writing: the same bytes, all or
// nothing, nobody's files lost. test/lit/tools/terrane/compile.test runs the real ones.
//
//===----------------------------------------------------------------------===//

#include "compiler/pipeline/bundle.h"

#include "bundle_fixture.h"
#include "ir/Sampler.h"
#include "passes/vanilla/Passes.h"
#include "runtime/kernel/cpu_level.h"

#include "llvm/ADT/StringExtras.h"

#include <csignal>
#include <map>

#include <sys/resource.h>

using namespace terrane;
using namespace terrane::test;

namespace {

constexpr const char *secondSettings = R"({
  "noise": {"min_y": 0, "height": 128},
  "default_block": {"id": "minecraft:stone", "properties": {}},
  "default_fluid": {"id": "minecraft:water", "properties": {"level": "0"}},
  "noise_router": {
    "temperature": 0, "vegetation": {"type": "noise", "noise": "types:n", "xz_scale": 1,
                                     "y_scale": 1},
    "continents": 0, "erosion": 0, "depth": 0, "ridges": 0, "chunk_surface_level": 0,
    "final_density": {"type": "interpolated", "input": {"type": "cache", "input":
      {"type": "old_blended_noise", "xz_scale": 0.25, "y_scale": 0.125, "xz_factor": 80,
       "y_factor": 160, "smear_scale_multiplier": 8}}, "cell_size_xz": 4, "cell_size_y": 8}
  },
  "aquifers": {"barrier": 1, "fluid_level_floodedness": 2, "fluid_level_spread": 3, "lava": 4,
               "exclusion": 5, "surface_level": 6},
  "material_rule": "minecraft:overworld",
  "spawn_target": [],
  "debug_functions": [],
  "sea_level": 63, "disable_mob_generation": false, "legacy_random_source": false
})";

BundleBackend standIn() {
  BundleBackend backend;
  backend.emit = [](sampler::GraphOp graph, const std::vector<std::string> &header,
                    rt::CpuLevel level, Diagnostics &) -> std::optional<std::vector<std::string>> {
    EXPECT_EQ(level, rt::CpuLevel::Baseline);
    std::string text;
    llvm::raw_string_ostream stream(text);
    for (const std::string &line : header)
      stream << "// " << line << '\n';
    graph.print(stream);
    return std::vector<std::string>{text, "second text"};
  };
  backend.compile = [](llvm::ArrayRef<std::string> texts, rt::CpuLevel level,
                       Diagnostics &) -> std::optional<std::vector<std::string>> {
    std::vector<std::string> objects = texts.vec();
    objects.push_back(std::string(rt::cpuLevelName(level)));
    return objects;
  };
  backend.link = [](llvm::ArrayRef<std::string> objects, const std::string &path, Diagnostics &) {
    writeAll(path, llvm::join(objects, "\n"));
    return true;
  };
  backend.compiler = "stand-in 1";
  return backend;
}

class BundleWriter : public testing::Test {
protected:
  static void SetUpTestSuite() {
    registerTerraneVanillaPasses();
    registerVanillaPipeline();
  }

  void SetUp() override {
    makePack(temporary / "pack");
    request.settings = {*pack::parseId("types:all"), *pack::parseId("types:second")};
    request.levels = {rt::CpuLevel::Avx2, rt::CpuLevel::Baseline};
    request.folder = folder.string();
  }

  static void makePack(const std::filesystem::path &place) {
    std::filesystem::copy(TERRANE_SOURCE_DIR "/test/packs/types", place,
                          std::filesystem::copy_options::recursive);
    writeAll(place / "data/types/worldgen/noise_settings/second.json", secondSettings);
  }

  BundleOutcome write() { return write(temporary / "pack"); }
  BundleOutcome write(const std::filesystem::path &place) {
    Diagnostics diagnostics;
    auto packs = pack::openStack({place.string()}, diagnostics);
    EXPECT_TRUE(packs);
    BundleOutcome outcome = writeBundle(*packs, request, backend, diagnostics);
    message.clear();
    llvm::raw_string_ostream stream(message);
    diagnostics.print(stream);
    EXPECT_EQ(outcome == BundleOutcome::Written, message.empty()) << message;
    return outcome;
  }

  /// Name and content of every file.
  static std::map<std::string, std::string> filesOf(const std::filesystem::path &place) {
    std::map<std::string, std::string> files;
    for (const auto &entry : std::filesystem::directory_iterator(place))
      files[entry.path().filename().string()] = readAll(entry.path());
    return files;
  }
  /// What lies in the test's folder: nothing may be left there by a failure.
  std::vector<std::string> leftovers() const {
    std::vector<std::string> names;
    for (const auto &entry : std::filesystem::directory_iterator(folder.parent_path()))
      if (entry.path().filename() != "pack" && entry.path().filename() != "bundle")
        names.push_back(entry.path().filename().string());
    return names;
  }

  TemporaryFolder temporary;
  std::filesystem::path folder = temporary / "bundle";
  BundleRequest request;
  BundleBackend backend = standIn();
  std::string message;
};

#define EXPECT_SAYS(part) EXPECT_NE(message.find(part), std::string::npos) << message

TEST_F(BundleWriter, WritesAllFilesAndDescribesThem) {
  ASSERT_EQ(write(), BundleOutcome::Written) << message;
  auto files = filesOf(folder);
  std::vector<std::string> names;
  for (const auto &file : files)
    names.push_back(file.first);
  EXPECT_EQ(names, (std::vector<std::string>{
                       "generator-1.avx2.so", "generator-1.cpp", "generator-1.part1.cpp",
                       "generator-1.so", "generator.avx2.so", "generator.cpp",
                       "generator.part1.cpp", "generator.so", "manifest.json"}));
  rt::ManifestError error;
  auto manifest = rt::readManifest(files["manifest.json"], error);
  ASSERT_TRUE(manifest) << error.message;
  EXPECT_EQ(manifest->compiler, "stand-in 1");
  EXPECT_EQ(manifest->pipelines, std::vector<std::string>{"vanilla-26.3"});
  ASSERT_EQ(manifest->generators.size(), 2u);
  int checked = 0;
  auto check = [&](const rt::ManifestFile &file) {
    EXPECT_EQ(file.size, files[file.name].size()) << file.name;
    EXPECT_EQ(file.sha256, rt::sha256Hex(files[file.name])) << file.name;
    ++checked;
  };
  for (const rt::ManifestGenerator &generator : manifest->generators) {
    for (const rt::ManifestFile &source : generator.sources)
      check(source);
    ASSERT_EQ(generator.libraries.size(), 2u);
    EXPECT_EQ(generator.libraries[0].level, rt::CpuLevel::Baseline);
    for (const rt::ManifestLibrary &library : generator.libraries)
      check(library.file);
  }
  EXPECT_EQ(checked, 8);

  const rt::ManifestGenerator &first = manifest->generators[0], &second = manifest->generators[1];
  EXPECT_EQ(first.settings, "types:all");
  EXPECT_TRUE(first.legacyRandomSource);
  EXPECT_FALSE(second.legacyRandomSource);
  EXPECT_NE(std::find(second.entries.begin(), second.entries.end(), "router:final_density"),
            second.entries.end());
  ASSERT_EQ(second.noises.size(), 4u);
  int blended = 0;
  for (const rt::ManifestNoise &noise : second.noises)
    blended += noise.kind != rt::KernelNoise::Density && noise.blended[2] == 80;
  EXPECT_EQ(blended, 3);
  ASSERT_EQ(second.cellSizes.size(), 1u);
  EXPECT_EQ(second.cellSizes[0].xz, 4);
  EXPECT_EQ(second.cellSizes[0].y, 8);
  EXPECT_EQ(second.caches, 1);

  std::map<std::string, std::string> inputs;
  for (const rt::ManifestFile &input : manifest->inputs)
    inputs[input.name] = input.sha256;
  const char *settings = "data/types/worldgen/noise_settings/second.json";
  EXPECT_EQ(inputs[settings], rt::sha256Hex(secondSettings));
  EXPECT_TRUE(inputs.count("data/types/worldgen/noise/n.json"));
  EXPECT_TRUE(inputs.count("data/types/worldgen/noise_settings/all.json"));
}

TEST_F(BundleWriter, SameInputsGiveTheSameBytes) {
  ASSERT_EQ(write(), BundleOutcome::Written);
  makePack(temporary / "other-place");
  request.folder = (temporary / "below/other/").string();
  ASSERT_EQ(write(temporary / "other-place"), BundleOutcome::Written);
  auto files = filesOf(folder);
  EXPECT_EQ(files.size(), 9u);
  EXPECT_EQ(files, filesOf(temporary / "below/other"));
  for (const auto &[name, content] : files)
    EXPECT_EQ(content.find("terrane-test-"), std::string::npos) << name << " names a path";
}

TEST_F(BundleWriter, OneTargetAlone) {
  request.settings.pop_back();
  request.libraries = false;
  ASSERT_EQ(write(), BundleOutcome::Written) << message;
  EXPECT_EQ(filesOf(folder).size(), 3u);
  request.libraries = true;
  request.sources = false;
  request.levels = {rt::CpuLevel::Baseline};
  ASSERT_EQ(write(), BundleOutcome::Written) << message;
  auto files = filesOf(folder);
  EXPECT_EQ(files.size(), 2u);
  EXPECT_TRUE(files.count("generator.so"));
}

TEST_F(BundleWriter, ReplacesABundleWhenTheNewOneIsComplete) {
  ASSERT_EQ(write(), BundleOutcome::Written);
  auto before = filesOf(folder);
  BundleBackend working = backend;
  int links = 0;
  backend.link = [&](llvm::ArrayRef<std::string> objects, const std::string &path,
                     Diagnostics &diagnostics) {
    EXPECT_EQ(filesOf(folder), before);
    if (++links < 4)
      return working.link(objects, path, diagnostics);
    writeAll(path, "half");
    diagnostics.error({}, "the linker failed");
    return false;
  };
  EXPECT_EQ(write(), BundleOutcome::ResourceFailed);
  EXPECT_EQ(links, 4);
  EXPECT_EQ(filesOf(folder), before);
  EXPECT_TRUE(leftovers().empty());
  backend = working;
  request.settings.pop_back();
  ASSERT_EQ(write(), BundleOutcome::Written) << message;
  EXPECT_EQ(filesOf(folder).size(), 5u);
  EXPECT_TRUE(leftovers().empty());
}

TEST_F(BundleWriter, FollowsALinkToTheFolder) {
  std::filesystem::create_directory(folder);
  std::filesystem::create_directory_symlink(folder, temporary / "link");
  request.folder = (temporary / "link").string();
  ASSERT_EQ(write(), BundleOutcome::Written) << message;
  EXPECT_TRUE(std::filesystem::is_symlink(temporary / "link"));
  EXPECT_EQ(filesOf(folder).size(), 9u);
}

TEST_F(BundleWriter, LeavesForeignFoldersAlone) {
  writeAll(folder, "a file");
  EXPECT_EQ(write(), BundleOutcome::BadInput);
  EXPECT_SAYS("a file lies in its place");
  EXPECT_EQ(readAll(folder), "a file");

  std::filesystem::remove(folder);
  std::filesystem::create_directory(folder);
  writeAll(folder / "thesis.txt", "years of work");
  EXPECT_EQ(write(), BundleOutcome::BadInput);
  EXPECT_SAYS("a folder that is no bundle");

  std::filesystem::remove_all(folder);
  ASSERT_EQ(write(), BundleOutcome::Written);
  writeAll(folder / "thesis.txt", "years of work");
  EXPECT_EQ(write(), BundleOutcome::BadInput);
  EXPECT_SAYS("also holds 'thesis.txt'");
  EXPECT_EQ(readAll(folder / "thesis.txt"), "years of work");
  std::filesystem::remove(folder / "thesis.txt");
  EXPECT_EQ(write(), BundleOutcome::Written) << message;
  EXPECT_TRUE(leftovers().size() == 0);
}

TEST_F(BundleWriter, WrongInputWritesNothing) {
  request.settings[1] = *pack::parseId("types:unknown");
  EXPECT_EQ(write(), BundleOutcome::BadInput);
  EXPECT_SAYS("types:unknown");
  EXPECT_FALSE(std::filesystem::exists(folder));
  EXPECT_TRUE(leftovers().empty());
}

TEST_F(BundleWriter, AFileAmongTheFoldersAbove) {
  writeAll(temporary / "file", "");
  request.folder = (temporary / "file/below/bundle").string();
  EXPECT_EQ(write(), BundleOutcome::BadInput);
  EXPECT_SAYS("Not a directory");
}

/// As on a full disk: writes fail half way.
TEST_F(BundleWriter, ALimitOnFileSizesLeavesWhatWasThere) {
  request.levels = {rt::CpuLevel::Baseline};
  ASSERT_EQ(write(), BundleOutcome::Written);
  auto before = filesOf(folder);
  rlimit old;
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &old), 0);
  auto oldHandler = std::signal(SIGXFSZ, SIG_IGN);
  rlimit small = {1000, old.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  BundleOutcome outcome = write();
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &old), 0);
  std::signal(SIGXFSZ, oldHandler);
  EXPECT_EQ(outcome, BundleOutcome::ResourceFailed);
  EXPECT_SAYS("File too large");
  EXPECT_EQ(filesOf(folder), before);
  EXPECT_TRUE(leftovers().empty());
}

} // namespace
