//===- space.cpp - Samplers that ask elsewhere (spec 11, sections 14 to 17) -===//

#include "targets/reference/nodes.h"

#include "runtime/chunk/blender.h"
#include "runtime/math/java.h"

using namespace terrane::reference;
using namespace terrane;

namespace {

struct InterpolatedNode : Sampler {
  Node input;
  i32 cellXz, cellY;
  InterpolatedNode(Node input, i32 cellXz, i32 cellY)
      : input(input), cellXz(cellXz), cellY(cellY) {}

  void volume(Context &context, f32 *out, const Volume &v) const override {
    bool aligned = (v.tx == cellXz || v.sx == 1) && (v.ty == cellY || v.sy == 1) &&
                   (v.tz == cellXz || v.sz == 1) && floorMod(v.mx, cellXz) == 0 &&
                   floorMod(v.my, cellY) == 0 && floorMod(v.mz, cellXz) == 0;
    if (aligned)
      return input->volume(context, out, v);
    if (v.tx == 1 && v.ty == 1 && v.tz == 1)
      return fillBlocks(context, out, v);
    Volume unit = v;
    unit.sx = wrapMul(v.sx, v.tx), unit.sy = wrapMul(v.sy, v.ty), unit.sz = wrapMul(v.sz, v.tz);
    unit.tx = unit.ty = unit.tz = 1;
    std::vector<f32> blocks(unit.count());
    fillBlocks(context, blocks.data(), unit);
    for (i32 k = 0; k < v.sz; ++k)
      for (i32 i = 0; i < v.sx; ++i)
        for (i32 j = 0; j < v.sy; ++j)
          *out++ = blocks[unit.index(i * v.tx, j * v.ty, k * v.tz)];
  }

  /// One axis of the corner lattice.
  struct AxisCells {
    i32 first, count, corners;
    AxisCells(i32 min, i32 size, i32 cell) {
      i32 max = min + size - 1;
      first = floorDiv(min, cell);
      count = floorDiv(max, cell) - first + 1;
      // The layer beyond the last cell is missing where only its first layer is needed.
      corners = floorMod(max, cell) == 0 ? count : count + 1;
    }
  };

  void fillBlocks(Context &context, f32 *out, const Volume &v) const {
    AxisCells ax(v.mx, v.sx, cellXz), ay(v.my, v.sy, cellY), az(v.mz, v.sz, cellXz);
    Volume c;
    c.sx = ax.corners, c.sy = ay.corners, c.sz = az.corners;
    c.mx = ax.first * cellXz, c.my = ay.first * cellY, c.mz = az.first * cellXz;
    c.tx = cellXz, c.ty = cellY, c.tz = cellXz;
    std::vector<f32> corner(c.count());
    input->volume(context, corner.data(), c);
    f32 kxz = 1.0f / f32(cellXz), ky = 1.0f / f32(cellY);
    for (i32 cz = 0; cz < az.count; ++cz)
      for (i32 cx = 0; cx < ax.count; ++cx)
        for (i32 cy = 0; cy < ay.count; ++cy) {
          i32 x1 = imin(cx + 1, ax.corners - 1), y1 = imin(cy + 1, ay.corners - 1),
              z1 = imin(cz + 1, az.corners - 1);
          f32 v000 = corner[c.index(cx, cy, cz)], v100 = corner[c.index(x1, cy, cz)];
          f32 v010 = corner[c.index(cx, y1, cz)], v110 = corner[c.index(x1, y1, cz)];
          f32 v001 = corner[c.index(cx, cy, z1)], v101 = corner[c.index(x1, cy, z1)];
          f32 v011 = corner[c.index(cx, y1, z1)], v111 = corner[c.index(x1, y1, z1)];
          i32 ox = (ax.first + cx) * cellXz - v.mx, oy = (ay.first + cy) * cellY - v.my,
              oz = (az.first + cz) * cellXz - v.mz;
          i32 y0 = imax(0, -oy), yEnd = imin(cellY, v.sy - oy);
          for (i32 dz = imax(0, -oz); dz < imin(cellXz, v.sz - oz); ++dz) {
            f32 tz = f32(dz) * kxz;
            f32 p00 = rt::lerp(tz, v000, v001), p01 = rt::lerp(tz, v010, v011);
            f32 p10 = rt::lerp(tz, v100, v101), p11 = rt::lerp(tz, v110, v111);
            for (i32 dx = imax(0, -ox); dx < imin(cellXz, v.sx - ox); ++dx) {
              f32 tx = f32(dx) * kxz;
              f32 q0 = rt::lerp(tx, p00, p10), q1 = rt::lerp(tx, p01, p11);
              f32 d = (q1 - q0) * ky;
              f32 value = q0 + d * f32(y0);
              f32 *column = out + v.index(ox + dx, oy, oz + dz);
              for (i32 dy = y0; dy < yEnd; ++dy) {
                column[dy] = value;
                value = value + d;
              }
            }
          }
        }
  }

  f32 point(Context &context, i32 x, i32 y, i32 z) const override {
    i32 fx = floorMod(x, cellXz), fy = floorMod(y, cellY), fz = floorMod(z, cellXz);
    if (fx == 0 && fy == 0 && fz == 0)
      return input->point(context, x, y, z);
    Volume c;
    c.sx = c.sy = c.sz = 2;
    c.mx = wrapSub(x, fx), c.my = wrapSub(y, fy), c.mz = wrapSub(z, fz);
    c.tx = cellXz, c.ty = cellY, c.tz = cellXz;
    f32 v[8];
    input->volume(context, v, c);
    f32 ax = f32(fx) / f32(cellXz), ay = f32(fy) / f32(cellY), az = f32(fz) / f32(cellXz);
    auto at = [&](i32 i, i32 j, i32 k) { return v[c.index(i, j, k)]; };
    return rt::lerp3(ax, ay, az, at(0, 0, 0), at(1, 0, 0), at(0, 1, 0), at(1, 1, 0), at(0, 0, 1),
                     at(1, 0, 1), at(0, 1, 1), at(1, 1, 1));
  }
};

struct SliceNode : Sampler {
  Node input;
  std::optional<i32> x, y, z;
  SliceNode(Node input, std::optional<i32> x, std::optional<i32> y, std::optional<i32> z)
      : input(input), x(x), y(y), z(z) {}
  void volume(Context &context, f32 *out, const Volume &v) const override {
    auto flat = [](std::optional<i32> c, i32 size, i32 min) {
      return !c || (size == 1 && min == *c);
    };
    if (flat(x, v.sx, v.mx) && flat(y, v.sy, v.my) && flat(z, v.sz, v.mz))
      return input->volume(context, out, v);
    Volume s = v; // the steps stay, along sliced axes too
    if (x)
      s.sx = 1, s.mx = *x;
    if (y)
      s.sy = 1, s.my = *y;
    if (z)
      s.sz = 1, s.mz = *z;
    std::vector<f32> values(s.count());
    input->volume(context, values.data(), s);
    for (i32 k = 0; k < v.sz; ++k)
      for (i32 i = 0; i < v.sx; ++i)
        for (i32 j = 0; j < v.sy; ++j)
          *out++ = values[s.index(x ? 0 : i, y ? 0 : j, z ? 0 : k)];
  }
  f32 point(Context &context, i32 px, i32 py, i32 pz) const override {
    return input->point(context, x.value_or(px), y.value_or(py), z.value_or(pz));
  }
};

struct FindTopSurfaceNode : Sampler {
  Node density, upper;
  i32 lower, height;
  FindTopSurfaceNode(Node density, Node upper, i32 lower, i32 height)
      : density(density), upper(upper), lower(lower), height(height) {}
  f32 search(Context &context, i32 x, i32 z, f32 u) const {
    i32 top = wrapMul(floorI(f64(u / f32(height))), height);
    if (top <= lower)
      return f32(lower);
    for (i64 y = top; y >= lower; y -= height)
      if (density->point(context, x, i32(y), z) > 0)
        return f32(i32(y));
    return f32(lower);
  }
  void volume(Context &context, f32 *out, const Volume &v) const override {
    upper->volume(context, out, v);
    for (i32 k = 0; k < v.sz; ++k)
      for (i32 i = 0; i < v.sx; ++i)
        for (i32 j = 0; j < v.sy; ++j, ++out)
          *out = search(context, v.blockX(i), v.blockZ(k), *out);
  }
  f32 point(Context &context, i32 x, i32 y, i32 z) const override {
    f32 u = upper->point(context, x, y, z);
    return search(context, x, z, u);
  }
};

struct BlendDensityNode : Sampler {
  Node input;
  explicit BlendDensityNode(Node input) : input(input) {}
  static bool active(const Context &context) {
    return context.blender && !context.blender->empty();
  }
  void volume(Context &context, f32 *out, const Volume &v) const override {
    input->volume(context, out, v);
    if (!active(context))
      return;
    for (i32 k = 0; k < v.sz; ++k)
      for (i32 i = 0; i < v.sx; ++i)
        for (i32 j = 0; j < v.sy; ++j, ++out)
          *out = context.blender->blendDensity(v.blockX(i), v.blockY(j), v.blockZ(k), *out);
  }
  f32 point(Context &context, i32 x, i32 y, i32 z) const override {
    f32 value = input->point(context, x, y, z);
    return active(context) ? context.blender->blendDensity(x, y, z, value) : value;
  }
};

} // namespace

NodePtr reference::interpolated(Node input, i32 cellXz, i32 cellY) {
  return std::make_unique<InterpolatedNode>(input, cellXz, cellY);
}
NodePtr reference::slice(Node input, std::optional<i32> x, std::optional<i32> y,
                         std::optional<i32> z) {
  return std::make_unique<SliceNode>(input, x, y, z);
}
NodePtr reference::findTopSurface(Node density, Node upper, i32 lower, i32 height) {
  return std::make_unique<FindTopSurfaceNode>(density, upper, lower, height);
}
NodePtr reference::blendDensity(Node input) {
  return std::make_unique<BlendDensityNode>(input);
}
