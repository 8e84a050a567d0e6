//===- noise_settings_test.cpp - `worldgen/noise_settings` (spec 30, 2) ---===//

#include "compiler/import/noise_settings.h"
#include "support.h"

#include <gtest/gtest.h>

using namespace terrane;
using import::NoiseSettings;

namespace {

/// Settings without a fault; tests change a piece of the text.
const std::string good = R"({
  "default_block": "minecraft:stone",
  "default_fluid": {"id": "minecraft:water", "properties": {"level": "0"}},
  "disable_mob_generation": true,
  "legacy_random_source": false,
  "material_rule": "minecraft:overworld",
  "noise": {"min_y": -64, "height": 384},
  "noise_router": {"chunk_surface_level": 0.0, "continents": 1, "depth": "n:d", "erosion": 3,
    "final_density": {"type": "minecraft:beardifier"}, "ridges": 4, "temperature": 5,
    "vegetation": 6},
  "sea_level": 63,
  "spawn_target": [{"a:b": [-1, 0.5], "c": 0}, {}]
})";

std::string with(const std::string &from, const std::string &to) {
  std::string text = good;
  std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

std::string errorsOf(llvm::StringRef text) {
  return test::complaints(text, [&](const json::Value &v, Diagnostics &d) {
    bool read = import::readNoiseSettings(v, d).has_value();
    EXPECT_EQ(read, !d.hasErrors());
  });
}

void expectError(llvm::StringRef text, llvm::StringRef part) {
  std::string errors = errorsOf(text);
  EXPECT_TRUE(llvm::StringRef(errors).contains(part)) << "wanted: " << part.str() << "\ngot:\n"
                                                      << errors;
  EXPECT_EQ(llvm::StringRef(errors).count(": error: "), 1u) << errors;
}

} // namespace

TEST(NoiseSettings, AreDecoded) {
  Diagnostics d;
  auto document = json::Document::parse(good, "f.json", d);
  ASSERT_NE(document, nullptr) << test::printed(d);
  std::optional<NoiseSettings> s = import::readNoiseSettings(document->root(), d);
  ASSERT_TRUE(s) << test::printed(d);
  EXPECT_EQ(s->source, &document->root());
  EXPECT_EQ(s->minY, -64);
  EXPECT_EQ(s->height, 384);
  EXPECT_EQ(s->seaLevel, 63);
  EXPECT_TRUE(s->disableMobGeneration);
  EXPECT_FALSE(s->legacyRandomSource);
  EXPECT_EQ(s->defaultBlock.block.str(), "minecraft:stone");
  EXPECT_EQ(s->defaultFluid.block.str(), "minecraft:water");
  ASSERT_NE(s->defaultFluid.properties, nullptr);
  EXPECT_EQ(s->function(import::RouterEntry::Temperature).text(), "5");
  EXPECT_EQ(s->function(import::RouterEntry::Depth).text(), "n:d");
  for (unsigned i = 0; i < import::numRouterEntries; ++i)
    EXPECT_EQ(s->router[i]->pointer(),
              "/noise_router/" + import::name(static_cast<import::RouterEntry>(i)).str());
  EXPECT_FALSE(s->aquifers);
  EXPECT_EQ(s->materialRule->text(), "minecraft:overworld");
  EXPECT_TRUE(s->debugFunctions.empty());
  ASSERT_EQ(s->spawnTarget.size(), 2u);
  ASSERT_EQ(s->spawnTarget[0].size(), 2u);
  EXPECT_EQ(s->spawnTarget[0][0].function.str(), "a:b");
  EXPECT_EQ(s->spawnTarget[0][0].interval.min, -1.0f);
  EXPECT_EQ(s->spawnTarget[0][0].interval.max, 0.5f);
  EXPECT_EQ(s->spawnTarget[0][1].function.str(), "minecraft:c");
  EXPECT_TRUE(s->spawnTarget[1].empty());
}

TEST(NoiseSettings, OptionalPartsAreStrict) {
  const std::string aquifers = R"("aquifers": {"barrier": 0, "exclusion": 1,
    "fluid_level_floodedness": 2, "fluid_level_spread": 3, "lava": 4, "surface_level": "x"},)";
  Diagnostics d;
  auto document = json::Document::parse(
      with("{", "{" + aquifers + R"("debug_functions": [{"label": "N", "function": "q"}],)"), "f",
      d);
  ASSERT_NE(document, nullptr) << test::printed(d);
  std::optional<NoiseSettings> s = import::readNoiseSettings(document->root(), d);
  ASSERT_TRUE(s) << test::printed(d);
  ASSERT_TRUE(s->aquifers);
  for (unsigned i = 0; i < import::numAquiferEntries; ++i)
    EXPECT_EQ((*s->aquifers)[i]->pointer(),
              "/aquifers/" + import::name(static_cast<import::AquiferEntry>(i)).str());
  ASSERT_EQ(s->debugFunctions.size(), 1u);
  EXPECT_EQ(s->debugFunctions[0].label, "N");
  EXPECT_EQ(s->debugFunctions[0].function->text(), "q");

  EXPECT_EQ(errorsOf(with("{", "{\"aquifers\": null, \"debug_functions\": null,")), "");
  expectError(with("{", "{\"aquifers\": true,"), "field 'aquifers' of noise settings is a boolean");
  EXPECT_EQ(llvm::StringRef(errorsOf(with("{", "{\"aquifers\": {},"))).count("missing field"), 6u);
  expectError(with("{", "{\"debug_functions\": {},"), "is an object [at /debug_functions]");
  expectError(with("{", "{\"debug_functions\": [{\"label\": \"x\"}],"),
              "missing field 'function' of element 0 of field 'debug_functions'");
  expectError(with("{", "{\"debug_functions\": [{\"function\": 1}],"), "missing field 'label'");
  expectError(with("{", "{\"debug_functions\": [{\"function\": 1, \"label\": 2}],"),
              "is a number [at /debug_functions/0/label]");
}

TEST(NoiseSettings, VerticalRange) {
  auto range = [](const std::string &minY, const std::string &height) {
    return with("{\"min_y\": -64, \"height\": 384}",
                "{\"min_y\": " + minY + ", \"height\": " + height + "}");
  };
  EXPECT_EQ(errorsOf(range("-2032", "4064")), "");
  EXPECT_EQ(errorsOf(range("0", "0")), "");
  EXPECT_EQ(errorsOf(range("2016", "16")), "");
  expectError(range("-2033", "16"), "'min_y' of 'noise' is -2033, out of range "
                                    "[at /noise/min_y]\n  expected: an integer from -2032 to 2031");
  expectError(range("0", "4065"), "expected: an integer from 0 to 4064");
  expectError(range("0", "-1"), "'height' of 'noise' is -1, out of range");
  expectError(range("16", "2017"), "min_y + height cannot be higher than: 2032 [at /noise]\n  "
                                   "expected: a sum of at most 2032; it is 2033");
  expectError(range("1", "17"),
              "height has to be a multiple of 16 [at /noise/height]\n  expected: 16 or 32");
  expectError(range("-1", "16"),
              "min_y has to be a multiple of 16 [at /noise/min_y]\n  expected: -16 or 0");
  expectError(with("\"min_y\": -64, ", ""), "missing field 'min_y' of 'noise'");
  expectError(with("{\"min_y\": -64, \"height\": 384}", "1"), "is a number [at /noise]");
}

TEST(NoiseSettings, ErrorsNameTheKey) {
  expectError("[]", "noise settings are a list");
  expectError(with("\"sea_level\": 63,", ""), "missing field 'sea_level' of noise settings");
  expectError(with("\"sea_level\": 63", "\"sea_level\": \"63\""), "is a string [at /sea_level]");
  expectError(with("\"legacy_random_source\": false", "\"legacy_random_source\": 0"),
              "is a number [at /legacy_random_source]\n  expected: true or false");
  expectError(with("\"disable_mob_generation\": true,", ""), "'disable_mob_generation'");
  expectError(with("\"ridges\": 4, ", ""), "missing field 'ridges' of 'noise_router'");
  expectError(with("\"ridges\": 4", "\"ridges\": false"),
              "field 'ridges' of 'noise_router' is a boolean [at /noise_router/ridges]\n"
              "  expected: a number, an id string or an object");
  expectError(with("\"minecraft:overworld\"", "7"),
              "'material_rule' of noise settings is a number");
  expectError(with("\"minecraft:overworld\"", "\"Over World\""), "which is no id");
  expectError(with("\"minecraft:stone\"", "\"minecraft:Stone\""), "which is no id");
}

TEST(NoiseSettings, SpawnTargets) {
  expectError(with("\"a:b\": [-1, 0.5]", "\"a:b\": [-1, 2.5]"), "the upper end of the interval of "
                                                                "'a:b' is 2.5, out of range");
  expectError(with("\"a:b\": [-1, 0.5]", "\"A\": 0"), "the key 'A' of a spawn target is no id");
  expectError(with("\"a:b\": [-1, 0.5]", "\"minecraft:c\": 1"),
              "the function 'minecraft:c' stands twice in one spawn target");
  expectError(with("[{\"a:b\": [-1, 0.5], \"c\": 0}, {}]", "{}"),
              "is an object [at /spawn_target]");
  expectError(with("{}]", "3]"), "element 1 of field 'spawn_target' of noise settings is a number");
  EXPECT_EQ(errorsOf(with("\"a:b\": [-1, 0.5]", "\"a:b\": null")), "");
}

TEST(NoiseSettings, OlderFilesAreNamed) {
  expectError(with("\"material_rule\": \"minecraft:overworld\"", "\"surface_rule\": {}"),
              "missing field 'material_rule' of noise settings\n  expected: a field "
              "'material_rule', which took the place of 'surface_rule' in 26.3: these settings are "
              "of an older version");
  expectError(with("\"chunk_surface_level\"", "\"preliminary_surface_level\""),
              "which took the place of 'preliminary_surface_level' in 26.3");
  expectError(with("\"minecraft:stone\"", "{\"Name\": \"minecraft:stone\"}"),
              "has the form of versions before 26.3");
  EXPECT_EQ(errorsOf(with("{", "{\"aquifers_enabled\": true, \"ore_veins_enabled\": 7, "
                               "\"surface_rule\": null,")),
            "")
      << "keys that nobody reads";
}

/// Reads all noise settings of a pack; returns how many there were.
static unsigned readAll(const std::string &path) {
  Diagnostics d;
  auto stack = pack::openStack({path}, d);
  if (!stack)
    ADD_FAILURE() << test::printed(d);
  unsigned read = 0;
  for (const pack::Id &id : stack ? stack->ids("noise_settings") : std::vector<pack::Id>()) {
    bool found = false;
    const json::Document *document = stack->load("noise_settings", id, d, found);
    EXPECT_TRUE(document && import::readNoiseSettings(document->root(), d)) << test::printed(d);
    ++read;
  }
  return read;
}

TEST(NoiseSettings, OfTheProbePack) {
  EXPECT_EQ(readAll(TERRANE_SOURCE_DIR "/test/packs/probe"), 2u);
}

TEST(NoiseSettings, OfThePinPack) {
  std::filesystem::path pins = test::referenceFolder() / "probes/pins/pack";
  if (!std::filesystem::is_directory(pins))
    GTEST_SKIP() << "no reference material (probes/pins); set TERRANE_REFERENCE";
  EXPECT_EQ(readAll(pins.string()), 15u);
}

TEST(NoiseSettings, OfTheGame) {
  std::filesystem::path reference = test::referenceFolder();
  if (!std::filesystem::is_directory(reference / "vanilla/26.3"))
    GTEST_SKIP() << "no reference material (vanilla/26.3); set TERRANE_REFERENCE";
  Diagnostics d;
  auto stack = pack::openStack({(reference / "vanilla/26.3").string()}, d);
  ASSERT_NE(stack, nullptr) << test::printed(d);
  // Spec 30, 2.5.
  struct Row {
    const char *id;
    int minY, height;
    const char *block, *fluid;
    int seaLevel;
    bool aquifers, legacy;
  };
  const Row rows[] = {{"overworld", -64, 384, "stone", "water", 63, true, false},
                      {"large_biomes", -64, 384, "stone", "water", 63, true, false},
                      {"amplified", -64, 384, "stone", "water", 63, true, false},
                      {"nether", 0, 128, "netherrack", "lava", 32, false, true},
                      {"end", 0, 128, "end_stone", "air", 0, false, true},
                      {"caves", -64, 192, "stone", "water", 32, false, true},
                      {"floating_islands", 0, 256, "stone", "water", -64, false, true}};
  EXPECT_EQ(stack->ids("noise_settings").size(), 7u);
  for (const Row &row : rows) {
    bool found = false;
    const json::Document *document = stack->load("noise_settings", {"minecraft", row.id}, d, found);
    ASSERT_NE(document, nullptr) << row.id;
    std::optional<NoiseSettings> s = import::readNoiseSettings(document->root(), d);
    ASSERT_TRUE(s) << test::printed(d);
    EXPECT_EQ(s->minY, row.minY) << row.id;
    EXPECT_EQ(s->height, row.height) << row.id;
    EXPECT_EQ(s->defaultBlock.block.path, row.block) << row.id;
    EXPECT_EQ(s->defaultFluid.block.path, row.fluid) << row.id;
    EXPECT_EQ(s->seaLevel, row.seaLevel) << row.id;
    EXPECT_EQ(s->aquifers.has_value(), row.aquifers) << row.id;
    EXPECT_EQ(s->legacyRandomSource, row.legacy) << row.id;
  }
}

TEST(NoiseSettings, OfTheVersionBeforeAreRefused) {
  std::filesystem::path reference = test::referenceFolder();
  if (!std::filesystem::is_directory(reference / "vanilla/26.2"))
    GTEST_SKIP() << "no reference material (vanilla/26.2); set TERRANE_REFERENCE";
  Diagnostics d;
  auto stack = pack::openStack({(reference / "vanilla/26.2").string()}, d);
  ASSERT_NE(stack, nullptr) << test::printed(d);
  unsigned refused = 0;
  for (const pack::Id &id : stack->ids("noise_settings")) {
    bool found = false;
    const json::Document *document = stack->load("noise_settings", id, d, found);
    ASSERT_NE(document, nullptr) << test::printed(d);
    Diagnostics complaint;
    EXPECT_FALSE(import::readNoiseSettings(document->root(), complaint));
    std::string text = test::printed(complaint);
    EXPECT_NE(text.find("took the place of 'surface_rule'"), std::string::npos) << text;
    EXPECT_NE(text.find("took the place of 'preliminary_surface_level'"), std::string::npos);
    EXPECT_NE(text.find("has the form of versions before 26.3"), std::string::npos);
    ++refused;
  }
  EXPECT_EQ(refused, 7u);
}
