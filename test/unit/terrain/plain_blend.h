//===- plain_blend.h - Blending of biomes and carvers, word by word -------===//
//
// Spec 30, 9.4 with the columns and the order of 9 and 9.3, and spec 60, 8. Shares the noise types
// with the runtime and nothing else.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_TEST_UNIT_TERRAIN_PLAIN_BLEND_H
#define TERRANE_TEST_UNIT_TERRAIN_PLAIN_BLEND_H

#include "runtime/chunk/blender.h"
#include "runtime/noise/noise.h"

#include <cmath>
#include <cstdlib>
#include <limits>

namespace terrane::test {

/// Of which nothing but its extent is known.
inline rt::OldChunk bareOldChunk(int x, int z, int minSection = 0, int numSections = 2) {
  rt::OldChunk chunk;
  chunk.chunkX = x;
  chunk.chunkZ = z;
  chunk.minSection = minSection;
  chunk.numSections = numSections;
  return chunk;
}

/// The built-in definition, from that of older versions (spec 20, 11).
inline rt::NoiseParameters plainOffsetParameters() {
  rt::NoiseParameters p;
  p.baseOctave = -3;
  p.octaveCount = 4;
  p.amplitudeModifiers = {1, 1, 1, 0};
  double q = ((1.0 * 0.5) * 0.3333333333333333) / (0.1 * (1.0 + 1.0 / double(2 + 1)));
  p.baseAmplitude = q / rt::deriveNoiseNumbers(p).normalizationFactor;
  return p;
}
inline float plainOffset(double x, double y, double z) {
  static const rt::Noise noise = rt::makeNoise(rt::Xoroshiro(42), plainOffsetParameters());
  return rt::stackGet(noise.view(), x, y, z);
}

/// The game's table of old chunks: null is a free slot.
class PlainTable {
public:
  void insert(const rt::OldChunk *chunk) {
    ++size;
    if (keyOf(chunk) == 0)
      zero = chunk;
    else
      put(chunk);
    if (double(size) <= 0.75 * double(slots.size()))
      return;
    std::vector<const rt::OldChunk *> old(slots.size() * 2);
    old.swap(slots);
    for (size_t i = old.size(); i-- > 0;)
      if (old[i])
        put(old[i]);
  }
  std::vector<const rt::OldChunk *> visited() const {
    std::vector<const rt::OldChunk *> order;
    if (zero)
      order.push_back(zero);
    for (size_t i = slots.size(); i-- > 0;)
      if (slots[i])
        order.push_back(slots[i]);
    return order;
  }

private:
  static uint64_t keyOf(const rt::OldChunk *c) {
    return uint64_t(uint32_t(c->chunkX)) + (uint64_t(uint32_t(c->chunkZ)) << 32);
  }
  void put(const rt::OldChunk *chunk) {
    uint64_t h = keyOf(chunk) * 0x9E3779B97F4A7C15u;
    h = h ^ (h >> 32);
    h = h ^ (h >> 16);
    size_t slot = size_t(h % slots.size());
    while (slots[slot])
      slot = (slot + 1) % slots.size();
    slots[slot] = chunk;
  }

  std::vector<const rt::OldChunk *> slots = std::vector<const rt::OldChunk *>(32);
  const rt::OldChunk *zero = nullptr;
  size_t size = 0;
};

/// The chunk at a place, the first of several.
inline const rt::OldChunk *plainFind(const std::vector<rt::OldChunk> &old, int x, int z) {
  for (const rt::OldChunk &chunk : old)
    if (chunk.chunkX == x && chunk.chunkZ == z)
      return &chunk;
  return nullptr;
}

struct PlainBiome {
  std::optional<rt::BiomeId> biome; ///< nothing: the normal one
  bool tied = false;                ///< two biomes at the least distance
};

/// For a quart of the chunk.
inline PlainBiome plainBlend(const std::vector<rt::OldChunk> &old, int chunkX, int chunkZ, int qx,
                             int qy, int qz) {
  PlainTable table;
  for (int dx = -7; dx <= 7; ++dx)
    for (int dz = -7; dz <= 7; ++dz)
      if (dx * dx + dz * dz <= 64)
        if (const rt::OldChunk *chunk = plainFind(old, chunkX + dx, chunkZ + dz))
          table.insert(chunk);
  PlainBiome result;
  float nearest = std::numeric_limits<float>::infinity();
  int best = -1;
  for (const rt::OldChunk *chunk : table.visited())
    for (int i = 0; i < 16; ++i) {
      int x, z, j = i - 7;
      if (i < 7)
        x = std::max(0, 3 - i), z = std::max(0, i - 3);
      else
        x = 4 - std::max(0, 4 - j), z = 4 - std::max(0, j - 4);
      int y = qy - 4 * chunk->minSection;
      if (y < 0 || y >= int(chunk->biomes[i].size()) ||
          chunk->biomes[i][y] == rt::OldChunk::noBiome)
        continue;
      float dx = float(qx - (4 * chunk->chunkX + x)), dz = float(qz - (4 * chunk->chunkZ + z));
      float d = float(std::sqrt(double(dx * dx + dz * dz)));
      if (d > 27)
        continue;
      if (d == nearest && best != chunk->biomes[i][y])
        result.tied = true;
      if (!(d < nearest))
        continue;
      nearest = d;
      best = chunk->biomes[i][y];
      result.tied = false;
    }
  if (best < 0)
    return {};
  float s = plainOffset(qx, 0, qz) * 12.0f;
  float a = (nearest + s) / 28.0f;
  a = a < 0 ? 0 : a > 1 ? 1 : a;
  if (!(a > 0.5f))
    result.biome = rt::BiomeId(best);
  return result;
}

/// From a position relative to the chunk's corner to the nearest old area.
inline double plainAreaDistance(const std::vector<rt::OldChunk> &old, int chunkX, int chunkZ,
                                double x, double y, double z) {
  double nearest = std::numeric_limits<double>::infinity();
  for (int i = -1; i <= 1; ++i)
    for (int k = -1; k <= 1; ++k) {
      const rt::OldChunk *chunk = plainFind(old, chunkX + i, chunkZ + k);
      if (!chunk || chunk->numSections <= 0)
        continue;
      double half = chunk->numSections * 8, middle = chunk->minSection * 16 + half;
      double dx = std::max(0.0, std::abs(x - 8 - 16 * i) - 8);
      double dy = std::max(0.0, std::abs(y - middle) - half);
      double dz = std::max(0.0, std::abs(z - 8 - 16 * k) - 8);
      nearest = std::min(nearest, std::sqrt(dx * dx + dy * dy + dz * dz));
    }
  return nearest;
}
inline bool plainMayCarve(const std::vector<rt::OldChunk> &old, int chunkX, int chunkZ, int x,
                          int y, int z) {
  double px = double(x) + 0.5 + double(plainOffset(x, y, z) * 4.0f);
  double py = double(y) + 0.5 + double(plainOffset(y, z, x) * 4.0f);
  double pz = double(z) + 0.5 + double(plainOffset(z, x, y) * 4.0f);
  return plainAreaDistance(old, chunkX, chunkZ, px, py, pz) < 4.0;
}

} // namespace terrane::test

#endif // TERRANE_TEST_UNIT_TERRAIN_PLAIN_BLEND_H
