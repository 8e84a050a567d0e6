//===- Material.h - The material dialect ----------------------------------===//

#ifndef TERRANE_IR_MATERIAL_H
#define TERRANE_IR_MATERIAL_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/RegionKindInterface.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "ir/MaterialDialect.h.inc"
#include "ir/MaterialEnums.h.inc"
#define GET_TYPEDEF_CLASSES
#include "ir/MaterialTypes.h.inc"
#define GET_ATTRDEF_CLASSES
#include "ir/MaterialAttributes.h.inc"

#define GET_OP_CLASSES
#include "ir/MaterialOps.h.inc"

namespace terrane::material {

/// Prefixes of symbols: each registry of the game is a name space of its own.
constexpr llvm::StringLiteral statePrefix("state:"), rulePrefix("rule:"),
    conditionPrefix("condition:"), graphPrefix("material:");

/// Whether asking the condition can have an effect that caches make visible: it samples
/// `chunk_surface_level`. Such a condition must be asked when the game asks it.
bool hasVisibleEffect(mlir::Value condition);

/// Whether the condition has one answer for all blocks of a column. Asking it may have an effect.
bool isColumnConstant(mlir::Value condition);

} // namespace terrane::material

#endif // TERRANE_IR_MATERIAL_H
