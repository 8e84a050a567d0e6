//===- emit.cpp - Sampler graphs to CUDA C++ ------------------------------===//
//
// The C++ emitter's scalar text (targets/cpp/scalar_text.h) over a graph that is rewritten first:
// caches are their inputs (spec 10, 5.3 and 5.4, caches off) and user fields are what they fall
// back to (spec 10, 8). What remains is pure, so a value may be computed by any thread, any number
// of times or not at all.
//
// The text of a stage stops at slices and interpolations and reads what their stages wrote. The
// point path of an interpolation has no stages: `at_N(ctx, v, i, j, k)` is node N on the volume
// path at a lattice point of `v`, whatever it takes.
//
//===----------------------------------------------------------------------===//

#include "targets/cuda/emit.h"

#include "runtime/cuda/launch.h"
#include "targets/cpp/scalar_text.h"

#include "mlir/IR/BuiltinOps.h"

using namespace mlir;
using namespace terrane;
using namespace terrane::cuda;
using namespace terrane::cpp;
namespace s = terrane::sampler;

namespace {

std::string at(IntegerAttr a) {
  return a ? cpp::literal(int32_t(a.getInt())) : std::string("0");
}
int axesOf(s::SliceOp o) {
  return (o.getXAttr() ? 1 : 0) | (o.getYAttr() ? 2 : 0) | (o.getZAttr() ? 4 : 0);
}
/// Arguments of sliceVolume behind the volume; also the place of a slice in a plan.
std::string sliceText(s::SliceOp o) {
  return std::to_string(axesOf(o)) + ", " + at(o.getXAttr()) + ", " + at(o.getYAttr()) + ", " +
         at(o.getZAttr());
}
/// "i, j, k", with 0 on the axes that are cut.
std::string sliceIndex(s::SliceOp o) {
  return std::string(o.getXAttr() ? "0" : "i") + ", " + (o.getYAttr() ? "0" : "j") + ", " +
         (o.getZAttr() ? "0" : "k");
}
std::string cellText(s::InterpolatedOp o) {
  return cpp::literal(int32_t(o.getCellSizeXz())) + ", " + cpp::literal(int32_t(o.getCellSizeY()));
}

/// Caches become their inputs, user fields their defaults.
void removeContext(s::GraphOp graph) {
  for (Operation &op : llvm::make_early_inc_range(graph.getBody().front())) {
    OpBuilder builder(&op);
    Value instead;
    if (auto cache = dyn_cast<s::CacheOp>(op))
      instead = cache.getInput();
    else if (auto blend = dyn_cast<s::BlendDensityOp>(op))
      instead = blend.getInput();
    else if (auto field = dyn_cast<s::FieldOp>(op))
      instead = builder.create<s::ConstantOp>(
          op.getLoc(), field.getType(),
          builder.getF32FloatAttr(field.getField() == s::Field::BlendAlpha ? 1.0f : 0.0f));
    if (!instead)
      continue;
    op.getResult(0).replaceAllUsesWith(instead);
    op.erase();
  }
}

class CudaEmitter : public Emitter {
public:
  using Emitter::Emitter;
  std::optional<CudaText> run(const std::vector<std::string> &header, rt::CpuLevel level,
                              terrane::Diagnostics &diagnostics);

  std::string volumeFunction(Value v) override;
  std::string atFunction(Value v);

  /// An input of a stage: where it lies in the plan, and the values that are needed of it.
  struct Input {
    std::string plan; ///< fields of StageInputPlan behind `stage`
    Values values;
  };
  /// The stage of a set of values; made on first use.
  unsigned stage(llvm::ArrayRef<Value> outputs);

private:
  struct Stage {
    size_t outputs;
    std::vector<std::string> inputs; ///< rows of terrane_stage_inputs
  };
  std::map<std::vector<unsigned>, unsigned> stageIndex;
  std::vector<Stage> stages;
  std::vector<std::string> kernels;
  size_t widest = 0;
};

/// A node at a lattice point of any volume.
class AtText : public ScalarText {
public:
  AtText(CudaEmitter &e, Value top) : ScalarText(e, top, Volume), cuda(e) {}
  std::string body() {
    start();
    std::string value = emit(tops.front(), {});
    return "  const i32 x = v.blockX(i), y = v.blockY(j), z = v.blockZ(k);\n"
           "  (void)x, (void)y, (void)z;\n" +
           text + "  return " + value + ";\n";
  }

protected:
  // A slice whose input depends on the block alone is the input at another block. Others stand at
  // the block of the lattice point itself: nothing above them moves it.
  bool boundary(Operation *op) const override {
    if (auto slice = dyn_cast<s::SliceOp>(op))
      return !e.nodes.positionPure(slice.getInput());
    return isa<s::InterpolatedOp>(op);
  }
  std::string boundaryText(Operation *op, const BlockNames &) override {
    if (auto slice = dyn_cast<s::SliceOp>(op))
      return cuda.atFunction(slice.getInput()) + "(ctx, sliceVolume(v, " + sliceText(slice) +
             "), " + sliceIndex(slice) + ")";
    auto interpolated = cast<s::InterpolatedOp>(op);
    return "interpolatedAt(ctx, v, i, j, k, " + cellText(interpolated) + ", " +
           cuda.atFunction(interpolated.getInput()) + ")";
  }

private:
  CudaEmitter &cuda;
};

/// The kernel of a stage.
class StageText : public ScalarText {
public:
  StageText(Emitter &e, llvm::ArrayRef<Value> outputs) : ScalarText(e, outputs, Volume) {}

  /// The inputs, in the order in which a walk from the outputs meets them.
  llvm::ArrayRef<CudaEmitter::Input> collect() {
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

  std::string body() {
    start();
    std::vector<std::string> values;
    for (Value v : tops)
      values.push_back(emit(v, {}));
    std::string out = "  const i64 n = TERRANE_THREAD_NUMBER, size = a.volume.count();\n"
                      "  if (n >= size)\n    return;\n"
                      "  const DeviceContext *const ctx = &a.context;\n"
                      "  const Volume &v = a.volume;\n"
                      "  const i32 j = i32(n % v.sy), i = i32(n / v.sy % v.sx), "
                      "k = i32(n / v.sy / v.sx);\n"
                      "  const i32 x = v.blockX(i), y = v.blockY(j), z = v.blockZ(k);\n"
                      "  (void)ctx, (void)x, (void)y, (void)z;\n" +
                      text;
    for (auto [o, value] : llvm::enumerate(values))
      out += "  a.out[" + (o ? std::to_string(o) + " * size + " : std::string()) + "n] = " + value +
             ";\n";
    return out;
  }

protected:
  bool boundary(Operation *op) const override { return isa<s::SliceOp, s::InterpolatedOp>(op); }
  std::string boundaryText(Operation *op, const BlockNames &) override {
    auto [input, output] = places.lookup(op);
    std::string from = "a.inputs[" + std::to_string(input) + "], " + std::to_string(output) + ", ";
    if (auto slice = dyn_cast<s::SliceOp>(op))
      return "readSlice(" + from + sliceIndex(slice) + ")";
    return "readCorners(" + from + "v, " + cellText(cast<s::InterpolatedOp>(op)) + ", i, j, k)";
  }

private:
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

  std::vector<CudaEmitter::Input> inputs;
  llvm::DenseMap<Operation *, std::pair<unsigned, unsigned>> places; ///< input, output of its stage
};

std::string CudaEmitter::atFunction(Value v) {
  std::string name = "at_" + std::to_string(nodes.number(v));
  if (begin(name))
    define("f32 " + name + "(const DeviceContext *ctx, const Volume &v, i32 i, i32 j, i32 k)",
           AtText(*this, v).body());
  return name;
}

/// The corners of the point path of an interpolation.
std::string CudaEmitter::volumeFunction(Value v) {
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

unsigned CudaEmitter::stage(llvm::ArrayRef<Value> outputs) {
  std::vector<unsigned> key;
  for (Value v : outputs)
    key.push_back(nodes.number(v));
  if (auto known = stageIndex.find(key); known != stageIndex.end())
    return known->second;
  StageText text(*this, outputs);
  Stage made{outputs.size(), {}};
  for (const Input &input : text.collect())
    made.inputs.push_back("{" + std::to_string(stage(input.values)) + ", " + input.plan + "}");
  widest = std::max(widest, made.inputs.size());
  unsigned index = stages.size();
  kernels.push_back("extern \"C\" __global__ void stage_" + std::to_string(index) +
                    "(TERRANE_THREAD const StageArguments a) {\n" + text.body() + "}\n");
  stages.push_back(std::move(made));
  return stageIndex[key] = index;
}

template <class List> std::string joined(const List &list, const char *indent = "    ") {
  std::string text;
  for (const auto &item : list)
    text += indent + item + ",\n";
  return text;
}

std::optional<CudaText> CudaEmitter::run(const std::vector<std::string> &header, rt::CpuLevel level,
                                         terrane::Diagnostics &diagnostics) {
  CudaText out;
  // Noises by appearance, as the manifest lists them.
  llvm::DenseSet<Operation *> reached;
  for (Operation &op : llvm::reverse(graph.getBody().front()))
    if (isa<s::EntryOp>(op) || reached.contains(&op))
      for (Value operand : op.getOperands())
        reached.insert(operand.getDefiningOp());
  for (Operation &op : graph.getBody().front()) {
    if (!reached.contains(&op))
      continue;
    if (auto o = dyn_cast<s::NoiseOp>(op))
      noise(o.getNoiseAttr());
    else if (auto o = dyn_cast<s::ShiftedNoiseOp>(op))
      noise(o.getNoiseAttr());
    else if (auto o = dyn_cast<s::ShiftBOp>(op))
      noise(o.getNoiseAttr());
    else if (auto o = dyn_cast<s::BlendedNoiseOp>(op))
      noise(o);
  }

  std::vector<std::string> entryStages, entryRows, hostFunctions;
  for (auto entry : graph.getBody().front().getOps<s::EntryOp>()) {
    std::string number = std::to_string(entryStages.size());
    std::string point = pointFunction(entry.getValue());
    unsigned top = stage({entry.getValue()});
    entryStages.push_back(std::to_string(top));
    kernels.push_back("extern \"C\" __global__ void point_" + std::string("entry_") + number +
                      "(TERRANE_THREAD const PointArguments a) {\n"
                      "  const i64 n = TERRANE_THREAD_NUMBER;\n"
                      "  if (n >= a.count)\n    return;\n"
                      "  const i32 *const block = a.blocks + 3 * n;\n"
                      "  a.out[n] = " +
                      point + "(&a.context, block[0], block[1], block[2]);\n}\n");
    hostFunctions.push_back(
        "void hostVolume_" + number +
        "(rt::KernelContext *ctx, f32 *out, const Volume *v) {\n"
        "  runStage(ctx, hostPlan, " +
        std::to_string(top) + ", *v, out);\n}\nf32 hostPoint_" + number +
        "(rt::KernelContext *ctx, i32 x, i32 y, i32 z) {\n  return runPoint(ctx, point_entry_" +
        number + ", x, y, z);\n}\n");
    entryRows.push_back("{" + quoted(entry.getName()) + ", hostVolume_" + number + ", hostPoint_" +
                        number + "}");
    out.entries.push_back({entry.getName().str(), {}, {}});
  }
  if (widest > size_t(rt::cuda::maxStageInputs)) {
    diagnostics.error({}, "a density function leads to " + std::to_string(widest) +
                              " different slices and interpolations of one volume, the CUDA target "
                              "takes " +
                              std::to_string(rt::cuda::maxStageInputs));
    return std::nullopt;
  }

  std::vector<std::string> stageRows, inputRows;
  for (const Stage &stage : stages) {
    stageRows.push_back("{" + std::to_string(stage.outputs) + ", " +
                        std::to_string(inputRows.size()) + ", " +
                        std::to_string(stage.inputs.size()) + "}");
    llvm::append_range(inputRows, stage.inputs);
  }
  auto table = [](const char *type, const char *name, const std::vector<std::string> &rows) {
    return std::string("extern \"C\" __device__ const ") + type + " " + name + "[] = {\n" +
           (rows.empty() ? std::string("    {},\n") : joined(rows)) + "};\n";
  };
  std::string &text = out.device;
  for (const std::string &line : header)
    text += "// " + line + "\n";
  text += "\n#include \"runtime/cuda/launch.h\"\n\nnamespace terrane_code {\n"
          "using namespace terrane::rt;\nusing namespace terrane::rt::cuda;\n"
          "using KernelContext = const DeviceContext; // what point functions are given\n\n"
          "/// What a search in a column remembers.\n"
          "struct ColumnParts {\n  bool known[" +
          std::to_string(maxColumnParts) + "] = {};\n  f32 values[" +
          std::to_string(maxColumnParts) + "];\n};\n\n";
  for (const auto &[name, definition] : tables)
    if (!llvm::StringRef(name).starts_with("modifiers_"))
      text += definition + "\n";
  text += "\n";
  // Calls stay calls: an interpolation asks the node below it eight times, and they may be nested.
  for (const std::string &declaration : declarations)
    text += "static __device__ __noinline__ " + declaration + "\n";
  text += "\n";
  for (const std::string &function : functions)
    text += "static __device__ __noinline__ " + function + "\n";
  for (const std::string &kernel : kernels)
    text += kernel + "\n";
  text += "extern \"C\" __device__ const GeneratorPlan terrane_plan = {launchAbi, " +
          std::to_string(entryStages.size()) + ", " + std::to_string(stages.size()) + ", " +
          std::to_string(inputRows.size()) + ", " + std::to_string(noiseRows.size()) + "};\n" +
          table("i32", "terrane_entry_stages", entryStages) +
          table("StagePlan", "terrane_stages", stageRows) +
          table("StageInputPlan", "terrane_stage_inputs", inputRows) +
          "\n} // namespace terrane_code\n";

  std::string &host = out.hostModule;
  host = "namespace terrane_code {\nnamespace rt = terrane::rt;\n\n";
  for (const auto &[name, definition] : tables)
    if (llvm::StringRef(name).starts_with("modifiers_"))
      host += definition + "\n";
  host += "const StageKernel stageKernels[] = {\n";
  for (size_t i = 0; i < stages.size(); ++i)
    host += "    stage_" + std::to_string(i) + ",\n";
  host += (stages.empty() ? std::string("    nullptr,\n") : std::string()) +
          "};\nconst HostPlan hostPlan = {terrane_stages, terrane_stage_inputs, stageKernels};\n\n";
  for (const std::string &function : hostFunctions)
    host += function;
  auto rows = [](const std::vector<std::string> &list) {
    return list.empty() ? std::string("    {},\n") : joined(list);
  };
  static const char *levels[] = {"Baseline", "Avx2", "Avx512"};
  host += "\nconst KernelNoise noises[] = {\n" + rows(noiseRows) +
          "};\nconst KernelEntry entries[] = {\n" + rows(entryRows) +
          "};\n} // namespace terrane_code\n\n"
          "extern \"C\" __attribute__((visibility(\"default\"))) extern const "
          "terrane::rt::KernelModule terrane_generator;\n"
          "const terrane::rt::KernelModule terrane_generator = {\n"
          "    terrane::rt::kernelAbi, sizeof(terrane::rt::KernelModule), "
          "terrane::rt::CpuLevel::" +
          std::string(levels[static_cast<int>(level)]) + ", " +
          (graph.getLegacyRandomSource() ? "1" : "0") + ", " + std::to_string(entryRows.size()) +
          ", " + std::to_string(noiseRows.size()) +
          ", 0, terrane_code::entries, terrane_code::noises, nullptr, nullptr};\n";
  return out;
}

} // namespace

std::optional<CudaText> cuda::emitCuda(s::GraphOp graph, const std::vector<std::string> &header,
                                       rt::CpuLevel level, terrane::Diagnostics &diagnostics) {
  // The rewriting happens on a copy, with the noises that the graph names beside it.
  OwningOpRef<ModuleOp> copy = graph->getParentOfType<ModuleOp>().clone();
  std::optional<CudaText> out;
  for (auto other : copy->getOps<s::GraphOp>())
    if (other.getSymName() == graph.getSymName()) {
      removeContext(other);
      out = CudaEmitter(other).run(header, level, diagnostics);
    }
  if (!out)
    return std::nullopt;
  Nodes nodes(graph);
  for (auto [text, entry] : llvm::zip(out->entries, graph.getBody().front().getOps<s::EntryOp>())) {
    // Volume requests write cells, but read them only where a search asks its density at points.
    if (!nodes.independent(entry.getValue()))
      text.cachedVolumes = "a search below it (find_top_surface) reads cache cells";
    if (nodes.hasCell(entry.getValue()))
      text.cachedPoints = "cache cells below it can answer with what was asked before";
  }
  return out;
}
