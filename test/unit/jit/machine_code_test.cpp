//===- machine_code_test.cpp - What the machine code may contain ----------===//
//
// First that there is vector arithmetic at all, then that none of it is fused.
//
//===----------------------------------------------------------------------===//

#include "disassemble.h"
#include "kernels.h"

using namespace terrane;
using namespace terrane::jit;
using namespace terrane::jit::test;

namespace {

/// Products and sums in f32 and f64, in loops and straight lines, that a compiler would like to
/// fuse; and the runtime's noise on top.
const char *const arithmetic = R"(
#include "runtime/noise/stack.h"
using namespace terrane::rt;
void mulAdd(f32 *__restrict o, const f32 *a, const f32 *b, i32 n) {
  for (i32 i = 0; i < n; ++i)
    o[i] = a[i] * b[i] + o[i];
}
void mulSub(f64 *__restrict o, const f64 *a, const f64 *b, i32 n) {
  for (i32 i = 0; i < n; ++i)
    o[i] = a[i] * b[i] - o[i];
}
f32 one(f32 a, f32 b, f32 c) { return a * b + c; }
f64 two(f64 a, f64 b, f64 c) { return c - a * b; }
void four(f32 *o, const f32 *a) {
  for (i32 i = 0; i < 4; ++i)
    o[i] = a[i] * a[i + 4] + a[i + 8];
}
f32 noise(NoiseStack stack, f64 x, f64 y, f64 z) { return stackGet(stack, x, y, z); }
void noiseVolume(NoiseStack stack, f32 *out, const Volume &v) {
  stackAddVolume(stack, out, v, 0.25, 0.5, 1.5f);
}
)";

std::vector<std::string> codeAt(CpuLevel level) {
  Diagnostics diagnostics;
  auto object = compileObject(arithmetic, "arithmetic.cpp", level, diagnostics);
  EXPECT_TRUE(object) << printed(diagnostics);
  return object ? disassemble(*object) : std::vector<std::string>();
}

} // namespace

TEST(MachineCode, TheInspectionSeesFusedInstructions) {
  // The test of the test: a text that asks for one by name.
  Diagnostics diagnostics;
  auto object = compileObject("float f(float a, float b, float c) {\n"
                              "  return __builtin_fmaf(a, b, c);\n}\n",
                              "fused.cpp", CpuLevel::Avx512, diagnostics);
  ASSERT_TRUE(object) << printed(diagnostics);
  EXPECT_EQ(fused(disassemble(*object)), 1u);
}

TEST(MachineCode, BaselineHasVectorArithmeticNothingFusedAndNoAvx) {
  std::vector<std::string> code = codeAt(CpuLevel::Baseline);
  EXPECT_GT(count(code, "mulps", "xmm"), 0u);
  EXPECT_GT(count(code, "addps", "xmm"), 0u);
  EXPECT_GT(count(code, "mulpd", "xmm"), 0u);
  EXPECT_EQ(fused(code), 0u);
  EXPECT_EQ(count(code, "ymm") + count(code, "zmm"), 0u);
  EXPECT_EQ(size_t(llvm::count_if(code, [](llvm::StringRef l) { return l.starts_with("v"); })), 0u);
}

TEST(MachineCode, Avx2HasWideArithmeticAndNothingFused) {
  std::vector<std::string> code = codeAt(CpuLevel::Avx2);
  EXPECT_GT(count(code, "vmulps", "ymm"), 0u);
  EXPECT_GT(count(code, "vaddps", "ymm"), 0u);
  EXPECT_GT(count(code, "vmulpd", "ymm"), 0u);
  EXPECT_EQ(fused(code), 0u);
  EXPECT_EQ(count(code, "zmm"), 0u);
}

TEST(MachineCode, Avx512HasZmmArithmeticAndNothingFused) {
  std::vector<std::string> code = codeAt(CpuLevel::Avx512);
  EXPECT_GT(count(code, "vmulps", "zmm"), 0u);
  EXPECT_GT(count(code, "vaddps", "zmm"), 0u);
  EXPECT_GT(count(code, "vmulpd", "zmm"), 0u);
  EXPECT_GT(count(code, "vsubpd", "zmm"), 0u);
  EXPECT_EQ(fused(code), 0u);
}
