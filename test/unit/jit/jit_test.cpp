//===- jit_test.cpp -------------------------------------------------------===//

#include "kernels.h"

#include "runtime/math/java.h"
#include "targets/jit/kernel_headers.h"

#include <cmath>

using namespace terrane;
using namespace terrane::jit;
using namespace terrane::jit::test;

namespace {

/// What Clang says about a text.
std::string errorsOf(const std::string &text) {
  Diagnostics diagnostics;
  EXPECT_FALSE(compileObject(text, "kernel.cpp", CpuLevel::Baseline, diagnostics));
  EXPECT_TRUE(diagnostics.hasErrors());
  return printed(diagnostics);
}

/// Why a text is no module.
std::string refusal(const std::string &text) {
  Diagnostics diagnostics;
  EXPECT_FALSE(JitModule::load({text}, CpuLevel::Baseline, diagnostics, withoutCache()));
  return printed(diagnostics);
}

} // namespace

TEST(Jit, ModuleIsCallableAtEveryLevelOfTheMachine) {
  unsigned tried = 0;
  for (CpuLevel level : levels()) {
    SCOPED_TRACE(std::string(rt::cpuLevelName(level)));
    Diagnostics diagnostics;
    auto module = JitModule::load({std::string(smallKernel)}, level, diagnostics, withoutCache());
    ASSERT_TRUE(module) << printed(diagnostics);
    EXPECT_EQ(checkSmallKernel(module->module()), 124u);
    EXPECT_FALSE(module->timings().cacheHit());
    EXPECT_GT(module->timings().build.compile.frontend, 0);
    EXPECT_GT(module->timings().build.compile.codegen, 0);
    ++tried;
  }
  EXPECT_GT(tried, 0u);
}

TEST(Jit, TextsFindEachOthersHiddenFunctionsAndTables) {
  for (CpuLevel level : levels())
    for (unsigned threads : {1u, 2u}) {
      BuildOptions options = withoutCache();
      options.threads = threads;
      Diagnostics diagnostics;
      auto module = JitModule::load({std::string(halfKernels[0]), std::string(halfKernels[1])},
                                    level, diagnostics, options);
      ASSERT_TRUE(module) << printed(diagnostics);
      EXPECT_EQ(checkSmallKernel(module->module()), 124u);
    }
}

TEST(Jit, SecondStartTakesEveryObjectFromTheCache) {
  TemporaryFolder folder;
  BuildOptions options;
  options.cacheDirectory = folder.str();
  for (bool warm : {false, true}) {
    Diagnostics diagnostics;
    auto module = JitModule::load({std::string(halfKernels[0]), std::string(halfKernels[1])},
                                  CpuLevel::Baseline, diagnostics, options);
    ASSERT_TRUE(module) << printed(diagnostics);
    EXPECT_EQ(checkSmallKernel(module->module()), 124u);
    EXPECT_EQ(module->timings().cacheHit(), warm);
    // The third is that of the rounding functions.
    EXPECT_EQ(module->timings().build.compiled + module->timings().build.fromCache, 3u);
  }
}

TEST(Jit, EqualTextGivesEqualObjects) {
  for (CpuLevel level : {CpuLevel::Baseline, CpuLevel::Avx2, CpuLevel::Avx512}) {
    Diagnostics diagnostics;
    auto a = compileObject(smallKernel, "k.cpp", level, diagnostics);
    auto b = compileObject(smallKernel, "k.cpp", level, diagnostics);
    ASSERT_TRUE(a && b) << printed(diagnostics);
    EXPECT_EQ(*a, *b);
  }
}

TEST(Jit, RoundingFunctionsOfTheBaselineAreExact) {
  std::string text = R"(
#include "runtime/kernel/abi.h"
using namespace terrane::rt;
namespace {
void volume(KernelContext *, f32 *out, const Volume *v) {
  f64 d = 0;
  switch (v->sx) {
  case 1: out[0] = __builtin_floorf(out[0]); return;
  case 2: out[0] = __builtin_ceilf(out[0]); return;
  case 3: out[0] = __builtin_truncf(out[0]); return;
  }
  __builtin_memcpy(&d, out, 8);
  d = v->sx == 4 ? __builtin_floor(d) : v->sx == 5 ? __builtin_ceil(d) : __builtin_trunc(d);
  __builtin_memcpy(out, &d, 8);
}
const KernelEntry entries[] = {{"f", volume, nullptr}};
}
extern "C" const KernelModule terrane_generator = {
    kernelAbi, sizeof(KernelModule), CpuLevel::Baseline, 0, 1, 0, 0, entries, nullptr};
)";
  for (CpuLevel level : levels()) {
    Diagnostics diagnostics;
    auto module = JitModule::load({text}, level, diagnostics, withoutCache());
    ASSERT_TRUE(module) << printed(diagnostics);
    // The rounding text must have been there: below AVX the objects are two.
    EXPECT_EQ(module->timings().build.compiled, level == CpuLevel::Baseline ? 2u : 1u);
    auto call = [&](int which, auto v) {
      rt::Volume volume;
      volume.sx = which;
      float buffer[2];
      std::memcpy(buffer, &v, sizeof v);
      module->module().entries[0].volume(nullptr, buffer, &volume);
      std::memcpy(&v, buffer, sizeof v);
      return v;
    };
    unsigned count = 0;
    auto same = [&](auto got, auto expected) {
      ++count;
      EXPECT_TRUE(rt::bitsOf(got) == rt::bitsOf(expected) ||
                  (std::isnan(got) && std::isnan(expected)))
          << got << " " << expected;
    };
    auto check = [&](double d) {
      float f = float(d);
      same(call(1, f), std::floor(f));
      same(call(2, f), std::ceil(f));
      same(call(3, f), std::trunc(f));
      same(call(4, d), std::floor(d));
      same(call(5, d), std::ceil(d));
      same(call(6, d), std::trunc(d));
    };
    for (double v : {0.0,
                     0x1p-1074,
                     0x1p-149,
                     0.25,
                     0.5,
                     0.75,
                     1.0,
                     1.5,
                     2.5,
                     8388607.5,
                     8388608.0,
                     16777217.0,
                     2147483647.5,
                     2147483648.0,
                     4503599627370495.5,
                     4503599627370496.0,
                     9007199254740993.0,
                     0x1p62,
                     0x1p63,
                     1e300,
                     HUGE_VAL,
                     std::nan("")}) {
      check(v);
      check(-v);
    }
    // Bit patterns of all kinds.
    uint64_t state = 1;
    for (int i = 0; i < 2000; ++i) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      check(double(rt::fromBits(uint32_t(state >> 32))));
      check(rt::fromBits((state & 0x800FFFFFFFFFFFFFull) | (1000ull + i % 90) << 52));
    }
    EXPECT_EQ(count, (44u + 4000u) * 6u);
  }
}

TEST(Jit, AnErrorCarriesTheCompilersMessageAndPlace) {
  EXPECT_EQ(errorsOf("int f() {\n  return colour;\n}\n"),
            "kernel.cpp:2:10: error: use of undeclared identifier 'colour'\n");
  // With its note, and only once.
  std::string redefined = errorsOf("int f();\nfloat f();\n");
  EXPECT_NE(redefined.find("kernel.cpp:2:7: error: functions that differ only in their return type "
                           "cannot be overloaded"),
            std::string::npos)
      << redefined;
  EXPECT_NE(redefined.find("kernel.cpp:1:5: note: previous declaration is here"), std::string::npos)
      << redefined;
}

TEST(Jit, NoHeaderOfTheMachineIsSeen) {
  for (const char *header : {"<stddef.h>", "<math.h>", "<immintrin.h>", "\"/etc/passwd\""}) {
    std::string message = errorsOf("#include " + std::string(header) + "\n");
    EXPECT_NE(message.find("file not found"), std::string::npos) << message;
  }
}

TEST(Jit, HeadersOfTheRuntimeAreEmbedded) {
  std::vector<std::string> paths;
  for (const KernelHeader &header : kernelHeaders())
    paths.push_back(header.path.str());
  for (const char *path :
       {"runtime/kernel/abi.h", "runtime/math/base.h", "runtime/math/java.h",
        "runtime/math/log_pow.h", "runtime/noise/stack.h", "runtime/chunk/volume.h"})
    EXPECT_TRUE(llvm::is_contained(paths, path)) << path;
  EXPECT_TRUE(llvm::is_sorted(paths));
  std::string all;
  for (const std::string &path : paths)
    all += "#include \"" + path + "\"\n";
  Diagnostics diagnostics;
  EXPECT_TRUE(compileObject(all, "all.cpp", CpuLevel::Baseline, diagnostics))
      << printed(diagnostics);
}

TEST(Jit, WhatAGeneratorLacksIsNamed) {
  EXPECT_EQ(refusal("extern \"C\" double cos(double);\n"
                    "extern \"C\" double f(double x) { return cos(x); }\n"),
            "generator.0.cpp: error: the generator needs 'cos', which it lacks\n");
  EXPECT_NE(refusal("volatile int v;\nint x = v;\n").find(".init_array"), std::string::npos);
  EXPECT_NE(
      refusal("thread_local int counter = 3;\nint f() { return ++counter; }\n").find(".tdata"),
      std::string::npos);
  EXPECT_NE(refusal("int f() { return 1; }\n").find("terrane_generator"), std::string::npos);
}

TEST(Jit, ModulesOfAnotherAbiOrAHigherLevelAreRefused) {
  std::string abi = smallKernel;
  abi.replace(abi.find("kernelAbi, sizeof"), 9, "kernelAbi + 1");
  EXPECT_NE(refusal(abi).find("was made for kernel ABI"), std::string::npos) << refusal(abi);
  std::string level = smallKernel;
  level.replace(level.find("CpuLevel::Baseline"), 18, "CpuLevel::Avx512");
  EXPECT_NE(refusal(level).find("needs CPU level avx512"), std::string::npos) << refusal(level);
}

TEST(Jit, AsmStatementsCompile) {
  Diagnostics diagnostics;
  EXPECT_TRUE(compileObject("int f(int v) {\n  asm(\"addl %0, %0\" : \"+r\"(v));\n  return v;\n}\n",
                            "asm.cpp", CpuLevel::Baseline, diagnostics))
      << printed(diagnostics);
  EXPECT_NE(errorsOf("void f() { asm(\"nonsense\"); }\n").find("invalid instruction mnemonic"),
            std::string::npos);
}

TEST(Jit, DeepExpressionsCompile) {
  std::string text = "float f(float x) { return ";
  for (int i = 0; i < 5000; ++i)
    text += "(x + ";
  text += "1.0f" + std::string(5000, ')') + "; }\n";
  Diagnostics diagnostics;
  BuildOptions options = withoutCache();
  EXPECT_TRUE(buildObjects({text}, CpuLevel::Baseline, diagnostics, options))
      << printed(diagnostics);
}

TEST(Jit, EveryPartOfTheCodeIsInTheKey) {
  std::string key = objectKey("a", "n", CpuLevel::Baseline);
  EXPECT_EQ(key.size(), 64u);
  EXPECT_EQ(key, objectKey("a", "n", CpuLevel::Baseline));
  EXPECT_NE(key, objectKey("b", "n", CpuLevel::Baseline));
  EXPECT_NE(key, objectKey("a", "m", CpuLevel::Baseline));
  EXPECT_NE(key, objectKey("a", "n", CpuLevel::Avx2));
  EXPECT_NE(objectKey("a", "n", CpuLevel::Avx2), objectKey("a", "n", CpuLevel::Avx512));
  EXPECT_NE(objectKey("ab", "n", CpuLevel::Avx2), objectKey("b", "na", CpuLevel::Avx2));
}
