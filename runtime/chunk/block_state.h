//===- block_state.h - Block states as the terrain step sees them (spec 30, 5.2) -===//
//
// Kernel-safe. A generator works with the few states that its settings can place: a palette. A
// state is its index there; state 0 is always minecraft:air.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_CHUNK_BLOCK_STATE_H
#define TERRANE_RUNTIME_CHUNK_BLOCK_STATE_H

#include "runtime/math/base.h"

namespace terrane::rt {

using StateId = u16;
constexpr StateId airState = 0;

/// What a state is; a set of bits.
enum StateFlag : u8 {
  StateAir = 1,    ///< air, cave_air, void_air
  StateFluid = 2,  ///< its fluid is not empty; never with StateAir
  StateMotion = 4, ///< in the block tag blocks_motion_in_heightmap
  StateWater = 8,  ///< the block minecraft:water
  StateLava = 16,  ///< the block minecraft:lava
};

struct BlockState {
  const char *name; ///< canonical: `id[property=value,...]`, all properties, sorted by name
  u16 block;        ///< equal for states of one block
  u8 flags;         ///< of StateFlag
};

/// The states that the step itself asks for by name.
struct NamedStates {
  StateId defaultBlock, defaultFluid;
  StateId water, lava; ///< default states
  StateId snowBlock, packedIce;
  /// terracotta, then orange, yellow, brown, red, white, light gray terracotta.
  StateId terracotta[7];
};

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_CHUNK_BLOCK_STATE_H
