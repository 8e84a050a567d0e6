//===- raw_dump.h - Chunks as a file for programs (docs/formats.md) -------===//

#ifndef TERRANE_TOOLS_TERRANE_RAW_DUMP_H
#define TERRANE_TOOLS_TERRANE_RAW_DUMP_H

#include "runtime/chunk/region.h"

#include <string>

namespace terrane::tool {

/// The head of a dump, up to the first chunk.
std::string rawDumpHeader(const rt::TerrainWorld &world, const std::string &settings,
                          const std::string &dimension, const rt::ChunkRect &area);

/// One chunk, in the place of what `out` held.
void rawDumpChunk(const rt::RegionChunk &chunk, std::string &out);

} // namespace terrane::tool

#endif // TERRANE_TOOLS_TERRANE_RAW_DUMP_H
