//===- search_tree_test.cpp - The tree's shape and its searches (spec 50, 4 and 5) -===//

#include "runtime/biome/search_tree.h"
#include <algorithm>
#include <gtest/gtest.h>
#include <limits>
#include <random>

using namespace terrane::rt;

namespace {

using Entries = std::vector<SearchTree::Entry>;
constexpr i32 none = SearchTree::none;

/// An interval of temperature; everything else is 0.
SearchTree::Entry warm(i64 lo, i64 hi, i64 offset = 0) {
  SearchTree::Entry entry = {};
  entry.box.lo[0] = lo, entry.box.hi[0] = hi;
  entry.box.lo[6] = entry.box.hi[6] = offset;
  return entry;
}

ClimateTarget temperature(i64 t) {
  return {{t, 0, 0, 0, 0, 0}};
}

std::vector<i32> childCounts(int size) {
  Entries entries;
  for (int i = 0; i < size; ++i)
    entries.push_back(warm(i * 10, i * 10 + 5));
  return SearchTree(entries).childCounts();
}

TEST(SearchTree, OneLeafIsTheRoot) {
  SearchTree tree({warm(3, 4)});
  EXPECT_EQ(tree.childCounts(), std::vector<i32>{0});
  EXPECT_EQ(tree.maxDepth(), 0);
  EXPECT_EQ(tree.find(temperature(100), none), 0);
  EXPECT_EQ(tree.find(temperature(100), 0), 0);
}

TEST(SearchTree, SmallNodesAreSortedByAbsoluteCenters) {
  SearchTree tree({warm(-90, -80), warm(20, 30), warm(-7, -4), warm(80, 90)});
  EXPECT_EQ(tree.leafOrder(), (std::vector<i32>{2, 1, 0, 3})); // 0 and 3 are equal: list order
  EXPECT_EQ(tree.maxDepth(), 1);
}

TEST(SearchTree, BucketSizeIsThePowerBelow) {
  std::vector<i32> twenty = childCounts(20); // 19 and a bare leaf
  EXPECT_EQ(twenty.size(), 22u);
  EXPECT_EQ(twenty[0], 2);
  EXPECT_EQ(std::count(twenty.begin(), twenty.end(), 19), 1);

  std::vector<i32> square = childCounts(361);
  EXPECT_EQ(std::count(square.begin(), square.end(), 19), 20);
  EXPECT_EQ(square.size(), 361u + 20u);

  std::vector<i32> above = childCounts(362); // 361 and a bare leaf
  EXPECT_EQ(above[0], 2);
  EXPECT_EQ(above[1], 19);
  EXPECT_EQ(above.back(), 0);
  EXPECT_EQ(above.size(), 362u + 21u);
}

/// Buckets [-200, -195] .. [-20, -15] and [-10, -5] of twenty intervals: sorted by signed centers,
/// then ordered by absolute ones, so the lone last interval comes first.
TEST(SearchTree, BucketsAreOrderedByAbsoluteCenters) {
  Entries entries;
  for (int i = 0; i < 20; ++i)
    entries.push_back(warm(-10 * (20 - i), -10 * (20 - i) + 5));
  std::vector<i32> order = SearchTree(entries).leafOrder();
  std::vector<i32> expected;
  for (int i = 19; i >= 0; --i)
    expected.push_back(i);
  EXPECT_EQ(order, expected);
}

TEST(SearchTree, TiesGoToTheCandidateThenDepthFirst) {
  SearchTree tree({warm(10, 20), warm(0, 10), warm(20, 40)});
  ASSERT_EQ(tree.leafOrder(), (std::vector<i32>{1, 0, 2}));
  EXPECT_EQ(tree.find(temperature(10), none), 1); // not 0, the first of the list
  EXPECT_EQ(tree.find(temperature(10), 0), 0);
  EXPECT_EQ(tree.find(temperature(10), 2), 1); // a candidate that is further counts for nothing
  EXPECT_EQ(tree.find(temperature(20), 2), 2);
}

TEST(SearchTree, OffsetsCount) {
  SearchTree tree({warm(0, 10, 8), warm(15, 20)});
  EXPECT_EQ(tree.find(temperature(7), none), 0); // 64 against 64: the first
  EXPECT_EQ(tree.find(temperature(8), none), 1); // 64 against 49
  EXPECT_EQ(tree.find(temperature(5), none), 0); // 64 against 100
  EXPECT_EQ(tree.distance(0, temperature(5)), 64);
}

enum class Mode { Boxes, Grid, Points };

Entries randomEntries(std::mt19937_64 &random, int size, Mode mode) {
  auto upTo = [&](i64 n) { return i64(random() % u64(n)); };
  Entries entries;
  for (int i = 0; i < size; ++i) {
    SearchTree::Entry entry = {};
    entry.value = 1000 + i;
    for (i32 d = 0; d < numTargetDimensions; ++d) {
      i64 a = mode == Mode::Boxes ? upTo(24001) - 12000 : (upTo(5) - 2) * 5000;
      i64 b = mode == Mode::Boxes ? upTo(24001) - 12000 : (upTo(5) - 2) * 5000;
      entry.box.lo[d] = std::min(a, b);
      entry.box.hi[d] = mode == Mode::Points ? entry.box.lo[d] : std::max(a, b);
    }
    entry.box.lo[6] = entry.box.hi[6] = upTo(3) == 0 ? upTo(5) * 1000 : 0;
    entries.push_back(entry);
  }
  return entries;
}

/// The equivalent rule of section 5, by looking at every leaf.
i32 findByRule(const SearchTree &tree, const std::vector<i32> &order, const ClimateTarget &target,
               i32 candidate, bool &tie) {
  i64 least = std::numeric_limits<i64>::max();
  i32 first = none;
  tie = false;
  for (i32 leaf : order) {
    i64 distance = tree.distance(leaf, target);
    tie = distance == least || (distance > least && tie);
    if (distance < least)
      least = distance, first = leaf;
  }
  return candidate != none && tree.distance(candidate, target) == least ? candidate : first;
}

TEST(SearchTree, FastFindIsTheLiteralWalk) {
  std::mt19937_64 random(5);
  int compared = 0, ties = 0, byCandidate = 0;
  for (Mode mode : {Mode::Boxes, Mode::Grid, Mode::Points}) {
    for (int size : {1, 2, 5, 19, 20, 21, 100, 361, 362, 1500}) {
      SearchTree tree(randomEntries(random, size, mode));
      std::vector<i32> order = tree.leafOrder();
      i32 last = none;
      for (int i = 0; i < 600; ++i) {
        ClimateTarget target;
        for (i64 &t : target.values) {
          t = i % 2 ? i64(random() % 5 - 2) * 5000 : i64(random() % 24001) - 12000;
          if (i % 50 == 0)
            t = i64(random() % 80001) - 40000; // around and beyond the limits of the fast walk
        }
        i32 candidate = i % 3 == 0 ? i32(random() % u64(size)) : i % 7 == 0 ? none : last;
        bool tie = false;
        i32 expected = findByRule(tree, order, target, candidate, tie);
        last = tree.find(target, candidate);
        ASSERT_EQ(last, expected);
        ASSERT_EQ(last, tree.findLiteral(target, candidate));
        EXPECT_EQ(tree.value(last), 1000 + last);
        ++compared;
        ties += tie;
        byCandidate += tie && last == candidate;
      }
    }
  }
  EXPECT_EQ(compared, 3 * 10 * 600);
  EXPECT_GT(ties, 500);
  EXPECT_GT(byCandidate, 100);
}

/// Boxes and targets at the ends of what the fast walk takes, and just beyond.
TEST(SearchTree, LimitsOfTheFastWalk) {
  const i64 edges[] = {-32769, -32768, -32767, -1, 0, 1, 32767, 32768, 46340, 1100000000};
  int compared = 0;
  for (i64 a : edges) {
    for (i64 b : edges) {
      Entries entries = {warm(std::min(a, b), std::max(a, b)), warm(a, a, 1), warm(b, b, 32767)};
      SearchTree tree(entries);
      for (i64 t : edges)
        for (i64 u : edges)
          for (i32 candidate = none; candidate < 3; ++candidate) {
            ClimateTarget target = {{t, u, 0, 0, 0, 0}};
            ASSERT_EQ(tree.find(target, candidate), tree.findLiteral(target, candidate))
                << a << ' ' << b << ' ' << t << ' ' << u;
            ++compared;
          }
    }
  }
  EXPECT_EQ(compared, 40000);
}

} // namespace
