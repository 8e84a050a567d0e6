//===- shape_test.cpp - Cuts against the formulas of spec 60, 6.1 ---------===//

#include "runtime/carver/shape.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

using namespace terrane::rt;

namespace {

struct Ellipsoid {
  f64 x, y, z, hr, vr, floor;
};

/// The specification's loops, as they stand. `widths` null: a cave.
CarvingMask plainCut(const Ellipsoid &e, const GenerationRange &range, i32 X, i32 Z,
                     const std::vector<f32> *widths) {
  CarvingMask mask;
  mask.reset(range);
  if (std::fabs(e.x - f64(X + 8)) > 16.0 + e.hr * 2.0 ||
      std::fabs(e.z - f64(Z + 8)) > 16.0 + e.hr * 2.0)
    return mask;
  i32 minX = imax(wrapSub(wrapSub(floorI(e.x - e.hr), X), 1), 0),
      maxX = imin(wrapSub(floorI(e.x + e.hr), X), 15),
      minZ = imax(wrapSub(wrapSub(floorI(e.z - e.hr), Z), 1), 0),
      maxZ = imin(wrapSub(floorI(e.z + e.hr), Z), 15),
      lowY = imax(wrapSub(floorI(e.y - e.vr), 1), mask.minY()),
      highY = imin(wrapAdd(floorI(e.y + e.vr), 1), mask.maxY());
  for (i32 ix = minX; ix <= maxX; ++ix)
    for (i32 iz = minZ; iz <= maxZ; ++iz) {
      f64 xd = (f64(X + ix) + 0.5 - e.x) / e.hr, zd = (f64(Z + iz) + 0.5 - e.z) / e.hr;
      if (xd * xd + zd * zd >= 1.0)
        continue;
      for (i32 y = highY; y > lowY; --y) {
        f64 yd = (f64(y) - 0.5 - e.y) / e.vr;
        bool skipped =
            widths ? (xd * xd + zd * zd) * f64((*widths)[y - range.minY - 1]) + yd * yd / 6.0 >= 1.0
                   : yd <= e.floor || (xd * xd + yd * yd) + zd * zd >= 1.0;
        if (!skipped)
          mask.set(ix, y, iz);
      }
    }
  return mask;
}

void compare(const Ellipsoid &e, const GenerationRange &range, i32 chunkX, i32 chunkZ,
             const std::vector<f32> &widths, i64 &carved) {
  for (bool canyon : {false, true}) {
    CarvingMask plain = plainCut(e, range, chunkX * 16, chunkZ * 16, canyon ? &widths : nullptr);
    CarvingMask mask;
    mask.reset(range);
    Cutter cutter(mask, range, chunkX, chunkZ);
    if (canyon)
      cutter.canyon(e.x, e.y, e.z, e.hr, e.vr, widths.data());
    else
      cutter.cave(e.x, e.y, e.z, e.hr, e.vr, e.floor);
    ASSERT_TRUE(plain == mask) << (canyon ? "canyon " : "cave ") << e.x << ' ' << e.y << ' ' << e.z
                               << " radii " << e.hr << ' ' << e.vr << " floor " << e.floor;
    carved += plain.count();
  }
}

} // namespace

TEST(Cutter, FollowsTheFormulas) {
  constexpr f64 inf = std::numeric_limits<f64>::infinity();
  const f64 odd[] = {
      0.0,   -0.0, -1.0, -7.5, 1e-300, 1e308, inf, -inf, std::numeric_limits<f64>::quiet_NaN(),
      1e120, 2.5,  0.5};
  Legacy random(7);
  i64 carved = 0;
  for (i32 n = 0; n < 20000 && !HasFailure(); ++n) {
    GenerationRange range = n % 3 ? GenerationRange{-64, 384, 63} : GenerationRange{0, 48, 0};
    i32 chunkX = random.nextInt(9) - 4, chunkZ = random.nextInt(2) ? 1874999 : -3;
    std::vector<f32> widths(range.height);
    for (f32 &width : widths)
      width = 1.0f + random.nextFloat() * 3.0f;
    auto value = [&](f64 middle, f64 spread) {
      if (n % 2 == 0 && random.nextInt(6) == 0)
        return odd[random.nextInt(12)];
      f64 v = middle + spread * (random.nextDouble() - 0.5);
      // Halves hit block centres.
      return random.nextInt(4) == 0 ? std::floor(v) + 0.5 : v;
    };
    Ellipsoid e;
    e.x = value(chunkX * 16 + 8, 40);
    e.y = value(40, 120);
    e.z = value(f64(chunkZ) * 16 + 8, 40);
    e.hr = value(5, 9);
    e.vr = value(6, 11);
    e.floor = value(-0.5, 1.2);
    compare(e, range, chunkX, chunkZ, widths, carved);
  }
  EXPECT_GT(carved, 100000);
}

/// Rows minGen and minGen + 1 and the top seven are never cut.
TEST(Cutter, SparesTheEdgeRows) {
  GenerationRange range{0, 64, 0};
  CarvingMask mask;
  mask.reset(range);
  Cutter(mask, range, 0, 0).cave(8, 32, 8, 1000, 1000, -1);
  i32 lowest = 1000, highest = -1000;
  mask.forEachRun([&](i32, i32, i32 bottom, i32 top) {
    lowest = imin(lowest, bottom);
    highest = imax(highest, top);
  });
  EXPECT_EQ(lowest, 2);
  EXPECT_EQ(highest, 56);
  EXPECT_EQ(mask.count(), 256 * 55);
}
