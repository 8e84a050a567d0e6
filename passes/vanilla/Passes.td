//===- Passes.td - The game's own rewrites --------------------------------===//

#ifndef TERRANE_PASSES_VANILLA_PASSES_TD
#define TERRANE_PASSES_VANILLA_PASSES_TD

include "mlir/Pass/PassBase.td"

def PrepareCaches : Pass<"density-prepare-caches", "::mlir::ModuleOp"> {
  let summary = "Give every cache its cell: equal inputs, as written, share one";
  let description = [{
    Spec 10, 6.3. Two `density.cache` whose inputs are structurally equal get the same cell, wherever
    they stand. The inputs are compared as the pack wrote them, references unresolved, so this runs
    before references are inlined.
  }];
  let statistics = [Statistic<"numCaches", "caches", "cache operations replaced">,
                    Statistic<"numCells", "cells", "distinct cells assigned">];
}

def InlineReferences : Pass<"density-inline-references", "::mlir::ModuleOp"> {
  let summary = "Replace references by what they refer to";
  let description = [{
    Spec 10, 6.2. Every named function that a graph reaches is placed in the graph once; its users
    share the value. Named functions are gone afterwards.
  }];
  let statistics = [Statistic<"numReferences", "references", "references replaced">,
                    Statistic<"numFunctions", "functions", "named functions placed in a graph">];
}

def SliceUniformAxes : Pass<"density-slice-uniform-axes", "::terrane::density::GraphOp"> {
  let summary = "Sample functions at coordinate 0 of the axes they do not depend on";
  let description = [{
    Spec 10, 6.4. Wherever a function loses axes relative to its user it is wrapped in slices, X
    innermost, then Z, then Y. Roots and inputs of prepared caches start from all three axes.
    Constants and gradients stay bare, and an axis that a slice on top already fixes is left out.
  }];
  let statistics = [Statistic<"numSlices", "slices", "slices inserted">];
}

def SelectSamplers : Pass<"density-select-samplers", "::mlir::ModuleOp"> {
  let summary = "Take the game's compile-time decisions; the result is the sampler dialect";
  let description = [{
    Spec 10, 6.5 and spec 11. Constant operands choose scalar forms (a division by a constant becomes
    a product with its reciprocal, a subtraction of one a sum), disjoint ranges drop a side of `min`
    and `max`, the others carry the bound that lets the point path stop early, powers and rounding
    get their special forms, equal coordinates of a spline share a slot. Fails where the game fails
    because a value range has NaN or inverted bounds.
  }];
  let dependentDialects = ["::terrane::sampler::SamplerDialect"];
  let statistics = [Statistic<"numPruned", "pruned", "sides of min and max dropped">,
                    Statistic<"numScalar", "scalar", "operators with a constant side">];
}

#endif
