//===- carver.h - `worldgen/carver` files and biomes' lists of them (spec 60, 1) -===//

#ifndef TERRANE_COMPILER_IMPORT_CARVER_H
#define TERRANE_COMPILER_IMPORT_CARVER_H

#include "compiler/import/biome_source.h"
#include "compiler/import/tags.h"
#include "runtime/carver/carver.h"

#include <optional>

namespace terrane::import {

/// Reads a carver's object (1.2, 1.3). `id` is its full id, empty for an inline one. Every error is
/// reported with its place; nothing is returned then.
std::optional<rt::Carver> readCarver(const json::Value &v, llvm::StringRef id, Diagnostics &d);

/// Reads the lists of biomes into a set; carvers are read when a list names them. What is wrong
/// with a carver is reported where it is read first, that there is none at every list that names
/// it. Not thread-safe; the packs must outlive it.
class CarverLists {
public:
  explicit CarverLists(const pack::Stack &packs);
  CarverLists(const CarverLists &) = delete; // its tags ask it by address
  CarverLists &operator=(const CarverLists &) = delete;

  /// What stands under `carvers` (1.1): an id, "#tag", a carver, or a list of ids and carvers.
  /// Returns the index of the list in the set. An entry that the game would drop with a line in its
  /// log is an error here. Nothing after errors.
  std::optional<std::uint32_t> read(const json::Value &list, const std::string &what,
                                    Diagnostics &d);
  /// The same for the biome `id` (empty: an inline one) with its object; without `carvers` it is an
  /// error.
  std::optional<std::uint32_t> readBiome(const json::Value &biome, llvm::StringRef id,
                                         Diagnostics &d);
  /// The lists of all biomes of a source; a biome without `carvers` is an error.
  bool readAll(const BiomeSourceForm &source, Diagnostics &d);

  /// Reads every carver and carver tag of the packs, also those that no list names, and the block
  /// tag `minecraft:uncarvable` where there is one; reports what is wrong with them.
  void checkFiles(Diagnostics &d);

  /// Everything read so far; without `states`, and `listOfBiome` only after `readAll`.
  rt::CarverSet &set() { return result; }

private:
  /// `shape`: what would be right at the place.
  std::optional<std::uint32_t> reference(const json::Value &v, const std::string &what,
                                         const char *shape, Diagnostics &d);
  std::optional<std::uint32_t> named(const pack::Id &id, const SourcePosition &where,
                                     Diagnostics &d);
  bool exists(const pack::Id &id) const;
  std::uint32_t add(rt::Carver carver);

  const pack::Stack &packs;
  TagRegistry tags;
  rt::CarverSet result;
  llvm::StringMap<std::optional<std::uint32_t>> known; ///< ids seen; nothing: wrong, and reported
};

/// CarvedFlags of the states of a palette (section 7). Where no pack has the block tag
/// `minecraft:uncarvable`, bedrock is taken for it, as shipped, with a warning. Nothing, with the
/// errors reported, where the tag is broken.
std::optional<std::vector<rt::u8>> readCarvedFlags(const rt::TerrainSettings &settings,
                                                   const pack::Stack &packs, Diagnostics &d);

} // namespace terrane::import

#endif // TERRANE_COMPILER_IMPORT_CARVER_H
