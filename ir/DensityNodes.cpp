//===- DensityNodes.cpp - Axes and ranges of the density function types ---===//
//
// Spec 10, 3.1 and 3.2; spec 11, sections 2 to 17. Operands arrive in operand order.
//
//===----------------------------------------------------------------------===//

#include "ir/Density.h"

#include "runtime/math/java.h"
#include "runtime/noise/blended.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace terrane;
using namespace terrane::density;

using Operands = llvm::ArrayRef<Interval>;
using AxesList = llvm::ArrayRef<Axes>;

static constexpr float inf = std::numeric_limits<float>::infinity();

static Axes bitOf(Axis axis) {
  return static_cast<Axes>(1u << static_cast<unsigned>(axis));
}

/// A noise that is not in the table cannot be ranged; the verifier of symbol uses names it.
static IntervalOr rangeOf(const NoiseRanges &noises, FlatSymbolRefAttr noise) {
  auto it = noises.find(noise.getAttr());
  return it == noises.end() ? IntervalOr(failure()) : IntervalOr(it->second);
}

//===----------------------------------------------------------------------===//
// Leaves
//===----------------------------------------------------------------------===//

IntervalOr ConstantOp::getRange(Operands, const NoiseRanges &) {
  return Interval::exact(getValue().convertToFloat());
}

Axes BlendAlphaOp::getAxes(AxesList) {
  return axisX | axisZ;
}
IntervalOr BlendAlphaOp::getRange(Operands, const NoiseRanges &) {
  return Interval::of(0, 1);
}

Axes BlendOffsetOp::getAxes(AxesList) {
  return axisX | axisZ;
}
IntervalOr BlendOffsetOp::getRange(Operands, const NoiseRanges &) {
  return Interval::all();
}

Axes BeardifierOp::getAxes(AxesList) {
  return allAxes;
}
IntervalOr BeardifierOp::getRange(Operands, const NoiseRanges &) {
  return Interval::all();
}

Axes NoiseOp::getAxes(AxesList shifts) {
  Axes axes = shifts[0] | shifts[1] | shifts[2];
  if (getYScale().convertToDouble() != 0)
    axes |= axisY;
  if (getXzScale().convertToDouble() != 0)
    axes |= axisX | axisZ;
  return axes;
}
bool NoiseOp::rangeReads(unsigned) {
  return false;
}
IntervalOr NoiseOp::getRange(Operands, const NoiseRanges &noises) {
  return rangeOf(noises, getNoiseAttr());
}

static IntervalOr shiftRange(const NoiseRanges &noises, FlatSymbolRefAttr noise) {
  IntervalOr range = rangeOf(noises, noise);
  return failed(range) ? range : interval::mul(*range, Interval::exact(4));
}
Axes ShiftOp::getAxes(AxesList) {
  return allAxes;
}
IntervalOr ShiftOp::getRange(Operands, const NoiseRanges &noises) {
  return shiftRange(noises, getNoiseAttr());
}
Axes ShiftAOp::getAxes(AxesList) {
  return axisX | axisZ;
}
IntervalOr ShiftAOp::getRange(Operands, const NoiseRanges &noises) {
  return shiftRange(noises, getNoiseAttr());
}
Axes ShiftBOp::getAxes(AxesList) {
  return axisX | axisZ;
}
IntervalOr ShiftBOp::getRange(Operands, const NoiseRanges &noises) {
  return shiftRange(noises, getNoiseAttr());
}

Axes EndOuterIslandsOp::getAxes(AxesList) {
  return axisX | axisZ;
}
IntervalOr EndOuterIslandsOp::getRange(Operands, const NoiseRanges &) {
  return Interval::of(-0.84375f, 0.5625f);
}

Axes DistanceToPointOp::getAxes(AxesList) {
  return allAxes;
}
IntervalOr DistanceToPointOp::getRange(Operands, const NoiseRanges &) {
  return Interval::of(0, inf);
}

Axes GradientOp::getAxes(AxesList) {
  return bitOf(getAxis());
}
IntervalOr GradientOp::getRange(Operands, const NoiseRanges &) {
  float a = getFromValue().convertToFloat(), b = getToValue().convertToFloat();
  return interval::make(rt::jmin(a, b), rt::jmax(a, b));
}

Axes OldBlendedNoiseOp::getAxes(AxesList) {
  return allAxes;
}
IntervalOr OldBlendedNoiseOp::getRange(Operands, const NoiseRanges &) {
  rt::BlendedParameters parameters{getXzScale().convertToDouble(), getYScale().convertToDouble(),
                                   getXzFactor().convertToDouble(), getYFactor().convertToDouble(),
                                   getSmearScaleMultiplier().convertToDouble()};
  auto [lo, hi] = rt::blendedRange(parameters);
  return interval::make(lo, hi);
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

IntervalOr AbsOp::getRange(Operands in, const NoiseRanges &) {
  return interval::abs(in[0]);
}
IntervalOr SquareOp::getRange(Operands in, const NoiseRanges &) {
  return interval::square(in[0]);
}
IntervalOr CubeOp::getRange(Operands in, const NoiseRanges &) {
  return interval::mono(in[0], [](float x) { return (x * x) * x; });
}
IntervalOr SqrtOp::getRange(Operands in, const NoiseRanges &) {
  return interval::pow(in[0], Interval::exact(0.5f));
}
IntervalOr HalfNegativeOp::getRange(Operands in, const NoiseRanges &) {
  return interval::mono(in[0], [](float x) { return x > 0 ? x : x * 0.5f; });
}
IntervalOr QuarterNegativeOp::getRange(Operands in, const NoiseRanges &) {
  return interval::mono(in[0], [](float x) { return x > 0 ? x : x * 0.25f; });
}
IntervalOr ReciprocalOp::getRange(Operands in, const NoiseRanges &) {
  return interval::recip(in[0]);
}
IntervalOr NegateOp::getRange(Operands in, const NoiseRanges &) {
  return interval::sub(Interval::exact(0), in[0]);
}
IntervalOr SqueezeOp::getRange(Operands in, const NoiseRanges &) {
  return interval::mono(in[0], [](float x) {
    float c = rt::clampf(x, -1.0f, 1.0f);
    return c / 2.0f - ((c * c) * c) / 24.0f;
  });
}
IntervalOr LogOp::getRange(Operands in, const NoiseRanges &) {
  return interval::log(in[0]);
}
IntervalOr SignOp::getRange(Operands in, const NoiseRanges &) {
  return interval::sign(in[0]);
}

static IntervalOr roundingRange(Operands in, llvm::function_ref<float(float)> r) {
  IntervalOr quotient = interval::div(in[0], in[1]);
  if (failed(quotient))
    return quotient;
  IntervalOr rounded = interval::mono(*quotient, r);
  return failed(rounded) ? rounded : interval::mul(*rounded, in[1]);
}
IntervalOr FloorOp::getRange(Operands in, const NoiseRanges &) {
  return roundingRange(in, [](float x) { return std::floor(x); });
}
IntervalOr CeilOp::getRange(Operands in, const NoiseRanges &) {
  return roundingRange(in, [](float x) { return std::ceil(x); });
}
IntervalOr TruncateOp::getRange(Operands in, const NoiseRanges &) {
  return roundingRange(in, [](float x) { return x > 0 ? std::floor(x) : std::ceil(x); });
}
IntervalOr RoundOp::getRange(Operands in, const NoiseRanges &) {
  return roundingRange(
      in, [](float x) { return static_cast<float>(rt::floorI(static_cast<double>(x) + 0.5)); });
}

IntervalOr AddOp::getRange(Operands in, const NoiseRanges &) {
  return interval::add(in[0], in[1]);
}
IntervalOr SubOp::getRange(Operands in, const NoiseRanges &) {
  return interval::sub(in[0], in[1]);
}
IntervalOr MulOp::getRange(Operands in, const NoiseRanges &) {
  return interval::mul(in[0], in[1]);
}
IntervalOr DivOp::getRange(Operands in, const NoiseRanges &) {
  return interval::div(in[0], in[1]);
}
IntervalOr MinOp::getRange(Operands in, const NoiseRanges &) {
  return interval::min(in[0], in[1]);
}
IntervalOr MaxOp::getRange(Operands in, const NoiseRanges &) {
  return interval::max(in[0], in[1]);
}
IntervalOr PowOp::getRange(Operands in, const NoiseRanges &) {
  return interval::pow(in[0], in[1]);
}
IntervalOr LerpOp::getRange(Operands in, const NoiseRanges &) {
  return interval::lerp(in[0], in[1], in[2]);
}
IntervalOr ClampOp::getRange(Operands in, const NoiseRanges &) {
  return interval::clamp(in[0], getMin().convertToFloat(), getMax().convertToFloat());
}

bool RangeChoiceOp::rangeReads(unsigned operand) {
  return operand != 0;
}
IntervalOr RangeChoiceOp::getRange(Operands in, const NoiseRanges &) {
  return interval::hull(in.drop_front());
}

bool IntervalSelectOp::rangeReads(unsigned operand) {
  return operand != 0;
}
IntervalOr IntervalSelectOp::getRange(Operands in, const NoiseRanges &) {
  return interval::hull(in.drop_front());
}

IntervalOr SplineOp::getRange(Operands in, const NoiseRanges &) {
  return in[0];
}
IntervalOr SplineConstantOp::getRange(Operands, const NoiseRanges &) {
  float v = getValue().convertToFloat();
  return interval::make(v, v);
}
IntervalOr SplinePointsOp::getRange(Operands in, const NoiseRanges &) {
  return interval::splinePoints(in[0], getLocations(), getDerivatives(), in.drop_front());
}

IntervalOr CacheOp::getRange(Operands in, const NoiseRanges &) {
  return in[0];
}
IntervalOr PreparedOp::getRange(Operands in, const NoiseRanges &) {
  return in[0];
}
IntervalOr BlendDensityOp::getRange(Operands in, const NoiseRanges &) {
  return in[0];
}
IntervalOr InterpolatedOp::getRange(Operands in, const NoiseRanges &) {
  return in[0];
}

Axes SliceOp::getAxes(AxesList in) {
  return in[0] & static_cast<Axes>(~bitOf(getAxis()));
}
IntervalOr SliceOp::getRange(Operands in, const NoiseRanges &) {
  return in[0];
}

Axes FindTopSurfaceOp::getAxes(AxesList in) {
  return (in[0] | in[1]) & (axisX | axisZ);
}
bool FindTopSurfaceOp::rangeReads(unsigned operand) {
  return operand == 1;
}
IntervalOr FindTopSurfaceOp::getRange(Operands in, const NoiseRanges &) {
  float lower = static_cast<float>(static_cast<int32_t>(getLowerBound()));
  return interval::make(lower, rt::jmax(lower, in[1].hi));
}
