//===- lanes_test.cpp - Noise and interpolation in lanes against their plain forms -===//
//
// Compiled once for every CPU level, with the flags of generated code; where the machine is below
// the level, all is skipped. Inputs are random, with what rounding and wrapping turn on: cell
// borders, far coordinates, signed zeros, infinities, NaN (any NaN equals any NaN).
//
//===----------------------------------------------------------------------===//

#include "runtime/kernel/cpu_level.h"
#include "runtime/kernel/volume_ops.h"
#include "runtime/noise/blended.h"
#include "runtime/noise/noise.h"
#include "runtime/random/xoroshiro.h"

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>
#include <vector>

using namespace terrane::rt;

namespace {

constexpr f32 infinity = std::numeric_limits<f32>::infinity();

u32 comparable(f32 v) {
  return std::isnan(v) ? 0x7FC00000u : bitsOf(v);
}

class Source {
public:
  explicit Source(i64 seed) : random(seed) {}

  i32 below(i32 n) { return random.nextInt(n); }
  f64 between(f64 low, f64 high) { return low + random.nextDouble() * (high - low); }
  f32 any() {
    static const f32 special[] = {0.0f, -0.0f, 1.0f, -1.0f, 0.5f, infinity, -infinity, NAN, 1e-40f};
    return below(6) == 0 ? special[below(9)] : f32(between(-3, 3));
  }
  /// A position within a cell.
  f32 inCell() {
    static const f32 special[] = {0.0f, 1.0f, 0x1p-30f, 0x1.fffffep-1f, 0.5f};
    return below(8) == 0 ? special[below(5)] : f32(random.nextDouble());
  }
  /// A block coordinate: near, or far out where coordinates wrap.
  i32 block() {
    static const i32 far[] = {1 << 24,    29999984, -29999984,  1 << 25,
                              -(1 << 26), 33554432, 2147480000, -2147480000};
    return below(5) == 0 ? far[below(8)] + below(64) : below(4000) - 2000;
  }
  Random generator() { return Random(Xoroshiro(random.nextLong())); }
  void permutation(u8 *perm) {
    for (i32 i = 0; i < 256; ++i)
      perm[i] = u8(i);
    for (i32 i = 255; i > 0; --i)
      std::swap(perm[i], perm[below(i + 1)]);
  }

private:
  Xoroshiro random;
};

/// A kernel's memory, as the host gives it.
class Memory {
public:
  Memory() {
    context.push = [](KernelContext *, i64 bytes) {
      return std::aligned_alloc(64, (u64(bytes) + 63) / 64 * 64);
    };
    context.pop = [](KernelContext *, void *memory) { std::free(memory); };
  }
  KernelContext *get() { return &context; }

private:
  KernelContext context{};
};

/// Noises of every shape: few and many octaves, gaps, and the smeared ones of old blended noise.
std::vector<Noise> noises(Source &source) {
  std::vector<Noise> out;
  out.push_back(makeNoise(source.generator(), {-7, 3, 1.0, Normalize::On, {}}));
  out.push_back(makeNoise(source.generator(), {-3, 4, 1.5, Normalize::On, {1.0, 0.0, 2.0, -1.0}}));
  out.push_back(makeNoise(source.generator(), {0, 1, 0.25, Normalize::Off, {}}));
  BlendedNoise blended = makeBlended(source.generator(), {0.25, 0.125, 80, 160, 8});
  out.push_back(blended.low);
  out.push_back(blended.main);
  return out;
}

class LanesTest : public testing::Test {
protected:
  void SetUp() override {
    if (machineCpuLevel() < CpuLevel::TERRANE_TEST_LEVEL)
      GTEST_SKIP() << "this machine is below the level";
#ifdef TERRANE_BYTE_SHUFFLES
    EXPECT_EQ(CpuLevel::TERRANE_TEST_LEVEL, CpuLevel::Avx512);
#else
    EXPECT_NE(CpuLevel::TERRANE_TEST_LEVEL, CpuLevel::Avx512);
#endif
  }
  Source source{20};
};

TEST_F(LanesTest, PermutationAndTables) {
  u8 perm[256];
  for (int round = 0; round < 200; ++round) {
    source.permutation(perm);
    Bytes index;
    for (i32 l = 0; l < laneCount; ++l)
      index[l] = u8(round < 4 ? 64 * round + l : source.below(256));
    Bytes found = Permutation::lookup(Permutation::load(perm), index);
    Block table;
    BlockInt place;
    for (i32 l = 0; l < blockLanes; ++l) {
      table[l] = source.any();
      place[l] = source.below(256);
    }
    Block picked = pick(table, place);
    for (i32 l = 0; l < laneCount; ++l)
      ASSERT_EQ(found[l], perm[index[l]]);
    for (i32 l = 0; l < blockLanes; ++l)
      ASSERT_EQ(comparable(picked[l]), comparable(table[place[l] & 15]));
  }
}

TEST_F(LanesTest, ColumnPerlin) {
  i64 compared = 0;
  for (int round = 0; round < 2000; ++round) {
    PerlinTable table;
    source.permutation(table.perm);
    table.pair();
    u8 y[laneCount];
    f32 sum[laneCount], expected[laneCount], ry[laneCount], ty[laneCount], wy[laneCount];
    i32 cellX = source.below(2000) - 1000, cellZ = source.below(2000) - 1000;
    f32 rx = source.inCell(), rz = source.inCell(), amplitude = f32(source.between(-2, 2));
    u32 active = u32(source.below(16));
    bool smeared = source.below(4) == 0;
    for (i32 l = 0; l < laneCount; ++l) {
      y[l] = u8(source.below(256));
      ry[l] = source.inCell();
      ty[l] = smeared ? source.inCell() : ry[l];
      wy[l] = smoothstep(ty[l]);
      // A sum of layers is never -0 (spec 20, 7.1).
      sum[l] = expected[l] = source.below(3) ? f32(source.between(-2, 2)) + 0.0f : 0.0f;
      if (active >> (l / blockLanes) & 1)
        expected[l] = expected[l] + amplitude * perlinKernel(table.pairs, cellX, y[l], cellZ, rx,
                                                             ry[l], rz, ty[l]);
    }
    columnPerlin(sum, active, table.perm, amplitude, cellX, rx, smoothstep(rx), cellZ, rz,
                 smoothstep(rz), y, ry, wy);
    for (i32 l = 0; l < laneCount; ++l, ++compared)
      ASSERT_EQ(comparable(sum[l]), comparable(expected[l])) << round << ' ' << l;
  }
  EXPECT_EQ(compared, 2000 * 64);
}

TEST_F(LanesTest, LanePerlin) {
  for (int round = 0; round < 2000; ++round) {
    PerlinTable table;
    source.permutation(table.perm);
    table.pair();
    u8 x[laneCount], y[laneCount], z[laneCount];
    f32 sum[laneCount], expected[laneCount], rx[laneCount], ry[laneCount], rz[laneCount],
        ty[laneCount];
    f32 amplitude = f32(source.between(-2, 2));
    u32 active = u32(source.below(16));
    for (i32 l = 0; l < laneCount; ++l) {
      x[l] = u8(source.below(256)), y[l] = u8(source.below(256)), z[l] = u8(source.below(256));
      rx[l] = source.below(50) ? source.inCell() : f32(NAN);
      ry[l] = source.inCell();
      rz[l] = source.inCell();
      ty[l] = source.below(2) ? ry[l] : source.inCell();
      sum[l] = expected[l] = source.below(3) ? f32(source.between(-2, 2)) + 0.0f : 0.0f;
      if (active >> (l / blockLanes) & 1)
        expected[l] = expected[l] + amplitude * perlinKernel(table.pairs, x[l], y[l], z[l], rx[l],
                                                             ry[l], rz[l], ty[l]);
    }
    lanePerlin(sum, active, table.perm, amplitude, x, y, z, rx, ry, rz, ty);
    for (i32 l = 0; l < laneCount; ++l)
      ASSERT_EQ(comparable(sum[l]), comparable(expected[l])) << round << ' ' << l;
  }
}

TEST_F(LanesTest, AxisTables) {
  Memory memory;
  int wrapped = 0;
  for (int round = 0; round < 4000; ++round) {
    i32 n = 1 + source.below(80), min = source.block(), step = 1 + source.below(17);
    f64 scale = source.below(6) ? source.between(-3, 3) : source.between(-2000, 2000);
    f64 offset = source.between(0, 256);
    Scratch scratch = Scratch::open(memory.get(), AxisTable::size(n) + 64);
    AxisTable table;
    table.take(scratch, n);
    fillAxis(table, n, min, step, scale, offset, 0.0);
    for (i32 i = 0; i < n; ++i) {
      f64 raw = f64(i32(u32(min) + u32(i) * u32(step))) * scale;
      LatticeAxis axis = latticeAxis(wrapCoordinate(raw), offset);
      wrapped += wrapCoordinate(raw) != raw;
      ASSERT_EQ(table.cell[i], axis.cell) << raw;
      ASSERT_EQ(table.byteCell[i], u8(axis.cell));
      ASSERT_EQ(bitsOf(table.rest[i]), bitsOf(f32(axis.rest))) << raw;
      ASSERT_EQ(bitsOf(table.weight[i]), bitsOf(smoothstep(f32(axis.rest))));
    }
  }
  EXPECT_GT(wrapped, 1000);
}

Volume randomVolume(Source &source) {
  Volume v;
  v.sx = 1 + source.below(4), v.sy = 1 + source.below(150), v.sz = 1 + source.below(4);
  v.mx = source.block(), v.my = source.below(600) - 300, v.mz = source.block();
  v.tx = 1 + source.below(5), v.ty = 1 + source.below(9), v.tz = 1 + source.below(5);
  return v;
}

TEST_F(LanesTest, NoiseInColumns) {
  Memory memory;
  std::vector<Noise> all = noises(source);
  i64 compared = 0;
  for (int round = 0; round < 400; ++round) {
    NoiseStack stack = all[round % all.size()].view();
    Volume v = randomVolume(source);
    f64 xz = source.below(4) ? source.between(-2, 2) : source.between(-700, 700);
    f64 y = source.below(4) ? source.between(-2, 2) : 0.0;
    std::vector<f32> expected(v.count(), 0.0f);
    stackAddVolume(stack, expected.data(), v, xz, y, 1.0f);
    Scratch scratch = Scratch::open(memory.get(), ColumnNoise::size(stack, v) + 64);
    ColumnNoise noise = ColumnNoise::open(scratch, stack, v, xz, y);
    for (i32 k = 0; k < v.sz; ++k)
      for (i32 i = 0; i < v.sx; ++i)
        for (i32 j = 0; j < v.sy; j += laneCount) {
          u32 active = source.below(3) ? 15u : u32(source.below(16));
          f32 got[laneCount];
          columnNoise(got, noise, i, k, j, active);
          for (i32 l = 0; l < laneCount && j + l < v.sy; ++l, ++compared) {
            f32 want = active >> (l / blockLanes) & 1 ? expected[v.index(i, j + l, k)] : 0.0f;
            ASSERT_EQ(comparable(got[l]), comparable(want)) << round << ' ' << l;
          }
        }
  }
  EXPECT_GT(compared, 100000);
}

TEST_F(LanesTest, NoiseAtPoints) {
  std::vector<Noise> all = noises(source);
  for (int round = 0; round < 1500; ++round) {
    NoiseStack stack = all[round % all.size()].view();
    f64 x[laneCount], y[laneCount], z[laneCount];
    for (i32 l = 0; l < laneCount; ++l) {
      auto coordinate = [&] {
        return source.below(2) ? f64(source.block()) : source.between(-40, 40);
      };
      x[l] = coordinate(), y[l] = coordinate(), z[l] = coordinate();
      if (source.below(300) == 0)
        x[l] = source.below(2) ? f64(NAN) : f64(infinity);
    }
    bool scaled = round % 2;
    f64 xz = source.between(-3, 3), ys = source.between(-3, 3);
    f32 amplitude = scaled ? f32(source.between(-2, 2)) : 1.0f, got[laneCount];
    u32 active = source.below(3) ? 15u : 1u + u32(source.below(15));
    laneNoise(got, stack, x, y, z, xz, ys, scaled, amplitude, active);
    for (i32 l = 0; l < laneCount; ++l) {
      if (!(active >> (l / blockLanes) & 1))
        continue;
      f32 want = 0.0f;
      if (!scaled)
        want = stackGet(stack, x[l], y[l], z[l]);
      for (i32 n = 0; scaled && n < stack.count; ++n) {
        const NoiseLayer &layer = stack.layers[n];
        f64 fxz = xz * layer.frequency, fy = ys * layer.frequency;
        want =
            want + amplitude * layer.amplitude * layerGet(layer, x[l] * fxz, y[l] * fy, z[l] * fxz);
      }
      ASSERT_EQ(comparable(got[l]), comparable(want)) << round << ' ' << l;
    }
  }
}

TEST_F(LanesTest, NoiseOfFlatVolumesAndWithShifts) {
  std::vector<Noise> all = noises(source);
  for (int round = 0; round < 600; ++round) {
    NoiseStack stack = all[round % 3].view();
    Volume v = randomVolume(source);
    v.sx = 1 + source.below(20), v.sy = 1, v.sz = 1 + source.below(20);
    f64 xz = source.between(-2, 2), y = source.between(-2, 2);
    std::vector<f32> expected(v.count(), 0.0f);
    stackAddVolume(stack, expected.data(), v, xz, y, 1.0f);
    for (i64 first = 0; first < v.count(); first += laneCount) {
      i32 n = i32(v.count() - first < laneCount ? v.count() - first : laneCount);
      FlatPosition at;
      FlatPosition::fill(at, v, first, n);
      Lanes flat = flatNoiseLanes(stack, at, xz, y, 15);
      Lanes shiftX, shiftY, shiftZ;
      for (i32 l = 0; l < laneCount; ++l)
        shiftX[l] = source.any(), shiftY[l] = source.any(), shiftZ[l] = source.any();
      bool hasY = round % 2;
      Lanes shifted =
          shiftedNoiseLanes(stack, at, xz, y, shiftX, hasY ? &shiftY : nullptr, shiftZ, 15);
      for (i32 l = 0; l < n; ++l) {
        ASSERT_EQ(comparable(flat[l]), comparable(expected[first + l])) << round;
        f64 py = f64(at.y(l)) * y;
        if (hasY)
          py = py + f64(shiftY[l]);
        f32 want = stackGet(stack, f64(at.x(l)) * xz + f64(shiftX[l]), py,
                            f64(at.z(l)) * xz + f64(shiftZ[l]));
        ASSERT_EQ(comparable(shifted[l]), comparable(want)) << round;
      }
    }
  }
}

/// Spec 11, 15, block by block: the corners of a block's cell, z first, then x, then the running
/// sum from the lowest block of the request that lies in the cell.
f32 plainInterpolation(const Interpolation &p, const f32 *corners, i32 i, i32 j, i32 k) {
  const Volume &v = p.volume, &c = p.corners;
  if (p.aligned)
    return corners[v.index(i, j, k)];
  i32 x = v.mx + i * v.tx, y = v.my + j * v.ty, z = v.mz + k * v.tz;
  i32 cx = floorDiv(x, p.cellXz) - p.firstX, cy = floorDiv(y, p.cellY) - p.firstY,
      cz = floorDiv(z, p.cellXz) - p.firstZ;
  i32 x1 = imin(cx + 1, c.sx - 1), y1 = imin(cy + 1, c.sy - 1), z1 = imin(cz + 1, c.sz - 1);
  f32 kxz = 1.0f / f32(p.cellXz), ky = 1.0f / f32(p.cellY);
  f32 tx = f32(floorMod(x, p.cellXz)) * kxz, tz = f32(floorMod(z, p.cellXz)) * kxz;
  auto plane = [&](i32 layer) {
    f32 low = lerp(tz, corners[c.index(cx, layer, cz)], corners[c.index(cx, layer, z1)]);
    f32 high = lerp(tz, corners[c.index(x1, layer, cz)], corners[c.index(x1, layer, z1)]);
    return lerp(tx, low, high);
  };
  f32 q0 = plane(cy), d = (plane(y1) - q0) * ky;
  i32 bottom = floorDiv(y, p.cellY) * p.cellY, start = bottom > v.my ? 0 : v.my - bottom;
  f32 value = q0 + d * f32(start);
  for (i32 dy = start; dy < y - bottom; ++dy)
    value = value + d;
  return value;
}

TEST_F(LanesTest, InterpolationOfColumns) {
  i64 compared = 0, wide = 0, aligned = 0;
  for (int round = 0; round < 3000; ++round) {
    i32 cellXz = 1 + source.below(6), cellY = source.below(3) ? 8 : 1 + source.below(9);
    Volume v = randomVolume(source);
    v.mx = source.below(100) - 50, v.mz = source.below(100) - 50;
    if (source.below(2))
      v.tx = v.ty = v.tz = 1;
    if (source.below(3) == 0)
      v.sy = 128 + source.below(300), v.my = 8 * (source.below(20) - 10);
    if (source.below(12) == 0)
      v.mx = v.mx * cellXz, v.my = v.my * cellY, v.mz = v.mz * cellXz, v.tx = v.tz = cellXz,
      v.ty = cellY;
    Interpolation p = interpolationOf(v, cellXz, cellY);
    // A row of lanes may be read behind the last corner.
    std::vector<f32> corners(p.corners.count() + 64);
    bool tame = source.below(2);
    for (f32 &corner : corners)
      corner = tame ? f32(source.between(-3, 3)) : source.any();
    std::vector<f32> got(v.count() + 64, 7.0f);
    interpolateVolume(got.data(), p, corners.data());
    aligned += p.aligned;
    wide += !p.aligned && v.ty == 1 && cellY == 8 && v.sy >= 128;
    for (i32 k = 0; k < v.sz; ++k)
      for (i32 i = 0; i < v.sx; ++i)
        for (i32 j = 0; j < v.sy; ++j, ++compared) {
          f32 want = plainInterpolation(p, corners.data(), i, j, k);
          ASSERT_EQ(comparable(got[v.index(i, j, k)]), comparable(want))
              << round << ": " << i << ' ' << j << ' ' << k;
          auto corner = [&](i32 a, i32 b, i32 c) { return corners[p.corners.index(a, b, c)]; };
          ASSERT_EQ(comparable(interpolationAt(p, i, j, k, corner)), comparable(want));
        }
    for (std::size_t end = std::size_t(v.count()); end < got.size(); ++end)
      ASSERT_EQ(got[end], 7.0f);
  }
  EXPECT_GT(compared, 100000);
  EXPECT_GT(wide, 100);
  EXPECT_GT(aligned, 50);
}

} // namespace
