//===- Analysis.cpp - Axes, ranges and structural equality of a graph -----===//

#include "ir/Analysis.h"

#include "runtime/noise/parameters.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace terrane;
using namespace terrane::density;

NoiseRanges terrane::density::noiseRanges(ModuleOp module) {
  NoiseRanges ranges;
  for (auto op : module.getOps<NoiseParametersOp>()) {
    rt::NoiseParameters parameters;
    parameters.baseOctave = static_cast<int32_t>(op.getBaseOctave());
    parameters.octaveCount = static_cast<int32_t>(op.getOctaveCount());
    parameters.baseAmplitude = op.getBaseAmplitude().convertToDouble();
    parameters.normalize = static_cast<rt::Normalize>(op.getNormalize());
    parameters.amplitudeModifiers.assign(op.getAmplitudeModifiers().begin(),
                                         op.getAmplitudeModifiers().end());
    float r = rt::deriveNoiseNumbers(parameters).range;
    ranges[op.getSymNameAttr()] = Interval::of(-r, r);
  }
  return ranges;
}

AxesAnalysis::AxesAnalysis(Block &block) {
  llvm::SmallVector<Axes> operands;
  for (Operation &op : block) {
    auto node = dyn_cast<FunctionNode>(op);
    if (!node)
      continue;
    operands.clear();
    for (Value v : op.getOperands())
      operands.push_back(axes.lookup(v));
    axes[op.getResult(0)] = node.getAxes(operands);
  }
}

/// The game does not compile a function whose range has no valid bounds; says which of its inputs
/// is to blame where one is.
static void emitNoRange(Operation *node, llvm::ArrayRef<Interval> operands,
                        const NoiseRanges &noises) {
  auto noise = node->getAttrOfType<FlatSymbolRefAttr>("noise");
  if (noise && !noises.contains(noise.getAttr())) {
    node->emitError("refers to '") << noise.getValue() << "', which is no density.noise_parameters";
    return;
  }
  InFlightDiagnostic error = node->emitError(
      "the game cannot compile this function: its value range has NaN or inverted bounds; "
      "expected: inputs whose own ranges are intervals");
  llvm::DenseSet<Value> named;
  for (auto [i, operand] : llvm::enumerate(node->getOperands()))
    if (operands[i].isNai() && cast<FunctionNode>(node).rangeReads(i) &&
        named.insert(operand).second)
      error.attachNote(operand.getLoc()) << "the range of this value is not an interval";
}

IntervalOr RangeAnalysis::of(Value root) {
  llvm::SmallVector<Value> pending{root};
  llvm::SmallVector<Interval> operands;
  while (!pending.empty()) {
    Value v = pending.back();
    if (ranges.contains(v)) {
      pending.pop_back();
      continue;
    }
    auto node = v.getDefiningOp<FunctionNode>();
    if (!node) {
      emitError(v.getLoc(), "has no value range before references are inlined");
      return failure();
    }
    // Ranges of the operands first; come back when they are there.
    size_t before = pending.size();
    operands.clear();
    // A spline whose coordinate has no interval has none either, and its values are not looked at:
    // they could fail (spec 11, section 3).
    if (auto points = dyn_cast<SplinePointsOp>(*node)) {
      auto coordinate = ranges.find(points.getCoordinate());
      if (coordinate == ranges.end()) {
        pending.push_back(points.getCoordinate());
        continue;
      }
      if (coordinate->second.isNai()) {
        ranges[v] = Interval::nai();
        pending.pop_back();
        continue;
      }
    }
    for (auto [i, operand] : llvm::enumerate(node->getOperands())) {
      if (!node.rangeReads(i)) {
        operands.push_back(Interval::nai());
        continue;
      }
      auto it = ranges.find(operand);
      if (it == ranges.end())
        pending.push_back(operand);
      else
        operands.push_back(it->second);
    }
    if (pending.size() != before)
      continue;
    IntervalOr range = node.getRange(operands, noises);
    if (failed(range)) {
      emitNoRange(node, operands, noises);
      return failure();
    }
    ranges[v] = *range;
    pending.pop_back();
  }
  return ranges.lookup(root);
}

unsigned StructuralClasses::of(Value root) {
  llvm::SmallVector<Value> pending{root};
  llvm::SmallVector<Attribute> key;
  while (!pending.empty()) {
    Value v = pending.back();
    if (classOf.contains(v)) {
      pending.pop_back();
      continue;
    }
    Operation *op = v.getDefiningOp();
    Builder builder(op->getContext());
    // A prepared cache is its cell: what lies below does not matter.
    bool leaf = isa<PreparedOp>(op);
    key.assign({StringAttr::get(op->getContext(), op->getName().getStringRef()),
                op->getRawDictionaryAttrs(), op->getPropertiesAsAttribute()});
    llvm::erase_if(key, [](Attribute a) { return !a; });
    size_t before = pending.size();
    if (!leaf)
      for (Value operand : op->getOperands()) {
        auto it = classOf.find(operand);
        if (it == classOf.end())
          pending.push_back(operand);
        else
          key.push_back(builder.getI64IntegerAttr(it->second));
      }
    if (pending.size() != before)
      continue;
    // Attributes are uniqued, floats by their bits, so equal keys are the same attribute.
    auto [entry, isNew] = byKey.try_emplace(builder.getArrayAttr(key), byKey.size());
    classOf[v] = entry->second;
    pending.pop_back();
  }
  return classOf.lookup(root);
}
