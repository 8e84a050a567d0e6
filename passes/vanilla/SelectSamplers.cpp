//===- SelectSamplers.cpp - The game's compile-time decisions -------------===//
//
// Spec 10, 6.5 and spec 11. A node is translated once, operands before users; every decision looks
// at the rewritten node. "Constant" means literally a `density.constant`.
//
//===----------------------------------------------------------------------===//

#include "passes/vanilla/Passes.h"

#include "ir/Analysis.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/TypeSwitch.h"

#include <cmath>

namespace terrane {
#define GEN_PASS_DEF_SELECTSAMPLERS
#include "passes/vanilla/Passes.h.inc"
} // namespace terrane

using namespace mlir;
using namespace terrane;
namespace d = terrane::density;
namespace s = terrane::sampler;

namespace {

std::optional<float> constantOf(Value v) {
  if (auto c = v.getDefiningOp<d::ConstantOp>())
    return c.getValue().convertToFloat();
  return std::nullopt;
}

bool isPositiveZero(Value v) {
  auto c = v.getDefiningOp<d::ConstantOp>();
  return c && c.getValue().isPosZero();
}

/// Translates the nodes of one graph. Methods return a null value after an error was emitted.
class Selector {
public:
  Selector(OpBuilder &builder, const NoiseRanges &noises) : builder(builder), ranges(noises) {}

  LogicalResult run(d::GraphOp graph);

  unsigned pruned = 0, scalars = 0;

private:
  Value translate(Operation &op);
  template <typename Op, typename... Args> Value make(Location loc, Args &&...args) {
    return builder.create<Op>(loc, std::forward<Args>(args)...);
  }
  Value at(Value v) { return mapped.lookup(v); }
  Value scalar(Location loc, s::Scalar kind, Value v, float c) {
    ++scalars;
    return make<s::ScalarOp>(loc, kind, at(v), APFloat(c));
  }
  Value unary(Operation &op, s::Unary kind) {
    return make<s::UnaryOp>(op.getLoc(), kind, at(op.getOperand(0)));
  }
  Value noise(d::NoiseOp op);
  Value quarterNoise(Location loc, FlatSymbolRefAttr noise, double yScale);
  Value blended(d::OldBlendedNoiseOp op);
  Value rounding(Operation &op, s::Rounding kind, s::Unary whole);
  Value arithmetic(Operation &op, s::Binary kind);
  Value bound(Operation &op, s::Bound kind);
  Value pow(d::PowOp op);
  Value spline(d::SplineOp op);
  Value slice(d::SliceOp op);

  OpBuilder &builder;
  d::RangeAnalysis ranges;
  d::StructuralClasses classes;
  llvm::DenseMap<Value, Value> mapped;
};

/// What the entries reach; the rest of a graph is nothing that the game would compile.
llvm::DenseSet<Operation *> liveNodes(Block &body) {
  llvm::DenseSet<Operation *> live;
  llvm::SmallVector<Operation *> pending;
  for (auto entry : body.getOps<d::EntryOp>())
    pending.push_back(entry);
  while (!pending.empty()) {
    Operation *op = pending.pop_back_val();
    if (live.insert(op).second)
      for (Value v : op->getOperands())
        pending.push_back(v.getDefiningOp());
  }
  return live;
}

LogicalResult Selector::run(d::GraphOp graph) {
  Block &body = graph.getBody().front();
  llvm::DenseSet<Operation *> live = liveNodes(body);
  for (Operation &op : body) {
    if (!live.contains(&op) || isa<d::SplineConstantOp, d::SplinePointsOp>(op))
      continue;
    if (auto entry = dyn_cast<d::EntryOp>(op)) {
      builder.create<s::EntryOp>(entry.getLoc(), entry.getName(), at(entry.getValue()));
      continue;
    }
    Value v = translate(op);
    if (!v)
      return failure();
    mapped[op.getResult(0)] = v;
  }
  return success();
}

Value Selector::translate(Operation &op) {
  Location loc = op.getLoc();
  return llvm::TypeSwitch<Operation *, Value>(&op)
      .Case([&](d::ConstantOp o) { return make<s::ConstantOp>(loc, o.getValue()); })
      .Case([&](d::BlendAlphaOp) { return make<s::FieldOp>(loc, s::Field::BlendAlpha); })
      .Case([&](d::BlendOffsetOp) { return make<s::FieldOp>(loc, s::Field::BlendOffset); })
      .Case([&](d::BeardifierOp) { return make<s::FieldOp>(loc, s::Field::Beardifier); })
      .Case([&](d::NoiseOp o) { return noise(o); })
      .Case([&](d::ShiftOp o) { return quarterNoise(loc, o.getNoiseAttr(), 0.25); })
      .Case([&](d::ShiftAOp o) { return quarterNoise(loc, o.getNoiseAttr(), 0.0); })
      .Case([&](d::ShiftBOp o) { return make<s::ShiftBOp>(loc, o.getNoiseAttr()); })
      .Case([&](d::EndOuterIslandsOp) { return make<s::EndOuterIslandsOp>(loc); })
      .Case([&](d::DistanceToPointOp o) {
        return make<s::DistanceOp>(loc, o.getMetric(), o.getX(), o.getY(), o.getZ());
      })
      .Case([&](d::GradientOp o) {
        // n wraps in i32 and is not 0.
        auto n = static_cast<int32_t>(static_cast<uint32_t>(o.getToCoordinate()) -
                                      static_cast<uint32_t>(o.getFromCoordinate()));
        float from = o.getFromValue().convertToFloat(), to = o.getToValue().convertToFloat();
        return make<s::GradientOp>(loc, o.getAxis(), o.getTiling(), o.getFromCoordinate(),
                                   o.getToCoordinate(), APFloat(from),
                                   APFloat((to - from) / static_cast<float>(n)));
      })
      .Case([&](d::OldBlendedNoiseOp o) { return blended(o); })
      .Case([&](d::AbsOp) { return unary(op, s::Unary::Abs); })
      .Case([&](d::SquareOp) { return unary(op, s::Unary::Square); })
      .Case([&](d::CubeOp) { return unary(op, s::Unary::Cube); })
      .Case([&](d::SqrtOp) { return unary(op, s::Unary::Sqrt); })
      .Case([&](d::HalfNegativeOp) { return unary(op, s::Unary::HalfNegative); })
      .Case([&](d::QuarterNegativeOp) { return unary(op, s::Unary::QuarterNegative); })
      .Case([&](d::ReciprocalOp) { return unary(op, s::Unary::Reciprocal); })
      .Case([&](d::NegateOp) { return unary(op, s::Unary::Negate); })
      .Case([&](d::SqueezeOp) { return unary(op, s::Unary::Squeeze); })
      .Case([&](d::LogOp) { return unary(op, s::Unary::Log); })
      .Case([&](d::SignOp) { return unary(op, s::Unary::Sign); })
      .Case([&](d::FloorOp) { return rounding(op, s::Rounding::Floor, s::Unary::Floor); })
      .Case([&](d::RoundOp) { return rounding(op, s::Rounding::Round, s::Unary::Round); })
      .Case([&](d::CeilOp) { return rounding(op, s::Rounding::Ceil, s::Unary::Ceil); })
      .Case([&](d::TruncateOp) { return rounding(op, s::Rounding::Truncate, s::Unary::Truncate); })
      .Case([&](d::AddOp) { return arithmetic(op, s::Binary::Add); })
      .Case([&](d::SubOp) { return arithmetic(op, s::Binary::Sub); })
      .Case([&](d::MulOp) { return arithmetic(op, s::Binary::Mul); })
      .Case([&](d::DivOp) { return arithmetic(op, s::Binary::Div); })
      .Case([&](d::MinOp) { return bound(op, s::Bound::Min); })
      .Case([&](d::MaxOp) { return bound(op, s::Bound::Max); })
      .Case([&](d::PowOp o) { return pow(o); })
      .Case([&](d::LerpOp o) {
        return make<s::LerpOp>(loc, at(o.getAlpha()), at(o.getFirst()), at(o.getSecond()));
      })
      .Case([&](d::ClampOp o) {
        return make<s::ClampOp>(loc, at(o.getInput()), o.getMin(), o.getMax());
      })
      .Case([&](d::RangeChoiceOp o) {
        return make<s::RangeChoiceOp>(loc, at(o.getInput()), o.getMinInclusive(),
                                      o.getMaxExclusive(), at(o.getWhenInRange()),
                                      at(o.getWhenOutOfRange()));
      })
      .Case([&](d::IntervalSelectOp o) {
        llvm::SmallVector<Value> functions;
        for (Value f : o.getFunctions())
          functions.push_back(at(f));
        return make<s::IntervalSelectOp>(loc, at(o.getInput()), o.getThresholds(), functions);
      })
      .Case([&](d::SplineOp o) { return spline(o); })
      .Case([&](d::PreparedOp o) -> Value {
        // The game computes the range of every prepared cache, so an error in it surfaces.
        if (failed(ranges.of(o.getInput())))
          return {};
        return make<s::CacheOp>(loc, at(o.getInput()), o.getCell());
      })
      .Case([&](d::BlendDensityOp o) { return make<s::BlendDensityOp>(loc, at(o.getInput())); })
      .Case([&](d::InterpolatedOp o) {
        return make<s::InterpolatedOp>(loc, at(o.getInput()), o.getCellSizeXz(), o.getCellSizeY());
      })
      .Case([&](d::SliceOp o) { return slice(o); })
      .Case([&](d::FindTopSurfaceOp o) {
        Value search = make<s::FindTopSurfaceOp>(loc, at(o.getDensity()), at(o.getUpperBound()),
                                                 o.getLowerBound(), o.getCellHeight());
        return make<s::SliceOp>(loc, search, IntegerAttr(), builder.getI32IntegerAttr(0),
                                IntegerAttr());
      })
      .Default([&](Operation *o) -> Value {
        o->emitError("has no sampler; caches are prepared and references inlined before");
        return {};
      });
}

Value Selector::noise(d::NoiseOp op) {
  Location loc = op.getLoc();
  // Structural equality: a shift of -0.0 is not the zero shift.
  bool flatY = isPositiveZero(op.getShiftY());
  if (flatY && isPositiveZero(op.getShiftX()) && isPositiveZero(op.getShiftZ()))
    return make<s::NoiseOp>(loc, op.getNoiseAttr(), op.getXzScaleAttr(), op.getYScaleAttr());
  return make<s::ShiftedNoiseOp>(loc, op.getNoiseAttr(), op.getXzScaleAttr(), op.getYScaleAttr(),
                                 at(op.getShiftX()), flatY ? Value() : at(op.getShiftY()),
                                 at(op.getShiftZ()));
}

Value Selector::quarterNoise(Location loc, FlatSymbolRefAttr noise, double yScale) {
  Value quarter =
      make<s::NoiseOp>(loc, noise, builder.getF64FloatAttr(0.25), builder.getF64FloatAttr(yScale));
  return make<s::ScalarOp>(loc, s::Scalar::Mul, quarter, APFloat(4.0f));
}

Value Selector::blended(d::OldBlendedNoiseOp op) {
  auto part = [&](s::BlendedPart p) {
    return make<s::BlendedNoiseOp>(op.getLoc(), p, op.getXzScale(), op.getYScale(),
                                   op.getXzFactor(), op.getYFactor(), op.getSmearScaleMultiplier());
  };
  Location loc = op.getLoc();
  Value shifted = make<s::ScalarOp>(loc, s::Scalar::Add, part(s::BlendedPart::Main), APFloat(0.5f));
  Value alpha = make<s::ClampOp>(loc, shifted, APFloat(0.0f), APFloat(1.0f));
  Value low = part(s::BlendedPart::Low), high = part(s::BlendedPart::High);
  return make<s::LerpOp>(loc, alpha, low, high);
}

Value Selector::rounding(Operation &op, s::Rounding kind, s::Unary whole) {
  if (constantOf(op.getOperand(1)) == 1.0f)
    return unary(op, whole);
  return make<s::RoundToOp>(op.getLoc(), kind, at(op.getOperand(0)), at(op.getOperand(1)));
}

Value Selector::arithmetic(Operation &op, s::Binary kind) {
  Value left = op.getOperand(0), right = op.getOperand(1);
  Location loc = op.getLoc();
  if (auto c = constantOf(left)) {
    static const s::Scalar forms[] = {s::Scalar::Add, s::Scalar::SubFrom, s::Scalar::Mul,
                                      s::Scalar::DivInto};
    return scalar(loc, forms[static_cast<unsigned>(kind)], right, *c);
  }
  if (auto c = constantOf(right)) {
    switch (kind) {
    case s::Binary::Add:
      return scalar(loc, s::Scalar::Add, left, *c);
    case s::Binary::Sub:
      return scalar(loc, s::Scalar::Add, left, -*c);
    case s::Binary::Mul:
      return scalar(loc, s::Scalar::Mul, left, *c);
    case s::Binary::Div:
      return scalar(loc, s::Scalar::Mul, left, 1.0f / *c);
    }
  }
  return make<s::BinaryOp>(loc, kind, at(left), at(right));
}

Value Selector::bound(Operation &op, s::Bound kind) {
  Value left = op.getOperand(0), right = op.getOperand(1);
  IntervalOr a = ranges.of(left), b = ranges.of(right);
  if (failed(a) || failed(b))
    return {};
  bool min = kind == s::Bound::Min;
  // Bounds of NaI compare false: never pruned. Pruning comes before the constant forms.
  if (min ? a->hi < b->lo : a->lo > b->hi) {
    ++pruned;
    return at(left);
  }
  if (min ? b->hi < a->lo : b->lo > a->hi) {
    ++pruned;
    return at(right);
  }
  s::Scalar form = min ? s::Scalar::Min : s::Scalar::Max;
  if (auto c = constantOf(left))
    return scalar(op.getLoc(), form, right, *c);
  if (auto c = constantOf(right))
    return scalar(op.getLoc(), form, left, *c);
  return make<s::BoundOp>(op.getLoc(), kind, at(left), at(right), APFloat(min ? b->lo : b->hi));
}

Value Selector::pow(d::PowOp op) {
  Location loc = op.getLoc();
  if (auto c = constantOf(op.getBase()))
    return scalar(loc, s::Scalar::PowOf, op.getExponent(), *c);
  auto e = constantOf(op.getExponent());
  if (!e)
    return make<s::PowOp>(loc, at(op.getBase()), at(op.getExponent()));
  Value base = at(op.getBase());
  float magnitude = std::fabs(*e);
  Value v = magnitude == 0.5f ? make<s::UnaryOp>(loc, s::Unary::Sqrt, base)
            : magnitude == 1  ? base
            : magnitude == 2  ? make<s::UnaryOp>(loc, s::Unary::Square, base)
            : magnitude == 3  ? make<s::UnaryOp>(loc, s::Unary::Cube, base)
                              : Value();
  if (!v)
    return scalar(loc, s::Scalar::PowBy, op.getBase(), *e);
  return *e >= 0 ? v : make<s::UnaryOp>(loc, s::Unary::Reciprocal, v);
}

Value Selector::spline(d::SplineOp op) {
  // Slots in pre-order (coordinate, then values in order); the tree itself bottom up.
  llvm::DenseMap<unsigned, unsigned> slotOfClass;
  llvm::DenseMap<Operation *, unsigned> slotOf;
  llvm::SmallVector<Value> coordinates;
  llvm::SmallVector<Operation *> pending{op.getSpline().getDefiningOp()}, tree;
  llvm::DenseSet<Operation *> seen;
  while (!pending.empty()) {
    Operation *node = pending.pop_back_val();
    if (!seen.insert(node).second)
      continue;
    tree.push_back(node);
    auto points = dyn_cast<d::SplinePointsOp>(node);
    if (!points)
      continue;
    auto [slot, isNew] =
        slotOfClass.try_emplace(classes.of(points.getCoordinate()), coordinates.size());
    if (isNew) {
      if (failed(ranges.of(points.getCoordinate())))
        return {};
      coordinates.push_back(at(points.getCoordinate()));
    }
    slotOf[node] = slot->second;
    for (Value v : llvm::reverse(points.getValues()))
      pending.push_back(v.getDefiningOp());
  }
  llvm::sort(tree, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  llvm::DenseMap<Value, Value> values;
  for (Operation *node : tree) {
    if (auto constant = dyn_cast<d::SplineConstantOp>(node)) {
      values[constant.getResult()] = make<s::SplineConstantOp>(node->getLoc(), constant.getValue());
      continue;
    }
    auto points = cast<d::SplinePointsOp>(node);
    llvm::SmallVector<Value> nested;
    for (Value v : points.getValues())
      nested.push_back(values.lookup(v));
    values[points.getResult()] =
        make<s::SplinePointsOp>(node->getLoc(), slotOf.lookup(node), points.getLocations(),
                                points.getDerivatives(), nested);
  }
  return make<s::SplineOp>(op.getLoc(), values.lookup(op.getSpline()), coordinates);
}

Value Selector::slice(d::SliceOp op) {
  IntegerAttr coordinate = op.getCoordinateAttr(), x, y, z;
  Value input = at(op.getInput());
  (op.getAxis() == d::Axis::X ? x : op.getAxis() == d::Axis::Y ? y : z) = coordinate;
  // X directly on Z and Z directly on X become one.
  if (auto below = op.getInput().getDefiningOp<d::SliceOp>()) {
    bool xz = (op.getAxis() == d::Axis::X && below.getAxis() == d::Axis::Z) ||
              (op.getAxis() == d::Axis::Z && below.getAxis() == d::Axis::X);
    auto inner = input.getDefiningOp<s::SliceOp>();
    if (xz && inner && !(inner.getXAttr() && inner.getZAttr())) {
      (x ? z : x) = x ? inner.getZAttr() : inner.getXAttr();
      input = inner.getInput();
    }
  }
  return make<s::SliceOp>(op.getLoc(), input, x, y, z);
}

struct SelectSamplers : terrane::impl::SelectSamplersBase<SelectSamplers> {
  void runOnOperation() override {
    NoiseRanges noises = density::noiseRanges(getOperation());
    for (auto graph : llvm::make_early_inc_range(getOperation().getOps<d::GraphOp>())) {
      OpBuilder builder(graph);
      auto result = builder.create<s::GraphOp>(graph.getLoc(), graph.getSymName(),
                                               graph.getLegacyRandomSource());
      Block &body = result.getBody().emplaceBlock();
      builder.setInsertionPointToEnd(&body);
      Selector selector(builder, noises);
      if (failed(selector.run(graph)))
        return signalPassFailure();
      numPruned += selector.pruned;
      numScalar += selector.scalars;
      graph.erase();
      // Samplers that a decision left without a user.
      for (Operation &op : llvm::make_early_inc_range(llvm::reverse(body)))
        if (!isa<s::EntryOp>(op) && op.use_empty())
          op.erase();
    }
  }
};
} // namespace
