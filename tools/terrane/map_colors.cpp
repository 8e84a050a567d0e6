//===- map_colors.cpp - What colours maps give to names -------------------===//

#include "tools/terrane/map_colors.h"

#include "llvm/ADT/ArrayRef.h"

#include <algorithm>

using namespace terrane;
using namespace terrane::tool;

namespace {

struct Row {
  llvm::StringRef name;
  unsigned rgb;
};

constexpr Row blocks[] = {
    {"air", 0xDCE9F2},
    {"cave_air", 0xDCE9F2},
    {"void_air", 0xDCE9F2},
    {"stone", 0x828385},
    {"deepslate", 0x4E4E55},
    {"granite", 0x9A6C5A},
    {"diorite", 0xBDBDBF},
    {"andesite", 0x8B8C8A},
    {"tuff", 0x6A6C63},
    {"calcite", 0xE2E1DC},
    {"dripstone_block", 0x86685A},
    {"bedrock", 0x2B2B2D},
    {"cobblestone", 0x777777},
    {"blackstone", 0x2E282F},
    {"basalt", 0x51515A},
    {"smooth_basalt", 0x48484E},
    {"netherrack", 0x6E2B2B},
    {"crimson_nylium", 0x8C1F23},
    {"warped_nylium", 0x2C7268},
    {"nether_wart_block", 0x74090B},
    {"warped_wart_block", 0x17787A},
    {"soul_sand", 0x54402F},
    {"soul_soil", 0x4A3A2E},
    {"magma_block", 0x96431C},
    {"end_stone", 0xDDDFA3},
    {"water", 0x3A68B8},
    {"lava", 0xE0651A},
    {"ice", 0x9DBDF0},
    {"packed_ice", 0x8BAEEA},
    {"blue_ice", 0x6F9FEF},
    {"snow_block", 0xF4F8F9},
    {"powder_snow", 0xEEF4F8},
    {"snow", 0xF4F8F9},
    {"grass_block", 0x6DA04A},
    {"dirt", 0x8A6243},
    {"coarse_dirt", 0x775338},
    {"rooted_dirt", 0x8C684C},
    {"podzol", 0x6A4A23},
    {"mycelium", 0x7A6A6F},
    {"mud", 0x3D3A3D},
    {"moss_block", 0x5B7030},
    {"clay", 0xA1A7B3},
    {"gravel", 0x86817F},
    {"sand", 0xDCD0A2},
    {"sandstone", 0xD6C897},
    {"red_sand", 0xBD6722},
    {"red_sandstone", 0xB8621F},
    {"terracotta", 0x9A6045},
    {"white_terracotta", 0xCFB0A0},
    {"orange_terracotta", 0xA05426},
    {"yellow_terracotta", 0xB88524},
    {"brown_terracotta", 0x4E3424},
    {"red_terracotta", 0x8E3D2F},
    {"light_gray_terracotta", 0x876B62},
    {"coal_ore", 0x5A5A5A},
    {"iron_ore", 0xB39A85},
    {"raw_iron_block", 0xA68A6C},
    {"deepslate_iron_ore", 0x75685E},
    {"copper_ore", 0x7E8C6A},
    {"raw_copper_block", 0x9A6A4F},
};

constexpr Row biomes[] = {
    {"plains", 0x8DB360},
    {"sunflower_plains", 0xB0C95A},
    {"meadow", 0x7FBF6B},
    {"forest", 0x2F7A36},
    {"flower_forest", 0x5C9A4A},
    {"birch_forest", 0x5A9463},
    {"old_growth_birch_forest", 0x49845A},
    {"dark_forest", 0x274F1E},
    {"pale_garden", 0x8E978C},
    {"cherry_grove", 0xE3A3C4},
    {"taiga", 0x2C6B5C},
    {"old_growth_pine_taiga", 0x5D6440},
    {"old_growth_spruce_taiga", 0x4B6650},
    {"snowy_taiga", 0x6E9C93},
    {"snowy_plains", 0xF0F4F7},
    {"ice_spikes", 0xB9DCF0},
    {"snowy_slopes", 0xD5DDE6},
    {"frozen_peaks", 0xBFD0E4},
    {"jagged_peaks", 0xC9C9D6},
    {"stony_peaks", 0x9A968E},
    {"stony_shore", 0x84827C},
    {"grove", 0x86A9A0},
    {"desert", 0xF0D98C},
    {"savanna", 0xB7B05A},
    {"savanna_plateau", 0xA59F63},
    {"windswept_savanna", 0xCDC47E},
    {"windswept_hills", 0x6C7B6C},
    {"windswept_gravelly_hills", 0x848A84},
    {"windswept_forest", 0x4D7259},
    {"badlands", 0xD2571F},
    {"eroded_badlands", 0xF07C42},
    {"wooded_badlands", 0xA97038},
    {"jungle", 0x4C8A10},
    {"sparse_jungle", 0x79A03A},
    {"bamboo_jungle", 0x8CA61A},
    {"swamp", 0x4F6B4A},
    {"mangrove_swamp", 0x5F7A2E},
    {"mushroom_fields", 0xB05FB5},
    {"beach", 0xF4E6A6},
    {"snowy_beach", 0xF2EDD2},
    {"river", 0x4A7BD0},
    {"frozen_river", 0xA9B9EA},
    {"ocean", 0x1F4F9E},
    {"deep_ocean", 0x123272},
    {"cold_ocean", 0x264888},
    {"deep_cold_ocean", 0x17305F},
    {"lukewarm_ocean", 0x2A72B5},
    {"deep_lukewarm_ocean", 0x1A5490},
    {"warm_ocean", 0x3099C0},
    {"frozen_ocean", 0x8296C8},
    {"deep_frozen_ocean", 0x5C70A8},
    {"dripstone_caves", 0x7B5A45},
    {"lush_caves", 0x7FA02C},
    {"deep_dark", 0x0B2A33},
    {"nether_wastes", 0xA43A36},
    {"crimson_forest", 0xC4202F},
    {"warped_forest", 0x1F9484},
    {"soul_sand_valley", 0x5A4637},
    {"basalt_deltas", 0x5F5A62},
    {"the_end", 0x8183B8},
    {"end_highlands", 0xC9CB8F},
    {"end_midlands", 0xB5B882},
    {"end_barrens", 0x9799A0},
    {"small_end_islands", 0x4D4F78},
};

Color fromRgb(unsigned rgb) {
  return {(unsigned char)(rgb >> 16), (unsigned char)(rgb >> 8), (unsigned char)rgb};
}

/// By the full name, so that namespaces of packs get colours of their own.
Color hashed(llvm::StringRef name) {
  uint32_t hash = 2166136261u; // 32-bit FNV-1a
  for (char c : name)
    hash = (hash ^ (unsigned char)c) * 16777619u;
  hash ^= hash >> 15; // the low bits of FNV-1a alone tell similar names apart badly
  auto part = [&](unsigned shift) { return (unsigned char)(64 + (hash >> shift) % 160); };
  return {part(0), part(8), part(16)};
}

Color lookUp(llvm::StringRef name, llvm::ArrayRef<Row> table) {
  llvm::StringRef path = name;
  if (path.consume_front("minecraft:"))
    for (const Row &row : table)
      if (row.name == path)
        return fromRgb(row.rgb);
  return hashed(name);
}

} // namespace

Color Color::scaled(double factor) const {
  auto part = [&](unsigned char c) { return (unsigned char)std::min(255.0, c * factor); };
  return {part(r), part(g), part(b)};
}

Color Color::mix(Color a, Color b, double partOfB) {
  auto part = [&](unsigned char x, unsigned char y) {
    return (unsigned char)(x + (y - x) * partOfB);
  };
  return {part(a.r, b.r), part(a.g, b.g), part(a.b, b.b)};
}

Color tool::blockColor(llvm::StringRef state) {
  return lookUp(state.take_until([](char c) { return c == '['; }), blocks);
}

Color tool::biomeColor(llvm::StringRef id) {
  return lookUp(id, biomes);
}

Color tool::heightColor(int y, int minY, int seaLevel, int end) {
  static constexpr Color deep{8, 16, 64}, shallow{96, 160, 224};
  static constexpr Color land[] = {{64, 128, 64}, {176, 176, 96}, {136, 96, 64}, {248, 248, 248}};
  if (y < seaLevel)
    return Color::mix(deep, shallow, double(std::max(y, minY) - minY) / (double(seaLevel) - minY));
  double at = end > seaLevel ? 3.0 * std::min(y - seaLevel, end - seaLevel) / (end - seaLevel) : 0;
  int step = std::min(2, int(at));
  return Color::mix(land[step], land[step + 1], at - step);
}
