//===- shape.cpp - What an ellipsoid cuts of a chunk (spec 60, 4.3, 5.4 and 6.1) -===//

#include "runtime/carver/shape.h"

namespace terrane::rt {

/// Sets box and heights; false where nothing can be cut.
bool Cutter::aim(f64 x, f64 y, f64 z, f64 hr, f64 vr) {
  f64 reach = 16.0 + hr * 2.0;
  if (absD(x - middleX()) > reach || absD(z - middleZ()) > reach)
    return false;
  minX = imax(wrapSub(wrapSub(floorI(x - hr), blockX), 1), 0);
  maxX = imin(wrapSub(floorI(x + hr), blockX), 15);
  minZ = imax(wrapSub(wrapSub(floorI(z - hr), blockZ), 1), 0);
  maxZ = imin(wrapSub(floorI(z + hr), blockZ), 15);
  lowY = imax(wrapSub(floorI(y - vr), 1), mask.minY());
  highY = imin(wrapAdd(floorI(y + vr), 1), mask.maxY());
  if (minX > maxX || minZ > maxZ || lowY >= highY)
    return false;
  // The quotient of a row is the same in all columns.
  heights.resize(std::size_t(highY - lowY));
  for (i32 j = 0; j < highY - lowY; ++j)
    heights[j] = (f64(lowY + 1 + j) - 0.5 - y) / vr;
  return true;
}

template <class Column> void Cutter::eachColumn(f64 x, f64 z, f64 hr, Column column) {
  for (i32 ix = minX; ix <= maxX; ++ix) {
    f64 xd = (f64(wrapAdd(blockX, ix)) + 0.5 - x) / hr;
    f64 xx = xd * xd;
    for (i32 iz = minZ; iz <= maxZ; ++iz) {
      f64 zd = (f64(wrapAdd(blockZ, iz)) + 0.5 - z) / hr;
      f64 zz = zd * zd;
      if (!(xx + zz >= 1.0))
        column(ix, iz, xx, zz);
    }
  }
}

/// Radii are positive and finite, so nothing is NaN. Then the rows that are cut follow one another:
/// `yd` does not fall from row to row, because a difference to a constant, a quotient by a positive
/// constant and their roundings are monotonic; so the rows above the floor are the upper ones, and
/// `yd * yd` and the sums with it first do not rise, then do not fall.
void Cutter::ordinaryCave(f64 x, f64 z, f64 hr, f64 floor) {
  i32 rows = highY - lowY, ground = 0;
  while (ground < rows && heights[ground] <= floor)
    ++ground;
  for (i32 j = ground; j < rows; ++j)
    heights[j] *= heights[j];
  eachColumn(x, z, hr, [&](i32 ix, i32 iz, f64 xx, f64 zz) {
    i32 low = ground, high = rows - 1;
    while (low <= high && (xx + heights[high]) + zz >= 1.0)
      --high;
    while (low <= high && (xx + heights[low]) + zz >= 1.0)
      ++low;
    mask.set(ix, lowY + 1 + low, lowY + 1 + high, iz);
  });
}

void Cutter::cave(f64 x, f64 y, f64 z, f64 hr, f64 vr, f64 floor) {
  if (!aim(x, y, z, hr, vr))
    return;
  constexpr f64 huge = 1e100;
  if (hr > 0.0 && hr < huge && vr > 0.0 && vr < huge && absD(x) < huge && absD(y) < huge &&
      absD(z) < huge)
    return ordinaryCave(x, z, hr, floor);
  eachColumn(x, z, hr, [&](i32 ix, i32 iz, f64 xx, f64 zz) {
    for (i32 j = 0; j < highY - lowY; ++j) {
      f64 yd = heights[j];
      if (!(yd <= floor || (xx + yd * yd) + zz >= 1.0))
        mask.set(ix, lowY + 1 + j, iz);
    }
  });
}

void Cutter::canyon(f64 x, f64 y, f64 z, f64 hr, f64 vr, const f32 *widths) {
  if (!aim(x, y, z, hr, vr))
    return;
  for (f64 &height : heights)
    height = height * height / 6.0;
  // The row below counts; the lowest row that is cut lies two above the range's lowest.
  const f32 *width = widths + (lowY - bottom);
  eachColumn(x, z, hr, [&](i32 ix, i32 iz, f64 xx, f64 zz) {
    f64 distance = xx + zz;
    for (i32 j = 0; j < highY - lowY; ++j)
      if (!(distance * f64(width[j]) + heights[j] >= 1.0))
        mask.set(ix, lowY + 1 + j, iz);
  });
}

} // namespace terrane::rt
