//===- disassemble.h - Machine code as text -------------------------------===//

#ifndef TERRANE_TEST_UNIT_JIT_DISASSEMBLE_H
#define TERRANE_TEST_UNIT_JIT_DISASSEMBLE_H

#include "llvm/ADT/STLExtras.h"
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

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace terrane::jit::test {

/// Every instruction in the text sections of an object or a shared library, as text. Expects the
/// bytes to be code all through.
inline std::vector<std::string> disassemble(const std::string &object) {
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
    // Not the linker's own tables of jumps.
    if (!section.isText() || !cantFail(section.getName()).starts_with(".text"))
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
inline size_t count(const std::vector<std::string> &code, llvm::StringRef a,
                    llvm::StringRef b = "") {
  return size_t(llvm::count_if(
      code, [&](llvm::StringRef line) { return line.contains(a) && line.contains(b); }));
}

inline size_t fused(const std::vector<std::string> &code) {
  return size_t(llvm::count_if(code, [](llvm::StringRef line) {
    return line.starts_with("vfm") || line.starts_with("vfnm");
  }));
}

} // namespace terrane::jit::test

#endif // TERRANE_TEST_UNIT_JIT_DISASSEMBLE_H
