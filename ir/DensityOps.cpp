//===- DensityOps.cpp - Verifiers of the density dialect ------------------===//
//
// The rules of spec 10, 2.3 and spec 20, 3 and 9, as they hold for text that did not come through
// the JSON importer (which states the same rules with the place in the pack).
//
//===----------------------------------------------------------------------===//

#include "ir/Density.h"

#include "compiler/json/numbers.h"
#include "ir/FloatArray.h"
#include "ir/Verify.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/SmallString.h"

#include <cmath>

using namespace mlir;
using namespace terrane::density;

// For custom<Floats> and custom<Doubles>.
using terrane::parseDoubles;
using terrane::parseFloats;
using terrane::printDoubles;
using terrane::printFloats;

#define GET_OP_CLASSES
#include "ir/DensityOps.cpp.inc"

/// The limits of spec 10, 2.2, kind val.
static LogicalResult verifyVal(Operation *op, StringRef name, float v) {
  if (v >= -1000000.0f && v <= 1000000.0f)
    return success();
  // All digits: the value may differ from the limit in the last one.
  llvm::SmallString<24> text;
  llvm::APFloat(v).toString(text, /*FormatPrecision=*/0, /*FormatMaxPadding=*/8);
  return op->emitOpError() << name << " " << text << " is outside -1000000..1000000";
}

LogicalResult NoiseParametersOp::verify() {
  if (int32_t(getBaseOctave()) < -32 || int32_t(getBaseOctave()) > 32)
    return emitOpError("base_octave must be in -32..32");
  if (int32_t(getOctaveCount()) < 1 || int32_t(getOctaveCount()) > 32)
    return emitOpError("octave_count must be in 1..32");
  double amplitude = getBaseAmplitude().convertToDouble();
  if (!(amplitude >= 9.999999747378752E-6 && amplitude <= 1000000.0))
    return emitOpError("base_amplitude must be in 1.0E-5f..1000000");
  ArrayRef<double> modifiers = getAmplitudeModifiers();
  if (!modifiers.empty() && modifiers.size() != getOctaveCount())
    return emitOpError("has ") << modifiers.size() << " amplitude modifiers for "
                               << getOctaveCount() << " octaves";
  for (double m : modifiers)
    if (!(m >= 0 && m <= 1000000.0) || std::signbit(m))
      return emitOpError("amplitude modifiers must be in 0..1000000");
  return success();
}

Value FuncOp::getResultValue() {
  return cast<YieldOp>(getBody().front().back()).getValue();
}

LogicalResult ConstantOp::verify() {
  return verifyVal(*this, "value", getValue().convertToFloat());
}

LogicalResult GradientOp::verify() {
  if (getFromCoordinate() == getToCoordinate())
    return emitOpError("from and to coordinate are equal");
  if (failed(verifyVal(*this, "from value", getFromValue().convertToFloat())))
    return failure();
  return verifyVal(*this, "to value", getToValue().convertToFloat());
}

LogicalResult OldBlendedNoiseOp::verify() {
  for (const APFloat &v : {getXzScale(), getYScale(), getXzFactor(), getYFactor()})
    if (!(v.convertToDouble() >= 0.001 && v.convertToDouble() <= 1000.0))
      return emitOpError("scales and factors must be in 0.001..1000");
  double smear = getSmearScaleMultiplier().convertToDouble();
  if (!(smear >= 1.0 && smear <= 8.0))
    return emitOpError("smear must be in 1..8");
  return success();
}

LogicalResult ClampOp::verify() {
  if (terrane::json::totalLess(getMax().convertToFloat(), getMin().convertToFloat()))
    return emitOpError("max is less than min");
  return success();
}

LogicalResult IntervalSelectOp::verify() {
  return verifyIntervals(*this);
}

LogicalResult SplinePointsOp::verify() {
  return verifySplinePoints(*this);
}

LogicalResult InterpolatedOp::verify() {
  if (int32_t(getCellSizeXz()) < 1 || int32_t(getCellSizeY()) < 1)
    return emitOpError("cell sizes must be at least 1");
  return success();
}

LogicalResult FindTopSurfaceOp::verify() {
  int32_t lower = getLowerBound();
  if (lower < -4064 || lower > 4062)
    return emitOpError("lower bound must be in -4064..4062");
  if (int32_t(getCellHeight()) < 1)
    return emitOpError("cell height must be at least 1");
  return success();
}
