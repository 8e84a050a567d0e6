//===- climate_box.h - The parameters of a biome entry (spec 50, 1.3 and 2) -===//

#ifndef TERRANE_COMPILER_IMPORT_CLIMATE_BOX_H
#define TERRANE_COMPILER_IMPORT_CLIMATE_BOX_H

#include "compiler/json/json.h"
#include "runtime/biome/climate.h"

#include <optional>

namespace terrane::import {

/// Reads the six intervals and the `offset` (0 to 1, not -0.0), quantised. All keys are required.
/// `what` names the object in messages where it is none.
std::optional<rt::ClimateBox> readClimateBox(const json::Value &v, llvm::StringRef what,
                                             Diagnostics &d);

} // namespace terrane::import

#endif // TERRANE_COMPILER_IMPORT_CLIMATE_BOX_H
