//===- cpu_level.cpp - What this machine's processor can run --------------===//

#include "runtime/kernel/cpu_level.h"

#include <cstdlib>

using namespace terrane::rt;

std::string_view terrane::rt::cpuLevelName(CpuLevel level) {
  switch (level) {
  case CpuLevel::Baseline:
    return "baseline";
  case CpuLevel::Avx2:
    return "avx2";
  case CpuLevel::Avx512:
    return "avx512";
  }
  return "unknown";
}

std::optional<CpuLevel> terrane::rt::parseCpuLevel(std::string_view name) {
  for (CpuLevel level : {CpuLevel::Baseline, CpuLevel::Avx2, CpuLevel::Avx512})
    if (name == cpuLevelName(level))
      return level;
  return std::nullopt;
}

CpuLevel terrane::rt::machineCpuLevel() {
  // The builtins look at XCR0, too: an instruction set whose registers the system does not save
  // counts as absent.
  __builtin_cpu_init();
  if (!__builtin_cpu_supports("x86-64-v3"))
    return CpuLevel::Baseline;
  bool wide = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
              __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
              __builtin_cpu_supports("avx512vbmi");
  return wide ? CpuLevel::Avx512 : CpuLevel::Avx2;
}

CpuLevelChoice terrane::rt::chooseCpuLevel() {
  return chooseCpuLevel(std::getenv("TERRANE_CPU_LEVEL"), machineCpuLevel());
}

CpuLevelChoice terrane::rt::chooseCpuLevel(const char *wanted, CpuLevel machine) {
  if (!wanted || !*wanted)
    return {machine, {}};
  std::optional<CpuLevel> level = parseCpuLevel(wanted);
  if (!level)
    return {std::nullopt, "TERRANE_CPU_LEVEL is '" + std::string(wanted) +
                              "'; it must be baseline, avx2 or avx512"};
  if (*level > machine)
    return {std::nullopt, "TERRANE_CPU_LEVEL is '" + std::string(wanted) +
                              "', but this machine has no more than " +
                              std::string(cpuLevelName(machine))};
  return {level, {}};
}
