//===- progress.h - A progress bar on a terminal --------------------------===//

#ifndef TERRANE_TOOLS_TERRANE_PROGRESS_H
#define TERRANE_TOOLS_TERRANE_PROGRESS_H

#include <chrono>

namespace terrane::tool {

/// One line on stderr, drawn anew a few times per second and removed at the end. Prints nothing
/// where stderr is no terminal.
class ProgressBar {
public:
  explicit ProgressBar(bool wanted);
  ~ProgressBar() { clear(); }
  ProgressBar(const ProgressBar &) = delete;
  ProgressBar &operator=(const ProgressBar &) = delete;

  void show(long long done, long long total);
  void clear();

private:
  using Clock = std::chrono::steady_clock;

  bool enabled, drawn = false;
  Clock::time_point start, last;
};

} // namespace terrane::tool

#endif // TERRANE_TOOLS_TERRANE_PROGRESS_H
