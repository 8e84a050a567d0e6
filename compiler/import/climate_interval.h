//===- climate_interval.h - Intervals of climate values (spec 50, 1.3) ----===//

#ifndef TERRANE_COMPILER_IMPORT_CLIMATE_INTERVAL_H
#define TERRANE_COMPILER_IMPORT_CLIMATE_INTERVAL_H

#include "compiler/json/json.h"

#include <optional>

namespace terrane::import {

/// Both ends inclusive, not quantised yet (spec 50, section 2).
struct ClimateInterval {
  float min = 0;
  float max = 0;
};

/// Reads a number, a pair `[min, max]` or `{"min": .., "max": ..}`; each end in -2 .. 2 and
/// min <= max in the total order (so `[0.0, -0.0]` is refused). `what` names it in messages.
std::optional<ClimateInterval> readClimateInterval(const json::Value &v, llvm::StringRef what,
                                                   Diagnostics &d);

} // namespace terrane::import

#endif // TERRANE_COMPILER_IMPORT_CLIMATE_INTERVAL_H
