//===- biome_test.cpp - `worldgen/biome` files (spec 40, 10) --------------===//

#include "compiler/import/biome.h"
#include "support.h"

#include <gtest/gtest.h>

using namespace terrane;

namespace {

std::string errorsOf(llvm::StringRef text) {
  return test::complaints(text, [](const json::Value &v, Diagnostics &d) {
    EXPECT_EQ(import::readBiome(v, "n:b", d).has_value(), !d.hasErrors());
  });
}

} // namespace

TEST(Biome, IsDecoded) {
  Diagnostics d;
  auto document = json::Document::parse(
      R"({"has_precipitation": true, "temperature": -0.1, "downfall": 0.4, "carvers": ["n:c"],
          "temperature_modifier": "frozen", "effects": 7})",
      "f.json", d);
  auto biome = import::readBiome(document->root(), "n:b", d);
  ASSERT_TRUE(biome) << test::printed(d);
  EXPECT_EQ(biome->biome.id, "n:b");
  EXPECT_EQ(biome->biome.temperature, -0.1f);
  EXPECT_TRUE(biome->biome.frozen);
  EXPECT_EQ(biome->source, &document->root());
  ASSERT_NE(biome->carvers, nullptr);
  EXPECT_EQ(biome->carvers->pointer(), "/carvers");

  document = json::Document::parse(
      R"({"has_precipitation": false, "temperature": 2, "downfall": 0})", "f.json", d);
  biome = import::readBiome(document->root(), "", d);
  ASSERT_TRUE(biome) << test::printed(d);
  EXPECT_EQ(biome->biome.id, "");
  EXPECT_FALSE(biome->biome.frozen);
  EXPECT_EQ(biome->carvers, nullptr);
  EXPECT_EQ(errorsOf(R"({"has_precipitation": false, "temperature": 2, "downfall": 0,
                        "temperature_modifier": "none"})"),
            "");
}

TEST(Biome, ErrorsNameTheField) {
  EXPECT_EQ(errorsOf("[]"), "f.json:1:1: error: biome 'n:b' is a list\n  expected: an object\n");
  std::string all = errorsOf("{}");
  for (const char *key : {"has_precipitation", "temperature", "downfall"})
    EXPECT_NE(all.find(std::string("missing field '") + key + "' of biome 'n:b'"),
              std::string::npos)
        << all;
  EXPECT_EQ(llvm::StringRef(all).count("error"), 3u);
  EXPECT_EQ(
      errorsOf(R"({"has_precipitation": 1, "temperature": "x", "downfall": true,
 "temperature_modifier": "frozn"})"),
      "f.json:1:23: error: field 'has_precipitation' of biome 'n:b' is a number [at "
      "/has_precipitation]\n  expected: true or false\n"
      "f.json:1:41: error: field 'temperature' of biome 'n:b' is a string [at /temperature]\n"
      "  expected: a number\n"
      "f.json:1:58: error: field 'downfall' of biome 'n:b' is a boolean [at /downfall]\n"
      "  expected: a number\n"
      "f.json:2:26: error: field 'temperature_modifier' of biome 'n:b' is 'frozn' [at "
      "/temperature_modifier]\n  expected: one of 'none', 'frozen'; did you mean 'frozen'?\n");
}

TEST(BiomeRegistry, FindsBiomesAndTags) {
  test::TemporaryFolder folder;
  const std::string good = R"({"has_precipitation": true, "temperature": 1, "downfall": 0})";
  folder.write("data/n/worldgen/biome/sub/plains.json", good);
  folder.write("data/n/worldgen/biome/bad.json", "{}");
  folder.write("data/n/tags/worldgen/biome/t.json", R"({"values": ["n:sub/plains"]})");
  folder.write("data/n/tags/worldgen/biome/u.json", R"({"values": ["n:sub/plain"]})");
  Diagnostics d;
  auto packs = pack::openStack({folder.path}, d);
  import::BiomeRegistry biomes(*packs);
  const import::BiomeForm *plains = biomes.find({"n", "sub/plains"}, {}, d);
  ASSERT_NE(plains, nullptr) << test::printed(d);
  EXPECT_EQ(plains->biome.id, "n:sub/plains");
  EXPECT_EQ(biomes.find({"n", "sub/plains"}, {}, d), plains);
  const import::TagRegistry::Tag *tag = biomes.tags().find({"n", "t"}, {}, d);
  ASSERT_NE(tag, nullptr) << test::printed(d);
  EXPECT_TRUE(tag->ids.contains("n:sub/plains"));
  EXPECT_EQ(test::printed(d), "");

  EXPECT_EQ(biomes.find({"m", "sub/plains"}, {"f.json", 3, 4, "/x"}, d), nullptr);
  EXPECT_EQ(test::printed(d), "f.json:3:4: error: no biome 'm:sub/plains' in " + folder.path +
                                  " [at /x]\n  expected: a file "
                                  "data/m/worldgen/biome/sub/plains.json in one of the packs; did "
                                  "you mean 'n:sub/plains'?\n");
  EXPECT_EQ(biomes.find({"n", "bad"}, {}, d), nullptr);
  EXPECT_EQ(d.errorCount(), 4u);
  EXPECT_EQ(biomes.tags().find({"n", "u"}, {}, d), nullptr);
  EXPECT_NE(test::printed(d).find("the tag holds the unknown biome 'n:sub/plain' [at /values/0]"),
            std::string::npos);
}

TEST(BiomeRegistry, ReadsTheBiomesOfTheGame) {
  std::filesystem::path reference = test::referenceFolder();
  if (!std::filesystem::is_directory(reference / "vanilla/26.3"))
    GTEST_SKIP() << "no reference material (vanilla/26.3); set TERRANE_REFERENCE";
  Diagnostics d;
  auto packs = pack::openStack({(reference / "vanilla/26.3").string()}, d);
  ASSERT_NE(packs, nullptr) << test::printed(d);
  import::BiomeRegistry biomes(*packs);
  unsigned read = 0, frozen = 0;
  for (const pack::Id &id : packs->ids("biome")) {
    const import::BiomeForm *biome = biomes.find(id, {}, d);
    ASSERT_NE(biome, nullptr) << test::printed(d);
    frozen += biome->biome.frozen;
    ++read;
  }
  EXPECT_EQ(read, 67u);
  EXPECT_EQ(frozen, 2u) << "frozen_ocean and deep_frozen_ocean";
}
