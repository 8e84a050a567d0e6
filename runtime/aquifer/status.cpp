//===- status.cpp - Surfaces and the fluids of aquifer cells (spec 30, 6.3 and 6.6) -===//

#include "runtime/aquifer/aquifer.h"

namespace terrane::rt {

namespace {

// How far the surroundings of a centre reach, in quarts, for the table of surfaces.
constexpr i32 reachBackX = 12, reachOnX = 4, reachZ = 4;

} // namespace

//===----------------------------------------------------------------------===//
// Surfaces (6.3)
//===----------------------------------------------------------------------===//

/// The table spans the window, in which the centres of the grid lie, and the surroundings of each
/// of its points.
void Aquifer::beginSurface(const Volume &window) {
  i32 firstX = window.mx >> 2, firstZ = window.mz >> 2;
  tableX = wrapSub(firstX, reachBackX);
  tableZ = wrapSub(firstZ, reachZ);
  tableSizeX = window.sx + reachBackX + reachOnX;
  tableSizeZ = window.sz + 2 * reachZ;
  table.assign(size_t(tableSizeX) * tableSizeZ, 0);
  inTable.assign(table.size(), 0);
  far.clear();

  windowValues.resize(window.count());
  context->volume(entries.surfaceLevel, windowValues.data(), window);
  i32 highest = -0x7FFFFFFF - 1;
  for (i32 k = 0; k < window.sz; ++k)
    for (i32 i = 0; i < window.sx; ++i) {
      i32 s = floorI(f64(windowValues[window.index(i, 0, k)]));
      size_t slot = size_t(reachBackX + i) + size_t(reachZ + k) * tableSizeX;
      table[slot] = s;
      inTable[slot] = 1;
      highest = imax(highest, s);
    }
  skipAbove = skipAboveSurface(highest);
}

bool Aquifer::surfaceKnown(i32 x, i32 z) const {
  u32 i = u32(x >> 2) - u32(tableX), k = u32(z >> 2) - u32(tableZ);
  return i < u32(tableSizeX) && k < u32(tableSizeZ) && inTable[i + size_t(k) * tableSizeX];
}

i32 Aquifer::surface(i32 x, i32 z) {
  i32 qx = x >> 2, qz = z >> 2;
  auto sample = [&] {
    return floorI(f64(context->point(entries.surfaceLevel, wrapMul(qx, 4), 0, wrapMul(qz, 4))));
  };
  u32 i = u32(qx) - u32(tableX), k = u32(qz) - u32(tableZ);
  if (i < u32(tableSizeX) && k < u32(tableSizeZ)) {
    size_t slot = i + size_t(k) * tableSizeX;
    if (!inTable[slot]) {
      table[slot] = sample();
      inTable[slot] = 1;
    }
    return table[slot];
  }
  u64 key = u64(u32(qx)) << 32 | u32(qz);
  if (auto it = far.find(key); it != far.end())
    return it->second;
  return far[key] = sample();
}

//===----------------------------------------------------------------------===//
// Status (6.6)
//===----------------------------------------------------------------------===//

const Fluid &Aquifer::setStatus(Cell &cell) {
  World world{*this};
  cell.status = cellStatus(world, cell.centre);
  cell.known = true;
  ++numStatuses;
  return cell.status;
}

} // namespace terrane::rt
