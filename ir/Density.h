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

#endif // TERRANE_IR_DENSITY_H
