//===- source.cpp - Biome sources (spec 50, 6 and 7) ----------------------===//

#include "runtime/biome/source.h"

#include "runtime/biome/sky_column.h"

#include <stdexcept>
#include <string>

namespace terrane::rt {

namespace {

constexpr i32 erosion = 3; ///< in `ClimateEntries`

i32 toBlock(i32 quart) {
  return i32(u32(quart) << 2);
}

BiomeId checkerboard(const CheckerboardSource &source, i32 qx, i32 qz) {
  i32 shift = (source.scale + 2) & 31;
  i32 sum = wrapAdd(qx >> shift, qz >> shift);
  return source.biomes[std::size_t(floorMod(sum, i32(source.biomes.size())))];
}

/// Whether the End's quarts in these columns take the main island's biome, whatever the erosion.
bool onMainIsland(i32 chunkX, i32 chunkZ) {
  return i64(chunkX) * chunkX + i64(chunkZ) * chunkZ <= 4096;
}

/// Not quantised. Every comparison is false for NaN.
BiomeId outerEnd(const TheEndSource &source, f32 sample) {
  f64 h = sample;
  if (h > 0.25)
    return source.biomes[1];
  if (h >= -0.0625)
    return source.biomes[2];
  if (h < -0.21875)
    return source.biomes[3];
  return source.biomes[4];
}

f32 sampleEnd(const ClimateEntries &climate, SamplerContext &context, i32 chunkX, i32 qy,
              i32 chunkZ) {
  return context.point(climate.entries[erosion], chunkX * 16 + 8, toBlock(qy), chunkZ * 16 + 8);
}

BiomeId theEnd(const TheEndSource &source, const ClimateEntries &climate, SamplerContext &context,
               i32 qx, i32 qy, i32 qz) {
  i32 chunkX = toBlock(qx) >> 4, chunkZ = toBlock(qz) >> 4;
  if (onMainIsland(chunkX, chunkZ))
    return source.biomes[0];
  return outerEnd(source, sampleEnd(climate, context, chunkX, qy, chunkZ));
}

BiomeId multiNoise(const MultiNoiseSource &source, const ClimateEntries &climate,
                   SamplerContext &context, i32 qx, i32 qy, i32 qz, i32 &candidate) {
  ClimateTarget target;
  for (i32 d = 0; d < numTargetDimensions; ++d)
    target.values[d] =
        quantizeClimate(context.point(climate.entries[d], toBlock(qx), toBlock(qy), toBlock(qz)));
  candidate = source.tree->find(target, candidate);
  return BiomeId(source.tree->value(candidate));
}

/// Fills one chunk. Quarts are asked section by section upwards, in a section x outermost, then y,
/// then z: the order is part of the result, through the search's last result.
class ChunkFill {
public:
  ChunkFill(const ClimateEntries &climate, SamplerContext &context, ChunkBiomes &out)
      : climate(climate), context(context), out(out) {}

  void run(const FixedSource &source) { out.ids.assign(out.ids.size(), source.biome); }

  void run(const CheckerboardSource &source) {
    eachQuart([&](i32 x, i32 y, i32 z) {
      return checkerboard(source, wrapAdd(toBlock(out.chunkX), x), wrapAdd(toBlock(out.chunkZ), z));
    });
  }

  /// All quarts of one height ask for the same sample, and the point path gives one value for one
  /// place; so it is asked for once, in the order of the first queries.
  void run(const TheEndSource &source) {
    if (onMainIsland(out.chunkX, out.chunkZ)) {
      out.ids.assign(out.ids.size(), source.biomes[0]);
      return;
    }
    std::vector<BiomeId> ofHeight(std::size_t(out.quartHeight));
    for (i32 y = 0; y < out.quartHeight; ++y)
      ofHeight[std::size_t(y)] =
          outerEnd(source, sampleEnd(climate, context, out.chunkX, out.minQuartY + y, out.chunkZ));
    eachQuart([&](i32, i32 y, i32) { return ofHeight[std::size_t(y)]; });
  }

  void run(const MultiNoiseSource &source, i32 &candidate) {
    Volume volume;
    volume.sx = volume.sz = 4;
    volume.sy = out.quartHeight;
    volume.mx = toBlock(toBlock(out.chunkX)), volume.mz = toBlock(toBlock(out.chunkZ));
    volume.my = toBlock(out.minQuartY);
    volume.tx = volume.ty = volume.tz = 4;
    std::size_t count = std::size_t(volume.count());
    std::vector<f32> samples(numTargetDimensions * count);
    for (std::size_t d = 0; d < numTargetDimensions; ++d)
      context.volume(climate.entries[d], &samples[d * count], volume);
    SkyColumn columns[16];
    eachQuart([&](i32 x, i32 y, i32 z) {
      std::size_t i = std::size_t(volume.index(x, y, z));
      ClimateTarget target;
      for (std::size_t d = 0; d < numTargetDimensions; ++d)
        target.values[d] = quantizeClimate(samples[d * count + i]);
      candidate = columns[x + 4 * z].find(*source.tree, target, candidate);
      return BiomeId(source.tree->value(candidate));
    });
  }

private:
  /// `ask(x, y, z)` with quarts relative to the chunk's lowest corner.
  template <class F> void eachQuart(F &&ask) {
    for (i32 section = 0; section < out.quartHeight; section += 4)
      for (i32 x = 0; x < 4; ++x)
        for (i32 y = section; y < section + 4; ++y)
          for (i32 z = 0; z < 4; ++z)
            // exact: an index below 16 * quartHeight
            out.ids[y + (x + 4 * z) * out.quartHeight] = ask(x, y, z);
  }

  const ClimateEntries &climate;
  SamplerContext &context;
  ChunkBiomes &out;
};

} // namespace

ClimateEntries climateEntries(const Generator &generator) {
  static constexpr const char *names[numTargetDimensions] = {
      "router:temperature", "router:vegetation", "router:continents",
      "router:erosion",     "router:depth",      "router:ridges"};
  ClimateEntries result;
  for (i32 d = 0; d < numTargetDimensions; ++d) {
    std::optional<unsigned> entry = generator.entry(names[d]);
    if (!entry)
      throw std::invalid_argument(std::string("the generator lacks the entry ") + names[d]);
    result.entries[d] = *entry;
  }
  return result;
}

void fillBiomes(const BiomeSource &source, const ClimateEntries &climate, SamplerContext &context,
                i32 chunkX, i32 chunkZ, Level level, i32 &candidate, ChunkBiomes &out) {
  out.chunkX = chunkX, out.chunkZ = chunkZ;
  out.minQuartY = level.minY >> 2, out.quartHeight = level.height >> 2;
  out.ids.resize(16 * std::size_t(out.quartHeight));
  ChunkFill fill(climate, context, out);
  if (const auto *multiNoise = std::get_if<MultiNoiseSource>(&source.kind))
    fill.run(*multiNoise, candidate);
  else if (const auto *end = std::get_if<TheEndSource>(&source.kind))
    fill.run(*end);
  else if (const auto *board = std::get_if<CheckerboardSource>(&source.kind))
    fill.run(*board);
  else
    fill.run(std::get<FixedSource>(source.kind));
}

BiomeId biomeAtQuart(const BiomeSource &source, const ClimateEntries &climate,
                     SamplerContext &context, i32 qx, i32 qy, i32 qz, i32 &candidate) {
  if (const auto *noise = std::get_if<MultiNoiseSource>(&source.kind))
    return multiNoise(*noise, climate, context, qx, qy, qz, candidate);
  if (const auto *end = std::get_if<TheEndSource>(&source.kind))
    return theEnd(*end, climate, context, qx, qy, qz);
  if (const auto *board = std::get_if<CheckerboardSource>(&source.kind))
    return checkerboard(*board, qx, qz);
  return std::get<FixedSource>(source.kind).biome;
}

} // namespace terrane::rt
