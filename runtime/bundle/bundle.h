//===- bundle.h - Opening a compiled bundle (docs/formats.md) -------------===//

#ifndef TERRANE_RUNTIME_BUNDLE_BUNDLE_H
#define TERRANE_RUNTIME_BUNDLE_BUNDLE_H

#include "runtime/bundle/dimension_data.h"
#include "runtime/bundle/manifest.h"
#include "runtime/kernel/cpu_level.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace terrane::rt {

/// Why a bundle was refused.
struct BundleError {
  enum Kind {
    Unreadable, ///< no such folder, or a file in it cannot be read
    Manifest,   ///< the manifest is missing, malformed or incomplete
    Format,     ///< another format version
    Abi,        ///< another kernel ABI
    CpuLevel,   ///< this machine lacks the instructions
    NoLibrary,  ///< compiled to sources alone
    Damaged,    ///< a library or a dimension is missing, or its size or hash differs from the
                ///< manifest's
    Library,    ///< a library cannot be loaded, or it or a dimension is not what the manifest says
  } kind = Unreadable;
  std::string message; ///< with the path
};

/// A dimension of a bundle, ready for worlds of any seed.
struct BundleDimension {
  std::size_t generator = 0; ///< its index
  std::string id;            ///< `namespace:path`
  Level level{0, 0};
  std::shared_ptr<const BiomeSource> biomes;
  std::shared_ptr<const CarverSet> carvers;
};

/// A bundle, checked and loaded. Immutable, free to share between threads. The code is unloaded
/// with it, so worlds hold it.
class Bundle {
public:
  /// Checks everything that `BundleError` names, then loads the libraries of the highest level that
  /// `machine` runs. Null, with the reason in `error`, where a check fails.
  static std::shared_ptr<const Bundle> open(const std::string &folder, CpuLevel machine,
                                            BundleError &error);
  /// For this machine, or the lower level that TERRANE_CPU_LEVEL asks for.
  static std::shared_ptr<const Bundle> open(const std::string &folder, BundleError &error);
  ~Bundle();
  Bundle(const Bundle &) = delete;
  Bundle &operator=(const Bundle &) = delete;

  const BundleManifest &manifest() const { return description; }
  /// The level of the loaded libraries.
  CpuLevel level() const { return loadedLevel; }
  /// The module of a generator, by its index in the manifest.
  const KernelModule &module(std::size_t generator) const { return *modules[generator]; }
  /// The PTX of a generator (target ptx), read now and checked as all files are; nothing, with the
  /// reason in `error` (NoLibrary: the bundle has none), where that fails.
  std::optional<std::string> ptx(std::size_t generator, BundleError &error) const;
  /// The dimensions, in the order of their generators.
  const std::vector<BundleDimension> &dimensions() const { return allDimensions; }

private:
  Bundle() = default;

  std::string place; ///< its folder
  BundleManifest description;
  CpuLevel loadedLevel = CpuLevel::Baseline;
  std::vector<void *> libraries;
  std::vector<const KernelModule *> modules;
  std::vector<BundleDimension> allDimensions;
};

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_BUNDLE_BUNDLE_H
