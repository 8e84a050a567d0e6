//===- Interval.h - Value ranges of density functions (spec 11, section 2) -===//
//
// The interval arithmetic of the game's compiler, bit for bit: its results decide which side of a
// `min` or `max` is dropped and where the point path stops early. An interval is a pair of f32
// bounds or NaI ("not an interval"), whose bounds read as NaN. Operations that the game lets fail
// return failure().
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_IR_INTERVAL_H
#define TERRANE_IR_INTERVAL_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/Support/LogicalResult.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdint>

namespace terrane {

/// A set of block axes: X=1, Y=2, Z=4 (spec 10, 3.1).
using Axes = std::uint8_t;
constexpr Axes axisX = 1, axisY = 2, axisZ = 4, allAxes = 7;

struct Interval {
  float lo, hi;

  static Interval nai();
  static Interval all();
  /// An interval that is known to be valid: make() without the check.
  static Interval of(float lo, float hi);
  static Interval exact(float v) { return of(v, v); }
  bool isNai() const { return lo != lo; }
  bool contains(float v) const { return v >= lo && v <= hi; }
  /// Numeric equality of both bounds; NaI equals only itself.
  bool operator==(const Interval &o) const {
    return (isNai() && o.isNai()) || (lo == o.lo && hi == o.hi);
  }
};

llvm::raw_ostream &operator<<(llvm::raw_ostream &os, const Interval &i);

using IntervalOr = llvm::FailureOr<Interval>;

/// The table rows of spec 11, section 2.
namespace interval {
IntervalOr make(float lo, float hi);
IntervalOr hull(llvm::ArrayRef<Interval> members);
IntervalOr hull(float a, float b);
IntervalOr hull(const Interval &i, float v);
IntervalOr add(const Interval &a, const Interval &b);
IntervalOr sub(const Interval &a, const Interval &b);
IntervalOr mul(const Interval &a, const Interval &b);
IntervalOr recip(const Interval &a);
IntervalOr div(const Interval &a, const Interval &b);
IntervalOr min(const Interval &a, const Interval &b);
IntervalOr max(const Interval &a, const Interval &b);
IntervalOr clamp(const Interval &a, float mn, float mx);
IntervalOr abs(const Interval &a);
IntervalOr square(const Interval &a);
IntervalOr mono(const Interval &a, llvm::function_ref<float(float)> f);
IntervalOr log(const Interval &a);
IntervalOr sign(const Interval &a);
IntervalOr lerp(const Interval &t, const Interval &a, const Interval &b);
IntervalOr pow(const Interval &base, const Interval &exponent);
/// Range of a multipoint spline (spec 11, section 3), given the ranges of its coordinate and of its
/// values. An empty `values` is an error of the caller.
IntervalOr splinePoints(const Interval &coordinate, llvm::ArrayRef<float> locations,
                        llvm::ArrayRef<float> derivatives, llvm::ArrayRef<Interval> values);
} // namespace interval

/// Ranges of the noises of a module, by symbol name.
using NoiseRanges = llvm::DenseMap<mlir::StringAttr, Interval>;

} // namespace terrane

#endif // TERRANE_IR_INTERVAL_H
