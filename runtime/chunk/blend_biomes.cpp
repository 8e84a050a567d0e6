//===- blend_biomes.cpp - Biomes next to chunks of older versions ---------===//

#include "runtime/chunk/blend_biomes.h"

#include "runtime/math/java.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace terrane::rt {

namespace {

constexpr f32 reach = 27.0f; // quarts

/// Samples of the climate over a chunk's quarts (spec 50, 6).
class ClimateSamples {
public:
  ClimateSamples(const ClimateEntries &climate, SamplerContext &context, const ChunkBiomes &chunk) {
    Volume volume;
    volume.sx = volume.sz = 4;
    volume.sy = chunk.quartHeight;
    volume.mx = wrapMul(chunk.chunkX, 16), volume.mz = wrapMul(chunk.chunkZ, 16);
    volume.my = wrapMul(chunk.minQuartY, 4);
    volume.tx = volume.ty = volume.tz = 4;
    count = std::size_t(volume.count());
    samples.resize(numTargetDimensions * count);
    for (std::size_t d = 0; d < numTargetDimensions; ++d)
      context.volume(climate.entries[d], &samples[d * count], volume);
  }

  ClimateTarget at(std::size_t quart) const {
    ClimateTarget target;
    for (std::size_t d = 0; d < numTargetDimensions; ++d)
      target.values[d] = quantizeClimate(samples[d * count + quart]);
    return target;
  }

private:
  std::size_t count;
  std::vector<f32> samples;
};

void checkKnown(BiomeId biome, const BiomeSource &source, const ChunkBiomes &chunk) {
  std::size_t known = source.table.biomes.size();
  if (biome >= known)
    throw std::out_of_range("chunk " + std::to_string(chunk.chunkX) + ", " +
                            std::to_string(chunk.chunkZ) + ": an old chunk near it has biome " +
                            std::to_string(biome) + ", but the world's table has " +
                            std::to_string(known) + " biomes");
}

} // namespace

BiomeBlender BiomeBlender::forChunk(i32 chunkX, i32 chunkZ, const std::vector<OldChunk> &chunks) {
  BiomeBlender blender;
  std::vector<std::size_t> near = blending::inReach(chunkX, chunkZ, chunks);
  std::vector<i64> keys;
  keys.reserve(near.size());
  for (std::size_t i : near)
    keys.push_back(blending::packChunk(chunks[i].chunkX, chunks[i].chunkZ));
  // Chunks without biomes have a place in the table, too.
  for (i32 n : blending::visitingOrder(keys)) {
    const OldChunk &chunk = chunks[near[n]];
    for (i32 i = 0; i < 16; ++i) {
      const std::vector<BiomeId> &biomes = chunk.biomes[i];
      if (std::all_of(biomes.begin(), biomes.end(),
                      [](BiomeId b) { return b == OldChunk::noBiome; }))
        continue;
      BorderColumn column = BorderColumn::at(i);
      blender.sources.push_back({wrapAdd(wrapMul(chunk.chunkX, 4), column.qx),
                                 wrapAdd(wrapMul(chunk.chunkZ, 4), column.qz),
                                 wrapMul(chunk.minSection, 4), &biomes, i32(blender.sources.size()),
                                 0.0f});
    }
  }
  return blender;
}

/// The distance decides with the noise alone, and the farther a column is, the less it takes a
/// place (f32 sums and quotients are monotonic). So what is too far for that is left out: where it
/// would be the nearest, what remains is farther still.
BiomeBlender::Column BiomeBlender::column(i32 quartX, i32 quartZ) const {
  Column column;
  if (empty())
    return column;
  f32 shift = blending::offsetNoise(f64(quartX), 0.0, f64(quartZ)) * 12.0f;
  for (Source source : sources) {
    f32 dx = f32(wrapSub(quartX, source.qx)), dz = f32(wrapSub(quartZ, source.qz));
    source.distance = sqrtF(dx * dx + dz * dz);
    if (source.distance <= reach && clampf((source.distance + shift) / 28.0f, 0.0f, 1.0f) <= 0.5f)
      column.nearest.push_back(source);
  }
  std::sort(column.nearest.begin(), column.nearest.end(), [](const Source &a, const Source &b) {
    return a.distance < b.distance || (!(b.distance < a.distance) && a.place < b.place);
  });
  return column;
}

std::optional<BiomeId> BiomeBlender::Column::at(i32 quartY) const {
  for (const Source &source : nearest) {
    u32 i = u32(quartY) - u32(source.minQuartY);
    if (i < source.biomes->size() && (*source.biomes)[i] != OldChunk::noBiome)
      return (*source.biomes)[i];
  }
  return std::nullopt;
}

void fillBlendedBiomes(const BiomeSource &source, const ClimateEntries &climate,
                       SamplerContext &context, i32 chunkX, i32 chunkZ, Level level, i32 &candidate,
                       const BiomeBlender &blender, ChunkBiomes &out) {
  const auto *multiNoise = std::get_if<MultiNoiseSource>(&source.kind);
  std::optional<ClimateSamples> climateHere;
  if (multiNoise) {
    out.chunkX = chunkX, out.chunkZ = chunkZ;
    out.minQuartY = level.minY >> 2, out.quartHeight = level.height >> 2;
    out.ids.resize(16 * std::size_t(out.quartHeight));
    climateHere.emplace(climate, context, out);
  } else { // without a memory: what is asked for in vain does not show
    fillBiomes(source, climate, context, chunkX, chunkZ, level, candidate, out);
  }

  std::array<BiomeBlender::Column, 16> columns;
  for (i32 c = 0; c < 16; ++c)
    columns[c] =
        blender.column(wrapAdd(wrapMul(chunkX, 4), c & 3), wrapAdd(wrapMul(chunkZ, 4), c >> 2));
  auto ask = [&](i32 x, i32 y, i32 z) {
    i32 c = x + 4 * z;
    BiomeId &id = out.ids[std::size_t(y) + std::size_t(c) * std::size_t(out.quartHeight)];
    if (std::optional<BiomeId> old = columns[c].at(out.minQuartY + y)) {
      checkKnown(*old, source, out);
      id = *old;
    } else if (multiNoise) {
      const SearchTree &tree = *multiNoise->tree;
      ClimateTarget target = climateHere->at(std::size_t(&id - out.ids.data()));
      candidate =
          multiNoise->literal ? tree.findLiteral(target, candidate) : tree.find(target, candidate);
      id = BiomeId(tree.value(candidate));
    }
  };
  for (i32 section = 0; section < out.quartHeight; section += 4)
    for (i32 x = 0; x < 4; ++x)
      for (i32 y = section; y < section + 4; ++y)
        for (i32 z = 0; z < 4; ++z)
          ask(x, y, z);
}

} // namespace terrane::rt
