//===- search_tree_build.cpp - Construction of the search tree (spec 50, 4) -===//
//
// Ties are decided by the order in the list, so every sort is stable, and every sort starts from
// the order that the one before left.
//
//===----------------------------------------------------------------------===//

#include "runtime/biome/search_tree_build.h"

#include <algorithm>
#include <array>
#include <utility>

namespace terrane::rt {

namespace {

using Center = std::array<i64, numClimateDimensions>;

i64 absWrap(i64 v) {
  return v < 0 ? wrapSub(i64(0), v) : v;
}

/// Truncated towards zero: a shift would be wrong for odd negative sums.
Center centerOf(const ClimateBox &box) {
  Center center;
  for (std::size_t d = 0; d < center.size(); ++d)
    center[d] = wrapAdd(box.lo[d], box.hi[d]) / 2;
  return center;
}

void extend(ClimateBox &box, const ClimateBox &other) {
  for (i32 d = 0; d < numClimateDimensions; ++d) {
    box.lo[d] = std::min(box.lo[d], other.lo[d]);
    box.hi[d] = std::max(box.hi[d], other.hi[d]);
  }
}

/// The key for sorting by dimension `first`: lexicographic, starting there and wrapping around.
Center rotated(const Center &center, std::size_t first) {
  Center key;
  for (std::size_t i = 0; i < key.size(); ++i)
    key[i] = center[(first + i) % key.size()];
  return key;
}

/// Ascending by `keyOf`, elements with equal keys in their order before. (The library's stable sort
/// warns of a deprecated function where compiler and library are of different ages.)
template <class T, class KeyOf> void stableSort(std::vector<T> &list, KeyOf &&keyOf) {
  std::vector<std::pair<decltype(keyOf(list[0])), std::size_t>> order;
  order.reserve(list.size());
  for (std::size_t i = 0; i < list.size(); ++i)
    order.emplace_back(keyOf(list[i]), i);
  std::sort(order.begin(), order.end());
  std::vector<T> sorted;
  sorted.reserve(list.size());
  for (const auto &[key, index] : order)
    sorted.push_back(std::move(list[index]));
  list = std::move(sorted);
}

struct Bucket {
  std::vector<i32> leaves; ///< its own copy of the order: the list is sorted on
  ClimateBox box;
};

class Builder {
public:
  explicit Builder(const std::vector<ClimateBox> &boxes) : boxes(boxes) {
    for (const ClimateBox &box : boxes)
      centers.push_back(centerOf(box));
  }

  void build(std::vector<i32> list) {
    if (list.size() == 1) {
      nodes.push_back({boxes[list[0]], list[0], i32(nodes.size()) + 1});
      return;
    }
    std::size_t self = nodes.size();
    nodes.push_back({boxOf(list), -1, 0});
    if (list.size() <= SearchTree::maxChildren) {
      sortSmall(list);
      for (i32 leaf : list)
        build({leaf});
    } else {
      for (Bucket &bucket : split(std::move(list)))
        build(std::move(bucket.leaves));
    }
    nodes[self].end = i32(nodes.size());
  }

  std::vector<SearchNode> nodes;

private:
  ClimateBox boxOf(const std::vector<i32> &list) const {
    ClimateBox box = boxes[list[0]];
    for (i32 leaf : list)
      extend(box, boxes[leaf]);
    return box;
  }

  void sortSmall(std::vector<i32> &list) const {
    stableSort(list, [&](i32 leaf) {
      i64 sum = 0;
      for (i64 c : centers[leaf])
        sum = wrapAdd(sum, absWrap(c));
      return sum;
    });
  }

  std::vector<Bucket> split(std::vector<i32> list) const {
    // The largest power of the branching limit below the length.
    std::size_t bucketSize = 1;
    while (bucketSize * SearchTree::maxChildren < list.size())
      bucketSize *= SearchTree::maxChildren;

    std::vector<Bucket> best;
    std::size_t bestDimension = 0;
    i64 bestCost = 0;
    for (std::size_t d = 0; d < numClimateDimensions; ++d) {
      stableSort(list, [&](i32 leaf) { return rotated(centers[leaf], d); });
      std::vector<Bucket> buckets;
      i64 cost = 0;
      for (std::size_t begin = 0; begin < list.size(); begin += bucketSize) {
        std::size_t end = std::min(begin + bucketSize, list.size());
        Bucket bucket;
        bucket.leaves.assign(list.begin() + i64(begin), list.begin() + i64(end));
        bucket.box = boxOf(bucket.leaves);
        for (i32 k = 0; k < numClimateDimensions; ++k)
          cost = wrapAdd(cost, absWrap(wrapSub(bucket.box.hi[k], bucket.box.lo[k])));
        buckets.push_back(std::move(bucket));
      }
      // No cost reaches the game's first bound, 2^63 - 1, for boxes that a list can hold.
      if (best.empty() || cost < bestCost) {
        best = std::move(buckets);
        bestCost = cost;
        bestDimension = d;
      }
    }
    sortBuckets(best, bestDimension);
    return best;
  }

  static void sortBuckets(std::vector<Bucket> &buckets, std::size_t dimension) {
    stableSort(buckets, [&](const Bucket &bucket) {
      Center center = centerOf(bucket.box);
      for (i64 &c : center)
        c = absWrap(c);
      return rotated(center, dimension);
    });
  }

  const std::vector<ClimateBox> &boxes;
  std::vector<Center> centers;
};

} // namespace

std::vector<SearchNode> buildSearchTree(const std::vector<ClimateBox> &boxes) {
  Builder builder(boxes);
  std::vector<i32> list(boxes.size());
  for (std::size_t i = 0; i < list.size(); ++i)
    list[i] = i32(i);
  builder.build(std::move(list));
  return std::move(builder.nodes);
}

} // namespace terrane::rt
