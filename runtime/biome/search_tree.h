//===- search_tree.h - The game's search tree over climate boxes (spec 50, 4 and 5) -===//

#ifndef TERRANE_RUNTIME_BIOME_SEARCH_TREE_H
#define TERRANE_RUNTIME_BIOME_SEARCH_TREE_H

#include "runtime/biome/climate.h"

#include <vector>

namespace terrane::rt {

/// Immutable once built, free to share between threads: the last result is the caller's.
class SearchTree {
public:
  static constexpr i32 none = -1;

  struct Entry {
    ClimateBox box;
    i32 value;
  };
  /// `entries` in the list's order; not empty.
  explicit SearchTree(const std::vector<Entry> &entries);

  /// The leaf (an index into the list) that the game finds, given the last result (a leaf or
  /// `none`). `none` comes back only where the game fails, for distances that overflow.
  i32 find(const ClimateTarget &target, i32 candidate) const;
  /// The same by the literal walk of the tree: the yardstick of `find`.
  i32 findLiteral(const ClimateTarget &target, i32 candidate) const;

  i32 value(i32 leaf) const { return values[leaf]; }
  i32 numLeaves() const { return i32(values.size()); }

private:
  std::vector<i32> values;
};

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_BIOME_SEARCH_TREE_H
