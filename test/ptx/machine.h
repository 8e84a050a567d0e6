//===- machine.h - Runs PTX on the CPU, warp by warp ----------------------===//
//
// The text that a GPU's driver would be given, run as a GPU runs it: 32 lanes step by step, those
// that branch apart wait until the others come to where they are. Every access is checked: memory
// must be somebody's, and aligned as a GPU demands.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_TEST_PTX_MACHINE_H
#define TERRANE_TEST_PTX_MACHINE_H

#include "test/ptx/counts.h"
#include "test/ptx/module.h"

namespace terrane::ptx {

/// Memory that kernels may use, [start, end).
struct Range {
  u64 start, end;
};

/// 32 lanes of one kernel.
class Warp {
public:
  Warp(const Module &module, Counts &counts, const std::vector<Range> &memory);

  /// The lanes of a block from `firstThread` on.
  void run(const Function &kernel, const u8 *parameter, i32 block, i32 blocks, i32 firstThread,
           i32 threads);

  // For the handlers.
  template <class T> const T *read(const Operand &operand) const {
    return reinterpret_cast<const T *>(bases[operand.base] + operand.at);
  }
  template <class T> T *write(const Operand &operand) const {
    return reinterpret_cast<T *>(frame + operand.at);
  }
  bool on(int lane) const { return active >> lane & 1; }
  /// The lanes' addresses, checked for accesses of so many bytes where `bytes` is not 0.
  const u64 *addresses(const Instruction &instruction, int bytes);

  u32 active = 0; ///< the lanes that run the instruction

private:
  void activate(const Function &function, u32 mask);
  void call(const Function &caller, const Instruction &instruction, u32 mask);
  u8 *stackOf(int lane) const { return stack + size_t(lane) * stackBytes + stackTop; }
  [[noreturn]] void fault(const Instruction &instruction, const std::string &what) const;

  static constexpr u32 stackBytes = 1 << 16;
  static constexpr size_t frameBytes = 1 << 24;

  const Module &module;
  Counts &counts;
  const std::vector<Range> &memory;

  Range last = {0, 0};
  std::vector<u8> stackMemory, frameMemory;
  std::vector<u32> special;
  u8 *stack, *frame;
  u32 stackTop = 0;
  const u8 *bases[3];
  const u8 *parameter = nullptr;
  const Function *kernel = nullptr, *function = nullptr;
  u64 lanesAt[lanes];
};

/// Runs a kernel over so many blocks. With `backwards` the last block and the last warp come first:
/// what depends on the order of threads shows. Throws PtxError.
void launch(const Module &module, const Function &kernel, const u8 *parameter, i32 blocks,
            i32 threads, const std::vector<Range> &memory, bool backwards, Counts &counts);

} // namespace terrane::ptx

#endif // TERRANE_TEST_PTX_MACHINE_H
