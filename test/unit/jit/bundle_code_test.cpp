//===- bundle_code_test.cpp - The machine code of a compiled bundle -------===//
//
// What machine_code_test.cpp says of kernels, of the libraries that `terrane compile` writes for
// the demo pack: none has a fused instruction, and each has the wide arithmetic of its level.
//
//===----------------------------------------------------------------------===//

#include "disassemble.h"
#include "test/unit/kernel/demo_bundle.h"

using namespace terrane::jit::test;
using namespace terrane::test;

namespace {

size_t prefixed(const std::vector<std::string> &code, llvm::StringRef prefix) {
  return size_t(
      llvm::count_if(code, [&](llvm::StringRef line) { return line.starts_with(prefix); }));
}

TEST(BundleCode, IsWideAndNothingIsFused) {
  TemporaryFolder folder;
  runTool(folder / "", "compile --dimension demo:demo --target so --cpu-level "
                       "baseline,avx2,avx512 -o " +
                           (folder / "bundle").string());
  auto code = [&](const char *name) {
    auto lines = disassemble(readAll(folder / "bundle" / name));
    EXPECT_GT(lines.size(), 10000u) << name;
    EXPECT_EQ(fused(lines), 0u) << name;
    return lines;
  };
  std::vector<std::string> baseline = code("generator.so");
  EXPECT_EQ(prefixed(baseline, "v"), 0u);
  EXPECT_GT(count(baseline, "mulps", "xmm"), 100u);
  std::vector<std::string> avx2 = code("generator.avx2.so");
  EXPECT_EQ(count(avx2, "zmm"), 0u);
  EXPECT_GT(count(avx2, "vmulps", "ymm"), 100u);
  EXPECT_GT(count(avx2, "vaddps", "ymm"), 100u);
  std::vector<std::string> avx512 = code("generator.avx512.so");
  EXPECT_GT(count(avx512, "vmulps", "zmm"), 100u);
  EXPECT_GT(count(avx512, "vaddps", "zmm"), 100u);
  EXPECT_GT(count(avx512, "vmulpd", "zmm"), 0u);
}

} // namespace
