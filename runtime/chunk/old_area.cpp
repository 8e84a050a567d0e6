//===- old_area.cpp - Where carvers may go next to old chunks (spec 60, 8) -===//

#include "runtime/chunk/old_area.h"

#include "runtime/math/java.h"

#include <limits>

namespace terrane::rt {

OldArea OldArea::forChunk(i32 chunkX, i32 chunkZ, const std::vector<OldChunk> &chunks) {
  bool seen[9] = {};
  OldArea area;
  for (const OldChunk &chunk : chunks) {
    i32 dx = wrapSub(chunk.chunkX, chunkX), dz = wrapSub(chunk.chunkZ, chunkZ);
    if (dx < -1 || dx > 1 || dz < -1 || dz > 1)
      continue;
    bool &known = seen[(dz + 1) * 3 + dx + 1];
    if (!known && chunk.numSections > 0) {
      f64 half = f64(chunk.numSections) * 16.0 / 2.0;
      area.boxes.push_back(
          {f64(dx) * 16.0, f64(dz) * 16.0, f64(chunk.minSection) * 16.0 + half, half});
    }
    known = true;
  }
  return area;
}

f64 OldArea::distance(f64 x, f64 y, f64 z) const {
  f64 nearest = std::numeric_limits<f64>::infinity();
  for (const Box &box : boxes) {
    f64 dx = jmax(0.0, absD(x - 8.0 - box.offsetX) - 8.0);
    f64 dy = jmax(0.0, absD(y - box.centreY) - box.halfHeight);
    f64 dz = jmax(0.0, absD(z - 8.0 - box.offsetZ) - 8.0);
    nearest = jmin(nearest, sqrtD((dx * dx + dy * dy) + dz * dz));
  }
  return nearest;
}

bool OldArea::mayCarve(i32 lx, i32 y, i32 lz) const {
  auto shifted = [](i32 a, i32 b, i32 c) {
    return f64(a) + 0.5 + f64(blending::offsetNoise(f64(a), f64(b), f64(c)) * 4.0f);
  };
  return distance(shifted(lx, y, lz), shifted(y, lz, lx), shifted(lz, lx, y)) < 4.0;
}

BlendingFilter OldArea::filter() const {
  if (empty())
    return {};
  return [area = *this](i32 lx, i32 y, i32 lz) { return area.mayCarve(lx, y, lz); };
}

} // namespace terrane::rt
