//===- verify.h - Rows of chunk vectors on a device -------------------------===//

#ifndef TERRANE_TOOLS_DEVICE_CHECK_VERIFY_H
#define TERRANE_TOOLS_DEVICE_CHECK_VERIFY_H

#include "tools/device_check/folder.h"
#include "tools/device_check/say.h"

namespace terrane::check {

/// Of all files.
struct VerifyResult {
  long long values = 0, mismatches = 0;
  long long rows = 0; ///< that were compared
  /// Rows with a chunk that a batch left to another engine.
  long long madeAnew = 0;
  /// Rows that batches are not for: of generators that refuse them, and too far from the origin.
  long long refused = 0;
  long long noTime = 0; ///< rows that were not come to
  /// Whether every file had a value that was compared, and there was time for all rows.
  bool complete = true;
};

/// Makes the chunk of every row in a batch of its own, and in the middle of a batch of 3 x 3 whose
/// states come as bytes where the world allows it; each time the fill alone, then all. Says what
/// differs, and a line per file. Stops when `mostSeconds` of the whole run are over. Throws
/// DeviceError and BadInput.
VerifyResult verifyVectors(CheckFolder &folder, const TimeLimit &limit, double mostSeconds);

} // namespace terrane::check

#endif // TERRANE_TOOLS_DEVICE_CHECK_VERIFY_H
