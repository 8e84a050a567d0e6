//===- progress.cpp - A progress bar on a terminal ------------------------===//

#include "tools/terrane/progress.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

using namespace terrane::tool;

ProgressBar::ProgressBar(bool wanted)
    : enabled(wanted && llvm::sys::Process::StandardErrIsDisplayed()), start(Clock::now()),
      last(start) {}

void ProgressBar::show(long long done, long long total) {
  Clock::time_point now = Clock::now();
  if (!enabled || now - last < std::chrono::milliseconds(100))
    return;
  last = now;
  drawn = true;
  constexpr int width = 30;
  int filled = int(done * width / total);
  double rate = double(done) / std::chrono::duration<double>(now - start).count();
  std::string bar = std::string(filled, '=') + std::string(width - filled, ' ');
  llvm::errs() << "\r\x1b[K[" << bar << "] " << done << '/' << total << " chunks, "
               << llvm::format("%.1f", rate) << "/s, "
               << llvm::format("%.0f s left", double(total - done) / rate);
}

void ProgressBar::clear() {
  if (drawn)
    llvm::errs() << "\r\x1b[K";
  drawn = false;
}
