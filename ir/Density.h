//===- Density.h - The density dialect ------------------------------------===//

#ifndef TERRANE_IR_DENSITY_H
#define TERRANE_IR_DENSITY_H

#include "ir/Interval.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/RegionKindInterface.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "ir/DensityDialect.h.inc"
#include "ir/DensityEnums.h.inc"
#define GET_TYPEDEF_CLASSES
#include "ir/DensityTypes.h.inc"
#define GET_ATTRDEF_CLASSES
#include "ir/DensityAttributes.h.inc"

#include "ir/DensityInterfaces.h.inc"

#define GET_OP_CLASSES
#include "ir/DensityOps.h.inc"

namespace terrane::density {

/// Prefixes of symbols: each registry of the game is a name space of its own, and the symbols of a
/// module are one. Functions have none.
constexpr llvm::StringLiteral noisePrefix("noise:"), settingsPrefix("settings:");

/// The id of a noise, from its symbol. Modules written by hand may do without the prefix.
inline llvm::StringRef noiseId(llvm::StringRef symbol) {
  symbol.consume_front(noisePrefix);
  return symbol;
}

} // namespace terrane::density

#endif // TERRANE_IR_DENSITY_H
