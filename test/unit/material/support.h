//===- support.h - A small world for tests of the material step -----------===//

#ifndef TERRANE_TEST_UNIT_MATERIAL_SUPPORT_H
#define TERRANE_TEST_UNIT_MATERIAL_SUPPORT_H

#include "runtime/biome/zoom.h"
#include "runtime/chunk/generator.h"
#include "runtime/chunk/terrain.h"
#include "runtime/kernel/abi.h"
#include "runtime/material/rule.h"
#include "runtime/material/walk.h"
#include "runtime/noise/noise.h"

#include <array>
#include <functional>
#include <string>
#include <vector>

namespace terrane::test {

/// The palette of the tests, in this order.
enum State : rt::StateId {
  Air,
  CaveAir,
  Stone,
  OtherStone, ///< another state of the same block
  Water,
  FlowingWater,
  Lava,
  WetStairs, ///< blocks motion and holds water, but is not the block water
  PowderSnow,
  Terracotta, ///< seven states
  Snow = Terracotta + 7,
  PackedIce,
  VoidAir,
  NumStates
};

inline const rt::BlockState palette[NumStates] = {
    {"minecraft:air", 0, rt::StateAir},
    {"minecraft:cave_air", 1, rt::StateAir},
    {"minecraft:stone", 2, rt::StateMotion},
    {"minecraft:stone[other=true]", 2, rt::StateMotion},
    {"minecraft:water[level=0]", 3, rt::StateFluid | rt::StateWater},
    {"minecraft:water[level=3]", 3, rt::StateFluid | rt::StateWater},
    {"minecraft:lava[level=0]", 4, rt::StateFluid | rt::StateLava},
    {"minecraft:stairs[waterlogged=true]", 5, rt::StateFluid | rt::StateMotion},
    {"minecraft:powder_snow", 6, 0},
    {"minecraft:terracotta", 7, rt::StateMotion},
    {"minecraft:orange_terracotta", 8, rt::StateMotion},
    {"minecraft:yellow_terracotta", 9, rt::StateMotion},
    {"minecraft:brown_terracotta", 10, rt::StateMotion},
    {"minecraft:red_terracotta", 11, rt::StateMotion},
    {"minecraft:white_terracotta", 12, rt::StateMotion},
    {"minecraft:light_gray_terracotta", 13, rt::StateMotion},
    {"minecraft:snow_block", 14, rt::StateMotion},
    {"minecraft:packed_ice", 15, rt::StateMotion},
    {"minecraft:void_air", 16, rt::StateAir},
};

/// Settings over the palette, whose noises have these parameters.
struct TestSettings {
  explicit TestSettings(std::array<rt::NoiseParameters, rt::numSystemNoises> given = defaults())
      : parameters(std::move(given)) {
    for (rt::i32 i = 0; i < rt::numSystemNoises; ++i) {
      const rt::NoiseParameters &p = parameters[i];
      rt::KernelNoise &noise = noises[i];
      ids[i] = std::string("minecraft:") + rt::systemNoiseNames[i];
      noise.id = ids[i].c_str();
      noise.baseOctave = p.baseOctave;
      noise.octaveCount = p.octaveCount;
      noise.baseAmplitude = p.baseAmplitude;
      noise.normalize = static_cast<rt::i32>(p.normalize);
      noise.numModifiers = static_cast<rt::i32>(p.amplitudeModifiers.size());
      noise.modifiers = p.amplitudeModifiers.data();
    }
    terrain.minY = -32;
    terrain.height = 128;
    terrain.seaLevel = 40;
    terrain.legacyRandomSource = 0;
    terrain.aquifers = 0;
    terrain.named = {Stone, Water, Water, Lava, Snow, PackedIce, {}};
    for (int i = 0; i < 7; ++i)
      terrain.named.terracotta[i] = static_cast<rt::StateId>(Terracotta + i);
    terrain.numStates = NumStates;
    terrain.states = palette;
    terrain.systemNoises = noises;
  }
  TestSettings(const TestSettings &) = delete;
  TestSettings &operator=(const TestSettings &) = delete;

  /// Noises made up for the tests, lively enough for pillars and icebergs in every chunk.
  static std::array<rt::NoiseParameters, rt::numSystemNoises> defaults() {
    std::array<rt::NoiseParameters, rt::numSystemNoises> all;
    for (int i = 0; i < rt::numSystemNoises; ++i) {
      all[i].baseOctave = -5 + i % 3;
      all[i].octaveCount = 1 + i % 4;
      all[i].baseAmplitude = 1.0 + 0.03 * i;
    }
    return all;
  }

  std::array<rt::NoiseParameters, rt::numSystemNoises> parameters;
  std::string ids[rt::numSystemNoises];
  rt::KernelNoise noises[rt::numSystemNoises]{};
  rt::TerrainSettings terrain{};
};

/// A level one section higher than what the settings fill, on both sides.
constexpr rt::Level testLevel = {-48, 160};

/// Bits from numbers; splitmix64.
inline rt::u64 mixed(rt::u64 seed, std::initializer_list<rt::i32> values) {
  rt::u64 h = seed;
  for (rt::i32 v : values) {
    h += 0x9E3779B97F4A7C15ull + rt::u64(rt::i64(v));
    h = (h ^ (h >> 30)) * 0xBF58476D1CE4E5B9ull;
    h = (h ^ (h >> 27)) * 0x94D049BB133111EBull;
    h ^= h >> 31;
  }
  return h;
}

/// A sampler context that answers with made-up values and remembers what it was asked.
class FakeSampler : public SamplerContext {
public:
  struct Call {
    unsigned entry;
    bool volumePath;
    rt::Volume volume; ///< of a point call: its position as minimum
  };

  /// In [lo, lo + 64), at a block, differently on the two paths.
  static float valueAt(unsigned entry, bool volumePath, int x, int y, int z, float lo) {
    return lo + float(mixed(7 + entry * 2 + volumePath, {x, y, z}) >> 44) * 0x1p-14f;
  }

  void volume(unsigned entry, float *out, const rt::Volume &v) override {
    calls.push_back({entry, true, v});
    for (rt::i32 k = 0; k < v.sz; ++k)
      for (rt::i32 i = 0; i < v.sx; ++i)
        for (rt::i32 j = 0; j < v.sy; ++j)
          *out++ = valueAt(entry, true, v.blockX(i), v.blockY(j), v.blockZ(k), lowest);
  }
  float point(unsigned entry, int x, int y, int z) override {
    calls.push_back({entry, false, {1, 1, 1, x, y, z}});
    return valueAt(entry, false, x, y, z, lowest);
  }
  void reset(ContextFields) override { calls.clear(); }

  float lowest = -10;
  std::vector<Call> calls;
};

/// A rule that is a function.
class FunctionRule : public rt::MaterialRule {
public:
  using Function = std::function<rt::i32(rt::MaterialContext &)>;

  explicit FunctionRule(Function function, std::vector<rt::Vein> veins = {})
      : function(std::move(function)), allVeins(std::move(veins)) {}

  const std::vector<rt::Vein> &veins() const override { return allVeins; }
  void walk(rt::MaterialContext &context, const std::vector<bool> *present) const override {
    lastPresent = present ? *present : std::vector<bool>();
    rt::walkColumns(context, function);
  }
  rt::i32 apply(rt::MaterialContext &context, const std::vector<bool> *present) const override {
    lastPresent = present ? *present : std::vector<bool>();
    return function(context);
  }

  mutable std::vector<bool> lastPresent;

private:
  Function function;
  std::vector<rt::Vein> allVeins;
};

/// Biomes of the 3 x 3 chunks around one, the same in all quarts or mixed.
struct TestBiomes {
  static rt::BiomeTable table() {
    return {{{"minecraft:plains", 0.8f, false},
             {"minecraft:eroded_badlands", 2.0f, false},
             {"minecraft:frozen_ocean", 0.0f, true},
             {"minecraft:deep_frozen_ocean", 0.5f, true},
             {"minecraft:grove", -0.2f, false}}};
  }
  /// `biome` below 0: mixed by `seed`.
  TestBiomes(rt::i32 chunkX, rt::i32 chunkZ, rt::i32 biome, rt::u64 seed = 0) {
    for (int i = 0; i < 9; ++i) {
      rt::ChunkBiomes &c = chunks[i];
      c.chunkX = chunkX + i % 3 - 1;
      c.chunkZ = chunkZ + i / 3 - 1;
      c.minQuartY = testLevel.minY >> 2;
      c.quartHeight = testLevel.height >> 2;
      c.ids.resize(16 * c.quartHeight);
      for (std::size_t k = 0; k < c.ids.size(); ++k)
        c.ids[k] = rt::BiomeId(biome >= 0 ? biome : mixed(seed, {i, rt::i32(k)}) % 5);
    }
  }
  rt::BiomeLookup lookup() const {
    std::array<const rt::ChunkBiomes *, 9> pointers{};
    for (int i = 0; i < 9; ++i)
      pointers[i] = &chunks[i];
    return {987654321, pointers};
  }

  rt::ChunkBiomes chunks[9];
};

} // namespace terrane::test

#endif // TERRANE_TEST_UNIT_MATERIAL_SUPPORT_H
