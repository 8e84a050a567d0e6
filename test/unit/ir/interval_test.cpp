//===- interval_test.cpp - Interval arithmetic and spline ranges ----------===//
//
// The check values of spec 11, section 20, and the corners of section 2 that decide them.
//
//===----------------------------------------------------------------------===//

#include "ir/Interval.h"

#include "runtime/math/java.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

using namespace terrane;

namespace {

constexpr float inf = std::numeric_limits<float>::infinity();
constexpr float nan32 = std::numeric_limits<float>::quiet_NaN();

float fromBits(std::uint32_t bits) {
  return rt::fromBits(static_cast<rt::u32>(bits));
}

Interval of(float lo, float hi) {
  return *interval::make(lo, hi);
}

/// Bit equality of both bounds (any NaN equals any NaN).
::testing::AssertionResult is(const IntervalOr &got, float lo, float hi) {
  if (failed(got))
    return ::testing::AssertionFailure() << "an error instead of an interval";
  auto same = [](float a, float b) { return (a != a && b != b) || rt::bitsOf(a) == rt::bitsOf(b); };
  if (same(got->lo, lo) && same(got->hi, hi))
    return ::testing::AssertionSuccess();
  std::string text;
  llvm::raw_string_ostream(text) << *got << " instead of " << Interval{lo, hi};
  return ::testing::AssertionFailure() << text << std::hex << " (bits " << rt::bitsOf(got->lo)
                                       << ", " << rt::bitsOf(got->hi) << ")";
}

::testing::AssertionResult isNai(const IntervalOr &got) {
  return is(got, nan32, nan32);
}
::testing::AssertionResult isAll(const IntervalOr &got) {
  return is(got, -inf, inf);
}

TEST(Interval, MakeRefusesNanAndInvertedBoundsOnly) {
  EXPECT_TRUE(failed(interval::make(1, 0)));
  EXPECT_TRUE(failed(interval::make(nan32, 0)));
  EXPECT_TRUE(failed(interval::make(0, nan32)));
  EXPECT_TRUE(is(interval::make(0.0f, -0.0f), 0.0f, -0.0f)) << "zeros are not ordered here";
  EXPECT_TRUE(is(interval::make(-inf, inf), -inf, inf));
}

TEST(Interval, NegativeZeroIsNormalisedBelowOneOnly) {
  EXPECT_TRUE(is(interval::make(-0.0f, 1), 0.0f, 1));
  EXPECT_TRUE(is(interval::make(-0.0f, 2), -0.0f, 2));
  EXPECT_TRUE(is(interval::make(-0.0f, 0.5f), -0.0f, 0.5f));
}

TEST(Interval, DivisionCheckValues) {
  EXPECT_TRUE(is(interval::div(of(-1, 2), of(3, 3)), fromBits(0xBEAAAAAB), fromBits(0x3F2AAAAB)));
  EXPECT_TRUE(isAll(interval::div(of(1, 2), of(-1, 1))));
  EXPECT_TRUE(is(interval::div(of(1, 2), of(0, 4)), 0.25f, inf));
  EXPECT_TRUE(isNai(interval::div(of(1, 2), of(0, 0))));
}

TEST(Interval, ReciprocalByWhereZeroLies) {
  EXPECT_TRUE(is(interval::recip(of(2, 4)), 0.25f, 0.5f));
  EXPECT_TRUE(is(interval::recip(of(-4, 0)), -inf, -0.25f));
  EXPECT_TRUE(is(interval::recip(of(-4, -0.0f)), -inf, -0.25f)) << "zero tests are numeric";
  EXPECT_TRUE(is(interval::recip(of(0, 4)), 0.25f, inf));
  EXPECT_TRUE(isAll(interval::recip(of(-1, 4))));
  EXPECT_TRUE(isNai(interval::recip(Interval::nai())));
}

TEST(Interval, ProductsOfBoundsTakeZeroTimesInfinityAsZero) {
  EXPECT_TRUE(isAll(interval::mul(of(-2, 3), of(-inf, 0))));
  EXPECT_TRUE(is(interval::mul(of(0, 0), Interval::all()), 0, 0));
  EXPECT_TRUE(is(interval::mul(of(-1, 2), of(-0.0f, 3)), -3, 6));
  EXPECT_TRUE(isNai(interval::mul(of(0, 1), Interval::nai())));
}

TEST(Interval, OppositeInfinitiesAreNoIntervalUnderAddAndSub) {
  EXPECT_TRUE(isAll(interval::add(Interval::all(), of(1, 2)))); // -inf + 1, inf + 2
  EXPECT_TRUE(isNai(interval::add(of(inf, inf), of(-inf, -inf))));
  EXPECT_TRUE(isNai(interval::sub(of(inf, inf), of(0, inf))));
  EXPECT_TRUE(is(interval::sub(of(0, 0), of(-2, 0)), 0, 2));
}

TEST(Interval, MinMaxClampAndHull) {
  EXPECT_TRUE(is(interval::min(of(-1, 5), of(0, 2)), -1, 2));
  EXPECT_TRUE(is(interval::max(of(-1, 5), of(0, 2)), 0, 5));
  EXPECT_TRUE(is(interval::min(of(0.0f, 0.5f), of(-0.0f, 0.5f)), -0.0f, 0.5f));
  EXPECT_TRUE(isNai(interval::min(of(0, 1), Interval::nai())));
  EXPECT_TRUE(is(interval::clamp(of(5, 6), 0, 2), 2, 2));
  EXPECT_TRUE(is(interval::clamp(of(-6, -5), -1, 2), -1, -1));
  EXPECT_TRUE(is(interval::clamp(of(-6, 1), -1, 2), -1, 1));
  EXPECT_TRUE(failed(interval::clamp(of(0, 1), 2, 1)));
  EXPECT_TRUE(is(interval::hull({of(0, 2), Interval::nai(), of(-3, -1)}), -3, 2));
  EXPECT_TRUE(isNai(interval::hull({Interval::nai()})));
  EXPECT_TRUE(failed(interval::hull(llvm::ArrayRef<Interval>())));
  EXPECT_TRUE(is(interval::hull(nan32, 3.0f), 3, 3));
  EXPECT_TRUE(is(interval::hull(Interval::nai(), 3.0f), 3, 3));
}

TEST(Interval, AbsSquareSign) {
  EXPECT_TRUE(is(interval::abs(of(-3, 2)), 0, 3));
  EXPECT_TRUE(is(interval::abs(of(-3, -2)), 2, 3));
  EXPECT_TRUE(is(interval::square(of(-3, 2)), 0, 9));
  EXPECT_TRUE(is(interval::square(of(2, 3)), 4, 9));
  EXPECT_TRUE(is(interval::sign(of(-0.0f, -0.0f)), -0.0f, -0.0f));
  EXPECT_TRUE(is(interval::sign(of(0, 5)), 0, 1));
  EXPECT_TRUE(is(interval::sign(of(-5, 0)), -1, 0));
  EXPECT_TRUE(is(interval::sign(of(-5, 5)), -1, 1));
  EXPECT_TRUE(is(interval::sign(of(2, 5)), 1, 1));
}

TEST(Interval, LogCheckValues) {
  EXPECT_TRUE(is(interval::log(of(-2, 3)), -inf, fromBits(0x3F8C9F54)));
  EXPECT_TRUE(isNai(interval::log(of(-2, -1))));
}

TEST(Interval, MonotoneMapsRefuseNan) {
  EXPECT_TRUE(failed(interval::mono(of(0, 1), [](float) { return nan32; })));
  EXPECT_TRUE(is(interval::mono(of(1, 2), [](float x) { return -x; }), -2, -1));
}

TEST(Interval, LerpCheckValues) {
  EXPECT_TRUE(is(interval::lerp(of(-1, 2), of(1, 2), of(5, 6)), -4, 11));
  EXPECT_TRUE(isAll(interval::lerp(of(0.25f, 0.5f), Interval::all(), of(5, 6))));
}

TEST(Interval, PowCheckValues) {
  EXPECT_TRUE(is(interval::pow(of(-2, 3), of(0.5f, 0.5f)), 0, fromBits(0x3FDDB3D7)));
  EXPECT_TRUE(isNai(interval::pow(of(-2, -1), of(0.5f, 0.5f))));
  EXPECT_TRUE(isAll(interval::pow(of(-2, 3), of(-1.5f, 2.5f))));
  EXPECT_TRUE(is(interval::pow(of(0.5f, 2), of(-inf, 2)), 0, inf));
}

/// The range of a rounding node (spec 11, section 5), composed as the operations compose it.
template <typename R> IntervalOr rounding(const Interval &input, const Interval &multiple, R r) {
  return interval::mul(*interval::mono(*interval::div(input, multiple), r), multiple);
}

TEST(Interval, RoundingCheckValues) {
  auto floor = [](float x) { return std::floor(x); };
  auto round = [](float x) { return static_cast<float>(rt::floorI(double(x) + 0.5)); };
  EXPECT_TRUE(is(rounding(of(-1.5f, 2.5f), of(0.5f, 2), floor), -6, 10));
  EXPECT_TRUE(
      is(rounding(Interval::all(), of(1, 1), round), fromBits(0xCF000000), fromBits(0x4F000000)));
}

// The spline of the check values: g has the range [-5, 7.5].
TEST(SplineRange, CheckValues) {
  Interval inner = *interval::splinePoints(*interval::sub(Interval::exact(0), of(-5, 7.5f)),
                                           {-2.0f, 0.3f, 3.0f}, {0.2f, 0.0f, -0.4f},
                                           {of(0.1f, 0.1f), of(-0.7f, -0.7f), of(1.3f, 1.3f)});
  EXPECT_TRUE(is(inner, fromBits(0xBF99999A), fromBits(0x40047AE1)));
  EXPECT_TRUE(is(interval::splinePoints(of(-5, 7.5f), {-3.1f, -0.4f, 2.2f, 5.7f},
                                        {0.31f, -0.12f, 0.0f, 0.77f},
                                        {of(0.05f, 0.05f), inner, of(2, 2), of(-1, -1)}),
                 fromBits(0xC01B1EB8), fromBits(0x4037AE14)));
}

TEST(SplineRange, NaiCoordinateIsNaiButNaiValueIsAnError) {
  EXPECT_TRUE(isNai(interval::splinePoints(Interval::nai(), {0.0f}, {0.0f}, {Interval::nai()})));
  EXPECT_TRUE(failed(interval::splinePoints(of(0, 1), {0.0f}, {0.0f}, {Interval::nai()})));
}

TEST(SplineRange, ValuesOutOfReachCountToo) {
  EXPECT_TRUE(is(interval::splinePoints(of(0, 1), {0.0f, 1.0f, 100.0f}, {0, 0, 0},
                                        {of(1, 1), of(2, 2), of(50, 50)}),
                 1, 50));
}

TEST(SplineRange, ExtensionsFollowTheOuterSlopes) {
  // One point: below it value + slope * (v - location), above it the same line.
  EXPECT_TRUE(is(interval::splinePoints(of(-2, 3), {0.0f}, {2.0f}, {of(1, 1)}), -3, 7));
  EXPECT_TRUE(is(interval::splinePoints(of(-2, 3), {0.0f}, {0.0f}, {of(1, 1)}), 1, 1));
}

TEST(SplineRange, OppositeInfinitiesAreAnError) {
  EXPECT_TRUE(failed(
      interval::splinePoints(of(-2, 3), {0.0f, 1.0f}, {inf, 0.0f}, {of(1, 1), of(inf, inf)})));
}

} // namespace
