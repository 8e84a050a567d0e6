//===- nvrtc.h - CUDA text to PTX by NVRTC, found at run time -------------===//
//
// NVRTC is opened with dlopen, so nothing of ours needs CUDA to be built or to start. A machine
// without it is a state with a message, not an error.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_TARGETS_CUDA_NVRTC_H
#define TERRANE_TARGETS_CUDA_NVRTC_H

#include "compiler/diagnostics/diagnostics.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace terrane::cuda {

/// The oldest version whose compiler is known to keep our rules of exactness.
constexpr int minNvrtcMajor = 12;

/// The virtual architecture that PTX is made for unless another is asked for: all devices from
/// Ampere on run it.
constexpr const char *defaultArchitecture = "compute_80";

/// Immutable; every function may be called from several threads at once.
class Nvrtc {
public:
  /// Looks for the library in $CUDA_PATH/lib64 and /lib, then /usr/local/cuda/lib64 and /lib, then
  /// where the loader looks; in each for the newest first. $TERRANE_NVRTC names a folder that is
  /// looked into instead of all these. Never fails: see `problem`.
  static std::shared_ptr<const Nvrtc> find();
  /// The same in these folders only; "" stands for the loader's path.
  static std::shared_ptr<const Nvrtc> findIn(llvm::ArrayRef<std::string> folders);
  ~Nvrtc();

  explicit operator bool() const { return why.empty(); }
  /// Why there is no NVRTC to use; empty where there is.
  const std::string &problem() const { return why; }
  /// What to do about it, for people.
  static const char *advice();

  std::pair<int, int> version() const { return {major, minor}; }
  const std::string &file() const { return path; } ///< of the library
  /// The numbers N of the virtual architectures compute_N that this version can compile for.
  const std::vector<int> &architectures() const { return known; }

  /// "compute_80" of "compute_80", "sm_80" or "80", if this version knows it; otherwise nothing,
  /// after an error that lists what it knows.
  std::optional<std::string> architecture(llvm::StringRef text, Diagnostics &diagnostics) const;

  /// Compiles a text to PTX for a virtual architecture ("compute_80"). The text may include the
  /// kernel-safe headers of runtime/ and nothing else. `name` is what messages call it. NVRTC's
  /// errors become errors of `diagnostics` with their places, and the result is empty; so it is,
  /// with an error, without NVRTC. Same text, name, architecture and version give the same PTX.
  std::optional<std::string> compile(const std::string &text, const std::string &name,
                                     const std::string &architecture,
                                     Diagnostics &diagnostics) const;

  /// The options of every compilation but the architecture:
  ///
  ///   --fmad=false                          no fused multiply-add is formed
  ///   --ftz=false                           subnormals are data
  ///   --prec-div=true --prec-sqrt=true      correctly rounded (sm_80 and later have no others
  ///                                         without fast-math)
  ///   --device-as-default-execution-space   functions and tables without a space are the device's
  ///   --no-source-include                   no folder of the machine is searched
  static llvm::ArrayRef<const char *> options();

private:
  Nvrtc() = default;

  struct Functions;
  void *handle = nullptr;
  std::unique_ptr<Functions> functions;
  std::string why, path;
  int major = 0, minor = 0;
  std::vector<int> known;
};

} // namespace terrane::cuda

#endif // TERRANE_TARGETS_CUDA_NVRTC_H
