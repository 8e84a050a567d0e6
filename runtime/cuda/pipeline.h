//===- pipeline.h - The terrain step of many chunks on a device -----------===//
//
// The host's side of batch.h. Carvers are not part of it: a chunk of a batch is carved on the host,
// like any other chunk (TerrainStep::adopt).
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_CUDA_PIPELINE_H
#define TERRANE_RUNTIME_CUDA_PIPELINE_H

#include "runtime/chunk/region.h"
#include "runtime/cuda/batch.h"
#include "runtime/cuda/biomes.h"
#include "runtime/cuda/device.h"
#include "runtime/cuda/stage_walk.h"
#include "runtime/cuda/world_tables.h"

#include <memory>

namespace terrane::rt::cuda {

struct BatchOptions {
  /// The largest batch, as a rectangle of chunks; at least 1 each.
  i32 chunksX = 16, chunksZ = 16;
  /// Batches that may be under way at a time, 1 to Device::streams.
  int slots = 2;
  bool materials = true; ///< or the fill alone
  /// States come from the device as bytes; where the world has more than 256, nothing changes.
  bool narrow = false;
  /// Without, results stay on the device: for measurements. What `wait` gives then means nothing.
  bool download = true;
};

/// What a pipeline allocates, in bytes.
struct BatchMemory {
  i64 world;  ///< on the device: tables of the world
  i64 device; ///< on the device: all slots
  i64 pinned; ///< on the host: all slots
};

/// A finished batch, on the host. Chunk number x + z * width from the first. Valid until its slot
/// is given other work.
struct BatchResult {
  ChunkRect area;
  Level level;
  const StateId *blocks;  ///< as of Batch, chunk after chunk; null: see narrowBlocks
  const u8 *narrowBlocks; ///< the same as bytes, with BatchOptions::narrow; else null
  const i32 *worldSurface, *oceanFloor;
  const u32 *fillMarks, *materialMarks;
  const u32 *redo;
  const u16 *biomes; ///< with a border of one chunk, as of Batch
  i32 minQuartY, quartHeight;

  /// Whether a chunk was left to another engine: nothing of it but its biomes is right.
  bool mustRedo(i32 chunk) const { return redo[chunk] != 0; }
  /// The whole chunk, as TerrainStep leaves it.
  void copyTo(i32 chunk, Chunk &out) const;
  /// At (x, z) from the first chunk, -1 to the width and depth.
  void copyBiomes(i32 x, i32 z, ChunkBiomes &out) const;
};

/// Makes batches of chunks of one world, up to their materials. One thread at a time.
/// Every function throws DeviceError.
class BatchPipeline {
public:
  struct Parts {
    std::shared_ptr<const TerrainWorld> world;
    /// The module that belongs to the text on the device, seeded as the world.
    std::shared_ptr<const KernelWorld> module;
    std::shared_ptr<Device> device;
  };
  /// Why a world cannot be made in batches; empty where it can. `area`: where.
  static std::string refusal(const TerrainWorld &world, const ChunkRect &area);

  /// Plans, and allocates all there will be.
  BatchPipeline(Parts parts, const BatchOptions &options);
  ~BatchPipeline();

  /// What a pipeline with these options takes. Allocates nothing but the tables of stages.
  static BatchMemory plan(const Parts &parts, const BatchOptions &options);

  /// `narrow` is false where the world has too many states.
  const BatchOptions &options() const { return chosen; }
  /// Gives a slot the chunks of `area`, which is at most as large as the options say, and for which
  /// nothing speaks (`refusal`). Returns at once where the device works by itself. A slot's earlier
  /// work must have been waited for.
  void submit(int slot, const ChunkRect &area);
  BatchResult wait(int slot);

private:
  struct Slot;
  struct Layout;

  static BatchOptions possible(const TerrainWorld &world, BatchOptions options);
  void hostBiomes(const ChunkRect &area, u16 *out);

  Parts parts;
  TerrainStep step; ///< for biomes that the host finds
  BatchOptions chosen;
  StageTables tables;
  WorldTables world;
  std::vector<std::unique_ptr<Slot>> slots;
};

} // namespace terrane::rt::cuda

#endif // TERRANE_RUNTIME_CUDA_PIPELINE_H
