//===- biome_source.h - Biome sources as packs write them (spec 50, 1, 7 and 10) -===//
//
// Reads the four forms of a biome source, with the parameter lists behind the presets of
// multi_noise.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_COMPILER_IMPORT_BIOME_SOURCE_H
#define TERRANE_COMPILER_IMPORT_BIOME_SOURCE_H

#include "compiler/import/biome.h"
#include "runtime/biome/search_tree.h"
#include "runtime/biome/source.h"

#include <optional>
#include <variant>
#include <vector>

namespace terrane::import {

/// The entries of a multi_noise source in the list's order, quantised; values are BiomeIds of the
/// form's table. Not empty.
struct MultiNoiseEntries {
  std::vector<rt::SearchTree::Entry> entries;
};

/// A biome source without its search tree. Self-contained but for the JSON pointers, which the
/// packs own.
struct BiomeSourceForm {
  const json::Value *source = nullptr;
  std::variant<rt::FixedSource, rt::CheckerboardSource, MultiNoiseEntries, rt::TheEndSource> kind;
  /// The possible biomes in the order of spec 50, 7, without repeats. Every inline biome is one of
  /// its own, without an id.
  rt::BiomeTable table;
  /// For each biome of `table`: its object, and what stands under `carvers` (or null).
  std::vector<const json::Value *> biomeSources, carvers;
};

/// Reads a biome source. Every error is reported with its place; nothing is returned if there is
/// one. Where `biomes` of multi_noise is invalid and `preset` is not, the preset is taken as the
/// game does (1.1), with a warning. An empty checkerboard is refused here: the game fails when it
/// asks it for the first biome.
std::optional<BiomeSourceForm> readBiomeSource(const json::Value &v, BiomeRegistry &biomes,
                                               Diagnostics &d);

/// Builds the search tree. `literal` as of rt::MultiNoiseSource.
inline rt::BiomeSource buildBiomeSource(const BiomeSourceForm &form, bool literal = false) {
  rt::BiomeSource result;
  if (const auto *list = std::get_if<MultiNoiseEntries>(&form.kind))
    result.kind =
        rt::MultiNoiseSource{std::make_shared<const rt::SearchTree>(list->entries), literal};
  else if (const auto *fixed = std::get_if<rt::FixedSource>(&form.kind))
    result.kind = *fixed;
  else if (const auto *board = std::get_if<rt::CheckerboardSource>(&form.kind))
    result.kind = *board;
  else
    result.kind = std::get<rt::TheEndSource>(form.kind);
  result.table = form.table;
  return result;
}

} // namespace terrane::import

#endif // TERRANE_COMPILER_IMPORT_BIOME_SOURCE_H
