//===- stages.cpp - Stages of a generator's CUDA text ---------------------===//
//
// The text of a stage stops at slices and interpolations and reads what their stages wrote. The
// point path of an interpolation has no stages: `at_N(ctx, v, i, j, k)` is node N on the volume
// path at a lattice point of `v`, whatever it takes.
//
//===----------------------------------------------------------------------===//

#include "runtime/cuda/launch.h"
#include "targets/cuda/emitter.h"

using namespace mlir;
using namespace terrane;
using namespace terrane::cuda;
using namespace terrane::cpp;
namespace s = terrane::sampler;

namespace {

/// The kernel of a stage.
class StageText : public ScalarText {
public:
  StageText(Emitter &e, llvm::ArrayRef<Value> outputs) : ScalarText(e, outputs, Volume) {}

  /// The inputs, in the order in which a walk from the outputs meets them.
  llvm::ArrayRef<StageEmitter::Input> collect() {
    llvm::SmallVector<Operation *> pending;
    llvm::DenseSet<Operation *> seen;
    for (Value v : llvm::reverse(tops))
      pending.push_back(v.getDefiningOp());
    while (!pending.empty()) {
      Operation *op = pending.pop_back_val();
      if (!seen.insert(op).second)
        continue;
      if (boundary(op)) {
        use(op);
        continue;
      }
      for (Value v : llvm::reverse(op->getOperands()))
        if (isa<s::SamplerType>(v.getType()))
          pending.push_back(v.getDefiningOp());
    }
    return inputs;
  }

  /// Statements of a kernel with StageArguments `a`.
  std::string kernelBody() {
    std::vector<std::string> values = emitAll();
    std::string out = "  const i64 n = TERRANE_THREAD_NUMBER, size = a.volume.count();\n"
                      "  if (n >= size)\n    return;\n" +
                      statements();
    for (auto [o, value] : llvm::enumerate(values))
      out += "  a.out[" + (o ? std::to_string(o) + " * size + " : std::string()) + "n] = " + value +
             ";\n";
    return out;
  }
  /// Statements of a function of `a` and the index `n`, for a stage of one value.
  std::string valueBody() {
    std::string value = emitAll().front();
    return statements() + "  return " + value + ";\n";
  }

protected:
  bool boundary(Operation *op) const override { return isa<s::SliceOp, s::InterpolatedOp>(op); }
  std::string boundaryText(Operation *op, const BlockNames &) override {
    auto [input, output] = places.lookup(op);
    constexpr auto direct = unsigned(rt::cuda::parameterInputs);
    std::string from = input < direct ? "a.inputs[" + std::to_string(input)
                                      : "a.more[" + std::to_string(input - direct);
    from += "], " + std::to_string(output) + ", ";
    if (auto slice = dyn_cast<s::SliceOp>(op))
      return "readSlice(" + from + sliceIndex(slice) + ")";
    return "readCorners(" + from + "v, " + cellText(cast<s::InterpolatedOp>(op)) + ", i, j, k)";
  }

private:
  std::vector<std::string> emitAll() {
    start();
    std::vector<std::string> values;
    for (Value v : tops)
      values.push_back(emit(v, {}));
    return values;
  }
  std::string statements() const {
    return "  const DeviceContext *const ctx = &a.context;\n"
           "  const Volume &v = a.volume;\n"
           "  const i32 j = i32(n % v.sy), i = i32(n / v.sy % v.sx), k = i32(n / v.sy / v.sx);\n"
           "  const i32 x = v.blockX(i), y = v.blockY(j), z = v.blockZ(k);\n"
           "  (void)ctx, (void)x, (void)y, (void)z;\n" +
           text;
  }
  void use(Operation *op) {
    auto slice = dyn_cast<s::SliceOp>(op);
    std::string plan =
        slice ? "StageInputPlan::Slice, " + sliceText(slice) + ", 1, 1"
              : "StageInputPlan::Corners, 0, 0, 0, 0, " + cellText(cast<s::InterpolatedOp>(op));
    auto input = llvm::find_if(inputs, [&](auto &known) { return known.plan == plan; });
    if (input == inputs.end()) {
      inputs.push_back({plan, {}});
      input = std::prev(inputs.end());
    }
    Value value = op->getOperand(0);
    auto output = llvm::find(input->values, value);
    if (output == input->values.end()) {
      input->values.push_back(value);
      output = std::prev(input->values.end());
    }
    places[op] = {unsigned(input - inputs.begin()), unsigned(output - input->values.begin())};
  }

  std::vector<StageEmitter::Input> inputs;
  llvm::DenseMap<Operation *, std::pair<unsigned, unsigned>> places; ///< input, output of its stage
};

} // namespace

/// The corners of the point path of an interpolation.
std::string StageEmitter::volumeFunction(Value v) {
  std::string name = "volume_" + std::to_string(nodes.number(v));
  if (begin(name))
    define("void " + name + "(const DeviceContext *ctx, f32 *out, const Volume *v)",
           "  for (i32 k = 0; k < v->sz; ++k)\n"
           "    for (i32 i = 0; i < v->sx; ++i)\n"
           "      for (i32 j = 0; j < v->sy; ++j)\n"
           "        *out++ = " +
               atFunction(v) + "(ctx, *v, i, j, k);\n");
  return name;
}

unsigned StageEmitter::stage(llvm::ArrayRef<Value> outputs) {
  std::vector<unsigned> key;
  for (Value v : outputs)
    key.push_back(nodes.number(v));
  if (auto known = stageIndex.find(key); known != stageIndex.end())
    return known->second;
  StageText text(*this, outputs);
  Stage made{outputs.size(), {}};
  for (const Input &input : text.collect())
    made.inputs.push_back("{" + std::to_string(stage(input.values)) + ", " + input.plan + "}");
  unsigned index = stages.size();
  addKernel("stage_" + std::to_string(index), "StageArguments", text.kernelBody());
  stages.push_back(std::move(made));
  return stageIndex[key] = index;
}

std::string StageEmitter::valueFunction(Value v) {
  std::string name = "value_" + std::to_string(nodes.number(v));
  if (begin(name)) {
    StageText text(*this, v);
    (void)text.collect(); // for the places of inputs
    define("f32 " + name + "(const StageArguments &a, i64 n)", text.valueBody());
  }
  return name;
}

void StageEmitter::planRows(std::vector<std::string> &stageRows,
                            std::vector<std::string> &inputRows) const {
  for (const Stage &stage : stages) {
    stageRows.push_back("{" + std::to_string(stage.outputs) + ", " +
                        std::to_string(inputRows.size()) + ", " +
                        std::to_string(stage.inputs.size()) + "}");
    llvm::append_range(inputRows, stage.inputs);
  }
}
