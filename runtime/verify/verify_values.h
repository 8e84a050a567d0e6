//===- verify_values.h - Comparing the runtime with reference vectors -----===//
//
// Each function reads one parsed file of reference vectors (the schemas are in the vectors' README)
// and compares every value in it, down to the bits; any NaN equals any NaN. Only Gaussians have a
// tolerance, because the game's logarithm is not specified exactly. The first 20 mismatches are
// reported with the path to the row.
//
// A file that lacks an expected key, or has a value of a wrong kind, throws
// nlohmann::json::exception.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_VERIFY_VERIFY_VALUES_H
#define TERRANE_RUNTIME_VERIFY_VERIFY_VALUES_H

#include <functional>
#include <iosfwd>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace terrane::rt {

struct VerifyCount {
  long long values =
      0; ///< compared; all of a volume's values count, also where only a hash of them is known
  long long mismatches = 0; ///< a wrong hash counts as one
};

VerifyCount verifyRandom(const nlohmann::json &vectors, std::ostream &report);
VerifyCount verifyNoise(const nlohmann::json &vectors, std::ostream &report);
VerifyCount verifyBeardifier(const nlohmann::json &vectors, std::ostream &report);

/// The parsed file of a built-in parameter list (spec 50, 10), given its id, for example
/// "minecraft:overworld".
using PresetEntries = std::function<nlohmann::json(const std::string &id)>;
VerifyCount verifyBiomes(const nlohmann::json &vectors, const PresetEntries &preset,
                         std::ostream &report);

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_VERIFY_VERIFY_VALUES_H
