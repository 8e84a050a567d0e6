//===- apply.h - From the carving mask to blocks (spec 60, 7) -------------===//

#ifndef TERRANE_RUNTIME_CARVER_APPLY_H
#define TERRANE_RUNTIME_CARVER_APPLY_H

#include "runtime/aquifer/aquifer.h"
#include "runtime/carver/carver.h"
#include "runtime/carver/mask.h"
#include "runtime/chunk/chunk.h"

#include <functional>

namespace terrane::rt {

/// The rule's answer for the dirt at a block under what was carved (spec 40, 12): a state or
/// noState; nothing where the game would fail.
using TopMaterialAt = std::function<std::optional<i32>(i32 x, i32 y, i32 z, bool underFluid)>;
/// Whether a block (lx and lz in the chunk, y in the world) may be carved next to chunks of older
/// versions (section 8).
using BlendingFilter = std::function<bool(i32 lx, i32 y, i32 lz)>;

/// Carves a chunk that has its materials. `mask` is for its place; `aquifer` is that of its fill;
/// `states` are the CarvedFlags by StateId. Fluids are marked and both heightmaps follow.
/// `redressed`, if given, is raised by the number of top materials written. An empty `filter` lets
/// all pass. False where `topMaterial` failed; the chunk is then not to be used.
bool applyCarving(Chunk &chunk, const CarvingMask &mask, Aquifer &aquifer,
                  const std::vector<u8> &states, const TopMaterialAt &topMaterial,
                  i64 *redressed = nullptr, const BlendingFilter &filter = {});

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_CARVER_APPLY_H
