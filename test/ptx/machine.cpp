//===- machine.cpp - Runs PTX on the CPU, warp by warp --------------------===//

#include "test/ptx/machine.h"

#include <algorithm>
#include <climits>
#include <cstring>
#include <sstream>

using namespace terrane;
using namespace terrane::ptx;

namespace {

u8 *alignedStart(std::vector<u8> &memory) {
  const u64 start = reinterpret_cast<u64>(memory.data());
  return memory.data() + ((start + 63) / 64 * 64 - start);
}

/// Lanes that come to an instruction.
struct Group {
  i32 pc;
  u32 lanes;
};

/// The groups that do not run now.
class Waiting {
public:
  i32 first() const { return size ? groups[size - 1].pc : INT_MAX; }
  void add(i32 pc, u32 lanes) {
    if (!lanes)
      return;
    int n = size;
    while (n > 0 && groups[n - 1].pc < pc)
      --n;
    if (n > 0 && groups[n - 1].pc == pc) {
      groups[n - 1].lanes |= lanes;
      return;
    }
    std::copy_backward(groups + n, groups + size, groups + size + 1);
    groups[n] = {pc, lanes};
    ++size;
  }
  Group take() { return groups[--size]; }
  bool empty() const { return size == 0; }

private:
  Group groups[lanes + 1]; ///< the lowest place last
  int size = 0;
};

/// How many sectors of 32 bytes aligned accesses touch: one each, at most.
i64 sectorsOf(const u64 *at, u32 active) {
  u64 all[lanes];
  int count = 0;
  for (int l = 0; l < lanes; ++l)
    if (active >> l & 1)
      if (const u64 sector = at[l] / 32; count == 0 || all[count - 1] != sector)
        all[count++] = sector;
  std::sort(all, all + count);
  return std::unique(all, all + count) - all;
}

} // namespace

Warp::Warp(const Module &module, Counts &counts, const std::vector<Range> &memory)
    : module(module), counts(counts), memory(memory), stackMemory(size_t(stackBytes) * lanes + 64),
      frameMemory(frameBytes + 64), special(4 * lanes), stack(alignedStart(stackMemory)),
      frame(alignedStart(frameMemory)) {
  bases[Operand::Special] = reinterpret_cast<const u8 *>(special.data());
}

void Warp::run(const Function &itsKernel, const u8 *itsParameter, i32 block, i32 blocks,
               i32 firstThread, i32 threads) {
  if (u32(itsKernel.stackBytes) > stackBytes || size_t(itsKernel.frameBytes) > frameBytes)
    throw PtxError("kernel " + itsKernel.name + " needs more memory than the machine has");
  kernel = &itsKernel;
  parameter = itsParameter;
  u32 mask = 0;
  for (int l = 0; l < lanes; ++l) {
    special[size_t(SpecialRegister::Thread) * lanes + size_t(l)] = u32(firstThread + l);
    special[size_t(SpecialRegister::Threads) * lanes + size_t(l)] = u32(threads);
    special[size_t(SpecialRegister::Block) * lanes + size_t(l)] = u32(block);
    special[size_t(SpecialRegister::Blocks) * lanes + size_t(l)] = u32(blocks);
    mask |= firstThread + l < threads ? u32(1) << l : 0;
  }
  frame = alignedStart(frameMemory);
  stackTop = 0;
  activate(itsKernel, mask);
}

void Warp::fault(const Instruction &instruction, const std::string &what) const {
  throw PtxError("kernel " + kernel->name + ", PTX line " + std::to_string(instruction.line) +
                 " in " + function->name + ": " + what);
}

const u64 *Warp::addresses(const Instruction &i, int bytes) {
  switch (i.address) {
  case Address::Operand: {
    int count = i.vector; // the address is behind the values
    const u64 *base = read<u64>(i.operands[count]);
    for (int l = 0; l < lanes; ++l)
      lanesAt[l] = base[l] + u64(i.displacement);
    break;
  }
  case Address::Stack:
    for (int l = 0; l < lanes; ++l)
      lanesAt[l] = reinterpret_cast<u64>(stackOf(l)) + u64(i.displacement);
    break;
  case Address::Parameter:
    std::fill(lanesAt, lanesAt + lanes, reinterpret_cast<u64>(parameter) + u64(i.displacement));
    break;
  case Address::Absolute:
    std::fill(lanesAt, lanesAt + lanes, u64(i.displacement));
  }
  if (!bytes)
    return lanesAt;

  bool onStack = false;
  for (int l = 0; l < lanes; ++l) {
    if (!on(l))
      continue;
    const u64 at = lanesAt[l];
    // Without a sum, which could wrap.
    auto inside = [&](u64 start, u64 end) {
      return at >= start && at < end && end - at >= u64(bytes);
    };
    if (at % u64(bytes))
      fault(i, "an access of " + std::to_string(bytes) + " bytes at an address that ends in " +
                   std::to_string(at % 16));
    if (inside(last.start, last.end))
      continue;
    const u64 own = reinterpret_cast<u64>(stack) + u64(l) * stackBytes;
    if (inside(own, own + stackBytes)) {
      onStack = true;
      continue;
    }
    const u64 given = reinterpret_cast<u64>(parameter);
    if (inside(given, given + u64(kernel->parameterBytes))) {
      last = {given, given + u64(kernel->parameterBytes)};
      continue;
    }
    auto next = std::upper_bound(memory.begin(), memory.end(), at,
                                 [](u64 address, const Range &r) { return address < r.start; });
    if (next == memory.begin() || !inside((next - 1)->start, (next - 1)->end))
      fault(i, "an access of " + std::to_string(bytes) + " bytes outside all memory, by thread " +
                   std::to_string(read<u32>({Operand::Special, 4, 0})[l]) + " of a block");
    last = *(next - 1);
  }
  if (i.cost == Cost::Global && !onStack) {
    ++counts.accesses;
    counts.sectors += sectorsOf(lanesAt, active);
  }
  return lanesAt;
}

void Warp::call(const Function &caller, const Instruction &i, u32 mask) {
  const Call &c = caller.calls[size_t(i.target)];
  const Function &callee = module.functions[size_t(c.function)];
  const u32 ownStack = u32(caller.stackBytes);
  auto copyAll = [&](const std::vector<Slot> &from, const std::vector<Slot> &to, u32 fromBase,
                     u32 toBase) {
    for (size_t n = 0; n < from.size(); ++n)
      for (int l = 0; l < lanes; ++l)
        if (mask >> l & 1)
          std::memcpy(stackOf(l) + toBase + to[n].at, stackOf(l) + fromBase + from[n].at,
                      size_t(from[n].bytes));
  };
  if (stackTop + ownStack + u32(callee.stackBytes) > stackBytes ||
      frame + caller.frameBytes + callee.frameBytes > frameMemory.data() + frameBytes)
    fault(i, "calls are nested too deep");
  copyAll(c.arguments, callee.parameters, 0, ownStack);

  u8 *const ownFrame = frame;
  frame += (caller.frameBytes + 63) / 64 * 64;
  stackTop += ownStack;
  activate(callee, mask);
  stackTop -= ownStack;
  frame = ownFrame;
  function = &caller;
  bases[Operand::Register] = frame;
  bases[Operand::Constant] = reinterpret_cast<const u8 *>(caller.constants.data());
  copyAll(callee.results, c.results, ownStack, 0);
}

void Warp::activate(const Function &f, u32 mask) {
  function = &f;
  bases[Operand::Register] = frame;
  bases[Operand::Constant] = reinterpret_cast<const u8 *>(f.constants.data());
  Waiting waiting;
  waiting.add(0, mask);
  while (!waiting.empty()) {
    Group now = waiting.take();
    while (now.lanes) {
      // Lanes meet where they come to the same instruction; those behind go first.
      if (now.pc >= waiting.first()) {
        waiting.add(now.pc, now.lanes);
        now = waiting.take();
      }
      const Instruction &i = f.code[size_t(now.pc)];
      u32 chosen = now.lanes;
      if (i.guard >= 0) {
        const u8 *p = frame + i.guard;
        for (int l = 0; l < lanes; ++l)
          if ((p[l] != 0) == i.guardNegated)
            chosen &= ~(u32(1) << l);
      }
      ++counts.warps[size_t(i.cost)];
      const int width = __builtin_popcount(now.lanes);
      counts.lanes += width;
      ++i.issued;
      i.ran += width;
      switch (i.kind) {
      case Instruction::Plain:
        active = chosen;
        if (chosen)
          i.run(*this, i);
        ++now.pc;
        break;
      case Instruction::Branch:
        if (chosen == now.lanes) {
          now.pc = i.target;
        } else {
          waiting.add(i.target, chosen);
          now.lanes &= ~chosen;
          ++now.pc;
        }
        break;
      case Instruction::Call:
        if (chosen)
          call(f, i, chosen);
        ++now.pc;
        break;
      case Instruction::Return:
        now.lanes &= ~chosen;
        ++now.pc;
        break;
      }
    }
  }
}

void ptx::launch(const Module &module, const Function &kernel, const u8 *parameter, i32 blocks,
                 i32 threads, const std::vector<Range> &memory, bool backwards, Counts &counts) {
  if (threads > kernel.maxThreads)
    throw PtxError("kernel " + kernel.name + " takes blocks of " +
                   std::to_string(kernel.maxThreads) + " threads, not of " +
                   std::to_string(threads));
  Warp warp(module, counts, memory);
  const i32 warps = (threads + lanes - 1) / lanes;
  ++counts.launches;
  counts.threads += i64(blocks) * threads;
  for (i64 n = 0; n < i64(blocks) * warps; ++n) {
    const i64 number = backwards ? i64(blocks) * warps - 1 - n : n;
    warp.run(kernel, parameter, i32(number / warps), blocks, i32(number % warps) * lanes, threads);
  }
}
