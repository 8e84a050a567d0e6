//===- spawn.cpp - The search for the world's origin (spec 30, 10) --------===//
//
// The places to look at do not depend on the world: each pass visits fixed offsets from its
// centre. They come from a sine and a cosine of at most 1 ulp of error, whose product with a radius
// is truncated. But for the angle 0, where both are exact, no such product lies within 1e-5 of an
// integer (a unit test goes through all of them), so any decent library finds the same places.
//
//===----------------------------------------------------------------------===//

#include "runtime/chunk/spawn.h"

#include "runtime/math/java.h"
#include <cmath>

namespace terrane::rt {

namespace {

i64 distanceTo(const SpawnTerm &term, f32 sample) {
  i64 v = toI64(f64(sample * 10000.0f)); // f32 product
  i64 above = wrapSub(v, term.hi), below = wrapSub(term.lo, v);
  return above > 0 ? above : below > 0 ? below : 0;
}

/// The less, the better.
i64 fitness(const std::vector<SpawnTarget> &targets, SamplerContext &context, i32 x, i32 z) {
  i64 best = 0x7FFFFFFFFFFFFFFFll;
  for (const SpawnTarget &target : targets) {
    i64 sum = 0;
    for (const SpawnTerm &term : target) {
      i64 d = distanceTo(term, context.point(term.entry, x & ~3, 0, z & ~3));
      sum = wrapAdd(sum, wrapMul(d, d));
    }
    best = sum < best ? sum : best;
  }
  return wrapAdd(wrapMul(best, i64(4194304)), i64(x) * x + i64(z) * z);
}

} // namespace

WorldOrigin findWorldOrigin(const std::vector<SpawnTarget> &targets, SamplerContext &context) {
  WorldOrigin best{0, 0};
  if (targets.empty())
    return best;
  i64 bestFitness = fitness(targets, context, 0, 0);
  struct Pass {
    f32 maxRadius, step;
  };
  for (Pass pass : {Pass{2048.0f, 512.0f}, Pass{512.0f, 32.0f}}) {
    WorldOrigin centre = best;
    f32 angle = 0.0f, radius = pass.step;
    while (radius <= pass.maxRadius) {
      // exact: see the head of this file
      i32 x = centre.x + toI32(std::sin(f64(angle)) * f64(radius));
      // exact: see the head of this file
      i32 z = centre.z + toI32(std::cos(f64(angle)) * f64(radius));
      i64 f = fitness(targets, context, x, z);
      if (f < bestFitness) {
        bestFitness = f;
        best = {x, z};
      }
      angle += pass.step / radius;
      if (f64(angle) > 6.283185307179586) {
        angle = 0.0f;
        radius += pass.step;
      }
    }
  }
  return best;
}

} // namespace terrane::rt
