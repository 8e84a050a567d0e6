//===- cached.cpp - Literal requests on contexts with cells and fields ----===//
//
// Nodes above caches and user fields are evaluated as the game does it (targets/cpp/literal.cpp,
// point.cpp): operand by operand over the whole volume, in its order, cells included. What lies
// below has neither and is computed lattice point by lattice point.
//
//===----------------------------------------------------------------------===//

#include "targets/cuda/emitter.h"

using namespace mlir;
using namespace terrane;
using namespace terrane::cuda;
using namespace terrane::cpp;
namespace s = terrane::sampler;

CachedEmitter::CachedEmitter(s::GraphOp graph) : DeviceEmitter(graph, "KernelContext") {
  for (Operation &op : graph.getBody().front()) {
    if (auto cache = dyn_cast<s::CacheOp>(op))
      numCells = std::max(numCells, cache.getCell() + 1);
    bool below = llvm::any_of(op.getOperands(), [&](Value v) { return hasField(v); });
    if (below || isa<s::FieldOp, s::BlendDensityOp>(op))
      fields.insert(&op);
  }
}

std::string CachedEmitter::volumeFunction(Value v) {
  std::string name = "volume_" + std::to_string(nodes.number(v));
  if (!begin(name))
    return name;
  auto loop = [](const std::string &value) {
    return "  for (i32 k = 0; k < v->sz; ++k)\n"
           "    for (i32 i = 0; i < v->sx; ++i)\n"
           "      for (i32 j = 0; j < v->sy; ++j)\n"
           "        *out++ = " +
           value + ";\n";
  };
  std::string text;
  if (auto field = v.getDefiningOp<s::FieldOp>()) {
    // Only the beardifier has a volume path of its own (spec 10, 8).
    bool beardifier = field.getField() == s::Field::Beardifier;
    if (beardifier)
      text = "  if (ctx->beardifierVolume) {\n"
             "    ctx->beardifierVolume(ctx->beardifier, out, v);\n    return;\n  }\n";
    text += loop(beardifier ? "0.0f"
                            : leaf(*this, field, "v->blockX(i)", "v->blockY(j)", "v->blockZ(k)",
                                   /*onVolume=*/true));
  } else if (nodes.hasCell(v) || hasField(v)) {
    text = "  " + literalFunction(v) + "(ctx, out, *v);\n";
  } else {
    text = loop(atFunction(v) + "(ctx, *v, i, j, k)");
  }
  define("void " + name + "(KernelContext *ctx, f32 *out, const Volume *v)", text);
  return name;
}
