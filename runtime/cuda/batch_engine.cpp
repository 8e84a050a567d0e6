//===- batch_engine.cpp - Regions by the batches of a device --------------===//
//
// A region is cut into batches of whole rows where a row fits, else into parts of rows, so that
// batches are needed in the order in which they are numbered. One slot is read while the others are
// at work; a slot is given the next batch when the last of its chunks has been taken.
//
//===----------------------------------------------------------------------===//

#include "runtime/cuda/batch_engine.h"

#include "runtime/cuda/pipeline.h"
#include "runtime/cuda/text_check.h"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <vector>

namespace terrane::rt::cuda {

namespace {

/// How a region is cut.
struct Cut {
  Cut(const ChunkRect &area, i32 maxChunks)
      : rowLength(i32(std::min<i64>(area.width(), std::max(1, maxChunks)))),
        rows(i32(std::min<i64>(area.depth(), std::max(1, maxChunks / rowLength)))),
        perRow((area.width() + rowLength - 1) / rowLength),
        count(perRow * ((area.depth() + rows - 1) / rows)) {}

  BatchOptions options(bool materials) const {
    return {rowLength, rows, int(std::min<i64>(count, 2)), materials};
  }

  i32 rowLength, rows; ///< of a batch, in chunks
  i64 perRow, count;   ///< batches
};

/// Seeds the module and loads its text. Throws DeviceError.
BatchPipeline::Parts loadParts(const BatchEngineParts &engine,
                               const std::shared_ptr<const TerrainWorld> &world) {
  std::string why;
  auto module = KernelWorld::create(*engine.module, world->seed(), why, engine.code);
  if (!module)
    throw DeviceError(DeviceError::Absent, why);
  std::shared_ptr<Device> device = engine.load();
  checkText(*device, *engine.module);
  return {world, std::move(module), std::move(device)};
}

class Batches final : public PremadeChunks {
public:
  Batches(const BatchEngineParts &engine, BatchPipeline::Parts parts, const ChunkRect &area,
          bool materials)
      : engine(engine), area(area), cut(area, engine.maxChunks),
        pipeline(std::move(parts), cut.options(materials)),
        slots(std::size_t(pipeline.options().slots)) {
    for (std::size_t s = 0; s < slots.size(); ++s)
      submit(i64(s));
  }

  bool take(i32 x, i32 z, Chunk &chunk, ChunkBiomes &biomes) override {
    i64 number = i64(z - area.z0) / cut.rows * cut.perRow + i64(x - area.x0) / cut.rowLength;
    Slot &slot = slots[std::size_t(number) % slots.size()];
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock, [&] { return failure || slot.batch == number; });
    if (!failure && !slot.ready)
      guarded([&] {
        slot.result = pipeline.wait(int(number % i64(slots.size())));
        slot.ready = true;
      });
    if (failure) {
      if (!engine.fallBack)
        std::rethrow_exception(failure);
      return false;
    }
    lock.unlock();
    i32 dx = x - slot.result.area.x0, dz = z - slot.result.area.z0;
    i32 index = dx + dz * i32(slot.result.area.width()); // exact: below the chunks of a batch
    bool made = !slot.result.mustRedo(index);
    if (made) {
      slot.result.copyTo(index, chunk);
      slot.result.copyBiomes(dx, dz, biomes);
    }
    lock.lock();
    if (--slot.left == 0) {
      i64 next = number + i64(slots.size());
      if (next < cut.count)
        guarded([&] { submit(next); });
      changed.notify_all();
    }
    return made;
  }

private:
  struct Slot {
    i64 batch = -1; ///< under way or ready
    bool ready = false;
    i64 left = 0; ///< chunks that have not been taken
    BatchResult result{};
  };

  void submit(i64 number) {
    ChunkRect part;
    part.x0 = i32(area.x0 + number % cut.perRow * cut.rowLength);
    part.x1 = i32(std::min<i64>(i64(part.x0) + cut.rowLength - 1, area.x1));
    part.z0 = i32(area.z0 + number / cut.perRow * cut.rows);
    part.z1 = i32(std::min<i64>(i64(part.z0) + cut.rows - 1, area.z1));
    std::size_t place = std::size_t(number) % slots.size();
    pipeline.submit(int(place), part);
    slots[place] = {number, false, part.count(), {}};
  }

  /// Keeps what goes wrong; the lock is held.
  template <class Work> void guarded(Work &&work) {
    try {
      work();
    } catch (const DeviceError &error) {
      bool first = !failure;
      failure = std::current_exception();
      if (first && engine.fallBack && engine.warn)
        engine.warn(std::string(error.what()) + "; the rest is made on the CPU");
      changed.notify_all();
    }
  }

  const BatchEngineParts &engine;
  const ChunkRect area;
  const Cut cut;
  BatchPipeline pipeline;

  std::mutex mutex;
  std::condition_variable changed;
  // Guarded by the lock, but results of slots that are ready.
  std::vector<Slot> slots;
  std::exception_ptr failure;
};

class DeviceEngine final : public BatchEngine {
public:
  explicit DeviceEngine(BatchEngineParts parts) : parts(std::move(parts)) {}

  std::unique_ptr<PremadeChunks> open(const std::shared_ptr<const TerrainWorld> &world,
                                      const ChunkRect &area, TerrainStage lastStage) override {
    std::string why = BatchPipeline::refusal(*world, area);
    if (!why.empty()) {
      warn("not made in batches: " + why);
      return nullptr;
    }
    try {
      return std::make_unique<Batches>(parts, loadParts(parts, world), area,
                                       lastStage == TerrainStage::Materials);
    } catch (const DeviceError &error) {
      if (!parts.fallBack)
        throw;
      warn(std::string(error.what()) + "; all is made on the CPU");
      return nullptr;
    }
  }

private:
  void warn(const std::string &text) const {
    if (parts.warn)
      parts.warn(text);
  }

  const BatchEngineParts parts;
};

} // namespace

BatchMemory planBatches(const BatchEngineParts &engine,
                        const std::shared_ptr<const TerrainWorld> &world, const ChunkRect &area) {
  return BatchPipeline::plan(loadParts(engine, world),
                             Cut(area, engine.maxChunks).options(/*materials=*/true));
}

std::shared_ptr<BatchEngine> makeBatchEngine(BatchEngineParts parts) {
  return std::make_shared<DeviceEngine>(std::move(parts));
}

} // namespace terrane::rt::cuda
