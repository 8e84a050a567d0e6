//===- kernel_headers.cpp - The kernel-safe headers need no library -------===//
//
// Compiled with -ffreestanding -nostdinc -nostdinc++: a standard header in any of these, however
// far down, fails the build. The functions make every kernel entry be compiled, not only parsed.
//
//===----------------------------------------------------------------------===//

#include "runtime/biome/climate.h"
#include "runtime/chunk/volume.h"
#include "runtime/cuda/fill.h"
#include "runtime/cuda/materials.h"
#include "runtime/cuda/narrow.h"
#include "runtime/kernel/volume_ops.h"
#include "runtime/material/walk.h"
#include "runtime/math/java.h"
#include "runtime/math/log_pow.h"
#include "runtime/noise/end_islands.h"
#include "runtime/noise/perlin.h"
#include "runtime/noise/simplex.h"
#include "runtime/noise/smeared.h"
#include "runtime/noise/stack.h"

namespace terrane::rt::kernelHeaders {

f32 point(NoiseStack stack, f64 x, f64 y, f64 z) {
  return stackGet(stack, x, y, z) + stackGet2(stack, x, z);
}

void volume(NoiseStack stack, f32 *out, const Volume &volume, f64 xzScale, f64 yScale) {
  stackAddVolume(stack, out, volume, xzScale, yScale, 1.0f);
}

f32 simplex(const SimplexTable &table, f64 x, f64 y, f64 z) {
  return simplexGet2(table, x, y) + simplexGet3(table, x, y, z);
}

f32 islands(const SimplexTable &table, i32 x, i32 z) {
  return endOuterIslands(table, x, z);
}

f64 power(f64 x, f64 y) {
  return powd(x, y) + logd(x);
}

f32 remainder(f32 x, f32 y) {
  return fmodF(x, y);
}

} // namespace terrane::rt::kernelHeaders
