//===- old_formats_test.cpp - Names of pre-26.3 density functions ---------===//

#include "compiler/import/old_formats.h"

#include <gtest/gtest.h>

using namespace terrane::import;

TEST(OldFormats, NameWhatReplacedAType) {
  for (const char *cache : {"flat_cache", "cache_2d", "cache_once", "cache_all_in_cell"})
    EXPECT_EQ(replacedType(cache), "'cache'");
  EXPECT_EQ(replacedType("minecraft:invert"), "'reciprocal'");
  EXPECT_EQ(replacedType("shifted_noise"), "'noise' with 'shift_x', 'shift_y' and 'shift_z'");
  EXPECT_TRUE(replacedType("minecraft:y_clamped_gradient"));
  EXPECT_TRUE(replacedType("weird_scaled_sampler"));
  EXPECT_EQ(replacedType("end_islands"), "a tree over 'end_outer_islands'");
  for (const char *present : {"cache", "noise", "add", "minecraft:reciprocal", "nonsense", ""})
    EXPECT_FALSE(replacedType(present)) << present;
  EXPECT_FALSE(replacedType("other:invert")) << "another namespace never had it";
}

TEST(OldFormats, NameWhatReplacedAField) {
  EXPECT_EQ(replacedField("minecraft:add", "argument1"), "left");
  EXPECT_EQ(replacedField("mul", "argument2"), "right");
  EXPECT_EQ(replacedField("abs", "argument"), "input");
  EXPECT_EQ(replacedField("flat_cache", "argument"), "input");
  EXPECT_EQ(replacedField("shift_a", "argument"), "noise");
  EXPECT_EQ(replacedField("constant", "argument"), "value");
  EXPECT_EQ(replacedField("y_clamped_gradient", "from_y"), "from_coordinate");
  EXPECT_EQ(replacedField("gradient", "to_y"), "to_coordinate");
  EXPECT_FALSE(replacedField("add", "left"));
  EXPECT_FALSE(replacedField("add", "argument"));
  EXPECT_FALSE(replacedField("clamp", "argument")) << "was always 'input'";
  EXPECT_FALSE(replacedField("noise", "argument"));
}
