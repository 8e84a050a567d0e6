//===- fields.h - Reading the fields of a JSON object with exact errors ---===//
//
// The decoders of packs read objects through a `Fields`. Each getter reports its own error (place,
// what is wrong, what would be right) and returns nothing; callers only propagate failure.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_COMPILER_IMPORT_FIELDS_H
#define TERRANE_COMPILER_IMPORT_FIELDS_H

#include "compiler/json/json.h"

#include <optional>

namespace terrane::import {

/// The largest magnitude of a "noise value" (spec 10, 2.2, kind val).
constexpr float maxNoiseValue = 1000000.0f;

/// Reads one value as the named kind of spec 10, 2.2. `what` names it in messages ("field 'left'
/// of minecraft:add"). Ranges are inclusive, tested after the conversion and in the total order.
/// A boolean in the place of a number is refused by name, also where the game would read it as 0
/// or 1: no pack means it.
std::optional<float> readVal(const json::Value &v, llvm::StringRef what, Diagnostics &d);
std::optional<float> readF32(const json::Value &v, llvm::StringRef what, Diagnostics &d);
std::optional<double> readF64(const json::Value &v, llvm::StringRef what, Diagnostics &d);
std::optional<double> readF64(const json::Value &v, llvm::StringRef what, double low, double high,
                              Diagnostics &d);
std::optional<std::int32_t> readInt(const json::Value &v, llvm::StringRef what, Diagnostics &d);
std::optional<std::int32_t> readInt(const json::Value &v, llvm::StringRef what, std::int32_t low,
                                    std::int32_t high, Diagnostics &d);
std::optional<bool> readBool(const json::Value &v, llvm::StringRef what, Diagnostics &d);
std::optional<llvm::StringRef> readString(const json::Value &v, llvm::StringRef what,
                                          Diagnostics &d);
/// One of `choices`; the error lists them and names the nearest. Returns its index.
std::optional<unsigned> readChoice(const json::Value &v, llvm::StringRef what,
                                   llvm::ArrayRef<llvm::StringRef> choices, Diagnostics &d);

class Fields {
public:
  /// `owner` names the object in messages, e.g. "minecraft:noise". `object` must be an object.
  Fields(const json::Value &object, llvm::StringRef owner, Diagnostics &d)
      : object(object), owner(owner), d(d) {}

  /// The value of a required field; reports "missing field 'x' of <owner>" and lists the fields
  /// the object has (with a hint where one of them is near in spelling).
  const json::Value *required(llvm::StringRef key) const;
  const json::Value *optional(llvm::StringRef key) const { return object.find(key); }

  std::optional<float> val(llvm::StringRef key) const;
  std::optional<double> f64(llvm::StringRef key) const;
  std::optional<double> f64(llvm::StringRef key, double low, double high) const;
  std::optional<std::int32_t> integer(llvm::StringRef key) const;
  std::optional<std::int32_t> integer(llvm::StringRef key, std::int32_t low,
                                      std::int32_t high) const;
  std::optional<bool> boolean(llvm::StringRef key) const;
  std::optional<llvm::StringRef> string(llvm::StringRef key) const;
  std::optional<unsigned> choice(llvm::StringRef key,
                                 llvm::ArrayRef<llvm::StringRef> choices) const;

  /// How messages call a field: "field 'left' of minecraft:add".
  std::string what(llvm::StringRef key) const;

  const json::Value &object;

private:
  static std::string shownKeys(llvm::ArrayRef<llvm::StringRef> keys);

  std::string owner;
  Diagnostics &d;
};

} // namespace terrane::import

#endif // TERRANE_COMPILER_IMPORT_FIELDS_H
