//===- splines_test.cpp - Splines without recursion against the recursive form -===//
//
// Random trees, whose nodes share their values, with few different numbers, so that coordinates
// meet locations, ends and each other. Values and calls of coordinates must be the same.
//
//===----------------------------------------------------------------------===//

#include "runtime/cuda/splines.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <random>
#include <utility>
#include <vector>

using namespace terrane::rt;

namespace {

constexpr i32 maxDepth = 40, slots = 5;

struct Tree {
  std::vector<SplineNode> nodes;
  std::vector<SplinePoint> points;
};

using Calls = std::vector<i32>; ///< the slots that were asked for, in order

/// What a slot gives depends on the calls before, so that their order shows in the value, too.
struct Coordinates {
  const std::vector<f32> &values;
  Calls calls = {};
  f32 operator()(i32 slot) {
    calls.push_back(slot);
    return values[(std::size_t(slot) + calls.size()) % values.size()];
  }
};

template <i32 depth> f32 byStack(const Tree &tree, i32 root, Coordinates &coordinates) {
  return cuda::splineByStack<depth>(tree.nodes.data(), tree.points.data(), root, coordinates);
}
using Form = f32 (*)(const Tree &, i32, Coordinates &);
template <std::size_t... depths>
constexpr std::array<Form, sizeof...(depths)> forms(std::index_sequence<depths...>) {
  return {byStack<i32(depths)>...};
}
constexpr auto byDepth = forms(std::make_index_sequence<maxDepth + 1>());

class Splines : public ::testing::Test {
protected:
  f32 number() {
    constexpr f32 infinity = std::numeric_limits<f32>::infinity();
    static const f32 rare[] = {quietNaN(), infinity, -infinity, 1e-45f, 3e38f, -3e38f, 1e-30f};
    switch (random() % 8) {
    case 0:
      return random() % 4 ? 0.0f : rare[random() % std::size(rare)];
    case 1:
      return -0.0f;
    case 2:
      return f32(i32(random())) * 1e-9f;
    default:
      return f32(i32(random() % 9) - 4) * 0.5f;
    }
  }
  bool ordered() { return random() % 4 != 0; }

  /// Adds a node; `values` are those that its points may have, the first is that of one at least.
  i32 addNode(const std::vector<i32> &values) {
    SplineNode node = {number(), i32(random() % slots), i32(tree.points.size()),
                       i32(random() % 5 + 1)};
    std::vector<f32> locations;
    for (i32 i = 0; i < node.count; ++i)
      locations.push_back(number());
    if (ordered())
      std::sort(locations.begin(), locations.end(),
                [](f32 a, f32 b) { return isNaN(b) ? !isNaN(a) : a < b; });
    const auto deep = std::size_t(random() % u32(node.count));
    for (std::size_t i = 0; i < locations.size(); ++i)
      tree.points.push_back(
          {locations[i], number(), i == deep ? values.front() : values[random() % values.size()]});
    tree.nodes.push_back(node);
    return i32(tree.nodes.size()) - 1;
  }
  i32 addConstant() {
    tree.nodes.push_back({number(), 0, 0, 0});
    return i32(tree.nodes.size()) - 1;
  }

  /// A tree of this depth; its root.
  i32 makeTree(i32 depth) {
    tree = {};
    // Below the last two levels a node has one deep value; the others are shallow, or a walk would
    // double with every level.
    std::vector<i32> shallow = {addConstant(), addConstant(), addConstant()};
    i32 root = shallow.front();
    for (i32 level = 1; level <= depth; ++level) {
      std::vector<i32> values = {root};
      for (i32 other : shallow)
        values.push_back(other);
      if (level > 2)
        values.erase(values.begin() + 1, values.begin() + 1 + i32(random() % 2));
      root = addNode(values);
      if (level <= 2)
        shallow.push_back(root);
    }
    return root;
  }

  void compare(i32 depth, i32 root) {
    std::vector<f32> values;
    for (i32 i = 0; i < 7; ++i)
      values.push_back(number());
    Coordinates plain{values}, stacked{values};
    const f32 expected = splineValue(tree.nodes.data(), tree.points.data(), root, plain);
    const f32 value = byDepth[std::size_t(depth)](tree, root, stacked);
    // Which of two NaN goes through an operation is the compiler's choice, and nobody's to see.
    if (isNaN(expected))
      EXPECT_TRUE(isNaN(value));
    else
      EXPECT_EQ(bitsOf(value), bitsOf(expected));
    EXPECT_EQ(stacked.calls, plain.calls);
    ++compared;
    nans += isNaN(expected);
    negativeZeros += bitsOf(expected) == 0x80000000u;
    longest = std::max(longest, plain.calls.size());
  }

  std::mt19937 random{20};
  Tree tree;
  std::size_t compared = 0, nans = 0, negativeZeros = 0, longest = 0;
};

TEST_F(Splines, RandomTreesOfEveryDepth) {
  for (i32 depth = 0; depth <= maxDepth; ++depth)
    for (i32 n = 0; n < 200 && !HasFailure(); ++n) {
      const i32 root = makeTree(depth);
      for (i32 i = 0; i < 20; ++i)
        compare(depth, root);
    }
  EXPECT_EQ(compared, std::size_t(maxDepth + 1) * 200 * 20);
  EXPECT_GT(nans, compared / 100);
  EXPECT_LT(nans, compared / 2);
  EXPECT_GT(negativeZeros, compared / 1000);
  EXPECT_GE(longest, std::size_t(maxDepth));
}

TEST_F(Splines, AChainAsDeepAsTheStack) {
  // Every level is between two points, so all are on the stack at once.
  tree.nodes.push_back({1.5f, 0, 0, 0});
  for (i32 level = 1; level <= maxDepth; ++level) {
    tree.nodes.push_back({0.0f, level % slots, 2 * (level - 1), 2});
    tree.points.push_back({-1.0f, 0.25f, level - 1});
    tree.points.push_back({1.0f, -0.5f, 0});
  }
  const std::vector<f32> values = {0.0f, -0.0f, 0.5f, -0.25f, 0.125f, 0.75f, -0.5f};
  for (i32 depth = 0; depth <= maxDepth; ++depth) {
    Coordinates plain{values}, stacked{values};
    const f32 expected = splineValue(tree.nodes.data(), tree.points.data(), depth, plain);
    EXPECT_EQ(byDepth[std::size_t(depth)](tree, depth, stacked), expected);
    EXPECT_EQ(stacked.calls.size(), std::size_t(depth));
    EXPECT_EQ(stacked.calls, plain.calls);
  }
}

TEST_F(Splines, EndsAndEqualLocations) {
  // Spec 11, 3: an end without a derivative ignores the coordinate, even NaN; of equal locations
  // the last counts, and the interval between them is not reached.
  tree.nodes = {{0.0f, 0, 0, 4}, {-0.0f, 0, 0, 0}, {2.0f, 0, 0, 0}};
  tree.points = {{0.0f, 0.0f, 1}, {1.0f, 1.0f, 2}, {1.0f, 2.0f, 1}, {2.0f, 0.0f, 2}};
  auto at = [&](f32 v) {
    const std::vector<f32> values = {v};
    Coordinates plain{values}, stacked{values};
    const f32 value = byStack<1>(tree, 0, stacked);
    EXPECT_EQ(bitsOf(value), bitsOf(splineValue(tree.nodes.data(), tree.points.data(), 0, plain)));
    return value;
  };
  EXPECT_EQ(bitsOf(at(-1.0f)), 0x80000000u);
  EXPECT_EQ(at(quietNaN()), 2.0f);
  EXPECT_EQ(at(3.0f), 2.0f);
  EXPECT_EQ(at(1.0f), 0.0f);
  EXPECT_EQ(at(-std::numeric_limits<f32>::infinity()), 0.0f);
}

} // namespace
