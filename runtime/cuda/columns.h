//===- columns.h - Interpolations along a column of blocks, on a device ---===//
//
// Kernel-safe, for the CPU and the GPU. `readCorners` of launch.h finds the cell and its eight
// corners anew for every block. Along a column only the rows differ, and a cell's rows are a
// running sum: here each cell is entered once, and a row costs one sum.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_CUDA_COLUMNS_H
#define TERRANE_RUNTIME_CUDA_COLUMNS_H

#include "runtime/cuda/launch.h"

namespace terrane::rt::cuda {

/// All outputs of a stage's input, interpolated for the blocks (i, j, k) of a volume of unit steps,
/// as interpolationAt has them bit by bit: it makes the same sums in the same order, q[0] and d of
/// the cell first, then one `+ d` for each row from the cell's first on.
template <i32 numOutputs, i32 cellXz, i32 cellY> class CornerColumn {
public:
  /// `v` is the stage's volume.
  TERRANE_FN CornerColumn(const StageInput &input, const Volume &v, i32 i, i32 k) {
    const Interpolation p = interpolationOf(v, cellXz, cellY);
    const Volume &c = input.volume;
    count = c.count();
    aligned = p.aligned;
    if (aligned) {
      corners = input.values + c.index(i, 0, k);
      return;
    }
    const i32 bx = v.blockX(i), bz = v.blockZ(k);
    const i32 x0 = wrapSub(floorDiv(bx, cellXz), p.firstX),
              z0 = wrapSub(floorDiv(bz, cellXz), p.firstZ);
    const f32 kxz = 1.0f / f32(cellXz);
    tx = f32(floorMod(bx, cellXz)) * kxz;
    tz = f32(floorMod(bz, cellXz)) * kxz;
    corners = input.values + c.index(x0, 0, z0);
    nextX = x0 + 1 < c.sx ? c.sy : 0;
    nextZ = c.index(x0, 0, imin(z0 + 1, c.sz - 1)) - c.index(x0, 0, z0);
    lastY = c.sy - 1;
    cut = wrapSub(v.my, wrapMul(p.firstY, cellY));
  }

  /// Goes to row j; cheapest from the row below. With `up` never to one below: then a column's
  /// first rows of cells need not be kept.
  template <bool up = false> TERRANE_FN void go(i32 j) {
    if (aligned) {
      for (i32 o = 0; o < numOutputs; ++o)
        values[o] = corners[o * count + j];
      return;
    }
    const i32 offset = cut + j, y0 = offset / cellY, dy = offset % cellY;
    if (y0 != cell)
      enter(y0, dy);
    else if (!up && dy < row)
      restart(dy);
    for (; row < dy; ++row)
      for (i32 o = 0; o < numOutputs; ++o)
        values[o] = values[o] + step[o];
  }

  /// Whether no row from j to before `until`, the first of the next cell, has a value of the output
  /// above 0; where it says no, it may not know. Exact: the rows of a cell are a running sum, so
  /// all lie between the first and the last.
  TERRANE_FN bool notAbove0(i32 o, i32 j, i32 &until) const {
    if (aligned) {
      until = 0x7FFFFFFF;
      return false;
    }
    const i32 offset = cut + j, y0 = offset / cellY, dy = offset % cellY;
    until = j - dy + cellY;
    f32 rowStep, value;
    begin(o, y0, rowStep, value);
    i32 r = y0 == 0 ? cut : 0;
    for (; r < dy; ++r)
      value = value + rowStep;
    const f32 first = value;
    for (; r < cellY - 1; ++r)
      value = value + rowStep;
    return first <= 0.0f && value <= 0.0f;
  }

  f32 values[numOutputs] = {}; ///< of the row

private:
  /// The first row of a cell, and from row to row.
  TERRANE_FN void begin(i32 o, i32 y0, f32 &rowStep, f32 &first) const {
    const i32 y1 = imin(y0 + 1, lastY);
    const f32 ky = 1.0f / f32(cellY);
    const f32 *const at = corners + o * count;
    f32 q[2];
    for (i32 s = 0; s < 2; ++s) {
      const f32 *const c = at + (s == 0 ? y0 : y1);
      const f32 near = lerp(tz, c[0], c[nextZ]);
      q[s] = lerp(tx, near, lerp(tz, c[nextX], c[nextX + nextZ]));
    }
    rowStep = (q[1] - q[0]) * ky;
    first = q[0] + rowStep * f32(y0 == 0 ? cut : 0);
  }
  TERRANE_FN void enter(i32 y0, i32 dy) {
    cell = y0;
    flat = true;
    for (i32 o = 0; o < numOutputs; ++o) {
      begin(o, y0, step[o], start[o]);
      flat = flat && step[o] == 0.0f;
    }
    restart(dy);
  }
  /// To the cell's first row, or at once to row dy where all are alike. Exact: a further -0 changes
  /// nothing, nor does a +0 but of -0; and where the step is +0 the start is a sum with +0, so no
  /// -0.
  TERRANE_FN void restart(i32 dy) {
    row = flat ? dy : cell == 0 ? cut : 0;
    for (i32 o = 0; o < numOutputs; ++o)
      values[o] = start[o];
  }

  const f32 *corners; ///< of output 0: (x0, 0, z0) of its volume
  i64 count;          ///< from an output to the next
  i32 nextX = 0;      ///< from a corner to the next; 0 at the end of the volume
  i64 nextZ = 0;
  i32 lastY = 0;              ///< of the corners
  i32 cut = 0;                ///< rows of the first cell below the volume
  i32 cell = -1, row = 0;     ///< where it is
  f32 tx = 0.0f, tz = 0.0f;   ///< in the cell
  bool aligned;               ///< the corners are the blocks
  bool flat = false;          ///< the cell's rows are alike
  f32 start[numOutputs] = {}; ///< of the cell's first row
  f32 step[numOutputs] = {};  ///< from row to row
};

} // namespace terrane::rt::cuda

#endif // TERRANE_RUNTIME_CUDA_COLUMNS_H
