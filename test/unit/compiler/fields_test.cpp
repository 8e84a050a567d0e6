//===- fields_test.cpp - Field getters and their exact errors -------------===//

#include "compiler/import/block_state.h"
#include "compiler/import/climate_interval.h"
#include "compiler/import/fields.h"
#include "support.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace terrane;
using import::Fields;
using test::complaints;

namespace {

template <typename Get> std::string ask(llvm::StringRef text, Get get) {
  return complaints(text, [&](const json::Value &v, Diagnostics &d) {
    bool got = get(Fields(v, "minecraft:test", d)).has_value();
    EXPECT_EQ(got, !d.hasErrors()) << "a getter that returns nothing must complain, and only then";
  });
}

} // namespace

TEST(Fields, ValIsRoundedThenChecked) {
  auto val = [](const Fields &f) { return f.val("v"); };
  EXPECT_EQ(ask("{\"v\": 1000000}", val), "");
  EXPECT_EQ(ask("{\"v\": -1000000.0000001}", val), "") << "rounds to the bound";
  EXPECT_EQ(ask("{\"v\": 1000000.1}", val),
            "f.json:1:7: error: field 'v' of minecraft:test is 1000000.1, out of range [at /v]\n"
            "  expected: a number from -1000000 to 1000000\n");
  EXPECT_EQ(ask("{\"v\": true}", val),
            "f.json:1:7: error: field 'v' of minecraft:test is a boolean [at /v]\n"
            "  expected: a number from -1000000 to 1000000\n");
  EXPECT_NE(ask("{\"v\": \"1\"}", val).find("is a string"), std::string::npos);
  EXPECT_NE(ask("{\"v\": 1e400}", val).find("is 1e400, out of range"), std::string::npos);
}

TEST(Fields, MissingFieldsAreExplained) {
  auto left = [](const Fields &f) { return f.val("left"); };
  EXPECT_EQ(ask("{}", left), "f.json:1:1: error: missing field 'left' of minecraft:test\n"
                             "  expected: a field 'left'; the object is empty\n");
  EXPECT_EQ(ask("{\"x\": 1, \"y\": 2}", left),
            "f.json:1:1: error: missing field 'left' of minecraft:test\n"
            "  expected: a field 'left'; the object has 'x', 'y'\n");
  EXPECT_EQ(ask("{\"x\": 1, \"lefft\": 2}", left),
            "f.json:1:1: error: missing field 'left' of minecraft:test\n"
            "  expected: a field 'left'; is 'lefft' a misspelling of it?\n");
  EXPECT_EQ(ask("{\"left\": null}", left),
            "f.json:1:1: error: missing field 'left' of minecraft:test\n"
            "  expected: a field 'left' that is not null: null counts as absent\n");
  EXPECT_EQ(complaints("{\"argument1\": 1}",
                       [](const json::Value &v, Diagnostics &d) {
                         EXPECT_EQ(Fields(v, "minecraft:add", d).required("left"), nullptr);
                       }),
            "f.json:1:1: error: missing field 'left' of minecraft:add\n"
            "  expected: a field 'left'; 'argument1' was its name before 26.3\n");
}

TEST(Fields, IntegersWrapBeforeTheRange) {
  auto any = [](const Fields &f) { return f.integer("v"); };
  auto ranged = [](const Fields &f) { return f.integer("v", 1, 32); };
  auto positive = [](const Fields &f) {
    return f.integer("v", 1, std::numeric_limits<std::int32_t>::max());
  };
  EXPECT_EQ(ask("{\"v\": -12.75}", any), "");
  EXPECT_EQ(ask("{\"v\": 1e400}", any), "");
  EXPECT_EQ(ask("{\"v\": 32.9}", ranged), "");
  EXPECT_EQ(ask("{\"v\": 33}", ranged),
            "f.json:1:7: error: field 'v' of minecraft:test is 33, out of range [at /v]\n"
            "  expected: an integer from 1 to 32\n");
  EXPECT_EQ(ask("{\"v\": 0.5}", ranged),
            "f.json:1:7: error: field 'v' of minecraft:test is 0.5 (which counts as 0), out of "
            "range [at /v]\n  expected: an integer from 1 to 32\n");
  EXPECT_EQ(ask("{\"v\": 4294967297}", ranged), "") << "low 32 bits: 1";
  EXPECT_NE(ask("{\"v\": 0}", positive).find("expected: an integer of at least 1\n"),
            std::string::npos);
  EXPECT_NE(ask("{\"v\": false}", any).find("is a boolean [at /v]\n  expected: an integer\n"),
            std::string::npos);
}

TEST(Fields, DoublesUseTheTotalOrder) {
  auto get = [](const Fields &f) { return f.f64("v", 0.0, 1.5); };
  EXPECT_EQ(ask("{\"v\": 0}", get), "");
  EXPECT_EQ(ask("{\"v\": 1.5}", get), "");
  EXPECT_EQ(ask("{\"v\": -0.0}", get),
            "f.json:1:7: error: field 'v' of minecraft:test is -0.0, out of range [at /v]\n"
            "  expected: a number from 0 to 1.5\n");
  EXPECT_EQ(ask("{\"v\": 1e400}", [](const Fields &f) { return f.f64("v"); }), "");
  EXPECT_NE(ask("{\"v\": [1]}", get).find("is a list"), std::string::npos);
}

TEST(Fields, OtherKinds) {
  EXPECT_EQ(ask("{\"v\": 1}", [](const Fields &f) { return f.boolean("v"); }),
            "f.json:1:7: error: field 'v' of minecraft:test is a number [at /v]\n"
            "  expected: true or false\n");
  EXPECT_EQ(ask("{\"v\": {}}", [](const Fields &f) { return f.string("v"); }),
            "f.json:1:7: error: field 'v' of minecraft:test is an object [at /v]\n"
            "  expected: a string\n");
  llvm::StringRef axes[] = {"x", "y", "z"};
  llvm::StringRef metrics[] = {"euclidean", "manhattan"};
  EXPECT_EQ(ask("{\"v\": \"y\"}", [&](const Fields &f) { return f.choice("v", axes); }), "");
  EXPECT_EQ(ask("{\"v\": \"Y\"}", [&](const Fields &f) { return f.choice("v", axes); }),
            "f.json:1:7: error: field 'v' of minecraft:test is 'Y' [at /v]\n"
            "  expected: one of 'x', 'y', 'z'; did you mean 'y'?\n");
  EXPECT_EQ(ask("{\"v\": \"manhatan\"}", [&](const Fields &f) { return f.choice("v", metrics); }),
            "f.json:1:7: error: field 'v' of minecraft:test is 'manhatan' [at /v]\n"
            "  expected: one of 'euclidean', 'manhattan'; did you mean 'manhattan'?\n");
}

TEST(Fields, ValuesArriveExactly) {
  Diagnostics d;
  auto document = json::Document::parse(
      "{\"a\": -0, \"b\": 1e39, \"c\": 0.1, \"d\": 4294967295, \"e\": true, \"f\": \"s\"}", "f", d);
  Fields f(document->root(), "o", d);
  EXPECT_TRUE(std::signbit(*f.val("a")));
  EXPECT_TRUE(std::isinf(*import::readF32(*f.required("b"), "b", d)));
  EXPECT_EQ(f.f64("c"), 0.1);
  EXPECT_EQ(f.val("c"), 0.1f);
  EXPECT_EQ(f.integer("d"), -1);
  EXPECT_EQ(f.boolean("e"), true);
  EXPECT_EQ(f.string("f"), "s");
  EXPECT_EQ(f.optional("g"), nullptr);
  EXPECT_FALSE(d.hasErrors());
}

TEST(ClimateInterval, HasThreeSpellings) {
  auto read = [](llvm::StringRef text) {
    std::string seen;
    std::string errors = complaints(text, [&](const json::Value &v, Diagnostics &d) {
      if (auto interval = import::readClimateInterval(v, "the interval", d))
        seen = std::to_string(interval->min) + ".." + std::to_string(interval->max);
    });
    return errors.empty() ? seen : errors;
  };
  EXPECT_EQ(read("0.5"), "0.500000..0.500000");
  EXPECT_EQ(read("[-2, 2]"), "-2.000000..2.000000");
  EXPECT_EQ(read("{\"min\": -1, \"max\": 1}"), "-1.000000..1.000000");
  EXPECT_EQ(read("[-0.0, 0.0]"), "-0.000000..0.000000");
  EXPECT_NE(read("[0.0, -0.0]").find("lower end above its upper end"), std::string::npos);
  EXPECT_NE(read("[1, 2, 3]").find("is a list of 3 elements"), std::string::npos);
  EXPECT_NE(read("2.0000003").find("is 2.0000003, out of range"), std::string::npos);
  EXPECT_NE(read("[-3, 0]").find("the lower end of the interval is -3"), std::string::npos);
  EXPECT_NE(read("{\"min\": 0}").find("missing field 'max' of the interval"), std::string::npos);
  EXPECT_NE(read("\"0\"").find("is a string"), std::string::npos);
}

TEST(BlockState, HasTwoSpellings) {
  auto read = [](llvm::StringRef text) {
    std::string seen;
    std::string errors = complaints(text, [&](const json::Value &v, Diagnostics &d) {
      if (auto state = import::readBlockState(v, "the block", d))
        seen = state->block.str() + (state->properties ? " with properties" : "");
    });
    return errors.empty() ? seen : errors;
  };
  EXPECT_EQ(read("\"stone\""), "minecraft:stone");
  EXPECT_EQ(read("{\"id\": \"a:b\"}"), "a:b");
  EXPECT_EQ(read("{\"id\": \"water\", \"properties\": {\"level\": \"0\"}}"),
            "minecraft:water with properties");
  EXPECT_EQ(read("{\"id\": \"water\", \"properties\": 7}"), "minecraft:water with properties")
      << "lenient";
  EXPECT_EQ(read("{\"Name\": \"minecraft:stone\"}"),
            "f.json:1:1: error: the block has the form of versions before 26.3\n"
            "  expected: 'id' in the place of 'Name' and 'properties' in the place of "
            "'Properties'\n");
  EXPECT_NE(read("\"Stone\"").find("is 'Stone', which is no id"), std::string::npos);
  EXPECT_NE(read("7").find("the block is a number"), std::string::npos);
  EXPECT_NE(read("{}").find("missing field 'id' of the block"), std::string::npos);
}
