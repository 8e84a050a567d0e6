//===- chunk_values.h - What chunk vectors say of a chunk -----------------===//
//
// Rows of chunk vectors (test/Inputs/README.md): a chunk's name, and SHA-256, counts, heightmaps
// and fluid updates of what the terrain step makes of it. No LLVM here.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_VERIFY_CHUNK_VALUES_H
#define TERRANE_RUNTIME_VERIFY_CHUNK_VALUES_H

#include "runtime/biome/biome.h"
#include "runtime/chunk/chunk.h"
#include "runtime/chunk/terrain.h"

#include <functional>
#include <nlohmann/json.hpp>
#include <string>

namespace terrane::rt {

/// A row with what names its chunk, copied from another row, and no values yet.
nlohmann::json chunkRow(const nlohmann::json &named);

// Each adds its values to a row. `stage` is "fill" or "terrain".
void addBiomeValues(nlohmann::json &made, const ChunkBiomes &biomes, const BiomeTable &table);
void addBlockValues(nlohmann::json &made, const std::string &stage, const Chunk &chunk,
                    const TerrainSettings &settings);
/// After the fill alone.
void addFluidUpdates(nlohmann::json &made, const Chunk &chunk);

/// Names a row's chunk in messages.
std::string placeOfChunk(const nlohmann::json &row);

/// Called with (same, how many values, what differs).
using CompareChunkValues =
    std::function<void(bool, long long, const std::function<std::string()> &)>;

/// Compares all values of a row with those that were made; a row that lacks one is malformed
/// (nlohmann's exception). `place` begins the messages.
void compareChunkRow(const nlohmann::json &row, const nlohmann::json &made,
                     const std::string &place, const CompareChunkValues &compare);

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_VERIFY_CHUNK_VALUES_H
