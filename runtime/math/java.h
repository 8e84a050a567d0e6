//===- java.h - Scalar arithmetic as the game defines it (spec 20, 1; 11, 1) ----------------===//
//
// Kernel-safe. Integers wrap, conversions from floating point saturate and send NaN to 0, minimum
// and maximum know NaN and the sign of zero. Compiler builtins are wrapped here and nowhere else.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_MATH_JAVA_H
#define TERRANE_RUNTIME_MATH_JAVA_H

#include "runtime/math/base.h"

namespace terrane::rt {

//===----------------------------------------------------------------------===//
// Builtins. On the device the names with an explicit rounding mode are used: no compiler option can
// make them approximate.
//===----------------------------------------------------------------------===//

#if defined(__CUDA_ARCH__)
TERRANE_FN u32 bitsOf(f32 v) {
  return u32(__float_as_int(v));
}
TERRANE_FN u64 bitsOf(f64 v) {
  return u64(__double_as_longlong(v));
}
TERRANE_FN f32 fromBits(u32 b) {
  return __int_as_float(i32(b));
}
TERRANE_FN f64 fromBits(u64 b) {
  return __longlong_as_double(i64(b));
}
TERRANE_FN f32 sqrtF(f32 v) {
  return __fsqrt_rn(v);
}
TERRANE_FN f64 sqrtD(f64 v) {
  return __dsqrt_rn(v);
}
TERRANE_FN f32 floorF(f32 v) {
  return ::floorf(v);
}
TERRANE_FN f32 ceilF(f32 v) {
  return ::ceilf(v);
}
TERRANE_FN f64 floorD(f64 v) {
  return ::floor(v);
}
TERRANE_FN f64 ceilD(f64 v) {
  return ::ceil(v);
}
#else
TERRANE_FN u32 bitsOf(f32 v) {
  return __builtin_bit_cast(u32, v);
}
TERRANE_FN u64 bitsOf(f64 v) {
  return __builtin_bit_cast(u64, v);
}
TERRANE_FN f32 fromBits(u32 b) {
  return __builtin_bit_cast(f32, b);
}
TERRANE_FN f64 fromBits(u64 b) {
  return __builtin_bit_cast(f64, b);
}
TERRANE_FN f32 sqrtF(f32 v) {
  return __builtin_sqrtf(v);
}
TERRANE_FN f64 sqrtD(f64 v) {
  return __builtin_sqrt(v);
}
TERRANE_FN f32 floorF(f32 v) {
  return __builtin_floorf(v);
}
TERRANE_FN f32 ceilF(f32 v) {
  return __builtin_ceilf(v);
}
TERRANE_FN f64 floorD(f64 v) {
  return __builtin_floor(v);
}
TERRANE_FN f64 ceilD(f64 v) {
  return __builtin_ceil(v);
}
#endif

TERRANE_FN bool isNaN(f32 v) {
  return v != v;
}
TERRANE_FN bool isNaN(f64 v) {
  return v != v;
}
TERRANE_FN f32 absF(f32 v) {
  return fromBits(bitsOf(v) & 0x7FFFFFFFu);
}
TERRANE_FN f64 absD(f64 v) {
  return fromBits(bitsOf(v) & 0x7FFFFFFFFFFFFFFFull);
}

//===----------------------------------------------------------------------===//
// Integers that wrap
//===----------------------------------------------------------------------===//

TERRANE_FN i32 wrapAdd(i32 a, i32 b) {
  return i32(u32(a) + u32(b));
}
TERRANE_FN i32 wrapSub(i32 a, i32 b) {
  return i32(u32(a) - u32(b));
}
TERRANE_FN i32 wrapMul(i32 a, i32 b) {
  return i32(u32(a) * u32(b));
}
TERRANE_FN i64 wrapAdd(i64 a, i64 b) {
  return i64(u64(a) + u64(b));
}
TERRANE_FN i64 wrapSub(i64 a, i64 b) {
  return i64(u64(a) - u64(b));
}
TERRANE_FN i64 wrapMul(i64 a, i64 b) {
  return i64(u64(a) * u64(b));
}

/// Quotient rounded towards minus infinity. `floorDiv(-2^31, -1)` is -2^31. `b` is not 0.
TERRANE_FN i32 floorDiv(i32 a, i32 b) {
  if (b == -1)
    return wrapSub(0, a);
  i32 q = a / b;
  return q * b != a && (a ^ b) < 0 ? q - 1 : q;
}

/// Remainder with the sign of `b`. `b` is not 0.
TERRANE_FN i32 floorMod(i32 a, i32 b) {
  if (b == -1)
    return 0;
  i32 r = a % b;
  return r != 0 && (r ^ b) < 0 ? r + b : r;
}

TERRANE_FN i32 imin(i32 a, i32 b) {
  return a < b ? a : b;
}
TERRANE_FN i32 imax(i32 a, i32 b) {
  return a > b ? a : b;
}
TERRANE_FN i32 iclamp(i32 v, i32 lo, i32 hi) {
  return imin(imax(v, lo), hi);
}

//===----------------------------------------------------------------------===//
// Conversions to integers: saturating, NaN gives 0
//===----------------------------------------------------------------------===//

/// Towards zero. The bounds are applied before the conversion, so that it is always defined, and
/// without branches, so that loops over it vectorise.
TERRANE_FN i32 toI32(f64 v) {
  f64 c = v < 2147483647.0 ? v : 2147483647.0;
  c = c > -2147483648.0 ? c : -2147483648.0;
  return i32(isNaN(v) ? 0.0 : c);
}

TERRANE_FN i64 toI64(f64 v) {
  if (isNaN(v))
    return 0;
  if (v >= 9223372036854775808.0)
    return 0x7FFFFFFFFFFFFFFFll;
  if (v < -9223372036854775808.0)
    return -0x7FFFFFFFFFFFFFFFll - 1;
  return i64(v);
}

/// floor, then saturating. No floor instruction is needed: within the bounds truncation is at most
/// one above the floor, and it is exact at both bounds, so the correction cannot overflow.
TERRANE_FN i32 floorI(f64 v) {
  f64 c = v < 2147483647.0 ? v : 2147483647.0;
  c = c > -2147483648.0 ? c : -2147483648.0;
  c = isNaN(v) ? 0.0 : c;
  i32 t = i32(c);
  return t - i32(f64(t) > c);
}

TERRANE_FN i64 floorL(f64 v) {
  return toI64(floorD(v));
}

TERRANE_FN i32 ceilI(f64 v) {
  f64 c = v < 2147483647.0 ? v : 2147483647.0;
  c = c > -2147483648.0 ? c : -2147483648.0;
  c = isNaN(v) ? 0.0 : c;
  i32 t = i32(c);
  return t + i32(f64(t) < c);
}

//===----------------------------------------------------------------------===//
// Minimum, maximum, clamp: NaN if either is NaN; -0.0 is below +0.0. Equal values differ at most in
// the sign of zero, so joining their bits picks the right one.
//===----------------------------------------------------------------------===//

TERRANE_FN f32 jmin(f32 a, f32 b) {
  if (a == b)
    return fromBits(bitsOf(a) | bitsOf(b));
  return isNaN(a) || a < b ? a : b;
}
TERRANE_FN f32 jmax(f32 a, f32 b) {
  if (a == b)
    return fromBits(bitsOf(a) & bitsOf(b));
  return isNaN(a) || a > b ? a : b;
}
TERRANE_FN f64 jmin(f64 a, f64 b) {
  if (a == b)
    return fromBits(bitsOf(a) | bitsOf(b));
  return isNaN(a) || a < b ? a : b;
}
TERRANE_FN f64 jmax(f64 a, f64 b) {
  if (a == b)
    return fromBits(bitsOf(a) & bitsOf(b));
  return isNaN(a) || a > b ? a : b;
}

TERRANE_FN f32 clampf(f32 v, f32 lo, f32 hi) {
  return v < lo ? lo : jmin(v, hi);
}
TERRANE_FN f64 clampf(f64 v, f64 lo, f64 hi) {
  return v < lo ? lo : jmin(v, hi);
}

//===----------------------------------------------------------------------===//
// Interpolation
//===----------------------------------------------------------------------===//

TERRANE_FN f32 lerp(f32 t, f32 a, f32 b) {
  return a + t * (b - a);
}
TERRANE_FN f64 lerp(f64 t, f64 a, f64 b) {
  return a + t * (b - a);
}

TERRANE_FN f32 lerp2(f32 tx, f32 ty, f32 v00, f32 v10, f32 v01, f32 v11) {
  return lerp(ty, lerp(tx, v00, v10), lerp(tx, v01, v11));
}

/// Digits of the names: x, y, z.
TERRANE_FN f32 lerp3(f32 tx, f32 ty, f32 tz, f32 v000, f32 v100, f32 v010, f32 v110, f32 v001,
                     f32 v101, f32 v011, f32 v111) {
  return lerp(tz, lerp2(tx, ty, v000, v100, v010, v110), lerp2(tx, ty, v001, v101, v011, v111));
}

TERRANE_FN f32 clampedLerp(f32 t, f32 a, f32 b) {
  return t < 0.0f ? a : t > 1.0f ? b : lerp(t, a, b);
}
TERRANE_FN f64 clampedLerp(f64 t, f64 a, f64 b) {
  return t < 0.0 ? a : t > 1.0 ? b : lerp(t, a, b);
}
TERRANE_FN f32 inverseLerp(f32 v, f32 lo, f32 hi) {
  return (v - lo) / (hi - lo);
}
TERRANE_FN f64 inverseLerp(f64 v, f64 lo, f64 hi) {
  return (v - lo) / (hi - lo);
}

/// Maps [f0, f1] to [t0, t1], constant outside.
TERRANE_FN f32 clampedMap(f32 v, f32 f0, f32 f1, f32 t0, f32 t1) {
  return clampedLerp(inverseLerp(v, f0, f1), t0, t1);
}
TERRANE_FN f64 clampedMap(f64 v, f64 f0, f64 f1, f64 t0, f64 t1) {
  return clampedLerp(inverseLerp(v, f0, f1), t0, t1);
}
TERRANE_FN f32 mapRange(f32 v, f32 f0, f32 f1, f32 t0, f32 t1) {
  return lerp(inverseLerp(v, f0, f1), t0, t1);
}
TERRANE_FN f64 mapRange(f64 v, f64 f0, f64 f1, f64 t0, f64 t1) {
  return lerp(inverseLerp(v, f0, f1), t0, t1);
}

TERRANE_FN f32 smoothstep(f32 t) {
  return ((t * t) * t) * (t * (t * 6.0f - 15.0f) + 10.0f);
}

//===----------------------------------------------------------------------===//
// The rest
//===----------------------------------------------------------------------===//

/// C's fmodf: exact, the sign is x's. The quotient can have 277 bits, so the general case subtracts
/// y * 2^k for k downwards, each step exact; a quotient below 2^24 needs one step in f64, where
/// quotient times y has at most 48 bits and the rounded quotient is at most one too large.
TERRANE_FN f32 fmodF(f32 x, f32 y) {
  f32 ax = absF(x), ay = absF(y);
  const f32 infinity = fromBits(0x7F800000u);
  if (isNaN(x) || isNaN(y) || ax == infinity || ay == 0.0f) // exact: 0 alone has no remainder
    return fromBits(0x7FC00000u);
  if (ax < ay)
    return x;
  f64 r = f64(ax), d = f64(ay);
  f64 q = r / d;
  if (q < 16777216.0) {
    r = r - f64(i32(q)) * d;
    r = r < 0.0 ? r + d : r;
  } else {
    f64 step = d;
    while (step <= r * 0.5)
      step = step * 2.0;
    for (; step >= d; step = step * 0.5)
      r = r >= step ? r - step : r;
  }
  return fromBits(bitsOf(f32(r)) | (bitsOf(x) & 0x80000000u));
}

/// Spec 20, 1: a rough inverse square root; part of the beardifier's definition.
TERRANE_FN f64 fastInvSqrt(f64 x) {
  f64 h = 0.5 * x;
  f64 y = fromBits(0x5FE6EB50C7B537AAull - u64(i64(bitsOf(x)) >> 1));
  return y * (1.5 - (h * y) * y);
}

/// The hash of a block position that seeds positional generators (spec 20, 2.6). The first product
/// wraps in 32 bits, the second is a 64-bit product.
TERRANE_FN i64 blockHash(i32 x, i32 y, i32 z) {
  u64 p = u64(i64(wrapMul(x, 3129871))) ^ (u64(i64(z)) * 116129781ull) ^ u64(i64(y));
  p = p * p * 42317861ull + p * 11ull;
  return i64(p) >> 16;
}

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_MATH_JAVA_H
