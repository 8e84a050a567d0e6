//===- manifest.h - What a bundle says about itself (docs/formats.md) -----===//
//
// The compiler writes it, the runtime reads it; both through this file. No LLVM here.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_BUNDLE_MANIFEST_H
#define TERRANE_RUNTIME_BUNDLE_MANIFEST_H

#include "runtime/kernel/abi.h"
#include "runtime/noise/parameters.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace terrane::rt {

/// The form of manifest.json; bump it with every change to what is read from it.
constexpr u32 manifestFormat = 2;
constexpr const char *manifestName = "manifest.json";
constexpr const char *gameVersion = "26.3";
/// The version of this build, such as "0.1.0".
const char *terraneVersion();

/// A file of the bundle, or an input file by its path in its pack.
struct ManifestFile {
  std::string name;
  u64 size = 0;
  std::string sha256; ///< 64 lower-case hex digits
};

/// The code of a generator for one CPU level. It exports `terrane_generator`, a KernelModule.
struct ManifestLibrary {
  CpuLevel level = CpuLevel::Baseline;
  ManifestFile file;
};

/// A noise to seed; see KernelNoise.
struct ManifestNoise {
  KernelNoise::Kind kind = KernelNoise::Density;
  std::string id;               ///< Density, Material
  NoiseParameters parameters;   ///< Density, Material
  std::array<f64, 5> blended{}; ///< otherwise: xz_scale, y_scale, xz_factor, y_factor, smear
};

/// Sizes of the cells of `interpolated` nodes, in blocks.
struct ManifestCellSize {
  i32 xz = 0, y = 0;
};

/// A dimension whose terrain step a generator has (dimension_data.h).
struct ManifestDimension {
  std::string id; ///< `namespace:path`
  ManifestFile file;
};

/// One noise settings file, compiled: all of its functions, or what the terrain step of a dimension
/// needs.
struct ManifestGenerator {
  std::string settings; ///< id, `namespace:path`
  std::optional<ManifestDimension> dimension;
  bool legacyRandomSource = false;
  std::vector<std::string> entries; ///< names, in the order of their indices
  std::vector<ManifestNoise> noises;
  std::vector<ManifestCellSize> cellSizes; ///< distinct, in order of appearance
  i32 caches = 0;                          ///< number of cache cells
  std::vector<ManifestFile> sources;       ///< empty without target cpp
  /// By rising level, the same levels for every generator; empty without target so.
  std::vector<ManifestLibrary> libraries;
};

struct BundleManifest {
  u32 kernelAbi = rt::kernelAbi;
  std::string gameVersion = rt::gameVersion;
  std::string terraneVersion = rt::terraneVersion();
  std::string compiler; ///< what made the libraries; empty without libraries
  std::vector<std::string> pipelines;
  std::vector<ManifestGenerator> generators;
  std::vector<ManifestFile> inputs; ///< sorted by path
};

/// The text of manifest.json. A function of the manifest alone.
std::string writeManifest(const BundleManifest &manifest);

struct ManifestError {
  enum Kind { Malformed, Format, Abi } kind = Malformed;
  std::string message;
};

/// Reads a manifest that must be complete. The format version and then the ABI version are looked
/// at before all else, as they say how to read the rest.
std::optional<BundleManifest> readManifest(std::string_view text, ManifestError &error);

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_BUNDLE_MANIFEST_H
