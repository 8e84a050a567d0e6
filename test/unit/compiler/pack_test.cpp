//===- pack_test.cpp - Ids, folders and stacks of packs -------------------===//

#include "compiler/pack/pack.h"
#include "support.h"

#include <gtest/gtest.h>

#include <sys/stat.h>

using namespace terrane;
using pack::parseId;

namespace {

std::string idText(llvm::StringRef text) {
  auto id = parseId(text);
  return id ? id->str() : "(none)";
}

} // namespace

TEST(Ids, FollowTheSyntax) {
  EXPECT_EQ(idText("add"), "minecraft:add");
  EXPECT_EQ(idText(":add"), "minecraft:add");
  EXPECT_EQ(idText("a_.-9:b/c_.-8"), "a_.-9:b/c_.-8");
  EXPECT_EQ(idText("a:b:c"), "(none)");
  EXPECT_EQ(idText("A:b"), "(none)");
  EXPECT_EQ(idText("a:B"), "(none)");
  EXPECT_EQ(idText("a/b:c"), "(none)");
  EXPECT_EQ(idText("a b"), "(none)");
  EXPECT_EQ(idText(""), "(none)");
  EXPECT_EQ(idText(":"), "(none)");
  EXPECT_EQ(idText("a:"), "(none)");
  EXPECT_EQ(idText("a:\xC3\xA4"), "(none)");
  EXPECT_EQ(idText("a:../../b"), "a:../../b") << "legal as an id; no file has it";
}

TEST(Folder, RefusesWhatIsNoPack) {
  test::TemporaryFolder folder;
  folder.write("plain.txt", "x");
  folder.write("data_only/data/a/worldgen/noise/n.json", "{}");
  auto complaint = [](const std::string &path) {
    Diagnostics d;
    EXPECT_EQ(pack::openFolder(path, d), nullptr);
    return test::printed(d);
  };
  const std::string shape = "\n  expected: a folder that holds 'data' "
                            "(data/<namespace>/worldgen/...), 'pack.mcmeta' or 'reports'";
  EXPECT_EQ(complaint(folder.path + "/none"),
            folder.path + "/none: error: the pack cannot be opened: No such file or directory" +
                shape + "\n");
  EXPECT_EQ(complaint(folder.path + "/plain.txt"),
            folder.path + "/plain.txt: error: the pack is a file" + shape + "\n");
  EXPECT_EQ(complaint(folder.path), folder.path + ": error: the folder is no pack" + shape + "\n");
  EXPECT_EQ(complaint(folder.path + "/data_only/data/"),
            folder.path + "/data_only/data/: error: the folder is no pack" + shape +
                "; it is named 'data' itself: give the folder around it\n");
  Diagnostics d;
  EXPECT_NE(pack::openFolder(folder.path + "/data_only", d), nullptr);
  EXPECT_FALSE(d.hasErrors());
}

TEST(Folder, ReadsFilesAndNamesWhatItCannotRead) {
  test::TemporaryFolder folder;
  folder.write("p/data/a/worldgen/noise/n.json", llvm::StringRef("x\0y", 3).str());
  folder.write("p/data/a/worldgen/noise/d.json/inner.json", "{}");
  folder.write("outside.json", "{}");
  Diagnostics d;
  auto source = pack::openFolder(folder.path + "/p/", d);
  ASSERT_NE(source, nullptr);
  EXPECT_EQ(source->name(), folder.path + "/p");
  EXPECT_TRUE(source->contains("data/a/worldgen/noise/n.json"));
  EXPECT_EQ(source->read("data/a/worldgen/noise/n.json", d), llvm::StringRef("x\0y", 3).str());
  EXPECT_FALSE(source->contains("data/a/worldgen/noise/d.json"));
  EXPECT_FALSE(d.hasErrors());

  EXPECT_EQ(source->read("data/a/worldgen/noise/d.json", d), std::nullopt);
  EXPECT_EQ(source->read("data/none.json", d), std::nullopt);
  EXPECT_EQ(source->read("data/../../outside.json", d), std::nullopt);
  ASSERT_EQ(mkfifo((folder.path + "/p/pipe").c_str(), 0600), 0);
  EXPECT_FALSE(source->contains("pipe"));
  EXPECT_EQ(source->read("pipe", d), std::nullopt);
  std::string text = test::printed(d);
  EXPECT_NE(text.find("d.json: error: is a folder\n  expected: a file\n"), std::string::npos);
  EXPECT_NE(text.find("none.json: error: cannot be read: No such file"), std::string::npos);
  EXPECT_NE(text.find("error: the path leaves the pack"), std::string::npos);
  EXPECT_NE(text.find("pipe: error: is no regular file"), std::string::npos);
  EXPECT_EQ(d.errorCount(), 4u);
}

TEST(Folder, PathsHaveOneSpelling) {
  test::TemporaryFolder folder;
  folder.write("p/data/a/x.json", "{}");
  folder.write("outside.json", "{}");
  Diagnostics d;
  auto source = pack::openFolder(folder.path + "/p", d);
  ASSERT_NE(source, nullptr);
  EXPECT_TRUE(source->contains("data/a/x.json"));
  for (const char *path : {"", "/data/a/x.json", "data//a/x.json", "data/./a/x.json", "data/a/",
                           "data/a/../a/x.json", "../outside.json", "data/a/x.json/"})
    EXPECT_FALSE(source->contains(path)) << path;
}

TEST(Folder, ListsInBytewiseOrderAndFollowsLinksOnce) {
  test::TemporaryFolder folder;
  for (const char *name : {"b.json", "a/c.json", "a.json", "a-/x.json", "Z.json"})
    folder.write(std::string("p/data/n/") + name, "{}");
  folder.write("elsewhere/linked.json", "{}");
  namespace fs = std::filesystem;
  fs::create_directory_symlink(folder.path + "/elsewhere", folder.path + "/p/data/n/link");
  fs::create_directory_symlink(folder.path + "/p/data", folder.path + "/p/data/n/circle");
  fs::create_symlink(folder.path + "/gone", folder.path + "/p/data/n/dangling.json");
  Diagnostics d;
  auto source = pack::openFolder(folder.path + "/p", d);
  ASSERT_NE(source, nullptr);
  EXPECT_EQ(
      source->list("data"),
      (std::vector<std::string>{"data/n/Z.json", "data/n/a-/x.json", "data/n/a.json",
                                "data/n/a/c.json", "data/n/b.json", "data/n/link/linked.json"}));
  EXPECT_TRUE(source->list("none").empty());
  EXPECT_TRUE(source->list("../elsewhere").empty());
}

TEST(Stack, LaterPacksOverrideWholeFiles) {
  test::TemporaryFolder folder;
  folder.write("one/data/n/worldgen/noise/a.json", "1");
  folder.write("one/data/n/worldgen/noise/sub/b.json", "2");
  folder.write("two/data/n/worldgen/noise/a.json", "3");
  folder.write("two/data/m/worldgen/noise/c.json", "4");
  folder.write("two/data/m/worldgen/noise/Bad Name.json", "5");
  folder.write("two/data/m/worldgen/noise/readme.txt", "6");
  folder.write("two/data/m/worldgen/noise_settings/d.json", "7");
  Diagnostics d;
  auto stack = pack::openStack({folder.path + "/one", folder.path + "/two"}, d);
  ASSERT_NE(stack, nullptr);
  EXPECT_EQ(stack->describe(), folder.path + "/one, " + folder.path + "/two");
  std::vector<std::string> ids;
  for (const pack::Id &id : stack->ids("noise"))
    ids.push_back(id.str());
  EXPECT_EQ(ids, (std::vector<std::string>{"m:c", "n:a", "n:sub/b"}));

  bool found = false;
  const json::Document *a = stack->load("noise", {"n", "a"}, d, found);
  ASSERT_NE(a, nullptr);
  EXPECT_TRUE(found);
  EXPECT_EQ(a->root().text(), "3");
  EXPECT_EQ(a->file(), folder.path + "/two/data/n/worldgen/noise/a.json");
  EXPECT_EQ(stack->load("noise", {"n", "a"}, d, found), a) << "parsed once";
  EXPECT_EQ(stack->load("noise", {"n", "sub/b"}, d, found)->root().text(), "2");
  EXPECT_EQ(stack->load("noise", {"n", "none"}, d, found), nullptr);
  EXPECT_FALSE(found);
  EXPECT_EQ(stack->load("noise", {"n", "../../../../one/data/n/worldgen/noise/a"}, d, found),
            nullptr);
  EXPECT_FALSE(found);
  EXPECT_EQ(stack->load("noise", {"..", "a"}, d, found), nullptr);
  EXPECT_FALSE(d.hasErrors());
}

TEST(Stack, BrokenFilesAreReportedOncePerDiagnostics) {
  test::TemporaryFolder folder;
  folder.write("p/data/n/worldgen/noise/a.json", "{\"x\": 1,}");
  Diagnostics opening;
  auto stack = pack::openStack({folder.path + "/p"}, opening);
  ASSERT_NE(stack, nullptr);
  for (int round = 0; round < 2; ++round) {
    Diagnostics d;
    bool found = false;
    EXPECT_EQ(stack->load("noise", {"n", "a"}, d, found), nullptr);
    EXPECT_TRUE(found);
    EXPECT_EQ(stack->load("noise", {"n", "a"}, d, found), nullptr);
    EXPECT_EQ(d.errorCount(), 1u);
    EXPECT_EQ(test::printed(d), folder.path +
                                    "/p/data/n/worldgen/noise/a.json:1:8: error: trailing "
                                    "comma before '}'\n  expected: no comma after the "
                                    "last member of an object\n");
  }
}

TEST(Stack, ReportsEveryPathThatIsNoPack) {
  Diagnostics d;
  EXPECT_EQ(pack::openStack({"/nonexistent/a", "/nonexistent/b"}, d), nullptr);
  EXPECT_EQ(d.errorCount(), 2u);
  EXPECT_NE(pack::openStack({}, d), nullptr) << "an empty stack has no files";
}

TEST(Stack, ReadsTheProbePack) {
  Diagnostics d;
  auto stack = pack::openStack({TERRANE_SOURCE_DIR "/test/packs/probe"}, d);
  ASSERT_NE(stack, nullptr) << test::printed(d);
  unsigned loaded = 0;
  for (const pack::Id &id : stack->ids("density_function")) {
    bool found = false;
    ASSERT_NE(stack->load("density_function", id, d, found), nullptr) << test::printed(d);
    ++loaded;
  }
  EXPECT_EQ(loaded, 790u);
  EXPECT_FALSE(d.hasErrors());
}
