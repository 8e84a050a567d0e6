//===- bundle_fixture.h - A bundle around the hand-written generator ------===//

#ifndef TERRANE_TEST_UNIT_KERNEL_BUNDLE_FIXTURE_H
#define TERRANE_TEST_UNIT_KERNEL_BUNDLE_FIXTURE_H

#include "runtime/bundle/manifest.h"
#include "runtime/bundle/sha256.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <string>

namespace terrane::test {

inline std::string readAll(const std::filesystem::path &path) {
  std::ifstream in(path, std::ios::binary);
  EXPECT_TRUE(in) << path;
  return {std::istreambuf_iterator<char>(in), {}};
}

/// As a new file: one that is loaded must not change under its user.
inline void writeAll(const std::filesystem::path &path, const std::string &content) {
  std::error_code absent;
  std::filesystem::remove(path, absent);
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out << content;
  ASSERT_TRUE(out.flush()) << path;
}

/// A folder of its own for a test, removed with it.
class TemporaryFolder {
public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "terrane-test-XXXXXX").string();
    EXPECT_TRUE(::mkdtemp(name.data()));
    root = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(root, ignored);
  }
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;

  std::filesystem::path operator/(const char *name) const { return root / name; }

private:
  std::filesystem::path root;
};

/// What 'terrane compile' would write about fixture_module.cpp, as two generators.
inline rt::BundleManifest fixtureManifest(const std::string &library) {
  rt::ManifestGenerator generator;
  generator.settings = "test:first";
  generator.entries = {"noise", "blended", "cached", "scratch", "fields", "islands"};
  rt::ManifestNoise noise;
  noise.id = "test:noise";
  noise.parameters = {-2, 3, 1.5, rt::Normalize::On, {1.0, 0.0, 2.0}};
  generator.noises.push_back(noise);
  for (auto kind :
       {rt::KernelNoise::BlendedLow, rt::KernelNoise::BlendedHigh, rt::KernelNoise::BlendedMain}) {
    rt::ManifestNoise part;
    part.kind = kind;
    part.blended = {0.25, 0.125, 80, 160, 8};
    generator.noises.push_back(part);
  }
  generator.cellSizes = {{4, 8}};
  generator.caches = 2;
  generator.libraries = {
      {rt::CpuLevel::Baseline, {"generator.so", library.size(), rt::sha256Hex(library)}}};
  rt::BundleManifest manifest;
  manifest.compiler = "by hand";
  manifest.pipelines = {"vanilla-26.3"};
  manifest.inputs = {{"data/test/worldgen/noise/noise.json", 3, rt::sha256Hex("abc")}};
  manifest.generators.push_back(generator);
  generator.settings = "test:second";
  manifest.generators.push_back(generator);
  return manifest;
}

inline void writeBundleFolder(const std::filesystem::path &folder,
                              const rt::BundleManifest &manifest, const std::string &library) {
  std::filesystem::create_directory(folder);
  writeAll(folder / "generator.so", library);
  writeAll(folder / "manifest.json", rt::writeManifest(manifest));
}

#ifdef TERRANE_FIXTURE_GENERATOR
inline std::string fixtureLibrary() {
  return readAll(TERRANE_FIXTURE_GENERATOR);
}
#endif

} // namespace terrane::test

#endif // TERRANE_TEST_UNIT_KERNEL_BUNDLE_FIXTURE_H
