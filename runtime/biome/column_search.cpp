//===- column_search.cpp - The climate queries of one column (spec 50, 5) -===//

#include "runtime/biome/column_search.h"

namespace terrane::rt {

namespace {

constexpr i32 depthDimension = 4;

} // namespace

bool ColumnSearch::begin(const SearchTree &newTree, const ClimateTarget &target,
                         const ColumnSearch *near) {
  const std::vector<SearchTree::DepthInterval> &intervals = newTree.depthIntervals();
  base = target;
  base.values[depthDimension] = 0;
  tree = nullptr;
  if (intervals.empty() || !newTree.fits(base))
    return false;
  tree = &newTree;
  for (std::size_t i = 0; i < intervals.size(); ++i) {
    // Any leaf of the interval gives a bound. One more than its distance leaves it to the walk to
    // find the first leaf of those that are as near.
    i32 guess = near && near->tree == tree ? near->nearest[i].leaf : intervals[i].anyLeaf;
    base.values[depthDimension] = intervals[i].lo; // at distance 0
    i32 distance = i32(tree->distance(guess, base)) + 1, leaf = guess;
    tree->searchInterval(intervals[i], base, distance, leaf);
    nearest[i] = {distance, leaf};
  }
  return true;
}

i32 ColumnSearch::find(i64 depth, i32 candidate) const {
  ClimateTarget target = base;
  target.values[depthDimension] = depth;
  constexpr i64 limit = 1100000000; // section 3: nothing wraps up to here
  if (depth > limit || depth < -limit)
    return tree->find(target, candidate);
  const std::vector<SearchTree::DepthInterval> &intervals = tree->depthIntervals();
  i64 least = 0;
  i32 first = SearchTree::none;
  for (std::size_t i = 0; i < intervals.size(); ++i) {
    i64 outside = intervalDistance(depth, intervals[i].lo, intervals[i].hi);
    i64 distance = nearest[i].distance + outside * outside;
    i32 leaf = nearest[i].leaf;
    if (first == SearchTree::none || distance < least ||
        (distance == least && tree->isBefore(leaf, first))) {
      least = distance;
      first = leaf;
    }
  }
  bool kept = candidate != SearchTree::none && candidate != first &&
              tree->distance(candidate, target) == least;
  return kept ? candidate : first;
}

} // namespace terrane::rt
