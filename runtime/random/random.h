//===- random.h - A generator of either kind, and positional factories (spec 20, 2) -===//

#ifndef TERRANE_RUNTIME_RANDOM_RANDOM_H
#define TERRANE_RUNTIME_RANDOM_RANDOM_H

#include "runtime/random/legacy.h"
#include "runtime/random/xoroshiro.h"
#include <string_view>
#include <variant>

namespace terrane::rt {

class PositionalFactory;

/// A generator of either kind; a value type, copying copies the state. Not to be shared by threads.
class Random {
  template <class F> decltype(auto) visit(F &&f) { return std::visit(f, generator); }

public:
  Random(Xoroshiro generator) : generator(generator) {}
  Random(Legacy generator) : generator(generator) {}

  bool isLegacy() const { return std::holds_alternative<Legacy>(generator); }

  void setSeed(i64 seed) {
    visit([&](auto &g) { g.setSeed(seed); });
  }

  i32 nextInt() {
    return visit([](auto &g) { return g.nextInt(); });
  }
  /// In [0, bound). Precondition: bound > 0.
  i32 nextInt(i32 bound) {
    return visit([&](auto &g) { return g.nextInt(bound); });
  }
  i64 nextLong() {
    return visit([](auto &g) { return g.nextLong(); });
  }
  bool nextBoolean() {
    return visit([](auto &g) { return g.nextBoolean(); });
  }
  f32 nextFloat() {
    return visit([](auto &g) { return g.nextFloat(); });
  }
  f64 nextDouble() {
    return visit([](auto &g) { return g.nextDouble(); });
  }
  f64 nextGaussian() {
    return visit([](auto &g) { return g.nextGaussian(); });
  }
  /// Drops `count` steps (legacy: of nextInt).
  void consume(i32 count) {
    visit([&](auto &g) { g.consume(count); });
  }
  Random fork() {
    return visit([](auto &g) { return Random(g.fork()); });
  }
  /// A factory of this kind; costs two nextLong (xoroshiro) or one (legacy).
  PositionalFactory forkPositional();

  /// The next `count` bits, 1 to 32, as the world-generation wrapper takes them (spec 20, 2.9).
  i32 nextBits(i32 count);

private:
  std::variant<Xoroshiro, Legacy> generator;
};

//===----------------------------------------------------------------------===//
// Derived outputs, for `Random` and `WorldgenRandom` alike.
//===----------------------------------------------------------------------===//

/// In [from, to). Precondition: from < to (as wrapping i32 difference > 0).
template <class Generator> i32 nextIntInRange(Generator &random, i32 from, i32 to) {
  return wrapAdd(from, random.nextInt(wrapSub(to, from)));
}

/// In [from, to]. Precondition: from <= to.
template <class Generator> i32 nextIntBetweenInclusive(Generator &random, i32 from, i32 to) {
  return wrapAdd(random.nextInt(wrapAdd(wrapSub(to, from), 1)), from);
}

/// Spec 20, 2.4: the first draw is the minuend.
template <class Generator> f64 triangle(Generator &random, f64 mean, f64 spread) {
  f64 first = random.nextDouble();
  f64 second = random.nextDouble();
  return mean + spread * (first - second);
}
template <class Generator> f32 triangle(Generator &random, f32 mean, f32 spread) {
  f32 first = random.nextFloat();
  f32 second = random.nextFloat();
  return mean + spread * (first - second);
}

/// Makes generators from positions, names and seeds (spec 20, 2.8). An immutable value.
class PositionalFactory {
public:
  static PositionalFactory xoroshiro(i64 lo, i64 hi) { return {false, lo, hi}; }
  static PositionalFactory legacy(i64 seed) { return {true, seed, 0}; }

  Random at(i32 x, i32 y, i32 z) const;
  /// `name` in full form, `namespace:path`.
  Random fromHashOf(std::string_view name) const;
  Random fromSeed(i64 seed) const;

  bool isLegacy() const { return legacyKind; }
  /// The words of a xoroshiro factory; `lo` is the seed of a legacy factory.
  SeedPair words() const { return {lo, hi}; }

private:
  PositionalFactory(bool legacyKind, i64 lo, i64 hi) : legacyKind(legacyKind), lo(lo), hi(hi) {}

  bool legacyKind;
  i64 lo, hi;
};

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_RANDOM_RANDOM_H
