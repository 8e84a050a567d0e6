//===- sky_column.h - The upper part of a column of climate queries (spec 50, 5) -===//
//
// Above the ground the quarts of a column often differ in depth alone, and their depth is not above
// the lowest that any leaf has. There one search answers all of them.
//
// Let `lowest` be the smallest lower end of a leaf's depth interval, and write the distance of leaf
// l to a target of depth d <= lowest, the other five coordinates fixed, as A(l) + (lo(l) - d)^2.
// For two leaves the difference of distances is A(l) - A(k) + (lo(l)^2 - lo(k)^2) + 2 d (lo(k) -
// lo(l)). With lo(k) = lowest it does not fall as d falls. Let F be the first leaf, in the tree's
// order, of minimal distance at some depth d0 <= lowest, and let lo(F) = lowest. Then for every
// d <= d0 no leaf is nearer than F, and every leaf that is as near was so at d0, hence F is the
// first of them. By the rule of section 5 the answer is the candidate where it is as near as F,
// else F. All of this holds where no distance wraps.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_BIOME_SKY_COLUMN_H
#define TERRANE_RUNTIME_BIOME_SKY_COLUMN_H

#include "runtime/biome/search_tree.h"

namespace terrane::rt {

/// Remembers one search of a column. Not thread-safe; of one tree at a time.
class SkyColumn {
public:
  /// What `tree.find(target, candidate)` gives.
  i32 find(const SearchTree &tree, const ClimateTarget &target, i32 candidate) {
    constexpr i32 depth = 4;
    if (target.values[depth] > tree.lowestDepth() || mayWrap(target))
      return tree.find(target, candidate);
    bool same = known && target.values[depth] <= base.values[depth];
    for (i32 d = 0; d < numTargetDimensions; ++d)
      same &= d == depth || target.values[d] == base.values[d];
    if (!same) {
      base = target;
      known = true;
      first = tree.find(target, SearchTree::none);
      usable = tree.box(first).lo[depth] == tree.lowestDepth();
    }
    if (!usable)
      return tree.find(target, candidate);
    bool kept = candidate != SearchTree::none && candidate != first &&
                tree.distance(candidate, target) == tree.distance(first, target);
    return kept ? candidate : first;
  }

private:
  /// Section 3: nothing wraps for coordinates of at most this.
  static bool mayWrap(const ClimateTarget &target) {
    constexpr i64 limit = 1100000000;
    for (i64 v : target.values)
      if (v > limit || v < -limit)
        return true;
    return false;
  }

  bool known = false, usable = false;
  ClimateTarget base{};
  i32 first = SearchTree::none;
};

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_BIOME_SKY_COLUMN_H
