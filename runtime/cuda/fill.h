//===- fill.h - The noise fill of a batch of chunks, on a device (spec 30, 5 and 6) -===//
//
// Kernel-safe, for the CPU and the GPU. Kernels of every generator's text, in order; each function
// is one thread:
//
//   fill_columns  a thread per column of a chunk, after those of aquifer.h
//   filled_tops   a thread per chunk
//
// A column's blocks, heights and marks are as fillNoise and Aquifer have them: see there for why
// blocks can be written directly. `Code` is as in aquifer.h, and has
//
//   FinalDensity   along a column, upwards: made from (const StageArguments &, i32 i, i32 k);
//                  `f32 at(i32 j)` is the value of row j, `bool notAbove0(i32 j, i32 &until)`
//                  whether it knows that no row from j to before `until` is above 0
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_CUDA_FILL_H
#define TERRANE_RUNTIME_CUDA_FILL_H

#include "runtime/aquifer/nearest.h"
#include "runtime/aquifer/substance_ops.h"
#include "runtime/cuda/aquifer.h"

namespace terrane::rt::cuda {

/// What fills the blocks of a column, asked from one end to the other.
template <class Code> class ColumnSubstance {
public:
  TERRANE_FN ColumnSubstance(const Batch &batch, i32 chunk, i32 lx, i32 lz)
      : world(batch, chunk), x(world.chunkX * 16 + lx), z(world.chunkZ * 16 + lz) {
    const AquiferBatch &a = batch.aquifer;
    if (!a.enabled)
      return;
    skipAbove = a.skipAbove[chunk];
    // A column's candidates begin with the cell that has the block 5 before it: of the chunk's
    // grid the first, or the second from 5 on.
    const i32 first = i32(lx >= 5) + gridWidth * i32(lz >= 5);
    cells = a.cells + (i64(chunk) * gridWidth * gridWidth + first) * a.numY;
  }

  /// Above this y all that is not solid is air, whatever the density.
  TERRANE_FN i32 airAbove() const {
    const FluidPicker &fluids = world.picker();
    const i32 dry = imax(fluids.lava.level, fluids.sea.level) - 1;
    return cells ? imax(dry, skipAbove) : dry;
  }

  TERRANE_FN Substance at(i32 y, f64 density) {
    if (density > 0.0)
      return {Substance::solid, false};
    const StateId global = world.picker().at(y);
    if (!cells || y > skipAbove)
      return {global, false};
    if (world.flags(global) & StateLava)
      return {world.lava(), false};
    enterRow(floorDiv(y + 1, cellHeight));
    if (uniform) { // as Aquifer::enclosed
      const StateId state = common.at(y);
      if (!(world.flags(state) & StateWater) || !beginsLava(world, y))
        return {state, false};
    }
    NearestBlock nearest;
    for (i32 i = 0; i < numCandidates; ++i)
      nearest.add(horizontal[i], centreY[i] - y);
    return amongNearest(world, x, y, z, density, nearest, [&](i32 candidate) -> Fluid {
      const AquiferCell &cell = cellOf(candidate);
      return {cell.level, cell.state};
    });
  }

private:
  TERRANE_FN const AquiferCell &cellOf(i32 candidate) const {
    const i32 dx = candidate / 6, dy = candidate / 2 % 3, dz = candidate % 2;
    return cells[row - world.batch.aquifer.minCellY - 1 + dy +
                 (dx + gridWidth * dz) * world.batch.aquifer.numY];
  }

  /// What the blocks whose middle row of candidates is `gy` have in common.
  TERRANE_FN void enterRow(i32 gy) {
    if (entered && gy == row)
      return;
    row = gy;
    entered = true;
    uniform = true;
    common = {cellOf(0).level, cellOf(0).state};
    for (i32 i = 0; i < numCandidates; ++i) {
      const AquiferCell &cell = cellOf(i);
      const i32 dx = cell.x - x, dz = cell.z - z;
      // exact: the differences are within 20, see NearestBlock
      horizontal[i] = 16 * (dx * dx + dz * dz) + 15 - i;
      centreY[i] = cell.y;
      uniform = uniform && cell.level == common.level && cell.state == common.state;
    }
  }

  AquiferWorld<Code> world;
  i32 x, z;
  const AquiferCell *cells = nullptr; ///< the column of cells of candidate 0; null: no aquifers
  i32 skipAbove = 0;

  // The latest row.
  bool entered = false, uniform = false;
  i32 row = 0;
  Fluid common = {0, airState};
  i32 horizontal[numCandidates] = {}, centreY[numCandidates] = {}; ///< by candidate
};

/// Four states of a column, the lowest in the lowest bits, in one write: threads of a device lie a
/// column apart, and each write takes its way to memory alone. `to` is a multiple of 8 bytes.
TERRANE_FN void storeFour(StateId *to, u64 four) {
  struct alignas(8) States {
    StateId states[4];
  };
  *reinterpret_cast<States *>(to) = {{StateId(four & 0xFFFF), StateId(four >> 16 & 0xFFFF),
                                      StateId(four >> 32 & 0xFFFF), StateId(four >> 48)}};
}

/// One thread of fill_columns. Writes every block of the column, both heights, and all of its words
/// of `fillMarks`. Upwards, so that densities go from row to row (columns.h): no block sees
/// another.
template <class Code> TERRANE_LARGE_FN void fillColumn(const Batch &batch, i64 thread) {
  if (thread >= i64(256) * batch.chunks())
    return;
  const i32 chunk = i32(thread >> 8), lx = i32(thread & 15), lz = i32(thread >> 4 & 15);
  const Level level = batch.level, filled = batch.filled;
  const StateId ground = batch.named.defaultBlock;
  const u8 *const stateFlags = batch.flags;
  StateId *const states = batch.column(chunk, lx, lz);
  u32 *marks = batch.marks(batch.fillMarks, chunk, lx, lz);
  ColumnSubstance<Code> substance(batch, chunk, lx, lz);
  typename Code::FinalDensity density(*batch.finalDensity, chunk % batch.chunksX * 16 + lx,
                                      chunk / batch.chunksX * 16 + lz);

  // First free rows; 0 until a block counts.
  i32 surface = 0, floor = 0;
  u32 word = 0;
  // Rows before `until` are free where `free` says so: most of a column is sky.
  const i32 airAbove = substance.airAbove();
  i32 until = 0;
  bool free = false;
  // Heights of levels are multiples of 16, so columns begin where four states may.
  for (i32 from = 0; from < level.height; from += 4) {
    u64 four = 0; // airState, four times
    if (!free || wrapSub(level.minY + from + 4, filled.minY) > until ||
        level.minY + from <= airAbove) {
      for (i32 row = from; row < from + 4; ++row) {
        const i32 y = level.minY + row, j = y - filled.minY;
        StateId state = airState;
        if (u32(j) < u32(filled.height)) {
          if (j >= until)
            free = density.notAbove0(j, until);
          if (!free || y <= airAbove) {
            const Substance s = substance.at(y, f64(density.at(j)));
            state = s.state == Substance::solid ? ground : StateId(s.state);
            const u8 flags = stateFlags[state];
            word |= u32(s.schedule && flags & StateFluid) << (row & 31);
            surface = flags & StateAir ? surface : row + 1;
            floor = flags & StateMotion ? row + 1 : floor;
          }
        }
        four = four >> 16 | u64(state) << 48;
      }
    }
    storeFour(states + from, four);
    if ((from & 31) == 28 || from == level.height - 4) {
      marks[from >> 5] = word;
      word = 0;
    }
  }
  const i64 column = i64(chunk) * 256 + lx + 16 * lz;
  batch.worldSurface[column] = level.minY + surface;
  if (batch.surfaceBefore)
    batch.surfaceBefore[column] = level.minY + surface;
  batch.oceanFloor[column] = level.minY + floor;
}

/// One thread of filled_tops: the highest section with a block that is not air is that of the
/// highest such block.
TERRANE_FN void filledTop(const Batch &batch, i64 thread) {
  if (thread >= batch.chunks())
    return;
  const i32 minY = batch.level.minY;
  i32 highest = minY;
  for (i32 column = 0; column < 256; ++column)
    highest = imax(highest, batch.worldSurface[thread * 256 + column]);
  batch.topFilled[thread] = highest == minY ? minY - 1 : minY + ((highest - 1 - minY) | 15);
}

/// One thread of refill_columns: the same for the chunks whose materials are to be walked again,
/// which forget what the first walk said of them.
template <class Code> TERRANE_FN void refillColumn(const Batch &batch, i64 thread) {
  const i32 chunk = i32(thread >> 8);
  if (thread >= i64(256) * batch.chunks() || !batch.isUneven(chunk))
    return;
  fillColumn<Code>(batch, thread);
  u32 *marks = batch.marks(batch.materialMarks, chunk, i32(thread & 15), i32(thread >> 4 & 15));
  for (i32 word = 0; word < batch.markWords(); ++word)
    marks[word] = 0;
  if ((thread & 255) == 0)
    batch.redo[chunk] = 0;
}

} // namespace terrane::rt::cuda

#endif // TERRANE_RUNTIME_CUDA_FILL_H
