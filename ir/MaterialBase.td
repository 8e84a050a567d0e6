//===- MaterialBase.td - The material dialect: dialect, types, attributes -===//

#ifndef TERRANE_IR_MATERIALBASE_TD
#define TERRANE_IR_MATERIALBASE_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"
include "ir/MaterialEnums.td"

def Material_Dialect : Dialect {
  let name = "material";
  let cppNamespace = "::terrane::material";
  let summary = "Material rules and conditions, and the block states they place";
  let description = [{
    One operation per material rule and condition type of the game (spec 40). Values of type
    `!material.rule` and `!material.condition` are descriptions: a rule is asked for one solid block
    at a time and yields a block state or nothing. A file of the registries is a
    `material.named_rule` or `material.named_condition`, what is to be compiled a `material.graph`.

    Conditions have no effect but one: the first `above_preliminary_surface` asked in a chunk
    samples the router's `chunk_surface_level`, which sampler caches make observable. Passes keep
    that moment. `prepare_vein` samples two functions over the chunk; the order of these operations
    in the graph is the order of the sampling.

    Symbols carry a prefix (`state:`, `rule:`, `condition:`, `material:`), since the game has a
    registry for each and names may be equal.
  }];
  let useDefaultTypePrinterParser = 1;
  let useDefaultAttributePrinterParser = 1;
  let hasConstantMaterializer = 1;
}

class Material_Type<string name, string typeMnemonic> : TypeDef<Material_Dialect, name> {
  let mnemonic = typeMnemonic;
}
def Material_Rule : Material_Type<"Rule", "rule"> {
  let summary = "a material rule";
}
def Material_Condition : Material_Type<"Condition", "condition"> {
  let summary = "a material condition";
}
def Material_Vein : Material_Type<"Vein", "vein"> {
  let summary = "the sampled functions of an ore vein";
}
class Material_ValueOf<string cppType, string text>
    : Type<CPred<"::llvm::isa<::terrane::material::" # cppType # ">($_self)">, text>,
      BuildableType<"$_builder.getType<::terrane::material::" # cppType # ">()">;
def Material_RuleValue : Material_ValueOf<"RuleType", "material rule">;
def Material_ConditionValue : Material_ValueOf<"ConditionType", "material condition">;
def Material_VeinValue : Material_ValueOf<"VeinType", "ore vein">;

def Material_SurfaceAttr : EnumAttr<Material_Dialect, Material_SurfaceEnum, "surface">;
def Material_StateFlagsAttr : EnumAttr<Material_Dialect, Material_StateFlagsEnum, "flags"> {
  let assemblyFormat = "`<` $value `>`";
}
def Material_AnchorAttr : AttrDef<Material_Dialect, "Anchor"> {
  let mnemonic = "anchor";
  let summary = "a vertical anchor, resolved when the level is known";
  let parameters = (ins EnumParameter<Material_AnchorKindEnum>:$kind, "int32_t":$value);
  let assemblyFormat = "`<` $kind $value `>`";
}

#endif
