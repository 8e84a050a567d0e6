//===- aquifer.h - Fluids below the surface (spec 30, 6) ------------------===//

#ifndef TERRANE_RUNTIME_AQUIFER_AQUIFER_H
#define TERRANE_RUNTIME_AQUIFER_AQUIFER_H

#include "runtime/chunk/generator.h"
#include "runtime/chunk/terrain.h"
#include "runtime/random/world_random.h"

#include <vector>

namespace terrane::rt {

/// The generator's entries for aquifers, in this order.
struct AquiferEntries {
  unsigned barrier, floodedness, spread, lava, exclusion, surfaceLevel;
};

/// One aquifer serves one volume: a chunk's, or a column's. Not thread-safe. It samples through the
/// context that it was given, in the game's order, because that can be seen (6.4).
class Aquifer {
public:
  /// What `substance` answers where the ground is solid.
  static constexpr i32 solid = -1;

  Aquifer() = default;
  /// Prepares for a volume of step 1 (6.2, 6.3): samples the surface level on its window. `random`
  /// is the factory of aquifer centres. Keeps memory of earlier volumes. Everything referred to
  /// must live as long as `substance` is called. With `entries` null: the disabled form (6.1), to
  /// which the volume does not matter.
  void begin(const TerrainSettings &settings, const AquiferEntries *entries,
             const PositionalFactory &random, SamplerContext &context, const Volume &volume);

  /// The state of a block of the volume, or `solid`; sets `scheduleFlag`.
  i32 substance(i32 x, i32 y, i32 z, f64 density);
  /// Whether the last call of `substance` asks for a fluid update there.
  bool scheduleFlag() const { return schedule; }

private:
  bool schedule = false;
};

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_AQUIFER_AQUIFER_H
