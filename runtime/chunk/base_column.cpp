//===- base_column.cpp - Base height and base column (spec 30, 7) ---------===//

#include "runtime/chunk/base_column.h"

namespace terrane::rt {

/// Samples a column; false where there is nothing to fill.
bool ColumnSampler::begin(i32 x, i32 z) {
  Level range = noiseRange(settings, level);
  if (range.height <= 0)
    return false;
  volume = Volume();
  volume.sy = range.height;
  volume.mx = x;
  volume.my = range.minY;
  volume.mz = z;
  context.reset({});
  aquifer.begin(settings, aquifers, random, context, volume);
  density.resize(volume.sy);
  context.volume(finalDensity, density.data(), volume);
  return true;
}

StateId ColumnSampler::state(i32 row) {
  i32 answer = aquifer.substance(volume.mx, volume.my + row, volume.mz, f64(density[row]));
  return answer == Aquifer::solid ? settings.named.defaultBlock : StateId(answer);
}

i32 ColumnSampler::baseHeight(i32 x, i32 z, HeightKind kind) {
  if (!begin(x, z))
    return level.minY;
  for (i32 row = volume.sy - 1; row >= 0; --row) {
    u8 flags = settings.states[state(row)].flags;
    if (kind == HeightKind::OceanFloor ? flags & StateMotion : !(flags & StateAir))
      return volume.my + row + 1;
  }
  return level.minY;
}

const std::vector<StateId> &ColumnSampler::baseColumn(i32 x, i32 z) {
  states.clear();
  if (begin(x, z)) {
    states.resize(volume.sy);
    for (i32 row = volume.sy - 1; row >= 0; --row)
      states[row] = state(row);
  }
  return states;
}

} // namespace terrane::rt
