//===- block_registry_test.cpp - Which blocks there are (spec 30, 2 and 5.2) -===//

#include "compiler/import/block_registry.h"
#include "support.h"

#include <gtest/gtest.h>

using namespace terrane;
using import::BlockRegistry;

namespace {

const std::string report = R"({
  "minecraft:air": {"states": [{"default": true}]},
  "minecraft:stone": {"states": [{"default": true}]},
  "minecraft:water": {"properties": {"level": ["0", "1"]},
    "states": [{"properties": {"level": "0"}, "default": true}, {"properties": {"level": "1"}}]},
  "minecraft:slab": {"properties": {"type": ["top", "bottom"], "waterlogged": ["true", "false"]},
    "states": [{"properties": {"type": "top", "waterlogged": "true"}},
      {"properties": {"type": "top", "waterlogged": "false"}},
      {"properties": {"type": "bottom", "waterlogged": "true"}},
      {"default": true, "properties": {"type": "bottom", "waterlogged": "false"}}]}
})";

/// A pack with a report, and what resolving against it says.
struct World {
  explicit World(const std::string &blocks) {
    folder.write("pack.mcmeta", "{}");
    if (!blocks.empty())
      folder.write("reports/blocks.json", blocks);
    packs = pack::openStack({folder.path}, d);
    registry = BlockRegistry::open(*packs, d);
  }

  /// The canonical text of a state, or "" after an error.
  std::string resolved(const std::string &json) {
    documents.push_back(json::Document::parse(json, "f.json", d));
    if (!documents.back())
      return "";
    auto form = import::readBlockState(documents.back()->root(), "the state", d);
    auto state = form ? registry->resolve(*form, d) : std::nullopt;
    return state ? state->text : "";
  }

  test::TemporaryFolder folder;
  Diagnostics d;
  std::unique_ptr<pack::Stack> packs;
  std::unique_ptr<BlockRegistry> registry;
  std::vector<std::unique_ptr<json::Document>> documents;
};

} // namespace

TEST(BlockRegistry, ResolvesStatesToTheirCanonicalForm) {
  World w(report);
  ASSERT_NE(w.registry, nullptr) << test::printed(w.d);
  EXPECT_TRUE(w.registry->hasReport());
  EXPECT_EQ(w.resolved(R"("stone")"), "minecraft:stone");
  EXPECT_EQ(w.resolved(R"({"id": "stone", "properties": {"axis": "y"}})"), "minecraft:stone");
  EXPECT_EQ(w.resolved(R"("minecraft:water")"), "minecraft:water[level=0]");
  EXPECT_EQ(w.resolved(R"({"id": "water", "properties": {"level": "1"}})"),
            "minecraft:water[level=1]");
  EXPECT_EQ(w.resolved(R"("slab")"), "minecraft:slab[type=bottom,waterlogged=false]");
  EXPECT_EQ(w.resolved(R"({"id": "slab", "properties": {"waterlogged": "true"}})"),
            "minecraft:slab[type=bottom,waterlogged=true]");
  EXPECT_EQ(
      w.resolved(
          R"({"id": "slab", "properties": {"waterlogged": "true", "type": "top", "x": "y"}})"),
      "minecraft:slab[type=top,waterlogged=true]");
  EXPECT_EQ(test::printed(w.d), "");
}

TEST(BlockRegistry, PropertiesAreLenient) {
  World w(report);
  for (const char *properties : {"null", "7", "[]", "\"level=1\"", "{}", "{\"level\": 1}",
                                 "{\"level\": \"2\"}", "{\"level\": null}", "{\"Level\": \"1\"}"})
    EXPECT_EQ(w.resolved(std::string(R"({"id": "water", "properties": )") + properties + "}"),
              "minecraft:water[level=0]")
        << properties;
  EXPECT_EQ(test::printed(w.d), "");
}

TEST(BlockRegistry, UnknownBlocksAreErrors) {
  World w(report);
  EXPECT_EQ(w.resolved(R"("minecraft:stoen")"), "");
  EXPECT_EQ(w.resolved(R"({"properties": {}, "id": "my:stone"})"), "");
  EXPECT_EQ(w.resolved(R"("quite_different")"), "");
  EXPECT_EQ(test::printed(w.d), "f.json:1:1: error: unknown block 'minecraft:stoen'\n"
                                "  expected: the id of a block; did you mean 'minecraft:stone'?\n"
                                "f.json:1:26: error: unknown block 'my:stone' [at /id]\n"
                                "  expected: the id of a block; did you mean 'minecraft:stone'?\n"
                                "f.json:1:1: error: unknown block 'minecraft:quite_different'\n"
                                "  expected: the id of a block\n");
  EXPECT_FALSE(w.registry->resolveDefault({"minecraft", "lava"}, {"g.json", 2, 3, {}}, w.d));
  EXPECT_NE(test::printed(w.d).find("g.json:2:3: error: unknown block 'minecraft:lava'"),
            std::string::npos);
}

TEST(BlockRegistry, PropertiesOfAState) {
  import::ResolvedBlock state{"a:b", "a:b[c=d,waterlogged=true]"};
  EXPECT_TRUE(state.has("waterlogged", "true"));
  EXPECT_TRUE(state.has("c", "d"));
  EXPECT_FALSE(state.has("c", "true"));
  EXPECT_FALSE(state.has("logged", "true"));
  EXPECT_FALSE((import::ResolvedBlock{"a:b", "a:b"}.has("c", "d")));
}

TEST(BlockRegistry, WithoutAReportWarnsOnceAndKnowsTheUsualDefaults) {
  World w("");
  ASSERT_NE(w.registry, nullptr);
  EXPECT_FALSE(w.registry->hasReport());
  EXPECT_EQ(w.resolved(R"("a:b")"), "a:b");
  EXPECT_EQ(w.resolved(R"({"id": "a:b", "properties": {"z": "1", "c": "x", "n": 3, "no]": "x"}})"),
            "a:b[c=x,z=1]");
  EXPECT_EQ(w.resolved(R"({"id": "a:b", "properties": []})"), "a:b");
  for (const char *text :
       {"water[level=0]", "lava[level=0]", "grass_block[snowy=false]", "podzol[snowy=false]",
        "mycelium[snowy=false]", "deepslate[axis=y]", "basalt[axis=y]", "polished_basalt[axis=y]",
        "bone_block[axis=y]", "oak_log[axis=y]", "redstone_ore[lit=false]",
        "deepslate_redstone_ore[lit=false]", "snow[layers=1]", "stone", "snow_block"}) {
    llvm::StringRef id = llvm::StringRef(text).split('[').first;
    EXPECT_EQ(w.resolved("\"" + id.str() + "\""), std::string("minecraft:") + text);
  }
  EXPECT_EQ(w.resolved(R"({"id": "water", "properties": {"level": "15"}})"),
            "minecraft:water[level=15]");
  EXPECT_EQ(w.resolved(R"({"id": "water", "properties": {"level": "16", "lit": "true"}})"),
            "minecraft:water[level=0]");
  EXPECT_EQ(test::printed(w.d),
            "f.json:1:1: warning: block ids and their default properties cannot be checked: no "
            "file reports/blocks.json in " +
                w.folder.path +
                "\n  expected: the game's block report in one of the packs; java "
                "-DbundlerMainClass=net.minecraft.data.Main -jar server.jar --reports writes it to "
                "generated/reports/blocks.json\n");
}

TEST(BlockRegistry, MalformedReportsAreErrors) {
  auto error = [](const std::string &blocks) {
    World w(blocks);
    if (w.registry)
      EXPECT_EQ(w.resolved(R"("b:b")"), "");
    EXPECT_EQ(w.d.errorCount(), 1u) << blocks;
    return test::printed(w.d);
  };
  auto expect = [&](const std::string &blocks, const std::string &part) {
    EXPECT_NE(error(blocks).find(part), std::string::npos) << error(blocks);
  };
  expect("[]", "reports/blocks.json:1:1: error: the block report is a list");
  expect("{", "reports/blocks.json:1:2: error");
  expect(R"({"b:b": 1})", "block 'b:b' of the report is a number [at /b:b]");
  expect(R"({"b:b": {}})", "missing field 'states' of block 'b:b' of the report");
  expect(R"({"b:b": {"states": []}})", "is no list of states [at /b:b/states]");
  expect(R"({"b:b": {"states": [{}, 1]}})", "has no default state [at /b:b/states]");
  expect(R"({"b:b": {"properties": 1, "states": [{}]}})", "is a number [at /b:b/properties]");
  expect(R"({"b:b": {"properties": {"p": [1]}, "states": [{}]}})",
         "property 'p' of block 'b:b' of the report has no list of values");
  expect(R"({"b:b": {"properties": {"p": ["x"]}, "states": [{"default": true}]}})",
         "the default state of block 'b:b' of the report has no value of 'p'");
}

TEST(BlockRegistry, ReadsTheReportOfTheGame) {
  std::filesystem::path reference = test::referenceFolder();
  if (!std::filesystem::is_directory(reference / "vanilla/26.3"))
    GTEST_SKIP() << "no reference material (vanilla/26.3); set TERRANE_REFERENCE";
  Diagnostics d;
  auto packs = pack::openStack({(reference / "vanilla/26.3").string()}, d);
  ASSERT_NE(packs, nullptr) << test::printed(d);
  auto registry = BlockRegistry::open(*packs, d);
  ASSERT_NE(registry, nullptr) << test::printed(d);
  std::size_t blocks = 0, states = 0;
  for (const std::string &name : registry->ids()) {
    std::optional<pack::Id> id = pack::parseId(name);
    ASSERT_TRUE(id) << name;
    const BlockRegistry::Block *block = registry->find(*id, {}, d);
    ASSERT_NE(block, nullptr) << test::printed(d);
    std::size_t combinations = 1;
    for (const BlockRegistry::Property &property : block->properties)
      combinations *= property.values.size();
    EXPECT_EQ(block->numStates, combinations) << name;
    ++blocks;
    states += block->numStates;
  }
  EXPECT_EQ(blocks, 1286u);
  EXPECT_EQ(states, 35723u);

  // The blocks that are known without a report are known as the report has them.
  test::TemporaryFolder empty;
  empty.write("pack.mcmeta", "{}");
  auto none = pack::openStack({empty.path}, d);
  auto without = BlockRegistry::open(*none, d);
  unsigned compared = 0;
  for (const std::string &name : registry->ids()) {
    pack::Id id = *pack::parseId(name);
    const BlockRegistry::Block *guess = without->find(id, {}, d);
    if (guess->open)
      continue;
    auto expected = registry->resolveDefault(id, {}, d);
    auto actual = without->resolveDefault(id, {}, d);
    ASSERT_TRUE(expected && actual);
    EXPECT_EQ(actual->text, expected->text);
    EXPECT_EQ(guess->numStates, registry->find(id, {}, d)->numStates) << name;
    ++compared;
  }
  EXPECT_GT(compared, 40u);
  EXPECT_FALSE(d.hasErrors()) << test::printed(d);
}
