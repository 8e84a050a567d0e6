//===- json_test.cpp - Places, numbers and errors of JSON documents -------===//

#include "support.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <random>

using namespace terrane;
using json::Document;
using json::Kind;

namespace {

/// The complaint about a text; fails if there is not exactly one error.
std::string errorOf(llvm::StringRef text) {
  Diagnostics d;
  EXPECT_EQ(Document::parse(text, "f.json", d), nullptr);
  EXPECT_EQ(d.errorCount(), 1u);
  EXPECT_EQ(d.all().size(), 1u);
  return test::printed(d);
}

std::unique_ptr<Document> parsed(llvm::StringRef text) {
  Diagnostics d;
  auto document = Document::parse(text, "f.json", d);
  EXPECT_NE(document, nullptr) << test::printed(d);
  EXPECT_FALSE(d.hasErrors());
  return document;
}

} // namespace

TEST(Json, ValuesKnowTheirPlaces) {
  auto document = parsed("{\n  \"a\": [1, {\"b/~c\": \"x\"}],\r\n\t\"d\" : null\n}\n");
  const json::Value &root = document->root();
  ASSERT_TRUE(root.isObject());
  EXPECT_EQ(root.line(), 1u);
  EXPECT_EQ(root.column(), 1u);
  EXPECT_EQ(root.pointer(), "");
  const json::Value &inner = root.find("a")->elements()[1];
  EXPECT_EQ(inner.pointer(), "/a/1");
  const json::Value *x = inner.find("b/~c");
  ASSERT_NE(x, nullptr);
  SourcePosition where = x->where();
  EXPECT_EQ(where.file, "f.json");
  EXPECT_EQ(where.line, 2u);
  EXPECT_EQ(where.column, 21u);
  EXPECT_EQ(where.pointer, "/a/1/b~1~0c");
  EXPECT_EQ(root.find("d"), nullptr) << "null counts as absent";
  ASSERT_NE(root.findMember("d"), nullptr);
  EXPECT_EQ(root.findMember("d")->keyLine, 3u);
  EXPECT_EQ(root.findMember("d")->keyColumn, 2u);
  EXPECT_EQ(root.findMember("d")->value.column(), 8u);
  EXPECT_EQ(root.find("e"), nullptr);
}

TEST(Json, ColumnsCountBytes) {
  auto document = parsed("[\"\xC3\xA4\xE2\x82\xAC\", 1]");
  EXPECT_EQ(document->root().elements()[1].column(), 11u);
}

TEST(Json, NumbersKeepTheirText) {
  auto document =
      parsed("[-0, 1e400, -0.0E-7, 0.1000000000000000055511151231257827, 10, -12.5e+3]");
  std::vector<std::string> texts;
  for (const json::Value &value : document->root().elements()) {
    EXPECT_EQ(value.kind(), Kind::Number);
    texts.push_back(value.text().str());
  }
  EXPECT_EQ(texts,
            (std::vector<std::string>{"-0", "1e400", "-0.0E-7",
                                      "0.1000000000000000055511151231257827", "10", "-12.5e+3"}));
}

TEST(Json, KindsAndScalars) {
  auto document = parsed(" [true, false, null, \"\", {}, []] ");
  auto values = document->root().elements();
  ASSERT_EQ(values.size(), 6u);
  EXPECT_TRUE(values[0].boolean());
  EXPECT_EQ(values[1].kind(), Kind::Boolean);
  EXPECT_FALSE(values[1].boolean());
  EXPECT_TRUE(values[2].isNull());
  EXPECT_TRUE(values[3].isString());
  EXPECT_TRUE(values[4].members().empty());
  EXPECT_TRUE(values[5].elements().empty());
  EXPECT_EQ(json::describe(Kind::Object), "an object");
}

TEST(Json, EscapesAreResolved) {
  auto document = parsed(R"(["\"\\\/\b\f\n\r\t", "\u0041\u00e9\u20AC\ud83d\ude00", "a\u0000b"])");
  auto values = document->root().elements();
  EXPECT_EQ(values[0].text(), "\"\\/\b\f\n\r\t");
  EXPECT_EQ(values[1].text(), "A\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80");
  EXPECT_EQ(values[2].text(), llvm::StringRef("a\0b", 3));
}

TEST(Json, LargeObjectsFindTheirMembers) {
  std::string text = "{";
  for (int i = 0; i < 1000; ++i)
    text += (i ? ",\"k" : "\"k") + std::to_string(i * 7919 % 1000) + "\":" + std::to_string(i);
  auto document = parsed(text + "}");
  for (int i = 0; i < 1000; ++i) {
    const json::Value *value = document->root().find("k" + std::to_string(i * 7919 % 1000));
    ASSERT_NE(value, nullptr);
    ASSERT_EQ(value->text(), std::to_string(i));
    ASSERT_EQ(value->pointer(), "/k" + std::to_string(i * 7919 % 1000));
  }
  EXPECT_EQ(document->root().find("k"), nullptr);
}

TEST(JsonErrors, EmptyFiles) {
  EXPECT_EQ(errorOf(""), "f.json: error: the file is empty\n  expected: one JSON value\n");
  EXPECT_EQ(errorOf(" \n\t"), "f.json: error: the file holds nothing but white space\n"
                              "  expected: one JSON value\n");
}

TEST(JsonErrors, Comments) {
  const char *message = "error: a comment; JSON has none\n  expected: the file without comments\n";
  EXPECT_EQ(errorOf("// x\n{}"), std::string("f.json:1:1: ") + message);
  EXPECT_EQ(errorOf("{\n  /* x */ \"a\": 1}"), std::string("f.json:2:3: ") + message);
  EXPECT_EQ(errorOf("[1, # x\n2]"), std::string("f.json:1:5: ") + message);
  EXPECT_EQ(errorOf("[1] // x"), std::string("f.json:1:5: ") + message);
  EXPECT_EQ(errorOf("{\"a\": 1 // x\n}"), std::string("f.json:1:9: ") + message);
}

TEST(JsonErrors, TrailingCommas) {
  EXPECT_EQ(errorOf("[1,\n 2\n,\n]"), "f.json:3:1: error: trailing comma before ']'\n"
                                      "  expected: no comma after the last element of a list\n");
  EXPECT_EQ(errorOf("{\"a\": 1, }"), "f.json:1:8: error: trailing comma before '}'\n"
                                     "  expected: no comma after the last member of an object\n");
}

TEST(JsonErrors, DuplicateKeysNameTheFirst) {
  EXPECT_EQ(errorOf("{\"a\": 1,\n \"b\": 2,\n \"\\u0061\": 3}"),
            "f.json:3:2: error: duplicate key 'a'\n  expected: each key once in an object\n"
            "f.json:1:2: note: 'a' stands here first\n");
  std::string text = "{";
  for (int i = 0; i < 100; ++i)
    text += "\"k" + std::to_string(i) + "\":0,\n";
  EXPECT_EQ(errorOf(text + "\"k70\":1,\"k7\":2}"),
            "f.json:101:1: error: duplicate key 'k70'\n  expected: each key once in an object\n"
            "f.json:71:1: note: 'k70' stands here first\n");
}

TEST(JsonErrors, BytesThatAreNoText) {
  EXPECT_EQ(errorOf("[\"a\xFFz\"]"), "f.json:1:4: error: the byte 0xFF begins no valid UTF-8 "
                                     "sequence\n  expected: UTF-8 text\n");
  EXPECT_NE(errorOf("[\"\xC0\xAF\"]").find("1:3: error: the byte 0xC0"), std::string::npos);
  EXPECT_NE(errorOf("[\"\xED\xA0\x80\"]").find("0xED"), std::string::npos) << "surrogate";
  EXPECT_NE(errorOf("[\"\xF4\x90\x80\x80\"]").find("0xF4"), std::string::npos) << "> U+10FFFF";
  EXPECT_NE(errorOf("[\"\xE2\x82").find("0xE2"), std::string::npos) << "cut at the end";
  EXPECT_NE(errorOf("[\xFF]").find("1:2: error: the byte 0xFF"), std::string::npos);
  EXPECT_EQ(errorOf("\xEF\xBB\xBF{}"), "f.json:1:1: error: the file begins with a UTF-8 byte order "
                                       "mark\n  expected: UTF-8 without a byte order mark\n");
  EXPECT_NE(errorOf(llvm::StringRef("\xFF\xFE{\0}\0", 6)).find("UTF-16"), std::string::npos);
  EXPECT_NE(errorOf(llvm::StringRef("[1,\0]", 5)).find("1:4: error: a NUL byte in the place of a"),
            std::string::npos);
  EXPECT_NE(errorOf(llvm::StringRef("[\"a\0\"]", 6)).find("1:4: error: a NUL byte in a string"),
            std::string::npos);
  EXPECT_NE(errorOf(llvm::StringRef("{}\0", 3)).find("1:3: error: a NUL byte after the end"),
            std::string::npos);
}

TEST(JsonErrors, Strings) {
  EXPECT_EQ(errorOf("[\"a\tb\"]"), "f.json:1:4: error: the control character 0x09 in a string\n"
                                   "  expected: \\u0009 in its place\n");
  EXPECT_EQ(errorOf("[\"ab\n\"]"),
            "f.json:1:2: error: a string that does not end on its line\n"
            "  expected: '\"' at the end of the string, and \\n for a line break in it\n");
  EXPECT_NE(errorOf("[\"ab").find("1:2: error: a string without an end"), std::string::npos);
  EXPECT_NE(errorOf("[\"ab\\").find("1:6: error: the file ends too early"), std::string::npos);
  EXPECT_NE(errorOf("[\"a\\x41\"]").find("1:4: error: an escape sequence"), std::string::npos);
  EXPECT_NE(errorOf("[\"\\u12g4\"]").find("1:3: error: \\u without four"), std::string::npos);
  EXPECT_NE(errorOf("[\"\\u12").find("1:3: error: \\u without four"), std::string::npos);
  EXPECT_NE(errorOf("[\"\\ud83d\"]").find("1:3: error: a first half"), std::string::npos);
  EXPECT_NE(errorOf("[\"\\ud83d\\u0041\"]").find("1:3: error: a first half"), std::string::npos);
  EXPECT_NE(errorOf("[\"\\ude00\"]").find("1:3: error: a second half"), std::string::npos);
  EXPECT_NE(errorOf("['a']").find("1:2: error: a string in single quotes"), std::string::npos);
  EXPECT_NE(errorOf("{'a': 1}").find("1:2: error: a key in single quotes"), std::string::npos);
  EXPECT_NE(errorOf("{a: 1}").find("1:2: error: unexpected 'a' in the place of a key"),
            std::string::npos);
}

TEST(JsonErrors, Numbers) {
  for (const char *bad : {"-", "1.", ".5", "+1", "1e", "1e+", "0x10", "1.2.3", "-a", "1f", "1.e5"})
    EXPECT_EQ(errorOf("[" + std::string(bad) + "]"),
              "f.json:1:2: error: '" + std::string(bad) +
                  "' is no number\n  expected: a number such as 0.5, 12 or -3e-2\n");
  EXPECT_NE(errorOf("[01]").find("1:2: error: a number with a leading zero"), std::string::npos);
  EXPECT_NE(errorOf("[-00]").find("a number with a leading zero"), std::string::npos);
  for (const char *bad : {"NaN", "Infinity", "-Infinity", "-NaN"})
    EXPECT_NE(errorOf(bad).find("is no JSON number\n  expected: a finite"), std::string::npos);
}

TEST(JsonErrors, Structure) {
  EXPECT_NE(errorOf("{\"a\": 1\n")
                .find("f.json:2:1: error: the file ends within an object\n"
                      "  expected: ',' or '}'"),
            std::string::npos);
  EXPECT_NE(errorOf("[1,").find("1:4: error: the file ends too early"), std::string::npos);
  EXPECT_NE(errorOf("[").find("the file ends too early"), std::string::npos);
  EXPECT_NE(errorOf("{\"a\"").find("expected: ':' and a value"), std::string::npos);
  EXPECT_NE(errorOf("{\"a\" 1}").find("1:6: error: unexpected '1' after the key 'a'"),
            std::string::npos);
  EXPECT_NE(errorOf("[1 2]").find("1:4: error: unexpected '2' after an element"),
            std::string::npos);
  EXPECT_NE(errorOf("{\"a\": 1 \"b\": 2}").find("1:9: error: unexpected string after a member"),
            std::string::npos);
  EXPECT_NE(errorOf("{} {}").find("1:4: error: unexpected '{' after the end of the document"),
            std::string::npos);
  EXPECT_NE(errorOf("]").find("1:1: error: unexpected ']' in the place of a value"),
            std::string::npos);
  EXPECT_NE(errorOf("[,1]").find("1:2: error: a comma without a value before it"),
            std::string::npos);
  EXPECT_NE(errorOf("{,}").find("1:2: error: a comma without a member before it"),
            std::string::npos);
  EXPECT_NE(errorOf("[True]").find("expected: true in lower case"), std::string::npos);
  EXPECT_NE(errorOf("[nul]").find("unexpected 'nul'"), std::string::npos);
  EXPECT_NE(errorOf("[truest]").find("unexpected 'truest'"), std::string::npos);
}

TEST(JsonErrors, DepthIsBounded) {
  std::string open(512, '['), close(512, ']');
  EXPECT_TRUE(parsed(open + close));
  EXPECT_NE(errorOf("[" + open + close + "]").find("1:513: error: nested more than 512 levels"),
            std::string::npos);
  std::string objects;
  for (int i = 0; i < 600; ++i)
    objects += "{\"a\":";
  EXPECT_NE(errorOf(objects).find("nested more than 512 levels"), std::string::npos);
  errorOf(std::string(2000000, '['));
}

TEST(JsonErrors, EveryPrefixAndEveryChangedByteIsHandled) {
  const std::string text =
      "{\"a\": [1, -2.5e-3, true, null, \"x\\u00e9\\n\xC3\xA9\"],\n \"b\": {}}";
  unsigned refused = 0, accepted = 0;
  auto tryOne = [&](const std::string &changed) {
    Diagnostics d;
    auto document = Document::parse(changed, "f", d);
    ASSERT_EQ(document == nullptr, d.errorCount() == 1) << changed;
    ASSERT_EQ(document == nullptr, !nlohmann::json::accept(changed)) << changed;
    ++(document ? accepted : refused);
  };
  for (std::size_t i = 0; i < text.size(); ++i)
    tryOne(text.substr(0, i));
  for (std::size_t i = 1; i < text.size(); ++i)
    for (unsigned byte = 0; byte < 256; ++byte) {
      std::string changed = text;
      changed[i] = static_cast<char>(byte);
      if ((i == 2 && byte == 'b') || (text.compare(i - 1, 3, "\"b\"") == 0 && byte == 'a'))
        continue; // a duplicate key, which the other parser lets pass
      tryOne(changed);
    }
  EXPECT_GT(refused, 1000u);
  EXPECT_GT(accepted, 500u);
}

TEST(Json, SixtyKilobytesTakeAboutAMillisecond) {
  std::string text = "[";
  while (text.size() < 60000)
    text += "{\"type\": \"minecraft:add\", \"left\": 0.015625, \"right\": [1, 2, {\"x\": -7}]},\n ";
  text += "0]";
  double best = 1e9;
  for (int i = 0; i < 20; ++i) {
    auto start = std::chrono::steady_clock::now();
    ASSERT_TRUE(parsed(text));
    best = std::min(
        best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  RecordProperty("best_microseconds", std::to_string(best * 1e6));
  // Generous: sanitizers and busy machines; a quadratic parser would still be caught.
  EXPECT_LT(best, 0.05);
}
