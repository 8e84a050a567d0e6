//===- plain_aquifer.h - The aquifer as the specification has it, word by word (spec 30, 6) -===//
//
// Slow, and kept apart from the runtime's aquifer: it shares only random generators with it.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_TEST_UNIT_TERRAIN_PLAIN_AQUIFER_H
#define TERRANE_TEST_UNIT_TERRAIN_PLAIN_AQUIFER_H

#include "fakes.h"

#include <map>
#include <tuple>

namespace terrane::test {

class PlainAquifer {
public:
  struct Pair {
    i32 level;
    StateId state;
    bool operator!=(const Pair &o) const { return level != o.level || state != o.state; }
  };
  bool scheduleFlag = false;
  i32 skipAboveY = 0;

  PlainAquifer(const TerrainSettings &settings, bool enabled, const PositionalFactory &random,
               SamplerContext &context, const Volume &v)
      : s(settings), enabled(enabled), random(random), context(context) {
    if (!enabled)
      return;
    auto g = [](i32 b) { return wrapSub(b, 5) >> 4; };
    i32 ax = g(v.mx) * 16, az = g(v.mz) * 16;
    i32 bx = (g(v.mx + v.sx - 1) + 1) * 16 + 9, bz = (g(v.mz + v.sz - 1) + 1) * 16 + 9;
    Volume window = blocks(4 * (ax >> 2), 0, 4 * (az >> 2), (bx >> 2) - (ax >> 2) + 1, 1,
                           (bz >> 2) - (az >> 2) + 1);
    window.tx = window.tz = 4;
    std::vector<f32> values(window.count());
    context.volume(fakeEntries.surfaceLevel, values.data(), window);
    i32 m = std::numeric_limits<i32>::min();
    for (i32 k = 0; k < window.sz; ++k)
      for (i32 i = 0; i < window.sx; ++i) {
        i32 surface = floorInt(f64(values[window.index(i, 0, k)]));
        surfaces[{window.blockX(i), window.blockZ(k)}] = surface;
        m = std::max(m, surface);
      }
    i32 m8 = wrapAdd(m, 8);
    skipAboveY = wrapAdd(wrapMul(floorDiv(wrapAdd(m8, 12), 12) + 1, 12), 10);
  }

  i32 substance(i32 x, i32 y, i32 z, f64 density) {
    scheduleFlag = false;
    if (density > 0.0)
      return Aquifer::solid;
    Pair global = pick(y);
    if (!enabled || y > skipAboveY)
      return at(global, y);
    if (isLava(at(global, y)))
      return s.named.lava;

    const i32 largest = std::numeric_limits<i32>::max();
    i32 d[4] = {largest, largest, largest, largest};
    Cell cell[4];
    i32 cx = wrapSub(x, 5) >> 4, cy = floorDiv(y + 1, 12), cz = wrapSub(z, 5) >> 4;
    for (i32 dx = 0; dx <= 1; ++dx)
      for (i32 dy = -1; dy <= 1; ++dy)
        for (i32 dz = 0; dz <= 1; ++dz) {
          Cell c{cx + dx, cy + dy, cz + dz};
          auto [px, py, pz] = centre(c);
          i32 ddx = wrapSub(px, x), ddy = wrapSub(py, y), ddz = wrapSub(pz, z);
          i32 D = wrapAdd(wrapAdd(wrapMul(ddx, ddx), wrapMul(ddy, ddy)), wrapMul(ddz, ddz));
          if (d[0] >= D) {
            d[3] = d[2], d[2] = d[1], d[1] = d[0], d[0] = D;
            cell[3] = cell[2], cell[2] = cell[1], cell[1] = cell[0], cell[0] = c;
          } else if (d[1] >= D) {
            d[3] = d[2], d[2] = d[1], d[1] = D;
            cell[3] = cell[2], cell[2] = cell[1], cell[1] = c;
          } else if (d[2] >= D) {
            d[3] = d[2], d[2] = D;
            cell[3] = cell[2], cell[2] = c;
          } else if (d[3] >= D) {
            d[3] = D;
            cell[3] = c;
          }
        }

    auto sim = [](i32 a, i32 b) { return 1.0 - f64(wrapSub(b, a)) / 25.0; };
    const f64 flow = sim(100, 144);
    Pair p1 = status(cell[0]);
    f64 s12 = sim(d[0], d[1]);
    StateId f = at(p1, y);
    if (s12 <= 0.0) {
      scheduleFlag = s12 >= flow && p1 != status(cell[1]);
      return f;
    }
    if (isWater(f) && isLava(at(pick(y - 1), y - 1))) {
      scheduleFlag = true;
      return f;
    }
    f64 barrier = std::numeric_limits<f64>::quiet_NaN();
    Pair p2 = status(cell[1]);
    if (density + s12 * pressure(x, y, z, barrier, p1, p2) > 0.0)
      return Aquifer::solid;
    Pair p3 = status(cell[2]);
    f64 s13 = sim(d[0], d[2]);
    if (s13 > 0.0 && density + (s12 * s13) * pressure(x, y, z, barrier, p1, p3) > 0.0)
      return Aquifer::solid;
    f64 s23 = sim(d[1], d[2]);
    if (s23 > 0.0 && density + (s12 * s23) * pressure(x, y, z, barrier, p2, p3) > 0.0)
      return Aquifer::solid;
    if (p1 != p2 || (s23 >= flow && p2 != p3) || (s13 >= flow && p1 != p3))
      scheduleFlag = true;
    else if (s13 >= flow && sim(d[0], d[3]) >= flow)
      scheduleFlag = p1 != status(cell[3]);
    return f;
  }

private:
  using Cell = std::tuple<i32, i32, i32>;

  static i32 floorInt(f64 v) { return toI32(floorD(v)); }
  bool isWater(StateId state) const { return s.states[state].flags & StateWater; }
  bool isLava(StateId state) const { return s.states[state].flags & StateLava; }
  bool isAir(StateId state) const { return s.states[state].flags & StateAir; }

  Pair pick(i32 y) const {
    if (y < std::min(-54, s.seaLevel))
      return {-54, s.named.lava};
    return {s.seaLevel, s.named.defaultFluid};
  }
  static StateId at(const Pair &pair, i32 y) { return y < pair.level ? pair.state : airState; }

  Cell centre(Cell cell) {
    auto found = centres.find(cell);
    if (found != centres.end())
      return found->second;
    auto [gx, gy, gz] = cell;
    Random r = random.at(gx, gy, gz);
    u64 x = u64(i64(gx * 16 + r.nextInt(10)));
    u64 y = u64(i64(gy * 12 + r.nextInt(9)));
    u64 z = u64(i64(gz * 16 + r.nextInt(10)));
    u64 packed = (x & 0x3FFFFFF) << 38 | (z & 0x3FFFFFF) << 12 | (y & 0xFFF);
    return centres[cell] = {i32(i64(packed) >> 38), i32(i64(packed << 52) >> 52),
                            i32(i64(packed << 26) >> 38)};
  }

  i32 surface(i32 x, i32 z) {
    i32 qx = 4 * (x >> 2), qz = 4 * (z >> 2);
    auto found = surfaces.find({qx, qz});
    if (found != surfaces.end())
      return found->second;
    return surfaces[{qx, qz}] = floorInt(f64(context.point(fakeEntries.surfaceLevel, qx, 0, qz)));
  }

  f64 pressure(i32 x, i32 y, i32 z, f64 &barrier, Pair a, Pair b) {
    StateId sa = at(a, y), sb = at(b, y);
    if ((isLava(sa) && isWater(sb)) || (isWater(sa) && isLava(sb)))
      return 2.0;
    i32 diff = wrapSub(a.level, b.level);
    diff = diff < 0 ? wrapSub(0, diff) : diff;
    if (diff == 0)
      return 0.0;
    f64 avg = 0.5 * f64(wrapAdd(a.level, b.level));
    f64 h = (f64(y) + 0.5) - avg;
    f64 half = f64(diff) / 2.0;
    f64 e = half - (h < 0 ? -h : h);
    f64 grad;
    if (h > 0.0) {
      f64 c = 0.0 + e;
      grad = c > 0.0 ? c / 1.5 : c / 2.5;
    } else {
      f64 c = 3.0 + e;
      grad = c > 0.0 ? c / 3.0 : c / 10.0;
    }
    f64 n = 0.0;
    if (!(grad < -2.0 || grad > 2.0)) {
      if (isNaN(barrier))
        barrier = f64(context.point(fakeEntries.barrier, x, y, z));
      n = barrier;
    }
    return 2.0 * (n + grad);
  }

  Pair status(Cell cell) {
    auto found = statuses.find(cell);
    if (found != statuses.end())
      return found->second;
    auto [x, y, z] = centre(cell);
    return statuses[cell] = computeStatus(x, y, z);
  }

  Pair computeStatus(i32 x, i32 y, i32 z) {
    static constexpr i32 offsets[13][2] = {{0, 0},  {-2, -1}, {-1, -1}, {0, -1}, {1, -1},
                                           {-3, 0}, {-2, 0},  {-1, 0},  {1, 0},  {-2, 1},
                                           {-1, 1}, {0, 1},   {1, 1}};
    Pair global = pick(y);
    i32 low = std::numeric_limits<i32>::max();
    bool centreWet = false;
    i32 top = y + 12, bottom = y - 12;
    for (const auto &[ox, oz] : offsets) {
      i32 sx = x + 16 * ox, sz = z + 16 * oz;
      i32 S = surface(sx, sz), A = wrapAdd(S, 8);
      bool isCentre = ox == 0 && oz == 0;
      if (isCentre && bottom > A)
        return global;
      bool poke = top > A;
      if (poke || isCentre) {
        Pair w = pick(A);
        if (!isAir(at(w, A))) {
          if (isCentre)
            centreWet = true;
          if (poke)
            return w;
        }
      }
      low = std::min(low, S);
    }
    i32 level = fluidLevel(x, y, z, global, low, centreWet);
    StateId type = global.state;
    if (level <= -10 && level != -32512 && global.state != s.named.lava) {
      f64 v =
          f64(context.point(fakeEntries.lava, floorDiv(x, 64), floorDiv(y, 40), floorDiv(z, 64)));
      if ((v < 0 ? -v : v) > 0.3)
        type = s.named.lava;
    }
    return {level, type};
  }

  i32 fluidLevel(i32 x, i32 y, i32 z, Pair global, i32 low, bool centreWet) {
    f64 partly = -1.0, full = -1.0;
    if (!(f64(context.point(fakeEntries.exclusion, x, y, z)) > 0.0)) {
      i32 depth = wrapSub(wrapAdd(low, 8), y);
      f64 k = 0.0;
      if (centreWet) {
        f64 q = (f64(depth) - 0.0) / (64.0 - 0.0);
        k = q < 0 ? 1.0 : q > 1 ? 0.0 : 1.0 + q * (0.0 - 1.0);
      }
      f64 n = f64(context.point(fakeEntries.floodedness, x, y, z));
      n = n < -1.0 ? -1.0 : n > 1.0 ? 1.0 : n;
      f64 t = (k - 1.0) / (0.0 - 1.0);
      partly = n - (-0.8 + t * (0.4 - (-0.8)));
      full = n - (-0.3 + t * (0.8 - (-0.3)));
    }
    if (full > 0.0)
      return global.level;
    if (!(partly > 0.0))
      return -32512;
    i32 my = floorDiv(y, 40) * 40 + 20;
    f32 product =
        context.point(fakeEntries.spread, floorDiv(x, 16), floorDiv(y, 40), floorDiv(z, 16)) *
        10.0f;
    i32 qz = wrapMul(floorInt(f64(product) / 3.0), 3);
    return std::min(low, wrapAdd(my, qz));
  }

  const TerrainSettings &s;
  bool enabled;
  PositionalFactory random;
  SamplerContext &context;
  std::map<Cell, Cell> centres;
  std::map<Cell, Pair> statuses;
  std::map<std::pair<i32, i32>, i32> surfaces;
};

} // namespace terrane::test

#endif // TERRANE_TEST_UNIT_TERRAIN_PLAIN_AQUIFER_H
