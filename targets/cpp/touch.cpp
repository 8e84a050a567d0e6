//===- touch.cpp - What evaluating a volume does to cache cells -----------===//
//
// For independent nodes the values are computed by kernels, in any order; the cells only need to
// know which volume they retain afterwards. A touch function replays the volume requests that the
// game's evaluation would make, in its order (spec 11, 18), and skips what a cell that already
// retains the volume would have answered (spec 10, 5.3).
//
//===----------------------------------------------------------------------===//

#include "targets/cpp/emitter.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace terrane;
using namespace terrane::cpp;
namespace s = terrane::sampler;

/// The operands of a node that is evaluated over one volume, in the game's order.
static Values inVolumeOrder(Operation *op) {
  if (auto choice = dyn_cast<s::RangeChoiceOp>(op))
    return {choice.getWhenInRange(), choice.getInput(), choice.getWhenOutOfRange()};
  return Values(op->getOperands());
}

void Emitter::emitTouch(std::string &text, Value v, const std::string &volume,
                        const std::string &indent, unsigned &temporaries) {
  if (!nodes.hasCell(v))
    return;
  Operation *op = v.getDefiningOp();
  // A cache or a node with several users gets a function of its own.
  if (isa<s::CacheOp>(op) || nodes.shared(v)) {
    text += indent + touchFunction(v) + "(ctx, " + volume + ", needs);\n";
    return;
  }
  emitTouchOf(text, op, volume, indent, temporaries);
}

/// The requests that a node other than a cache makes for its operands.
void Emitter::emitTouchOf(std::string &text, Operation *op, const std::string &volume,
                          const std::string &indent, unsigned &temporaries) {
  auto inner = [&](const std::string &expression) {
    std::string name = "t" + std::to_string(temporaries++);
    text += indent + "const Volume " + name + " = " + expression + ";\n";
    return name;
  };
  auto at = [](IntegerAttr a) { return a ? literal(int32_t(a.getInt())) : std::string("0"); };
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](s::SliceOp o) {
        int axes = (o.getXAttr() ? 1 : 0) | (o.getYAttr() ? 2 : 0) | (o.getZAttr() ? 4 : 0);
        std::string slice =
            inner("sliceVolume(" + volume + ", " + std::to_string(axes) + ", " + at(o.getXAttr()) +
                  ", " + at(o.getYAttr()) + ", " + at(o.getZAttr()) + ")");
        emitTouch(text, o.getInput(), slice, indent, temporaries);
      })
      .Case([&](s::InterpolatedOp o) {
        std::string corners =
            inner("interpolationOf(" + volume + ", " + literal(int32_t(o.getCellSizeXz())) + ", " +
                  literal(int32_t(o.getCellSizeY())) + ").corners");
        emitTouch(text, o.getInput(), corners, indent, temporaries);
      })
      .Case([&](s::SplineOp o) {
        std::string record = "needs[" + std::to_string(splineNeeds(o)) + "]";
        text += indent + "for (i32 c = 0; c < " + record + ".count; ++c) {\n";
        for (auto [slot, coordinate] : llvm::enumerate(o.getCoordinates())) {
          if (!nodes.hasCell(coordinate))
            continue;
          text += indent + "  if (" + record + ".order[c] == " + std::to_string(slot) + ") {\n";
          emitTouch(text, coordinate, volume, indent + "    ", temporaries);
          text += indent + "  }\n";
        }
        text += indent + "}\n";
      })
      .Default([&](Operation *o) {
        for (Value operand : inVolumeOrder(o))
          emitTouch(text, operand, volume, indent, temporaries);
      });
}

std::string Emitter::touchFunction(Value v) {
  std::string name = "touch_" + std::to_string(nodes.number(v));
  if (!begin(name))
    return name;
  std::string text;
  unsigned temporaries = 0;
  Operation *op = v.getDefiningOp();
  if (auto cache = dyn_cast<s::CacheOp>(op)) {
    text += "  KernelCell &cell = ctx->cells[" + std::to_string(cache.getCell()) +
            "];\n"
            "  if (cell.retained && cell.volume == v)\n"
            "    return;\n"
            "  cell.volume = v;\n"
            "  cell.retained = 1;\n";
    emitTouch(text, cache.getInput(), "v", "  ", temporaries);
  } else {
    emitTouchOf(text, op, "v", "  ", temporaries);
  }
  define("void " + name + "(KernelContext *ctx, const Volume &v, SplineNeeds *needs)", text);
  return name;
}
