//===- leaves.cpp - Samplers without operands (spec 10, sections 7 and 8) -===//

#include "targets/reference/nodes.h"

#include "runtime/chunk/beardifier.h"
#include "runtime/chunk/blender.h"
#include "runtime/noise/end_islands.h"

#include <algorithm>

using namespace terrane::reference;
using namespace terrane;

namespace {

/// The naive volume of a point function (spec 10, section 4).
template <typename F> void fillByPoint(f32 *out, const Volume &v, F &&at) {
  for (i32 k = 0; k < v.sz; ++k)
    for (i32 i = 0; i < v.sx; ++i)
      for (i32 j = 0; j < v.sy; ++j)
        *out++ = at(v.blockX(i), v.blockY(j), v.blockZ(k));
}

struct Constant : Sampler {
  f32 value;
  explicit Constant(f32 value) : value(value) {}
  void volume(Context &, f32 *out, const Volume &v) const override {
    std::fill_n(out, v.count(), value);
  }
  f32 point(Context &, i32, i32, i32) const override { return value; }
};

struct PlainNoise : Sampler {
  NoiseStack stack;
  f64 xz, y;
  PlainNoise(NoiseStack stack, f64 xz, f64 y) : stack(stack), xz(xz), y(y) {}
  void volume(Context &, f32 *out, const Volume &v) const override {
    std::fill_n(out, v.count(), 0.0f);
    stackAddVolume(stack, out, v, xz, y, 1.0f);
  }
  f32 point(Context &, i32 bx, i32 by, i32 bz) const override {
    return stackGet(stack, f64(bx) * xz, f64(by) * y, f64(bz) * xz);
  }
};

struct ShiftedNoise : Sampler {
  NoiseStack stack;
  f64 xz, y;
  Node sx, sy, sz;
  ShiftedNoise(NoiseStack stack, f64 xz, f64 y, Node sx, Node sy, Node sz)
      : stack(stack), xz(xz), y(y), sx(sx), sy(sy), sz(sz) {}
  f32 at(i32 bx, i32 by, i32 bz, f32 a, f32 b, f32 c) const {
    f64 px = f64(bx) * xz + f64(a);
    f64 py = f64(by) * y;
    if (sy)
      py = py + f64(b);
    f64 pz = f64(bz) * xz + f64(c);
    return stackGet(stack, px, py, pz);
  }
  void volume(Context &context, f32 *out, const Volume &v) const override {
    std::vector<f32> b(sy ? v.count() : 0), c(v.count());
    sx->volume(context, out, v);
    if (sy)
      sy->volume(context, b.data(), v);
    sz->volume(context, c.data(), v);
    i64 n = 0;
    fillByPoint(out, v, [&](i32 bx, i32 by, i32 bz) {
      f32 value = at(bx, by, bz, out[n], sy ? b[n] : 0.0f, c[n]);
      ++n;
      return value;
    });
  }
  f32 point(Context &context, i32 bx, i32 by, i32 bz) const override {
    f32 a = sx->point(context, bx, by, bz);
    f32 b = sy ? sy->point(context, bx, by, bz) : 0.0f;
    f32 c = sz->point(context, bx, by, bz);
    return at(bx, by, bz, a, b, c);
  }
};

struct ShiftB : Sampler {
  NoiseStack stack;
  explicit ShiftB(NoiseStack stack) : stack(stack) {}
  void volume(Context &, f32 *out, const Volume &v) const override {
    Volume t;
    t.sx = v.sz, t.sy = v.sx, t.sz = 1;
    t.mx = v.mz, t.my = v.mx, t.mz = 0;
    t.tx = v.tz, t.ty = v.tx, t.tz = 1;
    std::vector<f32> flat(t.count(), 0.0f);
    stackAddVolume(stack, flat.data(), t, 0.25, 0.25, 4.0f);
    for (i32 k = 0; k < v.sz; ++k)
      for (i32 i = 0; i < v.sx; ++i, out += v.sy)
        std::fill_n(out, v.sy, flat[t.index(k, i, 0)]);
  }
  f32 point(Context &, i32 bx, i32, i32 bz) const override {
    return stackGet(stack, f64(bz) * 0.25, f64(bx) * 0.25, 0.0) * 4.0f;
  }
};

struct EndOuterIslands : Sampler {
  const SimplexTable &table;
  explicit EndOuterIslands(const SimplexTable &table) : table(table) {}
  void volume(Context &, f32 *out, const Volume &v) const override {
    for (i32 k = 0; k < v.sz; ++k)
      for (i32 i = 0; i < v.sx; ++i, out += v.sy)
        std::fill_n(out, v.sy, rt::endOuterIslands(table, v.blockX(i), v.blockZ(k)));
  }
  f32 point(Context &, i32 bx, i32, i32 bz) const override {
    return rt::endOuterIslands(table, bx, bz);
  }
};

struct Gradient : Sampler {
  density::Axis axis;
  density::Tiling tiling;
  i32 from, to;
  f32 value, factor;
  Gradient(density::Axis axis, density::Tiling tiling, i32 from, i32 to, f32 value, f32 factor)
      : axis(axis), tiling(tiling), from(from), to(to), value(value), factor(factor) {}
  f32 at(i32 c) const {
    i32 n = wrapSub(to, from), r = 0;
    switch (tiling) {
    case density::Tiling::ClampToEdge:
      r = wrapSub(imin(imax(c, imin(from, to)), imax(from, to)), from);
      break;
    case density::Tiling::Repeat:
      r = floorMod(wrapSub(c, from), n);
      break;
    case density::Tiling::MirroredRepeat: {
      i32 distance = wrapSub(c, from), m = floorDiv(distance, n);
      i32 local = wrapSub(distance, wrapMul(m, n));
      r = (m & 1) == 0 ? local : wrapSub(n, local);
      break;
    }
    }
    return value + f32(r) * factor;
  }
  void volume(Context &context, f32 *out, const Volume &v) const override {
    fillByPoint(out, v, [&](i32 x, i32 y, i32 z) { return point(context, x, y, z); });
  }
  f32 point(Context &, i32 x, i32 y, i32 z) const override {
    return at(axis == density::Axis::X ? x : axis == density::Axis::Y ? y : z);
  }
};

struct Distance : Sampler {
  density::Metric metric;
  i32 px, py, pz;
  Distance(density::Metric metric, i32 x, i32 y, i32 z) : metric(metric), px(x), py(y), pz(z) {}
  void volume(Context &context, f32 *out, const Volume &v) const override {
    fillByPoint(out, v, [&](i32 x, i32 y, i32 z) { return point(context, x, y, z); });
  }
  f32 point(Context &, i32 x, i32 y, i32 z) const override {
    f32 dx = f32(wrapSub(px, x)), dy = f32(wrapSub(py, y)), dz = f32(wrapSub(pz, z));
    switch (metric) {
    case density::Metric::EuclideanSquared:
      return (dx * dx + dy * dy) + dz * dz;
    case density::Metric::Euclidean:
      return sqrtF((dx * dx + dy * dy) + dz * dz);
    case density::Metric::Manhattan:
      return (absF(dx) + absF(dy)) + absF(dz);
    case density::Metric::Chebyshev:
      return jmax(jmax(absF(dx), absF(dy)), absF(dz));
    }
    return 0;
  }
};

struct BeardifierField : Sampler {
  void volume(Context &context, f32 *out, const Volume &v) const override {
    if (context.beardifier)
      context.beardifier->fillVolume(v, out);
    else
      std::fill_n(out, v.count(), 0.0f);
  }
  f32 point(Context &context, i32 x, i32 y, i32 z) const override {
    return context.beardifier ? context.beardifier->value(x, y, z) : 0.0f;
  }
};

struct BlendField : Sampler {
  bool alpha;
  explicit BlendField(bool alpha) : alpha(alpha) {}
  void volume(Context &context, f32 *out, const Volume &v) const override {
    fillByPoint(out, v, [&](i32 x, i32 y, i32 z) { return point(context, x, y, z); });
  }
  f32 point(Context &context, i32 x, i32, i32 z) const override {
    if (!context.blender || context.blender->empty())
      return alpha ? 1.0f : 0.0f;
    return alpha ? context.blender->alpha(x, z) : context.blender->offset(x, z);
  }
};

} // namespace

NodePtr reference::constant(f32 value) {
  return std::make_unique<Constant>(value);
}
NodePtr reference::noise(NoiseStack stack, f64 xz, f64 y) {
  return std::make_unique<PlainNoise>(stack, xz, y);
}
NodePtr reference::shiftedNoise(NoiseStack stack, f64 xz, f64 y, Node sx, Node sy, Node sz) {
  return std::make_unique<ShiftedNoise>(stack, xz, y, sx, sy, sz);
}
NodePtr reference::shiftB(NoiseStack stack) {
  return std::make_unique<ShiftB>(stack);
}
NodePtr reference::endOuterIslands(const SimplexTable &table) {
  return std::make_unique<EndOuterIslands>(table);
}
NodePtr reference::gradient(density::Axis axis, density::Tiling tiling, i32 from, i32 to, f32 value,
                            f32 factor) {
  return std::make_unique<Gradient>(axis, tiling, from, to, value, factor);
}
NodePtr reference::distance(density::Metric metric, i32 x, i32 y, i32 z) {
  return std::make_unique<Distance>(metric, x, y, z);
}
NodePtr reference::field(sampler::Field field) {
  if (field == sampler::Field::Beardifier)
    return std::make_unique<BeardifierField>();
  return std::make_unique<BlendField>(field == sampler::Field::BlendAlpha);
}
