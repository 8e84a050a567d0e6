//===- SamplerEnums.td - Enumerations of the sampler dialect -------------===//

#ifndef TERRANE_IR_SAMPLERENUMS_TD
#define TERRANE_IR_SAMPLERENUMS_TD

include "mlir/IR/EnumAttr.td"

class Sampler_Enum<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::terrane::sampler";
  let genSpecializedAttr = 0;
}
def Sampler_UnaryEnum : Sampler_Enum<"Unary", "a function of one value", [
  I32EnumAttrCase<"Abs", 0, "abs">, I32EnumAttrCase<"Square", 1, "square">,
  I32EnumAttrCase<"Cube", 2, "cube">, I32EnumAttrCase<"Sqrt", 3, "sqrt">,
  I32EnumAttrCase<"HalfNegative", 4, "half_negative">,
  I32EnumAttrCase<"QuarterNegative", 5, "quarter_negative">,
  I32EnumAttrCase<"Reciprocal", 6, "reciprocal">, I32EnumAttrCase<"Negate", 7, "negate">,
  I32EnumAttrCase<"Squeeze", 8, "squeeze">, I32EnumAttrCase<"Log", 9, "log">,
  I32EnumAttrCase<"Sign", 10, "sign">, I32EnumAttrCase<"Floor", 11, "floor">,
  I32EnumAttrCase<"Round", 12, "round">, I32EnumAttrCase<"Ceil", 13, "ceil">,
  I32EnumAttrCase<"Truncate", 14, "truncate">]>;
def Sampler_RoundingEnum : Sampler_Enum<"Rounding", "a rounding to multiples", [
  I32EnumAttrCase<"Floor", 0, "floor">, I32EnumAttrCase<"Round", 1, "round">,
  I32EnumAttrCase<"Ceil", 2, "ceil">, I32EnumAttrCase<"Truncate", 3, "truncate">]>;
def Sampler_BinaryEnum : Sampler_Enum<"Binary", "an operator of two samplers", [
  I32EnumAttrCase<"Add", 0, "add">, I32EnumAttrCase<"Sub", 1, "sub">,
  I32EnumAttrCase<"Mul", 2, "mul">, I32EnumAttrCase<"Div", 3, "div">]>;
def Sampler_ScalarEnum : Sampler_Enum<"Scalar", "an operator of a sampler and a constant c", [
  I32EnumAttrCase<"Add", 0, "add">,                 // v + c
  I32EnumAttrCase<"SubFrom", 1, "sub_from">,        // c - v
  I32EnumAttrCase<"Mul", 2, "mul">,                 // v * c
  I32EnumAttrCase<"DivInto", 3, "div_into">,        // c / v
  I32EnumAttrCase<"Min", 4, "min">, I32EnumAttrCase<"Max", 5, "max">,
  I32EnumAttrCase<"PowOf", 6, "pow_of">,            // c ^ v
  I32EnumAttrCase<"PowBy", 7, "pow_by">]>;          // v ^ c
def Sampler_BoundEnum : Sampler_Enum<"Bound", "minimum or maximum", [
  I32EnumAttrCase<"Min", 0, "min">, I32EnumAttrCase<"Max", 1, "max">]>;
def Sampler_FieldEnum : Sampler_Enum<"Field", "a user field of the sampler context", [
  I32EnumAttrCase<"Beardifier", 0, "beardifier">, I32EnumAttrCase<"BlendAlpha", 1, "blend_alpha">,
  I32EnumAttrCase<"BlendOffset", 2, "blend_offset">]>;
def Sampler_BlendedPartEnum : Sampler_Enum<"BlendedPart", "a stack of old_blended_noise", [
  I32EnumAttrCase<"Low", 0, "low">, I32EnumAttrCase<"High", 1, "high">,
  I32EnumAttrCase<"Main", 2, "main">]>;

#endif
