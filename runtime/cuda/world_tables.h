//===- world_tables.h - What a device knows of a world --------------------===//

#ifndef TERRANE_RUNTIME_CUDA_WORLD_TABLES_H
#define TERRANE_RUNTIME_CUDA_WORLD_TABLES_H

#include "runtime/chunk/terrain_step.h"
#include "runtime/cuda/batch.h"
#include "runtime/cuda/biomes.h"
#include "runtime/cuda/device.h"
#include "runtime/kernel/host.h"

#include <optional>
#include <vector>

namespace terrane::rt::cuda {

/// The tables of a world, on a device. Immutable once built; may be used by several pipelines of
/// the device.
class WorldTables {
public:
  /// `module` is the text's, seeded as the world. Throws DeviceError.
  WorldTables(Device &device, const TerrainWorld &world,
              const std::shared_ptr<const KernelWorld> &module);

  /// What does not depend on the place: places, sizes and results are still to be filled in.
  const Batch &batch() const { return filled; }
  /// Null where biomes are not searched for by climate: the host finds them.
  const BiomeTree *biomes() const { return tree ? &*tree : nullptr; }

  // Entries of the module.
  i32 climate[6];
  i32 finalDensity, chunkSurfaceLevel, surfaceLevel;
  std::vector<i32> veins; ///< density, richness of each

  i64 bytes() const;

private:
  template <class T> const T *put(const T *values, std::size_t count);
  const NoiseStack *putNoises(const NoiseStack *stacks, i32 count);
  void putBiomes(const TerrainWorld &world);
  void putMaterials(const TerrainWorld &world, const std::shared_ptr<const KernelWorld> &module);

  Device &device;
  std::vector<DeviceBuffer> buffers;
  Batch filled{};
  std::optional<BiomeTree> tree;
};

} // namespace terrane::rt::cuda

#endif // TERRANE_RUNTIME_CUDA_WORLD_TABLES_H
