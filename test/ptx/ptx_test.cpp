//===- ptx_test.cpp - Threads, memory, counts and faults ------------------===//

#include "test/ptx/run_text.h"

#include <gtest/gtest.h>

#include <sstream>

using namespace terrane;
using namespace terrane::ptx;

namespace {

/// %rd1 is where this thread's word is, of so many bytes.
std::string ownWord(int bytes = 4) {
  return "mad.wide.u32 %rd1, %r0, " + std::to_string(bytes) + ", %rd0;\n";
}
const std::string store = ownWord() + "st.global.u32 [%rd1], %r1;\n";

/// Tells where a text holds something, as messages do.
std::string lineOf(const std::string &text, const std::string &what) {
  return "PTX line " +
         std::to_string(1 + std::count(text.begin(), text.begin() + i64(text.find(what)), '\n'));
}

/// Expects that a text is refused, or that its kernel fails, for this reason and at `where`.
void expectFailure(const std::string &text, const std::string &where, const std::string &why) {
  const std::string what = failure(text);
  EXPECT_NE(what.find(lineOf(text, where)), std::string::npos) << where << "\n" << what;
  EXPECT_NE(what.find(why), std::string::npos) << where << "\n" << what;
}

// ---- threads ------------------------------------------------------------------------------------

TEST(Ptx, ThreadsAndBlocksHaveNumbers) {
  const Ran ran = run(kernelText("mov.u32 %r5, %nctaid.x;\n"
                                 "mad.lo.s32 %r1, %r20, 1000, %r22;\n"  // block and thread
                                 "mad.lo.s32 %r2, %r5, 1000, %r21;\n" + // how many of both
                                 ownWord(8) +
                                 "st.global.v2.u32 [%rd1], {%r1, %r2};"),
                      3, 40);
  for (u32 n = 0; n < 120; ++n) {
    EXPECT_EQ(ran.words[2 * n], n / 40 * 1000 + n % 40);
    EXPECT_EQ(ran.words[2 * n + 1], 3040u);
  }
  EXPECT_EQ(ran.words[240], 0u);
}

TEST(Ptx, LoopsOfDifferentLengths) {
  // 1 + 2 + ... + thread, and the rounds of an inner loop: for each i < thread, i % 3.
  const std::string text = kernelText(R"(
  mov.u32 %r1, 0;
  mov.u32 %r2, 0;
  mov.u32 %r3, 0;
$outer:
  setp.ge.u32 %p1, %r2, %r0;
  @%p1 bra $done;
  rem.u32 %r4, %r2, 3;
  add.u32 %r2, %r2, 1;
  add.u32 %r1, %r1, %r2;
$inner:
  setp.eq.u32 %p2, %r4, 0;
  @%p2 bra $outer;
  sub.u32 %r4, %r4, 1;
  add.u32 %r3, %r3, 1;
  bra.uni $inner;
$done:
)" + ownWord(8) + "st.global.v2.u32 [%rd1], {%r1, %r3};");
  const Module module = parse(text);
  Ran ran;
  ran.launch(module, 1, lanes);
  for (u32 l = 0; l < lanes; ++l) {
    u32 inner = 0;
    for (u32 i = 0; i < l; ++i)
      inner += i % 3;
    EXPECT_EQ(ran.words[2 * l], l * (l + 1) / 2);
    EXPECT_EQ(ran.words[2 * l + 1], inner);
  }
  // Behind the loop all are together again.
  const Instruction &last = module.entry("k")->code.end()[-3];
  EXPECT_EQ(last.issued, 1);
  EXPECT_EQ(last.ran, lanes);
}

TEST(Ptx, BranchesMeetAgain) {
  const std::string text = kernelText(R"(
  and.b32 %r2, %r0, 3;
  setp.lt.u32 %p1, %r2, 2;
  setp.eq.u32 %p2, %r2, 0;
  setp.eq.u32 %p3, %r2, 2;
  @!%p1 bra $second;
  mov.u32 %r1, 11;
  @%p2 bra $joined;
  mov.u32 %r1, 12;
  bra.uni $joined;
$second:
  mov.u32 %r1, 13;
  @%p3 bra $joined;
  mov.u32 %r1, 14;
$joined:
)" + store);
  const Module module = parse(text);
  Ran ran;
  ran.launch(module, 1, lanes);
  for (u32 l = 0; l < lanes; ++l)
    EXPECT_EQ(ran.words[l], 11 + l % 4);
  EXPECT_EQ(module.entry("k")->code.end()[-3].issued, 1);
  EXPECT_EQ(module.entry("k")->code.end()[-3].ran, lanes);
}

TEST(Ptx, SomeReturnEarly) {
  const Ran ran = run(kernelText("and.b32 %r2, %r0, 1;\n"
                                 "setp.eq.u32 %p1, %r2, 1;\n"
                                 "mov.u32 %r1, 5;\n"
                                 "@%p1 ret;\n" +
                                 store),
                      2, lanes);
  for (u32 n = 0; n < 2 * lanes; ++n)
    EXPECT_EQ(ran.words[n], n % 2 ? 0u : 5u);
}

/// half(n): n / 2 of an even n, from which odd ones return early as 0.
const std::string half = R"(
.func (.param .b32 result) half(.param .b32 half_param_0)
{
  .reg .pred %p<2>;
  .reg .b32 %r<4>;
  ld.param.b32 %r1, [half_param_0];
  and.b32 %r2, %r1, 1;
  setp.eq.u32 %p1, %r2, 0;
  @%p1 bra $even;
  mov.u32 %r3, 0;
  st.param.b32 [result], %r3;
  ret;
$even:
  shr.u32 %r3, %r1, 1;
  st.param.b32 [result], %r3;
  ret;
}
)";

TEST(Ptx, CallsUnderAPredicate) {
  const std::string text = kernelText(R"(
  setp.lt.u32 %p1, %r0, 20;
  mov.u32 %r1, 99;
  mov.u32 %r2, 77;
  {
  .param .b32 param0;
  st.param.b32 [param0], %r0;
  .param .b32 retval0;
  @%p1 call.uni (retval0), half, (param0);
  ld.param.b32 %r3, [retval0];
  }
  selp.b32 %r1, %r3, %r1, %p1;
  add.u32 %r1, %r1, %r2;
)" + store,
                                      half);
  const Module module = parse(text);
  Ran ran;
  ran.launch(module, 1, lanes);
  for (u32 l = 0; l < lanes; ++l)
    EXPECT_EQ(ran.words[l], 77 + (l >= 20 ? 99 : l % 2 ? 0 : l / 2));
  EXPECT_EQ(module.entry("k")->code.end()[-3].issued, 1);
}

TEST(Ptx, CallsWithAStruct) {
  // {a, b}, c -> {a + c, b * c} with an f64 in the struct; the callee's registers are its own.
  const std::string callee = R"(
.func (.param .align 8 .b8 result[16]) scaled(
  .param .align 8 .b8 scaled_param_0[16],
  .param .b32 scaled_param_1
)
{
  .reg .b32 %r<4>;
  .reg .f64 %fd<4>;
  ld.param.u32 %r1, [scaled_param_0+8];
  ld.param.f64 %fd1, [scaled_param_0];
  ld.param.u32 %r2, [scaled_param_1];
  mul.lo.s32 %r1, %r1, %r2;
  cvt.rn.f64.u32 %fd2, %r2;
  add.rn.f64 %fd1, %fd1, %fd2;
  st.param.f64 [result+0], %fd1;
  st.param.b32 [result+8], %r1;
  ret;
}
)";
  const Ran ran = run(kernelText(R"(
  mov.u32 %r2, 1000;
  cvt.rn.f64.u32 %fd1, %r0;
  {
  .param .align 8 .b8 param0[16];
  st.param.f64 [param0], %fd1;
  st.param.b32 [param0+8], 3;
  .param .b32 param1;
  st.param.b32 [param1+0], %r0;
  .param .align 8 .b8 retval0[16];
  call.uni (retval0), scaled, (param0, param1);
  ld.param.f64 %fd2, [retval0];
  ld.param.b32 %r1, [retval0+8];
  }
  cvt.rzi.u32.f64 %r3, %fd2;
)" + ownWord(16) + "st.global.v4.u32 [%rd1], {%r1, %r2, %r3, %r0};",
                                 callee),
                      1, lanes);
  for (u32 l = 0; l < lanes; ++l) {
    EXPECT_EQ(ran.words[4 * l], 3 * l);
    EXPECT_EQ(ran.words[4 * l + 1], 1000u);
    EXPECT_EQ(ran.words[4 * l + 2], 2 * l);
    EXPECT_EQ(ran.words[4 * l + 3], l);
  }
}

/// sum(n) = n + sum(n - 1), of which every activation keeps its n in local memory.
const std::string sum = R"(
.func (.param .b32 result) sum(.param .b32 sum_param_0);
.func (.param .b32 result) sum(.param .b32 sum_param_0)
{
  .local .align 4 .b8 depot[4];
  .reg .pred %p<2>;
  .reg .b32 %r<4>;
  ld.param.b32 %r1, [sum_param_0];
  st.local.u32 [depot], %r1;
  mov.u32 %r2, 0;
  setp.eq.u32 %p1, %r1, 0;
  @%p1 bra $end;
  sub.u32 %r3, %r1, 1;
  {
  .param .b32 param0;
  st.param.b32 [param0], %r3;
  .param .b32 retval0;
  call.uni (retval0), sum, (param0);
  ld.param.b32 %r2, [retval0];
  }
$end:
  ld.local.u32 %r3, [depot];
  add.u32 %r2, %r2, %r3;
  st.param.b32 [result], %r2;
  ret;
}
)";
const std::string callSum = R"(
  {
  .param .b32 param0;
  st.param.b32 [param0], %r1;
  .param .b32 retval0;
  call.uni (retval0), sum, (param0);
  ld.param.b32 %r1, [retval0];
  }
)";

TEST(Ptx, RecursionOfDifferentDepths) {
  const Ran ran = run(kernelText("mov.u32 %r1, %r0;\n" + callSum + store, sum), 1, lanes);
  for (u32 l = 0; l < lanes; ++l)
    EXPECT_EQ(ran.words[l], l * (l + 1) / 2);
}

TEST(Ptx, BackwardsTheFirstBlockIsTheLast) {
  const std::string text = kernelText("st.global.u32 [%rd0], %r20;\n"
                                      "shr.u32 %r1, %r22, 5;\n"
                                      "st.global.u32 [%rd0+4], %r1;\n");
  const Ran forwards = run(text, 4, 70), backwards = run(text, 4, 70, true);
  EXPECT_EQ(forwards.words[0], 3u);
  EXPECT_EQ(forwards.words[1], 2u);
  EXPECT_EQ(backwards.words[0], 0u);
  EXPECT_EQ(backwards.words[1], 0u);
}

// ---- memory -------------------------------------------------------------------------------------

TEST(Ptx, VectorsAndNarrowValues) {
  const Ran ran = run(kernelText(R"(
  mov.u32 %r1, 0x8180FF7F;
  mov.u32 %r2, 0xABCD8001;
  st.global.v2.b32 [%rd0], {%r1, %r2};
  ld.global.v4.u8 {%rs1, %rs2, %rs3, %rs4}, [%rd0];
  st.global.v4.u16 [%rd0+8], {%rs1, %rs2, %rs3, %rs4};
  ld.global.s8 %r3, [%rd0+1];
  ld.global.u8 %r4, [%rd0+1];
  ld.global.s16 %r5, [%rd0+4];
  ld.global.nc.u16 %r6, [%rd0+4];
  st.global.v4.u32 [%rd0+16], {%r3, %r4, %r5, %r6};
  ld.global.s8 %rd3, [%rd0+3];
  st.u64 [%rd0+32], %rd3;
  st.global.u8 [%rd0+40], %r2;
  st.global.u8 [%rd0+41], %rs2;
  st.global.u8 [%rd0+42], 200;
  st.global.u16 [%rd0+44], 0x1234;
  add.s64 %rd4, %rd0, 64;
  st.global.v2.u64 [%rd4+-16], {%rd3, -2};
  ld.global.v2.u64 {%rd4, %rd5}, [%rd4+-16];
  st.global.u64 [%rd0+64], %rd5;
  ld.param.u64 %rd6, [k_param_0+8];
  st.global.u64 [%rd0+72], %rd6;
)"));
  EXPECT_EQ(ran.words[0], 0x8180FF7Fu);
  EXPECT_EQ(ran.words[2], 0x00FF007Fu);
  EXPECT_EQ(ran.words[3], 0x00810080u);
  EXPECT_EQ(ran.words[4], 0xFFFFFFFFu);
  EXPECT_EQ(ran.words[5], 0xFFu);
  EXPECT_EQ(ran.words[6], 0xFFFF8001u);
  EXPECT_EQ(ran.words[7], 0x8001u);
  EXPECT_EQ(ran.words[8], 0xFFFFFF81u);
  EXPECT_EQ(ran.words[9], 0xFFFFFFFFu);
  EXPECT_EQ(ran.words[10], 0x00C8FF01u);
  EXPECT_EQ(ran.words[11], 0x1234u);
  EXPECT_EQ(ran.words[12], 0xFFFFFF81u);
  EXPECT_EQ(ran.words[16], 0xFFFFFFFEu);
  EXPECT_EQ(ran.words[17], 0xFFFFFFFFu);
  EXPECT_EQ(ran.words[18], 0x89ABCDEFu);
  EXPECT_EQ(ran.words[19], 0x01234567u);
}

TEST(Ptx, LocalMemoryIsALanesOwn) {
  const Ran ran = run(kernelText(R"(
  .local .align 16 .b8 depot[64];
  .reg .b64 %SP;
  .reg .b64 %SPL;
  mov.u64 %SPL, depot;
  cvta.local.u64 %SP, %SPL;
  st.local.u32 [%SPL+12], %r0;
  add.u64 %rd2, %SP, 8;
  cvta.to.local.u64 %rd3, %rd2;
  ld.u32 %r1, [%rd2+4];
  ld.local.u32 %r2, [%rd3+4];
  ld.local.u32 %r3, [depot+12];
  add.u32 %r1, %r1, %r2;
  add.u32 %r1, %r1, %r3;
)" + store),
                      1, lanes);
  for (u32 l = 0; l < lanes; ++l)
    EXPECT_EQ(ran.words[l], 3 * l);
  EXPECT_EQ(ran.counts.accesses, 1);
}

TEST(Ptx, VariablesHaveTheirValues) {
  const Module module = parse(kernelText(R"(
  ld.global.u32 %r1, [bytes+4];
  ld.global.f32 %f1, [number];
  ld.global.u64 %rd2, [pointer];
  ld.u32 %r2, [%rd2];
  ld.global.u64 %rd3, [pointers+8];
  ld.u8 %r3, [%rd3];
  st.global.v4.u32 [%rd0], {%r1, %r2, %r3, %r3};
  st.global.f32 [%rd0+12], %f1;
  ld.global.f64 %fd1, [wide+8];
  st.global.f64 [%rd0+16], %fd1;
  mov.u64 %rd4, counter;
  cvta.global.u64 %rd5, %rd4;
  ld.u32 %r4, [%rd5];
  add.u32 %r5, %r4, 1;
  st.global.u32 [counter], %r5;
  st.global.u32 [%rd0+24], %r4;
  ld.const.s16 %r6, [short];
  st.global.u32 [%rd0+28], %r6;
)",
                                         R"(
.global .align 4 .b8 bytes[12] = {1, 0, 0, 0, 0x78, 0x56, 0x34, 0x12};
.visible .global .align 4 .f32 number = 0f3FC00000;
.global .align 8 .f64 wide[2] = {0d3FF0000000000000, 0d4000000000000000};
.global .align 8 .u64 pointer = generic(bytes)+4;
.global .align 8 .u64 pointers[2] = {generic(number), generic(bytes)};
.global .align 4 .u32 counter;
.const .align 2 .s16 short = -2;
)"));
  Ran ran;
  ran.launch(module, 1, 1);
  ran.launch(module, 1, 1);
  EXPECT_EQ(ran.words[0], 0x12345678u);
  EXPECT_EQ(ran.words[1], 0x12345678u);
  EXPECT_EQ(ran.words[2], 1u);
  EXPECT_EQ(ran.words[3], 0x3FC00000u);
  EXPECT_EQ(ran.words[5], 0x40000000u);
  EXPECT_EQ(ran.words[6], 1u);
  EXPECT_EQ(ran.words[7], u32(-2));
  EXPECT_EQ(ran.counts.launches, 2);
  const std::vector<u8> all(module.variables.at("bytes").start,
                            module.variables.at("bytes").start + 12);
  EXPECT_EQ(all, (std::vector<u8>{1, 0, 0, 0, 0x78, 0x56, 0x34, 0x12, 0, 0, 0, 0}));
}

// ---- counts -------------------------------------------------------------------------------------

TEST(Ptx, CountsWhatWarpsAsk) {
  const Ran ran = run(kernelText(store), 3, 40);
  EXPECT_EQ(ran.counts.launches, 1);
  EXPECT_EQ(ran.counts.threads, 120);
  // Six warps; of each block the second one has eight lanes.
  const i64 body = otherInstructions + 2;
  EXPECT_EQ(ran.counts.instructions(), 6 * body);
  EXPECT_EQ(ran.counts.lanes, 3 * 40 * body);
  EXPECT_EQ(ran.counts.warps[int(Cost::Global)], 6);
  EXPECT_EQ(ran.counts.warps[int(Cost::Control)], 6);
  EXPECT_EQ(ran.counts.warps[int(Cost::Parameter)], 6);
  EXPECT_EQ(ran.counts.accesses, 6);
  // Blocks start at words 0, 40 and 80: whole sectors of 8 words.
  EXPECT_EQ(ran.counts.sectors, 3 * (4 + 1));
}

TEST(Ptx, CountsSectors) {
  auto sectors = [](const std::string &body) {
    const Ran ran = run(kernelText(body), 1, lanes);
    EXPECT_EQ(ran.counts.accesses, 1) << body;
    return ran.counts.sectors;
  };
  EXPECT_EQ(sectors(ownWord(4) + "ld.global.u32 %r1, [%rd1];"), 4);
  EXPECT_EQ(sectors(ownWord(4) + "ld.global.u32 %r1, [%rd1+4];"), 5); // one more, at the end
  EXPECT_EQ(sectors(ownWord(8) + "ld.global.u64 %rd2, [%rd1];"), 8);
  EXPECT_EQ(sectors(ownWord(16) + "ld.v4.u32 {%r1, %r2, %r3, %r4}, [%rd1];"), 16);
  EXPECT_EQ(sectors(ownWord(32) + "ld.global.u32 %r1, [%rd1];"), 32);
  EXPECT_EQ(sectors(ownWord(256) + "ld.global.u8 %r1, [%rd1];"), 32);
  EXPECT_EQ(sectors("ld.global.u32 %r1, [%rd0];"), 1);
  // Every other lane, and two sectors in turn.
  EXPECT_EQ(sectors("and.b32 %r1, %r0, 1;\nsetp.eq.u32 %p1, %r1, 0;\n" + ownWord(16) +
                    "@%p1 ld.global.u32 %r1, [%rd1];"),
            16);
  EXPECT_EQ(sectors("and.b32 %r1, %r0, 1;\nmad.wide.u32 %rd1, %r1, 128, %rd0;\n"
                    "ld.global.u32 %r1, [%rd1];"),
            2);
}

TEST(Ptx, PrintsCountsAndListing) {
  const std::string text = kernelText("setp.lt.u32 %p1, %r0, 8;\n"
                                      "@!%p1 bra $end;\n"
                                      "add.rn.f64 %fd1, %fd1, %fd1;\n"
                                      "$end:");
  const Module module = parse(text);
  Ran ran;
  ran.launch(module, 1, lanes);
  std::ostringstream table, listing;
  ptx::print({{"k", ran.counts}}, table);
  printListing(module, text, listing);
  EXPECT_NE(table.str().find("kernel"), std::string::npos);
  // Eight instructions by all lanes and one by eight.
  EXPECT_NE(table.str().find("k                               1         32             9   29.3"),
            std::string::npos)
      << table.str();
  EXPECT_NE(table.str().find("together "), std::string::npos);
  EXPECT_NE(listing.str().find("           1  32.0 @!%p1 bra $end;"), std::string::npos);
  EXPECT_NE(listing.str().find("           1   8.0 add.rn.f64"), std::string::npos)
      << listing.str();
}

// ---- faults -------------------------------------------------------------------------------------

TEST(PtxFaults, AccessesMustBeAligned) {
  const std::pair<const char *, const char *> wrong[] = {
      {"st.global.u32 [%rd0+2], %r0;", "4 bytes at an address that ends in 2"},
      {"ld.global.u16 %rs1, [%rd0+1];", "2 bytes at an address that ends in 1"},
      {"ld.u64 %rd1, [%rd0+4];", "8 bytes at an address that ends in 4"},
      {"ld.global.v2.u32 {%r1, %r2}, [%rd0+4];", "8 bytes at an address that ends in 4"},
      {"ld.global.v4.f32 {%f1, %f2, %f3, %f4}, [%rd0+8];",
       "16 bytes at an address that ends in 8"}};
  for (const auto &[code, why] : wrong)
    expectFailure(kernelText(code), code, why);
}

TEST(PtxFaults, AccessesMustBeOfSomebodysMemory) {
  auto refused = [](const std::string &code, const std::string &before = "") {
    expectFailure(kernelText(before + "\n" + code), code, "outside all memory");
  };
  const std::string end = std::to_string(4 * Ran::numWords);
  refused("ld.global.u32 %r1, [%rd0+" + end + "];");
  refused("ld.global.u8 %r1, [%rd0+-1];");
  refused("ld.u64 %rd1, [%rd1];", "mov.u64 %rd1, 0;");
  refused("ld.u64 %rd1, [%rd1];", "mov.u64 %rd1, -8;"); // its end would be address 0
  refused("ld.param.u32 %r1, [k_param_0+16];");
  expectFailure(kernelText("ld.global.u32 %r1, [variable+4];", ".global .u32 variable;"),
                "[variable+4]", "outside all memory");
  // Eight bytes of which four are somebody's.
  EXPECT_NE(failure(kernelText("ld.global.u64 %rd1, [%rd0+8];"), 3).find("outside all memory"),
            std::string::npos);
  EXPECT_EQ(failure(kernelText("ld.global.u64 %rd1, [%rd0];"), 3), "");
  // Another lane's local memory, whose address came by way of the first.
  const std::string other = kernelText(".local .align 4 .b8 depot[4];\n"
                                       "mov.u64 %rd1, depot;\n"
                                       "setp.eq.u32 %p1, %r0, 0;\n"
                                       "@%p1 st.global.u64 [%rd0], %rd1;\n"
                                       "ld.global.u64 %rd2, [%rd0];\n"
                                       "ld.u32 %r1, [%rd2];");
  expectFailure(other, "ld.u32", "outside all memory, by thread 1 of a block");
}

TEST(PtxFaults, WhatDoesNotRunIsNotChecked) {
  EXPECT_EQ(failure(kernelText("mov.u64 %rd1, 2;\n"
                               "setp.eq.u32 %p1, %r0, 99;\n"
                               "@%p1 st.global.u32 [%rd1], %r0;")),
            "");
}

TEST(PtxFaults, TooMuchOfTheMachine) {
  expectFailure(kernelText("mov.u32 %r1, 100000;\n" + callSum, sum),
                "call.uni (retval0), sum, "
                "(param0);\n  ld.param.b32 %r2",
                "calls are nested too deep");
  EXPECT_EQ(failure(kernelText(".local .align 4 .b8 depot[70000];")),
            "kernel k needs more memory than the machine has");
}

TEST(PtxFaults, WhatTheMachineDoesNotKnowIsRefused) {
  for (const char *code : {
           "popc.b32 %r1, %r2;",
           "fma.rn.f32 %f1, %f2, %f3, %f4;",
           "add.f32 %f1, %f2, %f3;", // one that may be fused
           "mul.f64 %fd1, %fd2, %fd3;",
           "add.rn.ftz.f32 %f1, %f2, %f3;",
           "add.rz.f32 %f1, %f2, %f3;",
           "min.NaN.f32 %f1, %f2, %f3;",
           "div.full.f32 %f1, %f2, %f3;",
           "cvt.rzi.sat.s32.f32 %r1, %f1;",
           "cvt.rz.f32.f64 %f1, %fd1;",
           "setp.lt.and.s32 %p1, %r1, %r2, %p2;",
           "setp.ltu.s32 %p1, %r1, %r2;",
           "prmt.b32.f4e %r1, %r2, %r3, %r4;",
           "bar.sync 0;",
           "membar.gl;",
           "atom.global.add.u32 %r1, [%rd0], 1;",
           "red.global.add.u32 [%rd0], 1;",
           "ld.shared.u32 %r1, [%rd0];",
           "st.shared.u32 [%rd0], %r1;",
           "ld.volatile.global.u32 %r1, [%rd0];",
           "cvta.to.shared.u64 %rd1, %rd0;",
           "exit;",
           "trap;",
           "mad;",
       })
    expectFailure(kernelText(code), code, "the machine does not know");
}

TEST(PtxFaults, TextsThatAreWrongAreRefused) {
  const std::pair<const char *, const char *> wrong[] = {
      {".shared .align 4 .b8 s[4];", "unknown operand '.align'"},
      {"mov.u32 %r1, %tid.y;", "unknown operand '%tid.y'"},
      {"mov.u32 %r1, %laneid;", "unknown operand '%laneid'"},
      {"mov.u32 %r1, %r24;", "unknown operand '%r24'"},
      {"mov.u32 %r1, 1.5;", "'1.5' is no number"},
      {"mov.f32 %f1, 0f;", "'0f' is no number"},
      {"add.s32 %r1, %r2;", "add has 3 operands"},
      {"mov.u32 %r1, %r2, %r3;", "mov has 2 operands"},
      {"add.s32 %r1, %rd2, %r3;", "'%rd2' has 8 bytes, not 4"},
      {"add.rn.f64 %fd1, %fd2, %f3;", "'%f3' has 4 bytes, not 8"},
      {"cvt.s64.s32 %r1, %r2;", "'%r1' has 4 bytes, not 8"},
      {"ld.u32 %r1, [%r2];", "'%r2' has 4 bytes, not 8"},
      {"mul.wide.s32 %r1, %r2, %r3;", "'%r1' has 4 bytes, not 8"},
      {"shl.b64 %rd1, %rd2, %rd3;", "'%rd3' has 8 bytes, not 4"},
      {"@%r1 bra $end;", "'%r1' has 4 bytes, not 1"},
      {".reg .b128 %x;", "unknown type .b128"},
      {"call.uni nowhere;", "function nowhere has no body"},
      {"call.uni half;", "the call does not fit half"}};
  for (const auto &[code, why] : wrong)
    expectFailure(kernelText(code, half), code, why);
  expectFailure(kernelText("{.param .b64 a; .param .b32 b;\ncall.uni (b), half, (a);\n}", half),
                "call.uni (b)", "the call does not fit half");
  EXPECT_NE(failure(kernelText("bra $nowhere;")).find("no label '$nowhere' in k"),
            std::string::npos);
  expectFailure(".shared .align 4 .b8 s[4];", ".shared", "'.shared' is nothing");
  expectFailure(".version 8.0\n.extern .func f();", ".extern", "'.extern' is nothing");
  expectFailure(".entry k(.param .u64 a, .param .u64 b)\n{ ret; }", ".param .u64 b",
                "a kernel has one parameter here");
}

TEST(PtxFaults, TextsMayEndAnywhere) {
  const std::string text = kernelText("{ st.global.v2.u32 [%rd0+8], {%r1, 0f3F800000}; }\n"
                                      "@%p1 bra $end;\n$end:\n" +
                                          callSum,
                                      sum + ".global .align 8 .u64 p[2] = {1, -2};");
  ASSERT_NO_THROW(parse(text));
  size_t refused = 0, whole = 0;
  for (size_t length = text.find(".func"); length + 2 < text.size(); ++length)
    try {
      parse(text.substr(0, length));
      ++whole; // an end between two functions, say
    } catch (const PtxError &) {
      ++refused;
    }
  EXPECT_GT(refused, 10 * whole);
}

} // namespace
