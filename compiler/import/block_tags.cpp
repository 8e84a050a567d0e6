//===- block_tags.cpp - Block tags and what they say of a state -----------===//

#include "compiler/import/block_tags.h"

#include "runtime/chunk/block_state.h"

#include "llvm/ADT/STLExtras.h"

namespace terrane::import {

namespace {

bool isAir(llvm::StringRef block) {
  return block == "minecraft:air" || block == "minecraft:cave_air" || block == "minecraft:void_air";
}

/// Blocks that hold a fluid in every state.
bool isFluidBlock(llvm::StringRef block) {
  static constexpr llvm::StringLiteral fluids[] = {
      "minecraft:water",      "minecraft:lava",     "minecraft:bubble_column", "minecraft:kelp",
      "minecraft:kelp_plant", "minecraft:seagrass", "minecraft:tall_seagrass"};
  return llvm::is_contained(fluids, block);
}

} // namespace

bool blocksMotionByName(llvm::StringRef block) {
  if (isAir(block) || isFluidBlock(block))
    return false;
  if (!block.consume_front("minecraft:"))
    return true;
  static constexpr llvm::StringLiteral passable[] = {"powder_snow",
                                                     "snow",
                                                     "cobweb",
                                                     "fire",
                                                     "soul_fire",
                                                     "sugar_cane",
                                                     "nether_portal",
                                                     "end_portal",
                                                     "end_gateway",
                                                     "structure_void",
                                                     "light",
                                                     "redstone_wire",
                                                     "tripwire",
                                                     "tripwire_hook",
                                                     "lever",
                                                     "ladder",
                                                     "scaffolding",
                                                     "glow_lichen",
                                                     "short_grass",
                                                     "tall_grass",
                                                     "fern",
                                                     "large_fern",
                                                     "dead_bush",
                                                     "bush",
                                                     "short_dry_grass",
                                                     "tall_dry_grass",
                                                     "firefly_bush",
                                                     "leaf_litter",
                                                     "wildflowers",
                                                     "pink_petals",
                                                     "dandelion",
                                                     "poppy",
                                                     "blue_orchid",
                                                     "allium",
                                                     "azure_bluet",
                                                     "red_tulip",
                                                     "orange_tulip",
                                                     "white_tulip",
                                                     "pink_tulip",
                                                     "oxeye_daisy",
                                                     "cornflower",
                                                     "lily_of_the_valley",
                                                     "wither_rose",
                                                     "sunflower",
                                                     "lilac",
                                                     "rose_bush",
                                                     "peony",
                                                     "torchflower",
                                                     "pitcher_plant",
                                                     "spore_blossom",
                                                     "brown_mushroom",
                                                     "red_mushroom",
                                                     "crimson_fungus",
                                                     "warped_fungus",
                                                     "nether_sprouts",
                                                     "nether_wart",
                                                     "sweet_berry_bush",
                                                     "hanging_roots",
                                                     "crimson_roots",
                                                     "warped_roots",
                                                     "pale_hanging_moss",
                                                     "small_dripleaf",
                                                     "wheat",
                                                     "carrots",
                                                     "potatoes",
                                                     "beetroots",
                                                     "melon_stem",
                                                     "pumpkin_stem",
                                                     "attached_melon_stem",
                                                     "attached_pumpkin_stem",
                                                     "cave_vines_plant",
                                                     "weeping_vines_plant",
                                                     "twisting_vines_plant"};
  static constexpr llvm::StringLiteral passableEndings[] = {
      "_sapling", "_carpet", "rail", "torch", "vine", "_vines", "_button"};
  return !llvm::is_contained(passable, block) &&
         llvm::none_of(passableEndings, [&](llvm::StringRef end) { return block.ends_with(end); });
}

BlockTags::BlockTags(const pack::Stack &packs, BlockRegistry &blocks)
    : packs(packs),
      tags(packs, "block",
           TagElements{"block", [&blocks](const pack::Id &id) { return blocks.exists(id); },
                       [&blocks] { return blocks.ids(); }}) {}

std::optional<std::uint8_t> BlockTags::flags(const ResolvedBlock &state,
                                             const SourcePosition &where, Diagnostics &d) {
  static const pack::Id motionTag{"minecraft", "blocks_motion_in_heightmap"};
  std::uint8_t result = 0;
  if (isAir(state.block))
    result |= rt::StateAir;
  else if (isFluidBlock(state.block) || state.has("waterlogged", "true"))
    result |= rt::StateFluid;
  if (state.block == "minecraft:water")
    result |= rt::StateWater;
  if (state.block == "minecraft:lava")
    result |= rt::StateLava;

  bool motion;
  if (tags.exists(motionTag)) {
    const TagRegistry::Tag *tag = tags.find(motionTag, where, d);
    if (!tag)
      return std::nullopt;
    motion = tag->ids.contains(state.block);
  } else {
    motion = blocksMotionByName(state.block);
    if (!warned)
      d.warning(where,
                "which blocks count for the heightmaps is decided by their names: no block tag '#" +
                    motionTag.str() + "' in " + packs.describe(),
                "the game's file data/minecraft/tags/block/" + motionTag.path +
                    ".json, and those that it names, in one of the packs");
    warned = true;
  }
  if (motion)
    result |= rt::StateMotion;
  return result;
}

} // namespace terrane::import
