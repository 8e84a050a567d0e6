//===- column_search.h - The climate queries of one column (spec 50, 5) ---===//
//
// The quarts of a column often differ in depth alone. With the other five coordinates fixed, the
// distance of leaf l to a target of depth d is A(l) + i(l, d)^2, where i depends on the leaf's
// depth interval only. A list has few different depth intervals. So, for every interval, one search
// gives the smallest A and the first leaf in the tree's order that has it; these leaves are all
// that any depth can answer with: in their order, the first of the nearest is the first of all
// nearest leaves. By the rule of section 5 the answer is the candidate where it is as near, else
// that leaf. All of this holds where no distance wraps.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_BIOME_COLUMN_SEARCH_H
#define TERRANE_RUNTIME_BIOME_COLUMN_SEARCH_H

#include "runtime/biome/search_tree.h"

namespace terrane::rt {

/// One column's searches, by depth interval. Not thread-safe; the tree must outlive it.
class ColumnSearch {
public:
  /// Prepares for the targets that differ from `target` in depth alone. `near` is a column whose
  /// answers are probably near, or null: it saves time. False where the tree or the target do not
  /// fit; `find` must not be called then.
  bool begin(const SearchTree &tree, const ClimateTarget &target, const ColumnSearch *near);

  /// What `tree.find(target, candidate)` gives for the target with this depth.
  i32 find(i64 depth, i32 candidate) const;

private:
  struct Nearest {
    i64 distance; ///< the depth's part left out
    i32 leaf;
  };
  const SearchTree *tree = nullptr;
  ClimateTarget base{};
  Nearest nearest[SearchTree::maxDepthIntervals]{};
};

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_BIOME_COLUMN_SEARCH_H
