//===- dimension_data_test.cpp - The file of a bundle's dimension ---------===//

#include "runtime/bundle/dimension_data.h"

#include "runtime/bundle/json_node.h"

#include <cmath>
#include <gtest/gtest.h>

using namespace terrane::rt;

namespace {

FloatProvider floats(FloatProvider::Kind kind) {
  FloatProvider p;
  p.kind = kind;
  p.min = -0.0f;
  p.max = std::numeric_limits<f32>::infinity();
  p.plateau = 0.1f;
  p.mean = 1e-30f;
  p.deviation = 3.4e38f;
  return p;
}

Cave cave() {
  Cave cave;
  IntProvider weighted, clamped;
  clamped.kind = IntProvider::Kind::Clamped;
  clamped.min = -3;
  clamped.max = 7;
  clamped.parts = {IntProvider()};
  weighted.kind = IntProvider::Kind::WeightedList;
  weighted.parts = {clamped, IntProvider()};
  weighted.weights = {2, 5};
  weighted.totalWeight = 7;
  cave.count = weighted;
  cave.thickness = floats(FloatProvider::Kind::Trapezoid);
  cave.weirdThicknessBias = true;
  cave.floorLevel = floats(FloatProvider::Kind::ClampedNormal);
  return cave;
}

/// A dimension with something of every kind; its source is the one of that index.
DimensionData dimension(int source) {
  DimensionData data;
  data.dimension = "test:dimension";
  data.level = {-64, 384};
  data.states = {"minecraft:air", "minecraft:stone", "minecraft:oak_slab[type=top]"};
  data.biomes.biomes = {{"test:a", 0.1f, false}, {"", -0.0f, true}, {"test:c", 2.0f, false}};
  if (source == 0)
    data.source = FixedSource{2};
  if (source == 1)
    data.source = CheckerboardSource{{1, 0, 1}, 62};
  if (source == 2) {
    SearchTree::Entry entry{};
    for (i32 d = 0; d < numClimateDimensions; ++d)
      entry.box.lo[d] = -20000 + d, entry.box.hi[d] = (i64(1) << 40) + d;
    entry.value = 1;
    data.source = MultiNoiseList{{entry, entry}};
  }
  if (source == 3)
    data.source = TheEndSource{{0, 1, 2, 2, 1}};

  Carver first, second;
  first.probability = 0.15f;
  first.shape = cave();
  HeightProvider fixed, weighted;
  fixed.kind = HeightProvider::Kind::VeryBiasedToBottom;
  fixed.min = {Anchor::AboveBottom, 8};
  fixed.max = {Anchor::BelowTop, -2032};
  fixed.inner = 3;
  weighted.kind = HeightProvider::Kind::WeightedList;
  weighted.parts = {fixed};
  weighted.weights = {1};
  weighted.totalWeight = 1;
  second.y = weighted;
  Canyon canyon;
  canyon.widthSmoothness = 3;
  canyon.yScale = floats(FloatProvider::Kind::Uniform);
  second.shape = canyon;
  data.carvers.carvers = {first, second};
  data.carvers.lists = {{}, {1, 0, 1}};
  data.carvers.listOfBiome = {0, 1, 1};
  data.carvers.states = {0, 5, 2};
  return data;
}

TEST(DimensionData, IsReadAsItWasWritten) {
  for (int source = 0; source < 4; ++source) {
    std::string text = writeDimension(dimension(source)), error;
    auto back = readDimension(text, error);
    ASSERT_TRUE(back) << error;
    EXPECT_EQ(back->source.index(), std::size_t(source));
    EXPECT_EQ(writeDimension(*back), text);
    EXPECT_EQ(back->level.minY, -64);
    EXPECT_TRUE(std::signbit(back->biomes.biomes[1].temperature));
    const auto &cave = std::get<Cave>(back->carvers.carvers[0].shape);
    EXPECT_EQ(cave.thickness.max, std::numeric_limits<f32>::infinity());
    EXPECT_TRUE(std::signbit(cave.thickness.min));
    EXPECT_EQ(cave.thickness.plateau, 0.1f);
    EXPECT_EQ(cave.count.parts[0].parts.size(), 1u);
    EXPECT_EQ(back->carvers.carvers[1].y.parts[0].max.kind, Anchor::BelowTop);
    EXPECT_EQ(back->biomeSource().kind.index(), std::size_t(source));
  }
}

void collect(const Json &value, const Json::json_pointer &at,
             std::vector<Json::json_pointer> &out) {
  for (auto it = value.begin(); it != value.end() && value.is_structured(); ++it) {
    Json::json_pointer inner =
        value.is_object() ? at / it.key() : at / std::size_t(it - value.begin());
    out.push_back(inner);
    collect(*it, inner, out);
  }
}

TEST(DimensionData, EveryValueIsNeededAndChecked) {
  int keys = 0;
  for (int source = 0; source < 4; ++source) {
    Json whole = Json::parse(writeDimension(dimension(source)));
    std::vector<Json::json_pointer> places;
    collect(whole, Json::json_pointer(), places);
    for (const Json::json_pointer &place : places) {
      std::string error;
      Json wrong = whole;
      wrong.at(place) = nullptr;
      EXPECT_FALSE(readDimension(wrong.dump(), error)) << place.to_string();
      if (!whole.at(place.parent_pointer()).is_object())
        continue;
      Json without = whole;
      without.at(place.parent_pointer()).erase(place.back());
      EXPECT_FALSE(readDimension(without.dump(), error)) << place.to_string();
      EXPECT_NE(error.find("'" + place.back() + "' is missing"), std::string::npos) << error;
      ++keys;
    }
  }
  EXPECT_GT(keys, 500);
}

TEST(DimensionData, IndicesAreInRange) {
  const std::pair<const char *, Json> edits[] = {{"/biomeSource/entries/1/14", 3},
                                                 {"/biomeSource/entries/1/14", -1},
                                                 {"/biomeSource/entries/0", {1, 2}},
                                                 {"/biomeSource/entries", Json::array()},
                                                 {"/carvers/lists/1/0", 2},
                                                 {"/carvers/listOfBiome/0", 2},
                                                 {"/carvers/listOfBiome", {0, 0}},
                                                 {"/carvers/states", {0, 0}},
                                                 {"/carvers/states/0", 256},
                                                 {"/level/height", 100},
                                                 {"/level/minY", -4096},
                                                 {"/carvers/carvers/0/count/weights", {1}},
                                                 {"/carvers/carvers/0/count/kind", 7},
                                                 {"/carvers/carvers/1/widthSmoothness", 0},
                                                 {"/biomes", Json::array()},
                                                 {"/carvers/carvers/1/y/parts", Json::array()},
                                                 {"/format", "terrane-bundle"}};
  for (const auto &[place, value] : edits) {
    Json json = Json::parse(writeDimension(dimension(2)));
    json.at(Json::json_pointer(place)) = value;
    std::string error;
    EXPECT_FALSE(readDimension(json.dump(), error)) << place;
    EXPECT_FALSE(error.empty());
  }
  Json json = Json::parse(writeDimension(dimension(1)));
  json["biomeSource"]["biomes"] = Json::array();
  std::string error;
  EXPECT_FALSE(readDimension(json.dump(), error));
  EXPECT_NE(error.find("/biomeSource/biomes"), std::string::npos) << error;
}

} // namespace
