//===- log_pow.h - Natural logarithm and power (spec 11, 7) ---------------===//
//
// Kernel-safe: one source for every target, so that all targets agree to the bit. No libm and no
// fused operation; what a double cannot hold is carried in a pair of doubles (Dekker, Veltkamp,
// Knuth).
//
// The logarithm is good to about 2^-76 relative and the exponential to about 2^-71, so the result,
// rounded to f64, is off by at most 0.5 + 2^-12 units in the last place, whatever the exponent (|y
// log x| < 2^10).
//
// Special values follow Java: as C's pow, except that pow(1, +-inf), pow(-1, +-inf) and pow(1, NaN)
// are NaN.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_MATH_LOG_POW_H
#define TERRANE_RUNTIME_MATH_LOG_POW_H

#include "runtime/math/java.h"

namespace terrane::rt {

namespace logpow {

/// The unevaluated sum hi + lo with |lo| <= ulp(hi) / 2.
struct Pair {
  f64 hi, lo;
};

/// a + b exactly, for |a| >= |b| or a = 0.
TERRANE_FN Pair quickTwoSum(f64 a, f64 b) {
  f64 s = a + b;
  return {s, b - (s - a)};
}

/// a + b exactly.
TERRANE_FN Pair twoSum(f64 a, f64 b) {
  f64 s = a + b;
  f64 t = s - a;
  return {s, (a - (s - t)) + (b - t)};
}

/// Veltkamp's split into two halves of 26 bits; |a| < 2^996.
TERRANE_FN Pair split(f64 a) {
  f64 c = 134217729.0 * a;
  f64 hi = c - (c - a);
  return {hi, a - hi};
}

/// a * b exactly (barring underflow of the error).
TERRANE_FN Pair twoProduct(f64 a, f64 b) {
  f64 p = a * b;
  Pair x = split(a), y = split(b);
  return {p, ((x.hi * y.hi - p) + x.hi * y.lo + x.lo * y.hi) + x.lo * y.lo};
}

TERRANE_FN Pair add(Pair a, Pair b) {
  Pair s = twoSum(a.hi, b.hi);
  Pair t = twoSum(a.lo, b.lo);
  s = quickTwoSum(s.hi, s.lo + t.hi);
  return quickTwoSum(s.hi, s.lo + t.lo);
}

/// A constant plus what is smaller than it: one sure order makes this cheaper than `add`.
TERRANE_FN Pair addSmaller(Pair a, Pair b) {
  Pair s = quickTwoSum(a.hi, b.hi);
  return quickTwoSum(s.hi, s.lo + (a.lo + b.lo));
}

TERRANE_FN Pair multiply(Pair a, Pair b) {
  Pair p = twoProduct(a.hi, b.hi);
  return quickTwoSum(p.hi, p.lo + (a.hi * b.lo + a.lo * b.hi));
}

TERRANE_FN Pair multiply(Pair a, f64 b) {
  Pair p = twoProduct(a.hi, b);
  return quickTwoSum(p.hi, p.lo + a.lo * b);
}

TERRANE_FN Pair negate(Pair a) {
  return {-a.hi, -a.lo};
}
TERRANE_FN Pair scale(Pair a, f64 powerOfTwo) {
  return {a.hi * powerOfTwo, a.lo * powerOfTwo};
}

/// k * log 2 for |k| < 2^11, with the constant in two parts.
TERRANE_FN Pair timesLog2(f64 k) {
  return multiply(Pair{0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56}, k);
}

/// log x for finite x > 0.
TERRANE_FN Pair log(f64 x) {
  i32 e = 0;
  if (x < 0x1p-1022) {
    x = x * 0x1p54;
    e = -54;
  }
  u64 b = bitsOf(x);
  e += i32(b >> 52) - 1023;
  // m in [sqrt(1/2), sqrt(2)), up to the last bits of the bound.
  f64 m = fromBits((b & 0x000FFFFFFFFFFFFFull) | 0x3FF0000000000000ull);
  if (m > 1.4142135623730951) {
    m = m * 0.5;
    e += 1;
  }

  // log m = 2 s (1 + u/3 + u^2/5 + ...) with s = (m-1)/(m+1), u = s^2 <= 0.0295. m - 1 is exact.
  f64 n = m - 1.0;
  Pair d = twoSum(m, 1.0);
  f64 q1 = n / d.hi;
  Pair back = multiply(d, q1);
  f64 q2 = ((n - back.hi) - back.lo) / d.hi;
  Pair s = quickTwoSum(q1, q2);
  Pair u = multiply(s, s);

  // From u^4 on the terms are below 2^-23 of the sum: plain doubles are enough. u^16 is below
  // 2^-81.
  f64 t = 1.0 / 33.0;
  t = 1.0 / 31.0 + t * u.hi;
  t = 1.0 / 29.0 + t * u.hi;
  t = 1.0 / 27.0 + t * u.hi;
  t = 1.0 / 25.0 + t * u.hi;
  t = 1.0 / 23.0 + t * u.hi;
  t = 1.0 / 21.0 + t * u.hi;
  t = 1.0 / 19.0 + t * u.hi;
  t = 1.0 / 17.0 + t * u.hi;
  t = 1.0 / 15.0 + t * u.hi;
  t = 1.0 / 13.0 + t * u.hi;
  t = 1.0 / 11.0 + t * u.hi;
  t = 1.0 / 9.0 + t * u.hi;
  Pair p = multiply(u, t);
  p = multiply(u, addSmaller(Pair{0x1.2492492492492p-3, 0x1.2492492492492p-57}, p));  // 1/7
  p = multiply(u, addSmaller(Pair{0x1.999999999999ap-3, -0x1.999999999999ap-57}, p)); // 1/5
  p = multiply(u, addSmaller(Pair{0x1.5555555555555p-2, 0x1.5555555555555p-56}, p));  // 1/3
  s = scale(s, 2.0);
  Pair l = addSmaller(s, multiply(s, p));
  return e == 0 ? l : addSmaller(timesLog2(f64(e)), l); // |l| < log 2
}

/// e^a rounded to f64, for -746 < a < 711.
TERRANE_FN f64 exp(Pair a) {
  f64 k = floorD(a.hi * 1.4426950408889634 + 0.5);
  Pair r = add(a, negate(timesLog2(k)));
  r = scale(r, 0x1p-3); // |r| < 0.0434

  // e^r - 1. From r^4 on the terms are below 2^-22: plain doubles. r^14/14! is below 2^-99.
  f64 x = r.hi;
  f64 t = 1.0 / 6227020800.0;
  t = 1.0 / 479001600.0 + t * x;
  t = 1.0 / 39916800.0 + t * x;
  t = 1.0 / 3628800.0 + t * x;
  t = 1.0 / 362880.0 + t * x;
  t = 1.0 / 40320.0 + t * x;
  t = 1.0 / 5040.0 + t * x;
  t = 1.0 / 720.0 + t * x;
  t = 1.0 / 120.0 + t * x;
  t = 1.0 / 24.0 + t * x;
  Pair p = multiply(r, t);
  p = multiply(r, addSmaller(Pair{0x1.5555555555555p-3, 0x1.5555555555555p-57}, p)); // 1/6
  p = multiply(r, addSmaller(Pair{0.5, 0.0}, p));
  p = addSmaller(r, multiply(r, p));
  // (1 + p)^2 - 1 = 2p + p^2, three times.
  for (i32 i = 0; i < 3; ++i)
    p = addSmaller(scale(p, 2.0), multiply(p, p));
  Pair v = addSmaller(Pair{1.0, 0.0}, p); // in [0.70, 1.42]

  i32 n = i32(k); // exact: |k| < 1100
  if (n >= -1021 || (n == -1022 && v.hi >= 1.0)) {
    // The result is normal. The two factors let 2^1024 * 0.9 pass and overflow only where the
    // product does.
    i32 half = n >> 1;
    return (v.hi * fromBits(u64(1023 + half) << 52)) * fromBits(u64(1023 + n - half) << 52);
  }
  // Subnormal: round hi + lo once, at the place 2^-1074, by adding the power of two whose unit in
  // the last place is 2^(-1074-n). It exceeds v.hi, so the sum stays in its binade; the scaling is
  // exact.
  f64 c = fromBits(u64(1023 - 1074 - n + 52) << 52);
  Pair w = twoSum(c, v.hi);
  f64 rounded = (w.hi + (w.lo + v.lo)) - c;
  return (rounded * 0x1p-1000) * fromBits(u64(1023 + n + 1000) << 52);
}

/// 0: not an integer, 1: odd, 2: even. y is finite.
TERRANE_FN i32 parity(f64 y) {
  f64 a = absD(y);
  if (a >= 9007199254740992.0)
    return 2;
  i64 n = i64(a); // exact: a < 2^53
  if (f64(n) != a)
    return 0;
  return n & 1 ? 1 : 2;
}

} // namespace logpow

/// Natural logarithm: NaN below zero, -infinity at both zeros.
TERRANE_FN f64 logd(f64 x) {
  const f64 infinity = fromBits(0x7FF0000000000000ull);
  if (isNaN(x) || x < 0.0)
    return fromBits(0x7FF8000000000000ull);
  if (x == 0.0) // exact: a special value
    return -infinity;
  if (x == infinity)
    return x;
  return logpow::log(x).hi;
}

/// x to the y.
TERRANE_FN f64 powd(f64 x, f64 y) {
  const f64 nan = fromBits(0x7FF8000000000000ull);
  const f64 infinity = fromBits(0x7FF0000000000000ull);
  if (y == 0.0) // exact: a special value
    return 1.0;
  if (isNaN(x) || isNaN(y))
    return nan;
  if (y == 1.0) // exact: a special value
    return x;
  f64 ax = absD(x);
  if (absD(y) == infinity) {
    if (ax == 1.0) // exact: a special value
      return nan;
    return (ax > 1.0) == (y > 0.0) ? infinity : 0.0;
  }
  i32 parity = logpow::parity(y);
  bool negative = bitsOf(x) >> 63 && parity == 1;
  if (ax == 0.0 || ax == infinity) {                   // exact: special values
    f64 r = (ax == 0.0) == (y > 0.0) ? 0.0 : infinity; // exact: a special value
    return negative ? -r : r;
  }
  if (x < 0.0 && parity == 0)
    return nan;
  f64 r;
  // exact: a special value
  if (ax == 1.0 || absD(y) < 0x1p-70) {
    r = 1.0; // |y log x| < 2^-60: 1 is the nearest double
  } else if (absD(y) > 0x1p64) {
    r = (ax > 1.0) == (y > 0.0) ? infinity : 0.0; // |log x| >= 2^-53, so |y log x| > 2^11
  } else {
    logpow::Pair l = logpow::multiply(logpow::log(ax), y);
    r = l.hi >= 710.0 ? infinity : l.hi <= -746.0 ? 0.0 : logpow::exp(l);
  }
  return negative ? -r : r;
}

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_MATH_LOG_POW_H
