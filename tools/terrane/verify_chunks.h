//===- verify_chunks.h - Whole chunks against reference vectors -----------===//

#ifndef TERRANE_TOOLS_TERRANE_VERIFY_CHUNKS_H
#define TERRANE_TOOLS_TERRANE_VERIFY_CHUNKS_H

#include "tools/terrane/common.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include <nlohmann/json.hpp>

namespace terrane::tool {

/// Called with (same, how many values, what differs).
using CompareValues = llvm::function_ref<void(bool, long long, llvm::function_ref<std::string()>)>;

/// The chunks of one file (vectors' README, chunks/*.json): biomes, fill, terrain, both heightmaps
/// after each, fluid updates.
void verifyChunks(const nlohmann::json &file, const Common &common, CompareValues compare,
                  Diagnostics &diagnostics);

} // namespace terrane::tool

#endif // TERRANE_TOOLS_TERRANE_VERIFY_CHUNKS_H
