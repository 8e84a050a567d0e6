//===- aquifer.cpp - What fills a block that is not solid (spec 30, 6.1 to 6.5) -===//

#include "runtime/aquifer/aquifer.h"

namespace terrane::rt {

namespace {

constexpr i32 lowestInt = -0x7FFFFFFF - 1;

/// Whether every block from `lo` to `hi` survives packing.
bool packs(i64 lo, i64 hi, i32 bits) {
  i64 half = i64(1) << (bits - 1);
  return lo >= -half && hi < half;
}

} // namespace

//===----------------------------------------------------------------------===//
// The grid (6.2, 6.3)
//===----------------------------------------------------------------------===//

void Aquifer::begin(const TerrainSettings &settings, const AquiferEntries *entries,
                    const PositionalFactory &random, SamplerContext &context,
                    const Volume &volume) {
  this->settings = &settings;
  this->context = &context;
  this->random = random;
  picker = FluidPicker(settings.seaLevel, settings.named);
  schedule = false;
  groupIndex = -1;
  numStatuses = 0;
  if (!entries) {
    skipAbove = lowestInt; // every y is above it, and there the rule is that of 6.1
    return;
  }
  this->entries = *entries;

  auto last = [](i32 first, i32 size) { return wrapAdd(first, size - 1); };
  minX = wrapSub(volume.mx, 5) >> 4;
  minY = floorDiv(volume.my + 1, cellHeight) - 1;
  minZ = wrapSub(volume.mz, 5) >> 4;
  numX = (wrapSub(last(volume.mx, volume.sx), 5) >> 4) + 2 - minX;
  numY = floorDiv(last(volume.my, volume.sy) + 1, cellHeight) + 2 - minY;
  numZ = (wrapSub(last(volume.mz, volume.sz), 5) >> 4) + 2 - minZ;
  cells.assign(size_t(numX) * numY * numZ, Cell{});
  groups.assign(size_t(numX - 1) * (numY - 2) * (numZ - 1), Group{});
  wrapped = !packs(i64(minX) * 16, i64(minX + numX) * 16, 26) ||
            !packs(i64(minY) * cellHeight, i64(minY + numY) * cellHeight, 12) ||
            !packs(i64(minZ) * 16, i64(minZ + numZ) * 16, 26);

  // From the first quart of the first cell to that of the last possible centre, 9 blocks into the
  // last cell.
  Volume window;
  window.sx = 4 * (numX - 1) + (9 >> 2) + 1;
  window.sz = 4 * (numZ - 1) + (9 >> 2) + 1;
  window.mx = wrapMul(minX, 16);
  window.mz = wrapMul(minZ, 16);
  window.tx = window.tz = 4;
  beginSurface(window);
}

void Aquifer::locate(Cell &cell, i32 gx, i32 gy, i32 gz) {
  cell.centre = cellCentre(random.at(gx, gy, gz), gx, gy, gz);
  cell.located = true;
}

/// Finds the candidates of a block; false beyond the volume.
bool Aquifer::focus(i32 x, i32 y, i32 z) {
  if (groupIndex >= 0 && x == columnX && z == columnZ && u32(y) - u32(rowBottom) < u32(cellHeight))
    return true;
  i32 gx = wrapSub(x, 5) >> 4, gy = floorDiv(y + 1, cellHeight), gz = wrapSub(z, 5) >> 4;
  u32 i = u32(gx) - u32(minX), j = u32(gy) - u32(minY + 1), k = u32(gz) - u32(minZ);
  if (i >= u32(numX - 1) || j >= u32(numY - 2) || k >= u32(numZ - 1))
    return false;
  i32 group = i32(j + (i + k * u32(numX - 1)) * u32(numY - 2));
  columnX = x;
  columnZ = z;
  rowBottom = gy * cellHeight - 1;
  ranked = false;
  if (group == groupIndex)
    return true;
  groupIndex = group;
  i32 *candidate = candidates;
  for (i32 dx = 0; dx < 2; ++dx)
    for (i32 dy = 0; dy < 3; ++dy)
      for (i32 dz = 0; dz < 2; ++dz)
        // exact: an index below the number of cells
        *candidate++ = i32(j) + dy + (i32(i) + dx + (i32(k) + dz) * numX) * numY;
  if (!groups[group].prepared)
    prepare(groups[group]);
  return true;
}

/// Locates the candidates of the group in focus, and gives those a status whose status takes no
/// sample: where the surface at the centre is known and decides alone. Nobody can see that this
/// happens before it is asked for.
void Aquifer::prepare(Group &group) {
  for (i32 index : candidates) {
    Cell &cell = cells[index];
    if (cell.located)
      continue;
    i32 column = index / numY;
    locate(cell, minX + column % numX, minY + index % numY, minZ + column / numX);
    const CellCentre &at = cell.centre;
    if (!surfaceKnown(at.x, at.z))
      continue;
    CentreView centre = viewCentre(World{*this}, at.y, surface(at.x, at.z));
    if (centre.decided) {
      cell.status = centre.fluid;
      cell.known = true;
      ++numStatuses;
    }
  }
  group.prepared = true;
  group.checkedAt = ~0u;
}

/// Whether all candidates in focus are known to have one and the same status. Statuses never
/// change, so the answer can only change when another one becomes known.
bool Aquifer::uniform() {
  Group &group = groups[groupIndex];
  if (group.uniform || group.checkedAt == numStatuses)
    return group.uniform;
  group.checkedAt = numStatuses;
  const Cell &first = cells[candidates[0]];
  for (i32 index : candidates)
    if (!cells[index].known || cells[index].status != first.status)
      return false;
  return group.uniform = true;
}

/// The ranks of the candidates in focus, where centres may have been wrapped.
Nearest Aquifer::wrappedNearest(i32 x, i32 y, i32 z) const {
  i32 dx[numCandidates], dy[numCandidates], dz[numCandidates];
  for (i32 i = 0; i < numCandidates; ++i) {
    const CellCentre &cell = cells[candidates[i]].centre;
    dx[i] = wrapSub(cell.x, x);
    dy[i] = wrapSub(cell.y, y);
    dz[i] = wrapSub(cell.z, z);
  }
  return findNearest(dx, dy, dz);
}

/// Ranks them for all blocks of the column in focus otherwise.
void Aquifer::rank(i32 x, i32 z) {
  i16 horizontal[numCandidates], vertical[numCandidates];
  for (i32 i = 0; i < numCandidates; ++i) {
    const CellCentre &cell = cells[candidates[i]].centre;
    i32 dx = cell.x - x, dz = cell.z - z;
    horizontal[i] = i16(16 * (dx * dx + dz * dz) + 15 - i); // exact: the differences are below 64
    vertical[i] = i16(cell.y - rowBottom);
  }
  column.rank(horizontal, vertical);
  ranked = true;
}

//===----------------------------------------------------------------------===//
// Substance (6.4, 6.5)
//===----------------------------------------------------------------------===//

/// Steps 3 to 11, where the density is not above 0 and y not above skipAboveY.
///
/// Where all candidates have one status the answer needs no distances. It is step 6's or step 11's,
/// the same state, and no status differs from another, so the flag is false; pressures are 0.0 and
/// add nothing to the density, and no sample is taken. What remains is step 7, left to the long
/// way.
i32 Aquifer::enclosed(i32 x, i32 y, i32 z, f64 density) {
  World world{*this};
  StateId global = picker.at(y);
  if (world.flags(global) & StateLava)
    return settings->named.lava;
  if (!focus(x, y, z))
    return global;
  if (uniform()) {
    StateId state = cells[candidates[0]].status.at(y);
    if (!(world.flags(state) & StateWater) || !beginsLava(world, y))
      return state;
  }
  if (wrapped)
    return decide(x, y, z, density, wrappedNearest(x, y, z));
  if (!ranked)
    rank(x, z);
  return decide(x, y, z, density, column.at(y - rowBottom));
}

/// `Ranks` as Nearest.
template <class Ranks> i32 Aquifer::decide(i32 x, i32 y, i32 z, f64 density, const Ranks &nearest) {
  World world{*this};
  Substance substance = amongNearest(world, x, y, z, density, nearest,
                                     [&](i32 candidate) { return status(candidates[candidate]); });
  schedule = substance.schedule;
  return substance.state;
}

} // namespace terrane::rt
