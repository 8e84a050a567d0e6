//===- aquifer.h - Fluids below the surface (spec 30, 6) ------------------===//

#ifndef TERRANE_RUNTIME_AQUIFER_AQUIFER_H
#define TERRANE_RUNTIME_AQUIFER_AQUIFER_H

#include "runtime/aquifer/cell_ops.h"
#include "runtime/aquifer/substance_ops.h"
#include "runtime/chunk/generator.h"
#include "runtime/chunk/terrain.h"
#include "runtime/random/world_random.h"

#include <unordered_map>
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
  static constexpr i32 solid = Substance::solid;

  Aquifer() = default;
  /// Prepares for a volume of step 1 (6.2, 6.3): samples the surface level on its window. `random`
  /// is the factory of aquifer centres. Keeps memory of earlier volumes. Everything referred to
  /// must live as long as `substance` is called. With `entries` null: the disabled form (6.1), to
  /// which the volume does not matter.
  void begin(const TerrainSettings &settings, const AquiferEntries *entries,
             const PositionalFactory &random, SamplerContext &context, const Volume &volume);

  /// The state of a block of the volume, or `solid`; sets `scheduleFlag`. Beyond the volume, where
  /// the game has no answer (spec 60, 16), that of the fluid picker.
  i32 substance(i32 x, i32 y, i32 z, f64 density) {
    schedule = false;
    if (density > 0.0)
      return solid;
    return y > skipAbove ? i32(picker.at(y)) : enclosed(x, y, z, density);
  }
  /// Whether the last call of `substance` asks for a fluid update there.
  bool scheduleFlag() const { return schedule; }

  /// Above this y every block is solid or as the fluid picker has it, and never scheduled (6.3).
  /// The lowest i32 in the disabled form.
  i32 skipAboveY() const { return skipAbove; }
  const FluidPicker &fluidPicker() const { return picker; }

private:
  /// A cell of the grid. Both parts are lazy: `status` because finding it takes samples.
  struct Cell {
    CellCentre centre;
    Fluid status;
    bool located, known;
  };
  /// Blocks with the same candidates, and whether all of these have one and the same status.
  struct Group {
    bool prepared, uniform;
    u32 checkedAt; ///< `numStatuses` when `uniform` was decided
  };
  /// What the templates of cell_ops.h and substance_ops.h look at.
  struct World {
    Aquifer &aquifer;

    const FluidPicker &picker() const { return aquifer.picker; }
    StateId lava() const { return aquifer.settings->named.lava; }
    u8 flags(StateId state) const { return aquifer.settings->states[state].flags; }
    i32 surface(i32 x, i32 z) { return aquifer.surface(x, z); }
    f32 barrier(i32 x, i32 y, i32 z) { return point(aquifer.entries.barrier, x, y, z); }
    f32 exclusion(i32 x, i32 y, i32 z) { return point(aquifer.entries.exclusion, x, y, z); }
    f32 floodedness(i32 x, i32 y, i32 z) { return point(aquifer.entries.floodedness, x, y, z); }
    f32 spread(i32 x, i32 y, i32 z) { return point(aquifer.entries.spread, x, y, z); }
    f32 lavaSample(i32 x, i32 y, i32 z) { return point(aquifer.entries.lava, x, y, z); }
    f32 point(unsigned entry, i32 x, i32 y, i32 z) {
      return aquifer.context->point(entry, x, y, z);
    }
  };

  i32 enclosed(i32 x, i32 y, i32 z, f64 density);
  template <class Ranks> i32 decide(i32 x, i32 y, i32 z, f64 density, const Ranks &nearest);
  bool focus(i32 x, i32 y, i32 z);
  void prepare(Group &group);
  bool uniform();
  Nearest wrappedNearest(i32 x, i32 y, i32 z) const;
  void rank(i32 x, i32 z);
  void locate(Cell &cell, i32 gx, i32 gy, i32 gz);

  void beginSurface(const Volume &window);
  bool surfaceKnown(i32 x, i32 z) const;
  i32 surface(i32 x, i32 z);
  const Fluid &status(i32 index) {
    Cell &cell = cells[index];
    return cell.known ? cell.status : setStatus(cell);
  }
  const Fluid &setStatus(Cell &cell);

  bool schedule = false;
  const TerrainSettings *settings = nullptr;
  SamplerContext *context = nullptr;
  AquiferEntries entries{};
  PositionalFactory random = PositionalFactory::legacy(0);
  FluidPicker picker{};
  i32 skipAbove = 0;

  // The grid: cells in the order y (fastest), x, z; groups likewise, one fewer in x and z, two
  // fewer in y, named by their candidate (0, 0 [the middle one], 0).
  i32 minX = 0, minY = 0, minZ = 0; ///< first cell
  i32 numX = 0, numY = 0, numZ = 0;
  std::vector<Cell> cells;
  std::vector<Group> groups;
  u32 numStatuses = 0;  ///< how many cells are known
  bool wrapped = false; ///< centres may have been wrapped when packed

  // The group and column of the latest block.
  i32 groupIndex = -1, columnX = 0, columnZ = 0;
  i32 rowBottom = 0; ///< lowest y of the blocks of the column in the group
  bool ranked = false;
  i32 candidates[numCandidates] = {}; ///< indices of cells
  NearestColumn column;

  // Surface levels by quart. The table holds what the centres of the grid can ask for; `far` what
  // wrapped centres ask for.
  i32 tableX = 0, tableZ = 0; ///< first quart
  i32 tableSizeX = 0, tableSizeZ = 0;
  std::vector<i32> table;
  std::vector<u8> inTable;
  std::unordered_map<u64, i32> far;
  std::vector<f32> windowValues;
};

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_AQUIFER_AQUIFER_H
