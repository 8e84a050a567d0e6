//===- point.cpp - Point functions: one block, caches included ------------===//

#include "targets/cpp/scalar_text.h"

using namespace mlir;
using namespace terrane;
using namespace terrane::cpp;
namespace s = terrane::sampler;

namespace {

class PointText : public ScalarText {
public:
  /// `columnParts` are asked once per column and remembered in `parts`.
  PointText(Emitter &e, Value top, llvm::ArrayRef<Value> columnParts)
      : ScalarText(e, top, Point), top(top), columnParts(columnParts) {}
  std::string body();

protected:
  bool external(Value v) const override {
    Operation *op = v.getDefiningOp();
    return v != top && (isa<s::CacheOp>(op) || (e.nodes.hasCell(v) && e.nodes.shared(v)) ||
                        llvm::is_contained(columnParts, v));
  }

  std::string externalText(Value v, const BlockNames &b) override {
    std::string call = e.pointFunction(v) + "(ctx, " + b.x + ", " + b.y + ", " + b.z + ")";
    auto part = llvm::find(columnParts, v);
    if (part == columnParts.end())
      return call;
    std::string index = std::to_string(part - columnParts.begin());
    line("if (!parts.known[" + index + "]) {");
    line("  parts.values[" + index + "] = " + call + ";");
    line("  parts.known[" + index + "] = true;");
    line("}");
    return "parts.values[" + index + "]";
  }

private:
  Value top;
  llvm::ArrayRef<Value> columnParts;
};

std::string PointText::body() {
  start();
  if (auto cache = top.getDefiningOp<s::CacheOp>(); cache && columnParts.empty()) {
    std::string input = e.pointFunction(cache.getInput()), retained = e.retainedFunction(cache);
    std::string cell = std::to_string(cache.getCell());
    return "  if (!ctx->caches)\n    return " + input + "(ctx, x, y, z);\n" +
           "  KernelCell &cell = ctx->cells[" + cell + "];\n" +
           "  const i64 key = blockKey(x, y, z);\n"
           "  if (cell.key == key && !isNaN(cell.value)) {\n"
           "    noteSlot(ctx, " +
           cell +
           ");\n"
           "    return cell.value;\n  }\n"
           "  if (cell.retained) {\n"
           "    const i64 index = latticeIndex(cell.volume, x, y, z);\n"
           "    if (index >= 0) {\n"
           "      noteRetained(ctx);\n"
           "      return " +
           retained + "(ctx, cell, x, y, z, index);\n    }\n  }\n" +
           "  const f32 value = " + input +
           "(ctx, x, y, z);\n"
           "  cell.key = key;\n"
           "  cell.value = value;\n"
           "  noteFresh(ctx, " +
           cell +
           ", x, y, z, value);\n"
           "  return value;\n";
  }
  std::string value = emit(top, {});
  return text + "  return " + value + ";\n";
}

} // namespace

std::string Emitter::pointFunction(Value v) {
  std::string name = "point_" + std::to_string(nodes.number(v));
  if (begin(name))
    definePoint(v, {}, name);
  return name;
}

void Emitter::definePoint(Value v, llvm::ArrayRef<Value> columnParts, const std::string &name) {
  maxColumnParts = std::max(maxColumnParts, columnParts.size());
  std::string body = PointText(*this, v, columnParts).body();
  define("f32 " + name + "(KernelContext *ctx, i32 x, i32 y, i32 z" +
             (columnParts.empty() ? ")" : ", ColumnParts &parts)"),
         body);
}

std::string Emitter::retainedFunction(s::CacheOp cache) {
  Value input = cache.getInput();
  std::string name = "retained_" + std::to_string(cache.getCell());
  if (!begin(name))
    return name;
  std::string text;
  if (!recomputed(input)) {
    text = "  return cell.data[index];\n"; // written when the volume was asked for
  } else {
    std::string kernel = kernelFunction({input}, false);
    std::string needs = "  SplineNeeds needs[maxSplineNeeds] = {};\n";
    if (nodes.positionPure(input))
      // The value at a lattice point is that of a volume of this point alone, and that of the
      // whole volume. Of a small volume all points are likely to be asked for.
      text = "  if (cell.retained == 1 && cell.volume.count() <= retainAllBelow) {\n" + needs +
             "    ctx->reserve(ctx, &cell, cell.volume.count());\n    " + kernel +
             "(ctx, cell.volume, needs, cell.data);\n"
             "    cell.retained = 2;\n"
             "  }\n"
             "  if (cell.retained == 2)\n    return cell.data[index];\n"
             "  Volume v = cell.volume;\n"
             "  v.sx = v.sy = v.sz = 1;\n"
             "  v.mx = x, v.my = y, v.mz = z;\n" +
             needs + "  f32 value;\n  " + kernel +
             "(ctx, v, needs, &value);\n"
             "  return value;\n";
    else
      text = "  if (cell.retained == 1) {\n" + needs +
             "    ctx->reserve(ctx, &cell, cell.volume.count());\n"
             "    " +
             kernel +
             "(ctx, cell.volume, needs, cell.data);\n"
             "    cell.retained = 2;\n"
             "  }\n"
             "  return cell.data[index];\n";
  }
  define("f32 " + name + "(KernelContext *ctx, KernelCell &cell, i32 x, i32 y, i32 z, i64 index)",
         text);
  return name;
}
