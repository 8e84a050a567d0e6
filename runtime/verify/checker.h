//===- checker.h - Counting comparisons of bits ---------------------------===//

#ifndef TERRANE_RUNTIME_VERIFY_CHECKER_H
#define TERRANE_RUNTIME_VERIFY_CHECKER_H

#include "runtime/math/java.h"
#include "runtime/verify/verify_values.h"
#include <nlohmann/json.hpp>
#include <ostream>
#include <sstream>
#include <string>
#include <utility>

namespace terrane::rt::verify {

using Json = nlohmann::json;

inline u64 parseHex(const Json &v) {
  return std::stoull(v.get_ref<const std::string &>(), nullptr, 16);
}
inline f64 parseF64(const Json &v) {
  return fromBits(parseHex(v));
}
inline f32 parseF32(const Json &v) {
  return fromBits(u32(parseHex(v)));
}
inline i64 parseSeed(const Json &v) {
  return std::stoll(v.get_ref<const std::string &>());
}

inline std::string hexOf(u64 v) {
  std::ostringstream out;
  out << std::hex << v;
  return out.str();
}

/// Compares values with those of a vector file, counts, and reports the first mismatches. The path
/// says where in the file the comparison is; `Scope` adds a step to it.
class Checker {
public:
  explicit Checker(std::ostream &report) : report(report) {}

  void bits(const Json &expected, f32 actual) {
    f32 e = parseF32(expected);
    result(bitsOf(e) == bitsOf(actual) || (isNaN(e) && isNaN(actual)), expected, bitsOf(actual));
  }
  void bits(const Json &expected, f64 actual) {
    f64 e = parseF64(expected);
    result(bitsOf(e) == bitsOf(actual) || (isNaN(e) && isNaN(actual)), expected, bitsOf(actual));
  }
  void bits(const Json &expected, i64 actual) {
    result(parseHex(expected) == u64(actual), expected, u64(actual));
  }
  void number(const Json &expected, i64 actual) {
    result(expected.get<i64>() == actual, expected, u64(actual));
  }
  void text(const Json &expected, const std::string &actual) {
    bool same = expected.get_ref<const std::string &>() == actual;
    ++count.values;
    if (!same)
      mismatch(expected.dump(), actual);
  }
  /// Equal within `ulps` units in the last place.
  void close(const Json &expected, f64 actual, i64 ulps) {
    i64 a = i64(parseHex(expected)), b = i64(bitsOf(actual));
    result((a < 0) == (b < 0) && a - b <= ulps && b - a <= ulps, expected, u64(b));
  }
  /// A hash over `values` values.
  void hash(const Json &expected, const std::string &actual, i64 values) {
    text(expected, actual);
    count.values += values - 1;
  }

  VerifyCount total() const { return count; }

  /// A step into the file, for as long as it lives.
  class Scope {
  public:
    Scope(Checker &checker, const std::string &step)
        : checker(checker), before(checker.path.size()) {
      checker.path += step;
    }
    Scope(Checker &checker, std::size_t index)
        : Scope(checker, '[' + std::to_string(index) + ']') {}
    Scope(const Scope &) = delete;
    ~Scope() { checker.path.resize(before); }

  private:
    Checker &checker;
    std::size_t before;
  };

  /// Calls `f(row)` for every entry of a list, with the index in the path.
  template <class F> void each(const Json &list, F &&f) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      Scope scope(*this, i);
      f(list[i]);
    }
  }
  /// The same for the list under `key`.
  template <class F> void each(const Json &object, const char *key, F &&f) {
    Scope scope(*this, std::string(".") + key);
    each(object.at(key), std::forward<F>(f));
  }

private:
  void result(bool same, const Json &expected, u64 actual) {
    ++count.values;
    if (!same)
      mismatch(expected.dump(), expected.is_string() ? hexOf(actual) : std::to_string(i64(actual)));
  }
  void mismatch(const std::string &expected, const std::string &actual) {
    if (++count.mismatches <= 20)
      report << path << ": expected " << expected << ", got " << actual << '\n';
    else if (count.mismatches == 21)
      report << "(more mismatches are not listed)\n";
  }

  std::ostream &report;
  std::string path = "$";
  VerifyCount count;
};

} // namespace terrane::rt::verify

#endif // TERRANE_RUNTIME_VERIFY_CHECKER_H
