//===- sky_column_test.cpp - One search for the upper part of a column ----===//

#include "runtime/biome/sky_column.h"
#include <algorithm>
#include <gtest/gtest.h>
#include <random>

using namespace terrane::rt;

namespace {

/// Boxes on a coarse grid, so that many distances tie; depths start at 0 or above.
std::vector<SearchTree::Entry> randomEntries(std::mt19937 &random, int count) {
  auto coordinate = [&](int low, int high) {
    return i64(std::uniform_int_distribution<int>(low, high)(random)) * 1000;
  };
  std::vector<SearchTree::Entry> entries;
  for (int i = 0; i < count; ++i) {
    SearchTree::Entry entry = {};
    for (int d = 0; d < 6; ++d) {
      i64 a = d == 4 ? coordinate(0, 3) : coordinate(-4, 4), b = a + coordinate(0, 2);
      entry.box.lo[d] = a, entry.box.hi[d] = b;
    }
    entry.box.lo[6] = entry.box.hi[6] = coordinate(0, 1);
    entry.value = i;
    entries.push_back(entry);
  }
  return entries;
}

TEST(SkyColumn, AnswersAsTheTreeDoes) {
  std::mt19937 random(7);
  long compared = 0, ties = 0;
  for (int round = 0; round < 60; ++round) {
    SearchTree tree(randomEntries(random, 1 + int(random() % 200)));
    SkyColumn column;
    for (int walk = 0; walk < 40; ++walk) {
      ClimateTarget target;
      for (i64 &v : target.values)
        v = i64(random() % 11) * 1000 - 5000;
      target.values[4] = 3000;
      for (int step = 0; step < 30; ++step) {
        // Down mostly; now and then up, or another coordinate changes.
        target.values[4] -= i64(random() % 4) * 250;
        if (random() % 20 == 0)
          target.values[4] += 1500;
        if (random() % 25 == 0)
          target.values[random() % 6] += 1000;
        i32 candidate = random() % 3 ? i32(random() % tree.numLeaves()) : SearchTree::none;
        // Often one that ties.
        if (random() % 2) {
          candidate = tree.findLiteral(target, SearchTree::none);
          for (i32 leaf = tree.numLeaves(); leaf-- > 0;)
            if (leaf != candidate &&
                tree.distance(leaf, target) == tree.distance(candidate, target)) {
              candidate = leaf;
              ++ties;
              break;
            }
        }
        ASSERT_EQ(column.find(tree, target, candidate), tree.findLiteral(target, candidate));
        ++compared;
      }
    }
  }
  EXPECT_EQ(compared, 60 * 40 * 30);
  EXPECT_GT(ties, 1000);
}

TEST(SkyColumn, FarTargetsAreSearchedLiterally) {
  std::mt19937 random(8);
  SearchTree tree(randomEntries(random, 50));
  SkyColumn column;
  ClimateTarget far = {{1, 2, 3, 4, -(i64(1) << 62), 6}};
  EXPECT_EQ(column.find(tree, far, 3), tree.findLiteral(far, 3));
}

} // namespace
