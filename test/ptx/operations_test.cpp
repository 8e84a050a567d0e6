//===- operations_test.cpp - Instructions against the PTX ISA -------------===//
//
// The expected values are those of NVIDIA's PTX ISA manual, or of IEEE 754 where that refers to it;
// none is taken from what the machine says.
//
//===----------------------------------------------------------------------===//

#include "test/ptx/run_text.h"

#include <gtest/gtest.h>

using namespace terrane;
using namespace terrane::ptx;

namespace {

/// The bits of a register after `code`: of %r1, %rd1, %f1, %fd1, %rs1 or %p1, whichever it sets.
u64 bits(const std::string &result, const std::string &code) {
  const char kind = result[1], second = result[2];
  std::string store = "st.global.b32 [%rd0], " + result + ";";
  if (kind == 'p')
    store = "selp.b32 %r23, 1, 0, " + result + "; st.global.b32 [%rd0], %r23;";
  else if (second == 'd')
    store = "st.global.b64 [%rd0], " + result + ";";
  else if (second == 's')
    store = "st.global.b16 [%rd0], " + result + ";";
  const Ran ran = run(kernelText("  " + code + "\n  " + store));
  return u64(ran.words[1]) << 32 | ran.words[0];
}
u64 r(const std::string &code) {
  return bits("%r1", code);
}
u64 rd(const std::string &code) {
  return bits("%rd1", code);
}
u64 rs(const std::string &code) {
  return bits("%rs1", code);
}
u64 f(const std::string &code) {
  return bits("%f1", code);
}
u64 fd(const std::string &code) {
  return bits("%fd1", code);
}
bool p(const std::string &code) {
  return bits("%p1", code) != 0;
}

// Bits of numbers, as the text has them.
const std::string zero = "0f00000000", minusZero = "0f80000000", one = "0f3F800000",
                  two = "0f40000000", three = "0f40400000", minusOne = "0fBF800000",
                  infinity = "0f7F800000", minusInfinity = "0fFF800000", nan = "0f7FC12345";
const std::string zero64 = "0d0000000000000000", minusZero64 = "0d8000000000000000",
                  one64 = "0d3FF0000000000000", two64 = "0d4000000000000000",
                  three64 = "0d4008000000000000", minusOne64 = "0dBFF0000000000000",
                  infinity64 = "0d7FF0000000000000", minusInfinity64 = "0dFFF0000000000000",
                  nan64 = "0d7FF8000000012345";
constexpr u64 theNaN = 0x7FFFFFFF; ///< of all f32 results

std::string of(const std::string &opcode, const std::string &result, const std::string &a,
               const std::string &b = "") {
  return opcode + " " + result + ", " + a + (b.empty() ? "" : ", ") + b + ";";
}
u64 f2(const std::string &opcode, const std::string &a, const std::string &b) {
  return f(of(opcode, "%f1", a, b));
}
u64 fd2(const std::string &opcode, const std::string &a, const std::string &b) {
  return fd(of(opcode, "%fd1", a, b));
}
bool isNaN64(u64 bits) {
  return (bits & 0x7FFFFFFFFFFFFFFF) > 0x7FF0000000000000;
}

TEST(Operations, WholeNumbersWrap) {
  EXPECT_EQ(r("add.s32 %r1, 0x7FFFFFFF, 1;"), 0x80000000);
  EXPECT_EQ(r("sub.s32 %r1, -0x80000000, 1;"), 0x7FFFFFFF);
  EXPECT_EQ(r("add.u32 %r1, 0xFFFFFFFF, 2;"), 1u);
  EXPECT_EQ(r("mul.lo.s32 %r1, 65537, 65537;"), 0x20001u);
  EXPECT_EQ(r("neg.s32 %r1, -0x80000000;"), 0x80000000);
  EXPECT_EQ(rd("add.s64 %rd1, 0x7FFFFFFFFFFFFFFF, 1;"), 0x8000000000000000);
  EXPECT_EQ(rd("sub.u64 %rd1, 0, 1;"), ~u64(0));
  EXPECT_EQ(rd("mul.lo.s64 %rd1, 0x100000001, 0x100000001;"), 0x200000001);
  EXPECT_EQ(rd("neg.s64 %rd1, 5;"), u64(-5));
  EXPECT_EQ(rs("add.s16 %rs1, 0x7FFF, 1;"), 0x8000u);
  EXPECT_EQ(rs("sub.u16 %rs1, 1, 2;"), 0xFFFFu);
  EXPECT_EQ(rs("mul.lo.s16 %rs1, 257, 257;"), 0x0201u);
  EXPECT_EQ(r("abs.s32 %r1, -7;"), 7u);
}

TEST(Operations, ProductsOfWholeNumbers) {
  EXPECT_EQ(r("mul.hi.s32 %r1, -1, 1;"), 0xFFFFFFFF);
  EXPECT_EQ(r("mul.hi.u32 %r1, 0xFFFFFFFF, 0xFFFFFFFF;"), 0xFFFFFFFE);
  EXPECT_EQ(rd("mul.hi.s64 %rd1, -1, -1;"), 0u);
  EXPECT_EQ(rd("mul.hi.u64 %rd1, -1, -1;"), ~u64(1));
  EXPECT_EQ(rd("mul.wide.s32 %rd1, -2, 3;"), u64(-6));
  EXPECT_EQ(rd("mul.wide.u32 %rd1, 0xFFFFFFFF, 0xFFFFFFFF;"), 0xFFFFFFFE00000001);
  EXPECT_EQ(r("mul.wide.s16 %r1, -2, 3;"), u32(-6));
  EXPECT_EQ(r("mul.wide.u16 %r1, 0xFFFF, 0xFFFF;"), 0xFFFE0001);
  EXPECT_EQ(r("mad.lo.s32 %r1, 65537, 65537, -1;"), 0x20000u);
  EXPECT_EQ(rd("mad.lo.s64 %rd1, 0x100000001, 0x100000001, -1;"), 0x200000000);
  EXPECT_EQ(rd("mad.wide.s32 %rd1, -2, 3, 0x100000000;"), 0xFFFFFFFA);
  EXPECT_EQ(rd("mad.wide.u32 %rd1, 0xFFFFFFFF, 2, -1;"), 0x1FFFFFFFD);
}

TEST(Operations, QuotientsGoTowardsZero) {
  EXPECT_EQ(r("div.s32 %r1, -7, 2;"), u32(-3));
  EXPECT_EQ(r("rem.s32 %r1, -7, 2;"), u32(-1));
  EXPECT_EQ(r("div.u32 %r1, -7, 2;"), 0x7FFFFFFCu);
  EXPECT_EQ(r("rem.u32 %r1, -7, 10;"), 9u);
  EXPECT_EQ(rd("div.s64 %rd1, -7, 2;"), u64(-3));
  EXPECT_EQ(rd("rem.s64 %rd1, -7, 2;"), u64(-1));
  EXPECT_EQ(rd("div.u64 %rd1, -7, 2;"), 0x7FFFFFFFFFFFFFFC);
}

TEST(Operations, TheLesserAndTheGreater) {
  EXPECT_EQ(r("min.s32 %r1, -1, 1;"), u32(-1));
  EXPECT_EQ(r("min.u32 %r1, -1, 1;"), 1u);
  EXPECT_EQ(r("max.s32 %r1, -1, 1;"), 1u);
  EXPECT_EQ(r("max.u32 %r1, -1, 1;"), ~u32(0));
  EXPECT_EQ(rd("min.s64 %rd1, -1, 1;"), u64(-1));
  EXPECT_EQ(rd("max.u64 %rd1, -1, 1;"), u64(-1));
  EXPECT_EQ(rs("min.s16 %rs1, -1, 1;"), 0xFFFFu);

  // Of a number and a NaN it is the number; of two NaNs a NaN. -0.0 is less than +0.0.
  for (const auto &[a, b] : {std::pair(nan, one), std::pair(one, nan)}) {
    EXPECT_EQ(f2("min.f32", a, b), 0x3F800000u);
    EXPECT_EQ(f2("max.f32", a, b), 0x3F800000u);
  }
  EXPECT_EQ(f2("min.f32", nan, nan), theNaN);
  EXPECT_EQ(f2("max.f32", nan, nan), theNaN);
  for (const auto &[a, b] : {std::pair(zero, minusZero), std::pair(minusZero, zero)}) {
    EXPECT_EQ(f2("min.f32", a, b), 0x80000000);
    EXPECT_EQ(f2("max.f32", a, b), 0u);
  }
  EXPECT_EQ(f2("min.f32", minusInfinity, one), 0xFF800000);
  EXPECT_EQ(f2("max.f32", minusOne, minusInfinity), 0xBF800000);
  for (const auto &[a, b] : {std::pair(nan64, one64), std::pair(one64, nan64)}) {
    EXPECT_EQ(fd2("min.f64", a, b), 0x3FF0000000000000);
    EXPECT_EQ(fd2("max.f64", a, b), 0x3FF0000000000000);
  }
  EXPECT_TRUE(isNaN64(fd2("min.f64", nan64, nan64)));
  for (const auto &[a, b] : {std::pair(zero64, minusZero64), std::pair(minusZero64, zero64)}) {
    EXPECT_EQ(fd2("min.f64", a, b), 0x8000000000000000);
    EXPECT_EQ(fd2("max.f64", a, b), 0u);
  }
}

TEST(Operations, SinglePrecision) {
  // Ties go to the even neighbour: 1 + 2^-24, and 1 + 2^-23 + 2^-24.
  EXPECT_EQ(f2("add.rn.f32", one, "0f33800000"), 0x3F800000u);
  EXPECT_EQ(f2("add.rn.f32", "0f3F800001", "0f33800000"), 0x3F800002u);
  EXPECT_EQ(f2("sub.rn.f32", one, one), 0u);
  EXPECT_EQ(f2("add.rn.f32", minusZero, minusZero), 0x80000000);
  EXPECT_EQ(f2("div.rn.f32", one, three), 0x3EAAAAABu);
  EXPECT_EQ(f("rcp.rn.f32 %f1, " + three + ";"), 0x3EAAAAABu);
  EXPECT_EQ(f("sqrt.rn.f32 %f1, " + two + ";"), 0x3FB504F3u);
  EXPECT_EQ(f("sqrt.rn.f32 %f1, " + minusZero + ";"), 0x80000000);
  EXPECT_EQ(f2("div.rn.f32", one, minusZero), 0xFF800000);
  EXPECT_EQ(f2("add.rn.f32", "0f7F7FFFFF", "0f7F7FFFFF"), 0x7F800000u);
  // Subnormal numbers stay: half of the least normal one.
  EXPECT_EQ(f2("mul.rn.f32", "0f00800000", "0f3F000000"), 0x00400000u);
  EXPECT_EQ(f2("add.rn.f32", "0f00000001", "0f00000001"), 0x00000002u);
  EXPECT_EQ(f("neg.f32 %f1, " + zero + ";"), 0x80000000);
  EXPECT_EQ(f("abs.f32 %f1, " + minusOne + ";"), 0x3F800000u);
  EXPECT_EQ(f("mov.f32 %f1, " + nan + ";"), 0x7FC12345u);
}

TEST(Operations, SinglePrecisionHasOneNaN) {
  EXPECT_EQ(f2("add.rn.f32", nan, one), theNaN);
  EXPECT_EQ(f2("add.rn.f32", infinity, minusInfinity), theNaN);
  EXPECT_EQ(f2("sub.rn.f32", infinity, infinity), theNaN);
  EXPECT_EQ(f2("mul.rn.f32", zero, infinity), theNaN);
  EXPECT_EQ(f2("div.rn.f32", zero, zero), theNaN);
  EXPECT_EQ(f("sqrt.rn.f32 %f1, " + minusOne + ";"), theNaN);
  EXPECT_EQ(f("rcp.rn.f32 %f1, " + nan + ";"), theNaN);
  EXPECT_EQ(f("cvt.rn.f32.f64 %f1, " + nan64 + ";"), theNaN);
  EXPECT_EQ(f("cvt.rmi.f32.f32 %f1, " + nan + ";"), theNaN);
}

TEST(Operations, DoublePrecision) {
  EXPECT_EQ(fd2("add.rn.f64", one64, "0d3CA0000000000000"), 0x3FF0000000000000);
  EXPECT_EQ(fd2("add.rn.f64", "0d3FF0000000000001", "0d3CA0000000000000"), 0x3FF0000000000002);
  EXPECT_EQ(fd2("div.rn.f64", one64, three64), 0x3FD5555555555555);
  EXPECT_EQ(fd("rcp.rn.f64 %fd1, " + three64 + ";"), 0x3FD5555555555555);
  EXPECT_EQ(fd("sqrt.rn.f64 %fd1, " + two64 + ";"), 0x3FF6A09E667F3BCD);
  EXPECT_EQ(fd2("mul.rn.f64", "0d0010000000000000", "0d3FE0000000000000"), 0x0008000000000000);
  EXPECT_EQ(fd2("sub.rn.f64", minusZero64, zero64), 0x8000000000000000);
  EXPECT_TRUE(isNaN64(fd2("add.rn.f64", infinity64, minusInfinity64)));
  EXPECT_TRUE(isNaN64(fd2("div.rn.f64", zero64, zero64)));
  EXPECT_EQ(fd("neg.f64 %fd1, " + zero64 + ";"), 0x8000000000000000);
  EXPECT_EQ(fd("abs.f64 %fd1, " + minusOne64 + ";"), 0x3FF0000000000000);
}

TEST(Operations, ComparisonsOfNumbersAndNaNs) {
  const std::pair<std::string, std::string> pairs[] = {
      {one, two}, {two, one}, {one, one}, {one, nan}, {nan, one}, {nan, nan}, {zero, minusZero}};
  const std::pair<std::string, std::string> pairs64[] = {
      {one64, two64}, {two64, one64}, {one64, one64},       {one64, nan64},
      {nan64, one64}, {nan64, nan64}, {zero64, minusZero64}};
  // A letter for each pair.
  const std::pair<const char *, const char *> wanted[] = {
      {"eq", "--y---y"},  {"ne", "yy-----"},  {"lt", "y------"},  {"le", "y-y---y"},
      {"gt", "-y-----"},  {"ge", "-yy---y"},  {"equ", "--yyyyy"}, {"neu", "yy-yyy-"},
      {"ltu", "y--yyy-"}, {"leu", "y-yyyyy"}, {"gtu", "-y-yyy-"}, {"geu", "-yyyyyy"},
      {"num", "yyy---y"}, {"nan", "---yyy-"}};
  for (const auto &[name, truths] : wanted) {
    std::string have, have64;
    for (const auto &[a, b] : pairs)
      have += p(of(std::string("setp.") + name + ".f32", "%p1", a, b)) ? 'y' : '-';
    for (const auto &[a, b] : pairs64)
      have64 += p(of(std::string("setp.") + name + ".f64", "%p1", a, b)) ? 'y' : '-';
    EXPECT_EQ(have, truths) << name;
    EXPECT_EQ(have64, truths) << name;
  }
}

TEST(Operations, ComparisonsOfWholeNumbers) {
  EXPECT_TRUE(p("setp.lt.s32 %p1, -1, 0;"));
  EXPECT_FALSE(p("setp.lt.u32 %p1, -1, 0;"));
  EXPECT_TRUE(p("setp.gt.u32 %p1, -1, 0;"));
  EXPECT_TRUE(p("setp.le.s64 %p1, -1, -1;"));
  EXPECT_FALSE(p("setp.ne.s64 %p1, -1, -1;"));
  EXPECT_TRUE(p("setp.ge.u64 %p1, -1, 1;"));
  EXPECT_TRUE(p("setp.lt.s16 %p1, -1, 0;"));
  EXPECT_FALSE(p("setp.lt.u16 %p1, -1, 0;"));
  EXPECT_TRUE(p("setp.eq.b16 %p1, 0xFFFF, -1;"));
  EXPECT_FALSE(p("setp.eq.b64 %p1, 0x100000000, 0;"));
}

TEST(Operations, ShiftsByAllBitsAndMore) {
  EXPECT_EQ(r("shl.b32 %r1, 3, 31;"), 0x80000000);
  EXPECT_EQ(rd("shl.b64 %rd1, 3, 63;"), 0x8000000000000000);
  EXPECT_EQ(rs("shl.b16 %rs1, 3, 15;"), 0x8000u);
  EXPECT_EQ(r("shr.u32 %r1, 0x80000000, 31;"), 1u);
  EXPECT_EQ(r("shr.b32 %r1, 0x80000000, 31;"), 1u);
  EXPECT_EQ(r("shr.s32 %r1, 0x80000000, 30;"), 0xFFFFFFFE);
  EXPECT_EQ(rd("shr.s64 %rd1, 0x8000000000000000, 62;"), ~u64(1));
  EXPECT_EQ(rs("shr.s16 %rs1, 0x8000, 14;"), 0xFFFEu);
  EXPECT_EQ(rs("shr.u16 %rs1, 0x8000, 14;"), 2u);
  for (const std::string by : {"64", "256", "0xFFFFFFFF"}) {
    EXPECT_EQ(r("shl.b32 %r1, -1, " + by + ";"), 0u);
    EXPECT_EQ(r("shr.u32 %r1, -1, " + by + ";"), 0u);
    EXPECT_EQ(r("shr.s32 %r1, -8, " + by + ";"), ~u32(0));
    EXPECT_EQ(r("shr.s32 %r1, 8, " + by + ";"), 0u);
    EXPECT_EQ(rd("shl.b64 %rd1, -1, " + by + ";"), 0u);
    EXPECT_EQ(rd("shr.u64 %rd1, -1, " + by + ";"), 0u);
    EXPECT_EQ(rd("shr.s64 %rd1, -8, " + by + ";"), ~u64(0));
    EXPECT_EQ(rs("shl.b16 %rs1, -1, " + by + ";"), 0u);
    EXPECT_EQ(rs("shr.s16 %rs1, -8, " + by + ";"), 0xFFFFu);
  }
  EXPECT_EQ(r("shl.b32 %r1, -1, 32;"), 0u);
  EXPECT_EQ(r("shr.s32 %r1, -8, 32;"), ~u32(0));
  EXPECT_EQ(rs("shr.u16 %rs1, -1, 16;"), 0u);
}

TEST(Operations, ConversionsToWholeNumbersSaturate) {
  const auto big = "0f501502F9" /* 1e10 */, minusBig = "0fD01502F9";
  EXPECT_EQ(r(of("cvt.rzi.s32.f32", "%r1", big)), 0x7FFFFFFFu);
  EXPECT_EQ(r(of("cvt.rzi.s32.f32", "%r1", minusBig)), 0x80000000);
  EXPECT_EQ(r(of("cvt.rzi.s32.f32", "%r1", "0f4EFFFFFF")), 0x7FFFFF80u); // the greatest below 2^31
  EXPECT_EQ(r(of("cvt.rzi.s32.f32", "%r1", "0f4F000000")), 0x7FFFFFFFu); // 2^31
  EXPECT_EQ(r(of("cvt.rzi.u32.f32", "%r1", minusOne)), 0u);
  EXPECT_EQ(r(of("cvt.rzi.u32.f32", "%r1", big)), ~u32(0));
  EXPECT_EQ(r(of("cvt.rzi.u32.f32", "%r1", "0f4F7FFFFF")), 0xFFFFFF00);
  EXPECT_EQ(r(of("cvt.rzi.s32.f64", "%r1", "0d41DFFFFFFFC00000")), 0x7FFFFFFFu); // 2^31 - 1
  EXPECT_EQ(r(of("cvt.rzi.s32.f64", "%r1", "0dC1E0000000200000")), 0x80000000);  // -2^31 - 1
  EXPECT_EQ(rd(of("cvt.rzi.s64.f32", "%rd1", infinity)), 0x7FFFFFFFFFFFFFFF);
  EXPECT_EQ(rd(of("cvt.rzi.s64.f64", "%rd1", minusInfinity64)), 0x8000000000000000);
  EXPECT_EQ(rd(of("cvt.rzi.s64.f64", "%rd1", "0d43E0000000000000")), 0x7FFFFFFFFFFFFFFF); // 2^63
  EXPECT_EQ(rd(of("cvt.rzi.s64.f64", "%rd1", "0d43DFFFFFFFFFFFFF")), 0x7FFFFFFFFFFFFC00);
  EXPECT_EQ(rd(of("cvt.rzi.u64.f64", "%rd1", minusOne64)), 0u);
  EXPECT_EQ(rd(of("cvt.rzi.u64.f64", "%rd1", infinity64)), ~u64(0));
  EXPECT_EQ(rs(of("cvt.rzi.s16.f32", "%rs1", big)), 0x7FFFu);
  EXPECT_EQ(r(of("cvt.rzi.u8.f32", "%r1", big)), 0xFFu);
  EXPECT_EQ(r(of("cvt.rzi.s8.f32", "%r1", minusBig)), 0xFFFFFF80);
}

TEST(Operations, ConversionsOfNaN) {
  EXPECT_EQ(r(of("cvt.rzi.s32.f32", "%r1", nan)), 0u);
  EXPECT_EQ(r(of("cvt.rzi.u32.f32", "%r1", nan)), 0u);
  EXPECT_EQ(rs(of("cvt.rzi.s16.f32", "%rs1", nan)), 0u);
  EXPECT_EQ(r(of("cvt.rzi.s32.f64", "%r1", nan64)), 0x80000000);
  EXPECT_EQ(r(of("cvt.rzi.u32.f64", "%r1", nan64)), 0x80000000);
  EXPECT_EQ(rd(of("cvt.rzi.s64.f32", "%rd1", nan)), 0x8000000000000000);
  EXPECT_EQ(rd(of("cvt.rzi.u64.f32", "%rd1", nan)), 0x8000000000000000);
  EXPECT_EQ(rd(of("cvt.rzi.s64.f64", "%rd1", nan64)), 0x8000000000000000);
  EXPECT_TRUE(isNaN64(fd(of("cvt.f64.f32", "%fd1", nan))));
}

TEST(Operations, ConversionsRound) {
  const auto half = "0f40200000" /* 2.5 */, minusHalf = "0fC0200000";
  const std::pair<const char *, std::pair<i32, i32>> wanted[] = {
      {"rzi", {2, -2}}, {"rmi", {2, -3}}, {"rpi", {3, -2}}, {"rni", {2, -2}}};
  for (const auto &[name, values] : wanted) {
    const std::string opcode = std::string("cvt.") + name + ".s32.f32";
    EXPECT_EQ(r(of(opcode, "%r1", half)), u32(values.first)) << name;
    EXPECT_EQ(r(of(opcode, "%r1", minusHalf)), u32(values.second)) << name;
  }
  EXPECT_EQ(r(of("cvt.rni.s32.f32", "%r1", "0f40600000")), 4u); // 3.5
  EXPECT_EQ(rd(of("cvt.rmi.s64.f64", "%rd1", "0dBFE0000000000000")), ~u64(0));
  // To whole numbers that stay floating point numbers.
  EXPECT_EQ(f(of("cvt.rpi.f32.f32", "%f1", "0fBF000000")), 0x80000000);
  EXPECT_EQ(f(of("cvt.rmi.f32.f32", "%f1", "0fBF000000")), 0xBF800000);
  EXPECT_EQ(fd(of("cvt.rni.f64.f64", "%fd1", "0d4004000000000000")), 0x4000000000000000); // 2.5
  EXPECT_EQ(fd(of("cvt.rzi.f64.f64", "%fd1", "0dC004000000000000")), 0xC000000000000000);
  EXPECT_EQ(fd(of("cvt.rmi.f64.f64", "%fd1", minusZero64)), 0x8000000000000000);
  // From whole numbers.
  EXPECT_EQ(f("cvt.rn.f32.s32 %f1, 16777217;"), 0x4B800000u);
  EXPECT_EQ(f("cvt.rn.f32.s32 %f1, 16777219;"), 0x4B800002u);
  EXPECT_EQ(f("cvt.rn.f32.u64 %f1, -1;"), 0x5F800000u);
  EXPECT_EQ(f("cvt.rn.f32.s64 %f1, -1;"), 0xBF800000);
  EXPECT_EQ(fd("cvt.rn.f64.s64 %fd1, 9007199254740993;"), 0x4340000000000000);
  EXPECT_EQ(fd("cvt.rn.f64.u32 %fd1, -1;"), 0x41EFFFFFFFE00000);
  EXPECT_EQ(fd("cvt.rn.f64.s32 %fd1, -1;"), 0xBFF0000000000000);
  // Between the two precisions.
  EXPECT_EQ(f("cvt.rn.f32.f64 %f1, 0d3FF0000010000000;"), 0x3F800000u);
  EXPECT_EQ(f("cvt.rn.f32.f64 %f1, 0d47F0000000000000;"), 0x7F800000u);
  EXPECT_EQ(fd("cvt.f64.f32 %fd1, 0f00000001;"), 0x36A0000000000000);
}

TEST(Operations, ConversionsInWiderRegisters) {
  const std::string source = "mov.u32 %r2, 0x12345F80; ";
  EXPECT_EQ(r(source + "cvt.s32.s8 %r1, %r2;"), 0xFFFFFF80);
  EXPECT_EQ(r(source + "cvt.u32.u8 %r1, %r2;"), 0x80u);
  EXPECT_EQ(r(source + "cvt.s32.s16 %r1, %r2;"), 0x5F80u);
  EXPECT_EQ(rd(source + "cvt.s64.s8 %rd1, %r2;"), 0xFFFFFFFFFFFFFF80);
  // A result narrower than its register is extended as its type says.
  EXPECT_EQ(r(source + "cvt.s8.s32 %r1, %r2;"), 0xFFFFFF80);
  EXPECT_EQ(r(source + "cvt.u8.u32 %r1, %r2;"), 0x80u);
  EXPECT_EQ(rs(source + "cvt.s8.s32 %rs1, %r2;"), 0xFF80u);
  EXPECT_EQ(rs(source + "cvt.u16.u32 %rs1, %r2;"), 0x5F80u);
  EXPECT_EQ(rd("mov.u32 %r2, -2; cvt.s64.s32 %rd1, %r2;"), u64(-2));
  EXPECT_EQ(rd("mov.u32 %r2, -2; cvt.u64.u32 %rd1, %r2;"), 0xFFFFFFFE);
  EXPECT_EQ(r("mov.u64 %rd2, 0x123456789; cvt.u32.u64 %r1, %rd2;"), 0x23456789u);
  EXPECT_EQ(fd("mov.u32 %r2, 0x1FF; cvt.rn.f64.s8 %fd1, %r2;"), 0xBFF0000000000000);
}

TEST(Operations, Bits) {
  EXPECT_EQ(r("and.b32 %r1, 12, 10;"), 8u);
  EXPECT_EQ(rs("or.b16 %rs1, 12, 10;"), 14u);
  EXPECT_EQ(rd("xor.b64 %rd1, -1, 10;"), ~u64(10));
  EXPECT_EQ(rs("not.b16 %rs1, 1;"), 0xFFFEu);
  EXPECT_EQ(rd("not.b64 %rd1, 0;"), ~u64(0));

  EXPECT_EQ(r("bfi.b32 %r1, 0xFFFF, 0, 4, 4;"), 0xF0u);
  EXPECT_EQ(r("bfi.b32 %r1, 0x12345678, -1, 8, 16;"), 0xFF5678FF);
  EXPECT_EQ(r("bfi.b32 %r1, -1, 0, 28, 8;"), 0xF0000000);
  EXPECT_EQ(r("bfi.b32 %r1, -1, 5, 8, 0;"), 5u);
  EXPECT_EQ(r("bfi.b32 %r1, -1, 5, 32, 8;"), 5u);
  EXPECT_EQ(r("bfi.b32 %r1, 7, 5, 0, 32;"), 7u);
  // Of place and length eight bits count.
  EXPECT_EQ(r("mov.u32 %r2, 256; mov.u32 %r3, 0x108; bfi.b32 %r1, 3, 0, %r2, %r3;"), 3u);

  EXPECT_EQ(r("prmt.b32 %r1, 0x33221100, 0x77665544, 0x7531;"), 0x77553311u);
  EXPECT_EQ(r("prmt.b32 %r1, 0x33221100, 0x77665544, 0x0462;"), 0x00446622u);
  EXPECT_EQ(r("prmt.b32 %r1, 0x00007F80, 0, 0x1980;"), 0x7F00FF80u); // 8 and 9: signs

  EXPECT_EQ(rd("mov.u32 %r2, 1; mov.u32 %r3, 2; mov.b64 %rd1, {%r2, %r3};"), 0x200000001);
  EXPECT_EQ(r("mov.u64 %rd2, 0x200000001; mov.b64 {%r2, %r1}, %rd2;"), 2u);
  EXPECT_EQ(r("mov.u16 %rs2, 1; mov.u16 %rs3, 2; mov.b32 %r1, {%rs2, %rs3};"), 0x20001u);
  EXPECT_EQ(rs("mov.u32 %r2, 0x20001; mov.b32 {%rs2, %rs1}, %r2;"), 2u);
  EXPECT_EQ(r("mov.f32 %f2, " + one + "; mov.b32 %r1, %f2;"), 0x3F800000u);
}

TEST(Operations, HalvesMayBeNumbersInEveryLane) {
  const Ran ran = run(kernelText("mov.b64 %rd1, {%r0, 7};\n"
                                 "mad.wide.u32 %rd2, %r0, 8, %rd0;\n"
                                 "st.global.u64 [%rd2], %rd1;"),
                      1, lanes);
  for (u32 l = 0; l < lanes; ++l) {
    EXPECT_EQ(ran.words[2 * l], l);
    EXPECT_EQ(ran.words[2 * l + 1], 7u);
  }
}

TEST(Operations, Predicates) {
  EXPECT_TRUE(p("mov.pred %p1, -1;"));
  EXPECT_FALSE(p("mov.pred %p1, 0;"));
  EXPECT_FALSE(p("mov.pred %p2, -1; not.pred %p1, %p2;"));
  EXPECT_FALSE(p("mov.pred %p2, -1; xor.pred %p1, %p2, -1;"));
  EXPECT_TRUE(p("mov.pred %p2, 0; xor.pred %p1, %p2, -1;"));
  EXPECT_FALSE(p("mov.pred %p2, 0; and.pred %p1, %p2, -1;"));
  EXPECT_TRUE(p("mov.pred %p2, 0; or.pred %p1, %p2, -1;"));
  EXPECT_TRUE(p("setp.eq.s32 %p2, 1, 1; setp.eq.s32 %p3, 1, 2; xor.pred %p1, %p2, %p3;"));
  EXPECT_EQ(r("mov.pred %p1, -1; selp.b32 %r1, 5, 6, %p1;"), 5u);
  EXPECT_EQ(r("mov.pred %p1, 0; selp.s32 %r1, 5, 6, %p1;"), 6u);
  EXPECT_EQ(fd("mov.pred %p1, 0; selp.f64 %fd1, " + one64 + ", " + minusZero64 + ", %p1;"),
            0x8000000000000000);
  EXPECT_EQ(rs("mov.pred %p1, -1; selp.u16 %rs1, 5, 6, %p1;"), 5u);
}

} // namespace
