//===- fakes.h - Settings, a sampler context and densities made up for tests -===//

#ifndef TERRANE_TEST_UNIT_TERRAIN_FAKES_H
#define TERRANE_TEST_UNIT_TERRAIN_FAKES_H

#include "runtime/aquifer/aquifer.h"
#include "runtime/math/java.h"

#include <array>
#include <functional>
#include <limits>
#include <vector>

namespace terrane::test {

using namespace terrane::rt;

/// Some states; several have the same flags, or none of the usual ones.
enum State : StateId {
  Air,
  Stone,
  Water,
  Lava,
  CaveAir,
  FlowingWater,
  FlowingLava,
  PowderSnow,
  NumStates
};
inline const BlockState palette[NumStates] = {
    {"minecraft:air", 0, StateAir},
    {"minecraft:stone", 1, StateMotion},
    {"minecraft:water[level=0]", 2, StateFluid | StateWater},
    {"minecraft:lava[level=0]", 3, StateFluid | StateLava},
    {"minecraft:cave_air", 4, StateAir},
    {"minecraft:water[level=3]", 2, StateFluid | StateWater},
    {"minecraft:lava[level=3]", 3, StateFluid | StateLava},
    {"minecraft:powder_snow", 5, 0},
};

inline TerrainSettings makeSettings(i32 minY = -64, i32 height = 384, i32 seaLevel = 63,
                                    State fluid = Water, State block = Stone) {
  TerrainSettings settings{};
  settings.minY = minY;
  settings.height = height;
  settings.seaLevel = seaLevel;
  settings.aquifers = 1;
  settings.named.defaultBlock = block;
  settings.named.defaultFluid = fluid;
  settings.named.water = Water;
  settings.named.lava = Lava;
  settings.numStates = NumStates;
  settings.states = palette;
  return settings;
}

inline Volume blocks(i32 x, i32 y, i32 z, i32 sx, i32 sy, i32 sz) {
  Volume volume;
  volume.sx = sx, volume.sy = sy, volume.sz = sz;
  volume.mx = x, volume.my = y, volume.mz = z;
  return volume;
}

/// 64 bits from anything.
inline u64 hashOf(std::initializer_list<i64> parts) {
  u64 h = 0x9E3779B97F4A7C15ull;
  for (i64 part : parts) {
    h = (h ^ u64(part)) * 0xBF58476D1CE4E5B9ull;
    h ^= h >> 29;
  }
  return (h * 0x94D049BB133111EBull) ^ (h >> 31);
}

/// In [lo, hi), or rarely (one in `oddity`, never for 0) one of the values that break things.
inline f32 valueOf(u64 hash, f32 lo, f32 hi, u32 oddity = 0) {
  if (oddity && (hash >> 40) % oddity == 0) {
    const f32 inf = std::numeric_limits<f32>::infinity();
    const f32 odd[] = {
        inf,  -inf, std::numeric_limits<f32>::quiet_NaN(), 0.3f, -0.0f, 3e9f, -3e9f, 2147483520.0f,
        2.0f, -2.0f};
    return odd[(hash >> 20) % 10];
  }
  return lo + (hi - lo) * (f32(hash & 0xFFFFF) / 1048576.0f);
}

constexpr AquiferEntries fakeEntries = {0, 1, 2, 3, 4, 5};
constexpr unsigned fakeDensity = 6;
constexpr unsigned numFakeEntries = 7;

/// Answers by functions, and keeps a record of what it was asked, in order.
class FakeContext final : public SamplerContext {
public:
  struct Call {
    bool isVolume;
    unsigned entry;
    i32 x, y, z;
    Volume shape; ///< of a volume
    bool operator==(const Call &o) const {
      return isVolume == o.isVolume && entry == o.entry && x == o.x && y == o.y && z == o.z &&
             shape == o.shape;
    }
  };
  using Function = std::function<f32(i32 x, i32 y, i32 z)>;
  std::array<Function, numFakeEntries> functions;
  std::vector<Call> calls;
  i32 resets = 0;

  void volume(unsigned entry, float *out, const Volume &v) override {
    calls.push_back({true, entry, 0, 0, 0, v});
    for (i32 k = 0; k < v.sz; ++k)
      for (i32 i = 0; i < v.sx; ++i)
        for (i32 j = 0; j < v.sy; ++j)
          out[v.index(i, j, k)] = functions.at(entry)(v.blockX(i), v.blockY(j), v.blockZ(k));
  }
  float point(unsigned entry, int x, int y, int z) override {
    calls.push_back({false, entry, x, y, z, Volume()});
    return functions.at(entry)(x, y, z);
  }
  void reset(ContextFields) override { ++resets; }

  i32 count(unsigned entry) const {
    i32 n = 0;
    for (const Call &call : calls)
      n += !call.isVolume && call.entry == entry;
    return n;
  }
};

/// All functions constant; the surface at `surface`.
inline FakeContext constantContext(f32 surface) {
  FakeContext context;
  for (FakeContext::Function &f : context.functions)
    f = [](i32, i32, i32) { return 0.0f; };
  context.functions[fakeEntries.surfaceLevel] = [=](i32, i32, i32) { return surface; };
  return context;
}

/// Noise in the ranges of real settings; `oddity` as of valueOf.
inline FakeContext noiseContext(i64 seed, u32 oddity, f32 surfaceLow, f32 surfaceHigh) {
  FakeContext context;
  for (unsigned entry = 0; entry < numFakeEntries; ++entry)
    context.functions[entry] = [=](i32 x, i32 y, i32 z) {
      return valueOf(hashOf({seed, entry, x, y, z}), -1.2f, 1.2f, oddity);
    };
  context.functions[fakeEntries.exclusion] = [=](i32 x, i32 y, i32 z) {
    return valueOf(hashOf({seed, 4, x, y, z}), -1.0f, 0.3f, oddity);
  };
  context.functions[fakeEntries.surfaceLevel] = [=](i32 x, i32 y, i32 z) {
    return valueOf(hashOf({seed, 5, x >> 4, y, z >> 4}), surfaceLow, surfaceHigh,
                   oddity ? 20 * oddity : 0);
  };
  return context;
}

} // namespace terrane::test

#endif // TERRANE_TEST_UNIT_TERRAIN_FAKES_H
