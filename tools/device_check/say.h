//===- say.h - Lines of terrane-device-check, and time ----------------------===//

#ifndef TERRANE_TOOLS_DEVICE_CHECK_SAY_H
#define TERRANE_TOOLS_DEVICE_CHECK_SAY_H

#include <chrono>
#include <cstdio>
#include <string>

namespace terrane::check {

/// Writes a line at once: whoever stops the program keeps what it has found. From any thread.
inline void say(const std::string &line) {
  std::string text = line + "\n";
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

class Stopwatch {
public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }

private:
  std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
};

/// Of the whole run.
class TimeLimit {
public:
  explicit TimeLimit(double limit) : limit(limit) {}
  double left() const { return limit - watch.seconds(); }
  double used() const { return watch.seconds(); }

private:
  Stopwatch watch;
  double limit;
};

template <class... Values> std::string format(const char *pattern, Values... values) {
  char text[512];
  std::snprintf(text, sizeof text, pattern, values...);
  return text;
}
inline std::string seconds(double value) {
  return format("%.1f s", value);
}

} // namespace terrane::check

#endif // TERRANE_TOOLS_DEVICE_CHECK_SAY_H
