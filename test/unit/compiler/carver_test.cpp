//===- carver_test.cpp - `worldgen/carver` files and lists of them (spec 60, 1) -===//

#include "compiler/import/carver.h"
#include "compiler/import/providers.h"
#include "support.h"

#include <gtest/gtest.h>

using namespace terrane;

namespace {

const std::string cave = R"("type": "cave", "probability": 0.1, "y": {"absolute": 3}, "count": 1,
 "thickness": 1, "room_vertical_radius_multiplier": 1, "horizontal_radius_multiplier": 1,
 "vertical_radius_multiplier": 1, "floor_level": -0.5)";
const std::string canyon = R"("type": "minecraft:canyon", "probability": 1, "y": {"below_top": 3},
 "vertical_rotation": 0, "shape": {"distance_factor": 1, "thickness": 2, "width_smoothness": 3,
 "horizontal_radius_factor": 1, "vertical_radius_default_factor": 1,
 "vertical_radius_center_factor": 0.25, "y_scale": 3})";

std::string replaced(std::string text, const std::string &from, const std::string &to) {
  std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

std::string carverErrors(const std::string &fields) {
  return test::complaints("{" + fields + "}", [](const json::Value &v, Diagnostics &d) {
    EXPECT_EQ(import::readCarver(v, "n:c", d).has_value(), !d.hasErrors());
  });
}

template <typename Read> std::string providerErrors(const std::string &text, Read read) {
  return test::complaints(text, [&](const json::Value &v, Diagnostics &d) {
    EXPECT_EQ(read(v, "p", d).has_value(), !d.hasErrors());
  });
}

void expectError(const std::string &all, const std::string &part) {
  EXPECT_NE(all.find(part), std::string::npos) << all;
}

} // namespace

TEST(Carver, IsDecoded) {
  Diagnostics d;
  auto document = json::Document::parse("{" + cave + "}", "f.json", d);
  auto read = import::readCarver(document->root(), "n:c", d);
  ASSERT_TRUE(read) << test::printed(d);
  EXPECT_EQ(read->probability, 0.1f);
  EXPECT_EQ(read->y.min.value, 3);
  const auto &c = std::get<rt::Cave>(read->shape);
  EXPECT_FALSE(c.weirdThicknessBias);
  EXPECT_EQ(c.startVerticalRadius.min, 1.0f);
  EXPECT_EQ(c.floorLevel.min, -0.5f);

  document = json::Document::parse("{" + canyon + "}", "f.json", d);
  read = import::readCarver(document->root(), "n:c", d);
  ASSERT_TRUE(read) << test::printed(d);
  const auto &k = std::get<rt::Canyon>(read->shape);
  EXPECT_EQ(k.widthSmoothness, 3);
  EXPECT_EQ(k.verticalRadiusCenter, 0.25f);
  EXPECT_EQ(carverErrors(cave + R"(, "unknown": [])"), "");
}

TEST(Carver, ErrorsNameTheField) {
  expectError(carverErrors(replaced(cave, "\"cave\"", "\"cavern\"")),
              "f.json:1:10: error: unknown carver type 'cavern' [at /type]\n  expected: "
              "'minecraft:cave' or 'minecraft:canyon'");
  expectError(carverErrors(replaced(cave, "\"cave\"", "\"nether_cave\"")), "since 26.3");
  std::string all = carverErrors(R"("type": "cave")");
  EXPECT_EQ(llvm::StringRef(all).count("missing field"), 8u) << all;
  EXPECT_EQ(llvm::StringRef(carverErrors(R"("type": "canyon")")).count("missing field"), 4u);
  EXPECT_EQ(
      llvm::StringRef(carverErrors(R"("type": "canyon", "shape": {})")).count("missing field"),
      10u);
  for (const char *p : {"-0.1", "1.5"})
    expectError(carverErrors(replaced(cave, "0.1", p)), "out of range [at /probability]");
  expectError(carverErrors(replaced(cave, "\"thickness\": 1", "\"thickness\": -1")),
              "field 'thickness' of carver 'n:c' can be out of range [at /thickness]");
  expectError(carverErrors(replaced(cave, "\"count\": 1", "\"count\": -1")), "at /count]");
  expectError(carverErrors(replaced(cave, "-0.5", "-1.5")), "at /floor_level]");
  expectError(carverErrors(replaced(cave, "-0.5", "1.5")), "at /floor_level]");
  expectError(carverErrors(replaced(canyon, "\"width_smoothness\": 3", "\"width_smoothness\": 0")),
              "at /shape/width_smoothness]");
  // Fields with a default are strict, too.
  expectError(carverErrors(cave + R"(, "weird_thickness_bias": 1)"), "at /weird_thickness_bias]");
  expectError(carverErrors(cave + R"(, "start_vertical_radius_multiplier": "x")"),
              "at /start_vertical_radius_multiplier]");
}

TEST(Providers, FloatsAreChecked) {
  auto errors = [](const std::string &text) {
    return providerErrors(text, import::readFloatProvider);
  };
  EXPECT_EQ(errors(R"({"type": "trapezoid", "min": 1, "max": 2, "plateau": 1})"), "");
  expectError(errors(R"("x")"), "error: p is a string");
  expectError(errors(R"({"value": 1})"), "missing field 'type' of p");
  expectError(errors(R"({"type": "unifrom"})"), "did you mean 'minecraft:uniform'?");
  expectError(errors(R"({"type": "other:uniform"})"), "unknown float provider type");
  expectError(errors(R"({"type": "uniform", "min_inclusive": 2, "max_exclusive": 2})"),
              "'max_exclusive' of minecraft:uniform is 2, 'min_inclusive' is 2 [at "
              "/max_exclusive]\n  expected: 'max_exclusive' above 'min_inclusive'");
  expectError(errors(R"({"type": "trapezoid", "min": 3, "max": 2, "plateau": 0})"), "at /max]");
  expectError(errors(R"({"type": "trapezoid", "min": 1, "max": 2, "plateau": 1.5})"),
              "at /plateau]");
  expectError(
      errors(R"({"type": "clamped_normal", "mean": 0, "deviation": 1, "min": 1, "max": 0})"),
      "at /max]");
}

TEST(Providers, IntsAreChecked) {
  auto errors = [](const std::string &text) {
    return providerErrors(text, import::readIntProvider);
  };
  const std::string low = R"("min_inclusive": 5, "max_inclusive": 4})";
  for (const char *type : {"uniform", "biased_to_bottom", "very_biased_to_bottom"})
    expectError(errors(R"({"type": ")" + std::string(type) + "\", " + low), "at /max_inclusive]");
  expectError(errors(R"({"type": "clamped", "source": {"type": "x"}, "min_inclusive": 1,
                        "max_inclusive": 2})"),
              "at /source/type]");
  expectError(errors(R"({"type": "trapezoid", "min": 1, "max": 4, "plateau": 4})"), "at /plateau]");
  EXPECT_EQ(errors(R"({"type": "weighted_list", "distribution": [{"data": 1, "weight": 0},
                      {"data": 2, "weight": 1}]})"),
            "");
  expectError(errors(R"({"type": "weighted_list", "distribution": []})"), "add up to 0");
  expectError(errors(R"({"type": "weighted_list", "distribution": [
                        {"data": 1, "weight": 2147483647}, {"data": 1, "weight": 1}]})"),
              "add up to 2147483648");
  expectError(errors(R"({"type": "weighted_list", "distribution": [{"data": 1, "weight": -1}]})"),
              "at /distribution/0/weight]");
}

TEST(Providers, HeightsTryAnAnchorFirst) {
  auto errors = [](const std::string &text) {
    return providerErrors(text, import::readHeightProvider);
  };
  EXPECT_EQ(errors(R"({"absolute": 1, "type": "nonsense"})"), "");
  expectError(errors("3"), "error: p is a number");
  expectError(errors("{}"), "is neither a vertical anchor nor an object with a 'type'");
  expectError(errors(R"({"absolute": 1, "below_top": 2})"),
              "p has no valid choice among 'absolute', 'below_top'");
  EXPECT_EQ(errors(R"({"absolute": 1, "above_bottom": 2, "below_top": 2})"), "");
  expectError(errors(R"({"absolute": 2032})"), "no valid choice");
  EXPECT_EQ(errors(R"({"type": "uniform", "min_inclusive": {"absolute": 9},
                      "max_inclusive": {"absolute": 1}})"),
            "");
  expectError(errors(R"({"type": "biased_to_bottom", "min_inclusive": {"absolute": 9},
                        "max_inclusive": {"absolute": 1}, "inner": 0})"),
              "at /inner]");
  expectError(errors(R"({"type": "constant", "value": 4})"), "at /value]");
}

TEST(CarverLists, ReadEveryForm) {
  test::TemporaryFolder folder;
  folder.write("data/n/worldgen/carver/a.json", "{" + cave + "}");
  folder.write("data/n/worldgen/carver/b.json", "{" + canyon + "}");
  folder.write("data/n/worldgen/carver/bad.json", "{}");
  folder.write("data/n/tags/worldgen/carver/t.json", R"({"values": ["n:b", "n:a"]})");
  folder.write("data/n/tags/worldgen/carver/u.json", R"({"values": ["n:c"]})");
  Diagnostics d;
  auto packs = pack::openStack({folder.path}, d);
  import::CarverLists lists(*packs);
  std::vector<std::unique_ptr<json::Document>> documents;
  auto read = [&](const std::string &text) {
    documents.push_back(json::Document::parse(text, "f.json", d));
    return lists.read(documents.back()->root(), "the list", d);
  };
  auto a = read(R"("n:a")"), both = read(R"(["n:b", "n:a"])"), tag = read(R"("#n:t")"),
       none = read("[]"), same = read(R"(["n:a"])"), inlined = read("[\"n:a\", {" + cave + "}]"),
       twice = read(R"(["n:a", "n:a"])");
  ASSERT_TRUE(a && both && tag && none && same && inlined && twice) << test::printed(d);
  const rt::CarverSet &set = lists.set();
  EXPECT_EQ(*a, *same);
  EXPECT_EQ(*both, *tag);
  EXPECT_EQ(set.carvers.size(), 3u) << "a file is read once";
  EXPECT_TRUE(set.lists[*none].empty());
  EXPECT_EQ(set.lists[*both], (std::vector<rt::u32>{1, 0}));
  EXPECT_EQ(set.lists[*inlined], (std::vector<rt::u32>{0, 2}));
  EXPECT_EQ(set.lists[*twice], (std::vector<rt::u32>{0, 0}));

  auto refused = [&](const std::string &text, const std::string &part) {
    Diagnostics own;
    auto document = json::Document::parse(text, "f.json", own);
    EXPECT_FALSE(lists.read(document->root(), "the list", own));
    expectError(test::printed(own), part);
  };
  refused(R"(["n:a", "n:c"])", "f.json:1:9: error: no carver 'n:c' in " + folder.path +
                                   " [at /1]\n  expected: a file data/n/worldgen/carver/c.json");
  refused(R"("#n:x")", "n:x");
  refused(R"("#n:u")", "the tag holds the unknown carver 'n:c'");
  refused(R"(["#n:t"])", "element 0 of the list is '#n:t', which is no id");
  refused(R"("n:bad")", "missing field 'type' of carver 'n:bad'");
  refused("[3]", "element 0 of the list is a number");
  refused("3", "the list is a number");
}

TEST(CarverLists, ABiomeWithoutAListIsAnError) {
  test::TemporaryFolder folder;
  folder.write("data/n/worldgen/biome/b.json",
               R"({"has_precipitation": true, "temperature": 1, "downfall": 0})");
  Diagnostics d;
  auto packs = pack::openStack({folder.path}, d);
  import::BiomeRegistry biomes(*packs);
  auto document = json::Document::parse(R"({"type": "fixed", "biome": "n:b"})", "f.json", d);
  auto source = import::readBiomeSource(document->root(), biomes, d);
  ASSERT_TRUE(source) << test::printed(d);
  import::CarverLists lists(*packs);
  EXPECT_FALSE(lists.readAll(*source, d));
  expectError(test::printed(d), "missing field 'carvers' of biome 'n:b'");
}

TEST(CarverLists, ReadTheCarversOfTheGame) {
  std::filesystem::path reference = test::referenceFolder();
  if (!std::filesystem::is_directory(reference / "vanilla/26.3"))
    GTEST_SKIP() << "no reference material (vanilla/26.3); set TERRANE_REFERENCE";
  Diagnostics d;
  auto packs = pack::openStack({(reference / "vanilla/26.3").string()}, d);
  import::BiomeRegistry biomes(*packs);
  struct {
    const char *preset;
    std::size_t carvers, lists;
  } const expected[] = {{"minecraft:overworld", 3, 1}, {"minecraft:nether", 1, 1}};
  for (const auto &e : expected) {
    auto document = json::Document::parse(
        std::string(R"({"type": "multi_noise", "preset": ")") + e.preset + "\"}", "f.json", d);
    auto source = import::readBiomeSource(document->root(), biomes, d);
    ASSERT_TRUE(source) << test::printed(d);
    import::CarverLists lists(*packs);
    ASSERT_TRUE(lists.readAll(*source, d)) << test::printed(d);
    EXPECT_EQ(lists.set().carvers.size(), e.carvers);
    EXPECT_EQ(lists.set().lists.size(), e.lists);
    EXPECT_FALSE(lists.set().startsUseGaussian());
  }
}

TEST(CarvedFlags, ComeFromTheTag) {
  const rt::BlockState states[] = {{"minecraft:air", 0, rt::StateAir},
                                   {"minecraft:bedrock", 1, 0},
                                   {"n:hard[a=b]", 2, 0},
                                   {"minecraft:grass_block[snowy=false]", 3, 0}};
  rt::TerrainSettings settings{};
  settings.numStates = 4;
  settings.states = states;
  test::TemporaryFolder folder;
  folder.write("data/n/x.json", "{}");
  Diagnostics d;
  auto packs = pack::openStack({folder.path}, d);
  auto flags = import::readCarvedFlags(settings, *packs, d);
  ASSERT_TRUE(flags);
  EXPECT_EQ(*flags, (std::vector<rt::u8>{0, rt::Uncarvable, 0, rt::CarvedGrass}));
  expectError(test::printed(d), "warning: no pack has the block tag 'minecraft:uncarvable'");

  folder.write("data/minecraft/tags/block/uncarvable.json", R"({"values": ["n:hard"]})");
  Diagnostics quiet;
  packs = pack::openStack({folder.path}, quiet);
  flags = import::readCarvedFlags(settings, *packs, quiet);
  ASSERT_TRUE(flags) << test::printed(quiet);
  EXPECT_EQ(*flags, (std::vector<rt::u8>{0, 0, rt::Uncarvable, rt::CarvedGrass}));

  folder.write("data/minecraft/tags/block/uncarvable.json", R"({"values": [3]})");
  packs = pack::openStack({folder.path}, quiet);
  EXPECT_FALSE(import::readCarvedFlags(settings, *packs, quiet));
  EXPECT_TRUE(quiet.hasErrors());
}
