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
    std::string out = "  const i64 thread = TERRANE_THREAD_NUMBER, size = a.volume.count();\n"
                      "  if (thread >= size)\n    return;\n" +
                      statements();
    for (auto [o, value] : llvm::enumerate(values))
      out += "  a.out[" + (o ? std::to_string(o) + " * size + " : std::string()) + "n] = " + value +
             ";\n";
    return out;
  }

protected:
  bool boundary(Operation *op) const override { return isa<s::SliceOp, s::InterpolatedOp>(op); }
  std::string boundaryText(Operation *op, const BlockNames &) override {
    auto [input, output] = places.lookup(op);
    std::string from = inputText(input) + ", " + std::to_string(output) + ", ";
    if (auto slice = dyn_cast<s::SliceOp>(op))
      return "readSlice(" + from + sliceIndex(slice) + ")";
    return "readCorners(" + from + "v, " + cellText(cast<s::InterpolatedOp>(op)) + ", i, j, k)";
  }
  static std::string inputText(unsigned input) {
    constexpr auto direct = unsigned(rt::cuda::parameterInputs);
    return input < direct ? "a.inputs[" + std::to_string(input) + "]"
                          : "a.more[" + std::to_string(input - direct) + "]";
  }
  std::vector<std::string> emitAll() {
    start();
    std::vector<std::string> values;
    for (Value v : tops)
      values.push_back(emit(v, {}));
    return values;
  }

  std::vector<StageEmitter::Input> inputs;
  llvm::DenseMap<Operation *, std::pair<unsigned, unsigned>> places; ///< input, output of its stage

private:
  std::string statements() const {
    return "  const DeviceContext *const ctx = &a.context;\n"
           "  const Volume &v = a.volume;\n"
           "  const LatticePoint point = latticePoint(thread, v);\n"
           "  const i32 i = point.i, j = point.j, k = point.k;\n"
           "  const i64 n = v.index(i, j, k);\n"
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
};

/// Puts `statement` into the innermost block of the text that has all lines with `use`, before the
/// first statement of that block in which one stands. Blocks end with lines that begin with "}".
std::string beforeUses(llvm::StringRef text, llvm::StringRef use, const std::string &statement) {
  llvm::SmallVector<llvm::StringRef> lines;
  text.split(lines, '\n', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  // The open blocks' statements, by their first lines; the last one is the line's own.
  std::vector<size_t> open(1), common;
  bool found = false;
  for (size_t n = 0; n < lines.size(); ++n) {
    llvm::StringRef line = lines[n].trim();
    const bool closes = line.starts_with("}");
    if (closes)
      open.pop_back();
    else
      open.back() = n;
    if (line.contains(use)) {
      if (!found)
        common = open;
      size_t same = 0;
      while (same + 1 < std::min(common.size(), open.size()) && common[same] == open[same])
        ++same;
      common.resize(same + 1);
      found = true;
    }
    if (line.ends_with("{"))
      open.push_back(n);
  }
  std::string out;
  for (size_t n = 0; n < lines.size(); ++n) {
    if (found && n == common.back())
      out += lines[n].take_while([](char c) { return c == ' '; }).str() + statement + "\n";
    out += lines[n].str() + "\n";
  }
  return out;
}

/// A stage of one value along a column of its volume. What it reads of its inputs is kept from row
/// to row, but for inputs beyond the first few: a thread has little memory.
class ColumnText : public StageText {
public:
  using StageText::StageText;

  std::string type(const std::string &name, bool upwards) {
    (void)collect(); // for the places of inputs
    std::string value = emitAll().front();
    std::string members, begin, statements = text + "  return " + value + ";\n";
    for (const auto &[member, from] : corners) {
      members += "  CornerColumn<" + from + "> " + member + ";\n";
      statements =
          beforeUses(statements, member + ".", member + (upwards ? ".go<true>(j);" : ".go(j);"));
    }
    for (const auto &[member, from] : slices)
      members += "  f32 " + member + ";\n";
    for (const auto &[member, from] : starts)
      begin += ", " + member + "(" + from + ")";
    std::string body;
    const std::string factor = signOf(tops.front());
    for (llvm::StringRef rest = statements; !rest.empty();) {
      auto [line, behind] = rest.split('\n');
      body += "  " + line.str() + "\n";
      rest = behind;
    }
    return "struct " + name +
           " {\n"
           "  const StageArguments &a;\n"
           "  i32 i, k;\n" +
           members + "\n  TERRANE_FN " + name +
           "(const StageArguments &a, i32 i, i32 k)\n      : a(a), i(i), k(k)" + begin +
           " {}\n"
           "  TERRANE_FN f32 at(i32 j) {\n"
           "    const DeviceContext *const ctx = &a.context;\n"
           "    const Volume &v = a.volume;\n"
           "    const i32 x = v.blockX(i), y = v.blockY(j), z = v.blockZ(k);\n"
           "    (void)ctx, (void)x, (void)y, (void)z;\n" +
           body +
           "  }\n"
           "  TERRANE_FN bool notAbove0(i32 j, i32 &until) const {\n    " +
           (factor.empty() ? "until = 0x7FFFFFFF;\n    return false" : "return " + factor) +
           ";\n  }\n};\n";
  }

protected:
  std::string boundaryText(Operation *op, const BlockNames &b) override {
    auto [input, output] = places.lookup(op);
    if (auto slice = dyn_cast<s::SliceOp>(op)) {
      std::string name = "s" + std::to_string(input) + "_" + std::to_string(output);
      std::string read = StageText::boundaryText(op, b);
      return slice.getYAttr() && keep(slices, name, "", read) ? name : read;
    }
    std::string name = "c" + std::to_string(input);
    size_t outputs = inputs[input].values.size();
    bool kept =
        outputs <= mostOutputs &&
        keep(corners, name, std::to_string(outputs) + ", " + cellText(cast<s::InterpolatedOp>(op)),
             inputText(input) + ", a.volume, i, k");
    return kept ? name + ".values[" + std::to_string(output) + "]" : StageText::boundaryText(op, b);
  }

private:
  /// A call that says whether what is interpolated in `v` is not above 0, where `v` is then not
  /// above 0 either, or NaN; "" where none is found.
  std::string signOf(Value v) const {
    Operation *op = v.getDefiningOp();
    if (auto corner = dyn_cast<s::InterpolatedOp>(op)) {
      auto [input, output] = places.lookup(op);
      const std::string name = "c" + std::to_string(input);
      if (llvm::none_of(corners, [&](const auto &known) { return known.first == name; }))
        return "";
      return name + ".notAbove0(" + std::to_string(output) + ", j, until)";
    }
    if (auto unary = dyn_cast<s::UnaryOp>(op)) {
      const s::Unary kind = unary.getKind();
      // c/2 - c^3/24 of c in [-1, 0] is a sum of a number below 0 and one half as large at most.
      return kind == s::Unary::Squeeze || kind == s::Unary::HalfNegative ||
                     kind == s::Unary::QuarterNegative
                 ? signOf(unary.getInput())
                 : "";
    }
    if (auto scalar = dyn_cast<s::ScalarOp>(op)) {
      const float c = scalar.getConstant().convertToFloat();
      return (scalar.getKind() == s::Scalar::Add && c <= 0) ||
                     (scalar.getKind() == s::Scalar::Mul && c > 0) ||
                     scalar.getKind() == s::Scalar::Min
                 ? signOf(scalar.getInput())
                 : "";
    }
    if (auto binary = dyn_cast<s::BinaryOp>(op); binary && binary.getKind() == s::Binary::Add) {
      auto notAbove0 = [](Value of) {
        auto constant = of.getDefiningOp<s::ConstantOp>();
        return constant && constant.getValue().convertToFloat() <= 0;
      };
      return notAbove0(binary.getRight())  ? signOf(binary.getLeft())
             : notAbove0(binary.getLeft()) ? signOf(binary.getRight())
                                           : "";
    }
    // `r < l ? r : l`: of one that is not above 0 and another, the smaller, or a NaN on the left.
    if (auto bound = dyn_cast<s::BoundOp>(op); bound && bound.getKind() == s::Bound::Min) {
      const std::string left = signOf(bound.getLeft());
      return left.empty() ? signOf(bound.getRight()) : left;
    }
    return "";
  }

  static constexpr size_t mostMembers = 8, mostOutputs = 8;

  using Members = std::vector<std::pair<std::string, std::string>>;
  /// Whether the column has the member now.
  bool keep(Members &kind, const std::string &name, const std::string &parameters,
            const std::string &start) {
    if (llvm::any_of(kind, [&](const auto &known) { return known.first == name; }))
      return true;
    if (kind.size() == mostMembers)
      return false;
    kind.emplace_back(name, parameters);
    starts.emplace_back(name, start);
    return true;
  }

  Members corners, slices; ///< names and template arguments
  Members starts;          ///< names and arguments
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

std::string StageEmitter::columnType(Value v, bool upwards) {
  std::string name = (upwards ? "up_" : "along_") + std::to_string(nodes.number(v));
  if (begin(name))
    columns.push_back(ColumnText(*this, v).type(name, upwards));
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
