//===- old_formats.h - Names of pre-26.3 density functions ----------------===//
//
// Packs written for older versions of the game are refused (spec 10, 2.3); these tables let the
// message say what took the place of the name that was found. They translate nothing.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_COMPILER_IMPORT_OLD_FORMATS_H
#define TERRANE_COMPILER_IMPORT_OLD_FORMATS_H

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace terrane::import {

/// What replaced a density function type of an older version, as the end of a sentence ("'cache'",
/// "'noise' with 'shift_x', 'shift_y' and 'shift_z'"). `oldType` with or without `minecraft:`.
/// Nothing for a name that no older version had, or that is still valid.
std::optional<std::string> replacedType(llvm::StringRef oldType);

/// The present name of a field `oldField` of type `type` (the type's present or old name, with or
/// without `minecraft:`): `argument` is `input`, `argument1` is `left`, ... Nothing for a field
/// that no older version had under this name, or that kept it.
std::optional<std::string> replacedField(llvm::StringRef type, llvm::StringRef oldField);

} // namespace terrane::import

#endif // TERRANE_COMPILER_IMPORT_OLD_FORMATS_H
