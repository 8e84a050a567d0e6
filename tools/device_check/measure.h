//===- measure.h - How fast a device makes batches --------------------------===//

#ifndef TERRANE_TOOLS_DEVICE_CHECK_MEASURE_H
#define TERRANE_TOOLS_DEVICE_CHECK_MEASURE_H

#include "tools/device_check/folder.h"
#include "tools/device_check/say.h"

#include <vector>

namespace terrane::check {

struct MeasureOptions {
  std::vector<rt::i32> sizes; ///< of batches, in chunks: squares of whole numbers
  rt::i32 region = 128;       ///< side of the region that is made in batches, in chunks; 0: none
  int runs = 7;               ///< of each measurement, where there is time
};

struct MeasureResult {
  /// Chunks of measured batches that were compared with those of the CPU, and how many differ.
  long long compared = 0, different = 0;
};

/// Measures the terrain step of one dimension in batches; docs/benchmarks.md says what each kind of
/// line is. Says a line per measurement and a table at the end. What does not fit into memory, or
/// into the time that is left, is said and left out. Throws DeviceError for a device that fails.
MeasureResult measureBatches(const CheckedWorld &world, const MeasureOptions &options,
                             const TimeLimit &limit);

} // namespace terrane::check

#endif // TERRANE_TOOLS_DEVICE_CHECK_MEASURE_H
