//===- DensityEnums.td - Enumerations of the density dialect -------------===//

#ifndef TERRANE_IR_DENSITYENUMS_TD
#define TERRANE_IR_DENSITYENUMS_TD

include "mlir/IR/EnumAttr.td"

class Density_Enum<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::terrane::density";
  let genSpecializedAttr = 0;
}
def Density_AxisEnum : Density_Enum<"Axis", "a block axis", [
  I32EnumAttrCase<"X", 0, "x">, I32EnumAttrCase<"Y", 1, "y">, I32EnumAttrCase<"Z", 2, "z">]>;
def Density_TilingEnum : Density_Enum<"Tiling", "what a gradient does beyond its ends", [
  I32EnumAttrCase<"ClampToEdge", 0, "clamp_to_edge">, I32EnumAttrCase<"Repeat", 1, "repeat">,
  I32EnumAttrCase<"MirroredRepeat", 2, "mirrored_repeat">]>;
def Density_MetricEnum : Density_Enum<"Metric", "a distance metric", [
  I32EnumAttrCase<"Euclidean", 0, "euclidean">,
  I32EnumAttrCase<"EuclideanSquared", 1, "euclidean_squared">,
  I32EnumAttrCase<"Manhattan", 2, "manhattan">, I32EnumAttrCase<"Chebyshev", 3, "chebyshev">]>;
def Density_NormalizeEnum : Density_Enum<"NormalizeMode", "how octave amplitudes are normalised", [
  I32EnumAttrCase<"Off", 0, "off">, I32EnumAttrCase<"On", 1, "on">,
  I32EnumAttrCase<"Legacy", 2, "legacy">]>;

#endif
