//===- biomes_test.cpp - Biomes of a batch against searches in a row ------===//

#include "runtime/biome/search_tree_build.h"
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
  std::vector<NarrowNode> narrow;

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
      EXPECT_TRUE(isNarrow(nodes.back()));
      narrow.push_back(narrowed(nodes.back()));
    }
  }
  BiomeTree view(bool isNarrow) const {
    return {nodes.data(), nodeOfLeaf.data(), biomes.data(), i32(nodes.size()),
            isNarrow ? narrow.data() : nullptr};
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

/// Compares a batch with one search after the other; returns how many quarts were compared.
long compare(const std::vector<SearchTree::Entry> &entries, Xoroshiro &random, bool narrow,
             int farOneIn, long &tied) {
  const SearchTree tree(entries);
  const DeviceTree device(entries);
  BiomeArguments a{};
  a.tree = device.view(narrow);
  a.chunksX = 3, a.chunksZ = 2, a.quartHeight = 8;
  const size_t count = size_t(a.quarts());
  std::vector<std::vector<f32>> samples(numTargetDimensions, std::vector<f32>(count));
  for (size_t d = 0; d < samples.size(); ++d) {
    for (f32 &v : samples[d]) {
      v = f32(random.nextInt(9) - 4) / 10.0f;
      if (farOneIn && random.nextInt(farOneIn) == 0)
        v = f32(random.nextInt(3) - 1) * 3e38f;
    }
    a.samples[d] = samples[d].data();
  }
  std::vector<i32> first(count);
  std::vector<i64> nearest(count);
  std::vector<u16> out(count, 0xFFFF);
  a.first = first.data(), a.nearest = nearest.data(), a.out = out.data();
  for (i64 n = 0; n < a.quarts() / searchRows + 32; ++n)
    searchQuarts(a, n);
  for (i64 n = 0; n < 6 + 32; ++n)
    chainChunk(a, n);

  long compared = 0;
  for (int chunk = 0; chunk < 6; ++chunk) {
    i32 last = SearchTree::none;
    for (int section = 0; section < 8; section += 4)
      for (int x = 0; x < 4; ++x)
        for (int y = section; y < section + 4; ++y)
          for (int z = 0; z < 4; ++z) {
            const i64 quart = a.index(4 * (chunk % 3) + x, y, 4 * (chunk / 3) + z);
            last = tree.findLiteral(climateAt(a, quart), last);
            tied += last != SearchTree::none && first[size_t(quart)] >= 0 &&
                    last != first[size_t(quart)];
            i32 expected = tree.value(last == SearchTree::none ? 0 : last);
            EXPECT_EQ(out[size_t(chunk * 128 + y + (x + 4 * z) * 8)], expected);
            ++compared;
          }
  }
  return compared;
}

} // namespace

TEST(DeviceBiomes, AreThoseOfSearchesInARow) {
  Xoroshiro random(41);
  long compared = 0, tied = 0;
  for (int round = 0; round < 60; ++round)
    compared += compare(randomEntries(random, 1 + random.nextInt(300), 1 + round % 3), random, true,
                        0, tied);
  EXPECT_EQ(compared, 60 * 6 * 128);
  EXPECT_GT(tied, 100); // the last result was kept where another leaf comes first
}

TEST(DeviceBiomes, WalkLiterallyWhereDistancesOverflow) {
  Xoroshiro random(42);
  long compared = 0, tied = 0;
  for (int round = 0; round < 20; ++round)
    compared += compare(randomEntries(random, 2 + random.nextInt(100), 2), random, round % 2 == 0,
                        round % 4 < 2 ? 30 : 0, tied);
  EXPECT_EQ(compared, 20 * 6 * 128);
}

TEST(DeviceBiomes, NarrowNodesAreAsFarAsTheirBoxes) {
  Xoroshiro random(43);
  auto within = [&](i32 bound) {
    return random.nextInt(8) == 0 ? (random.nextInt(2) ? bound : -bound)
                                  : random.nextInt(2 * bound + 1) - bound;
  };
  i64 farthest = 0;
  for (int round = 0; round < 20000; ++round) {
    SearchNode node{{}, random.nextInt(2) ? -1 : round, round + 1};
    for (i32 d = 0; d < numClimateDimensions; ++d) {
      node.box.lo[d] = within(20000);
      node.box.hi[d] =
          round % 3 == 0 ? within(20000) : std::max(i64(within(20000)), node.box.lo[d]);
    }
    ClimateTarget target;
    i32 narrowTarget[numTargetDimensions];
    for (i32 d = 0; d < numTargetDimensions; ++d)
      target.values[d] = narrowTarget[d] = within(round % 2 ? 30000 : 1000000000) / 10 * 11;
    ASSERT_TRUE(isNarrow(node));
    const NarrowNode made = narrowed(node);
    ASSERT_EQ(narrowDistance(made, narrowTarget), boxDistance(node.box, target));
    ASSERT_EQ(made.link, node.leaf < 0 ? node.end : -1 - node.leaf);
    farthest = std::max(farthest, boxDistance(node.box, target));
    node.box.hi[round % numClimateDimensions] = 20001;
    ASSERT_FALSE(isNarrow(node));
    node.box.hi[round % numClimateDimensions] = 0;
    node.box.lo[round % numClimateDimensions] = -20001;
    ASSERT_FALSE(isNarrow(node));
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
        {nodes.data(), nodeOfLeaf.data(), biomes.data(), i32(nodes.size()), nullptr}, target,
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
