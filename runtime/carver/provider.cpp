//===- provider.cpp - Random numbers as packs describe them (spec 60, 1.5 and 1.6) -===//

#include "runtime/carver/provider.h"

#include <algorithm>

namespace terrane::rt {

namespace {

/// In [a, b] (`B` of 1.5).
i32 between(StartRandom &random, i32 a, i32 b) {
  return wrapAdd(random.nextInt(wrapAdd(wrapSub(b, a), 1)), a);
}

/// The same, without a draw where there is no choice (`N` of 1.6).
i32 betweenIfAny(StartRandom &random, i32 a, i32 b) {
  return a >= b ? a : between(random, a, b);
}

/// A trapezoid whose plateau is narrower than its base. The first draw is the wider one.
i32 trapezoid(StartRandom &random, i32 min, i32 range, i32 plateau) {
  i32 a = wrapSub(range, plateau) / 2, b = wrapSub(range, a);
  i32 first = between(random, 0, b);
  i32 second = between(random, 0, a);
  return wrapAdd(wrapAdd(min, first), second);
}

std::size_t choose(StartRandom &random, const std::vector<i32> &weights, i32 total) {
  i32 k = random.nextInt(total);
  std::size_t i = 0;
  while (i + 1 < weights.size() && (k -= weights[i]) >= 0)
    ++i;
  return i;
}

} // namespace

bool IntProvider::usesGaussian() const {
  return kind == Kind::ClampedNormal ||
         std::any_of(parts.begin(), parts.end(),
                     [](const IntProvider &part) { return part.usesGaussian(); });
}

i32 IntProvider::lowest() const {
  if (kind == Kind::Clamped)
    return imax(min, parts.front().lowest());
  if (kind != Kind::WeightedList)
    return min;
  i32 result = parts.front().lowest();
  for (const IntProvider &part : parts)
    result = imin(result, part.lowest());
  return result;
}

i32 IntProvider::highest() const {
  if (kind == Kind::Clamped)
    return imin(max, parts.front().highest());
  if (kind != Kind::WeightedList)
    return max;
  i32 result = parts.front().highest();
  for (const IntProvider &part : parts)
    result = imax(result, part.highest());
  return result;
}

i32 IntProvider::sample(StartRandom &random) const {
  i32 range = wrapSub(max, min);
  switch (kind) {
  case Kind::Constant:
    return min;
  case Kind::Uniform:
    return between(random, min, max);
  case Kind::BiasedToBottom: {
    i32 a = random.nextInt(wrapAdd(range, 1));
    return wrapAdd(min, random.nextInt(wrapAdd(a, 1)));
  }
  case Kind::VeryBiasedToBottom: {
    i32 a = random.nextInt(wrapAdd(range, 1));
    i32 b = random.nextInt(wrapAdd(a, 1));
    return wrapAdd(min, random.nextInt(wrapAdd(b, 1)));
  }
  case Kind::Clamped:
    return imin(imax(parts.front().sample(random), min), max);
  case Kind::ClampedNormal: {
    f32 value = mean + f32(random.nextGaussian()) * deviation;
    return toI32(f64(clampf(value, f32(min), f32(max))));
  }
  case Kind::Trapezoid: {
    if (plateau == 0 && max == wrapSub(0, min)) {
      i32 first = random.nextInt(wrapAdd(max, 1));
      i32 second = random.nextInt(wrapAdd(max, 1));
      return wrapSub(first, second);
    }
    return plateau == range ? between(random, min, max) : trapezoid(random, min, range, plateau);
  }
  case Kind::WeightedList:
    return parts[choose(random, weights, totalWeight)].sample(random);
  }
  return min;
}

i32 HeightProvider::sample(StartRandom &random, const GenerationRange &range) const {
  if (kind == Kind::WeightedList)
    return parts[choose(random, weights, totalWeight)].sample(random, range);
  i32 lo = range.resolve(min), hi = range.resolve(max);
  // `lo` where the test that the two biased kinds share says that there is no choice.
  i32 choices = wrapAdd(wrapSub(wrapSub(hi, lo), inner), 1);
  switch (kind) {
  case Kind::Uniform:
    return lo > hi ? lo : between(random, lo, hi);
  case Kind::BiasedToBottom: {
    if (choices <= 0)
      return lo;
    i32 k = random.nextInt(choices);
    return wrapAdd(random.nextInt(wrapAdd(k, inner)), lo);
  }
  case Kind::VeryBiasedToBottom: {
    if (choices <= 0)
      return lo;
    i32 p = betweenIfAny(random, wrapAdd(lo, inner), hi);
    i32 q = betweenIfAny(random, lo, wrapSub(p, 1));
    return betweenIfAny(random, lo, wrapAdd(wrapSub(q, 1), inner));
  }
  case Kind::Trapezoid: {
    if (lo > hi)
      return lo;
    i32 r = wrapSub(hi, lo);
    return plateau >= r ? between(random, lo, hi) : trapezoid(random, lo, r, plateau);
  }
  default:
    return lo;
  }
}

} // namespace terrane::rt
