//===- biome.h - `worldgen/biome` files and biome tags (spec 40, 10; 50, 1.1) -===//

#ifndef TERRANE_COMPILER_IMPORT_BIOME_H
#define TERRANE_COMPILER_IMPORT_BIOME_H

#include "compiler/import/tags.h"
#include "compiler/json/json.h"
#include "compiler/pack/pack.h"
#include "runtime/biome/biome.h"

#include "llvm/ADT/StringMap.h"

#include <optional>
#include <string>

namespace terrane::import {

struct BiomeForm {
  rt::Biome biome;
  const json::Value *source = nullptr;  ///< the biome's object
  const json::Value *carvers = nullptr; ///< what stands under `carvers`, unread, or null
};

/// Reads a biome's object. `id` is its full id, empty for an inline biome. Fields that say nothing
/// of the terrain are ignored; the two precipitation fields are checked for their kind.
std::optional<BiomeForm> readBiome(const json::Value &v, llvm::StringRef id, Diagnostics &d);

/// The biomes of a stack of packs, read when something names them. Not thread-safe; the packs must
/// outlive it, and the JSON of what it hands out is theirs.
class BiomeRegistry {
public:
  explicit BiomeRegistry(const pack::Stack &packs);
  BiomeRegistry(const BiomeRegistry &) = delete; // its tags ask it by address
  BiomeRegistry &operator=(const BiomeRegistry &) = delete;

  /// The biome of that id. Null, with an error, if no pack has its file (the error is at `where`)
  /// or if the file is malformed.
  const BiomeForm *find(const pack::Id &id, const SourcePosition &where, Diagnostics &d);
  /// Whether a pack has its file.
  bool exists(const pack::Id &id) const;
  /// The tags below `tags/worldgen/biome`.
  TagRegistry &tags() { return biomeTags; }
  const pack::Stack &stack() const { return packs; }

private:
  const pack::Stack &packs;
  TagRegistry biomeTags;
  llvm::StringMap<BiomeForm> read;
};

} // namespace terrane::import

#endif // TERRANE_COMPILER_IMPORT_BIOME_H
