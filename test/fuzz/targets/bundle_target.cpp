//===- bundle_target.cpp - Fuzz target: the bundle loader -----------------===//
//
// The first byte says what the rest is: the manifest's text, a dimension's, the manifest of a
// folder with a library, or the library of a folder with a manifest.
//
//===----------------------------------------------------------------------===//

#include "target.h"

#include "runtime/bundle/bundle.h"
#include "runtime/bundle/sha256.h"

#include <filesystem>
#include <fstream>

using namespace terrane;

namespace {

std::string readAll(const std::string &path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void writeAll(const std::filesystem::path &path, std::string_view content) {
  std::error_code absent;
  std::filesystem::remove(path, absent); // a library that is loaded must not change
  std::ofstream(path, std::ios::binary) << content;
}

void readManifest(std::string_view text) {
  rt::ManifestError error;
  auto manifest = rt::readManifest(text, error);
  fuzz::require(manifest || !error.message.empty(), "a refusal has a message");
  if (!manifest)
    return;
  std::string once = rt::writeManifest(*manifest);
  auto again = rt::readManifest(once, error);
  fuzz::require(again && rt::writeManifest(*again) == once,
                "manifests are written as they are read");
}

void readDimension(std::string_view text) {
  std::string error;
  auto dimension = rt::readDimension(text, error);
  fuzz::require(dimension || !error.empty(), "a refusal has a message");
  if (!dimension)
    return;
  std::string once = rt::writeDimension(*dimension);
  auto again = rt::readDimension(once, error);
  fuzz::require(again && rt::writeDimension(*again) == once,
                "dimensions are written as they are read");
  dimension->biomeSource();
}

/// A folder of this process, with the fixture as its library.
struct Folder {
  Folder() : library(readAll(TERRANE_FIXTURE_GENERATOR)), sha256(rt::sha256Hex(library)) {
    fuzz::require(!library.empty(), "the fixture's library can be read");
    std::string name = (std::filesystem::temp_directory_path() / "terrane-fuzz-XXXXXX").string();
    fuzz::require(::mkdtemp(name.data()) != nullptr, "there is room for a folder");
    path = name;
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
  std::filesystem::path path;
  std::string library, sha256;
};

void open(const std::string &manifest, std::string_view library, const Folder &folder) {
  writeAll(folder.path / "manifest.json", manifest);
  writeAll(folder.path / "generator.so", library);
  rt::BundleError error;
  auto bundle = rt::Bundle::open(folder.path.string(), rt::CpuLevel::Baseline, error);
  fuzz::require(bundle || !error.message.empty(), "a refusal has a message");
  for (std::size_t i = 0; bundle && i < bundle->manifest().generators.size(); ++i)
    fuzz::require(bundle->module(i).numEntries ==
                      rt::i32(bundle->manifest().generators[i].entries.size()),
                  "a bundle is what its manifest says");
}

void replaceAll(std::string &text, const std::string &what, const std::string &by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size())
    text.replace(at, what.size(), by);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  if (size == 0)
    return 0;
  static const Folder folder;
  std::string_view rest(reinterpret_cast<const char *>(data) + 1, size - 1);
  switch (data[0] % 4) {
  case 0:
    readManifest(rest);
    break;
  case 1:
    readDimension(rest);
    break;
  case 2: {
    // What a seed cannot know.
    std::string manifest(rest);
    replaceAll(manifest, "@sha256@", folder.sha256);
    replaceAll(manifest, "\"@size@\"", std::to_string(folder.library.size()));
    open(manifest, folder.library, folder);
    break;
  }
  default: {
    rt::BundleManifest manifest;
    rt::ManifestGenerator generator;
    generator.settings = "test:first";
    // A library that was altered; where its hash is that of the bytes, they are the loader's.
    generator.libraries = {
        {rt::CpuLevel::Baseline, {"generator.so", folder.library.size(), folder.sha256}}};
    manifest.generators.push_back(generator);
    open(rt::writeManifest(manifest), rest, folder);
  }
  }
  return 0;
}
