//===- verify_terrain.h - Chunks of two engines against each other --------===//

#ifndef TERRANE_TOOLS_TERRANE_VERIFY_TERRAIN_H
#define TERRANE_TOOLS_TERRANE_VERIFY_TERRAIN_H

#include "tools/terrane/common.h"

#include <functional>

namespace terrane::tool {

/// Compares dimensions of `packs` between the engine of the options and the reference engine:
/// biomes, fill, terrain, heightmaps and fluid marks of some chunks, block for block. The seed of
/// the options is the worlds' and chooses the chunks. No `dimensions`: all of the packs whose
/// generator has terrain. `compare` counts: whether values are equal, how many they were, and where
/// the first difference is. Errors in the packs are reported.
void verifyTerrain(
    const pack::Stack &packs, const std::vector<std::string> &dimensions, const Common &common,
    const std::function<void(bool, long long, std::function<std::string()>)> &compare,
    Diagnostics &diagnostics);

} // namespace terrane::tool

#endif // TERRANE_TOOLS_TERRANE_VERIFY_TERRAIN_H
