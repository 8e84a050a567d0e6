//===- blender.cpp - Blending with chunks of older versions (spec 30, 9) --===//

#include "runtime/chunk/blender.h"

#include "runtime/math/float_mode.h"
#include "runtime/math/java.h"
#include "runtime/noise/noise.h"
#include <cmath>
#include <limits>

namespace terrane::rt {

namespace blending {

i64 packChunk(i32 chunkX, i32 chunkZ) {
  return i64(u64(u32(chunkX)) | u64(u32(chunkZ)) << 32);
}

namespace {
u32 slotOf(i64 key, u32 mask) {
  u64 h = u64(key) * 0x9E3779B97F4A7C15ull;
  h ^= h >> 32;
  return u32(h ^ h >> 16) & mask;
}

/// Open addressing with probing upwards; -1 is a free slot.
void place(std::vector<i32> &slots, const std::vector<i64> &keys, i32 index) {
  u32 mask = u32(slots.size()) - 1;
  u32 slot = slotOf(keys[index], mask);
  while (slots[slot] >= 0)
    slot = (slot + 1) & mask;
  slots[slot] = index;
}
} // namespace

std::vector<i32> visitingOrder(const std::vector<i64> &keys) {
  std::vector<i32> slots(32, -1);
  i32 zeroKey = -1; // key 0 has a place of its own, but counts for the size
  for (std::size_t n = 0; n < keys.size(); ++n) {
    if (keys[n] == 0)
      zeroKey = i32(n);
    else
      place(slots, keys, i32(n));
    if ((n + 1) * 4 > slots.size() * 3) {
      std::vector<i32> old = std::move(slots);
      slots.assign(old.size() * 2, -1);
      for (auto slot = old.rbegin(); slot != old.rend(); ++slot)
        if (*slot >= 0)
          place(slots, keys, *slot);
    }
  }
  std::vector<i32> order;
  if (zeroKey >= 0)
    order.push_back(zeroKey);
  for (auto slot = slots.rbegin(); slot != slots.rend(); ++slot)
    if (*slot >= 0)
      order.push_back(*slot);
  return order;
}

f64 heightToOffset(f64 height) {
  f64 t = height + 0.5;
  f64 m = std::fmod(std::fmod(t, 8.0) + 8.0, 8.0);
  f64 numerator = (32.0 * (t - 128.0) - (3.0 * (t - 120.0)) * m) + (3.0 * m) * m;
  return numerator / (128.0 * (32.0 - 3.0 * m));
}

std::vector<std::size_t> inReach(i32 chunkX, i32 chunkZ, const std::vector<OldChunk> &chunks) {
  std::vector<std::size_t> result;
  if (chunks.empty())
    return result;
  std::unordered_map<u64, std::size_t> where;
  for (std::size_t i = 0; i < chunks.size(); ++i)
    where.emplace(u64(packChunk(chunks[i].chunkX, chunks[i].chunkZ)), i);
  constexpr i32 reach = 7;
  for (i32 dx = -reach; dx <= reach; ++dx)
    for (i32 dz = -reach; dz <= reach; ++dz) {
      if (dx * dx + dz * dz > 64) // exact: |dx|, |dz| <= reach
        continue;
      auto found = where.find(u64(packChunk(wrapAdd(chunkX, dx), wrapAdd(chunkZ, dz))));
      if (found != where.end())
        result.push_back(found->second);
    }
  return result;
}

namespace {
/// The parameters older versions write as first octave -3 and amplitudes 1, 1, 1, 0; the base
/// amplitude follows from them (spec 20, 11).
Noise makeOffsetNoise() {
  FloatMode mode;
  NoiseParameters parameters;
  parameters.baseOctave = -3;
  parameters.octaveCount = 4;
  parameters.baseAmplitude = 0.9381732587751005;
  parameters.amplitudeModifiers = {1.0, 1.0, 1.0, 0.0};
  return makeNoise(Xoroshiro(42), parameters);
}
} // namespace

f32 offsetNoise(f64 x, f64 y, f64 z) {
  static const Noise noise = makeOffsetNoise();
  return stackGet(noise.view(), x, y, z);
}

} // namespace blending

namespace {

constexpr f64 heightReach = 27.0;
constexpr f64 densityReach = 2.0;

/// A mean weighted by the inverse fourth power of the distance, and the least distance.
struct WeightedMean {
  f64 sum = 0, weights = 0, nearest = std::numeric_limits<f64>::infinity();

  /// The distance is rounded to f32 before it is compared and used.
  void add(f32 lengthSquared, f64 value, f64 reach) {
    f64 d = f64(sqrtF(lengthSquared));
    if (d > reach)
      return;
    f64 w = 1.0 / (((d * d) * d) * d);
    sum += value * w;
    weights += w;
    if (d < nearest)
      nearest = d;
  }
  bool none() const { return nearest == std::numeric_limits<f64>::infinity(); }
  f64 mean() const { return sum / weights; }
};

std::optional<f32> heightAt(const OldChunk &chunk, i32 qx, i32 qz) {
  std::optional<i32> column = BorderColumn::indexOf(qx, qz);
  if (!column || chunk.heights[*column] == OldChunk::noHeight)
    return std::nullopt;
  return chunk.heights[*column];
}

i32 columnBase(const OldChunk &chunk) {
  return 2 * chunk.minSection + 1;
}

std::optional<f32> densityAt(const OldChunk &chunk, i32 qx, i32 cellY, i32 qz) {
  if (cellY == 2 * chunk.minSection)
    return 0.1f;
  std::optional<i32> column = BorderColumn::indexOf(qx, qz);
  if (!column)
    return std::nullopt;
  const std::vector<f32> &values = chunk.densities[*column];
  i32 i = wrapSub(cellY, columnBase(chunk));
  if (i < 0 || i >= i32(values.size()))
    return std::nullopt;
  return values[i] * 0.1f;
}

} // namespace

BorderColumn BorderColumn::at(i32 index) {
  if (index < 7)
    return {imax(0, 3 - index), imax(0, index - 3)};
  i32 j = index - 7;
  return {4 - imax(0, 4 - j), 4 - imax(0, j - 4)};
}

std::optional<i32> BorderColumn::indexOf(i32 qx, i32 qz) {
  if (qx == 4 || qz == 4)
    return 7 + qx + 4 - qz;
  if (qx == 0 || qz == 0)
    return 3 - qx + qz;
  return std::nullopt;
}

Blender Blender::forChunk(i32 chunkX, i32 chunkZ, std::vector<OldChunk> supplied) {
  Blender blender;
  std::vector<i64> heightKeys, densityKeys;
  std::vector<i32> nearIndices;
  for (std::size_t i : blending::inReach(chunkX, chunkZ, supplied)) {
    OldChunk &chunk = supplied[i];
    i32 dx = wrapSub(chunk.chunkX, chunkX), dz = wrapSub(chunk.chunkZ, chunkZ);
    i64 key = blending::packChunk(chunk.chunkX, chunk.chunkZ);
    i32 index = i32(blender.chunks.size());
    blender.byPosition[u64(key)] = index;
    blender.chunks.push_back(std::move(chunk));
    heightKeys.push_back(key);
    if (dx >= -1 && dx <= 1 && dz >= -1 && dz <= 1) {
      densityKeys.push_back(key);
      nearIndices.push_back(index);
    }
  }
  if (blender.empty())
    return blender;

  blender.heightOrder = blending::visitingOrder(heightKeys);
  for (i32 n : blending::visitingOrder(densityKeys))
    blender.densityOrder.push_back(nearIndices[n]);

  blender.tableX = wrapMul(chunkX, 4);
  blender.tableZ = wrapMul(chunkZ, 4);
  for (i32 z = 0; z < tableSize; ++z)
    for (i32 x = 0; x < tableSize; ++x)
      blender.table[z * tableSize + x] =
          blender.computeOutput(wrapAdd(blender.tableX, x), wrapAdd(blender.tableZ, z));
  return blender;
}

const OldChunk *Blender::find(i32 chunkX, i32 chunkZ) const {
  auto found = byPosition.find(u64(blending::packChunk(chunkX, chunkZ)));
  return found == byPosition.end() ? nullptr : &chunks[found->second];
}

/// A column on the border of chunks may be known from the chunk itself or from those before it, in
/// this order: itself, diagonally, in x, in z. `get(chunk, local quart x, local quart z)`.
template <class Get> std::optional<f32> Blender::direct(i32 quartX, i32 quartZ, Get get) const {
  i32 cx = quartX >> 2, cz = quartZ >> 2;
  auto ask = [&](i32 x, i32 z) -> std::optional<f32> {
    const OldChunk *chunk = find(x, z);
    if (!chunk)
      return std::nullopt;
    return get(*chunk, wrapSub(quartX, wrapMul(x, 4)), wrapSub(quartZ, wrapMul(z, 4)));
  };
  bool edgeX = (quartX & 3) == 0, edgeZ = (quartZ & 3) == 0;
  std::optional<f32> result = ask(cx, cz);
  if (!result && edgeX && edgeZ)
    result = ask(cx - 1, cz - 1);
  if (!result && edgeX)
    result = ask(cx - 1, cz);
  if (!result && edgeZ)
    result = ask(cx, cz - 1);
  return result;
}

Blender::Output Blender::output(i32 quartX, i32 quartZ) const {
  if (empty())
    return {1.0f, 0.0f};
  i32 x = wrapSub(quartX, tableX), z = wrapSub(quartZ, tableZ);
  if (x >= 0 && x < tableSize && z >= 0 && z < tableSize)
    return table[z * tableSize + x];
  return computeOutput(quartX, quartZ);
}

Blender::Output Blender::computeOutput(i32 quartX, i32 quartZ) const {
  if (auto height = direct(quartX, quartZ, heightAt))
    return {0.0f, f32(blending::heightToOffset(f64(*height)))};

  WeightedMean mean;
  for (i32 n : heightOrder) {
    const OldChunk &chunk = chunks[n];
    for (i32 i = 0; i < 16; ++i) {
      if (chunk.heights[i] == OldChunk::noHeight)
        continue;
      BorderColumn column = BorderColumn::at(i);
      f32 dx = f32(wrapSub(quartX, wrapAdd(wrapMul(chunk.chunkX, 4), column.qx)));
      f32 dz = f32(wrapSub(quartZ, wrapAdd(wrapMul(chunk.chunkZ, 4), column.qz)));
      mean.add(dx * dx + dz * dz, f64(chunk.heights[i]), heightReach);
    }
  }
  if (mean.none())
    return {1.0f, 0.0f};
  f64 a = clampf(mean.nearest / 28.0, 0.0, 1.0);
  a = (3.0 * a) * a - ((2.0 * a) * a) * a;
  return {f32(a), f32(blending::heightToOffset(mean.mean()))};
}

f32 Blender::blendDensity(i32 blockX, i32 blockY, i32 blockZ, f32 density) const {
  if (empty())
    return density;
  i32 quartX = blockX >> 2, quartZ = blockZ >> 2;
  i32 cellY = blockY / 8; // towards zero, unlike every other cell
  auto at = [&](const OldChunk &chunk, i32 qx, i32 qz) { return densityAt(chunk, qx, cellY, qz); };
  if (auto known = direct(quartX, quartZ, at))
    return *known;

  WeightedMean mean;
  for (i32 n : densityOrder) {
    const OldChunk &chunk = chunks[n];
    i32 base = columnBase(chunk);
    for (i32 i = 0; i < 16; ++i) {
      const std::vector<f32> &values = chunk.densities[i];
      BorderColumn column = BorderColumn::at(i);
      f32 dx = f32(wrapSub(quartX, wrapAdd(wrapMul(chunk.chunkX, 4), column.qx)));
      f32 dz = f32(wrapSub(quartZ, wrapAdd(wrapMul(chunk.chunkZ, 4), column.qz)));
      i32 last = imin(i32(values.size()), cellY + 1 - base);
      for (i32 v = imax(0, cellY - 1 - base); v < last; ++v) {
        f32 dy = f32(2 * (cellY - (base + v)));
        mean.add((dx * dx + dy * dy) + dz * dz, f64(values[v] * 0.1f), densityReach);
      }
    }
  }
  if (mean.none())
    return density;
  f64 a = clampf(mean.nearest / 3.0, 0.0, 1.0);
  f64 average = mean.mean();
  return f32(average + a * (f64(density) - average));
}

} // namespace terrane::rt
