//===- dimension_data.h - What a bundle knows of a dimension --------------===//
//
// What the terrain step needs besides the compiled code: the level, biomes with their source, and
// carvers, all resolved. The compiler writes it, the runtime reads it; both through this file.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_BUNDLE_DIMENSION_DATA_H
#define TERRANE_RUNTIME_BUNDLE_DIMENSION_DATA_H

#include "runtime/biome/source.h"
#include "runtime/carver/carver.h"

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace terrane::rt {

/// The entries of a multi_noise source in the list's order; values are BiomeIds. Not empty.
struct MultiNoiseList {
  std::vector<SearchTree::Entry> entries;
};

/// A dimension of a bundle. The seed is no part of it.
struct DimensionData {
  std::string dimension; ///< id, `namespace:path`
  Level level{0, 0};
  std::vector<std::string> states; ///< names by StateId, as the compiled module has them
  std::variant<FixedSource, CheckerboardSource, MultiNoiseList, TheEndSource> source;
  BiomeTable biomes;
  CarverSet carvers;

  /// Builds the search tree of a multi_noise source.
  BiomeSource biomeSource() const;
};

/// The text of a dimension's file. A function of the dimension alone.
std::string writeDimension(const DimensionData &dimension);

/// Reads a dimension's file, which must be complete and whose indices must be in range; nothing,
/// with a message in `error`, otherwise.
std::optional<DimensionData> readDimension(std::string_view text, std::string &error);

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_BUNDLE_DIMENSION_DATA_H
