//===- walk_test.cpp - What a walk down a column tells its rule (spec 40, 4) -===//

#include "runtime/material/rule_ops.h"
#include "runtime/material/walk.h"
#include "runtime/noise/noise.h"

#include <gtest/gtest.h>
#include <random>
#include <vector>

using namespace terrane;
using namespace terrane::rt;

namespace {

enum : StateId { Air, Stone, Water, NumStates };
constexpr u8 flags[NumStates] = {StateAir, StateMotion, StateFluid};

/// A context of one column, whose rule places nothing.
struct Column {
  static constexpr i32 minY = -20, levelHeight = 64;
  StateId *blocks;
  const u8 *flags = ::flags;
  i32 lx = 0, lz = 0, x = 0, y = 0, z = 0, above = 0, water = 0, runEnd = 0;
  bool failed = false;
  void write(Column *, i32, StateId) { FAIL() << "nothing is written"; }
};

/// What a rule saw of a block, where `below` was asked for.
struct Seen {
  i32 y, above, water, below;
  bool operator==(const Seen &o) const {
    return y == o.y && above == o.above && water == o.water && below == o.below;
  }
};

TEST(Walk, TellsTheSameFromHigherUpAndToThoseWhoAskRarely) {
  std::mt19937 random(7);
  long asked = 0, blocksSeen = 0;
  for (int round = 0; round < 300; ++round) {
    std::vector<StateId> states(Column::levelHeight);
    for (StateId &state : states)
      state = random() % 4 ? &state == states.data() ? StateId(Stone) : (&state)[-1]
                           : StateId(random() % NumStates);
    const i32 highest = Column::minY + Column::levelHeight - 1;
    const i32 top = Column::minY - 1 + i32(random() % (Column::levelHeight + 4));
    auto walk = [&](i32 from, unsigned askIn) {
      std::vector<Seen> seen;
      Column c;
      c.blocks = states.data();
      walkColumn(c, from, top, [&](Column &at) {
        const bool asks = random() % askIn == 0;
        seen.push_back({at.y, at.above, at.water, asks ? solidBelow(at) : 0});
        return noState;
      });
      return seen;
    };
    const std::vector<Seen> all = walk(Column::minY, 1);
    for (const Seen &block : all) {
      i32 below = 0;
      for (i32 y = block.y; y >= Column::minY && states[size_t(y - Column::minY)] == Stone; --y)
        ++below;
      EXPECT_EQ(block.below, below);
      EXPECT_LE(block.y, std::min(top, highest));
      ++blocksSeen;
    }
    EXPECT_EQ(all, walk(top + i32(random() % 9) - 4, 1));
    EXPECT_EQ(all, walk(highest + 40, 1));
    const std::vector<Seen> rarely = walk(Column::minY, 5);
    ASSERT_EQ(rarely.size(), all.size());
    for (size_t i = 0; i < all.size(); ++i)
      if (rarely[i].below) {
        EXPECT_EQ(rarely[i], all[i]);
        ++asked;
      }
  }
  EXPECT_GT(blocksSeen, 2000);
  EXPECT_GT(asked, 300);
}

TEST(KnownNoise, AnswersAsTheNoiseItself) {
  NoiseParameters parameters;
  parameters.baseOctave = -3;
  parameters.octaveCount = 2;
  parameters.amplitudeModifiers = {1, 1};
  const Noise noise = makeNoise(WorldRandom(9, false).named("test:noise"), parameters);
  struct {
    NoiseStack noises[1];
  } tables = {{noise.view()}};
  std::mt19937 random(8);
  Column c;
  int yes = 0;
  for (int column = 0; column < 50; ++column) {
    c.x = i32(random() % 2000) - 1000, c.z = i32(random() % 2000) - 1000;
    KnownNoise known = {};
    for (int n = 0; n < 60; ++n) {
      const i32 y = i32(random() % 3);
      const f64 min = f64(i32(random() % 9)) / 8.0 - 1.0;
      const bool answer = noiseBetween(c, tables, known, 0, y, min, min + 0.5);
      EXPECT_EQ(answer, noiseBetween(c, tables, 0, y, min, min + 0.5));
      yes += answer;
    }
  }
  EXPECT_GT(yes, 300);
  EXPECT_LT(yes, 2700);
}

} // namespace
