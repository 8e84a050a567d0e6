//===- biomes_test.cpp - Biomes of a batch against searches in a row ------===//

#include "runtime/biome/search_tree_build.h"
#include "runtime/cuda/biome_tree_build.h"
#include "runtime/cuda/biomes.h"
#include "runtime/random/xoroshiro.h"

#include <gtest/gtest.h>

using namespace terrane::rt;
using namespace terrane::rt::cuda;

namespace {

/// A tree as a device gets it.
struct DeviceTree {
  std::vector<SearchNode> nodes;
  std::vector<i32> nodeOfLeaf;
  std::vector<u16> biomes;
  NarrowTree narrow;

  explicit DeviceTree(const std::vector<SearchTree::Entry> &entries) : nodeOfLeaf(entries.size()) {
    std::vector<ClimateBox> boxes;
    for (const SearchTree::Entry &entry : entries) {
      boxes.push_back(entry.box);
      biomes.push_back(u16(entry.value));
    }
    for (const SearchNode &node : buildSearchTree(boxes)) {
      if (node.leaf >= 0)
        nodeOfLeaf[size_t(node.leaf)] = i32(nodes.size());
      nodes.push_back({node.box, node.leaf, node.end});
    }
    narrow = buildNarrowTree(nodes);
    EXPECT_EQ(narrow.nodes.size(), nodes.size());
  }
  BiomeTree view(bool isNarrow) const {
    BiomeTree tree = {
        nodes.data(), nodeOfLeaf.data(), biomes.data(), i32(nodes.size()), nullptr, 0, {}};
    if (isNarrow) {
      tree.narrow = narrow.nodes.data();
      tree.numIntervals = i32(narrow.intervals.size());
      std::copy(narrow.intervals.begin(), narrow.intervals.end(), tree.intervals);
    }
    return tree;
  }
};

/// Coordinates on a coarse grid, so that many boxes are equally near.
std::vector<SearchTree::Entry> randomEntries(Xoroshiro &random, int count, int span) {
  std::vector<SearchTree::Entry> entries;
  for (int i = 0; i < count; ++i) {
    SearchTree::Entry entry{};
    for (int d = 0; d < numClimateDimensions; ++d) {
      i64 lo = 1000 * (random.nextInt(2 * span + 1) - span);
      entry.box.lo[d] = d == 6 ? 0 : lo;
      entry.box.hi[d] = d == 6 ? 0 : lo + 1000 * random.nextInt(3);
    }
    entry.value = random.nextInt(40);
    entries.push_back(entry);
  }
  return entries;
}

/// What a batch of random climates is like.
struct Climates {
  bool narrow = true;
  int farOneIn = 0; ///< of that many values, one is far away; 0: none
  /// Of that many quarts, one differs from its column in more than depth; 0: columns share nothing.
  int strayOneIn = 0;
};

struct Counts {
  long compared = 0;
  long tied = 0;     ///< quarts where the last result stayed though another leaf comes first
  long byColumn = 0; ///< quarts that their column answered
};

/// Compares a batch with one search after the other.
void compare(const std::vector<SearchTree::Entry> &entries, Xoroshiro &random, Climates climates,
             Counts &counts) {
  const SearchTree tree(entries);
  const DeviceTree device(entries);
  BiomeArguments a{};
  a.tree = device.view(climates.narrow);
  a.chunksX = 3, a.chunksZ = 2, a.quartHeight = 8;
  const size_t count = size_t(a.quarts());
  std::vector<std::vector<f32>> samples(numTargetDimensions, std::vector<f32>(count));
  auto value = [&] {
    if (climates.farOneIn && random.nextInt(climates.farOneIn) == 0)
      return f32(random.nextInt(3) - 1) * 3e38f;
    return f32(random.nextInt(9) - 4) / 10.0f;
  };
  for (size_t d = 0; d < samples.size(); ++d) {
    for (f32 &v : samples[d])
      v = value();
    a.samples[d] = samples[d].data();
  }
  for (size_t q = 0; climates.strayOneIn && q < count; ++q)
    if (random.nextInt(climates.strayOneIn) != 0)
      for (size_t d = 0; d < samples.size(); ++d)
        if (i32(d) != depthDimension)
          samples[d][q] = samples[d][q - q % size_t(a.quartHeight)];
  const size_t searches = size_t(a.columns()) * size_t(a.tree.numIntervals);
  std::vector<i32> first(count), columnNode(searches);
  std::vector<i64> nearest(count), columnDistance(searches);
  std::vector<u32> unsettled(size_t(a.chunks()) * size_t(a.wordsPerChunk()));
  std::vector<u16> out(count, 0xFFFF);
  a.first = first.data(), a.nearest = nearest.data(), a.out = out.data();
  a.columnNode = columnNode.data(), a.columnDistance = columnDistance.data();
  a.unsettled = unsettled.data();
  for (i64 n = 0; n < i64(searches) + 32; ++n)
    searchColumn(a, n);
  for (i64 n = 0; n < a.quarts() / searchRows + 32; ++n)
    searchQuarts(a, n);
  for (i64 n = 0; n < i64(unsettled.size()) + 32; ++n)
    settleQuarts(a, n);
  for (i64 n = 0; n < 6 + 32; ++n)
    chainChunk(a, n);

  for (int chunk = 0; chunk < 6; ++chunk) {
    i32 last = SearchTree::none;
    for (int section = 0; section < 8; section += 4)
      for (int x = 0; x < 4; ++x)
        for (int y = section; y < section + 4; ++y)
          for (int z = 0; z < 4; ++z) {
            const i64 column = 4 * (chunk % 3) + x + (4 * (chunk / 3) + z) * i64(12);
            const i64 quart = y + column * 8;
            i32 depth = 0;
            counts.byColumn += searches != 0 && columnNode[size_t(column)] >= 0 &&
                               sharesColumn(a, quart, column * 8, depth);
            last = tree.findLiteral(climateAt(a, quart), last);
            counts.tied += last != SearchTree::none && first[size_t(quart)] >= 0 &&
                           last != first[size_t(quart)];
            i32 expected = tree.value(last == SearchTree::none ? 0 : last);
            EXPECT_EQ(out[size_t(chunk * 128 + y + (x + 4 * z) * 8)], expected);
            ++counts.compared;
          }
  }
}

} // namespace

TEST(DeviceBiomes, AreThoseOfSearchesInARow) {
  Xoroshiro random(41);
  Counts counts;
  for (int round = 0; round < 60; ++round)
    compare(randomEntries(random, 1 + random.nextInt(300), 1 + round % 3), random, {}, counts);
  EXPECT_EQ(counts.compared, 60 * 6 * 128);
  EXPECT_GT(counts.tied, 100);
}

TEST(DeviceBiomes, AreThoseOfSearchesInARowWhereColumnsDifferInDepth) {
  Xoroshiro random(44);
  Counts counts;
  for (int round = 0; round < 120; ++round)
    compare(randomEntries(random, 1 + random.nextInt(round % 4 ? 300 : 12), 1 + round % 3), random,
            {true, 0, round % 2 ? 8 : 1000}, counts);
  EXPECT_EQ(counts.compared, 120 * 6 * 128);
  EXPECT_GT(counts.tied, 200);
  EXPECT_GT(counts.byColumn, 40 * 6 * 128); // few rounds have so many intervals that none is used
}

TEST(DeviceBiomes, WalkLiterallyWhereDistancesOverflow) {
  Xoroshiro random(42);
  Counts counts;
  for (int round = 0; round < 40; ++round)
    compare(randomEntries(random, 2 + random.nextInt(100), 2), random,
            {round % 2 == 0, round % 4 < 2 ? 30 : 0, round < 20 ? 0 : 4}, counts);
  EXPECT_EQ(counts.compared, 40 * 6 * 128);
}

TEST(DeviceBiomes, TreesWithTooManyDepthIntervalsHaveNone) {
  Xoroshiro random(45);
  for (int different : {1, 15, 16, 17, 40}) {
    std::vector<SearchTree::Entry> entries = randomEntries(random, 200, 2);
    for (size_t i = 0; i < entries.size(); ++i) {
      entries[i].box.lo[depthDimension] = 100 * (i64(i) % different);
      entries[i].box.hi[depthDimension] = 100 * (i64(i) % different);
    }
    const DeviceTree device(entries);
    EXPECT_EQ(device.narrow.intervals.size(), different <= 16 ? size_t(different) : 0);
    for (size_t at = 0; at < device.nodes.size() && different <= 16; ++at) {
      // What a node holds, by the leaves that lie between it and its end.
      u32 below = 0;
      const i32 end = device.nodes[at].leaf < 0 ? device.nodes[at].end : i32(at) + 1;
      for (size_t leaf = 0; leaf < entries.size(); ++leaf)
        for (size_t i = 0; i < device.narrow.intervals.size(); ++i)
          if (device.nodeOfLeaf[leaf] >= i32(at) && device.nodeOfLeaf[leaf] < end &&
              device.narrow.intervals[i].lo == entries[leaf].box.lo[depthDimension])
            below |= 1u << i;
      EXPECT_EQ(device.narrow.nodes[at].intervals, below);
    }
  }
}

TEST(DeviceBiomes, NarrowNodesAreAsFarAsTheirBoxes) {
  Xoroshiro random(43);
  auto within = [&](i32 bound) {
    return random.nextInt(8) == 0 ? (random.nextInt(2) ? bound : -bound)
                                  : random.nextInt(2 * bound + 1) - bound;
  };
  i64 farthest = 0;
  for (int round = 0; round < 20000; ++round) {
    SearchNode node{{}, random.nextInt(2) ? -1 : round, 1};
    for (i32 d = 0; d < numClimateDimensions; ++d) {
      node.box.lo[d] = within(20000);
      node.box.hi[d] =
          round % 3 == 0 ? within(20000) : std::max(i64(within(20000)), node.box.lo[d]);
    }
    ClimateTarget target;
    i32 narrowTarget[numTargetDimensions];
    for (i32 d = 0; d < numTargetDimensions; ++d)
      target.values[d] = narrowTarget[d] = within(round % 2 ? 30000 : 1000000000) / 10 * 11;
    const NarrowTree tree = buildNarrowTree({node});
    ASSERT_EQ(tree.nodes.size(), 1u);
    const NarrowNode made = tree.nodes[0];
    ASSERT_EQ(nodeDistance<true>(made, narrowTarget), boxDistance(node.box, target));
    ASSERT_EQ(nodeDistance<false>(made, narrowTarget) +
                  squaredDistance(narrowTarget[depthDimension], made.lo[depthDimension],
                                  made.hi[depthDimension]),
              boxDistance(node.box, target));
    ASSERT_EQ(made.link, node.leaf < 0 ? 1 : -1 - node.leaf);
    farthest = std::max(farthest, boxDistance(node.box, target));
    node.box.hi[round % numClimateDimensions] = 20001;
    ASSERT_TRUE(buildNarrowTree({node}).nodes.empty());
    node.box.hi[round % numClimateDimensions] = 0;
    node.box.lo[round % numClimateDimensions] = -20001;
    ASSERT_TRUE(buildNarrowTree({node}).nodes.empty());
  }
  EXPECT_GT(farthest, i64(5) << 60); // near the largest that there is
}

TEST(DeviceBiomes, ASearchFailsWhereAnInnerOneFindsNothing) {
  // The squares of these add up to the largest distance there is, which is nearer than nothing.
  const ClimateTarget target = {{3037000499, 76994, 23, 671, 0, 0}};
  const ClimateBox at0{};
  ClimateBox nearer{}, nearest{};
  nearer.hi[0] = 100;
  nearest.hi[0] = 3000000000;
  ASSERT_EQ(boxDistance(at0, target), 0x7FFFFFFFFFFFFFFF);
  const std::vector<u16> biomes = {0, 1};
  auto search = [&](const std::vector<SearchNode> &nodes, const std::vector<i32> &nodeOfLeaf,
                    i32 candidate) {
    return searchLiterally(
        {nodes.data(), nodeOfLeaf.data(), biomes.data(), i32(nodes.size()), nullptr, 0, {}}, target,
        candidate);
  };
  // Leaf 0 alone below an inner node, then leaf 1.
  const std::vector<SearchNode> fails = {
      {nearest, -1, 4}, {nearer, -1, 3}, {at0, 0, 3}, {nearest, 1, 4}};
  EXPECT_EQ(search(fails, {2, 3}, -1), -1);
  EXPECT_EQ(search(fails, {2, 3}, 0), 1);
  EXPECT_EQ(search(fails, {2, 3}, 1), 1);
  // The same leaves below one node; then in the other order.
  EXPECT_EQ(search({{nearest, -1, 3}, {at0, 0, 2}, {nearest, 1, 3}}, {1, 2}, -1), 1);
  const std::vector<SearchNode> finds = {
      {nearest, -1, 4}, {nearest, 1, 2}, {nearer, -1, 4}, {at0, 0, 4}};
  EXPECT_EQ(search(finds, {3, 1}, -1), 1);
  // The root, and an inner node at the end.
  EXPECT_EQ(search({{nearest, -1, 2}, {at0, 0, 2}}, {1}, -1), -1);
  EXPECT_EQ(search({{nearest, -1, 3}, {nearer, -1, 3}, {at0, 0, 3}}, {2}, -1), -1);
  EXPECT_EQ(search({{at0, 0, 1}}, {0}, -1), 0);
}
