//===- fields.cpp - Reading the fields of a JSON object -------------------===//

#include "compiler/import/fields.h"

#include "compiler/import/old_formats.h"
#include "compiler/json/numbers.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <charconv>
#include <cmath>

namespace terrane::import {

namespace {

using json::Kind;
using json::Value;

/// The number or string as the file has it, cut where it is long.
std::string shown(llvm::StringRef text) {
  constexpr std::size_t most = 48;
  if (text.size() <= most)
    return text.str();
  std::size_t cut = most;
  while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xC0) == 0x80)
    --cut;
  return text.substr(0, cut).str() + "...";
}

std::string decimal(double value) {
  char buffer[32];
  // Limits such as 1000000 as people write them, not as 1e+06.
  bool plain = value == 0 || (std::fabs(value) >= 1e-4 && std::fabs(value) < 1e9);
  auto [last, error] = std::to_chars(buffer, buffer + sizeof buffer, value,
                                     plain ? std::chars_format::fixed : std::chars_format::general);
  return error == std::errc() ? std::string(buffer, last) : std::string("?");
}

bool expectKind(const Value &v, Kind kind, llvm::StringRef what, const std::string &expected,
                Diagnostics &d) {
  if (v.kind() == kind)
    return true;
  d.error(v.where(), what.str() + " is " + json::describe(v.kind()).str(), expected);
  return false;
}

/// Reports a number outside its range. `counted` is the value it was converted to, where that is
/// not what the text says.
void outOfRange(const Value &v, llvm::StringRef what, const std::string &counted,
                const std::string &expected, Diagnostics &d) {
  std::string message = what.str() + " is " + shown(v.text());
  if (!counted.empty())
    message += " (which counts as " + counted + ")";
  d.error(v.where(), message + ", out of range", expected);
}

template <typename T> bool within(T value, T low, T high) {
  return !json::totalLess(value, low) && !json::totalLess(high, value);
}

std::string quotedList(llvm::ArrayRef<llvm::StringRef> words) {
  return llvm::join(
      llvm::map_range(words, [](llvm::StringRef word) { return "'" + word.str() + "'"; }), ", ");
}

} // namespace

std::optional<float> readVal(const Value &v, llvm::StringRef what, Diagnostics &d) {
  static const std::string expected = "a number from -1000000 to 1000000";
  if (!expectKind(v, Kind::Number, what, expected, d))
    return std::nullopt;
  float value = json::toF32(v.text());
  if (!within(value, -maxNoiseValue, maxNoiseValue)) {
    outOfRange(v, what, {}, expected, d);
    return std::nullopt;
  }
  return value;
}

std::optional<float> readF32(const Value &v, llvm::StringRef what, Diagnostics &d) {
  if (!expectKind(v, Kind::Number, what, "a number", d))
    return std::nullopt;
  return json::toF32(v.text());
}

std::optional<double> readF64(const Value &v, llvm::StringRef what, Diagnostics &d) {
  if (!expectKind(v, Kind::Number, what, "a number", d))
    return std::nullopt;
  return json::toF64(v.text());
}

std::optional<double> readF64(const Value &v, llvm::StringRef what, double low, double high,
                              Diagnostics &d) {
  std::string expected = "a number from " + decimal(low) + " to " + decimal(high);
  if (!expectKind(v, Kind::Number, what, expected, d))
    return std::nullopt;
  double value = json::toF64(v.text());
  if (!within(value, low, high)) {
    outOfRange(v, what, {}, expected, d);
    return std::nullopt;
  }
  return value;
}

std::optional<std::int32_t> readInt(const Value &v, llvm::StringRef what, Diagnostics &d) {
  if (!expectKind(v, Kind::Number, what, "an integer", d))
    return std::nullopt;
  return json::toI32(v.text());
}

std::optional<std::int32_t> readInt(const Value &v, llvm::StringRef what, std::int32_t low,
                                    std::int32_t high, Diagnostics &d) {
  std::string expected =
      high == std::numeric_limits<std::int32_t>::max()
          ? "an integer of at least " + std::to_string(low)
          : "an integer from " + std::to_string(low) + " to " + std::to_string(high);
  if (!expectKind(v, Kind::Number, what, expected, d))
    return std::nullopt;
  std::int32_t value = json::toI32(v.text());
  if (value < low || value > high) {
    std::string counted = std::to_string(value);
    outOfRange(v, what, counted == v.text() ? std::string() : counted, expected, d);
    return std::nullopt;
  }
  return value;
}

std::optional<bool> readBool(const Value &v, llvm::StringRef what, Diagnostics &d) {
  if (!expectKind(v, Kind::Boolean, what, "true or false", d))
    return std::nullopt;
  return v.boolean();
}

std::optional<llvm::StringRef> readString(const Value &v, llvm::StringRef what, Diagnostics &d) {
  if (!expectKind(v, Kind::String, what, "a string", d))
    return std::nullopt;
  return v.text();
}

std::optional<unsigned> readChoice(const Value &v, llvm::StringRef what,
                                   llvm::ArrayRef<llvm::StringRef> choices, Diagnostics &d) {
  std::string expected = "one of " + quotedList(choices);
  if (!expectKind(v, Kind::String, what, expected, d))
    return std::nullopt;
  for (unsigned i = 0; i < choices.size(); ++i)
    if (v.text() == choices[i])
      return i;
  if (std::string near = nearest(v.text(), choices); !near.empty())
    expected += "; did you mean '" + near + "'?";
  d.error(v.where(), what.str() + " is '" + shown(v.text()) + "'", expected);
  return std::nullopt;
}

std::string Fields::what(llvm::StringRef key) const {
  return "field '" + key.str() + "' of " + owner;
}

const Value *Fields::required(llvm::StringRef key) const {
  if (const Value *value = object.find(key))
    return value;
  std::string expected = "a field '" + key.str() + "'";
  std::vector<llvm::StringRef> present;
  std::string old;
  for (const json::Member &member : object.members()) {
    present.push_back(member.key);
    std::optional<std::string> now = replacedField(owner, member.key);
    if (now && *now == key)
      old = member.key;
  }
  if (object.findMember(key))
    expected += " that is not null: null counts as absent";
  else if (!old.empty())
    expected += "; '" + old + "' was its name before 26.3";
  else if (std::string near = nearest(key, present, /*most=*/2); !near.empty())
    expected += "; is '" + near + "' a misspelling of it?";
  else if (present.empty())
    expected += "; the object is empty";
  else
    expected += "; the object has " + shownKeys(present);
  d.error(object.where(), "missing " + what(key), expected);
  return nullptr;
}

std::string Fields::shownKeys(llvm::ArrayRef<llvm::StringRef> keys) {
  constexpr std::size_t most = 12;
  std::string result = quotedList(keys.take_front(most));
  if (keys.size() > most)
    result += " and " + std::to_string(keys.size() - most) + " more";
  return result;
}

std::optional<float> Fields::val(llvm::StringRef key) const {
  const Value *v = required(key);
  return v ? readVal(*v, what(key), d) : std::nullopt;
}

std::optional<double> Fields::f64(llvm::StringRef key) const {
  const Value *v = required(key);
  return v ? readF64(*v, what(key), d) : std::nullopt;
}

std::optional<double> Fields::f64(llvm::StringRef key, double low, double high) const {
  const Value *v = required(key);
  return v ? readF64(*v, what(key), low, high, d) : std::nullopt;
}

std::optional<std::int32_t> Fields::integer(llvm::StringRef key) const {
  const Value *v = required(key);
  return v ? readInt(*v, what(key), d) : std::nullopt;
}

std::optional<std::int32_t> Fields::integer(llvm::StringRef key, std::int32_t low,
                                            std::int32_t high) const {
  const Value *v = required(key);
  return v ? readInt(*v, what(key), low, high, d) : std::nullopt;
}

std::optional<bool> Fields::boolean(llvm::StringRef key) const {
  const Value *v = required(key);
  return v ? readBool(*v, what(key), d) : std::nullopt;
}

std::optional<llvm::StringRef> Fields::string(llvm::StringRef key) const {
  const Value *v = required(key);
  return v ? readString(*v, what(key), d) : std::nullopt;
}

std::optional<unsigned> Fields::choice(llvm::StringRef key,
                                       llvm::ArrayRef<llvm::StringRef> choices) const {
  const Value *v = required(key);
  return v ? readChoice(*v, what(key), choices, d) : std::nullopt;
}

} // namespace terrane::import
