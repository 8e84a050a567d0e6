//===- Sampler.h - The sampler dialect ------------------------------------===//

#ifndef TERRANE_IR_SAMPLER_H
#define TERRANE_IR_SAMPLER_H

#include "ir/Density.h"

#include "ir/SamplerDialect.h.inc"
#include "ir/SamplerEnums.h.inc"
#define GET_TYPEDEF_CLASSES
#include "ir/SamplerTypes.h.inc"
#define GET_ATTRDEF_CLASSES
#include "ir/SamplerAttributes.h.inc"

#define GET_OP_CLASSES
#include "ir/SamplerOps.h.inc"

#endif // TERRANE_IR_SAMPLER_H
