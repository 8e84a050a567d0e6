//===- block_tags_test.cpp - Tags over a stack of packs; state flags (spec 30, 5.2) -===//

#include "compiler/import/block_tags.h"
#include "runtime/chunk/block_state.h"
#include "support.h"

#include <gtest/gtest.h>

using namespace terrane;
using import::BlockRegistry;
using import::BlockTags;

namespace {

const std::string report = R"({
  "n:a": {"states": [{"default": true}]}, "n:b": {"states": [{"default": true}]},
  "n:c": {"states": [{"default": true}]}, "n:d": {"states": [{"default": true}]}})";

/// Two packs, "low" and "high", with the block tags that a test writes.
struct World {
  World() {
    folder.write("low/pack.mcmeta", "{}");
    folder.write("high/pack.mcmeta", "{}");
  }
  void tag(const std::string &pack, const std::string &name, const std::string &content) const {
    folder.write(pack + "/data/n/tags/block/" + name + ".json", content);
  }
  void open() {
    packs = pack::openStack({folder.path + "/low", folder.path + "/high"}, d);
    registry = BlockRegistry::open(*packs, d);
    tags = std::make_unique<BlockTags>(*packs, *registry);
  }
  /// The members of tag `name`, in order; "(none)" after an error.
  std::string members(const std::string &name) {
    const import::TagRegistry::Tag *tag =
        tags->registry().find({"n", name}, {"asker.json", 1, 1, {}}, d);
    if (!tag)
      return "(none)";
    EXPECT_EQ(tag->ids.size(), tag->members.size());
    std::string text;
    for (const pack::Id &id : tag->members)
      text += id.path;
    return text;
  }
  /// What asking for tag `t` complains about, without the folder's name.
  std::string error(const std::string &content) {
    tag("low", "t", content);
    open();
    EXPECT_EQ(members("t"), "(none)");
    std::string text = test::printed(d);
    for (std::size_t at; (at = text.find(folder.path + "/")) != std::string::npos;)
      text.erase(at, folder.path.size() + 1);
    return text;
  }

  test::TemporaryFolder folder;
  Diagnostics d;
  std::unique_ptr<pack::Stack> packs;
  std::unique_ptr<BlockRegistry> registry;
  std::unique_ptr<BlockTags> tags;
};

const std::string place = "low/data/n/tags/block/t.json:1:";

} // namespace

TEST(Stack, LoadsEveryPacksFile) {
  World w;
  w.tag("low", "t", "1");
  w.tag("high", "t", "2");
  w.tag("low", "u", "{");
  w.tag("high", "u", "3");
  w.open();
  Diagnostics d;
  auto files = w.packs->loadEvery("data/n/tags/block/t.json", d);
  ASSERT_TRUE(files);
  ASSERT_EQ(files->size(), 2u);
  EXPECT_EQ((*files)[0]->root().text(), "1");
  EXPECT_EQ((*files)[1]->root().text(), "2");
  bool found = false;
  EXPECT_EQ(w.packs->loadPath("data/n/tags/block/t.json", d, found), (*files)[1]) << "parsed once";
  EXPECT_EQ(w.packs->loadEvery("data/n/tags/block/none.json", d)->size(), 0u);
  EXPECT_FALSE(d.hasErrors());
  EXPECT_FALSE(w.packs->loadEvery("data/n/tags/block/u.json", d));
  EXPECT_FALSE(w.packs->loadEvery("data/n/tags/block/u.json", d));
  EXPECT_EQ(d.errorCount(), 1u) << test::printed(d);
  std::vector<pack::Stack::Input> inputs = w.packs->inputs();
  ASSERT_EQ(inputs.size(), 4u) << "both packs' t and u";
  EXPECT_EQ(inputs[0].path, "data/n/tags/block/t.json");
  EXPECT_EQ(inputs[1].path, "data/n/tags/block/t.json");
  EXPECT_NE(inputs[0].sha256, inputs[1].sha256);
  ASSERT_EQ(w.packs->idsIn("tags/block").size(), 2u);
  EXPECT_EQ(w.packs->idsIn("tags/block")[1].str(), "n:u");
}

TEST(Tags, MergeOverThePacks) {
  World w;
  w.folder.write("low/reports/blocks.json", report);
  w.tag("low", "sum", R"({"values": ["n:b", "n:a"]})");
  w.tag("high", "sum", R"({"replace": false, "values": ["n:c", "n:a"]})");
  w.tag("low", "replaced", R"({"values": ["n:gone", "#n:gone"]})");
  w.tag("high", "replaced", R"({"replace": true, "values": ["n:d"]})");
  w.tag("low", "nested",
        R"({"values": ["n:d", "#n:sum", {"id": "n:c"}, {"id": "#n:replaced", "required": true}]})");
  w.tag("low", "optional", R"({"values": [{"id": "n:gone", "required": false}, "n:a",
    {"id": "#n:gone", "required": false}, {"id": "#n:sum", "required": false}]})");
  w.tag("low", "empty", R"({"values": []})");
  w.open();
  EXPECT_EQ(w.members("sum"), "bac");
  EXPECT_EQ(w.members("replaced"), "d");
  EXPECT_EQ(w.members("nested"), "dbac");
  EXPECT_EQ(w.members("optional"), "abc");
  EXPECT_EQ(w.members("empty"), "");
  EXPECT_EQ(w.members("nested"), "dbac") << "asked twice";
  EXPECT_TRUE(w.tags->registry().exists({"n", "empty"}));
  EXPECT_FALSE(w.tags->registry().exists({"n", "gone"}));
  EXPECT_EQ(test::printed(w.d), "");
}

TEST(Tags, ErrorsOfTheForm) {
  auto expect = [](const std::string &content, const std::string &message) {
    World w;
    std::string text = w.error(content);
    EXPECT_EQ(w.d.errorCount(), 1u);
    EXPECT_EQ(text.substr(0, message.size() + place.size()), place + message) << text;
  };
  expect("[]", "1: error: a tag is a list\n  expected: an object with a list 'values'");
  expect("{}", "1: error: missing field 'values' of a tag");
  expect(R"({"values": {}})", "12: error: field 'values' of a tag is an object [at /values]");
  expect(R"({"values": [], "replace": 1})",
         "27: error: field 'replace' of a tag is a number [at /replace]");
  expect(R"({"values": ["n:a", 3]})", "20: error: element 1 of field 'values' of a tag is a number "
                                      "[at /values/1]\n  expected: an id, '#' and the id of a tag");
  expect(R"({"values": ["A"]})", "13: error: element 0 of field 'values' of a tag is 'A', which is "
                                 "no id [at /values/0]");
  expect(R"({"values": ["##a"]})", "13: error: element 0 of field 'values' of a tag is '##a'");
  expect(R"({"values": [{"required": false}]})",
         "13: error: missing field 'id' of element 0 of field 'values' of a tag");
  expect(R"({"values": [{"id": 1}]})", "20: error: field 'id' of element 0");
  expect(R"({"values": [{"id": "n:a", "required": 0}]})", "39: error: field 'required' of element");
}

TEST(Tags, ErrorsOfReferences) {
  {
    World w;
    w.folder.write("low/reports/blocks.json", report);
    EXPECT_EQ(w.error(R"({"values": ["m:a"]})"),
              place +
                  "13: error: the tag holds the unknown block 'm:a' [at /values/0]\n  expected: "
                  "the id of a block, or \"required\": false; did you mean 'n:a'?\n");
  }
  {
    World w;
    w.tag("low", "sum", R"({"values": []})");
    EXPECT_EQ(w.error(R"({"values": ["#n:sun"]})"),
              place + "13: error: no block tag '#n:sun' in low, high [at /values/0]\n  expected: a "
                      "file data/n/tags/block/sun.json in one of the packs; did you mean "
                      "'#n:sum'?\n");
  }
  {
    World w;
    w.tag("high", "u", R"({"values": ["#n:v"]})");
    w.tag("low", "v", R"({"values": [{"id": "#n:u", "required": false}]})");
    EXPECT_EQ(w.error(R"({"values": ["#n:u", "#n:v"]})"),
              "low/data/n/tags/block/v.json:1:20: error: tags lead in a circle: #n:u -> #n:v -> "
              "#n:u [at /values/0/id]\n  expected: tags that do not hold themselves\n");
  }
  {
    World w;
    EXPECT_EQ(w.error(R"({"values": ["#n:t"]})"),
              place + "13: error: tags lead in a circle: #n:t -> #n:t [at /values/0]\n"
                      "  expected: tags that do not hold themselves\n");
  }
  {
    World w;
    w.tag("high", "t", "{");
    EXPECT_NE(w.error(R"({"values": ["n:a"]})").find("high/data/n/tags/block/t.json:1:2: error"),
              std::string::npos);
  }
  {
    World w;
    for (int i = 0; i < 300; ++i)
      w.tag("low", "x" + std::to_string(i),
            "{\"values\": [\"#n:x" + std::to_string(i + 1) + "\"]}");
    w.tag("low", "x300", R"({"values": []})");
    EXPECT_NE(w.error(R"({"values": ["#n:x0"]})").find("tags are nested deeper than 256"),
              std::string::npos);
  }
  World w;
  w.open();
  EXPECT_EQ(w.members("none"), "(none)");
  EXPECT_EQ(test::printed(w.d).find("asker.json:1:1: error: no block tag '#n:none' in "), 0u);
}

TEST(BlockTags, FlagsByTheTag) {
  World w;
  w.folder.write("low/data/minecraft/tags/block/blocks_motion_in_heightmap.json",
                 R"({"values": ["minecraft:stone", "n:slab", "minecraft:kelp"]})");
  w.open();
  auto flags = [&](const std::string &text) {
    std::string id = llvm::StringRef(text).split('[').first.str();
    return w.tags->flags({id, text}, {"f.json", 1, 1, {}}, w.d).value_or(255);
  };
  EXPECT_EQ(flags("minecraft:air"), rt::StateAir);
  EXPECT_EQ(flags("minecraft:cave_air"), rt::StateAir);
  EXPECT_EQ(flags("minecraft:void_air"), rt::StateAir);
  EXPECT_EQ(flags("minecraft:stone"), rt::StateMotion);
  EXPECT_EQ(flags("minecraft:dirt"), 0);
  EXPECT_EQ(flags("minecraft:water[level=3]"), rt::StateFluid | rt::StateWater);
  EXPECT_EQ(flags("minecraft:lava[level=0]"), rt::StateFluid | rt::StateLava);
  EXPECT_EQ(flags("minecraft:kelp[age=0]"), rt::StateFluid | rt::StateMotion);
  for (const char *plant : {"bubble_column[drag=true]", "kelp_plant", "seagrass", "tall_seagrass"})
    EXPECT_EQ(flags(std::string("minecraft:") + plant), rt::StateFluid) << plant;
  EXPECT_EQ(flags("n:slab[type=top,waterlogged=true]"), rt::StateFluid | rt::StateMotion);
  EXPECT_EQ(flags("n:slab[type=top,waterlogged=false]"), rt::StateMotion);
  EXPECT_EQ(test::printed(w.d), "");
}

TEST(BlockTags, WithoutTheTagTheNameDecides) {
  World w;
  w.open();
  const SourcePosition where{"f.json", 1, 1, {}};
  auto named = [](const std::string &name) {
    return import::ResolvedBlock{"minecraft:" + name, "minecraft:" + name};
  };
  for (const char *name :
       {"stone",      "deepslate",   "bedrock",       "netherrack",  "end_stone",
        "basalt",     "soul_sand",   "warped_nylium", "magma_block", "glowstone",
        "obsidian",   "grass_block", "podzol",        "mycelium",    "mud",
        "moss_block", "gravel",      "sand",          "terracotta",  "white_terracotta",
        "snow_block", "ice",         "frosted_ice",   "iron_ore",    "raw_copper_block",
        "sulfur",     "sculk",       "rooted_dirt"})
    EXPECT_EQ(w.tags->flags(named(name), where, w.d), rt::StateMotion) << name;
  for (const char *name : {"powder_snow", "snow", "cobweb", "vine", "torch", "wall_torch", "fire",
                           "white_carpet", "rail", "powered_rail", "oak_sapling", "short_grass"})
    EXPECT_EQ(w.tags->flags(named(name), where, w.d), 0) << name;
  EXPECT_EQ(w.tags->flags(named("water"), where, w.d), rt::StateFluid | rt::StateWater);
  EXPECT_EQ(w.tags->flags({"other:block", "other:block"}, where, w.d), rt::StateMotion);
  EXPECT_EQ(llvm::StringRef(test::printed(w.d)).count("warning"), 1u) << test::printed(w.d);
  EXPECT_EQ(test::printed(w.d).find("f.json:1:1: warning: which blocks count for the heightmaps is "
                                    "decided by their names: no block tag "
                                    "'#minecraft:blocks_motion_in_heightmap' in "),
            0u);
}

TEST(BlockTags, BrokenTagsGiveNoFlags) {
  World w;
  w.folder.write("low/data/minecraft/tags/block/blocks_motion_in_heightmap.json",
                 R"({"values": ["#n:none"]})");
  w.open();
  EXPECT_FALSE(w.tags->flags({"n:a", "n:a"}, {}, w.d));
  EXPECT_FALSE(w.tags->flags({"n:a", "n:a"}, {}, w.d));
  EXPECT_EQ(w.d.errorCount(), 1u) << "once";
}

TEST(BlockTags, OfTheGame) {
  std::filesystem::path reference = test::referenceFolder();
  if (!std::filesystem::is_directory(reference / "vanilla/26.3"))
    GTEST_SKIP() << "no reference material (vanilla/26.3); set TERRANE_REFERENCE";
  Diagnostics d;
  auto packs = pack::openStack({(reference / "vanilla/26.3").string()}, d);
  ASSERT_NE(packs, nullptr) << test::printed(d);
  auto registry = BlockRegistry::open(*packs, d);
  ASSERT_NE(registry, nullptr) << test::printed(d);
  BlockTags tags(*packs, *registry);
  const import::TagRegistry::Tag *motion =
      tags.registry().find({"minecraft", "blocks_motion_in_heightmap"}, {}, d);
  ASSERT_NE(motion, nullptr) << test::printed(d);
  EXPECT_EQ(motion->members.size(), 1000u);
  const import::TagRegistry::Tag *carving =
      tags.registry().find({"minecraft", "uncarvable"}, {}, d);
  ASSERT_NE(carving, nullptr) << test::printed(d);
  ASSERT_EQ(carving->members.size(), 1u);
  EXPECT_EQ(carving->members[0].str(), "minecraft:bedrock");

  // Every tag there is resolves.
  unsigned resolved = 0;
  for (const pack::Id &tag : packs->idsIn("tags/block")) {
    EXPECT_NE(tags.registry().find(tag, {}, d), nullptr) << tag.str();
    ++resolved;
  }
  EXPECT_EQ(resolved, 88u);

  // The classification by names never takes a block of the tag for a passable one, and few (signs,
  // heads, candles, potted plants, ...: nothing that terrain places) the other way round.
  unsigned blocks = 0, tooMany = 0;
  for (const std::string &id : registry->ids()) {
    ++blocks;
    if (motion->ids.contains(id))
      EXPECT_TRUE(import::blocksMotionByName(id)) << id;
    else
      tooMany += import::blocksMotionByName(id);
  }
  EXPECT_EQ(blocks, 1286u);
  EXPECT_LT(tooMany, 150u);
  EXPECT_FALSE(d.hasErrors()) << test::printed(d);
}
