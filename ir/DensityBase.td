//===- DensityBase.td - The density dialect: dialect, types, enums --------===//

#ifndef TERRANE_IR_DENSITYBASE_TD
#define TERRANE_IR_DENSITYBASE_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"
include "ir/DensityEnums.td"

def Density_Dialect : Dialect {
  let name = "density";
  let cppNamespace = "::terrane::density";
  let summary = "Density functions as a pack writes them";
  let description = [{
    One operation per density function type of the game (Minecraft Java 26.3). A value of type
    `!density.function` is a function node: it is never evaluated here, only rewritten. A file of
    the registry `worldgen/density_function` is a `density.func` symbol, a noise file a
    `density.noise_parameters` symbol, and what is to be compiled is a `density.graph`. The symbols
    of noises and of graphs of noise settings carry a prefix (`noise:`, `settings:`), since the game
    has a registry for each and names may be equal.

    Every operation states the axes it depends on and its value range (an interval, bit exact),
    because the game's own compiler reads both.
  }];
  let useDefaultTypePrinterParser = 1;
  let useDefaultAttributePrinterParser = 1;
}

class Density_Type<string name, string typeMnemonic> : TypeDef<Density_Dialect, name> {
  let mnemonic = typeMnemonic;
}
def Density_Function : Density_Type<"Function", "function"> {
  let summary = "a density function node";
}
def Density_Spline : Density_Type<"Spline", "spline"> {
  let summary = "a cubic spline or a constant standing for one";
}
def Density_FunctionValue
    : Type<CPred<"::llvm::isa<::terrane::density::FunctionType>($_self)">, "density function">,
      BuildableType<"$_builder.getType<::terrane::density::FunctionType>()">;
def Density_SplineValue
    : Type<CPred<"::llvm::isa<::terrane::density::SplineType>($_self)">, "spline">,
      BuildableType<"$_builder.getType<::terrane::density::SplineType>()">;

def Density_AxisAttr : EnumAttr<Density_Dialect, Density_AxisEnum, "axis">;
def Density_TilingAttr : EnumAttr<Density_Dialect, Density_TilingEnum, "tiling">;
def Density_MetricAttr : EnumAttr<Density_Dialect, Density_MetricEnum, "metric">;
def Density_NormalizeAttr : EnumAttr<Density_Dialect, Density_NormalizeEnum, "normalize">;

#endif
