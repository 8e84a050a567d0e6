//===- SamplerDialect.cpp - Registration of the sampler dialect -----------===//

#include "ir/Sampler.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace terrane::sampler;

#include "ir/SamplerDialect.cpp.inc"
#include "ir/SamplerEnums.cpp.inc"
#define GET_TYPEDEF_CLASSES
#include "ir/SamplerTypes.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "ir/SamplerAttributes.cpp.inc"

void SamplerDialect::initialize() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "ir/SamplerTypes.cpp.inc"
      >();
  addAttributes<
#define GET_ATTRDEF_LIST
#include "ir/SamplerAttributes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "ir/SamplerOps.cpp.inc"
      >();
}
