//===- DensityDialect.cpp - Registration of the density dialect -----------===//

#include "ir/Density.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace terrane::density;

#include "ir/DensityDialect.cpp.inc"
#include "ir/DensityEnums.cpp.inc"
#define GET_TYPEDEF_CLASSES
#include "ir/DensityTypes.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "ir/DensityAttributes.cpp.inc"
#include "ir/DensityInterfaces.cpp.inc"

void DensityDialect::initialize() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "ir/DensityTypes.cpp.inc"
      >();
  addAttributes<
#define GET_ATTRDEF_LIST
#include "ir/DensityAttributes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "ir/DensityOps.cpp.inc"
      >();
}
