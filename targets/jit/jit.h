//===- jit.h - A generator compiled and linked in process -----------------===//

#ifndef TERRANE_TARGETS_JIT_JIT_H
#define TERRANE_TARGETS_JIT_JIT_H

#include "targets/jit/objects.h"

#include <memory>

namespace terrane::jit {

struct JitTimings {
  BuildTimes build;  ///< texts to objects
  double linkMs = 0; ///< objects to callable code
  /// Nothing had to be compiled.
  bool cacheHit() const { return build.compiled == 0; }
};

/// The code of a generator. `module()` and all that it points to live as long as this does.
/// Thread-safe.
class JitModule {
public:
  /// Compiles the texts (or takes their objects from the cache) and links them. Errors (null then):
  /// those of `buildObjects`; a level above this machine's; no `terrane_generator`, or one that was
  /// made for another kernel ABI or needs a higher level than it was compiled for.
  static std::unique_ptr<JitModule> load(llvm::ArrayRef<std::string> texts, CpuLevel level,
                                         Diagnostics &diagnostics,
                                         const BuildOptions &options = {});
  ~JitModule();

  const rt::KernelModule &module() const { return *kernelModule; }
  /// Another symbol of the texts; null where they have none.
  const void *symbol(const char *name) const;
  const JitTimings &timings() const { return times; }

private:
  struct Session;
  JitModule();

  std::unique_ptr<Session> session;
  const rt::KernelModule *kernelModule = nullptr;
  JitTimings times;
};

} // namespace terrane::jit

#endif // TERRANE_TARGETS_JIT_JIT_H
