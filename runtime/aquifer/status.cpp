//===- status.cpp - Surfaces and the fluid of an aquifer cell (spec 30, 6.6 to 6.8) -===//

#include "runtime/aquifer/aquifer.h"

namespace terrane::rt {

namespace {

/// Chunks around a centre whose surface counts, after the centre itself, in order.
struct ChunkOffset {
  i32 x, z;
};
constexpr ChunkOffset surroundings[] = {{-2, -1}, {-1, -1}, {0, -1}, {1, -1}, {-3, 0}, {-2, 0},
                                        {-1, 0},  {1, 0},   {-2, 1}, {-1, 1}, {0, 1},  {1, 1}};
// Their reach in quarts, for the table of surfaces.
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
  i32 row = floorDiv(wrapAdd(wrapAdd(highest, 8), 12), cellHeight) + 1;
  skipAbove = wrapAdd(wrapMul(row, cellHeight), 11 - 1);
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
  cell.status = findStatus(cell);
  cell.known = true;
  ++numStatuses;
  return cell.status;
}

Aquifer::CentreView Aquifer::viewCentre(const Cell &cell, i32 surface) const {
  i32 adjusted = wrapAdd(surface, 8);
  if (cell.y - 12 > adjusted)
    return {true, false, picker.pick(cell.y)};
  const Fluid &there = picker.pick(adjusted);
  bool wet = !(settings->states[there.at(adjusted)].flags & StateAir);
  return {wet && cell.y + 12 > adjusted, wet, there};
}

Fluid Aquifer::findStatus(const Cell &cell) {
  i32 lowest = surface(cell.x, cell.z);
  CentreView centre = viewCentre(cell, lowest);
  if (centre.decided)
    return centre.fluid;
  for (const ChunkOffset &offset : surroundings) {
    i32 s = surface(wrapAdd(cell.x, 16 * offset.x), wrapAdd(cell.z, 16 * offset.z));
    i32 adjusted = wrapAdd(s, 8);
    if (cell.y + 12 > adjusted) {
      const Fluid &there = picker.pick(adjusted);
      if (!(settings->states[there.at(adjusted)].flags & StateAir))
        return there;
    }
    lowest = imin(lowest, s);
  }
  const Fluid &global = picker.pick(cell.y);
  i32 level = fluidLevel(cell, global, lowest, centre.wet);
  return {level, fluidType(cell, global, level)};
}

//===----------------------------------------------------------------------===//
// Level and type (6.7, 6.8)
//===----------------------------------------------------------------------===//

i32 Aquifer::fluidLevel(const Cell &cell, const Fluid &global, i32 lowest, bool centreWet) {
  if (f64(context->point(entries.exclusion, cell.x, cell.y, cell.z)) > 0.0)
    return wayBelow;
  i32 depth = wrapSub(wrapAdd(lowest, 8), cell.y);
  f64 k = centreWet ? clampedMap(f64(depth), 0.0, 64.0, 1.0, 0.0) : 0.0;
  f64 n = clampf(f64(context->point(entries.floodedness, cell.x, cell.y, cell.z)), -1.0, 1.0);
  // n is NaN where the sample is; then neither threshold is passed.
  f64 full = n - mapRange(k, 1.0, 0.0, -0.3, 0.8);
  if (full > 0.0)
    return global.level;
  f64 partly = n - mapRange(k, 1.0, 0.0, -0.8, 0.4);
  if (!(partly > 0.0))
    return wayBelow;
  i32 row = floorDiv(cell.y, 40);
  f64 spread =
      f64(context->point(entries.spread, cell.x >> 4, row, cell.z >> 4) * 10.0f); // f32 product
  i32 step = wrapMul(floorI(spread / 3.0), 3);
  return imin(lowest, wrapAdd(row * 40 + 20, step));
}

StateId Aquifer::fluidType(const Cell &cell, const Fluid &global, i32 level) {
  // Whole states are compared here, not blocks.
  if (level > -10 || level == wayBelow || global.state == settings->named.lava)
    return global.state;
  f64 v = f64(context->point(entries.lava, cell.x >> 6, floorDiv(cell.y, 40), cell.z >> 6));
  return absD(v) > 0.3 ? settings->named.lava : global.state;
}

} // namespace terrane::rt
