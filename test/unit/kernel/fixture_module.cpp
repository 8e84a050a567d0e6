//===- fixture_module.cpp - A generator written by hand -------------------===//
//
// In the form of a compiled one: kernel-safe, exporting `terrane_generator`. The tests link it, and
// load it as a library.
//
//===----------------------------------------------------------------------===//

#include "runtime/kernel/abi.h"
#include "runtime/noise/end_islands.h"

using namespace terrane::rt;

extern "C" __attribute__((visibility("default"))) const KernelModule terrane_generator;

namespace {

constexpr f64 xzScale = 0.37, yScale = 1.5;

template <class Value> void fill(f32 *out, const Volume *v, Value value) {
  for (i32 k = 0; k < v->sz; ++k)
    for (i32 i = 0; i < v->sx; ++i)
      for (i32 j = 0; j < v->sy; ++j)
        *out++ = value(v->blockX(i), v->blockY(j), v->blockZ(k));
}

void noiseVolume(KernelContext *c, f32 *out, const Volume *v) {
  fill(out, v, [](i32, i32, i32) { return 0.0f; });
  stackAddVolume(c->noises[0], out, *v, xzScale, yScale, 1.0f);
}
f32 noisePoint(KernelContext *c, i32 x, i32 y, i32 z) {
  return stackGet(c->noises[0], x * xzScale, y * yScale, z * xzScale);
}

f32 blendedPoint(KernelContext *c, i32 x, i32 y, i32 z) {
  f32 sum = 0.0f;
  for (i32 n = 1; n < 4; ++n)
    sum = sum + stackGet(c->noises[n], f64(x), f64(y), f64(z));
  return sum;
}
void blendedVolume(KernelContext *c, f32 *out, const Volume *v) {
  fill(out, v, [&](i32 x, i32 y, i32 z) { return blendedPoint(c, x, y, z); });
}

/// A cache around `noise` (spec 10, 5.3 and 5.4).
void cachedVolume(KernelContext *c, f32 *out, const Volume *v) {
  if (!c->caches)
    return noiseVolume(c, out, v);
  KernelCell &cell = c->cells[1];
  if (!cell.retained || cell.volume != *v) {
    c->reserve(c, &cell, v->count());
    cell.volume = *v;
    cell.retained = 1;
    noiseVolume(c, cell.data, v);
  }
  for (i64 n = 0; n < v->count(); ++n)
    out[n] = cell.data[n];
}
f32 cachedPoint(KernelContext *c, i32 x, i32 y, i32 z) {
  if (!c->caches)
    return noisePoint(c, x, y, z);
  KernelCell &cell = c->cells[1];
  i64 key = i64((u64(x & 0x3FFFFFF) << 38) | (u64(z & 0x3FFFFFF) << 12) | u64(y & 0xFFF));
  if (cell.key == key && cell.value == cell.value)
    return cell.value;
  const Volume &r = cell.volume;
  i32 i = (x - r.mx) / r.tx, j = (y - r.my) / r.ty, k = (z - r.mz) / r.tz;
  if (cell.retained && i >= 0 && i < r.sx && j >= 0 && j < r.sy && k >= 0 && k < r.sz &&
      r.blockX(i) == x && r.blockY(j) == y && r.blockZ(k) == z)
    return cell.data[r.index(i, j, k)];
  cell.key = key;
  return cell.value = noisePoint(c, x, y, z);
}

/// The noise thrice through nested scratch memory of different sizes.
void scratchVolume(KernelContext *c, f32 *out, const Volume *v) {
  i64 bytes = v->count() * i64(sizeof(f32));
  auto *a = static_cast<f32 *>(c->push(c, bytes));
  noiseVolume(c, a, v);
  auto *b = static_cast<f32 *>(c->push(c, 3 * bytes + 4));
  for (i64 n = 0; n < v->count(); ++n)
    b[n] = b[n + v->count()] = b[n + 2 * v->count()] = a[n];
  auto *none = static_cast<char *>(c->push(c, 0));
  bool aligned = ((u64)a | (u64)b | (u64)none) % 64 == 0;
  c->pop(c, none);
  for (i64 n = 0; n < v->count(); ++n)
    out[n] = aligned ? (b[n] + b[n + v->count()]) + b[n + 2 * v->count()] : -1.0f;
  c->pop(c, b);
  c->pop(c, a);
}
f32 scratchPoint(KernelContext *c, i32 x, i32 y, i32 z) {
  f32 n = noisePoint(c, x, y, z);
  return (n + n) + n;
}

/// blend_density((beardifier + 10 blend_alpha) + 100 blend_offset).
f32 blended(KernelContext *c, i32 x, i32 y, i32 z, f32 beard) {
  f32 alpha = c->blendAlpha ? c->blendAlpha(c->blender, x, z) : 1.0f;
  f32 offset = c->blendOffset ? c->blendOffset(c->blender, x, z) : 0.0f;
  f32 sum = (beard + 10.0f * alpha) + 100.0f * offset;
  return c->blendDensity ? c->blendDensity(c->blender, x, y, z, sum) : sum;
}
f32 fieldsPoint(KernelContext *c, i32 x, i32 y, i32 z) {
  f32 beard = c->beardifierPoint ? c->beardifierPoint(c->beardifier, x, y, z) : 0.0f;
  return blended(c, x, y, z, beard);
}
void fieldsVolume(KernelContext *c, f32 *out, const Volume *v) {
  if (c->beardifierVolume)
    c->beardifierVolume(c->beardifier, out, v);
  else
    fill(out, v, [](i32, i32, i32) { return 0.0f; });
  const f32 *beard = out;
  fill(out, v, [&](i32 x, i32 y, i32 z) { return blended(c, x, y, z, *beard++); });
}

f32 islandsPoint(KernelContext *c, i32 x, i32, i32 z) {
  return endOuterIslands(*c->islands, x, z);
}
void islandsVolume(KernelContext *c, f32 *out, const Volume *v) {
  fill(out, v, [&](i32 x, i32 y, i32 z) { return islandsPoint(c, x, y, z); });
}

const f64 modifiers[] = {1.0, 0.0, 2.0};
const KernelNoise noises[] = {
    {KernelNoise::Density, "test:noise", -2, 3, 1.5, 1, 3, modifiers, {}},
    {KernelNoise::BlendedLow, nullptr, 0, 0, 0.0, 0, 0, nullptr, {0.25, 0.125, 80, 160, 8}},
    {KernelNoise::BlendedHigh, nullptr, 0, 0, 0.0, 0, 0, nullptr, {0.25, 0.125, 80, 160, 8}},
    {KernelNoise::BlendedMain, nullptr, 0, 0, 0.0, 0, 0, nullptr, {0.25, 0.125, 80, 160, 8}},
};
const KernelEntry entries[] = {
    {"noise", noiseVolume, noisePoint},    {"blended", blendedVolume, blendedPoint},
    {"cached", cachedVolume, cachedPoint}, {"scratch", scratchVolume, scratchPoint},
    {"fields", fieldsVolume, fieldsPoint}, {"islands", islandsVolume, islandsPoint},
};

} // namespace

const KernelModule terrane_generator = {
    kernelAbi, sizeof(KernelModule), CpuLevel::Baseline, 0, 6, 4, 2, entries, noises, nullptr,
    nullptr};
