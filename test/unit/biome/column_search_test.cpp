//===- column_search_test.cpp - The queries of a column at once -----------===//

#include "runtime/biome/column_search.h"
#include <gtest/gtest.h>
#include <random>
#include <tuple>

using namespace terrane::rt;

namespace {

/// Boxes on a coarse grid, so that many distances tie; at most `depths` depth intervals.
std::vector<SearchTree::Entry> randomEntries(std::mt19937 &random, int count, int depths) {
  auto coordinate = [&](int low, int high) {
    return i64(std::uniform_int_distribution<int>(low, high)(random)) * 1000;
  };
  std::vector<std::pair<i64, i64>> intervals;
  for (int i = 0; i < depths; ++i) {
    i64 lo = coordinate(-2, 3);
    intervals.emplace_back(lo, lo + coordinate(0, 2));
  }
  std::vector<SearchTree::Entry> entries;
  for (int i = 0; i < count; ++i) {
    SearchTree::Entry entry = {};
    for (int d = 0; d < 6; ++d) {
      i64 lo = coordinate(-4, 4);
      entry.box.lo[d] = lo, entry.box.hi[d] = lo + coordinate(0, 2);
    }
    std::tie(entry.box.lo[4], entry.box.hi[4]) = intervals[random() % intervals.size()];
    entry.box.lo[6] = entry.box.hi[6] = coordinate(0, 1);
    entry.value = i;
    entries.push_back(entry);
  }
  return entries;
}

ClimateTarget randomTarget(std::mt19937 &random) {
  ClimateTarget target;
  for (i64 &v : target.values)
    v = i64(random() % 11) * 1000 - 5000;
  return target;
}

/// Another leaf as near as the first nearest one, or that one.
i32 tied(const SearchTree &tree, const ClimateTarget &target) {
  i32 first = tree.findLiteral(target, SearchTree::none);
  for (i32 leaf = tree.numLeaves(); leaf-- > 0;)
    if (leaf != first && tree.distance(leaf, target) == tree.distance(first, target))
      return leaf;
  return first;
}

TEST(ColumnSearch, AnswersAsTheTreeDoes) {
  std::mt19937 random(7);
  long compared = 0, ties = 0, kept = 0;
  for (int round = 0; round < 200; ++round) {
    SearchTree tree(randomEntries(random, 1 + int(random() % 200), 1 + int(random() % 6)));
    ASSERT_FALSE(tree.depthIntervals().empty());
    ColumnSearch before, column;
    bool hasBefore = false;
    for (int walk = 0; walk < 10; ++walk) {
      ClimateTarget target = randomTarget(random);
      ASSERT_TRUE(column.begin(tree, target, hasBefore && random() % 3 ? &before : nullptr));
      for (int step = 0; step < 30; ++step) {
        target.values[4] = i64(random() % 61) * 250 - 7500;
        i32 candidate =
            random() % 3 ? i32(random() % unsigned(tree.numLeaves())) : SearchTree::none;
        if (random() % 2)
          candidate = tied(tree, target);
        i32 expected = tree.findLiteral(target, candidate);
        ASSERT_EQ(column.find(target.values[4], candidate), expected);
        ++compared;
        ties += tied(tree, target) != tree.findLiteral(target, SearchTree::none);
        kept += expected == candidate && expected != tree.findLiteral(target, SearchTree::none);
      }
      before = column;
      hasBefore = true;
    }
  }
  EXPECT_EQ(compared, 200 * 10 * 30);
  EXPECT_GT(ties, 5000);
  EXPECT_GT(kept, 1000);
}

TEST(ColumnSearch, FarDepthsAreSearchedLiterally) {
  std::mt19937 random(8);
  SearchTree tree(randomEntries(random, 50, 3));
  for (i64 depth : {i64(1) << 62, -(i64(1) << 62), i64(1100000001), i64(-1100000000)}) {
    ClimateTarget target = {{1, 2, 3, 4, depth, 6}};
    ColumnSearch column;
    ASSERT_TRUE(column.begin(tree, target, nullptr));
    for (i32 candidate : {SearchTree::none, i32(3), i32(49)})
      EXPECT_EQ(column.find(depth, candidate), tree.findLiteral(target, candidate));
  }
}

TEST(ColumnSearch, RefusesWhatDoesNotFit) {
  std::mt19937 random(9);
  SearchTree many(randomEntries(random, 400, 60));
  ColumnSearch column;
  EXPECT_TRUE(many.depthIntervals().empty()) << "more intervals than are worth it";
  EXPECT_FALSE(column.begin(many, {{0, 0, 0, 0, 0, 0}}, nullptr));

  std::vector<SearchTree::Entry> entries = randomEntries(random, 50, 2);
  SearchTree few(entries);
  EXPECT_TRUE(column.begin(few, {{0, 0, 0, 0, 0, 0}}, nullptr));
  EXPECT_FALSE(column.begin(few, {{40000, 0, 0, 0, 0, 0}}, nullptr)) << "a target of 17 bits";
  entries[7].box.hi[2] = 40000;
  SearchTree wide(entries);
  EXPECT_FALSE(column.begin(wide, {{0, 0, 0, 0, 0, 0}}, nullptr)) << "a box of 17 bits";
}

} // namespace
