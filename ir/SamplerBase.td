//===- SamplerBase.td - The sampler dialect: dialect, types, enums --------===//

#ifndef TERRANE_IR_SAMPLERBASE_TD
#define TERRANE_IR_SAMPLERBASE_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"
include "ir/SamplerEnums.td"
include "ir/DensityBase.td"

def Sampler_Dialect : Dialect {
  let name = "sampler";
  let cppNamespace = "::terrane::sampler";
  let dependentDialects = ["::terrane::density::DensityDialect"];
  let summary = "What the game's samplers do";
  let description = [{
    The result of the game's own rewrites: every compile-time decision is taken. A value of type
    `!sampler.sampler` has two entry points, the *volume path* (fills a lattice) and the *point
    path* (one block), which may give different bits. Operands are evaluated on the path in use, in
    operand order, unless the operation says otherwise. `sampler.cache` is the only operation with
    state; a sub-graph without one may be evaluated once for all its users.
  }];
  let useDefaultTypePrinterParser = 1;
  let useDefaultAttributePrinterParser = 1;
}

class Sampler_Type<string name, string typeMnemonic> : TypeDef<Sampler_Dialect, name> {
  let mnemonic = typeMnemonic;
}
def Sampler_SamplerT : Sampler_Type<"Sampler", "sampler"> { let summary = "a sampler"; }
def Sampler_SplineT : Sampler_Type<"Spline", "spline"> { let summary = "a spline tree"; }
def Sampler_Value
    : Type<CPred<"::llvm::isa<::terrane::sampler::SamplerType>($_self)">, "sampler">,
      BuildableType<"$_builder.getType<::terrane::sampler::SamplerType>()">;
def Sampler_SplineValue
    : Type<CPred<"::llvm::isa<::terrane::sampler::SplineType>($_self)">, "spline tree">,
      BuildableType<"$_builder.getType<::terrane::sampler::SplineType>()">;

def Sampler_UnaryAttr : EnumAttr<Sampler_Dialect, Sampler_UnaryEnum, "unary">;
def Sampler_RoundingAttr : EnumAttr<Sampler_Dialect, Sampler_RoundingEnum, "rounding">;
def Sampler_BinaryAttr : EnumAttr<Sampler_Dialect, Sampler_BinaryEnum, "binary">;
def Sampler_ScalarAttr : EnumAttr<Sampler_Dialect, Sampler_ScalarEnum, "scalar">;
def Sampler_BoundAttr : EnumAttr<Sampler_Dialect, Sampler_BoundEnum, "bound">;
def Sampler_FieldAttr : EnumAttr<Sampler_Dialect, Sampler_FieldEnum, "field">;
def Sampler_BlendedPartAttr : EnumAttr<Sampler_Dialect, Sampler_BlendedPartEnum, "blended_part">;

#endif
