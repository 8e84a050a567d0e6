//===- device.cpp - The public interface of libterrane_rt: devices --------===//

#include "runtime/capi/support.h"
#include "runtime/chunk/chunk_maker.h"
#include "runtime/cuda/batch_engine.h"
#include "runtime/cuda/driver.h"
#include "runtime/cuda/pipeline.h"
#include "runtime/cuda/text_check.h"

#include <cstddef>
#include <thread>

using namespace terrane::rt;
using namespace terrane::rt::capi;
using terrane::rt::cuda::DeviceError;

struct terrane_device {
  std::string name = "the CPU";
  std::string missing;          ///< why the CPU makes all; empty: it does not
  cuda::BatchEngineParts parts; ///< without a module where it does
  std::shared_ptr<const TerrainWorld> world;
};

namespace {

terrane_status failOf(terrane_error *error, const DeviceError &reason) {
  return fail(error,
              reason.kind == DeviceError::OutOfMemory ? TERRANE_ERROR_DEVICE_MEMORY
                                                      : TERRANE_ERROR_DEVICE,
              reason.what());
}

/// With failures of devices.
template <class Run> terrane_status guardedDevice(terrane_error *error, Run run) noexcept {
  return guarded(error, [&] {
    try {
      return run();
    } catch (const DeviceError &reason) {
      return failOf(error, reason);
    }
  });
}

/// The caller's options; a message where they are wrong.
const char *convert(const terrane_device_options *given, terrane_device_options &out) {
  if (given && !takeStructure(out, given, offsetof(terrane_device_options, fall_back)))
    return "terrane_device_options.size is not the size of the structure";
  if (out.max_chunks < 0)
    return "terrane_device_options.max_chunks is below 0";
  return nullptr;
}

const char *convert(const terrane_region *given, RegionRequest &out) {
  terrane_region region{};
  if (!given || !takeStructure(region, given, offsetof(terrane_region, last_stage)))
    return "terrane_region.size is not the size of the structure";
  for (int32_t c : {region.min_x, region.min_z, region.max_x, region.max_z})
    if (c < ChunkMaker::minChunk || c > ChunkMaker::maxChunk)
      return "the region leaves the chunks -134217727 to 134217726";
  if (region.min_x > region.max_x || region.min_z > region.max_z)
    return "the region has no chunk: its ends are in the wrong order";
  if (region.last_stage < 0 || region.last_stage > TERRANE_STAGE_MATERIALS)
    return "the last stage is unknown";
  if (region.threads < 0)
    return "terrane_region.threads is below 0";
  out.area = {region.min_x, region.min_z, region.max_x, region.max_z};
  out.lastStage = stages[region.last_stage];
  out.threads =
      region.threads ? unsigned(region.threads) : std::max(1u, std::thread::hardware_concurrency());
  return nullptr;
}

/// Loads the PTX; the device is kept by what loads it again.
void load(terrane_device &device, const std::string &ptx, int ordinal) {
  std::shared_ptr<cuda::Device> loaded = cuda::makeDriverDevice(ptx, ordinal);
  cuda::checkText(*loaded, *device.parts.module);
  device.name = loaded->name();
  device.parts.load = [loaded] { return loaded; };
}

terrane_region_chunk view(const RegionChunk &made, std::vector<uint32_t> &marks) {
  const Chunk &chunk = made.chunk;
  marks.clear();
  const auto &sections = chunk.fluidMarks();
  for (std::size_t section = 0; section < sections.size(); ++section)
    for (u16 mark : sections[section])
      marks.push_back(uint32_t(section << 12 | mark));
  return {sizeof(terrane_region_chunk),
          chunk.chunkX(),
          chunk.chunkZ(),
          chunk.blocks().data(),
          chunk.blocks().size(),
          made.biomes.ids.data(),
          made.biomes.ids.size(),
          chunk.worldSurfaces().data(),
          chunk.oceanFloors().data(),
          marks.data(),
          marks.size()};
}

} // namespace

terrane_status terrane_device_open(const terrane_terrain *terrain,
                                   const terrane_device_options *options, terrane_device **device,
                                   terrane_error *error) {
  if (device)
    *device = nullptr;
  if (!terrain || !device)
    return badArgument(error, "terrane_device_open needs a terrain and a place for the device");
  terrane_device_options given{};
  if (const char *wrong = convert(options, given))
    return badArgument(error, wrong);
  return guardedDevice(error, [&] {
    const Bundle &bundle = *terrain->bundle;
    const std::size_t generator = bundle.dimensions()[terrain->dimension].generator;
    BundleError reason;
    std::optional<std::string> ptx = bundle.ptx(generator, reason);
    if (!ptx)
      return fail(error, statusOf(reason.kind), reason.message);
    auto made = std::make_unique<terrane_device>();
    cuda::BatchEngineParts &parts = made->parts;
    parts.module = &bundle.module(generator);
    parts.code = terrain->bundle;
    parts.maxChunks = given.max_chunks ? given.max_chunks : 1024;
    parts.fallBack = given.fall_back != 0;
    if (given.warn)
      parts.warn = [warn = given.warn, user = given.user](const std::string &text) {
        warn(user, text.c_str());
      };
    try {
      load(*made, *ptx, given.ordinal);
    } catch (const DeviceError &missing) {
      if (!parts.fallBack)
        throw;
      made->missing = missing.what();
      if (parts.warn)
        parts.warn(made->missing + "; all is made on the CPU");
    }
    std::string why;
    made->world = made->missing.empty()
                      ? makeTerrainWorld(terrain->bundle, terrain->dimension,
                                         terrain->world->seed(), why, makeBatchEngine(parts))
                      : terrain->world;
    if (!made->world)
      return fail(error, TERRANE_ERROR_NOISE, why);
    *device = made.release();
    return TERRANE_OK;
  });
}

void terrane_device_close(terrane_device *device) {
  delete device;
}

const char *terrane_device_name(const terrane_device *device) {
  return device ? device->name.c_str() : nullptr;
}

terrane_status terrane_device_generate(terrane_device *device, const terrane_region *region,
                                       terrane_deliver deliver, void *user, terrane_error *error) {
  if (!device || !region || !deliver)
    return badArgument(error, "terrane_device_generate needs a device, a region and a function "
                              "that takes the chunks");
  RegionRequest request;
  if (const char *wrong = convert(region, request))
    return badArgument(error, wrong);
  return guardedDevice(error, [&] {
    std::vector<uint32_t> marks;
    RegionResult result = generateRegion(device->world, request, [&](const RegionChunk &made) {
      const terrane_region_chunk chunk = view(made, marks);
      return deliver(user, &chunk) == 0;
    });
    if (result.state == RegionResult::Failed)
      return fail(error, TERRANE_ERROR_CHUNK,
                  "chunk " + std::to_string(result.chunkX) + "," + std::to_string(result.chunkZ) +
                      ": " + result.error);
    return TERRANE_OK;
  });
}

terrane_status terrane_device_plan(terrane_device *device, const terrane_region *region,
                                   terrane_device_memory *memory, terrane_error *error) {
  if (!device || !region || !memory)
    return badArgument(error, "terrane_device_plan needs a device, a region and a place for the "
                              "result");
  RegionRequest request;
  if (const char *wrong = convert(region, request))
    return badArgument(error, wrong);
  if (memory->size < sizeof(terrane_device_memory) || memory->size > 4096)
    return badArgument(error, "terrane_device_memory.size is not the size of the structure");
  return guardedDevice(error, [&] {
    std::string why = device->missing;
    if (why.empty())
      why = cuda::BatchPipeline::refusal(*device->world, request.area);
    if (!why.empty())
      return fail(error, TERRANE_ERROR_DEVICE, why);
    const cuda::BatchMemory planned = cuda::planBatches(device->parts, device->world, request.area);
    memory->world = planned.world;
    memory->device = planned.device;
    memory->pinned = planned.pinned;
    return TERRANE_OK;
  });
}
