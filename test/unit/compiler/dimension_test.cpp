//===- dimension_test.cpp - Dimensions and their types (spec 50, 1.1) -----===//

#include "compiler/import/dimension.h"
#include "compiler/import/noise_settings.h"
#include "support.h"

#include <gtest/gtest.h>

using namespace terrane;
using import::DimensionForm;

namespace {

std::string dimension(const std::string &type, const std::string &settings,
                      const std::string &generator = "minecraft:noise") {
  return R"({"type": )" + type + R"(, "generator": {"type": ")" + generator + R"(", "settings": )" +
         settings + R"(, "biome_source": {"type": "fixed", "biome": "b"}}})";
}

const std::string settingsText = R"({"default_block": "stone", "default_fluid": "water",
  "disable_mob_generation": true, "legacy_random_source": false, "material_rule": "n:m",
  "noise": {"min_y": 0, "height": 128}, "sea_level": 63, "spawn_target": [],
  "noise_router": {"chunk_surface_level": 0, "continents": 0, "depth": 0, "erosion": 0,
    "final_density": 0, "ridges": 0, "temperature": 0, "vegetation": 0}})";

struct World {
  World() {
    folder.write("data/minecraft/worldgen/biome/b.json",
                 R"({"has_precipitation": true, "temperature": 1, "downfall": 0})");
    folder.write("data/n/worldgen/noise_settings/s.json", settingsText);
    folder.write("data/n/dimension_type/t.json",
                 R"({"min_y": -64, "height": 384, "logical_height": "ignored"})");
    folder.write("data/n/dimension/own.json", dimension("\"n:t\"", "\"n:s\""));
    folder.write("data/minecraft/worldgen/world_preset/normal.json",
                 R"({"dimensions": {"n:own": 7, "overworld": )" +
                     dimension(R"({"min_y": 0, "height": 16})", settingsText) + "}}");
  }
  std::optional<DimensionForm> read(const std::string &id, const std::string &preset = "normal") {
    packs = pack::openStack({folder.path}, d);
    biomes = std::make_unique<import::BiomeRegistry>(*packs);
    auto result = import::readDimension(*pack::parseId(id), *pack::parseId(preset), *biomes, d);
    EXPECT_EQ(result.has_value(), !d.hasErrors()) << printed();
    return result;
  }
  std::string printed() const {
    std::string text = test::printed(d);
    for (std::size_t at; (at = text.find(folder.path)) != std::string::npos;)
      text.replace(at, folder.path.size(), "PACK");
    return text;
  }

  test::TemporaryFolder folder;
  Diagnostics d;
  std::unique_ptr<pack::Stack> packs;
  std::unique_ptr<import::BiomeRegistry> biomes;
};

/// What reading a dimension of this text says; it is exactly one error.
void expectError(const std::string &text, const std::string &part) {
  World w;
  w.folder.write("data/n/dimension/own.json", text);
  w.read("n:own");
  EXPECT_NE(w.printed().find(part), std::string::npos) << "wanted: " << part << "\ngot:\n"
                                                       << w.printed();
  EXPECT_EQ(w.d.errorCount(), 1u) << w.printed();
}

} // namespace

TEST(Dimension, OfItsOwnFile) {
  World w;
  auto form = w.read("n:own");
  ASSERT_TRUE(form) << w.printed();
  EXPECT_EQ(form->id.str(), "n:own");
  EXPECT_EQ(form->level.minY, -64);
  EXPECT_EQ(form->level.height, 384);
  ASSERT_TRUE(form->settingsId);
  EXPECT_EQ(form->settingsId->str(), "n:s");
  EXPECT_TRUE(import::readNoiseSettings(*form->settings, w.d));
  EXPECT_EQ(form->biomes.table.biomes.size(), 1u);
  EXPECT_EQ(w.printed(), "");
  std::string ids;
  for (const pack::Id &id : import::dimensionIds(*w.packs, {"minecraft", "normal"}))
    ids += id.str() + " ";
  EXPECT_EQ(ids, "minecraft:overworld n:own ");
}

TEST(Dimension, OfAWorldPreset) {
  World w;
  auto form = w.read("minecraft:overworld");
  ASSERT_TRUE(form) << w.printed();
  EXPECT_EQ(form->level.minY, 0);
  EXPECT_EQ(form->level.height, 16);
  EXPECT_FALSE(form->settingsId);
  ASSERT_NE(form->settings, nullptr);
  EXPECT_EQ(form->settings->pointer(), "/dimensions/overworld/generator/settings");
  EXPECT_TRUE(import::readNoiseSettings(*form->settings, w.d));
  EXPECT_EQ(w.printed(), "");
}

TEST(Dimension, ThatIsNotThere) {
  {
    World w;
    EXPECT_FALSE(w.read("n:owm"));
    EXPECT_EQ(
        w.printed(),
        "PACK/data/minecraft/worldgen/world_preset/normal.json:1:16: error: no dimension "
        "'n:owm' in PACK or in world preset 'minecraft:normal' [at /dimensions]\n  expected: "
        "a file data/n/dimension/owm.json in one of the packs, or an entry of the preset; did "
        "you mean 'n:own'?\n");
  }
  {
    World w;
    EXPECT_FALSE(w.read("n:overworld", "n:flat"));
    EXPECT_EQ(w.printed(),
              "error: no dimension 'n:overworld' and no world preset 'n:flat' in PACK\n"
              "  expected: a file data/n/dimension/overworld.json or "
              "data/n/worldgen/world_preset/flat.json in one of the packs\n");
  }
  for (auto [text, part] : {std::pair("[]", "a world preset is a list"),
                            std::pair("{}", "missing field 'dimensions' of world preset 'n:p'"),
                            std::pair("{\"dimensions\": 1}", "is a number [at /dimensions]")}) {
    World w;
    w.folder.write("data/n/worldgen/world_preset/p.json", text);
    EXPECT_FALSE(w.read("n:other", "n:p"));
    EXPECT_NE(w.printed().find(part), std::string::npos) << w.printed();
  }
}

TEST(Dimension, ErrorsOfTheForm) {
  expectError("3", "own.json:1:1: error: dimension 'n:own' is a number");
  expectError(R"({"type": "n:t"})", "missing field 'generator' of dimension 'n:own'");
  expectError(R"({"generator": {"type": "noise", "settings": "n:s",
                  "biome_source": {"type": "fixed", "biome": "b"}}})",
              "missing field 'type' of dimension 'n:own'");
  expectError(dimension("true", "\"n:s\""), "is a boolean [at /type]");
  expectError(dimension("\"N\"", "\"n:s\""), "which is no id");
  expectError(dimension("\"m:t\"", "\"n:s\""),
              "no dimension type 'm:t' in PACK [at /type]\n  expected: a file "
              "data/m/dimension_type/t.json in one of the packs; did you mean 'n:t'?");
  expectError(R"({"type": "n:t", "generator": 1})", "'generator' of dimension 'n:own' is a number");
  expectError(R"({"type": "n:t", "generator": {}})", "missing field 'type' of field 'generator'");
  for (const char *kind : {"minecraft:flat", "minecraft:debug", "flat"})
    expectError(
        dimension("\"n:t\"", "\"n:s\"", kind),
        "have no terrain functions to compile [at /generator/type]\n  expected: a generator "
        "of type 'minecraft:noise'");
  expectError(dimension("\"n:t\"", "\"n:s\"", "n:noise"), "unknown generator type 'n:noise'");
  expectError(dimension("\"n:t\"", "\"n:r\""),
              "no noise settings 'n:r' in PACK [at /generator/settings]\n  expected: a file "
              "data/n/worldgen/noise_settings/r.json in one of the packs");
  expectError(dimension("\"n:t\"", "[]"), "'settings' of minecraft:noise is a list");
  expectError(dimension("\"n:t\"", "\"S\""),
              "'settings' of minecraft:noise is 'S', which is no id");
  expectError(R"({"type": "n:t", "generator": {"type": "noise", "settings": "n:s"}})",
              "missing field 'biome_source' of minecraft:noise");
  expectError(R"({"type": "n:t", "generator": {"type": "noise", "settings": "n:s",
                  "biome_source": {"type": "x"}}})",
              "unknown biome source type 'x' [at /generator/biome_source/type]");
}

TEST(Dimension, TypesHaveAVerticalRange) {
  auto errors = [](const std::string &minY, const std::string &height) {
    return test::complaints("{\"min_y\": " + minY + ", \"height\": " + height + "}",
                            [](const json::Value &v, Diagnostics &d) {
                              auto level = import::readDimensionType(v, "type 'x'", d);
                              EXPECT_EQ(level.has_value(), !d.hasErrors());
                            });
  };
  for (auto [minY, height] : {std::pair("-2032", "4064"), std::pair("2016", "16"),
                              std::pair("0", "256"), std::pair("-64", "384")})
    EXPECT_EQ(errors(minY, height), "");
  auto expect = [&](const char *minY, const char *height, const std::string &part) {
    std::string text = errors(minY, height);
    EXPECT_NE(text.find(part), std::string::npos) << text;
    EXPECT_EQ(llvm::StringRef(text).count("error"), 1u) << text;
  };
  expect("-2048", "16", "'min_y' of type 'x' is -2048, out of range [at /min_y]");
  expect("2032", "16", "expected: an integer from -2032 to 2031");
  expect("0", "0",
         "'height' of type 'x' is 0, out of range [at /height]\n  expected: an integer "
         "from 16 to 4064");
  expect("0", "4080", "is 4080, out of range");
  expect("0", "17", "'height' of type 'x' is 17, no multiple of 16 [at /height]");
  expect("-1", "16", "'min_y' of type 'x' is -1, no multiple of 16 [at /min_y]");
  expect("16", "2032", "min_y + height of type 'x' is 2048\n  expected: a sum of at most 2032");
  expect("\"0\"", "16", "is a string");
  EXPECT_EQ(llvm::StringRef(test::complaints("{}",
                                             [](const json::Value &v, Diagnostics &d) {
                                               import::readDimensionType(v, "type 'x'", d);
                                             }))
                .count("missing field"),
            2u);
  EXPECT_EQ(
      test::complaints("[]", [](const json::Value &v,
                                Diagnostics &d) { import::readDimensionType(v, "type 'x'", d); }),
      "f.json:1:1: error: type 'x' is a list\n  expected: an object\n");
}

TEST(Dimension, WarnsWhereItStaysEmpty) {
  auto warning = [](const std::string &type) {
    World w;
    w.folder.write("data/n/dimension/own.json", dimension(type, "\"n:s\""));
    EXPECT_TRUE(w.read("n:own"));
    return w.printed();
  };
  EXPECT_EQ(warning(R"({"min_y": 112, "height": 16})"), "");
  EXPECT_EQ(
      warning(R"({"min_y": 128, "height": 32})"),
      "PACK/data/n/dimension/own.json:1:1: warning: dimension 'n:own' stays empty: its type "
      "covers y 128 to 159, its noise settings y 0 to 127\n  expected: ranges that overlap\n");
  EXPECT_NE(warning(R"({"min_y": -64, "height": 64})").find("covers y -64 to -1"),
            std::string::npos);
}

TEST(Dimension, OfTheGame) {
  std::filesystem::path reference = test::referenceFolder();
  if (!std::filesystem::is_directory(reference / "vanilla/26.3"))
    GTEST_SKIP() << "no reference material (vanilla/26.3); set TERRANE_REFERENCE";
  Diagnostics d;
  auto packs = pack::openStack({(reference / "vanilla/26.3").string()}, d);
  ASSERT_NE(packs, nullptr) << test::printed(d);
  import::BiomeRegistry biomes(*packs);
  struct Row {
    const char *dimension;
    int minY, height;
    std::size_t biomes;
  };
  const Row rows[] = {
      {"overworld", -64, 384, 56}, {"the_nether", 0, 256, 5}, {"the_end", 0, 256, 5}};
  unsigned read = 0;
  for (const char *preset : {"normal", "large_biomes", "amplified"}) {
    EXPECT_EQ(import::dimensionIds(*packs, {"minecraft", preset}).size(), 3u);
    for (const Row &row : rows) {
      auto form =
          import::readDimension({"minecraft", row.dimension}, {"minecraft", preset}, biomes, d);
      ASSERT_TRUE(form) << test::printed(d);
      EXPECT_EQ(form->level.minY, row.minY);
      EXPECT_EQ(form->level.height, row.height);
      EXPECT_EQ(form->biomes.table.biomes.size(), row.biomes);
      EXPECT_TRUE(import::readNoiseSettings(*form->settings, d)) << test::printed(d);
      if (row.dimension == std::string("overworld"))
        EXPECT_EQ(form->settingsId->path, preset == std::string("normal") ? "overworld" : preset);
      ++read;
    }
  }
  EXPECT_EQ(read, 9u);
  EXPECT_EQ(test::printed(d), "");
}
