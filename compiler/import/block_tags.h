//===- block_tags.h - Block tags and what they say of a state (spec 30, 5.2) -===//

#ifndef TERRANE_COMPILER_IMPORT_BLOCK_TAGS_H
#define TERRANE_COMPILER_IMPORT_BLOCK_TAGS_H

#include "compiler/import/block_registry.h"
#include "compiler/import/tags.h"

#include <cstdint>
#include <optional>

namespace terrane::import {

/// Classifies block states. Not thread-safe; packs and registry must outlive it.
class BlockTags {
public:
  BlockTags(const pack::Stack &packs, BlockRegistry &blocks);

  /// The rt::StateFlag bits of a state. Motion is membership in
  /// `minecraft:blocks_motion_in_heightmap`; where no pack has that tag it is `blocksMotionByName`,
  /// and a warning at `where` says so, once. Nothing, with the errors reported, where the tag is
  /// broken.
  std::optional<std::uint8_t> flags(const ResolvedBlock &state, const SourcePosition &where,
                                    Diagnostics &d);

  /// The block tags of the packs, e.g. for `minecraft:uncarvable`.
  TagRegistry &registry() { return tags; }

private:
  const pack::Stack &packs;
  TagRegistry tags;
  bool warned = false;
};

/// The classification of spec 30, 5.2 by the names of blocks: everything blocks that is neither air
/// nor a fluid nor of the named kinds (powder snow, snow layers, cobweb, plants, vines, torches,
/// fire, carpets, rails, ...). Outside what terrain rules place it is an
/// approximation that errs towards blocking.
bool blocksMotionByName(llvm::StringRef blockId);

} // namespace terrane::import

#endif // TERRANE_COMPILER_IMPORT_BLOCK_TAGS_H
