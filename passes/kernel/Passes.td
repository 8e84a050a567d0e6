//===- Passes.td - Rewrites of sampler graphs that keep every bit ---------===//

#ifndef TERRANE_PASSES_KERNEL_PASSES_TD
#define TERRANE_PASSES_KERNEL_PASSES_TD

include "mlir/Pass/PassBase.td"

class KernelPass<string argument> : Pass<argument, "::terrane::sampler::GraphOp">;

def MergeNodes : KernelPass<"sampler-merge-nodes"> {
  let summary = "Merge equal nodes, drop nodes that no entry reaches";
  let description = [{
    A node is a description: what it computes follows from its attributes and operands, its state
    lies in the context's cell of its `cell` number. Merging nodes leaves the tree of requests below
    every entry as it was, so each cell is touched as often and in the same order; evaluating once
    for several users is the engine's decision, which it takes only without cells below.
  }];
  let statistics = [Statistic<"numDropped", "dropped", "nodes that no entry reaches">,
                    Statistic<"numMerged", "merged", "nodes replaced by an equal one">];
}

def AnnotatePurity : KernelPass<"sampler-annotate-purity"> {
  let summary = "Print what values depend on, as attributes";
  let description = [{
    Attaches `sampler.purity` to every node that is no part of a spline: a dictionary of what
    `sampler::Purity` (ir/SamplerAnalysis.h) says, true facts only. `cell`: a cache at or below;
    `reads_cells`: values on the volume path depend on cells; `whole_volume`: they depend on the
    volume, not on the position alone; `same_paths = "xyz"`: both paths give the same bits, which
    depend on these axes. For tests and for reading; emitters ask the analysis itself.
  }];
  let statistics = [Statistic<"numAnnotated", "annotated", "nodes with an annotation">];
}

def ElideCaches : KernelPass<"sampler-elide-caches"> {
  let summary = "Replace caches that nobody can see by their input";
  let description = [{
    Two kinds of caches cannot be seen (spec 10, 5.5): those whose input has one value on both paths
    at every position, whatever cells hold; and those that stand directly in another cache and have
    no other user, as long as no other cache has the cell of either. All other caches stay: a cell
    answers a block with the value of another one that has the same packed key, so even a cache of a
    gradient shows. Cells are numbered anew, without gaps.
  }];
  let statistics = [Statistic<"numUniform", "uniform", "caches of one value">,
                    Statistic<"numNested", "nested", "caches directly in a cache">,
                    Statistic<"numCells", "cells", "cells that are left">];
}

def FuseSlices : KernelPass<"sampler-fuse-slices"> {
  let summary = "Join a slice directly in a slice to one";
  let description = [{
    The inner coordinate wins on an axis that both fix. The volume, or the block, that reaches the
    input is the same (spec 11, section 16).
  }];
  let statistics = [Statistic<"numFused", "fused", "slices joined with the one inside">];
}

def HoistAxes : KernelPass<"sampler-hoist-axes"> {
  let summary = "Mark values with one value per column or per height";
  let description = [{
    Slices say already which sub-graphs need no y, or neither x nor z. What remains are their values
    where they meet the others: a slice of y, a gradient, a field of the blender, and what is
    computed point by point from such values. The outermost of them get `sampler.hoist = "column"`
    or `"height"`, unless they are constants or the volume is already flat there.
  }];
  let statistics = [Statistic<"numColumn", "column", "values marked as one per column">,
                    Statistic<"numHeight", "height", "values marked as one per height">];
}

def MarkLazy : KernelPass<"sampler-mark-lazy"> {
  let summary = "Mark operands that are worth skipping where a choice does not take them";
  let description = [{
    `sampler.lazy` lists the branches of `range_choice`, `interval_select` and `lerp` below which,
    on the same volume, a noise stands. Only in nodes whose values do not depend on cells: their
    kernels leave cells alone, so which lattice points they compute cannot be seen.
  }];
  let statistics = [Statistic<"numLazy", "lazy", "operands marked">];
}

def MarkColumnParts : KernelPass<"sampler-mark-column-parts"> {
  let summary = "Mark what a search in a column need ask only once";
  let description = [{
    `find_top_surface` asks its density at many blocks of one column. A part of it that stands under
    a slice of y, and below which each cell is read at one block of the column only, gives one value
    and leaves the cells as they are the second time. Such slices get a number, `sampler.part`, and
    the search lists them in `sampler.column_parts`.
  }];
  let statistics = [Statistic<"numParts", "parts", "slices marked">,
                    Statistic<"numSearches", "searches", "searches with parts">];
}

#endif
