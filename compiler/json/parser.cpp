//===- parser.cpp - Strict JSON text to a document (RFC 8259) -------------===//
//
// One pass over the bytes. Recursion is bounded by Document::maxDepth, so that no input can use up
// the stack. The first error ends the parse; it is described at the place where it was noticed.
//
//===----------------------------------------------------------------------===//

#include "compiler/json/json.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"

#include <algorithm>
#include <cstring>

namespace terrane::json {

namespace {

bool isWordByte(unsigned char c) {
  return llvm::isAlnum(c) || c == '_' || c == '$' || c >= 0x80;
}

/// A short piece of the document for messages.
std::string excerpt(llvm::StringRef text) {
  constexpr std::size_t most = 40;
  if (text.size() <= most)
    return text.str();
  std::size_t cut = most;
  while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xC0) == 0x80)
    --cut; // not within a UTF-8 sequence
  return text.substr(0, cut).str() + "...";
}

} // namespace

/// Builds one document. Every parse function returns false once an error has been reported.
class Builder {
public:
  Builder(llvm::StringRef text, Document &document, Diagnostics &diagnostics)
      : begin(text.begin()), cursor(text.begin()), end(text.end()), lineStart(text.begin()),
        document(document), diagnostics(diagnostics) {}

  static std::unique_ptr<Document> build(llvm::StringRef text, std::string file,
                                         Diagnostics &diagnostics) {
    std::unique_ptr<Document> document(new Document());
    document->name = std::move(file);
    document->source = text.str();
    Builder builder(document->source, *document, diagnostics);
    if (!builder.parseDocument())
      return nullptr;
    builder.settle(document->top, nullptr);
    return document;
  }

private:
  bool parseDocument() {
    if (begin == end) {
      diagnostics.error({document.name, 0, 0, {}}, "the file is empty", "one JSON value");
      return false;
    }
    llvm::StringRef text(begin, end - begin);
    if (text.starts_with("\xEF\xBB\xBF"))
      return fail(begin, "the file begins with a UTF-8 byte order mark",
                  "UTF-8 without a byte order mark");
    if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF"))
      return fail(begin, "the file is UTF-16 text", "UTF-8");
    skipSpace();
    if (cursor == end) {
      diagnostics.error({document.name, 0, 0, {}}, "the file holds nothing but white space",
                        "one JSON value");
      return false;
    }
    if (!parseValue(document.top, 0))
      return false;
    skipSpace();
    if (cursor != end)
      return failUnexpected(cursor, " after the end of the document",
                            "nothing but white space after the one JSON value");
    return true;
  }

  bool parseValue(Value &value, unsigned depth) {
    value.valueLine = line;
    value.valueColumn = columnOf(cursor);
    if (cursor == end)
      return failEnd("a value");
    switch (*cursor) {
    case '{':
      return parseObject(value, depth + 1);
    case '[':
      return parseArray(value, depth + 1);
    case '"':
      return parseStringValue(value);
    case 't':
      value.valueBool = true;
      return parseWord(value, Kind::Boolean, "true");
    case 'f':
      return parseWord(value, Kind::Boolean, "false");
    case 'n':
      return parseWord(value, Kind::Null, "null");
    default:
      return *cursor == '-' || llvm::isDigit(*cursor) ? parseNumber(value) : failNoValue();
    }
  }

  bool checkDepth(unsigned depth) {
    if (depth <= Document::maxDepth)
      return true;
    return fail(cursor, "nested more than " + std::to_string(Document::maxDepth) + " levels deep",
                "at most " + std::to_string(Document::maxDepth) +
                    " levels of lists and objects within each other");
  }

  bool parseArray(Value &value, unsigned depth) {
    if (!checkDepth(depth))
      return false;
    value.valueKind = Kind::Array;
    ++cursor;
    skipSpace();
    if (cursor != end && *cursor == ']') {
      ++cursor;
      return true;
    }
    while (true) {
      value.items.emplace_back();
      if (!parseValue(value.items.back(), depth))
        return false;
      skipSpace();
      if (cursor == end)
        return failOpen(value, "list", "',' or ']'");
      if (*cursor == ']') {
        ++cursor;
        return true;
      }
      if (*cursor != ',')
        return failUnexpected(cursor, " after an element of a list", "',' or ']'");
      Place comma = here();
      ++cursor;
      skipSpace();
      if (cursor != end && (*cursor == ']' || *cursor == '}'))
        return fail(comma, "trailing comma before '" + std::string(1, *cursor) + "'",
                    "no comma after the last element of a list");
    }
  }

  bool parseObject(Value &value, unsigned depth) {
    if (!checkDepth(depth))
      return false;
    value.valueKind = Kind::Object;
    ++cursor;
    skipSpace();
    if (cursor != end && *cursor == '}') {
      ++cursor;
      return true;
    }
    while (true) {
      if (cursor == end)
        return failOpen(value, "object", "a key in double quotes");
      if (*cursor != '"')
        return failNoKey();
      value.fields.emplace_back();
      Member &member = value.fields.back();
      member.keyLine = line;
      member.keyColumn = columnOf(cursor);
      if (!parseString(member.key))
        return false;
      skipSpace();
      if (cursor == end)
        return failOpen(value, "object", "':' and a value");
      if (*cursor != ':')
        return failUnexpected(cursor, " after the key '" + excerpt(member.key) + "'",
                              "':' and a value");
      ++cursor;
      skipSpace();
      if (!parseValue(member.value, depth))
        return false;
      skipSpace();
      if (cursor == end)
        return failOpen(value, "object", "',' or '}'");
      if (*cursor == '}') {
        ++cursor;
        return checkKeys(value);
      }
      if (*cursor != ',')
        return failUnexpected(cursor, " after a member of an object", "',' or '}'");
      Place comma = here();
      ++cursor;
      skipSpace();
      if (cursor != end && (*cursor == '}' || *cursor == ']'))
        return fail(comma, "trailing comma before '" + std::string(1, *cursor) + "'",
                    "no comma after the last member of an object");
    }
  }

  /// Refuses the first key (in document order) that stands there already; sorts large objects.
  bool checkKeys(Value &value) {
    constexpr std::size_t small = 16;
    const std::vector<Member> &fields = value.fields;
    if (fields.size() <= small) {
      for (std::size_t i = 1; i < fields.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
          if (fields[i].key == fields[j].key)
            return failDuplicate(fields[j], fields[i]);
      return true;
    }
    value.byKey = std::make_unique<std::vector<std::uint32_t>>();
    std::vector<std::uint32_t> &order = *value.byKey;
    order.resize(fields.size());
    for (std::size_t i = 0; i < fields.size(); ++i)
      order[i] = static_cast<std::uint32_t>(i);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
      int compared = llvm::StringRef(fields[a].key).compare(fields[b].key);
      return compared != 0 ? compared < 0 : a < b;
    });
    std::size_t first = 0, again = 0;
    for (std::size_t i = 1; i < order.size(); ++i)
      if (fields[order[i - 1]].key == fields[order[i]].key && (again == 0 || order[i] < again)) {
        first = order[i - 1];
        again = order[i];
      }
    return again == 0 || failDuplicate(fields[first], fields[again]);
  }

  bool failDuplicate(const Member &first, const Member &again) {
    std::string key = "'" + excerpt(again.key) + "'";
    Diagnostic &error = diagnostics.error({document.name, again.keyLine, again.keyColumn, {}},
                                          "duplicate key " + key, "each key once in an object");
    error.notes.push_back({Severity::Note,
                           {document.name, first.keyLine, first.keyColumn, {}},
                           key + " stands here first",
                           {},
                           {}});
    return false;
  }

  bool parseWord(Value &value, Kind kind, llvm::StringRef word) {
    llvm::StringRef found = wordAt(cursor);
    if (found != word)
      return failNoValue();
    value.valueKind = kind;
    cursor += word.size();
    return true;
  }

  bool parseNumber(Value &value) {
    const char *start = cursor;
    auto digits = [&] {
      const char *first = cursor;
      while (cursor != end && llvm::isDigit(*cursor))
        ++cursor;
      return cursor != first;
    };
    if (*cursor == '-')
      ++cursor;
    if (cursor != end && *cursor == '0') {
      ++cursor;
      if (cursor != end && llvm::isDigit(*cursor))
        return fail(start, "a number with a leading zero", "a number such as 0.5, 12 or -3e-2");
    } else if (!digits()) {
      return failNumber(start);
    }
    if (cursor != end && *cursor == '.') {
      ++cursor;
      if (!digits())
        return failNumber(start);
    }
    if (cursor != end && (*cursor == 'e' || *cursor == 'E')) {
      ++cursor;
      if (cursor != end && (*cursor == '+' || *cursor == '-'))
        ++cursor;
      if (!digits())
        return failNumber(start);
    }
    if (cursor != end && (isWordByte(static_cast<unsigned char>(*cursor)) || *cursor == '.'))
      return failNumber(start);
    value.valueKind = Kind::Number;
    value.valueText = {start, static_cast<std::size_t>(cursor - start)};
    return true;
  }

  bool failNumber(const char *start) {
    const char *stop = start;
    while (stop != end && (isWordByte(static_cast<unsigned char>(*stop)) || *stop == '.' ||
                           *stop == '+' || *stop == '-'))
      ++stop;
    llvm::StringRef text(start, stop - start);
    if (text.starts_with("-I") || text.starts_with("-N"))
      return fail(start, "'" + excerpt(text) + "' is no JSON number", "a finite decimal number");
    return fail(start, "'" + excerpt(text) + "' is no number", "a number such as 0.5, 12 or -3e-2");
  }

  bool parseStringValue(Value &value) {
    value.valueKind = Kind::String;
    const char *stop = cursor + 1;
    while (stop != end && isPlain(static_cast<unsigned char>(*stop)))
      ++stop;
    if (stop != end && *stop == '"') { // nothing to resolve or to check
      value.valueText = {cursor + 1, static_cast<std::size_t>(stop - cursor - 1)};
      cursor = stop + 1;
      return true;
    }
    document.resolved.push_back(std::make_unique<std::string>());
    if (!parseString(*document.resolved.back()))
      return false;
    value.valueText = *document.resolved.back();
    return true;
  }

  /// Parses the string that begins at the cursor's quotation mark.
  bool parseString(std::string &out) {
    Place open = here();
    ++cursor;
    while (true) {
      const char *plain = cursor;
      while (cursor != end && isPlain(static_cast<unsigned char>(*cursor)))
        ++cursor;
      out.append(plain, cursor);
      if (cursor == end)
        return fail(open, "a string without an end", "'\"' at the end of the string");
      unsigned char c = static_cast<unsigned char>(*cursor);
      if (c == '"') {
        ++cursor;
        return true;
      }
      if (c == '\\') {
        if (!parseEscape(out))
          return false;
      } else if (c == '\n' || c == '\r') {
        return fail(open, "a string that does not end on its line",
                    "'\"' at the end of the string, and \\n for a line break in it");
      } else if (c < 0x20) {
        return failControl(" in a string", "\\u00" + llvm::utohexstr(c, true, 2) + " in its place");
      } else if (!copySequence(out)) {
        return false;
      }
    }
  }

  static bool isPlain(unsigned char c) { return c >= 0x20 && c < 0x80 && c != '"' && c != '\\'; }

  bool copySequence(std::string &out) {
    const auto *first = reinterpret_cast<const llvm::UTF8 *>(cursor);
    const auto *last = reinterpret_cast<const llvm::UTF8 *>(end);
    if (!llvm::isLegalUTF8Sequence(first, last))
      return fail(cursor,
                  "the byte 0x" + llvm::utohexstr(*first, false, 2) +
                      " begins no valid UTF-8 sequence",
                  "UTF-8 text");
    unsigned length = llvm::getNumBytesForUTF8(*first);
    out.append(cursor, length);
    cursor += length;
    return true;
  }

  bool parseEscape(std::string &out) {
    const char *start = cursor++;
    if (cursor == end)
      return failEnd("the rest of an escape sequence");
    char c = *cursor++;
    switch (c) {
    case '"':
    case '\\':
    case '/':
      out += c;
      return true;
    case 'b':
      out += '\b';
      return true;
    case 'f':
      out += '\f';
      return true;
    case 'n':
      out += '\n';
      return true;
    case 'r':
      out += '\r';
      return true;
    case 't':
      out += '\t';
      return true;
    case 'u':
      return parseUnicodeEscape(start, out);
    default:
      return fail(start, "an escape sequence that JSON does not have",
                  "one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX");
    }
  }

  /// Four hexadecimal digits at the cursor, or -1.
  int parseHex() {
    if (end - cursor < 4)
      return -1;
    int unit = 0;
    for (int i = 0; i < 4; ++i) {
      unsigned digit = llvm::hexDigitValue(cursor[i]);
      if (digit == ~0U)
        return -1;
      unit = unit * 16 + static_cast<int>(digit);
    }
    cursor += 4;
    return unit;
  }

  bool parseUnicodeEscape(const char *start, std::string &out) {
    int unit = parseHex();
    if (unit < 0)
      return fail(start, "\\u without four hexadecimal digits", "\\u followed by four of 0-9, a-f");
    unsigned code = static_cast<unsigned>(unit);
    if (code >= 0xDC00 && code < 0xE000)
      return fail(start, "a second half of a surrogate pair without its first half",
                  "\\uD800 to \\uDBFF before it");
    if (code >= 0xD800 && code < 0xDC00) {
      int low = -1;
      if (end - cursor >= 2 && cursor[0] == '\\' && cursor[1] == 'u') {
        cursor += 2;
        low = parseHex();
      }
      if (low < 0xDC00 || low > 0xDFFF)
        return fail(start, "a first half of a surrogate pair without its second half",
                    "\\uDC00 to \\uDFFF after it");
      code = 0x10000 + ((code - 0xD800) << 10) + (static_cast<unsigned>(low) - 0xDC00);
    }
    char buffer[UNI_MAX_UTF8_BYTES_PER_CODE_POINT];
    char *tail = buffer;
    llvm::ConvertCodePointToUTF8(code, tail);
    out.append(buffer, tail);
    return true;
  }

  void skipSpace() {
    for (; cursor != end; ++cursor) {
      if (*cursor == '\n') {
        ++line;
        lineStart = cursor + 1;
      } else if (*cursor != ' ' && *cursor != '\t' && *cursor != '\r') {
        return;
      }
    }
  }

  //===--- Errors ---------------------------------------------------------===//

  struct Place {
    unsigned line, column;
  };
  unsigned columnOf(const char *at) const { return static_cast<unsigned>(at - lineStart) + 1; }
  Place here() const { return {line, columnOf(cursor)}; }

  bool fail(Place place, std::string message, std::string expected) {
    diagnostics.error({document.name, place.line, place.column, {}}, std::move(message),
                      std::move(expected));
    return false;
  }
  /// `at` lies on the current line.
  bool fail(const char *at, std::string message, std::string expected) {
    return fail(Place{line, columnOf(at)}, std::move(message), std::move(expected));
  }

  bool failEnd(std::string expected) {
    return fail(cursor, "the file ends too early", std::move(expected));
  }

  bool failOpen(const Value &open, llvm::StringRef what, std::string expected) {
    fail(cursor,
         "the file ends within " + std::string(what == "object" ? "an " : "a ") + what.str(),
         std::move(expected));
    return false;
  }

  bool failControl(llvm::StringRef whereabouts, std::string expected) {
    unsigned char c = static_cast<unsigned char>(*cursor);
    std::string name =
        c == 0 ? "a NUL byte" : "the control character 0x" + llvm::utohexstr(c, false, 2);
    return fail(cursor, name + whereabouts.str(), std::move(expected));
  }

  llvm::StringRef wordAt(const char *at) const {
    const char *stop = at;
    while (stop != end && isWordByte(static_cast<unsigned char>(*stop)))
      ++stop;
    return {at, static_cast<std::size_t>(stop - at)};
  }

  /// The character at `at` fits nowhere: says what it is.
  bool failUnexpected(const char *at, const std::string &whereabouts, std::string expected) {
    unsigned char c = static_cast<unsigned char>(*at);
    if (c == '/' || c == '#')
      return fail(at, "a comment; JSON has none", "the file without comments");
    if (c < 0x20 || c == 0x7f)
      return failControl(whereabouts, std::move(expected));
    if (c >= 0x80 && !llvm::isLegalUTF8Sequence(reinterpret_cast<const llvm::UTF8 *>(at),
                                                reinterpret_cast<const llvm::UTF8 *>(end)))
      return fail(at,
                  "the byte 0x" + llvm::utohexstr(c, false, 2) + " begins no valid UTF-8 sequence",
                  "UTF-8 text");
    if (c == '"')
      return fail(at, "unexpected string" + whereabouts, std::move(expected));
    llvm::StringRef word = wordAt(at);
    std::string what = word.empty() ? std::string(1, *at) : excerptOfWord(word);
    return fail(at, "unexpected '" + what + "'" + whereabouts, std::move(expected));
  }

  /// Words are not checked for valid UTF-8; messages show the valid beginning only.
  std::string excerptOfWord(llvm::StringRef word) const {
    std::size_t valid = 0;
    while (valid < word.size()) {
      const auto *first = reinterpret_cast<const llvm::UTF8 *>(word.data() + valid);
      const auto *last = reinterpret_cast<const llvm::UTF8 *>(word.end());
      if (!llvm::isLegalUTF8Sequence(first, last))
        break;
      valid += llvm::getNumBytesForUTF8(*first);
    }
    return excerpt(word.substr(0, valid));
  }

  bool failNoValue() {
    static constexpr const char *kinds =
        "an object, a list, a string in double quotes, a number, true, false or null";
    llvm::StringRef word = wordAt(cursor);
    if (word.equals_insensitive("nan") || word.equals_insensitive("inf") ||
        word.equals_insensitive("infinity"))
      return fail(cursor, "'" + word.str() + "' is no JSON number", "a finite decimal number");
    for (llvm::StringRef literal : {"true", "false", "null"})
      if (word.equals_insensitive(literal))
        return fail(cursor, "unexpected '" + word.str() + "'", literal.str() + " in lower case");
    if (*cursor == '\'')
      return fail(cursor, "a string in single quotes", "double quotes");
    if (*cursor == '+' || *cursor == '.')
      return failNumber(cursor);
    if (*cursor == ',')
      return fail(cursor, "a comma without a value before it", kinds);
    return failUnexpected(cursor, " in the place of a value", kinds);
  }

  bool failNoKey() {
    if (*cursor == '\'')
      return fail(cursor, "a key in single quotes", "double quotes");
    if (*cursor == ',')
      return fail(cursor, "a comma without a member before it", "a key in double quotes");
    return failUnexpected(cursor, " in the place of a key", "a key in double quotes");
  }

  /// Values move while their parents grow; so the links are set when all stand still.
  void settle(Value &value, const Value *parent) {
    value.owner = &document;
    value.parent = parent;
    for (Value &item : value.items)
      settle(item, &value);
    for (Member &member : value.fields)
      settle(member.value, &value);
  }

  const char *begin, *cursor, *end;
  const char *lineStart;
  unsigned line = 1;
  Document &document;
  Diagnostics &diagnostics;
};

std::unique_ptr<Document> Document::parse(llvm::StringRef text, std::string file,
                                          Diagnostics &diagnostics) {
  return Builder::build(text, std::move(file), diagnostics);
}

} // namespace terrane::json
