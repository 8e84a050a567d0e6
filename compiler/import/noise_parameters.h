//===- noise_parameters.h - `worldgen/noise` files (spec 20, section 3) ---===//

#ifndef TERRANE_COMPILER_IMPORT_NOISE_PARAMETERS_H
#define TERRANE_COMPILER_IMPORT_NOISE_PARAMETERS_H

#include "compiler/json/json.h"
#include "runtime/noise/parameters.h"

#include <optional>

namespace terrane::import {

/// Decodes one noise file. Errors are reported with their place; nothing is returned then.
/// A pre-26.3 file (`firstOctave`, `amplitudes`) is named as such.
std::optional<rt::NoiseParameters> readNoiseParameters(const json::Value &v, Diagnostics &d);

} // namespace terrane::import

#endif // TERRANE_COMPILER_IMPORT_NOISE_PARAMETERS_H
