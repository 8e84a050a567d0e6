//===- bundle.h - Writing a generator bundle (docs/formats.md) ------------===//

#ifndef TERRANE_COMPILER_PIPELINE_BUNDLE_H
#define TERRANE_COMPILER_PIPELINE_BUNDLE_H

#include "compiler/pipeline/compile.h"
#include "runtime/bundle/manifest.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace terrane {

/// What a bundle is made with: the targets, which this library does not know.
struct BundleBackend {
  /// Named pipelines that run after `vanilla-26.3`.
  std::vector<std::string> pipelines;
  /// The texts of a graph's generator, one translation unit each, with `header` as a comment on
  /// top and `level` as what the module says it needs; nothing after an error. A function of its
  /// arguments, without paths and times.
  std::function<std::optional<std::vector<std::string>>(
      sampler::GraphOp graph, const std::vector<std::string> &header, rt::CpuLevel level,
      Diagnostics &diagnostics)>
      emit;
  /// Compiles texts for a level to objects; nothing after an error.
  std::function<std::optional<std::vector<std::string>>(
      llvm::ArrayRef<std::string> texts, rt::CpuLevel level, Diagnostics &diagnostics)>
      compile;
  /// Links objects to a shared library at a path; false after an error.
  std::function<bool(llvm::ArrayRef<std::string> objects, const std::string &path,
                     Diagnostics &diagnostics)>
      link;
  /// The CUDA text of a graph, and the same as C++ for the CPU, in several units; nothing after an
  /// error.
  struct CudaTexts {
    std::string device;
    std::vector<std::string> host;
  };
  std::function<std::optional<CudaTexts>(
      sampler::GraphOp graph, const std::vector<std::string> &header, Diagnostics &diagnostics)>
      emitCuda;
  /// Compiles that to PTX; nothing after an error.
  std::function<std::optional<std::string>(const std::string &text, Diagnostics &diagnostics)>
      compilePtx;
  /// What compiles and links, for the manifest.
  std::string compiler;
};

struct BundleRequest {
  std::vector<pack::Id> settings;   ///< one generator each, distinct
  std::vector<pack::Id> dimensions; ///< one generator each, behind those; distinct
  /// The world preset with the dimensions that have no file of their own.
  pack::Id worldPreset;
  bool sources = true;                                         ///< target cpp
  bool libraries = true;                                       ///< target so
  bool cuda = false;                                           ///< target cuda
  bool ptx = false;                                            ///< target ptx
  bool cudaHost = false;                                       ///< target cuda-host
  std::vector<rt::CpuLevel> levels = {rt::CpuLevel::Baseline}; ///< distinct, of the libraries
  std::string folder;
};

enum class BundleOutcome {
  Written,
  BadInput,       ///< the packs, the request, or something else lies in the folder's place
  ResourceFailed, ///< files cannot be written, or the code cannot be compiled or linked
};

/// What the entries of a sampler graph need, as the manifest says it; without files.
/// With those of the material rule, where the module has one.
rt::ManifestGenerator describeGraph(sampler::GraphOp graph, const pack::Id &settings);

/// Compiles noise settings and dimensions to a bundle. The folder is complete or as it was before:
/// everything is written to a folder beside it, which then takes its name. A bundle that was there
/// is replaced; a folder with anything else in it is not. Same packs and same request give the same
/// bytes.
BundleOutcome writeBundle(const pack::Stack &packs, const BundleRequest &request,
                          const BundleBackend &backend, Diagnostics &diagnostics);

} // namespace terrane

#endif // TERRANE_COMPILER_PIPELINE_BUNDLE_H
