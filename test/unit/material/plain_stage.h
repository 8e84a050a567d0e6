//===- plain_stage.h - The material step written plainly, for comparison (spec 40) -===//
//
// Another form of the same text: blocks in a map of columns, every height searched for, every count
// of the walk from its closed form, extensions in the words of the specification.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_TEST_UNIT_MATERIAL_PLAIN_STAGE_H
#define TERRANE_TEST_UNIT_MATERIAL_PLAIN_STAGE_H

#include "runtime/material/temperature.h"
#include "support.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace terrane::test {

/// What a rule is told about a block: x, y, z, above, below, water, gradients, surface depth.
using Seen = std::tuple<int, int, int, int, int, int, int, int, int>;

/// A rule as a pure function; `minLevel` is asked for at most once.
using PlainRule = std::function<int(const Seen &, const std::function<int()> &minLevel)>;

struct PlainStage {
  PlainStage(rt::i64 seed, const TestSettings &settings)
      : settings(settings.terrain), world(seed, settings.terrain.legacyRandomSource != 0) {
    for (int i = 0; i < rt::numSystemNoises; ++i)
      noises.push_back(*makeNoiseFor(world, settings.ids[i], settings.parameters[i], false));
  }

  // The chunk; all air.
  void begin(int chunkX, int chunkZ) {
    cx = chunkX;
    cz = chunkZ;
    for (auto &row : blocks)
      for (auto &column : row)
        column.assign(testLevel.height, Air);
    marks.assign(testLevel.height / 16, {});
    seen.clear();
    hasLevels = false;
    pillars = iceBlocks = 0;
  }
  static bool inside(int y) { return y >= testLevel.minY && y < testLevel.minY + testLevel.height; }
  int get(int lx, int y, int lz) const {
    return inside(y) ? blocks[lx][lz][y - testLevel.minY] : int(VoidAir);
  }
  void put(int lx, int y, int lz, int state) {
    if (!inside(y))
      return;
    blocks[lx][lz][y - testLevel.minY] = rt::StateId(state);
    if (palette[state].flags & rt::StateFluid)
      marks[(y - testLevel.minY) / 16].push_back(
          rt::u16(lx + 16 * ((y - testLevel.minY) % 16) + 256 * lz));
  }
  int height(int lx, int lz, rt::u8 flag) const { // flag StateAir: the surface; else the floor
    for (int y = testLevel.minY + testLevel.height; y > testLevel.minY; --y) {
      bool has = palette[get(lx, y - 1, lz)].flags & flag;
      if (flag == rt::StateAir ? !has : has)
        return y;
    }
    return testLevel.minY;
  }
  int surfaceOf(int lx, int lz) const { return height(lx, lz, rt::StateAir); }

  float noiseAt(rt::SystemNoise which, double x, double z) const {
    return stackGet(noises[int(which)].view(), x, 0.0, z);
  }

  void run(const rt::BiomeTable &table, const rt::BiomeLookup &biomes, FakeSampler &sampler,
           unsigned levelEntry, const PlainRule &rule) {
    for (int i = 0; i < 256; ++i)
      runColumn(i / 16, i % 16, table, biomes, sampler, levelEntry, rule);
  }

  void runColumn(int lx, int lz, const rt::BiomeTable &table, const rt::BiomeLookup &biomes,
                 FakeSampler &sampler, unsigned levelEntry, const PlainRule &rule) {
    int X = cx * 16 + lx, Z = cz * 16 + lz;
    int H0 = surfaceOf(lx, lz);
    const rt::Biome &biome = table.biomes[biomes.atBlock(X, H0, Z)];
    if (biome.id == "minecraft:eroded_badlands")
      badlands(lx, lz, H0);
    int H1 = surfaceOf(lx, lz);
    int gx = surfaceOf(lx == 15 ? 15 : lx + 1, lz) - surfaceOf(lx == 0 ? 0 : lx - 1, lz);
    int gz = surfaceOf(lx, lz == 15 ? 15 : lz + 1) - surfaceOf(lx, lz == 0 ? 0 : lz - 1);
    double n = noiseAt(rt::SystemNoise::Surface, X, Z);
    double depthValue = n * 2.75 + 3.0 + world.at(X, 0, Z).nextDouble() * 0.25;
    int depth = int(depthValue);
    auto minLevel = [&] {
      if (!hasLevels) {
        levels.assign(256, 0);
        sampler.volume(levelEntry, levels.data(), {16, 1, 16, cx * 16, 0, cz * 16});
        hasLevels = true;
      }
      return int(std::floor(levels[lx + 16 * lz])) + depth - 8;
    };

    std::vector<rt::StateId> before = blocks[lx][lz];
    auto flags = [&](int y) {
      return inside(y) ? palette[before[y - testLevel.minY]].flags : rt::u8(rt::StateAir);
    };
    auto solid = [&](int y) { return !(flags(y) & (rt::StateAir | rt::StateFluid)); };
    for (int y = H1; y >= testLevel.minY; --y) {
      if (!solid(y))
        continue;
      int above = 0, below = 0, water = rt::noWater;
      for (int k = y; !(flags(k) & rt::StateAir); ++k) {
        above += solid(k);
        if (!solid(k))
          water = k + 1; // the last one found is the topmost
      }
      while (solid(y - below))
        ++below;
      Seen now{X, y, Z, above, below, water, gx, gz, depth};
      seen.push_back(now);
      int state = rule(now, minLevel);
      if (state >= 0)
        put(lx, y, lz, state);
    }
    if (biome.id == "minecraft:frozen_ocean" || biome.id == "minecraft:deep_frozen_ocean")
      iceberg(lx, lz, H0, minLevel(), biome);
  }

  void badlands(int lx, int lz, int H0) {
    int X = cx * 16 + lx, Z = cz * 16 + lz;
    double a = std::fabs(double(noiseAt(rt::SystemNoise::BadlandsSurface, X, Z)) * 8.25);
    float product = noiseAt(rt::SystemNoise::BadlandsPillar, X * 0.2, Z * 0.2) * 15.0f;
    double buffer = std::fmin(a, double(product));
    if (buffer <= 0)
      return;
    double floor =
        std::fabs(double(noiseAt(rt::SystemNoise::BadlandsPillarRoof, X * 0.75, Z * 0.75)) * 1.5);
    int startY =
        int(std::floor(64.0 + std::fmin(buffer * buffer * 2.5, std::ceil(floor * 50.0) + 24.0)));
    if (H0 > startY)
      return;
    for (int y = startY; y >= testLevel.minY; --y) {
      const rt::BlockState &state = palette[get(lx, y, lz)];
      if (state.block == palette[settings.named.defaultBlock].block)
        break;
      if (state.block == palette[Water].block)
        return;
    }
    for (int y = startY; y >= testLevel.minY && (palette[get(lx, y, lz)].flags & rt::StateAir);
         --y) {
      put(lx, y, lz, settings.named.defaultBlock);
      ++pillars;
    }
  }

  void iceberg(int lx, int lz, int H0, int minSurfaceLevel, const rt::Biome &biome) {
    int X = cx * 16 + lx, Z = cz * 16 + lz, S = settings.seaLevel;
    double a = std::fabs(double(noiseAt(rt::SystemNoise::IcebergSurface, X, Z)) * 8.25);
    float product = noiseAt(rt::SystemNoise::IcebergPillar, X * 1.28, Z * 1.28) * 15.0f;
    double ice = std::fmin(a, double(product));
    if (ice <= 1.8)
      return;
    double roof =
        std::fabs(double(noiseAt(rt::SystemNoise::IcebergPillarRoof, X * 1.17, Z * 1.17)) * 1.5);
    double top = std::fmin(ice * ice * 1.2, std::ceil(roof * 40.0) + 14.0);
    if (temperature.at(biome, X, S, Z, S) > 0.1f)
      top -= 2.0;
    if (top <= 2.0)
      return;
    double bottom = S - top - 7.0;
    top += S;
    int T = int(std::trunc(top)), B = int(std::trunc(bottom));
    rt::Random g = world.at(X, 0, Z);
    int maxSnow = 2 + g.nextInt(4);
    int minSnowY = S + 18 + g.nextInt(10);
    int snow = 0;
    for (int y = std::max(H0, T + 1); y >= minSurfaceLevel; --y) {
      const rt::BlockState &b = palette[get(lx, y, lz)];
      bool candidate = false;
      if (b.flags & rt::StateAir) {
        if (y < T)
          candidate = g.nextDouble() > 0.01;
      } else if (b.block == palette[Water].block) {
        if (y > B && y < S)
          candidate = g.nextDouble() > 0.15;
      }
      if (!candidate)
        continue;
      if (snow <= maxSnow && y > minSnowY) {
        ++snow;
        put(lx, y, lz, settings.named.snowBlock);
      } else {
        put(lx, y, lz, settings.named.packedIce);
      }
      ++iceBlocks;
    }
  }

  const rt::TerrainSettings &settings;
  rt::WorldRandom world;
  std::vector<rt::Noise> noises; ///< by SystemNoise
  rt::TemperatureNoise temperature;

  int cx = 0, cz = 0;
  std::vector<rt::StateId> blocks[16][16]; ///< by x, z, y - minY
  std::vector<std::vector<rt::u16>> marks;
  std::vector<Seen> seen;
  std::vector<float> levels;
  bool hasLevels = false;
  int pillars = 0, iceBlocks = 0; ///< what the extensions placed, for the tests to know
};

} // namespace terrane::test

#endif // TERRANE_TEST_UNIT_MATERIAL_PLAIN_STAGE_H
