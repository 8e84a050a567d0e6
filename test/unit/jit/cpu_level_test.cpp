//===- cpu_level_test.cpp -------------------------------------------------===//

#include "kernels.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/TargetParser/Host.h"

#include <cstdlib>

using namespace terrane;
using namespace terrane::jit;
using namespace terrane::jit::test;

namespace {

/// Sets TERRANE_CPU_LEVEL for a scope.
class Override {
public:
  explicit Override(const char *value) {
    if (const char *old = std::getenv(name))
      before = old;
    ::setenv(name, value, 1);
  }
  ~Override() {
    if (before)
      ::setenv(name, before->c_str(), 1);
    else
      ::unsetenv(name);
  }

private:
  static constexpr const char *name = "TERRANE_CPU_LEVEL";
  std::optional<std::string> before;
};

} // namespace

TEST(CpuLevel, NamesCanBeReadBack) {
  for (CpuLevel level : {CpuLevel::Baseline, CpuLevel::Avx2, CpuLevel::Avx512})
    EXPECT_EQ(rt::parseCpuLevel(rt::cpuLevelName(level)), level);
  EXPECT_FALSE(rt::parseCpuLevel("AVX2"));
  EXPECT_FALSE(rt::parseCpuLevel(""));
}

TEST(CpuLevel, RuntimeAndLlvmAgreeAboutTheMachine) {
  llvm::StringMap<bool> has = llvm::sys::getHostCPUFeatures();
  bool avx2 = true, avx512 = true;
  for (const char *feature : {"avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe"})
    avx2 = avx2 && has.lookup(feature);
  for (const char *feature : {"avx512f", "avx512bw", "avx512dq", "avx512vl", "avx512vbmi"})
    avx512 = avx512 && has.lookup(feature);
  CpuLevel expected = avx2 && avx512 ? CpuLevel::Avx512
                      : avx2         ? CpuLevel::Avx2
                                     : CpuLevel::Baseline;
  EXPECT_EQ(rt::machineCpuLevel(), expected);
}

TEST(CpuLevel, TheVariableLowersTheLevel) {
  Override variable("baseline");
  Diagnostics diagnostics;
  EXPECT_EQ(detectCpuLevel(diagnostics), CpuLevel::Baseline);
  EXPECT_FALSE(diagnostics.hasErrors());
}

TEST(CpuLevel, AnEmptyVariableIsNone) {
  Override variable("");
  Diagnostics diagnostics;
  EXPECT_EQ(detectCpuLevel(diagnostics), rt::machineCpuLevel());
}

TEST(CpuLevel, AnUnknownLevelIsAnError) {
  Override variable("sse9");
  Diagnostics diagnostics;
  EXPECT_FALSE(detectCpuLevel(diagnostics));
  EXPECT_EQ(printed(diagnostics),
            "error: TERRANE_CPU_LEVEL is 'sse9'; it must be baseline, avx2 or avx512\n");
}

TEST(CpuLevel, ALevelAboveTheMachineIsAnError) {
  rt::CpuLevelChoice choice = rt::chooseCpuLevel("avx512", CpuLevel::Avx2);
  EXPECT_FALSE(choice.level);
  EXPECT_EQ(choice.error, "TERRANE_CPU_LEVEL is 'avx512', but this machine has no more than avx2");
  EXPECT_EQ(rt::chooseCpuLevel("avx2", CpuLevel::Avx2).level, CpuLevel::Avx2);
  EXPECT_EQ(rt::chooseCpuLevel(nullptr, CpuLevel::Avx2).level, CpuLevel::Avx2);
}
