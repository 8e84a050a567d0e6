//===- Interval.cpp - Value ranges of density functions -------------------===//

#include "ir/Interval.h"

#include "runtime/math/java.h"
#include "runtime/math/log_pow.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Format.h"

#include <cmath>
#include <limits>

using namespace terrane;
using rt::jmax;
using rt::jmin;

namespace {
constexpr float inf = std::numeric_limits<float>::infinity();

float powF(float b, float e) {
  return static_cast<float>(rt::powd(b, e));
}

/// Product of bounds: a zero factor gives +0.0 even against an infinity.
float boundProduct(float a, float b) {
  return a == 0 || b == 0 ? 0.0f : a * b;
}
} // namespace

Interval Interval::nai() {
  float n = std::numeric_limits<float>::quiet_NaN();
  return {n, n};
}
Interval Interval::all() {
  return {-inf, inf};
}
Interval Interval::of(float lo, float hi) {
  // make() normalises exactly this case, so that -0.0 never stands below 1.
  if (hi == 1 && lo == 0)
    return {0.0f, 1.0f};
  return {lo, hi};
}

llvm::raw_ostream &terrane::operator<<(llvm::raw_ostream &os, const Interval &i) {
  if (i.isNai())
    return os << "NaI";
  return os << '[' << llvm::format("%.9g", i.lo) << ", " << llvm::format("%.9g", i.hi) << ']';
}

IntervalOr interval::make(float lo, float hi) {
  if (!(hi >= lo)) // inverted, or either is NaN
    return llvm::failure();
  return Interval::of(lo, hi);
}

IntervalOr interval::hull(llvm::ArrayRef<Interval> members) {
  if (members.empty())
    return llvm::failure();
  float lo = inf, hi = -inf;
  for (const Interval &m : members) {
    if (m.isNai())
      continue;
    lo = jmin(m.lo, lo);
    hi = jmax(m.hi, hi);
  }
  if (hi < lo)
    return Interval::nai();
  return make(lo, hi);
}

IntervalOr interval::hull(float a, float b) {
  if (a != a && b != b)
    return Interval::nai();
  if (a != a)
    return Interval::exact(b);
  if (b != b)
    return Interval::exact(a);
  return make(jmin(a, b), jmax(a, b));
}

IntervalOr interval::hull(const Interval &i, float v) {
  if (v != v)
    return i;
  if (i.isNai())
    return Interval::exact(v);
  return make(jmin(i.lo, v), jmax(i.hi, v));
}

static IntervalOr makeOrNai(float lo, float hi) {
  if (lo != lo || hi != hi)
    return Interval::nai();
  return interval::make(lo, hi);
}

IntervalOr interval::add(const Interval &a, const Interval &b) {
  return makeOrNai(a.lo + b.lo, a.hi + b.hi);
}

IntervalOr interval::sub(const Interval &a, const Interval &b) {
  return makeOrNai(a.lo - b.hi, a.hi - b.lo);
}

IntervalOr interval::mul(const Interval &a, const Interval &b) {
  if (a.isNai() || b.isNai())
    return Interval::nai();
  float p = boundProduct(a.lo, b.lo), q = boundProduct(a.lo, b.hi);
  float r = boundProduct(a.hi, b.lo), s = boundProduct(a.hi, b.hi);
  return make(jmin(jmin(p, q), jmin(r, s)), jmax(jmax(p, q), jmax(r, s)));
}

IntervalOr interval::recip(const Interval &a) {
  if (a.isNai() || (a.lo == 0 && a.hi == 0))
    return Interval::nai();
  if (!a.contains(0))
    return make(1 / a.hi, 1 / a.lo);
  if (a.hi == 0)
    return make(-inf, 1 / a.lo);
  if (a.lo == 0)
    return make(1 / a.hi, inf);
  return Interval::all();
}

IntervalOr interval::div(const Interval &a, const Interval &b) {
  IntervalOr r = recip(b);
  return failed(r) ? r : mul(a, *r);
}

IntervalOr interval::min(const Interval &a, const Interval &b) {
  if (a.isNai() || b.isNai())
    return Interval::nai();
  return make(jmin(a.lo, b.lo), jmin(a.hi, b.hi));
}

IntervalOr interval::max(const Interval &a, const Interval &b) {
  if (a.isNai() || b.isNai())
    return Interval::nai();
  return make(jmax(a.lo, b.lo), jmax(a.hi, b.hi));
}

IntervalOr interval::clamp(const Interval &a, float mn, float mx) {
  if (mn > mx)
    return llvm::failure();
  if (a.isNai())
    return a;
  if (a.lo >= mx)
    return Interval::of(mx, mx);
  if (a.hi <= mn)
    return Interval::of(mn, mn);
  return make(jmax(a.lo, mn), jmin(a.hi, mx));
}

static IntervalOr even(const Interval &a, float p, float q) {
  float h = jmax(p, q);
  return a.contains(0) ? interval::make(0, h) : interval::make(jmin(p, q), h);
}

IntervalOr interval::abs(const Interval &a) {
  return a.isNai() ? IntervalOr(a) : even(a, std::fabs(a.lo), std::fabs(a.hi));
}

IntervalOr interval::square(const Interval &a) {
  return a.isNai() ? IntervalOr(a) : even(a, a.lo * a.lo, a.hi * a.hi);
}

IntervalOr interval::mono(const Interval &a, llvm::function_ref<float(float)> f) {
  if (a.isNai())
    return a;
  float p = f(a.lo), q = f(a.hi);
  if (p != p || q != q)
    return llvm::failure();
  return make(jmin(p, q), jmax(p, q));
}

IntervalOr interval::log(const Interval &a) {
  if (a.isNai() || a.hi < 0)
    return Interval::nai();
  IntervalOr m = max(a, Interval::exact(0));
  if (failed(m))
    return m;
  return mono(*m, [](float x) { return static_cast<float>(rt::logd(x)); });
}

IntervalOr interval::sign(const Interval &a) {
  if (a.isNai())
    return a;
  if (a.lo == a.hi)
    return Interval::exact(a.lo > 0 ? 1.0f : a.lo < 0 ? -1.0f : a.lo);
  if (a.contains(0))
    return a.lo == 0 ? Interval::of(0, 1) : a.hi == 0 ? Interval::of(-1, 0) : Interval::of(-1, 1);
  return Interval::exact(a.lo > 0 ? 1.0f : -1.0f);
}

/// The values of a + t * (b - a) at the two ends of `t`, infinities of a and b weighed by t.
static IntervalOr lerpEnds(const Interval &t, float a, float b) {
  if (std::isfinite(a) && std::isfinite(b))
    return interval::hull(a + boundProduct(t.lo, b - a), a + boundProduct(t.hi, b - a));
  if (a == b)
    return Interval::exact(a);
  auto at = [&](float w) {
    float p = boundProduct(1 - w, a), q = boundProduct(w, b);
    if (!(std::isinf(p) && std::isinf(q)))
      return p + q;
    if (w <= 0)
      return b > a ? -inf : inf;
    if (w >= 1)
      return b > a ? inf : -inf;
    return std::numeric_limits<float>::quiet_NaN();
  };
  float p = at(t.lo), q = at(t.hi);
  if (p != p || q != q)
    return Interval::nai();
  return interval::hull(p, q);
}

IntervalOr interval::lerp(const Interval &t, const Interval &a, const Interval &b) {
  if (t.isNai() || a.isNai() || b.isNai())
    return Interval::nai();
  llvm::SmallVector<Interval, 4> parts;
  for (float second : {b.lo, b.hi})
    for (float first : {a.lo, a.hi}) {
      IntervalOr part = lerpEnds(t, first, second);
      if (failed(part))
        return part;
      parts.push_back(*part);
    }
  return hull(parts);
}

/// Powers of zero: what the exponents of either sign reach, with the sign of the base.
static IntervalOr powZero(float b, const Interval &e) {
  Interval reach = Interval::all();
  if (e.contains(0))
    reach = e.hi == 0   ? Interval::of(1, inf)
            : e.lo == 0 ? Interval::of(0, 1)
                        : Interval::of(0, inf);
  else
    reach = e.hi < 0 ? Interval::of(inf, inf) : Interval::of(0, 0);
  return interval::mul(reach, Interval::exact(std::copysign(1.0f, b)));
}

static IntervalOr powPositive(float b, const Interval &e) {
  bool low = std::isinf(e.lo), high = std::isinf(e.hi);
  if (!low && !high)
    return interval::hull(powF(b, e.lo), powF(b, e.hi));
  if (low && high)
    return Interval::of(0, inf);
  float bound = powF(b, low ? e.hi : e.lo);
  // Only the upper end finite grows from it for b < 1; only the lower end finite shrinks from it.
  return (b < 1) == low ? interval::make(bound, inf) : interval::make(0, bound);
}

/// A negative base has values at whole exponents only; those next to the ends bound the rest.
static IntervalOr powNegative(float b, const Interval &e) {
  float m = std::ceil(e.lo), n = std::floor(e.hi);
  if (n < m)
    return Interval::nai();
  float pm = powF(b, m), pn = powF(b, n);
  IntervalOr r = interval::hull(pm, pn);
  auto extend = [&](float v) {
    if (succeeded(r))
      r = interval::hull(*r, v);
  };
  if (std::isinf(m))
    extend(-pm);
  else if (m + 1 < n)
    extend(powF(b, m + 1));
  if (std::isinf(n))
    extend(-pn);
  else if (n - 1 > m)
    extend(powF(b, n - 1));
  return r;
}

static IntervalOr powOf(float b, const Interval &e) {
  if (e.lo == e.hi) {
    float v = powF(b, e.lo);
    return v != v ? Interval::nai() : Interval::exact(v);
  }
  if (b == 0)
    return powZero(b, e);
  if (b == 1)
    return Interval::exact(1);
  return b > 0 ? powPositive(b, e) : powNegative(b, e);
}

IntervalOr interval::pow(const Interval &base, const Interval &exponent) {
  if (base.isNai() || exponent.isNai())
    return Interval::nai();
  IntervalOr low = powOf(base.lo, exponent);
  if (failed(low) || base.lo == base.hi)
    return low;
  IntervalOr high = powOf(base.hi, exponent);
  if (failed(high))
    return high;
  IntervalOr r = hull({*low, *high});
  for (float zero : {0.0f, -0.0f}) {
    bool reached = base.contains(0) && (std::signbit(zero) ? base.lo < 0 : base.hi > 0);
    if (!reached || failed(r))
      continue;
    IntervalOr z = powOf(zero, exponent);
    if (failed(z))
      return z;
    r = hull({*r, *z});
  }
  return r;
}

IntervalOr interval::splinePoints(const Interval &c, llvm::ArrayRef<float> loc,
                                  llvm::ArrayRef<float> der, llvm::ArrayRef<Interval> values) {
  if (c.isNai())
    return Interval::nai();
  float mn = inf, mx = -inf;
  auto extension = [&](float v, size_t i) {
    auto at = [&](float y) { return der[i] == 0 ? y : y + der[i] * (v - loc[i]); };
    float e1 = at(values[i].lo), e2 = at(values[i].hi);
    mn = jmin(mn, jmin(e1, e2));
    mx = jmax(mx, jmax(e1, e2));
  };
  size_t last = loc.size() - 1;
  if (c.lo < loc[0])
    extension(c.lo, 0);
  if (c.hi > loc[last])
    extension(c.hi, last);
  for (const Interval &v : values) {
    mn = jmin(mn, v.lo);
    mx = jmax(mx, v.hi);
  }
  for (size_t i = 0; i < last; ++i) {
    if (der[i] == 0 && der[i + 1] == 0)
      continue;
    float w = loc[i + 1] - loc[i], p1 = der[i] * w, p2 = der[i + 1] * w;
    float l1 = values[i].lo, h1 = values[i].hi, l2 = values[i + 1].lo, h2 = values[i + 1].hi;
    float loA = (p1 - h2) + l1, hiA = (p1 - l2) + h1;
    float loB = (-p2 + l2) - h1, hiB = (-p2 + h2) - l1;
    mn = jmin(mn, jmin(l1, l2) + 0.25f * jmin(loA, loB));
    mx = jmax(mx, jmax(h1, h2) + 0.25f * jmax(hiA, hiB));
  }
  return make(mn, mx);
}
