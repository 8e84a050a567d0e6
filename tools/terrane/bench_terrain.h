//===- bench_terrain.h - The terrain step timed by stage ------------------===//

#ifndef TERRANE_TOOLS_TERRANE_BENCH_TERRAIN_H
#define TERRANE_TOOLS_TERRANE_BENCH_TERRAIN_H

#include "tools/terrane/terrain.h"

namespace terrane::tool {

/// Registers one benchmark per engine: a region of `size` x `size` chunks at the origin on one
/// thread, biomes with a border of one chunk, fill, materials, carvers. Its time is that of a
/// chunk; counters hold the stages' parts. False after an error.
bool registerTerrainBenchmarks(const DimensionOptions &dimension, const pack::Stack &packs,
                               const Common &common, const std::vector<std::string> &engines,
                               int size, int repetitions, Diagnostics &diagnostics);

} // namespace terrane::tool

#endif // TERRANE_TOOLS_TERRANE_BENCH_TERRAIN_H
