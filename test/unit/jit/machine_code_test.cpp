//===- machine_code_test.cpp - What the machine code may contain ----------===//
//
// First that there is vector arithmetic at all, then that none of it is fused.
//
//===----------------------------------------------------------------------===//

#include "kernels.h"

#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCDisassembler/MCDisassembler.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstPrinter.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/TargetSelect.h"

using namespace terrane;
using namespace terrane::jit;
using namespace terrane::jit::test;

namespace {

/// Every instruction of an object's code, as text.
std::vector<std::string> disassemble(const std::string &object) {
  llvm::InitializeAllTargetInfos();
  llvm::InitializeAllTargetMCs();
  llvm::InitializeAllDisassemblers();
  const std::string triple = "x86_64-unknown-linux-gnu";
  std::string error;
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return {};
  std::unique_ptr<llvm::MCRegisterInfo> registers(target->createMCRegInfo(triple));
  std::unique_ptr<llvm::MCAsmInfo> assembly(
      target->createMCAsmInfo(*registers, triple, llvm::MCTargetOptions()));
  std::unique_ptr<llvm::MCInstrInfo> instructions(target->createMCInstrInfo());
  std::unique_ptr<llvm::MCSubtargetInfo> subtarget(
      target->createMCSubtargetInfo(triple, "x86-64", ""));
  llvm::MCContext context(llvm::Triple(triple), assembly.get(), registers.get(), subtarget.get());
  std::unique_ptr<llvm::MCDisassembler> disassembler(
      target->createMCDisassembler(*subtarget, context));
  std::unique_ptr<llvm::MCInstPrinter> printer(
      target->createMCInstPrinter(llvm::Triple(triple), 0, *assembly, *instructions, *registers));

  std::vector<std::string> out;
  auto file =
      cantFail(llvm::object::ELF64LEObjectFile::create(llvm::MemoryBufferRef(object, "object")));
  for (const llvm::object::SectionRef &section : file.sections()) {
    if (!section.isText())
      continue;
    llvm::StringRef content = cantFail(section.getContents());
    llvm::ArrayRef<uint8_t> bytes(content.bytes_begin(), content.bytes_end());
    while (!bytes.empty()) {
      llvm::MCInst instruction;
      uint64_t size = 0;
      auto status = disassembler->getInstruction(instruction, size, bytes, 0, llvm::nulls());
      EXPECT_EQ(status, llvm::MCDisassembler::Success);
      std::string text;
      llvm::raw_string_ostream os(text);
      printer->printInst(&instruction, 0, "", *subtarget, os);
      out.push_back(llvm::StringRef(os.str()).trim().str());
      bytes = bytes.drop_front(std::max<uint64_t>(size, 1));
    }
  }
  return out;
}

/// Instructions whose text contains both words.
size_t count(const std::vector<std::string> &code, llvm::StringRef a, llvm::StringRef b = "") {
  return size_t(llvm::count_if(
      code, [&](llvm::StringRef line) { return line.contains(a) && line.contains(b); }));
}

size_t fused(const std::vector<std::string> &code) {
  return size_t(llvm::count_if(code, [](llvm::StringRef line) {
    return line.starts_with("vfm") || line.starts_with("vfnm");
  }));
}

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
