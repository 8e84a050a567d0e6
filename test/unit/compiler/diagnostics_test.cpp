//===- diagnostics_test.cpp -----------------------------------------------===//

#include "support.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

using namespace terrane;
using test::printed;

TEST(Diagnostics, PrintsPlacePointerExpectationAndNotes) {
  Diagnostics d;
  Diagnostic &error = d.error({"a.json", 3, 12, "/left"}, "it is wrong", "it right");
  error.notes.push_back({Severity::Note, {"b.json", 1, 2, {}}, "see here", {}, {}});
  d.warning({"c.json", 0, 0, {}}, "the whole file is odd");
  EXPECT_EQ(printed(d), "a.json:3:12: error: it is wrong [at /left]\n"
                        "  expected: it right\n"
                        "b.json:1:2: note: see here\n"
                        "c.json: warning: the whole file is odd\n");
  EXPECT_TRUE(d.hasErrors());
  EXPECT_EQ(d.errorCount(), 1u);
  EXPECT_EQ(d.all().size(), 2u);
}

TEST(Diagnostics, WarningsAreNoErrors) {
  Diagnostics d;
  d.warning({}, "odd");
  EXPECT_FALSE(d.hasErrors());
}

TEST(Diagnostics, ControlCharactersDoNotReachTheTerminal) {
  Diagnostics d;
  d.error({"a\nb", 0, 0, {}}, "key \x1b[31m'\t'", "none");
  EXPECT_EQ(printed(d), "a\\x0ab: error: key \\x1b[31m'\\x09'\n  expected: none\n");
}

TEST(Diagnostics, JsonFormCanBeReadBack) {
  Diagnostics d;
  d.error({"a.json", 3, 12, "/left"}, "it is \"wrong\"", "it right")
      .notes.push_back({Severity::Note, {"b\xff.json", 1, 2, {}}, "see here", {}, {}});
  std::string text;
  llvm::raw_string_ostream os(text);
  d.printJson(os);
  nlohmann::json read = nlohmann::json::parse(text);
  ASSERT_EQ(read.size(), 1u);
  EXPECT_EQ(read[0]["severity"], "error");
  EXPECT_EQ(read[0]["file"], "a.json");
  EXPECT_EQ(read[0]["line"], 3);
  EXPECT_EQ(read[0]["column"], 12);
  EXPECT_EQ(read[0]["pointer"], "/left");
  EXPECT_EQ(read[0]["message"], "it is \"wrong\"");
  EXPECT_EQ(read[0]["expected"], "it right");
  EXPECT_EQ(read[0]["notes"][0]["message"], "see here");
}

TEST(Nearest, FindsMisspellingsOnly) {
  llvm::StringRef known[] = {"left", "right", "input"};
  EXPECT_EQ(nearest("lefft", known), "left");
  EXPECT_EQ(nearest("INPUT", known), "input");
  EXPECT_EQ(nearest("rigth", known), "right");
  EXPECT_EQ(nearest("argument1", known), "");
  EXPECT_EQ(nearest("x", known), "");
  EXPECT_EQ(nearest("left", {}), "");
}
