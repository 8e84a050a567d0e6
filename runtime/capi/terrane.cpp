//===- terrane.cpp - The public interface of libterrane_rt ----------------===//

#include "runtime/capi/support.h"
#include "runtime/kernel/host.h"

#include <cstddef>

using namespace terrane::rt;
using namespace terrane::rt::capi;

struct terrane_world {
  std::shared_ptr<const KernelWorld> world;
};

terrane_status terrane::rt::capi::statusOf(BundleError::Kind kind) {
  switch (kind) {
  case BundleError::Unreadable:
    return TERRANE_ERROR_UNREADABLE;
  case BundleError::Manifest:
    return TERRANE_ERROR_MANIFEST;
  case BundleError::Format:
    return TERRANE_ERROR_FORMAT;
  case BundleError::Abi:
    return TERRANE_ERROR_ABI;
  case BundleError::CpuLevel:
    return TERRANE_ERROR_CPU_LEVEL;
  case BundleError::NoLibrary:
    return TERRANE_ERROR_NO_LIBRARY;
  case BundleError::Damaged:
    return TERRANE_ERROR_DAMAGED;
  case BundleError::Library:
    return TERRANE_ERROR_LIBRARY;
  }
  return TERRANE_ERROR_INTERNAL;
}

namespace {

const ManifestGenerator *generatorAt(const terrane_bundle *bundle, int32_t generator) {
  if (!bundle || generator < 0)
    return nullptr;
  const auto &all = bundle->bundle->manifest().generators;
  return std::size_t(generator) < all.size() ? &all[generator] : nullptr;
}

/// The caller's functions behind the signatures of the kernel ABI.
KernelFields bind(const terrane_fields &fields) {
  KernelFields out;
  if (fields.beardifier_volume) {
    out.beardifier = &fields;
    out.beardifierVolume = [](const void *f, f32 *values, const Volume *volume) {
      auto &fields = *static_cast<const terrane_fields *>(f);
      const Volume &v = *volume;
      terrane_volume given{v.sx, v.sy, v.sz, v.mx, v.my, v.mz, v.tx, v.ty, v.tz};
      fields.beardifier_volume(fields.user, &given, values);
    };
    out.beardifierPoint = [](const void *f, i32 x, i32 y, i32 z) {
      auto &fields = *static_cast<const terrane_fields *>(f);
      return fields.beardifier_point(fields.user, x, y, z);
    };
  }
  out.blender = &fields;
  if (fields.blend_alpha)
    out.blendAlpha = [](const void *f, i32 x, i32 z) {
      auto &fields = *static_cast<const terrane_fields *>(f);
      return fields.blend_alpha(fields.user, x, z);
    };
  if (fields.blend_offset)
    out.blendOffset = [](const void *f, i32 x, i32 z) {
      auto &fields = *static_cast<const terrane_fields *>(f);
      return fields.blend_offset(fields.user, x, z);
    };
  if (fields.blend_density)
    out.blendDensity = [](const void *f, i32 x, i32 y, i32 z, f32 density) {
      auto &fields = *static_cast<const terrane_fields *>(f);
      return fields.blend_density(fields.user, x, y, z, density);
    };
  return out;
}

} // namespace

struct terrane_context {
  terrane_context(std::shared_ptr<const KernelWorld> world, bool caches,
                  const terrane_fields &given)
      : fields(given), context(std::move(world), caches, bind(fields)) {}

  terrane_fields fields; ///< the kernel's field pointers lead here
  KernelSamplerContext context;
};

// The names of levels are literals, so they end with a zero.
const char *terrane_version(void) {
  return terraneVersion();
}
const char *terrane_game_version(void) {
  return gameVersion;
}
int32_t terrane_api_version(void) {
  return TERRANE_API_VERSION;
}
const char *terrane_machine_cpu_level(void) {
  return cpuLevelName(machineCpuLevel()).data();
}

terrane_status terrane_bundle_open(const char *folder, terrane_bundle **bundle,
                                   terrane_error *error) {
  if (bundle)
    *bundle = nullptr;
  if (!folder || !bundle)
    return badArgument(error, "terrane_bundle_open needs a folder and a place for the bundle");
  return guarded(error, [&] {
    BundleError reason;
    auto opened = Bundle::open(folder, reason);
    if (!opened)
      return fail(error, statusOf(reason.kind), reason.message);
    *bundle = new terrane_bundle{std::move(opened)};
    return TERRANE_OK;
  });
}

void terrane_bundle_close(terrane_bundle *bundle) {
  delete bundle;
}

const char *terrane_bundle_terrane_version(const terrane_bundle *bundle) {
  return bundle ? bundle->bundle->manifest().terraneVersion.c_str() : nullptr;
}

const char *terrane_bundle_game_version(const terrane_bundle *bundle) {
  return bundle ? bundle->bundle->manifest().gameVersion.c_str() : nullptr;
}

const char *terrane_bundle_cpu_level(const terrane_bundle *bundle) {
  return bundle ? cpuLevelName(bundle->bundle->level()).data() : nullptr;
}

int32_t terrane_bundle_num_generators(const terrane_bundle *bundle) {
  return bundle ? int32_t(bundle->bundle->manifest().generators.size()) : 0;
}

const char *terrane_bundle_settings(const terrane_bundle *bundle, int32_t generator) {
  const ManifestGenerator *found = generatorAt(bundle, generator);
  return found ? found->settings.c_str() : nullptr;
}

int32_t terrane_bundle_find(const terrane_bundle *bundle, const char *settings) {
  for (int32_t i = 0, n = terrane_bundle_num_generators(bundle); settings && i < n; ++i)
    if (bundle->bundle->manifest().generators[i].settings == settings)
      return i;
  return -1;
}

int32_t terrane_bundle_num_entries(const terrane_bundle *bundle, int32_t generator) {
  const ManifestGenerator *found = generatorAt(bundle, generator);
  return found ? int32_t(found->entries.size()) : -1;
}

const char *terrane_bundle_entry(const terrane_bundle *bundle, int32_t generator, int32_t entry) {
  const ManifestGenerator *found = generatorAt(bundle, generator);
  return found && entry >= 0 && std::size_t(entry) < found->entries.size()
             ? found->entries[entry].c_str()
             : nullptr;
}

int32_t terrane_bundle_find_entry(const terrane_bundle *bundle, int32_t generator,
                                  const char *name) {
  const ManifestGenerator *found = generatorAt(bundle, generator);
  for (std::size_t i = 0; found && name && i < found->entries.size(); ++i)
    if (found->entries[i] == name)
      return int32_t(i);
  return -1;
}

terrane_status terrane_world_create(const terrane_bundle *bundle, int32_t generator, int64_t seed,
                                    terrane_world **world, terrane_error *error) {
  if (world)
    *world = nullptr;
  if (!bundle || !world)
    return badArgument(error, "terrane_world_create needs a bundle and a place for the world");
  if (!generatorAt(bundle, generator))
    return badArgument(error, "the bundle has no such generator");
  return guarded(error, [&] {
    std::string reason;
    auto made = KernelWorld::create(bundle->bundle->module(generator), seed, reason,
                                    /*code=*/bundle->bundle);
    if (!made)
      return fail(error, TERRANE_ERROR_NOISE, reason);
    *world = new terrane_world{std::move(made)};
    return TERRANE_OK;
  });
}

void terrane_world_destroy(terrane_world *world) {
  delete world;
}

int64_t terrane_world_seed(const terrane_world *world) {
  return world ? world->world->seed() : 0;
}

terrane_status terrane_context_create(const terrane_world *world, int caches,
                                      const terrane_fields *fields, terrane_context **context,
                                      terrane_error *error) {
  if (context)
    *context = nullptr;
  if (!world || !context)
    return badArgument(error, "terrane_context_create needs a world and a place for the context");
  terrane_fields given{};
  if (fields) {
    if (!takeStructure(given, fields, offsetof(terrane_fields, beardifier_volume)))
      return badArgument(error, "terrane_fields.size is not the size of the structure");
    if (!given.beardifier_volume != !given.beardifier_point)
      return badArgument(error, "a beardifier needs both of its functions");
  }
  return guarded(error, [&] {
    *context = new terrane_context(world->world, caches != 0, given);
    return TERRANE_OK;
  });
}

void terrane_context_destroy(terrane_context *context) {
  delete context;
}

terrane_status terrane_evaluate_volume(terrane_context *context, int32_t entry,
                                       const terrane_volume *volume, float *out, size_t count,
                                       terrane_error *error) {
  if (!context || !volume || !out)
    return badArgument(error, "terrane_evaluate_volume needs a context, a volume and room");
  if (entry < 0 || entry >= context->context.world().numEntries())
    return badArgument(error, "the generator has no such entry");
  if (volume->sx < 1 || volume->sy < 1 || volume->sz < 1 || volume->tx < 1 || volume->ty < 1 ||
      volume->tz < 1)
    return badArgument(error, "a volume's sizes and steps are at least 1");
  // Sizes are below 2^31, so neither division nor product overflows.
  size_t columns = size_t(volume->sx) * size_t(volume->sz);
  if (count / columns < size_t(volume->sy))
    return badArgument(error, "there is no room for sx * sy * sz values");
  Volume v;
  v.sx = volume->sx, v.sy = volume->sy, v.sz = volume->sz;
  v.mx = volume->mx, v.my = volume->my, v.mz = volume->mz;
  v.tx = volume->tx, v.ty = volume->ty, v.tz = volume->tz;
  FloatMode mode;
  context->context.volume(entry, out, v);
  return TERRANE_OK;
}

terrane_status terrane_evaluate_point(terrane_context *context, int32_t entry, int32_t x, int32_t y,
                                      int32_t z, float *out, terrane_error *error) {
  if (!context || !out)
    return badArgument(error, "terrane_evaluate_point needs a context and room");
  if (entry < 0 || entry >= context->context.world().numEntries())
    return badArgument(error, "the generator has no such entry");
  FloatMode mode;
  *out = context->context.point(entry, x, y, z);
  return TERRANE_OK;
}
