//===- json_node.h - JSON documents that must be complete -----------------===//
//
// For the files of a bundle: reading them with the place of what is wrong.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_BUNDLE_JSON_NODE_H
#define TERRANE_RUNTIME_BUNDLE_JSON_NODE_H

#include "runtime/math/base.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

namespace terrane::rt {

using Json = nlohmann::ordered_json;

/// What JSON has no numbers for.
constexpr const char *floatNames[] = {"Infinity", "-Infinity", "NaN"};
inline f32 floatOfName(int name) {
  constexpr f32 infinity = std::numeric_limits<f32>::infinity();
  return name == 0 ? infinity : name == 1 ? -infinity : std::numeric_limits<f32>::quiet_NaN();
}
/// A number that is read back as it was, sign of zero included.
inline Json floatJson(f32 value) {
  if (std::isfinite(value))
    return f64(value);
  return floatNames[std::isnan(value) ? 2 : value < 0];
}

/// What a document lacks, with its place.
struct Malformed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A value of the manifest and its JSON pointer, for messages.
class Node {
public:
  Node(const Json &value, std::string pointer) : value(value), pointer(std::move(pointer)) {}

  Node at(const char *key) const {
    if (!value.is_object())
      fail("an object");
    auto found = value.find(key);
    if (found == value.end())
      throw Malformed("'" + std::string(key) + "' is missing at " + place());
    return {*found, pointer + "/" + key};
  }
  template <class Take> void each(Take take) const {
    if (!value.is_array())
      fail("a list");
    for (std::size_t i = 0; i < value.size(); ++i)
      take(Node(value[i], pointer + "/" + std::to_string(i)));
  }
  std::string text() const {
    if (!value.is_string())
      fail("a text");
    return value.get<std::string>();
  }
  bool flag() const {
    if (!value.is_boolean())
      fail("true or false");
    return value.get<bool>();
  }
  double number() const {
    if (!value.is_number())
      fail("a number");
    return value.get<double>();
  }
  /// A number as `floatJson` writes it.
  f32 real() const {
    if (value.is_string())
      return floatOfName(among(floatNames));
    return f32(number());
  }
  bool isNull() const { return value.is_null(); }
  template <class T> T integer() const {
    constexpr auto limit = std::numeric_limits<T>::max();
    bool inRange =
        value.is_number_unsigned()
            ? value.get<std::uint64_t>() <= std::uint64_t(limit)
            : value.is_number_integer() && std::numeric_limits<T>::is_signed &&
                  value.get<std::int64_t>() >= std::int64_t(std::numeric_limits<T>::min());
    if (!inRange)
      fail("a whole number in range");
    return value.get<T>();
  }
  /// The place of the text in a list of names.
  template <std::size_t n> int among(const char *const (&names)[n]) const {
    std::string got = text();
    for (std::size_t i = 0; i < n; ++i)
      if (got == names[i])
        return int(i);
    throw Malformed("'" + got + "' at " + place() + " is unknown");
  }

  [[noreturn]] void fail(const std::string &expected) const {
    throw Malformed(place() + " is not " + expected);
  }

private:
  std::string place() const { return pointer.empty() ? "the top level" : pointer; }

  const Json &value;
  std::string pointer;
};

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_BUNDLE_JSON_NODE_H
