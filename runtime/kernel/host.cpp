//===- host.cpp - Seeding and calling a compiled generator ----------------===//

#include "runtime/kernel/host.h"

#include "runtime/chunk/beardifier.h"
#include "runtime/chunk/blender.h"
#include "runtime/math/float_mode.h"
#include "runtime/noise/blended.h"
#include "runtime/noise/simplex_build.h"

#include <array>
#include <limits>
#include <map>

namespace terrane::rt {

namespace {

/// Builds the noises of one world, each set of blended noises once.
class Seeder {
public:
  explicit Seeder(const WorldRandom &world) : world(world) {}

  std::optional<Noise> build(const KernelNoise &noise, std::string &error) {
    if (noise.kind == KernelNoise::Density || noise.kind == KernelNoise::Material)
      return named(noise, error);
    const BlendedNoise &set = blended(noise);
    return noise.kind == KernelNoise::BlendedLow    ? set.low
           : noise.kind == KernelNoise::BlendedHigh ? set.high
                                                    : set.main;
  }

private:
  std::optional<Noise> named(const KernelNoise &noise, std::string &error) {
    std::string reason;
    std::optional<Noise> built = makeNoiseFor(world, noise.id, parametersOf(noise),
                                              noise.kind == KernelNoise::Density, &reason);
    if (!built)
      error = "the noise '" + std::string(noise.id) + "' cannot be built: " + reason;
    return built;
  }

  const BlendedNoise &blended(const KernelNoise &noise) {
    std::array<f64, 5> key;
    for (int i = 0; i < 5; ++i)
      key[i] = noise.blended[i];
    auto known = sets.find(key);
    if (known == sets.end())
      known =
          sets.emplace(key, makeBlended(world.terrain(), {key[0], key[1], key[2], key[3], key[4]}))
              .first;
    return known->second;
  }

  const WorldRandom &world;
  std::map<std::array<f64, 5>, BlendedNoise> sets;
};

} // namespace

std::string checkModule(const KernelModule &module) {
  if (module.abi != kernelAbi)
    return "the generator was made for kernel ABI " + std::to_string(module.abi) +
           ", this runtime has " + std::to_string(kernelAbi);
  if (module.size != sizeof(KernelModule))
    return "the generator's module has " + std::to_string(module.size) + " bytes instead of " +
           std::to_string(sizeof(KernelModule));
  if (module.numEntries < 0 || module.numNoises < 0 || module.numCells < 0 ||
      (module.numEntries > 0 && !module.entries) || (module.numNoises > 0 && !module.noises))
    return "the generator's module is incomplete";
  for (i32 i = 0; i < module.numEntries; ++i)
    if (!module.entries[i].name || !module.entries[i].volume || !module.entries[i].point)
      return "entry " + std::to_string(i) + " of the generator's module is incomplete";
  for (i32 i = 0; i < module.numNoises; ++i) {
    const KernelNoise &noise = module.noises[i];
    bool known = noise.kind >= KernelNoise::Density && noise.kind <= KernelNoise::Material;
    bool named = noise.kind == KernelNoise::Density || noise.kind == KernelNoise::Material;
    if (!known || noise.numModifiers < 0 || (noise.numModifiers > 0 && !noise.modifiers) ||
        (named && !noise.id))
      return "noise " + std::to_string(i) + " of the generator's module is incomplete";
  }
  if ((module.terrain == nullptr) != (module.material == nullptr))
    return "the terrain part of the generator's module is incomplete";
  return {};
}

std::shared_ptr<const KernelWorld> KernelWorld::create(const KernelModule &module, i64 seed,
                                                       std::string &error,
                                                       std::shared_ptr<const void> code) {
  error = checkModule(module);
  if (!error.empty())
    return nullptr;
  FloatMode mode;
  std::shared_ptr<KernelWorld> result(new KernelWorld);
  result->code = std::move(code);
  result->definition = &module;
  result->worldSeed = seed;

  WorldRandom random(seed, module.legacyRandomSource != 0);
  result->islandTable = buildEndIslands(random);
  Seeder seeder(random);
  result->owned.reserve(module.numNoises);
  for (i32 i = 0; i < module.numNoises; ++i) {
    std::optional<Noise> built = seeder.build(module.noises[i], error);
    if (!built)
      return nullptr;
    result->owned.push_back(std::move(*built));
  }
  for (const Noise &noise : result->owned)
    result->views.push_back(noise.view());
  return result;
}

std::optional<i32> KernelWorld::entry(std::string_view name) const {
  for (i32 i = 0; i < numEntries(); ++i)
    if (name == definition->entries[i].name)
      return i;
  return std::nullopt;
}

KernelFields bindFields(const Beardifier *beardifier, const Blender *blender) {
  KernelFields fields;
  if (beardifier) {
    fields.beardifier = beardifier;
    fields.beardifierVolume = [](const void *b, f32 *out, const Volume *volume) {
      static_cast<const Beardifier *>(b)->fillVolume(*volume, out);
    };
    fields.beardifierPoint = [](const void *b, i32 x, i32 y, i32 z) {
      return static_cast<const Beardifier *>(b)->value(x, y, z);
    };
  }
  if (blender) {
    fields.blender = blender;
    fields.blendAlpha = [](const void *b, i32 x, i32 z) {
      return static_cast<const Blender *>(b)->alpha(x, z);
    };
    fields.blendOffset = [](const void *b, i32 x, i32 z) {
      return static_cast<const Blender *>(b)->offset(x, z);
    };
    fields.blendDensity = [](const void *b, i32 x, i32 y, i32 z, f32 density) {
      return static_cast<const Blender *>(b)->blendDensity(x, y, z, density);
    };
  }
  return fields;
}

KernelSamplerContext::KernelSamplerContext(std::shared_ptr<const KernelWorld> world, bool caches,
                                           const KernelFields &fields)
    : seeded(std::move(world)) {
  cells.resize(seeded->module().numCells, KernelCell{});
  buffers.resize(cells.size(), nullptr);
  context.noises = seeded->noises();
  context.islands = &seeded->islands();
  context.cells = cells.data();
  context.caches = caches;
  context.push = push;
  context.pop = pop;
  context.reserve = reserve;
  context.host = this;
  reset(fields);
}

void KernelSamplerContext::reset(const KernelFields &fields) {
  for (KernelCell &cell : cells) {
    cell.retained = 0;
    cell.key = 0;
    cell.value = std::numeric_limits<f32>::quiet_NaN();
  }
  hasFields = fields.beardifierPoint || fields.beardifierVolume || fields.blendAlpha ||
              fields.blendOffset || fields.blendDensity;
  context.beardifier = fields.beardifier;
  context.beardifierVolume = fields.beardifierVolume;
  context.beardifierPoint = fields.beardifierPoint;
  context.blender = fields.blender;
  context.blendAlpha = fields.blendAlpha;
  context.blendOffset = fields.blendOffset;
  context.blendDensity = fields.blendDensity;
}

void KernelSamplerContext::expectRepeats(i32 entry) {
  memorable.resize(seeded->numEntries());
  memorable[entry] = true;
}

KernelSamplerContext::~KernelSamplerContext() {
  for (f32 *buffer : buffers)
    if (buffer)
      freeAligned(buffer);
}

void *KernelSamplerContext::push(KernelContext *context, i64 bytes) {
  return static_cast<KernelSamplerContext *>(context->host)->scratch.push(bytes);
}

void KernelSamplerContext::pop(KernelContext *context, void *memory) {
  static_cast<KernelSamplerContext *>(context->host)->scratch.pop(memory);
}

void KernelSamplerContext::reserve(KernelContext *context, KernelCell *cell, i64 count) {
  auto &self = *static_cast<KernelSamplerContext *>(context->host);
  if (cell->data && cell->capacity >= count)
    return;
  if (count < 0 || count > std::numeric_limits<i64>::max() / i64(sizeof(f32)))
    fatalError("a generator asked for an impossible size of a cache");
  f32 *&buffer = self.buffers[cell - self.cells.data()];
  if (buffer)
    freeAligned(buffer);
  buffer = static_cast<f32 *>(allocateAligned(count * i64(sizeof(f32))));
  cell->data = buffer;
  cell->capacity = count;
}

} // namespace terrane::rt
