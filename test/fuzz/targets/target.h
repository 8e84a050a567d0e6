//===- target.h - What the fuzz targets share -----------------------------===//
//
// A target is one function of bytes. libFuzzer calls it in the build of TERRANE_FUZZ; replay.cpp
// calls it with the seeds and with what crashed once in every build.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_TEST_FUZZ_TARGETS_TARGET_H
#define TERRANE_TEST_FUZZ_TARGETS_TARGET_H

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer's name
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size);

namespace terrane::fuzz {

/// Ends the process where something that always holds does not: a finding, like a crash.
inline void require(bool holds, const char *what) {
  if (holds)
    return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

/// Bytes as numbers; zeros once they are used up.
class Input {
public:
  Input(const std::uint8_t *data, std::size_t size) : data(data), left(size) {}

  bool empty() const { return left == 0; }
  std::uint8_t byte() {
    if (!left)
      return 0;
    --left;
    return *data++;
  }
  template <class T> T number() {
    T value{};
    std::size_t taken = left < sizeof(T) ? left : sizeof(T);
    if (taken)
      std::memcpy(&value, data, taken);
    data += taken;
    left -= taken;
    return value;
  }
  /// Mostly small, sometimes one of those at the ends, sometimes anything.
  std::int32_t integer() {
    const std::int32_t special[] = {0,          -1,        1,         2147483647, -2147483647 - 1,
                                    2147483646, 134217726, 134217727, -134217727, 65536};
    std::uint8_t kind = byte();
    if (kind < 200)
      return std::int32_t(byte()) - 64;
    return kind < 240 ? special[kind % 10] : number<std::int32_t>();
  }
  /// What is left.
  std::string_view rest() const { return {reinterpret_cast<const char *>(data), left}; }
  std::string text() {
    std::string result;
    while (left && *data)
      result += char(byte());
    byte();
    return result;
  }

private:
  const std::uint8_t *data;
  std::size_t left;
};

} // namespace terrane::fuzz

#endif // TERRANE_TEST_FUZZ_TARGETS_TARGET_H
