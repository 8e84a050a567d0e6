//===- SamplerMarks.h - What kernel passes leave for emitters -------------===//
//
// Discardable attributes of sampler nodes. A mark is permission, never a must: an emitter that
// ignores one computes the same bits, only slower, and a graph without marks is complete.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_IR_SAMPLERMARKS_H
#define TERRANE_IR_SAMPLERMARKS_H

#include "ir/Sampler.h"

#include "mlir/IR/BuiltinAttributes.h"

namespace terrane::sampler {

/// "column": on the volume path the value is the same for a whole column; "height": for all columns
/// at one height. Such a value may be computed outside the loop over what it does not depend on.
constexpr llvm::StringLiteral hoistMark("sampler.hoist");
/// `array<i32: ...>`: operands that the volume path may compute only where the choice takes them.
constexpr llvm::StringLiteral lazyMark("sampler.lazy");
/// `N : i32` on a slice, unique in the graph: the name by which a search lists it.
constexpr llvm::StringLiteral partMark("sampler.part");
/// `array<i32: ...>` on a search: the parts that one search in one column may ask only once.
constexpr llvm::StringLiteral columnPartsMark("sampler.column_parts");

inline bool isHoisted(mlir::Operation *op, llvm::StringRef where) {
  auto mark = op->getAttrOfType<mlir::StringAttr>(hoistMark);
  return mark && mark.getValue() == where;
}

inline bool isLazy(mlir::Operation *op, unsigned operand) {
  auto mark = op->getAttrOfType<mlir::DenseI32ArrayAttr>(lazyMark);
  return mark && llvm::is_contained(mark.asArrayRef(), static_cast<int32_t>(operand));
}

/// Nodes whose value at a block follows from those of their operands at this block.
inline bool isPointwise(mlir::Operation *op) {
  return llvm::isa<UnaryOp, RoundToOp, BinaryOp, ScalarOp, BoundOp, PowOp, LerpOp, ClampOp,
                   RangeChoiceOp, IntervalSelectOp>(op);
}

} // namespace terrane::sampler

#endif // TERRANE_IR_SAMPLERMARKS_H
