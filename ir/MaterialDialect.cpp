//===- MaterialDialect.cpp - Registration of the material dialect ---------===//

#include "ir/Material.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace terrane::material;

#include "ir/MaterialDialect.cpp.inc"
#include "ir/MaterialEnums.cpp.inc"
#define GET_TYPEDEF_CLASSES
#include "ir/MaterialTypes.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "ir/MaterialAttributes.cpp.inc"

void MaterialDialect::initialize() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "ir/MaterialTypes.cpp.inc"
      >();
  addAttributes<
#define GET_ATTRDEF_LIST
#include "ir/MaterialAttributes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "ir/MaterialOps.cpp.inc"
      >();
}

mlir::Operation *MaterialDialect::materializeConstant(mlir::OpBuilder &builder,
                                                      mlir::Attribute value, mlir::Type type,
                                                      mlir::Location location) {
  if (auto truth = llvm::dyn_cast<mlir::BoolAttr>(value))
    if (llvm::isa<ConditionType>(type))
      return builder.create<ConstantOp>(location, truth);
  // A rule's one constant: nothing (see NothingOp's folder).
  if (llvm::isa<mlir::UnitAttr>(value) && llvm::isa<RuleType>(type))
    return builder.create<NothingOp>(location);
  return nullptr;
}
