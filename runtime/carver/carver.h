//===- carver.h - Carvers as packs describe them (spec 60, 1) -------------===//

#ifndef TERRANE_RUNTIME_CARVER_CARVER_H
#define TERRANE_RUNTIME_CARVER_CARVER_H

#include "runtime/carver/provider.h"

#include <variant>

namespace terrane::rt {

/// `minecraft:cave` (1.2).
struct Cave {
  IntProvider count;
  FloatProvider thickness;
  bool weirdThicknessBias = false;
  FloatProvider roomVerticalRadius, horizontalRadius, verticalRadius;
  FloatProvider startVerticalRadius = FloatProvider::constant(1.0f);
  FloatProvider floorLevel;
};

/// `minecraft:canyon` (1.3).
struct Canyon {
  FloatProvider verticalRotation, distanceFactor, thickness;
  i32 widthSmoothness = 1; ///< at least 1
  FloatProvider horizontalRadiusFactor;
  f32 verticalRadiusDefault = 1, verticalRadiusCenter = 0;
  FloatProvider yScale;
};

struct Carver {
  f32 probability = 0;
  HeightProvider y;
  std::variant<Cave, Canyon> shape;

  /// Whether its start draws Gaussians, so that the order of starts can be seen (section 2).
  bool startUsesGaussian() const;
};

/// How a state of the palette takes part in carving (section 7); a set of bits.
enum CarvedFlag : u8 {
  Uncarvable = 1,  ///< in the block tag uncarvable
  CarvedGrass = 2, ///< the blocks grass_block and mycelium
  CarvedDirt = 4,  ///< the block dirt
};

/// All carvers of a dimension. Immutable once built, free to share between threads.
struct CarverSet {
  std::vector<Carver> carvers;         ///< each once
  std::vector<std::vector<u32>> lists; ///< different lists of indices into `carvers`, in order
  std::vector<u32> listOfBiome;        ///< by BiomeId: an index into `lists`
  std::vector<u8> states;              ///< by StateId: of CarvedFlag

  /// Whether every biome has the same list.
  bool uniform() const { return lists.size() <= 1; }
  bool startsUseGaussian() const;
  /// Whether no biome has a carver.
  bool empty() const { return carvers.empty(); }
};

/// CarvedFlag of a state by its canonical name, without Uncarvable, which a tag decides.
u8 carvedFlags(const char *stateName);

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_CARVER_CARVER_H
