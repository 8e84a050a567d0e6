//===- bundle_test.cpp - Manifests, and which bundles are opened ----------===//

#include "runtime/bundle/bundle.h"

#include "bundle_fixture.h"
#include "runtime/kernel/host.h"

#include <nlohmann/json.hpp>

using namespace terrane::rt;
using namespace terrane::test;
using Json = nlohmann::json;

namespace {

TEST(Sha256, KnownValues) {
  EXPECT_EQ(sha256Hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256Hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(Manifest, ReadingGivesWhatWasWritten) {
  std::string text = writeManifest(fixtureManifest("library"));
  ManifestError error;
  std::optional<BundleManifest> back = readManifest(text, error);
  ASSERT_TRUE(back) << error.message;
  EXPECT_EQ(writeManifest(*back), text);
  EXPECT_EQ(back->generators.size(), 2u);
  EXPECT_EQ(back->generators[0].noises[0].parameters.amplitudeModifiers,
            (std::vector<double>{1.0, 0.0, 2.0}));
  EXPECT_EQ(back->generators[1].noises[3].blended[3], 160);
  EXPECT_EQ(back->inputs[0].size, 3u);
}

/// Every key of the manifest, with its pointer.
void collectKeys(const Json &value, const Json::json_pointer &at,
                 std::vector<Json::json_pointer> &out) {
  for (auto it = value.begin(); it != value.end() && value.is_structured(); ++it) {
    Json::json_pointer inner =
        value.is_object() ? at / it.key() : at / std::size_t(it - value.begin());
    if (value.is_object())
      out.push_back(inner);
    collectKeys(*it, inner, out);
  }
}

TEST(Manifest, EveryKeyIsNeededAndChecked) {
  BundleManifest manifest = fixtureManifest("library");
  manifest.generators[1].dimension = {"test:dimension", {"d.json", 3, sha256Hex("abc")}};
  manifest.generators[1].noises.push_back(manifest.generators[1].noises[0]);
  manifest.generators[1].noises.back().kind = KernelNoise::Material;
  Json whole = Json::parse(writeManifest(manifest));
  std::vector<Json::json_pointer> keys;
  collectKeys(whole, Json::json_pointer(), keys);
  ASSERT_GT(keys.size(), 50u);
  for (const Json::json_pointer &key : keys) {
    ManifestError error;
    Json without = whole;
    without.at(key.parent_pointer()).erase(key.back());
    EXPECT_FALSE(readManifest(without.dump(), error)) << key.to_string();
    EXPECT_NE(error.message.find("'" + key.back() + "' is missing"), std::string::npos)
        << error.message;
    Json wrong = whole;
    wrong.at(key) = nullptr;
    EXPECT_FALSE(readManifest(wrong.dump(), error)) << key.to_string();
    EXPECT_NE(error.message.find(key.to_string()), std::string::npos) << error.message;
  }
}

TEST(Manifest, EveryCutIsRefused) {
  std::string text = writeManifest(fixtureManifest("library"));
  for (std::size_t length = 0; length + 2 < text.size(); ++length) {
    ManifestError error;
    ASSERT_FALSE(readManifest(std::string_view(text).substr(0, length), error)) << length;
    ASSERT_EQ(error.kind, ManifestError::Malformed);
  }
}

class Bundles : public testing::Test {
protected:
  std::string refusal(BundleError::Kind kind, CpuLevel machine = CpuLevel::Avx512) {
    BundleError error;
    EXPECT_FALSE(Bundle::open(folder.string(), machine, error));
    EXPECT_EQ(error.kind, kind) << error.message;
    return error.message;
  }
  std::string refusalOf(const BundleManifest &manifest, BundleError::Kind kind,
                        CpuLevel machine = CpuLevel::Avx512) {
    writeBundleFolder(folder, manifest, library);
    return refusal(kind, machine);
  }
  /// Refuses a manifest with one text replaced by another.
  std::string refusalOfEdit(const std::string &from, const std::string &to,
                            BundleError::Kind kind) {
    std::string text = writeManifest(fixtureManifest(library));
    std::size_t place = text.find(from);
    EXPECT_NE(place, std::string::npos) << from;
    writeBundleFolder(folder, fixtureManifest(library), library);
    writeAll(folder / "manifest.json", text.replace(place, from.size(), to));
    return refusal(kind);
  }

  TemporaryFolder temporary;
  std::filesystem::path folder = temporary / "bundle";
  std::string library = fixtureLibrary();
};

#define EXPECT_SAYS(message, part) EXPECT_NE((message).find(part), std::string::npos) << (message)

TEST_F(Bundles, OpenAndRun) {
  writeBundleFolder(folder, fixtureManifest(library), library);
  BundleError error;
  auto bundle = Bundle::open(folder.string(), error);
  ASSERT_TRUE(bundle) << error.message;
  EXPECT_EQ(bundle->level(), CpuLevel::Baseline);
  ASSERT_EQ(bundle->manifest().generators.size(), 2u);
  std::string reason;
  auto world = KernelWorld::create(bundle->module(1), 7, reason, bundle);
  bundle.reset(); // the world holds the code
  ASSERT_TRUE(world) << reason;
  KernelSamplerContext context(world, true);
  EXPECT_NE(context.point(0, 10, 20, 30), context.point(0, 11, 20, 30));
}

TEST_F(Bundles, NoBundle) {
  EXPECT_SAYS(refusal(BundleError::Unreadable), "No such file");
  writeAll(folder, "text");
  EXPECT_SAYS(refusal(BundleError::Unreadable), "is no folder");
  std::filesystem::remove(folder);
  std::filesystem::create_directory(folder);
  EXPECT_SAYS(refusal(BundleError::Manifest), "holds no manifest.json");
}

TEST_F(Bundles, ManifestOfOtherVersions) {
  EXPECT_SAYS(refusalOfEdit("\"formatVersion\": 2", "\"formatVersion\": 3", BundleError::Format),
              "format version 3, this runtime reads 2");
  const std::string abi = std::to_string(kernelAbi);
  EXPECT_SAYS(refusalOfEdit("\"kernelAbi\": " + abi + ",", "\"kernelAbi\": 777,", BundleError::Abi),
              "kernel ABI 777, this runtime has " + abi);
  EXPECT_SAYS(refusalOfEdit("terrane-bundle", "other", BundleError::Manifest),
              "not the manifest of a terrane bundle");
}

TEST_F(Bundles, LibrariesThatLieElsewhere) {
  EXPECT_SAYS(refusalOfEdit("generator.so", "../generator.so", BundleError::Manifest),
              "plain name");
  EXPECT_SAYS(refusalOfEdit("generator.so", "", BundleError::Manifest), "plain name");
}

TEST_F(Bundles, DamagedLibraries) {
  writeBundleFolder(folder, fixtureManifest(library), library);
  writeAll(folder / "generator.so", library.substr(0, library.size() / 2));
  EXPECT_SAYS(refusal(BundleError::Damaged), "truncated");
  writeAll(folder / "generator.so", library + "x");
  EXPECT_SAYS(refusal(BundleError::Damaged), "bytes instead of");
  std::string other = library;
  other[other.size() / 2] ^= 1;
  writeAll(folder / "generator.so", other);
  EXPECT_SAYS(refusal(BundleError::Damaged), "SHA-256");
  std::filesystem::remove(folder / "generator.so");
  EXPECT_SAYS(refusal(BundleError::Damaged), "is missing");
}

TEST_F(Bundles, CpuLevels) {
  BundleManifest manifest = fixtureManifest(library);
  for (ManifestGenerator &generator : manifest.generators)
    generator.libraries[0].level = CpuLevel::Avx512;
  EXPECT_SAYS(refusalOf(manifest, BundleError::CpuLevel, CpuLevel::Avx2),
              "needs a CPU of level avx512, this machine has avx2");
  // Of several levels the highest that runs; the one above it is not even looked at.
  for (ManifestGenerator &generator : manifest.generators) {
    ManifestLibrary baseline = generator.libraries[0], wide = baseline;
    baseline.level = CpuLevel::Baseline;
    wide.level = CpuLevel::Avx512;
    wide.file.name = "absent.so";
    generator.libraries = {baseline, wide};
  }
  writeBundleFolder(folder, manifest, library);
  BundleError error;
  auto bundle = Bundle::open(folder.string(), CpuLevel::Avx2, error);
  ASSERT_TRUE(bundle) << error.message;
  EXPECT_EQ(bundle->level(), CpuLevel::Baseline);
  EXPECT_SAYS(refusal(BundleError::Damaged, CpuLevel::Avx512), "absent.so: is missing");
  manifest.generators[1].libraries.pop_back();
  EXPECT_SAYS(refusalOf(manifest, BundleError::Manifest), "same CPU levels");
}

TEST_F(Bundles, DimensionsThatTheLibraryLacks) {
  BundleManifest manifest = fixtureManifest(library);
  manifest.generators[0].dimension = {"test:dimension", {"d.json", 3, sha256Hex("abc")}};
  EXPECT_SAYS(refusalOf(manifest, BundleError::Library), "it has no terrain step");
}

TEST_F(Bundles, SourcesAlone) {
  BundleManifest manifest = fixtureManifest(library);
  for (ManifestGenerator &generator : manifest.generators)
    generator.libraries.clear();
  EXPECT_SAYS(refusalOf(manifest, BundleError::NoLibrary), "--target so");
}

TEST_F(Bundles, LibrariesThatAreNotWhatTheManifestSays) {
  BundleManifest manifest = fixtureManifest(library);
  manifest.generators[1].entries[2] = "other";
  EXPECT_SAYS(refusalOf(manifest, BundleError::Library), "its entry 2 is 'cached'");
  manifest = fixtureManifest(library);
  manifest.generators[0].noises.pop_back();
  EXPECT_SAYS(refusalOf(manifest, BundleError::Library), "other noises");
  manifest = fixtureManifest(library);
  manifest.generators[0].legacyRandomSource = true;
  EXPECT_SAYS(refusalOf(manifest, BundleError::Library), "random source");
  library = "no library";
  EXPECT_SAYS(refusalOf(fixtureManifest(library), BundleError::Library), "cannot be loaded");
}

/// The loader knows libraries by their paths; a bundle that took the place of an open one must not
/// get the old one's code.
TEST_F(Bundles, ReplacedWhileOpen) {
  writeBundleFolder(folder, fixtureManifest(library), library);
  BundleError error;
  auto first = Bundle::open(folder.string(), error);
  ASSERT_TRUE(first) << error.message;
  auto again = Bundle::open(folder.string(), error);
  ASSERT_TRUE(again) << error.message;
  EXPECT_EQ(&first->module(0), &again->module(0));

  // The same code with another name of an entry.
  std::string changed = library;
  std::size_t place = changed.find(std::string("\0islands\0", 9));
  ASSERT_NE(place, std::string::npos);
  changed.replace(place + 1, 7, "ISLANDS");
  BundleManifest manifest = fixtureManifest(changed);
  for (ManifestGenerator &generator : manifest.generators)
    generator.entries[5] = "ISLANDS";
  writeBundleFolder(folder, manifest, changed);
  auto second = Bundle::open(folder.string(), error);
  ASSERT_TRUE(second) << error.message;
  EXPECT_STREQ(second->module(0).entries[5].name, "ISLANDS");
  EXPECT_STREQ(first->module(0).entries[5].name, "islands");
}

} // namespace
