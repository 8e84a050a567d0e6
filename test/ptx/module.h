//===- module.h - PTX as the machine of machine.h runs it -----------------===//
//
// PTX text, read into instructions whose operands are places in memory. What the machine does not
// know (an instruction, a type, a directive that would matter) is refused with its line: nothing is
// skipped. Of PTX it knows what NVRTC makes of our kernels: no shared memory, no barriers, no
// atomics, one dimension of blocks.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_TEST_PTX_MODULE_H
#define TERRANE_TEST_PTX_MODULE_H

#include "runtime/math/base.h"

#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace terrane::ptx {

using namespace terrane::rt;

constexpr int lanes = 32;

/// Of a text that the machine cannot run, or of a kernel that did what a GPU faults on.
class PtxError : public std::runtime_error {
  using runtime_error::runtime_error;
};

/// Where a value lies: 32 lanes, side by side.
struct Operand {
  enum Base : u8 { Register, Constant, Special };
  Base base = Register;
  u8 bytes = 0; ///< of one lane: 1 (a predicate), 2, 4 or 8
  u32 at = 0;   ///< in the frame, the function's constants, or the warp's special registers
};

/// The special registers, in their order in a warp; 32 lanes of 4 bytes each.
enum class SpecialRegister { Thread, Threads, Block, Blocks };

/// How a memory instruction, or a `mov` of an address, says where.
enum class Address : u8 {
  Operand,   ///< the last operand + displacement
  Stack,     ///< displacement from the activation's part of the lane's stack
  Parameter, ///< displacement in the kernel's parameter
  Absolute   ///< displacement, of a variable of the module
};

/// What an instruction costs a GPU, for the counts of counts.h.
enum class Cost : u8 {
  F32,
  F64,
  Convert64, ///< between f64 or 64 bit whole numbers and anything else
  Int32,
  Int64,
  Mul64,
  Divide32,
  Divide64,
  DivideF32,
  DivideF64,
  Global, ///< a global or generic access
  Local,
  Parameter,
  Control
};
constexpr int numCosts = int(Cost::Control) + 1;

class Warp;

struct Instruction {
  enum Kind : u8 { Plain, Branch, Call, Return };
  void (*run)(Warp &, const Instruction &) = nullptr; ///< Plain only
  Operand operands[6];                                ///< results first, in the order of the text
  i64 displacement = 0;
  i32 guard = -1; ///< the predicate's place in the frame; -1: none
  bool guardNegated = false;
  Kind kind = Plain;
  Address address = Address::Operand;
  u8 vector = 1; ///< of a memory access: how many values
  u8 extra = 0;  ///< what its handler wants to know besides
  Cost cost = Cost::Int32;
  i32 target = -1; ///< an instruction's number; of a call: its number in `calls`
  i32 line = 0;
  mutable i64 issued = 0, ran = 0; ///< by warps, and of their lanes; all kernels together
};

/// Bytes in an activation's part of the lanes' stacks.
struct Slot {
  i32 at = 0, bytes = 0;
};

struct Call {
  std::string callee;
  i32 function = -1; ///< its number
  i32 line = 0;
  std::vector<Slot> arguments, results;
};

struct Function {
  std::string name;
  bool entry = false;
  i32 parameterBytes = 0;                ///< of a kernel
  i32 maxThreads = 1024;                 ///< of a block of a kernel
  std::vector<Slot> parameters, results; ///< of a function
  i32 stackBytes = 0; ///< parameters, results, local memory, what calls are given
  i32 frameBytes = 0; ///< registers
  std::vector<Instruction> code;
  std::vector<u64> constants; ///< 32 lanes each
  std::vector<Call> calls;
};

struct Variable {
  std::unique_ptr<u8[]> memory;
  u8 *start = nullptr; ///< aligned
  i64 bytes = 0;
};

struct Module {
  std::vector<Function> functions;
  std::map<std::string, i32> numbers; ///< of the functions that have a body
  std::map<std::string, Variable> variables;

  const Function *entry(const std::string &name) const {
    auto found = numbers.find(name);
    return found != numbers.end() && functions[size_t(found->second)].entry
               ? &functions[size_t(found->second)]
               : nullptr;
  }
};

/// Throws PtxError with the line.
Module parse(const std::string &text);

/// Sets handler and cost of an instruction from its opcode, split at the dots, with its operands'
/// sizes already there. Throws PtxError where it knows none.
void resolve(Instruction &instruction, const std::vector<std::string> &opcode);

/// Bytes of a type, without its dot: 4 of "f32". 0 where there is none of that name.
int bytesOf(const std::string &type);

} // namespace terrane::ptx

#endif // TERRANE_TEST_PTX_MODULE_H
