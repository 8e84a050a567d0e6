//===- source.cpp - Biome sources (spec 50, 6 and 7) ----------------------===//

#include "runtime/biome/source.h"

#include "runtime/biome/column_search.h"

#include <stdexcept>
#include <string>

namespace terrane::rt {

namespace {

constexpr i32 erosion = 3, depth = 4; ///< in `ClimateEntries`

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

i32 search(const MultiNoiseSource &source, const ClimateTarget &target, i32 candidate) {
  return source.literal ? source.tree->findLiteral(target, candidate)
                        : source.tree->find(target, candidate);
}

ClimateTarget sampleClimate(const ClimateEntries &climate, SamplerContext &context, i32 qx, i32 qy,
                            i32 qz) {
  ClimateTarget target;
  for (i32 d = 0; d < numTargetDimensions; ++d)
    target.values[d] =
        quantizeClimate(context.point(climate.entries[d], toBlock(qx), toBlock(qy), toBlock(qz)));
  return target;
}

/// `memo` may be null.
ClimateTarget climateAt(const ClimateEntries &climate, SamplerContext &context, i32 qx, i32 qy,
                        i32 qz, ClimateMemo *memo) {
  if (!memo)
    return sampleClimate(climate, context, qx, qy, qz);
  ClimateMemo::Quart &quart = memo->quarts[(qx & 3) | (qy & 3) << 2 | (qz & 3) << 4];
  if (!quart.known || quart.qx != qx || quart.qy != qy || quart.qz != qz)
    quart = {true, qx, qy, qz, sampleClimate(climate, context, qx, qy, qz)};
  return quart.climate;
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
    // Quarts are searched by column where only the depth varies in it.
    ColumnSearch columns[16];
    bool flat[16];
    for (std::size_t c = 0; c < 16; ++c) {
      std::size_t first = c * std::size_t(volume.sy);
      flat[c] = !source.literal && variesInDepthAlone(&samples[first], count, volume.sy) &&
                columns[c].begin(*source.tree, targetAt(&samples[first], count),
                                 c > 0 && flat[c - 1] ? &columns[c - 1] : nullptr);
    }
    eachQuart([&](i32 x, i32 y, i32 z) {
      const f32 *sample = &samples[std::size_t(volume.index(x, y, z))];
      std::size_t c = std::size_t(x + 4 * z);
      candidate = flat[c] ? columns[c].find(quantizeClimate(sample[depth * count]), candidate)
                          : search(source, targetAt(sample, count), candidate);
      return BiomeId(source.tree->value(candidate));
    });
  }

private:
  /// `samples[d * stride]` is the sample of dimension d.
  static ClimateTarget targetAt(const f32 *samples, std::size_t stride) {
    ClimateTarget target;
    for (std::size_t d = 0; d < numTargetDimensions; ++d)
      target.values[d] = quantizeClimate(samples[d * stride]);
    return target;
  }

  /// Of a column of `height` quarts; by bits, so that a NaN does not hide one.
  static bool variesInDepthAlone(const f32 *samples, std::size_t stride, i32 height) {
    for (std::size_t d = 0; d < numTargetDimensions; ++d) {
      const f32 *column = samples + d * stride;
      u32 different = 0;
      for (i32 y = 1; y < height; ++y)
        different |= bitsOf(column[y]) ^ bitsOf(column[0]);
      if (d != depth && different != 0)
        return false;
    }
    return true;
  }

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
                     SamplerContext &context, i32 qx, i32 qy, i32 qz, i32 &candidate,
                     ClimateMemo *memo) {
  if (const auto *noise = std::get_if<MultiNoiseSource>(&source.kind)) {
    ClimateTarget target = climateAt(climate, context, qx, qy, qz, noise->literal ? nullptr : memo);
    candidate = search(*noise, target, candidate);
    return BiomeId(noise->tree->value(candidate));
  }
  if (const auto *end = std::get_if<TheEndSource>(&source.kind))
    return theEnd(*end, climate, context, qx, qy, qz);
  if (const auto *board = std::get_if<CheckerboardSource>(&source.kind))
    return checkerboard(*board, qx, qz);
  return std::get<FixedSource>(source.kind).biome;
}

} // namespace terrane::rt
