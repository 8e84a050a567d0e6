//===- verify_chunks.h - Whole chunks against reference vectors -----------===//

#ifndef TERRANE_TOOLS_TERRANE_VERIFY_CHUNKS_H
#define TERRANE_TOOLS_TERRANE_VERIFY_CHUNKS_H

#include "tools/terrane/common.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include <nlohmann/json.hpp>

namespace terrane::tool {

/// Called with (same, how many values, what differs).
using CompareValues = llvm::function_ref<void(bool, long long, llvm::function_ref<std::string()>)>;

/// The chunks of one file (test/Inputs/README.md): biomes, fill, terrain, both
/// heightmaps after each, fluid updates.
void verifyChunks(const nlohmann::json &file, const Common &common, CompareValues compare,
                  Diagnostics &diagnostics);

/// The same file with the values that the engine of the options makes, one chunk a line; of the
/// file only what names the chunks is read. Empty after errors.
std::string describeChunks(const nlohmann::json &file, const Common &common,
                           Diagnostics &diagnostics);

} // namespace terrane::tool

#endif // TERRANE_TOOLS_TERRANE_VERIFY_CHUNKS_H
