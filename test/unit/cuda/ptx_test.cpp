//===- ptx_test.cpp - What the PTX of a generator may contain -------------===//
//
// First that there is arithmetic at all, then that all of it is rounded to nearest and none fused,
// flushed or approximate.
//
//===----------------------------------------------------------------------===//

#include "compiler/pipeline/compile.h"
#include "passes/vanilla/Passes.h"
#include "targets/cuda/emit.h"
#include "targets/cuda/nvrtc.h"

#include <gtest/gtest.h>

#include <map>

using namespace terrane;
using namespace terrane::cuda;

namespace {

/// The PTX of our demonstration pack; empty where there is no NVRTC.
const std::string &demoPtx() {
  static const std::string ptx = [] {
    auto nvrtc = Nvrtc::find();
    if (!*nvrtc)
      return std::string();
    static bool registered = (registerTerraneVanillaPasses(), registerVanillaPipeline(), true);
    (void)registered;
    Diagnostics diagnostics;
    mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
    auto packs = pack::openStack({TERRANE_TEST_PACKS "/demo"}, diagnostics);
    auto module = packs ? compileToSamplers(context, *packs, {pack::parseId("demo:overworld"), {}},
                                            diagnostics)
                        : nullptr;
    auto text =
        module ? emitCuda(samplerGraph(*module), {"test"}, rt::CpuLevel::Baseline) : std::nullopt;
    auto made = text ? nvrtc->compile(text->device, "demo.cu", defaultArchitecture, diagnostics)
                     : std::nullopt;
    diagnostics.print(llvm::errs());
    return made ? *made : std::string("failed");
  }();
  return ptx;
}

#define NEEDS_PTX                                                                                  \
  if (demoPtx().empty())                                                                           \
    GTEST_SKIP() << "NVRTC: " << Nvrtc::find()->problem();                                         \
  ASSERT_NE(demoPtx(), "failed")

/// Opcodes, with the modifiers that follow, by how often they occur.
std::map<std::string, size_t> opcodes(llvm::StringRef ptx) {
  std::map<std::string, size_t> count;
  llvm::SmallVector<llvm::StringRef> lines;
  ptx.split(lines, '\n');
  for (llvm::StringRef line : lines) {
    line = line.trim();
    if (line.consume_front("@")) // a predicate
      line = line.drop_until([](char c) { return c == ' ' || c == '\t'; }).ltrim();
    ++count[line.take_until([](char c) { return c == ' ' || c == '\t' || c == ';'; }).str()];
  }
  return count;
}

} // namespace

TEST(Ptx, ArithmeticIsRoundedToNearest) {
  NEEDS_PTX;
  size_t f32 = 0, f64 = 0;
  for (const auto &[opcode, count] : opcodes(demoPtx())) {
    llvm::StringRef op = opcode;
    bool single = op.ends_with(".f32"), twice = op.ends_with(".f64");
    llvm::StringRef name = op.split('.').first;
    bool rounds = name == "add" || name == "sub" || name == "mul" || name == "div" ||
                  name == "sqrt" || name == "rcp";
    EXPECT_FALSE(name == "fma" || (name == "mad" && (single || twice))) << opcode;
    EXPECT_FALSE(op.contains(".ftz") || op.contains(".approx") || op.contains("div.full"))
        << opcode;
    if (!rounds || !(single || twice))
      continue;
    EXPECT_TRUE(op.contains(".rn.")) << opcode;
    (single ? f32 : f64) += count;
  }
  EXPECT_GT(f32, 100u);
  EXPECT_GT(f64, 20u);
}

TEST(Ptx, DoublesAreFew) {
  NEEDS_PTX;
  // f64 is 1/64 of the rate on many devices. Per function: kernels call the noises.
  llvm::SmallVector<llvm::StringRef> parts;
  llvm::StringRef(demoPtx()).split(parts, "\n{");
  size_t most = 0, sum = 0, functions = 0;
  for (llvm::StringRef part : llvm::drop_begin(parts)) {
    size_t here = 0;
    for (const auto &[opcode, count] : opcodes(part))
      if (llvm::StringRef(opcode).ends_with(".f64") &&
          llvm::StringRef(opcode).take_until([](char c) { return c == '.'; }) != "ld" &&
          !llvm::StringRef(opcode).starts_with("mov"))
        here += count;
    most = std::max(most, here);
    sum += here;
    ++functions;
  }
  llvm::outs() << "f64 operations: " << sum << " in " << functions << " functions, at most " << most
               << " in one\n";
  EXPECT_GT(sum, 0u);
  EXPECT_LT(most, 600u);
}
