//===- DensityInterfaces.td - Axes and range of a function node -----------===//

#ifndef TERRANE_IR_DENSITYINTERFACES_TD
#define TERRANE_IR_DENSITYINTERFACES_TD

include "mlir/IR/OpBase.td"

def FunctionNode : OpInterface<"FunctionNode"> {
  let cppNamespace = "::terrane::density";
  let description = [{
    What the game's compiler asks of a node: the axes its value may depend on (spec 10, 3.1) and an
    interval that is taken to hold its values (spec 10, 3.2 and 11, 2). Both are computed from the
    operands' by an analysis that visits every node once; the range lazily, since computing one can
    be an error.
  }];
  let methods = [
    InterfaceMethod<"Axes of this node, given the axes of its operands.",
      "::terrane::Axes", "getAxes", (ins "::llvm::ArrayRef<::terrane::Axes>":$operands), [{}], [{
        ::terrane::Axes axes = 0;
        for (::terrane::Axes a : operands)
          axes |= a;
        return axes;
      }]>,
    InterfaceMethod<"Whether the range reads the range of this operand.",
      "bool", "rangeReads", (ins "unsigned":$operand), [{}], [{ return true; }]>,
    InterfaceMethod<"Range of this node; operands that it does not read hold NaI. Failure where "
                    "the game fails (bounds NaN or inverted).",
      "::llvm::FailureOr<::terrane::Interval>", "getRange",
      (ins "::llvm::ArrayRef<::terrane::Interval>":$operands,
           "const ::terrane::NoiseRanges &":$noises)>,
  ];
}

#endif
