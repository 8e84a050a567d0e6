//===- pipeline.cpp - The terrain step of many chunks on a device ---------===//
//
// A slot has memory of three kinds: what the kernels of a batch work with (`work`), its results,
// and their copy on the host. Work is used twice in a batch, since what biomes are made from is not
// looked at any more when the rest begins.
//
//===----------------------------------------------------------------------===//

#include "runtime/cuda/pipeline.h"

#include "runtime/chunk/chunk_access.h"
#include "runtime/cuda/narrow.h"

#include <algorithm>
#include <cstring>

namespace terrane::rt::cuda {

namespace {

constexpr i32 reachBackX = 16, reachOnX = 10, reachBackZ = 8, reachOnZ = 10; ///< quarts, see tables
constexpr i32 diagonals = 31;

Volume blocksOf(const ChunkRect &area, i32 minY, i32 height) {
  Volume v;
  v.sx = i32(16 * area.width());
  v.sy = height;
  v.sz = i32(16 * area.depth());
  v.mx = area.x0 * 16;
  v.my = minY;
  v.mz = area.z0 * 16;
  return v;
}

} // namespace

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

void BatchResult::copyTo(i32 chunk, Chunk &out) const {
  i32 width = i32(area.width());
  out.reset(area.x0 + chunk % width, area.z0 + chunk / width);
  i32 height = level.height, words = (height + 31) / 32;
  const i64 states = i64(256) * height;
  if (narrowBlocks)
    std::copy_n(narrowBlocks + chunk * states, states, ChunkAccess::column(out, 0, 0));
  else
    std::memcpy(ChunkAccess::column(out, 0, 0), blocks + chunk * states,
                std::size_t(states) * sizeof(StateId));
  i32 *filled = ChunkAccess::filled(out);
  for (i32 column = 0; column < 256; ++column) {
    i32 lx = column & 15, lz = column >> 4;
    ChunkAccess::worldSurface(out, lx, lz) = worldSurface[i64(chunk) * 256 + column];
    ChunkAccess::oceanFloor(out, lx, lz) = oceanFloor[i64(chunk) * 256 + column];
    const StateId *states = out.column(lx, lz);
    for (i32 row = 0; row < height; ++row)
      filled[row >> 4] += !(out.flags(states[row]) & StateAir);
  }
  // In the game's order: columns of the fill go by z, then x, those of the materials by x, then z,
  // and each from the top down.
  auto mark = [&](const u32 *of, i32 lx, i32 lz) {
    const u32 *column = of + (i64(chunk) * 256 + lx + 16 * lz) * words;
    for (i32 word = words - 1; word >= 0; --word)
      for (i32 bit = 31; column[word] && bit >= 0; --bit)
        if (column[word] >> bit & 1)
          out.markFluid(lx, level.minY + 32 * word + bit, lz);
  };
  for (i32 lz = 0; lz < 16; ++lz)
    for (i32 lx = 0; lx < 16; ++lx)
      mark(fillMarks, lx, lz);
  for (i32 lx = 0; lx < 16; ++lx)
    for (i32 lz = 0; lz < 16; ++lz)
      mark(materialMarks, lx, lz);
}

void BatchResult::copyBiomes(i32 x, i32 z, ChunkBiomes &out) const {
  out.chunkX = area.x0 + x;
  out.chunkZ = area.z0 + z;
  out.minQuartY = minQuartY;
  out.quartHeight = quartHeight;
  i64 count = i64(16) * quartHeight;
  const u16 *first = biomes + ((x + 1) + (z + 1) * (area.width() + 2)) * count;
  out.ids.assign(first, first + count);
}

//===----------------------------------------------------------------------===//
// A slot
//===----------------------------------------------------------------------===//

/// Where things lie in a slot's results, on the device and on the host alike, and how much there is
/// of everything. With bytes for states, `blocks` are the device's alone, behind the results.
struct BatchPipeline::Layout {
  i64 narrowBlocks, blocks, worldSurface, oceanFloor, fillMarks, materialMarks, uneven, redo;
  i64 biomes;
  i64 states;  ///< of all chunks
  i64 results; ///< bytes of what the host gets
  i64 device;  ///< bytes

  Layout(const Batch &world, const ChunkRect &area, bool narrow) {
    i64 next = 0;
    auto place = [&](i64 bytes) {
      i64 at = next;
      next += (bytes + 255) / 256 * 256;
      return at;
    };
    i64 chunks = area.count();
    states = chunks * 256 * world.level.height;
    narrowBlocks = narrow ? place(states) : 0;
    blocks = narrow ? 0 : place(states * i64(sizeof(StateId)));
    worldSurface = place(chunks * 256 * i64(sizeof(i32)));
    oceanFloor = place(chunks * 256 * i64(sizeof(i32)));
    fillMarks = place(chunks * 256 * world.markWords() * i64(sizeof(u32)));
    materialMarks = place(chunks * 256 * world.markWords() * i64(sizeof(u32)));
    uneven = place(chunks * i64(sizeof(u32)));
    redo = place(chunks * i64(sizeof(u32)));
    biomes =
        place((area.width() + 2) * (area.depth() + 2) * 16 * world.quartHeight * i64(sizeof(u16)));
    results = next;
    if (narrow)
      blocks = place(states * i64(sizeof(StateId)));
    device = next;
  }
};

/// What one batch does, or, without a device, what it takes.
class BatchRun {
public:
  BatchRun(const WorldTables &world, const StageTables &tables, const ChunkRect &area,
           Device *device, Device::Address work, int stream, StageUploads *uploads)
      : world(world), tables(tables), area(area),
        walk(tables, world.batch().context, device, work, stream, uploads) {}

  i64 bytes() const { return walk.bytes(); }

  /// The climate's samples and the search's own memory. Without a tree where there is none.
  BiomeArguments biomes(u16 *out) {
    i32 width = i32(area.width()) + 2, depth = i32(area.depth()) + 2;
    BiomeArguments a = {};
    if (world.biomes())
      a.tree = *world.biomes();
    a.chunksX = width;
    a.chunksZ = depth;
    a.quartHeight = world.batch().quartHeight;
    a.out = out;
    if (!world.biomes())
      return a;
    Volume v;
    v.sx = 4 * width;
    v.sy = a.quartHeight;
    v.sz = 4 * depth;
    v.mx = (area.x0 - 1) * 16;
    v.my = world.batch().level.minY;
    v.mz = (area.z0 - 1) * 16;
    v.tx = v.ty = v.tz = 4;
    for (i32 d = 0; d < numTargetDimensions; ++d)
      a.samples[d] = walk.values(stageOf(world.climate[d]), v);
    const i64 searches = a.columns() * a.tree.numIntervals;
    a.columnNode = pointerAt<i32>(walk.place(searches * i64(sizeof(i32))));
    a.columnDistance = pointerAt<i64>(walk.place(searches * i64(sizeof(i64))));
    a.first = pointerAt<i32>(walk.place(v.count() * i64(sizeof(i32))));
    a.nearest = pointerAt<i64>(walk.place(v.count() * i64(sizeof(i64))));
    a.unsettled = pointerAt<u32>(walk.place(a.chunks() * a.wordsPerChunk() * i64(sizeof(u32))));
    return a;
  }

  /// All that stands in a Batch but its results; the stages of final_density and of the veins, in
  /// this order, in `stages`.
  Batch rest(std::vector<StageArguments> &stages) {
    walk.restart();
    Batch b = world.batch();
    b.chunkX = area.x0;
    b.chunkZ = area.z0;
    b.chunksX = i32(area.width());
    b.chunksZ = i32(area.depth());
    b.volume = blocksOf(area, b.filled.minY, b.filled.height);
    b.topFilled = pointerAt<i32>(walk.place(area.count() * i64(sizeof(i32))));
    b.surfaceBefore = pointerAt<i32>(walk.place(area.count() * 256 * i64(sizeof(i32))));
    b.steepAsked = pointerAt<i32>(walk.place(area.count() * 256 * i64(sizeof(i32))));
    if (b.aquifer.enabled)
      aquifer(b);
    b.material.surfaceLevels = walk.values(stageOf(world.chunkSurfaceLevel), blocksOf(area, 0, 1));
    stages.push_back(walk.arguments(stageOf(world.finalDensity), b.volume));
    for (i32 entry : world.veins)
      stages.push_back(walk.arguments(stageOf(entry), b.volume));
    return b;
  }

private:
  i32 stageOf(i32 entry) const { return tables.entryStages[std::size_t(entry)]; }

  /// Every quart that a chunk's centres, or the surroundings of these, can ask for (spec 30, 6.3
  /// and 6.6): a chunk's window begins 4 quarts before it and has 11, and the surroundings reach 12
  /// quarts back and 4 on in x, 4 either way in z.
  void aquifer(Batch &b) {
    AquiferBatch &a = b.aquifer;
    a.minCellY = floorDiv(b.filled.minY + 1, 12) - 1;
    a.numY = floorDiv(b.filled.minY + b.filled.height, 12) + 2 - a.minCellY;
    a.tableX = 4 * area.x0 - reachBackX;
    a.tableZ = 4 * area.z0 - reachBackZ;
    a.tableSizeX = 4 * i32(area.width() - 1) + reachBackX + reachOnX + 1;
    a.tableSizeZ = 4 * i32(area.depth() - 1) + reachBackZ + reachOnZ + 1;
    Volume quarts;
    quarts.sx = a.tableSizeX;
    quarts.sz = a.tableSizeZ;
    quarts.mx = 4 * a.tableX;
    quarts.mz = 4 * a.tableZ;
    quarts.tx = quarts.tz = 4;
    a.surfaceVolume = walk.values(stageOf(world.surfaceLevel), quarts);
    a.surfacePoint = pointerAt<f32>(walk.place(quarts.count() * i64(sizeof(f32))));
    a.cells =
        pointerAt<AquiferCell>(walk.place(area.count() * 9 * a.numY * i64(sizeof(AquiferCell))));
    a.skipAbove = pointerAt<i32>(walk.place(area.count() * i64(sizeof(i32))));
  }

  const WorldTables &world;
  const StageTables &tables;
  const ChunkRect &area;
  StageWalk walk;
};

struct BatchPipeline::Slot {
  Slot(Device &device, i64 workBytes, const Layout &layout, i64 stages)
      : device(device), work(device, workBytes), results(device, layout.device),
        parameters(device, parameterBytes(stages)),
        host(static_cast<u8 *>(device.allocatePinned(layout.results))) {
    try {
      staged = static_cast<u8 *>(device.allocatePinned(parameterBytes(stages)));
    } catch (...) {
      device.releasePinned(host);
      throw;
    }
  }
  ~Slot() {
    device.releasePinned(staged);
    device.releasePinned(host);
  }
  Slot(const Slot &) = delete;
  Slot &operator=(const Slot &) = delete;

  static i64 parameterBytes(i64 stages) { return 1024 + stages * i64(sizeof(StageArguments)); }
  static_assert(sizeof(Batch) <= 1024);

  Device &device;
  StageUploads uploads; ///< of the batch under way; goes after the memory it is copied to
  DeviceBuffer work, results, parameters;
  u8 *host = nullptr;   ///< pinned, as `results`
  u8 *staged = nullptr; ///< pinned, as `parameters`
  ChunkRect area;
};

//===----------------------------------------------------------------------===//
// The pipeline
//===----------------------------------------------------------------------===//

std::string BatchPipeline::refusal(const TerrainWorld &world, const ChunkRect &area) {
  if (world.filled().height <= 0)
    return "the noise settings fill nothing of the level";
  // The farthest that a sample lies from its chunk: 4 chunks of an aquifer's surroundings.
  constexpr i64 reach = batchReach / 16 - 8;
  if (area.x0 < -reach || area.z0 < -reach || area.x1 > reach || area.z1 > reach)
    return "chunks farther than " + std::to_string(reach) + " chunks from the origin";
  return {};
}

static ChunkRect largestArea(const BatchOptions &options) {
  return {0, 0, options.chunksX - 1, options.chunksZ - 1};
}

static i64 workBytes(const WorldTables &world, const StageTables &tables,
                     const BatchOptions &options) {
  ChunkRect area = largestArea(options);
  BatchRun run(world, tables, area, nullptr, 0, 0, nullptr);
  std::vector<StageArguments> stages;
  run.biomes(nullptr);
  run.rest(stages);
  return run.bytes();
}

BatchOptions BatchPipeline::possible(const TerrainWorld &world, BatchOptions options) {
  options.narrow = options.narrow && world.settings().numStates <= 256;
  return options;
}

BatchMemory BatchPipeline::plan(const Parts &parts, const BatchOptions &options) {
  StageTables tables(*parts.device);
  WorldTables world(*parts.device, *parts.world, parts.module);
  Layout layout(world.batch(), largestArea(options), possible(*parts.world, options).narrow);
  i64 parameters = Slot::parameterBytes(1 + i64(world.veins.size()));
  i64 work = workBytes(world, tables, options);
  return {world.bytes(), options.slots * (work + layout.device + parameters),
          options.slots * (layout.results + parameters)};
}

BatchPipeline::BatchPipeline(Parts given, const BatchOptions &options)
    : parts(std::move(given)), step(parts.world), chosen(possible(*parts.world, options)),
      tables(*parts.device), world(*parts.device, *parts.world, parts.module) {
  i64 work = workBytes(world, tables, options);
  Layout layout(world.batch(), largestArea(options), chosen.narrow);
  for (int i = 0; i < options.slots; ++i)
    slots.push_back(
        std::make_unique<Slot>(*parts.device, work, layout, 1 + i64(world.veins.size())));
}

BatchPipeline::~BatchPipeline() = default;

void BatchPipeline::submit(int number, const ChunkRect &area) {
  Slot &slot = *slots[std::size_t(number)];
  Device &device = *parts.device;
  slot.area = area;
  Layout layout(world.batch(), area, chosen.narrow);
  auto launch = [&](const char *name, i64 threads, const auto &parameter) {
    Device::Kernel kernel = device.kernel(name);
    if (!kernel)
      throw DeviceError(DeviceError::Absent,
                        std::string("the generator's text lacks the kernel ") + name);
    device.launch(kernel, threads, &parameter, i64(sizeof parameter), number);
  };
  auto result = [&](i64 at) { return slot.results.address() + u64(at); };

  slot.uploads.clear();
  BatchRun run(world, tables, slot.area, &device, slot.work.address(), number, &slot.uploads);
  auto *biomes = pointerAt<u16>(result(layout.biomes));
  BiomeArguments search = run.biomes(biomes);
  if (world.biomes()) {
    if (search.tree.numIntervals > 0)
      launch("biomes_columns", search.columns() * search.tree.numIntervals, search);
    launch("biomes_search", search.quarts() / searchRows, search);
    launch("biomes_ties", search.chunks() * search.wordsPerChunk(), search);
    launch("biomes_chain", search.chunks(), search);
  } else {
    hostBiomes(slot.area, reinterpret_cast<u16 *>(slot.host + layout.biomes));
    device.upload(result(layout.biomes), slot.host + layout.biomes, layout.results - layout.biomes,
                  number);
  }

  std::vector<StageArguments> stages;
  Batch batch = run.rest(stages);
  batch.finalDensity = slot.parameters.as<StageArguments>(1024);
  batch.material.veins = batch.finalDensity + 1;
  batch.biomes = biomes;
  batch.blocks = pointerAt<StateId>(result(layout.blocks));
  batch.worldSurface = pointerAt<i32>(result(layout.worldSurface));
  batch.oceanFloor = pointerAt<i32>(result(layout.oceanFloor));
  batch.fillMarks = pointerAt<u32>(result(layout.fillMarks));
  batch.materialMarks = pointerAt<u32>(result(layout.materialMarks));
  batch.uneven = pointerAt<u32>(result(layout.uneven));
  batch.redo = pointerAt<u32>(result(layout.redo));
  std::memcpy(slot.staged, &batch, sizeof batch);
  std::memcpy(slot.staged + 1024, stages.data(), stages.size() * sizeof(StageArguments));
  device.upload(slot.parameters.address(), slot.staged,
                1024 + i64(stages.size() * sizeof(StageArguments)), number);

  BatchParameter parameter = {slot.parameters.as<Batch>(), 0};
  i64 chunks = batch.chunks();
  if (batch.aquifer.enabled) {
    launch("aquifer_surfaces", i64(batch.aquifer.tableSizeX) * batch.aquifer.tableSizeZ, parameter);
    launch("aquifer_limits", chunks, parameter);
    launch("aquifer_cells", chunks * 9 * batch.aquifer.numY, parameter);
  }
  device.fill(result(layout.materialMarks), 0, layout.biomes - layout.materialMarks, number);
  launch("fill_columns", chunks * 256, parameter);
  launch("filled_tops", chunks, parameter);
  if (chosen.materials) {
    launch("materials_at_once", chunks * 256, parameter);
    launch("uneven_chunks", chunks * 256, parameter);
    launch("refill_columns", chunks * 256, parameter);
  }
  for (i32 d = 0; chosen.materials && d < diagonals; ++d) {
    parameter.diagonal = d;
    launch("materials", chunks * (d < 16 ? d + 1 : diagonals - d), parameter);
  }
  if (chosen.narrow)
    launch(
        "narrow_states", layout.states / narrowStates,
        NarrowArguments{batch.blocks, pointerAt<u8>(result(layout.narrowBlocks)), layout.states});
  if (chosen.download)
    device.download(slot.host, slot.results.address(), layout.results, number);
}

/// Those of sources that do not search by climate.
void BatchPipeline::hostBiomes(const ChunkRect &area, u16 *out) {
  ChunkBiomes biomes;
  for (i32 z = area.z0 - 1; z <= area.z1 + 1; ++z)
    for (i32 x = area.x0 - 1; x <= area.x1 + 1; ++x) {
      step.biomes(x, z, biomes);
      out = std::copy(biomes.ids.begin(), biomes.ids.end(), out);
    }
}

BatchResult BatchPipeline::wait(int number) {
  const Slot &slot = *slots[std::size_t(number)];
  parts.device->synchronize(number);
  Layout layout(world.batch(), slot.area, chosen.narrow);
  auto at = [&](i64 offset) { return slot.host + offset; };
  return {slot.area,
          world.batch().level,
          chosen.narrow ? nullptr : reinterpret_cast<const StateId *>(at(layout.blocks)),
          chosen.narrow ? at(layout.narrowBlocks) : nullptr,
          reinterpret_cast<const i32 *>(at(layout.worldSurface)),
          reinterpret_cast<const i32 *>(at(layout.oceanFloor)),
          reinterpret_cast<const u32 *>(at(layout.fillMarks)),
          reinterpret_cast<const u32 *>(at(layout.materialMarks)),
          reinterpret_cast<const u32 *>(at(layout.redo)),
          reinterpret_cast<const u16 *>(at(layout.biomes)),
          world.batch().minQuartY,
          world.batch().quartHeight};
}

} // namespace terrane::rt::cuda
