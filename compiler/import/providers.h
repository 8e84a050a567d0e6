//===- providers.h - Random numbers as packs write them (spec 60, 1.4 to 1.6) -===//

#ifndef TERRANE_COMPILER_IMPORT_PROVIDERS_H
#define TERRANE_COMPILER_IMPORT_PROVIDERS_H

#include "compiler/json/json.h"
#include "runtime/carver/provider.h"

#include <optional>

namespace terrane::import {

// `what` names the value in messages ("field 'y' of carver 'n:c'"). All errors are reported with
// their places; nothing is returned then.

/// A vertical anchor (spec 40, 1.2), with its nest of exclusive choices.
std::optional<rt::Anchor> readAnchor(const json::Value &v, llvm::StringRef what, Diagnostics &d);
std::optional<rt::FloatProvider> readFloatProvider(const json::Value &v, llvm::StringRef what,
                                                   Diagnostics &d);
std::optional<rt::IntProvider> readIntProvider(const json::Value &v, llvm::StringRef what,
                                               Diagnostics &d);
std::optional<rt::HeightProvider> readHeightProvider(const json::Value &v, llvm::StringRef what,
                                                     Diagnostics &d);

} // namespace terrane::import

#endif // TERRANE_COMPILER_IMPORT_PROVIDERS_H
