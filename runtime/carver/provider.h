//===- provider.h - Random numbers as packs describe them (spec 60, 1.4 to 1.6) -===//
//
// Values without ranges' checks: those are the reader's. `sample` draws from any generator with the
// members of `Legacy`; integers and heights ask for bounds that can be wrong, which `StartRandom`
// takes note of.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_CARVER_PROVIDER_H
#define TERRANE_RUNTIME_CARVER_PROVIDER_H

#include "runtime/carver/start_random.h"
#include "runtime/chunk/terrain.h"

#include <vector>

namespace terrane::rt {

/// What vertical anchors refer to (spec 60, 0): `minGen`, `depthGen` and the sea level.
struct GenerationRange {
  i32 minY, height, seaLevel;

  static GenerationRange of(const TerrainSettings &settings, Level level) {
    return {imax(settings.minY, level.minY), imin(settings.height, level.height),
            settings.seaLevel};
  }
  i32 resolve(Anchor anchor) const {
    switch (anchor.kind) {
    case Anchor::AboveBottom:
      return minY + anchor.value;
    case Anchor::BelowTop:
      return height - 1 + minY - anchor.value;
    case Anchor::RelativeToSeaLevel:
      return wrapAdd(seaLevel, anchor.value);
    default:
      return anchor.value;
    }
  }
};

struct FloatProvider {
  enum class Kind { Constant, Uniform, Trapezoid, ClampedNormal };
  Kind kind = Kind::Constant;
  f32 min = 0, max = 0; ///< a constant: both are its value
  f32 plateau = 0;      ///< Trapezoid
  f32 mean = 0, deviation = 0;

  static FloatProvider constant(f32 value) {
    FloatProvider result;
    // A constant zero is positive (1.4).
    result.min = result.max = value == 0.0f ? 0.0f : value; // exact: -0 becomes +0
    return result;
  }
  bool usesGaussian() const { return kind == Kind::ClampedNormal; }
  template <class Generator> f32 sample(Generator &random) const;
};

struct IntProvider {
  enum class Kind {
    Constant,
    Uniform,
    BiasedToBottom,
    VeryBiasedToBottom,
    Clamped,
    ClampedNormal,
    Trapezoid,
    WeightedList
  };
  Kind kind = Kind::Constant;
  i32 min = 0, max = 0; ///< a constant: both are its value
  i32 plateau = 0;      ///< Trapezoid
  f32 mean = 0, deviation = 0;
  std::vector<IntProvider> parts; ///< of Clamped (one) and WeightedList
  std::vector<i32> weights;       ///< of `parts`; WeightedList
  i32 totalWeight = 0;

  bool usesGaussian() const;
  /// The bounds of what it can give, as the game reckons them (1.5).
  i32 lowest() const;
  i32 highest() const;
  i32 sample(StartRandom &random) const;
};

struct HeightProvider {
  enum class Kind {
    Constant,
    Uniform,
    BiasedToBottom,
    VeryBiasedToBottom,
    Trapezoid,
    WeightedList
  };
  Kind kind = Kind::Constant;
  Anchor min{Anchor::Absolute, 0}, max{Anchor::Absolute, 0}; ///< a constant: both
  i32 inner = 1;                                             ///< the two biased kinds
  i32 plateau = 0;                                           ///< Trapezoid
  std::vector<HeightProvider> parts;                         ///< WeightedList
  std::vector<i32> weights;                                  ///< of `parts`
  i32 totalWeight = 0;

  i32 sample(StartRandom &random, const GenerationRange &range) const;
};

template <class Generator> f32 FloatProvider::sample(Generator &random) const {
  switch (kind) {
  case Kind::Uniform:
    return random.nextFloat() * (max - min) + min;
  case Kind::Trapezoid: {
    f32 r = max - min, a = (r - plateau) / 2.0f, b = r - a;
    f32 first = random.nextFloat();
    f32 second = random.nextFloat();
    return (min + first * b) + second * a;
  }
  case Kind::ClampedNormal:
    return clampf(mean + f32(random.nextGaussian()) * deviation, min, max);
  default:
    return min;
  }
}

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_CARVER_PROVIDER_H
