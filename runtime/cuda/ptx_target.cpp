//===- ptx_target.cpp - Which GPUs a PTX text is for ----------------------===//

#include "runtime/cuda/driver.h"

#include <algorithm>

using namespace terrane::rt;
using namespace terrane::rt::cuda;

namespace {

/// The word after a directive that begins a line: ".target" gives "sm_80" of ".target sm_80,
/// debug".
std::string directive(const std::string &ptx, const std::string &name) {
  for (size_t line = 0; line < ptx.size();) {
    const size_t end = std::min(ptx.find('\n', line), ptx.size());
    const size_t start = ptx.find_first_not_of(" \t", line);
    if (start < end && ptx.compare(start, name.size(), name) == 0) {
      const size_t word = ptx.find_first_not_of(" \t", start + name.size());
      if (word != std::string::npos && word < end && word > start + name.size())
        return ptx.substr(word, std::min(ptx.find_first_of(" \t,\r\n", word), ptx.size()) - word);
    }
    line = end + 1;
  }
  return "";
}

} // namespace

std::string cuda::whyNotOn(const Driver::Gpu &gpu, const std::string &ptx) {
  const std::string target = directive(ptx, ".target");
  if (target.empty())
    return "the text is no PTX: it has no line .target sm_NN";
  size_t digits = 3;
  int number = 0; // 10 times the major version and the minor one
  while (digits < target.size() && target[digits] >= '0' && target[digits] <= '9' && number < 10000)
    number = 10 * number + (target[digits++] - '0');
  const std::string suffix = target.substr(std::min(digits, target.size()));
  if (target.compare(0, 3, "sm_") != 0 || number == 0 ||
      (!suffix.empty() && suffix != "a" && suffix != "f"))
    return "the PTX is for the unknown target '" + target + "'";
  const int device = 10 * gpu.major + gpu.minor;
  const bool runs = suffix.empty()  ? device >= number
                    : suffix == "a" ? device == number
                                    : device >= number && device / 10 == number / 10;
  if (runs)
    return "";
  const std::string needed = std::to_string(number / 10) + "." + std::to_string(number % 10);
  return "the PTX is for " + target + ", which needs a device of compute capability " + needed +
         (suffix.empty()  ? " or later"
          : suffix == "a" ? " exactly"
                          : " or a later one of its family") +
         "; " + gpu.name + " has " + std::to_string(gpu.major) + "." + std::to_string(gpu.minor);
}
