//===- cpu_level.h - What this machine's processor can run ----------------===//

#ifndef TERRANE_RUNTIME_KERNEL_CPU_LEVEL_H
#define TERRANE_RUNTIME_KERNEL_CPU_LEVEL_H

#include "runtime/kernel/abi.h"

#include <optional>
#include <string>
#include <string_view>

namespace terrane::rt {

/// "baseline", "avx2" or "avx512".
std::string_view cpuLevelName(CpuLevel level);
std::optional<CpuLevel> parseCpuLevel(std::string_view name);

/// The highest level whose instructions the processor has and the system saves:
///   Baseline  x86-64
///   Avx2      x86-64-v3
///   Avx512    x86-64-v3 with avx512f, avx512bw, avx512dq, avx512vl and avx512vbmi
CpuLevel machineCpuLevel();

/// The level to use: the machine's, or what the environment variable TERRANE_CPU_LEVEL asks for.
/// Where that names no level, or one above the machine's, `level` is empty and `error` says so.
struct CpuLevelChoice {
  std::optional<CpuLevel> level;
  std::string error;
};
CpuLevelChoice chooseCpuLevel();

/// The same rule for given values; `wanted` may be null.
CpuLevelChoice chooseCpuLevel(const char *wanted, CpuLevel machine);

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_KERNEL_CPU_LEVEL_H
