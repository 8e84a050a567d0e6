//===- beardifier.cpp - Terrain adaptation around structures (spec 30, 8) -===//

#include "runtime/chunk/beardifier.h"

#include "runtime/math/log_pow.h"
#include <algorithm>
#include <array>

namespace terrane::rt {

namespace {

constexpr i32 reach = 12;      // blocks from a box or junction that its beard covers
constexpr i32 kernelSize = 24; // offsets -12 .. 11
constexpr i32 inflation = 24;  // of the affected box

using Kernel = std::array<f32, kernelSize * kernelSize * kernelSize>;

/// Index order: z, then x, then y fastest (8.2). The exponent is exactly -q/64; no value is near a
/// rounding boundary of f32, so the last bits of the power do not matter.
Kernel makeKernel() {
  Kernel kernel;
  std::size_t index = 0;
  for (i32 dz = -reach; dz < reach; ++dz)
    for (i32 dx = -reach; dx < reach; ++dx)
      for (i32 dy = -reach; dy < reach; ++dy) {
        i32 q = 4 * (dx * dx + dz * dz) + (2 * dy + 1) * (2 * dy + 1); // exact: all below 12
        kernel[index++] = f32(powd(2.718281828459045, f64(-q) / 64.0));
      }
  return kernel;
}

const Kernel &kernel() {
  static const Kernel table = makeKernel();
  return table;
}

f32 bury(f32 a, f32 b, f32 c) {
  f32 s = (a * a + b * b) + c * c;
  return s >= 36.0f ? 0.0f : 1.0f - sqrtF(s) / 6.0f;
}

/// `up` is the height above the ground, which `dy` is not for a beard_box.
f32 beard(i32 dx, i32 dy, i32 dz, i32 up) {
  // As unsigned, one comparison tests both ends.
  u32 kx = u32(dx) + reach, ky = u32(dy) + reach, kz = u32(dz) + reach;
  if (kx >= u32(kernelSize) || ky >= u32(kernelSize) || kz >= u32(kernelSize))
    return 0.0f;
  f32 u = f32(up) + 0.5f;
  f32 s = (f32(dx) * f32(dx) + u * u) + f32(dz) * f32(dz);
  f32 r = f32(fastInvSqrt(f64(s / 2.0f)));
  f32 v = (-u * r) / 2.0f;
  return v * kernel()[(kz * kernelSize + kx) * kernelSize + ky];
}

/// Blocks outside [lo, hi], 0 within.
i32 outside(i32 v, i32 lo, i32 hi) {
  return imax(0, imax(wrapSub(lo, v), wrapSub(v, hi)));
}

bool contains(const BlockBox &box, i32 x, i32 y, i32 z) {
  return x >= box.minX && x <= box.maxX && y >= box.minY && y <= box.maxY && z >= box.minZ &&
         z <= box.maxZ;
}

} // namespace

void Beardifier::include(const BlockBox &box) {
  if (!affected) {
    affected = box;
    return;
  }
  BlockBox &a = *affected;
  a = {std::min(a.minX, box.minX), std::min(a.minY, box.minY), std::min(a.minZ, box.minZ),
       std::max(a.maxX, box.maxX), std::max(a.maxY, box.maxY), std::max(a.maxZ, box.maxZ)};
}

Beardifier Beardifier::forChunk(i32 chunkX, i32 chunkZ, const std::vector<StructurePiece> &pieces) {
  Beardifier result;
  i32 x0 = chunkX * 16 - reach, x1 = x0 + 15 + 2 * reach;
  i32 z0 = chunkZ * 16 - reach, z1 = z0 + 15 + 2 * reach;
  for (const StructurePiece &piece : pieces) {
    const BlockBox &box = piece.box;
    if (piece.adaptation == Adaptation::None || box.maxX < x0 || box.minX > x1 || box.maxZ < z0 ||
        box.minZ > z1)
      continue;
    if (!piece.poolElement || piece.rigid) {
      i32 delta = piece.poolElement ? piece.groundLevelDelta : 0;
      result.rigids.push_back({box, piece.adaptation, delta});
      result.include(box);
    }
    if (!piece.poolElement)
      continue;
    // Unlike for the boxes, these bounds are exclusive.
    for (const Junction &j : piece.junctions) {
      if (j.x <= x0 || j.x >= x1 || j.z <= z0 || j.z >= z1)
        continue;
      result.junctions.push_back(j);
      result.include({j.x, j.groundY, j.z, j.x, j.groundY, j.z});
    }
  }
  if (result.affected) {
    BlockBox &a = *result.affected;
    a = {wrapSub(a.minX, inflation), wrapSub(a.minY, inflation), wrapSub(a.minZ, inflation),
         wrapAdd(a.maxX, inflation), wrapAdd(a.maxY, inflation), wrapAdd(a.maxZ, inflation)};
  }
  return result;
}

f32 Beardifier::valueInside(i32 x, i32 y, i32 z) const {
  f32 sum = 0.0f;
  for (const Rigid &rigid : rigids) {
    const BlockBox &box = rigid.box;
    i32 dx = outside(x, box.minX, box.maxX), dz = outside(z, box.minZ, box.maxZ);
    i32 ground = wrapAdd(box.minY, rigid.groundLevelDelta);
    i32 up = wrapSub(y, ground);
    switch (rigid.adaptation) {
    case Adaptation::None:
      break;
    case Adaptation::Bury:
      sum = sum + bury(f32(dx), f32(up) / 2.0f, f32(dz));
      break;
    case Adaptation::BeardThin:
      sum = sum + beard(dx, up, dz, up) * 0.8f;
      break;
    case Adaptation::BeardBox:
      sum = sum + beard(dx, outside(y, ground, box.maxY), dz, up) * 0.8f;
      break;
    case Adaptation::Encapsulate:
      sum = sum +
            bury(f32(dx) / 2.0f, f32(outside(y, box.minY, box.maxY)) / 2.0f, f32(dz) / 2.0f) * 0.8f;
      break;
    }
  }
  for (const Junction &j : junctions) {
    i32 dy = wrapSub(y, j.groundY);
    sum = sum + beard(wrapSub(x, j.x), dy, wrapSub(z, j.z), dy) * 0.4f;
  }
  return sum;
}

f32 Beardifier::value(i32 x, i32 y, i32 z) const {
  return affected && contains(*affected, x, y, z) ? valueInside(x, y, z) : 0.0f;
}

void Beardifier::fillVolume(const Volume &v, f32 *out) const {
  std::fill_n(out, v.count(), 0.0f);
  if (!affected)
    return;
  // Lattice indices that meet the box, per axis; empty where the last is below the first. With a
  // step above 1 the first index may lie just before the box, where the value is 0 anyway.
  struct Indices {
    i32 first, last;
  };
  auto meet = [](i32 boxMin, i32 boxMax, i32 min, i32 size, i32 step) -> Indices {
    return {floorDiv(imax(0, wrapSub(boxMin, min)), step),
            imin(size - 1, floorDiv(wrapSub(boxMax, min), step))};
  };
  const BlockBox &a = *affected;
  Indices ix = meet(a.minX, a.maxX, v.mx, v.sx, v.tx);
  Indices iy = meet(a.minY, a.maxY, v.my, v.sy, v.ty);
  Indices iz = meet(a.minZ, a.maxZ, v.mz, v.sz, v.tz);
  for (i32 k = iz.first; k <= iz.last; ++k)
    for (i32 i = ix.first; i <= ix.last; ++i)
      for (i32 j = iy.first; j <= iy.last; ++j)
        out[v.index(i, j, k)] = valueInside(v.blockX(i), v.blockY(j), v.blockZ(k));
}

} // namespace terrane::rt
