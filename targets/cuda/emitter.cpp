//===- emitter.cpp - What both sections of the CUDA text have -------------===//

#include "targets/cuda/emitter.h"

using namespace mlir;
using namespace terrane;
using namespace terrane::cuda;
using namespace terrane::cpp;
namespace s = terrane::sampler;

static std::string at(IntegerAttr a) {
  return a ? cpp::literal(int32_t(a.getInt())) : std::string("0");
}

std::string cuda::sliceText(s::SliceOp o) {
  int axes = (o.getXAttr() ? 1 : 0) | (o.getYAttr() ? 2 : 0) | (o.getZAttr() ? 4 : 0);
  return std::to_string(axes) + ", " + at(o.getXAttr()) + ", " + at(o.getYAttr()) + ", " +
         at(o.getZAttr());
}

std::string cuda::sliceIndex(s::SliceOp o) {
  return std::string(o.getXAttr() ? "0" : "i") + ", " + (o.getYAttr() ? "0" : "j") + ", " +
         (o.getZAttr() ? "0" : "k");
}

std::string cuda::cellText(s::InterpolatedOp o) {
  return cpp::literal(int32_t(o.getCellSizeXz())) + ", " + cpp::literal(int32_t(o.getCellSizeY()));
}

namespace {

/// A node at a lattice point of any volume.
class AtText : public ScalarText {
public:
  AtText(DeviceEmitter &e, Value top) : ScalarText(e, top, Volume), device(e) {}
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
      return device.atFunction(slice.getInput()) + "(ctx, sliceVolume(v, " + sliceText(slice) +
             "), " + sliceIndex(slice) + ")";
    auto interpolated = cast<s::InterpolatedOp>(op);
    return "interpolatedAt(ctx, v, i, j, k, " + cellText(interpolated) + ", " +
           device.atFunction(interpolated.getInput()) + ")";
  }

private:
  DeviceEmitter &device;
};

} // namespace

std::string DeviceEmitter::atFunction(Value v) {
  std::string name = "at_" + std::to_string(nodes.number(v));
  if (begin(name))
    define("f32 " + name + "(" + contextType + " *ctx, const Volume &v, i32 i, i32 j, i32 k)",
           AtText(*this, v).body());
  return name;
}

unsigned DeviceEmitter::splineDepth(Operation *node) {
  if (isa<s::SplineConstantOp>(node))
    return 0;
  if (auto known = splineDepths.find(node); known != splineDepths.end())
    return known->second;
  unsigned below = 0;
  for (Value v : node->getOperands())
    below = std::max(below, splineDepth(v.getDefiningOp()));
  return splineDepths[node] = below + 1;
}

std::string DeviceEmitter::splineCall(s::SplineOp op) {
  return "splineByStack<" + std::to_string(splineDepth(op.getTree().getDefiningOp())) + ">(" +
         splineTables(op) + ", ";
}

std::string cuda::kernelSignature(const std::string &name, const std::string &arguments) {
  return "extern \"C\" __global__ void __launch_bounds__(threadsPerBlock, "
         "blocksPerMultiprocessor) " +
         name + "(TERRANE_THREAD const " + arguments + " a)";
}

void DeviceEmitter::addKernel(const std::string &name, const std::string &arguments,
                              const std::string &body) {
  const std::string signature = kernelSignature(name, arguments);
  kernelDeclarations.push_back(signature + ";");
  kernels.push_back(signature + " {\n" + body + "}\n");
}

static bool ofNoises(llvm::StringRef table) {
  return table.starts_with("modifiers_");
}

std::string DeviceEmitter::noiseTables() const {
  std::string text;
  for (const auto &[name, definition] : tables)
    if (ofNoises(name))
      text += definition + "\n";
  return text;
}

Section DeviceEmitter::section(const char *name) const {
  Section out;
  out.name = name;
  out.context = contextType;
  out.columnParts = maxColumnParts;
  for (const auto &table : tables)
    if (!ofNoises(table.first))
      out.tables.push_back(table);
  for (const std::string &declaration : declarations)
    out.declarations.push_back("TERRANE_NODE " + declaration);
  for (const std::string &function : functions)
    out.functions.push_back("TERRANE_NODE " + function);
  out.kernels = kernels;
  out.kernelDeclarations = kernelDeclarations;
  return out;
}
