//===- counts.h - What kernels ask of a GPU -------------------------------===//

#ifndef TERRANE_TEST_PTX_COUNTS_H
#define TERRANE_TEST_PTX_COUNTS_H

#include "test/ptx/module.h"

#include <ostream>

namespace terrane::ptx {

/// Of one kernel, all its launches together.
struct Counts {
  i64 launches = 0, threads = 0;
  i64 warps[numCosts] = {}; ///< instructions that warps issued, by what they cost
  i64 lanes = 0;            ///< the lanes that ran them
  i64 accesses = 0;         ///< global ones that warps issued
  i64 sectors = 0;          ///< of 32 bytes, that they touched

  i64 instructions() const;
  /// About how many cycles one multiprocessor of compute capability 9.0 would be busy, if nothing
  /// ever waited: a bound to compare kernels with, no prediction.
  double cycles() const;
};

/// A line for each kernel, those first that take longest.
void print(const std::map<std::string, Counts> &all, std::ostream &out);

/// The text with, before each line, how often warps issued it and of how many lanes.
void printListing(const Module &module, const std::string &text, std::ostream &out);

} // namespace terrane::ptx

#endif // TERRANE_TEST_PTX_COUNTS_H
