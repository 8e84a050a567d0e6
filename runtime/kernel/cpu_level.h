//===- cpu_level.h - Which level of generated code a machine runs ---------===//
//
// Host only. A level stands for the instructions that generated code of it may use: Baseline is
// x86-64 (or whatever another architecture starts with), Avx2 is x86-64-v3, Avx512 is x86-64-v4 of
// the psABI. Every level gives the same bits.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_KERNEL_CPU_LEVEL_H
#define TERRANE_RUNTIME_KERNEL_CPU_LEVEL_H

#include "runtime/kernel/abi.h"

#include <optional>
#include <string_view>

namespace terrane::rt {

/// The highest level that this machine and its operating system run.
inline CpuLevel detectCpuLevel() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("x86-64-v4"))
    return CpuLevel::Avx512;
  if (__builtin_cpu_supports("x86-64-v3"))
    return CpuLevel::Avx2;
#endif
  return CpuLevel::Baseline;
}

/// As written on the command line and in manifests.
inline const char *cpuLevelName(CpuLevel level) {
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

inline std::optional<CpuLevel> cpuLevelFromName(std::string_view name) {
  for (CpuLevel level : {CpuLevel::Baseline, CpuLevel::Avx2, CpuLevel::Avx512})
    if (name == cpuLevelName(level))
      return level;
  return std::nullopt;
}

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_KERNEL_CPU_LEVEL_H
