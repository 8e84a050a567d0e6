//===- run_text.h - Small PTX texts, for tests ----------------------------===//

#ifndef TERRANE_TEST_PTX_RUN_TEXT_H
#define TERRANE_TEST_PTX_RUN_TEXT_H

#include "test/ptx/machine.h"

#include <algorithm>
#include <string>

namespace terrane::ptx {

/// A text whose kernel `k` has this body, after `before`. %rd0 is where the memory of Ran starts,
/// %r0 the thread's number in all blocks.
inline std::string kernelText(const std::string &body, const std::string &before = "") {
  return ".version 8.0\n.target sm_80\n.address_size 64\n" + before + R"(
.visible .entry k(
  .param .align 8 .b8 k_param_0[16]
)
{
  .reg .pred %p<8>;
  .reg .b16 %rs<8>;
  .reg .b32 %r<24>;
  .reg .f32 %f<8>;
  .reg .b64 %rd<24>;
  .reg .f64 %fd<8>;
  ld.param.u64 %rd0, [k_param_0];
  mov.u32 %r20, %ctaid.x;
  mov.u32 %r21, %ntid.x;
  mov.u32 %r22, %tid.x;
  mad.lo.s32 %r0, %r20, %r21, %r22;
)" + body +
         "\n  ret;\n}\n";
}
/// The instructions of such a kernel that are not its body's.
constexpr int otherInstructions = 6;

/// What one or more launches of `k` leave behind.
struct Ran {
  static constexpr int numWords = 4096;
  alignas(128) u32 words[numWords] = {};
  Counts counts;

  void launch(const Module &module, i32 blocks, i32 threads, bool backwards = false,
              int allowed = numWords) {
    const u64 start = reinterpret_cast<u64>(words);
    std::vector<Range> memory = {{start, start + 4 * u64(allowed)}};
    for (const auto &[name, variable] : module.variables) {
      const u64 at = reinterpret_cast<u64>(variable.start);
      memory.push_back({at, at + u64(variable.bytes)});
    }
    std::sort(memory.begin(), memory.end(),
              [](const Range &a, const Range &b) { return a.start < b.start; });
    const u64 parameter[2] = {start, 0x0123456789ABCDEF};
    ptx::launch(module, *module.entry("k"), reinterpret_cast<const u8 *>(parameter), blocks,
                threads, memory, backwards, counts);
  }
};

inline Ran run(const std::string &text, i32 blocks = 1, i32 threads = 1, bool backwards = false) {
  const Module module = parse(text);
  Ran ran;
  ran.launch(module, blocks, threads, backwards);
  return ran;
}

/// What is wrong with a text, or with its launch of one warp; "" if nothing is.
inline std::string failure(const std::string &text, int allowed = Ran::numWords) {
  try {
    const Module module = parse(text);
    Ran ran;
    ran.launch(module, 1, lanes, false, allowed);
  } catch (const PtxError &error) {
    return error.what();
  }
  return "";
}

} // namespace terrane::ptx

#endif // TERRANE_TEST_PTX_RUN_TEXT_H
