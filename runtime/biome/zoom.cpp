//===- zoom.cpp - The biome at a block (spec 50, 8) -----------------------===//

#include "runtime/biome/zoom.h"

#include <cstdint>
#include <sys/types.h>

#include <sha2.h>

namespace terrane::rt {

i64 zoomSeed(i64 worldSeed) {
  uint8_t bytes[8];
  for (int i = 0; i < 8; ++i)
    bytes[i] = uint8_t(u64(worldSeed) >> (8 * i));
  SHA2_CTX context;
  SHA256Init(&context);
  SHA256Update(&context, bytes, sizeof bytes);
  uint8_t digest[SHA256_DIGEST_LENGTH];
  SHA256Final(digest, &context);
  u64 seed = 0;
  for (int i = 0; i < 8; ++i)
    seed |= u64(digest[i]) << (8 * i);
  return i64(seed);
}

Quart zoomedQuart(i64 zoomSeed, i32 blockX, i32 blockY, i32 blockZ) {
  i32 x = wrapSub(blockX, 2), y = wrapSub(blockY, 2), z = wrapSub(blockZ, 2);
  i32 corner = zoomedCorner(zoomSeed, x, y, z);
  return {(x >> 2) + (corner >> 2), (y >> 2) + ((corner >> 1) & 1), (z >> 2) + (corner & 1)};
}

BiomeLookup::BiomeLookup(i64 zoomSeed, const std::array<const ChunkBiomes *, 9> &chunks)
    : seed(zoomSeed), chunks(chunks) {}

const ChunkBiomes &BiomeLookup::chunkOf(i32 qx, i32 qz) const {
  i32 dx = wrapSub(qx >> 2, chunks[4]->chunkX), dz = wrapSub(qz >> 2, chunks[4]->chunkZ);
  return *chunks[(dz + 1) * 3 + (dx + 1)];
}

std::size_t BiomeLookup::columnIndex(i32 qx, i32 qz) const {
  return std::size_t((qx & 3) + 4 * (qz & 3)) * std::size_t(chunks[4]->quartHeight);
}

BiomeId BiomeLookup::atQuart(i32 qx, i32 qy, i32 qz) const {
  return chunkOf(qx, qz).at(qx, qy, qz);
}

void BiomeLookup::enter(Quart parent) const {
  if (!cell.known || cell.parent.x != parent.x || cell.parent.z != parent.z)
    for (i32 i = 0; i < 4; ++i) {
      i32 qx = parent.x + (i >> 1), qz = parent.z + (i & 1);
      cell.columns[i] = &chunkOf(qx, qz).ids[columnIndex(qx, qz)];
    }
  cell.parent = parent;
  cell.known = true;
  cell.fiddled = false;
  // As `ChunkBiomes::at` clamps; all chunks are of one level.
  i32 top = chunks[4]->quartHeight - 1, y = wrapSub(parent.y, chunks[4]->minQuartY);
  i32 below = iclamp(y, 0, top), above = iclamp(y + 1, 0, top);
  bool uniform = true;
  for (i32 i = 0; i < 8; ++i) {
    cell.ids[i] = cell.columns[(i >> 2 << 1) | (i & 1)][(i & 2) != 0 ? above : below];
    uniform &= cell.ids[i] == cell.ids[0];
  }
  cell.uniform = uniform;
}

void BiomeLookup::fiddle() const {
  for (i32 i = 0; i < 8; ++i) {
    Fiddle f = fiddleAt(seed, cell.parent.x + (i >> 2), cell.parent.y + ((i >> 1) & 1),
                        cell.parent.z + (i & 1));
    cell.fx[i] = f.x, cell.fy[i] = f.y, cell.fz[i] = f.z;
  }
  cell.fiddled = true;
}

/// The same as the stored biome at `zoomedQuart`: the candidates and their fiddles depend on the
/// parent quart alone, which four blocks per axis share, so they may be kept; the distances are the
/// same operations on the same values; and where all candidates hold one biome, whichever wins has
/// it.
BiomeId BiomeLookup::atBlock(i32 x, i32 y, i32 z) const {
  x = wrapSub(x, 2), y = wrapSub(y, 2), z = wrapSub(z, 2);
  Quart parent = {x >> 2, y >> 2, z >> 2};
  if (!cell.known || cell.parent.y != parent.y || cell.parent.x != parent.x ||
      cell.parent.z != parent.z)
    enter(parent);
  if (cell.uniform)
    return cell.ids[0];
  if (!cell.fiddled)
    fiddle();
  f64 dx = f64(x & 3) / 4.0, dy = f64(y & 3) / 4.0, dz = f64(z & 3) / 4.0;
  f64 distances[8];
  for (i32 i = 0; i < 8; ++i)
    distances[i] =
        squaredLength((dx - f64(i >> 2)) + cell.fx[i], (dy - f64((i >> 1) & 1)) + cell.fy[i],
                      (dz - f64(i & 1)) + cell.fz[i]);
  // The first of the least, in rounds of pairs: no distance is NaN, and the left one keeps a tie.
  i32 winners[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  for (i32 pairs = 4; pairs > 0; pairs >>= 1)
    for (i32 k = 0; k < pairs; ++k) {
      bool right = distances[2 * k] > distances[2 * k + 1];
      distances[k] = right ? distances[2 * k + 1] : distances[2 * k];
      winners[k] = right ? winners[2 * k + 1] : winners[2 * k];
    }
  i32 best = winners[0];
  return cell.ids[best];
}

std::vector<bool> BiomeLookup::present(std::size_t count) const {
  std::vector<bool> result(count);
  for (const ChunkBiomes *chunk : chunks) {
    BiomeId last = 0;
    bool first = true;
    for (BiomeId id : chunk->ids) // mostly runs: columns of one biome
      if (first || id != last) {
        result[id] = true;
        last = id;
        first = false;
      }
  }
  return result;
}

} // namespace terrane::rt
