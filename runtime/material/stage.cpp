//===- stage.cpp - The material step of a chunk (spec 40) -----------------===//

#include "runtime/material/stage.h"

#include "runtime/chunk/chunk_access.h"
#include "runtime/material/extensions.h"
#include "runtime/math/java.h"

namespace terrane::rt {

MaterialStage::MaterialStage(const MaterialSystem &system, const MaterialRule &rule,
                             const BiomeTable &biomes, unsigned chunkSurfaceLevel)
    : system(system), rule(rule), biomes(biomes), surfaceLevelEntry(chunkSurfaceLevel) {
  auto find = [&](const char *id) {
    std::optional<BiomeId> found = biomes.find(id);
    return found ? i32(*found) : -1;
  };
  erodedBadlands = find("minecraft:eroded_badlands");
  frozenOcean = find("minecraft:frozen_ocean");
  deepFrozenOcean = find("minecraft:deep_frozen_ocean");

  context.flags = system.stateFlags().data();
  context.computeSecondary = [](MaterialContext *c) {
    return of(c).system.surfaceSecondary(c->x, c->z);
  };
  context.computeMinLevel = computeMinLevel;
  context.blockBiome = blockBiome;
  context.coldBlock = coldBlock;
  context.band = band;
  context.point = [](MaterialContext *c, u32 entry) {
    return of(c).sampler->point(entry, c->x, c->y, c->z);
  };
  context.oreFloats = [](MaterialContext *c, f32 *floats) {
    of(c).system.oreFloats(c->x, c->y, c->z, floats);
  };
  context.write = write;
  context.beginColumn = beginColumn;
  context.endColumn = endColumn;
  context.stage = this;
}

//===----------------------------------------------------------------------===//
// A chunk
//===----------------------------------------------------------------------===//

void MaterialStage::begin(Chunk &toChunk, SamplerContext &toSampler, const Volume &narrowed,
                          const Volume &surface) {
  chunk = &toChunk;
  sampler = &toSampler;
  surfaceVolume = surface;
  hasSurfaceLevels = false;
  // The walk stores states itself where nothing else of the chunk depends on them (walk.h).
  context.blocks = ChunkAccess::column(*chunk, 0, 0);
  context.minY = chunk->level().minY;
  context.levelHeight = chunk->level().height;
  context.worldSurface = chunk->worldSurfaces().data();
  context.narrowed = narrowed;
  context.failed = false;
  sampleVeins();
}

/// Compiling a rule samples its vein functions (3.3), whether or not a block ever asks for them:
/// what caches hold afterwards depends on it.
void MaterialStage::sampleVeins() {
  const std::vector<Vein> &veins = rule.veins();
  i64 count = context.narrowed.count();
  veinBuffers.resize(veins.size());
  if (i64(veinValues.size()) < 2 * count * i64(veins.size()))
    veinValues.resize(2 * count * veins.size());
  f32 *values = veinValues.data();
  for (std::size_t i = 0; i < veins.size(); ++i) {
    f32 *density = values + 2 * i * count, *richness = density + count;
    sampler->volume(veins[i].density, density, context.narrowed);
    sampler->volume(veins[i].richness, richness, context.narrowed);
    veinBuffers[i] = {density, richness};
  }
  context.veins = veinBuffers.data();
}

bool MaterialStage::run(Chunk &toChunk, const BiomeLookup &toLookup, SamplerContext &toSampler,
                        std::string &error) {
  Level range = noiseRange(system.settings(), toChunk.level());
  if (range.height <= 0)
    return true;
  i32 x = i32(u32(toChunk.chunkX()) * 16u), z = i32(u32(toChunk.chunkZ()) * 16u);
  Volume narrowed = {16, imax(toChunk.topOfFilledSections() - range.minY + 1, 1), 16, x, range.minY,
                     z};
  lookup = &toLookup;
  biomeAt = nullptr;
  begin(toChunk, toSampler, narrowed, {16, 1, 16, x, 0, z});
  std::vector<bool> present = toLookup.present(biomes.biomes.size());
  rule.walk(context, &present);
  if (context.failed)
    error = failure();
  return !context.failed;
}

std::optional<i32> MaterialStage::topMaterial(Chunk &toChunk, const BiomeAt &toBiomeAt,
                                              SamplerContext &toSampler, i32 x, i32 y, i32 z,
                                              bool underFluid, std::string &error) {
  lookup = nullptr;
  biomeAt = &toBiomeAt;
  begin(toChunk, toSampler, {1, 1, 1, x, y, z}, {1, 1, 1, x, 0, z});
  enterColumn(x & 15, z & 15);
  setGradients();
  context.surfaceDepth = system.surfaceDepth(x, z);
  context.y = y;
  context.above = 1;
  context.runEnd = wrapSub(y, 1); // nothing below is looked at
  context.water = underFluid ? wrapAdd(y, 1) : noWater;
  i32 state = rule.apply(context, nullptr);
  if (!context.failed)
    return state;
  error = failure();
  return std::nullopt;
}

std::string MaterialStage::failure() const {
  return "the clay bands do not reach down to the block " + std::to_string(context.x) + " " +
         std::to_string(context.y) + " " + std::to_string(context.z);
}

//===----------------------------------------------------------------------===//
// A column
//===----------------------------------------------------------------------===//

void MaterialStage::enterColumn(i32 lx, i32 lz) {
  context.lx = lx;
  context.lz = lz;
  context.x = i32(u32(chunk->chunkX()) * 16u + u32(lx));
  context.z = i32(u32(chunk->chunkZ()) * 16u + u32(lz));
  const Volume &v = context.narrowed;
  context.narrowedColumn = v.index(context.x - v.mx, 0, context.z - v.mz) - v.my;
  context.hasSecondary = context.hasMinLevel = false;
  hasBandShift = hasBiome = false;
}

void MaterialStage::setGradients() {
  i32 lx = context.lx, lz = context.lz;
  context.gradientX =
      chunk->worldSurface(imin(lx + 1, 15), lz) - chunk->worldSurface(imax(lx - 1, 0), lz);
  context.gradientZ =
      chunk->worldSurface(lx, imin(lz + 1, 15)) - chunk->worldSurface(lx, imax(lz - 1, 0));
}

i32 MaterialStage::beginColumn(MaterialContext *context) {
  MaterialStage &stage = of(context);
  stage.enterColumn(context->lx, context->lz);
  stage.surfaceHeight = stage.chunk->worldSurface(context->lx, context->lz);
  stage.surfaceBiome = stage.lookup->atBlock(context->x, stage.surfaceHeight, context->z);
  if (i32(stage.surfaceBiome) == stage.erodedBadlands)
    stage.addPillar(stage.surfaceHeight);
  stage.setGradients();
  context->surfaceDepth = stage.system.surfaceDepth(context->x, context->z);
  return stage.chunk->worldSurface(context->lx, context->lz);
}

void MaterialStage::endColumn(MaterialContext *context) {
  MaterialStage &stage = of(context);
  i32 biome = i32(stage.surfaceBiome);
  if (biome == stage.frozenOcean || biome == stage.deepFrozenOcean)
    stage.addIceberg();
}

void MaterialStage::addPillar(i32 surface) {
  i32 top = 0;
  if (hasPillar(system, context.x, context.z, surface, top))
    growPillar(*chunk, system.settings(), context.lx, context.lz, top);
}

void MaterialStage::addIceberg() {
  i32 seaLevel = system.settings().seaLevel;
  // Asked for before anything is known of the iceberg: this can be the chunk's first request.
  i32 minLevel = minSurfaceLevel(context);
  IcebergReach reach = icebergAt(system, context.x, context.z, seaLevel, [&] {
    return meltsIcebergs(system.temperature().at(biomes.biomes[surfaceBiome], context.x, seaLevel,
                                                 context.z, seaLevel));
  });
  if (reach.any)
    growIceberg(*chunk, system.settings(), context.lx, context.lz, surfaceHeight, minLevel, reach,
                system.random().at(context.x, 0, context.z));
}

//===----------------------------------------------------------------------===//
// A block
//===----------------------------------------------------------------------===//

void MaterialStage::write(MaterialContext *context, i32 y, StateId state) {
  Chunk &chunk = *of(context).chunk;
  chunk.set(context->lx, y, context->lz, state);
  if (chunk.flags(state) & StateFluid)
    chunk.markFluid(context->lx, y, context->lz);
}

/// The one sampling of `chunk_surface_level` happens here, at the chunk's first request: moving it
/// would show where it shares a cache with a vein's functions (spec 40, 11).
i32 MaterialStage::computeMinLevel(MaterialContext *context) {
  MaterialStage &stage = of(context);
  if (!stage.hasSurfaceLevels) {
    stage.sampler->volume(stage.surfaceLevelEntry, stage.surfaceLevels, stage.surfaceVolume);
    stage.hasSurfaceLevels = true;
  }
  const Volume &volume = stage.surfaceVolume;
  f32 level = stage.surfaceLevels[volume.index(context->x - volume.mx, 0, context->z - volume.mz)];
  return minSurfaceLevelOf(level, context->surfaceDepth);
}

u16 MaterialStage::blockBiome(MaterialContext *context) {
  MaterialStage &stage = of(context);
  if (!stage.hasBiome || stage.biomeY != context->y) {
    stage.biome = stage.lookup ? stage.lookup->atBlock(context->x, context->y, context->z)
                               : (*stage.biomeAt)(context->x, context->y, context->z);
    stage.biomeY = context->y;
    stage.hasBiome = true;
  }
  return stage.biome;
}

bool MaterialStage::coldBlock(MaterialContext *context) {
  MaterialStage &stage = of(context);
  const Biome &biome = stage.biomes.biomes[blockBiome(context)];
  return isCold(stage.system.temperature().at(biome, context->x, context->y, context->z,
                                              stage.system.settings().seaLevel));
}

i32 MaterialStage::band(MaterialContext *context) {
  MaterialStage &stage = of(context);
  if (!stage.hasBandShift) {
    stage.bandShift = stage.system.bandOffset(context->x, context->z);
    stage.hasBandShift = true;
  }
  i32 state = stage.system.band(context->y, stage.bandShift);
  if (state == noState)
    context->failed = true;
  return state;
}

} // namespace terrane::rt
