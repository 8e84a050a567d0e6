//===- objects.h - The objects of a generator -----------------------------===//
//
// From the texts of a generator to objects that need nothing but each other: each text comes from
// the cache or is compiled, on several threads, and what they call is checked.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_TARGETS_JIT_OBJECTS_H
#define TERRANE_TARGETS_JIT_OBJECTS_H

#include "targets/jit/clang.h"
#include "targets/jit/object_cache.h"

namespace terrane::jit {

struct BuildOptions {
  bool useCache = true;
  std::string cacheDirectory = ObjectCache::defaultDirectory();
  uint64_t cacheBytes = ObjectCache::defaultBytes;
  unsigned threads = 0; ///< 0: as many as the machine has
};

struct BuildTimes {
  CompileTimes compile;   ///< summed over the threads
  double total = 0;       ///< milliseconds that passed
  unsigned compiled = 0;  ///< objects that were compiled
  unsigned fromCache = 0; ///< objects that came from the cache
};

/// The only functions that objects may call beyond each other: the optimiser makes calls of these
/// whatever the flags, and every process has them.
llvm::ArrayRef<llvm::StringRef> allowedSymbols();

/// One object per text, in order; where they need rounding functions that the level has no
/// instructions for (SSE4.1), one more that defines them. Errors (the result is empty then):
/// Clang's; an object that needs a symbol which none defines, or that would have to be initialised
/// when loaded.
std::optional<std::vector<std::string>> buildObjects(llvm::ArrayRef<std::string> texts,
                                                     CpuLevel level, Diagnostics &diagnostics,
                                                     const BuildOptions &options = {},
                                                     BuildTimes *times = nullptr);

} // namespace terrane::jit

#endif // TERRANE_TARGETS_JIT_OBJECTS_H
