//===- json.h - JSON documents that know where they came from -------------===//
//
// A read-only JSON tree. Every value knows its line, column and JSON pointer, and numbers keep
// their decimal text, because the type a field asks for decides how it is rounded (spec 10, 2.2).
// Documents are immutable once parsed and may be read from several threads.
//
// Why a parser of our own: the usual libraries (RapidJSON, nlohmann, Boost.JSON) refuse numbers
// beyond the range of a double even when asked for their text, lose the sign of `-0` or the place
// of a value; a pack may hold 1e400 (spec 10, 2.2).
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_COMPILER_JSON_JSON_H
#define TERRANE_COMPILER_JSON_JSON_H

#include "compiler/diagnostics/diagnostics.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace terrane::json {

enum class Kind { Null, Boolean, Number, String, Array, Object };

/// "a string", "an object", ... for messages.
llvm::StringRef describe(Kind kind);

class Document;
struct Member;

class Value {
public:
  Kind kind() const { return valueKind; }
  bool isObject() const { return valueKind == Kind::Object; }
  bool isArray() const { return valueKind == Kind::Array; }
  bool isString() const { return valueKind == Kind::String; }
  bool isNumber() const { return valueKind == Kind::Number; }
  bool isNull() const { return valueKind == Kind::Null; }

  /// The content of a string (UTF-8, escapes resolved) or the decimal text of a number.
  llvm::StringRef text() const { return valueText; }
  bool boolean() const { return valueBool; }
  llvm::ArrayRef<Value> elements() const { return items; } ///< of an array
  llvm::ArrayRef<Member> members() const;                  ///< of an object, document order
  /// The member of that name, or null. A member that holds JSON null counts as absent.
  const Value *find(llvm::StringRef key) const;
  /// The same, but JSON null is handed out (for messages).
  const Member *findMember(llvm::StringRef key) const;

  llvm::StringRef file() const; ///< of the document
  unsigned line() const { return valueLine; }
  unsigned column() const { return valueColumn; }
  std::string pointer() const;  ///< built on demand; only messages and locations need it
  SourcePosition where() const; ///< file, line, column, pointer

  // Values know their parents and documents by address: they move while a document is built, and
  // are never copied.
  Value() = default;
  Value(const Value &) = delete;
  Value &operator=(const Value &) = delete;
  Value(Value &&) noexcept = default;
  Value &operator=(Value &&) noexcept = default;

private:
  friend class Document;
  friend class Builder;
  Kind valueKind = Kind::Null;
  bool valueBool = false;
  unsigned valueLine = 0, valueColumn = 0;
  const Document *owner = nullptr;
  const Value *parent = nullptr;
  llvm::StringRef valueText; ///< in the document's copy of the text, or in its `resolved`
  std::vector<Value> items;
  std::vector<Member> fields;
  /// Indices of `fields` sorted by key; only for large objects.
  std::unique_ptr<std::vector<std::uint32_t>> byKey;
};

struct Member {
  std::string key;
  Value value;
  unsigned keyLine = 0, keyColumn = 0;
};

inline llvm::ArrayRef<Member> Value::members() const {
  return fields;
}

class Document {
public:
  /// The largest depth of nested arrays and objects that is accepted.
  static constexpr unsigned maxDepth = 512;

  /// Parses strict JSON (RFC 8259): no comments, no trailing commas, no duplicate keys, valid
  /// UTF-8. On failure reports exactly one error with its place and returns null.
  /// `file` is the name used in messages.
  static std::unique_ptr<Document> parse(llvm::StringRef text, std::string file,
                                         Diagnostics &diagnostics);

  const Value &root() const { return top; }
  llvm::StringRef file() const { return name; }

private:
  Document() = default;
  friend class Builder;
  std::string name;
  std::string source;                                 ///< what was parsed
  std::vector<std::unique_ptr<std::string>> resolved; ///< strings that had escapes
  Value top;
};

} // namespace terrane::json

#endif // TERRANE_COMPILER_JSON_JSON_H
