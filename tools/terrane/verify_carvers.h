//===- verify_carvers.h - Carvers against reference vectors ---------------===//

#ifndef TERRANE_TOOLS_TERRANE_VERIFY_CARVERS_H
#define TERRANE_TOOLS_TERRANE_VERIFY_CARVERS_H

#include "tools/terrane/verify_chunks.h"

namespace terrane::tool {

/// The carvers of one file: its rows `sin`, `providers` and `masks` need no pack; `chunks`, `game`
/// and `game_fill` (verifyCarvedChunks) do, and the engine of the options. Every key that the file
/// has is compared, and one of them has to be there.
void verifyCarvers(const nlohmann::json &file, const Common &common, CompareValues compare,
                   Diagnostics &diagnostics);

/// Whole chunks with carvers: rows `chunks` and those computed by the game, `game` (blocks, heights
/// and marks before and after carving) and `game_fill` (density, substances and marks of the fill).
void verifyCarvedChunks(const nlohmann::json &file, const Common &common, CompareValues compare,
                        Diagnostics &diagnostics);

/// SHA-256 of bytes, as 64 lower-case hex digits.
std::string sha256Of(llvm::ArrayRef<uint8_t> bytes);

} // namespace terrane::tool

#endif // TERRANE_TOOLS_TERRANE_VERIFY_CARVERS_H
