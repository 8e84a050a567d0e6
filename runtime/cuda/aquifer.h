//===- aquifer.h - Aquifers of a batch of chunks, on a device (spec 30, 6.2, 6.3, 6.6) -===//
//
// Kernel-safe, for the CPU and the GPU. Kernels of every generator's text, in order; each function
// is one thread:
//
//   aquifer_surfaces  a thread per quart of the table: the surface level on the point path
//   aquifer_limits    a thread per chunk: its skip height
//   aquifer_cells     a thread per cell of a chunk's grid: its centre and its fluid
//
// The game finds the fluid of a cell when a block first asks for it, and surfaces likewise, since
// samples fill cache cells that later samples read. No cell can be seen in a batch, so an entry is
// a function of the block alone: a fluid that no block asks for leaves no trace, and one that is
// asked for is the same whenever it was found. So here all are found first.
//
// `Code` has the entries of the generator on the point path, as static functions
//
//   f32 barrier(const DeviceContext *, i32 x, i32 y, i32 z), and likewise floodedness, spread,
//   lava, exclusion, surfaceLevel
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_CUDA_AQUIFER_H
#define TERRANE_RUNTIME_CUDA_AQUIFER_H

#include "runtime/aquifer/cell_ops.h"
#include "runtime/cuda/batch.h"

namespace terrane::rt::cuda {

/// The cells of a chunk's grid along x, and along z.
constexpr i32 gridWidth = 3;
/// The quarts of a chunk's window along x, and along z; the first is that of the grid's first
/// block.
constexpr i32 windowQuarts = 11;

/// Of a chunk, as cell_ops.h and substance_ops.h ask for it.
template <class Code> struct AquiferWorld {
  const Batch &batch;
  i32 chunkX, chunkZ;
  FluidPicker fluids;

  TERRANE_FN AquiferWorld(const Batch &batch, i32 chunk)
      : batch(batch), chunkX(batch.chunkX + chunk % batch.chunksX),
        chunkZ(batch.chunkZ + chunk / batch.chunksX), fluids(batch.seaLevel, batch.named) {}

  TERRANE_FN const FluidPicker &picker() const { return fluids; }
  TERRANE_FN StateId lava() const { return batch.named.lava; }
  TERRANE_FN u8 flags(StateId state) const { return batch.flags[state]; }
  TERRANE_FN i32 surface(i32 x, i32 z) const {
    const AquiferBatch &a = batch.aquifer;
    const i32 qx = x >> 2, qz = z >> 2;
    const bool inWindow = u32(qx - 4 * (chunkX - 1)) < u32(windowQuarts) &&
                          u32(qz - 4 * (chunkZ - 1)) < u32(windowQuarts);
    const f32 *table = inWindow ? a.surfaceVolume : a.surfacePoint;
    return floorI(f64(table[(qx - a.tableX) + i64(qz - a.tableZ) * a.tableSizeX]));
  }
  TERRANE_FN f32 barrier(i32 x, i32 y, i32 z) const {
    return Code::barrier(&batch.context, x, y, z);
  }
  TERRANE_FN f32 exclusion(i32 x, i32 y, i32 z) const {
    return Code::exclusion(&batch.context, x, y, z);
  }
  TERRANE_FN f32 floodedness(i32 x, i32 y, i32 z) const {
    return Code::floodedness(&batch.context, x, y, z);
  }
  TERRANE_FN f32 spread(i32 x, i32 y, i32 z) const { return Code::spread(&batch.context, x, y, z); }
  TERRANE_FN f32 lavaSample(i32 x, i32 y, i32 z) const {
    return Code::lava(&batch.context, x, y, z);
  }
};

/// One thread of aquifer_surfaces.
template <class Code> TERRANE_FN void aquiferSurface(const Batch &batch, i64 thread) {
  const AquiferBatch &a = batch.aquifer;
  if (!a.enabled || thread >= i64(a.tableSizeX) * a.tableSizeZ)
    return;
  const i32 qx = a.tableX + i32(thread % a.tableSizeX), qz = a.tableZ + i32(thread / a.tableSizeX);
  a.surfacePoint[thread] = Code::surfaceLevel(&batch.context, 4 * qx, 0, 4 * qz);
}

/// One thread of aquifer_limits. `surfaceVolume` is there.
TERRANE_FN void aquiferLimit(const Batch &batch, i64 thread) {
  const AquiferBatch &a = batch.aquifer;
  if (!a.enabled || thread >= batch.chunks())
    return;
  const i32 firstX = 4 * (batch.chunkX + i32(thread) % batch.chunksX - 1) - a.tableX;
  const i32 firstZ = 4 * (batch.chunkZ + i32(thread) / batch.chunksX - 1) - a.tableZ;
  i32 highest = -0x7FFFFFFF - 1;
  for (i32 k = 0; k < windowQuarts; ++k)
    for (i32 i = 0; i < windowQuarts; ++i) {
      const f32 level = a.surfaceVolume[firstX + i + i64(firstZ + k) * a.tableSizeX];
      highest = imax(highest, floorI(f64(level)));
    }
  a.skipAbove[thread] = skipAboveSurface(highest);
}

/// One thread of aquifer_cells. Both tables of surfaces are there. Neighbouring threads have cells
/// of one row: those far above the surface need next to nothing, those below it all.
template <class Code> TERRANE_FN void aquiferCell(const Batch &batch, i64 thread) {
  const AquiferBatch &a = batch.aquifer;
  const i64 columns = i64(gridWidth * gridWidth) * batch.chunks();
  if (!a.enabled || thread >= columns * a.numY)
    return;
  const i32 row = i32(thread / columns);
  const i64 column = thread % columns;
  const i32 within = i32(column % (gridWidth * gridWidth));
  AquiferWorld<Code> world(batch, i32(column / (gridWidth * gridWidth)));
  const i32 gx = world.chunkX - 1 + within % gridWidth, gy = a.minCellY + row,
            gz = world.chunkZ - 1 + within / gridWidth;
  const CellCentre centre = cellCentre(randomAt(a.random, gx, gy, gz), gx, gy, gz);
  const Fluid status = cellStatus(world, centre);
  a.cells[column * a.numY + row] = {centre.x, centre.y, centre.z, status.level, status.state};
}

} // namespace terrane::rt::cuda

#endif // TERRANE_RUNTIME_CUDA_AQUIFER_H
