//===- biome_source_test.cpp - Biome sources (spec 50, 1, 2, 7 and 10) ----===//

#include "compiler/import/biome_source.h"
#include "support.h"

#include <gtest/gtest.h>

using namespace terrane;
using import::BiomeSourceForm;

namespace {

const std::string biome = R"({"has_precipitation": true, "temperature": 1, "downfall": 0})";

/// An entry with one interval and an offset of choice.
std::string entry(const std::string &id, const std::string &temperature = "0",
                  const std::string &offset = "0") {
  return R"({"biome": ")" + id + R"(", "parameters": {"temperature": )" + temperature +
         R"(, "humidity": [-1, 1], "continentalness": {"min": -0.78, "max": 0.93333334},)" +
         R"("erosion": 0.00001, "depth": 0.7666667, "weirdness": -0.0, "offset": )" + offset + "}}";
}

/// A pack with the biomes n:a, n:b, n:c and two parameter lists.
struct World {
  World() {
    for (const char *name : {"a", "b", "c"})
      write(std::string("data/n/worldgen/biome/") + name + ".json", biome);
    const std::string lists = "data/n/worldgen/multi_noise_biome_source_parameter_list/";
    write(lists + "list.json", R"({"preset": "nether"})");
    write(lists + "other.json", R"({"preset": "minecraft:overworld"})");
    write("reports/biome_parameters/minecraft/nether.json",
          "{\"biomes\": [" + entry("n:c") + "," + entry("n:a") + "," + entry("n:c") + "]}");
  }
  void write(const std::string &path, const std::string &content) const {
    folder.write(path, content);
  }
  std::optional<BiomeSourceForm> read(const std::string &text) {
    packs = pack::openStack({folder.path}, d);
    biomes = std::make_unique<import::BiomeRegistry>(*packs);
    document = json::Document::parse(text, "f.json", d);
    if (!document)
      return std::nullopt;
    auto result = import::readBiomeSource(document->root(), *biomes, d);
    EXPECT_EQ(result.has_value(), !d.hasErrors()) << test::printed(d);
    if (result) {
      EXPECT_EQ(result->biomeSources.size(), result->table.biomes.size());
      EXPECT_EQ(result->carvers.size(), result->table.biomes.size());
    }
    return result;
  }

  test::TemporaryFolder folder;
  Diagnostics d;
  std::unique_ptr<pack::Stack> packs;
  std::unique_ptr<import::BiomeRegistry> biomes;
  std::unique_ptr<json::Document> document;
};

std::string tableOf(const BiomeSourceForm &form) {
  std::string text;
  for (const rt::Biome &one : form.table.biomes)
    text += (text.empty() ? "" : " ") + (one.id.empty() ? "(inline)" : one.id);
  return text;
}

std::string errorsOf(const std::string &text) {
  World w;
  w.read(text);
  std::string printed = test::printed(w.d);
  for (std::size_t at; (at = printed.find(w.folder.path)) != std::string::npos;)
    printed.replace(at, w.folder.path.size(), "PACK");
  return printed;
}

void expectError(const std::string &text, const std::string &part) {
  std::string errors = errorsOf(text);
  EXPECT_NE(errors.find(part), std::string::npos) << "wanted: " << part << "\ngot:\n" << errors;
  EXPECT_EQ(llvm::StringRef(errors).count(": error: "), 1u) << errors;
}

std::string multi(const std::string &entries) {
  return R"({"type": "multi_noise", "biomes": [)" + entries + "]}";
}

} // namespace

TEST(BiomeSource, Fixed) {
  World w;
  auto form = w.read(R"({"type": "fixed", "biome": "n:b", "extra": 1})");
  ASSERT_TRUE(form) << test::printed(w.d);
  EXPECT_EQ(std::get<rt::FixedSource>(form->kind).biome, 0);
  EXPECT_EQ(tableOf(*form), "n:b");
  World inlined;
  form = inlined.read(R"({"type": "minecraft:fixed", "biome": )" + biome + "}");
  ASSERT_TRUE(form) << test::printed(inlined.d);
  EXPECT_EQ(tableOf(*form), "(inline)");
  EXPECT_EQ(form->biomeSources[0]->pointer(), "/biome");
}

TEST(BiomeSource, Checkerboard) {
  auto board = [](const std::string &biomes, const std::string &scale, const std::string &table,
                  const std::vector<rt::BiomeId> &ids, int expectedScale) {
    World w;
    w.write("data/n/tags/worldgen/biome/t.json", R"({"values": ["n:c", "n:a", "n:c"]})");
    auto form = w.read(R"({"type": "checkerboard", "biomes": )" + biomes + scale + "}");
    ASSERT_TRUE(form) << test::printed(w.d);
    const auto &source = std::get<rt::CheckerboardSource>(form->kind);
    EXPECT_EQ(tableOf(*form), table);
    EXPECT_EQ(source.biomes, ids);
    EXPECT_EQ(source.scale, expectedScale);
    EXPECT_EQ(test::printed(w.d), "");
  };
  board(R"(["n:b", "n:a", "n:b"])", "", "n:b n:a", {0, 1, 0}, 2);
  board(R"("n:c")", ", \"scale\": 0", "n:c", {0}, 0);
  board(R"("#n:t")", ", \"scale\": 62", "n:c n:a", {0, 1}, 62);
  board("[" + biome + ", \"n:a\", " + biome + "]", "", "(inline) n:a (inline)", {0, 1, 2}, 2);
  board(biome, "", "(inline)", {0}, 2);

  auto with = [](const std::string &biomes) {
    return R"({"type": "checkerboard", "biomes": )" + biomes + "}";
  };
  expectError(R"({"type": "checkerboard"})", "missing field 'biomes' of minecraft:checkerboard");
  expectError(R"({"type": "checkerboard", "biomes": "n:a", "scale": 63})",
              "'scale' of minecraft:checkerboard is 63, out of range [at /scale]\n  expected: an "
              "integer from 0 to 62");
  expectError(R"({"type": "checkerboard", "biomes": "n:a", "scale": -1})", "is -1, out of range");
  expectError(R"({"type": "checkerboard", "biomes": "n:a", "scale": "2"})", "is a string");
  expectError(with("[]"), "field 'biomes' of minecraft:checkerboard holds no biome");
  expectError(with("[\"#n:t\"]"), "element 0 of field 'biomes' of minecraft:checkerboard is the "
                                  "tag '#n:t' [at /biomes/0]\n  expected: the id of a biome");
  expectError(with("\"#n:none\""), "no biome tag '#n:none' in PACK [at /biomes]");
  expectError(with("\"#N\""), "is '#N', which is no tag");
  expectError(with("7"), "is a number [at /biomes]\n  expected: the id of a biome or a biome");
  expectError(with("[\"n:d\"]"), "no biome 'n:d' in PACK [at /biomes/0]");
}

TEST(BiomeSource, TheEnd) {
  World w;
  for (const char *name :
       {"the_end", "end_highlands", "end_midlands", "small_end_islands", "end_barrens"})
    w.write(std::string("data/minecraft/worldgen/biome/") + name + ".json", biome);
  auto form = w.read(R"({"type": "the_end"})");
  ASSERT_TRUE(form) << test::printed(w.d);
  EXPECT_EQ(tableOf(*form), "minecraft:the_end minecraft:end_highlands minecraft:end_midlands "
                            "minecraft:small_end_islands minecraft:end_barrens");
  for (int i = 0; i < 5; ++i)
    EXPECT_EQ(std::get<rt::TheEndSource>(form->kind).biomes[i], i);
  std::string errors = errorsOf(R"({"type": "minecraft:the_end"})");
  EXPECT_EQ(llvm::StringRef(errors).count(": error: no biome 'minecraft:"), 5u) << errors;
}

TEST(BiomeSource, MultiNoiseQuantises) {
  World w;
  auto form = w.read(multi(entry("n:b", "[-2, 2]") + "," + entry("n:a", "-0.78", "1") + "," +
                           entry("n:b", "[-0.0, 0.0]", "0.375")));
  ASSERT_TRUE(form) << test::printed(w.d);
  EXPECT_EQ(tableOf(*form), "n:b n:a");
  const auto &entries = std::get<import::MultiNoiseEntries>(form->kind).entries;
  ASSERT_EQ(entries.size(), 3u);
  EXPECT_EQ(entries[0].value, 0);
  EXPECT_EQ(entries[1].value, 1);
  EXPECT_EQ(entries[2].value, 0);
  // Spec 50, section 2: truncation after one f32 product.
  const rt::i64 lo[7] = {-20000, -10000, -7799, 0, 7666, 0, 0};
  const rt::i64 hi[7] = {20000, 10000, 9333, 0, 7666, 0, 0};
  for (int i = 0; i < 7; ++i) {
    EXPECT_EQ(entries[0].box.lo[i], lo[i]) << i;
    EXPECT_EQ(entries[0].box.hi[i], hi[i]) << i;
  }
  EXPECT_EQ(entries[1].box.lo[0], -7799);
  EXPECT_EQ(entries[1].box.hi[0], -7799);
  EXPECT_EQ(entries[1].box.lo[6], 10000);
  EXPECT_EQ(entries[1].box.hi[6], 10000);
  EXPECT_EQ(entries[2].box.lo[6], 3750);

  rt::BiomeSource built = import::buildBiomeSource(*form);
  EXPECT_EQ(built.table.biomes.size(), 2u);
  const auto &tree = std::get<rt::MultiNoiseSource>(built.kind).tree;
  ASSERT_EQ(tree->numLeaves(), 3);
  EXPECT_EQ(tree->value(1), 1);
  EXPECT_EQ(tree->find({{20000, 0, 0, 0, 7666, 0}}, rt::SearchTree::none), 0);
}

TEST(BiomeSource, EntryErrors) {
  expectError(multi(""), "'biomes' of minecraft:multi_noise: List must have contents [at /biomes]");
  expectError(R"({"type": "multi_noise", "biomes": 1})", "is a number [at /biomes]");
  expectError(multi("7"), "element 0 of field 'biomes' of minecraft:multi_noise is a number");
  expectError(multi(R"({"biome": "n:a"})"), "missing field 'parameters' of element 0");
  expectError(multi(R"({"biome": "n:a", "parameters": []})"),
              "is a list [at /biomes/0/parameters]");
  EXPECT_EQ(llvm::StringRef(errorsOf(multi(R"({"biome": "n:a", "parameters": {}})")))
                .count(": error: missing field '"),
            7u);
  expectError(multi(R"({"parameters")" + entry("n:a").substr(entry("n:a").find("\": {") + 1)),
              "missing field 'biome' of element 0");
  expectError(multi(entry("n:d")), "no biome 'n:d' in PACK [at /biomes/0/biome]");
  expectError(multi(entry("n:d") + "," + entry("n:d")), "no biome 'n:d'");
  expectError(multi(entry("n:a", "2.5")), "'temperature' of 'parameters' is 2.5, out of range");
  expectError(multi(entry("n:a", "[0.0, -0.0]")), "has its lower end above its upper end");
  expectError(multi(entry("n:a", "[1]")), "is a list of 1 elements");
  for (const char *offset : {"-0.0", "1.0001", "-0.5", "1e300"})
    expectError(multi(entry("n:a", "0", offset)),
                std::string("field 'offset' of 'parameters' is ") + offset +
                    ", out of range [at /biomes/0/parameters/offset]\n  expected: a number from 0 "
                    "to 1, not -0.0");
  expectError(multi(entry("n:a", "0", "\"0\"")), "is a string");
}

TEST(BiomeSource, Presets) {
  for (const char *preset : {"\"n:list\"", "{\"preset\": \"minecraft:nether\"}"}) {
    World w;
    auto form = w.read(std::string(R"({"type": "multi_noise", "preset": )") + preset + "}");
    ASSERT_TRUE(form) << test::printed(w.d);
    EXPECT_EQ(tableOf(*form), "n:c n:a");
    EXPECT_EQ(std::get<import::MultiNoiseEntries>(form->kind).entries.size(), 3u);
  }
  auto with = [](const std::string &preset) {
    return R"({"type": "multi_noise", "preset": )" + preset + "}";
  };
  EXPECT_EQ(errorsOf(with("\"n:other\"")),
            "PACK/data/n/worldgen/multi_noise_biome_source_parameter_list/other.json:1:12: error: "
            "the entries of preset 'minecraft:overworld' are in no pack: no file "
            "reports/biome_parameters/minecraft/overworld.json in PACK [at /preset]\n  expected: "
            "the game's report in one of the packs; java "
            "-DbundlerMainClass=net.minecraft.data.Main -jar server.jar --reports writes it to "
            "generated/reports/biome_parameters/minecraft/overworld.json\n");
  expectError(
      with("\"n:lisd\""),
      "f.json:1:35: error: no parameter list 'n:lisd' in PACK [at /preset]\n  expected: a "
      "file data/n/worldgen/multi_noise_biome_source_parameter_list/lisd.json in one of the "
      "packs; did you mean 'n:list'?");
  expectError(with("\"N\""), "'preset' of minecraft:multi_noise is 'N', which is no id");
  expectError(with("3"), "is a number [at /preset]\n  expected: the id of a parameter list, or");
  expectError(with("{}"), "missing field 'preset' of field 'preset' of minecraft:multi_noise");
  expectError(with("{\"preset\": 1}"), "is a number [at /preset/preset]");
  expectError(with("{\"preset\": \"end\"}"), "error: Unknown preset: minecraft:end");
  expectError(with("{\"preset\": \"n:nether\"}"), "error: Unknown preset: n:nether");
  World w;
  w.write("reports/biome_parameters/minecraft/nether.json",
          "{\"biomes\": [" + entry("n:gone") + "]}");
  EXPECT_FALSE(w.read(with("\"n:list\"")));
  EXPECT_NE(test::printed(w.d).find("nether.json:1:23: error: no biome 'n:gone' in "),
            std::string::npos)
      << test::printed(w.d);
  World empty;
  empty.write("reports/biome_parameters/minecraft/nether.json", "[]");
  EXPECT_FALSE(empty.read(with("\"n:list\"")));
  EXPECT_NE(test::printed(empty.d).find("a parameter report is a list"), std::string::npos);
}

TEST(BiomeSource, MultiNoiseDecidesByTrial) {
  auto both = [](const std::string &biomes, const std::string &preset) {
    return R"({"type": "multi_noise", "biomes": )" + biomes + R"(, "preset": )" + preset + "}";
  };
  {
    World w; // valid biomes: the preset is not looked at
    auto form = w.read(both("[" + entry("n:b") + "]", "7"));
    ASSERT_TRUE(form) << test::printed(w.d);
    EXPECT_EQ(tableOf(*form), "n:b");
    EXPECT_EQ(test::printed(w.d), "");
  }
  for (const std::string &biomes :
       {std::string("[]"), std::string("3"), "[" + entry("n:gone") + "]",
        "[" + entry("n:b") + "," + entry("n:b", "0", "-0.0") + "]"}) {
    World w; // invalid biomes: the preset is taken, and nothing of the list is left
    auto form = w.read(both(biomes, "\"n:list\""));
    ASSERT_TRUE(form) << test::printed(w.d);
    EXPECT_EQ(tableOf(*form), "n:c n:a");
    std::string text = test::printed(w.d);
    EXPECT_EQ(text.find("f.json:1:35: warning: field 'biomes' of minecraft:multi_noise is invalid "
                        "and not used [at /biomes]\n"),
              0u)
        << text;
    EXPECT_EQ(llvm::StringRef(text).count(": note: "), 1u) << text;
  }
  std::string errors = errorsOf(both("[]", "\"n:gone\""));
  EXPECT_NE(errors.find("List must have contents"), std::string::npos) << errors;
  EXPECT_NE(errors.find("no parameter list 'n:gone'"), std::string::npos) << errors;
  expectError(R"({"type": "multi_noise", "biomes": null})", "has neither 'biomes' nor 'preset'");
  World w; // a malformed biome fails the pack whatever is tried
  w.write("data/n/worldgen/biome/bad.json", "[]");
  EXPECT_FALSE(w.read(both("[" + entry("n:bad") + "]", "\"n:list\"")));
}

TEST(BiomeSource, TypeErrors) {
  expectError("[]", "f.json:1:1: error: a biome source is a list\n  expected: an object");
  expectError("{}", "missing field 'type' of a biome source");
  expectError(R"({"type": 3})", "field 'type' of a biome source is a number");
  expectError(R"({"type": "multinoise"})",
              "unknown biome source type 'multinoise' [at /type]\n  expected: 'minecraft:fixed', "
              "'minecraft:checkerboard', 'minecraft:multi_noise' or 'minecraft:the_end'; did you "
              "mean 'minecraft:multi_noise'?");
  expectError(R"({"type": "n:fixed"})", "unknown biome source type 'n:fixed'");
  expectError(R"({"type": "fixed"})", "missing field 'biome' of minecraft:fixed");
  expectError(R"({"type": "fixed", "biome": "n:d"})", "no biome 'n:d' in PACK [at /biome]");
  expectError(R"({"type": "fixed", "biome": "N"})", "is 'N', which is no id");
  expectError(R"({"type": "fixed", "biome": ["n:a"]})", "is a list [at /biome]");
  expectError(R"({"type": "fixed", "biome": "#n:t"})", "is the tag '#n:t'");
  EXPECT_NE(errorsOf(R"({"type": "fixed", "biome": {}})").find("of the inline biome"),
            std::string::npos);
}

TEST(BiomeSource, PresetsOfTheGame) {
  std::filesystem::path reference = test::referenceFolder();
  if (!std::filesystem::is_directory(reference / "vanilla/26.3"))
    GTEST_SKIP() << "no reference material (vanilla/26.3); set TERRANE_REFERENCE";
  Diagnostics d;
  auto packs = pack::openStack({(reference / "vanilla/26.3").string()}, d);
  ASSERT_NE(packs, nullptr) << test::printed(d);
  import::BiomeRegistry biomes(*packs);
  struct Row {
    const char *preset;
    std::size_t entries, biomes;
  };
  const Row rows[] = {{"overworld", 7594, 56}, {"nether", 5, 5}};
  for (const Row &row : rows) {
    auto document = json::Document::parse(
        std::string(R"({"type": "multi_noise", "preset": ")") + row.preset + "\"}", "f.json", d);
    auto form = import::readBiomeSource(document->root(), biomes, d);
    ASSERT_TRUE(form) << test::printed(d);
    const auto &entries = std::get<import::MultiNoiseEntries>(form->kind).entries;
    EXPECT_EQ(entries.size(), row.entries);
    EXPECT_EQ(form->table.biomes.size(), row.biomes);
    for (const rt::SearchTree::Entry &one : entries) {
      ASSERT_LT(static_cast<std::size_t>(one.value), row.biomes);
      for (int i = 0; i < 7; ++i)
        ASSERT_LE(one.box.lo[i], one.box.hi[i]);
    }
  }
  // Spec 50, section 10: the one sulfur_caves box.
  auto document =
      json::Document::parse(R"({"type": "multi_noise", "preset": "overworld"})", "f.json", d);
  auto form = import::readBiomeSource(document->root(), biomes, d);
  ASSERT_TRUE(form) << test::printed(d);
  unsigned found = 0;
  for (const auto &one : std::get<import::MultiNoiseEntries>(form->kind).entries) {
    if (form->table.biomes[one.value].id != "minecraft:sulfur_caves")
      continue;
    ++found;
    const rt::i64 lo[7] = {-10000, -10000, -1900, 4500, 2000, -11000, 0};
    const rt::i64 hi[7] = {10000, 10000, 5500, 10000, 9000, -8500, 0};
    for (int i = 0; i < 7; ++i) {
      EXPECT_EQ(one.box.lo[i], lo[i]) << i;
      EXPECT_EQ(one.box.hi[i], hi[i]) << i;
    }
  }
  EXPECT_EQ(found, 1u);
}
