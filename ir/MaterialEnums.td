//===- MaterialEnums.td - Enumerations of the material dialect -----------===//

#ifndef TERRANE_IR_MATERIALENUMS_TD
#define TERRANE_IR_MATERIALENUMS_TD

include "mlir/IR/EnumAttr.td"

class Material_Enum<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::terrane::material";
  let genSpecializedAttr = 0;
}
// In the order of rt::Anchor::Kind.
def Material_AnchorKindEnum : Material_Enum<"AnchorKind", "what a vertical anchor counts from", [
  I32EnumAttrCase<"Absolute", 0, "absolute">,
  I32EnumAttrCase<"AboveBottom", 1, "above_bottom">,
  I32EnumAttrCase<"BelowTop", 2, "below_top">,
  I32EnumAttrCase<"RelativeToSeaLevel", 3, "relative_to_sea_level">]>;
def Material_SurfaceEnum : Material_Enum<"Surface", "a surface of a cave or the ground", [
  I32EnumAttrCase<"Floor", 0, "floor">, I32EnumAttrCase<"Ceiling", 1, "ceiling">]>;
// The bits of rt::StateFlag.
def Material_StateFlagsEnum : I32BitEnumAttr<"StateFlags", "what a block state is", [
  I32BitEnumAttrCaseNone<"None", "none">,
  I32BitEnumAttrCaseBit<"Air", 0, "air">, I32BitEnumAttrCaseBit<"Fluid", 1, "fluid">,
  I32BitEnumAttrCaseBit<"Motion", 2, "motion">, I32BitEnumAttrCaseBit<"Water", 3, "water">,
  I32BitEnumAttrCaseBit<"Lava", 4, "lava">]> {
  let cppNamespace = "::terrane::material";
  let genSpecializedAttr = 0;
  let separator = ", ";
}

#endif
