//===- Passes.td - Rewrites of material rules -----------------------------===//

#ifndef TERRANE_PASSES_MATERIAL_PASSES_TD
#define TERRANE_PASSES_MATERIAL_PASSES_TD

include "mlir/Pass/PassBase.td"

def InlineRules : Pass<"material-inline-references", "::mlir::ModuleOp"> {
  let summary = "Replace references to named rules and conditions by what they refer to";
  let description = [{
    Spec 40, 1.1: a reference behaves like the same object written in its place. A target without
    ore veins is placed once and shared, since rules and conditions have no state; one with veins is
    copied for every use, because each occurrence samples its functions anew. Named rules and
    conditions are gone afterwards. Fails on cycles.
  }];
  let statistics = [Statistic<"numReferences", "references", "references replaced">,
                    Statistic<"numCopies", "copies", "targets placed">];
}

def DropBiomes : Pass<"material-drop-biomes", "::terrane::material::GraphOp"> {
  let summary = "Decide conditions on biomes that cannot, or must, occur";
  let description = [{
    No look-up returns a biome that the biome source cannot give (spec 50, 7), so such biomes leave
    the sets; an empty set never holds, a set of all possible biomes always. Without the option
    nothing is known and nothing is done.
  }];
  let options = [ListOption<"possible", "possible", "std::string",
                            "ids of all biomes that the biome source can give">];
  let statistics = [Statistic<"numDropped", "dropped", "biomes taken out of sets">,
                    Statistic<"numDecided", "decided", "conditions that became constant">];
}

def FoldRules : Pass<"material-fold", "::terrane::material::GraphOp"> {
  let summary = "Fold constant conditions, flatten sequences, drop what cannot be reached";
  let description = [{
    The folders and patterns of the dialect, then equal rules and conditions are merged. Conditions
    and rules are descriptions without state, so merging or dropping them changes nothing that a
    block gets; conditions that sample `chunk_surface_level` are asked exactly as before, and veins
    stay prepared in their order, also where they became unreachable.
  }];
}

def HoistColumns : Pass<"material-hoist-columns", "::terrane::material::GraphOp"> {
  let summary = "Mark conditions that have one answer for a whole column";
  let description = [{
    `steep`, `hole`, a noise threshold at (x, 0, z), and `not` of those depend on nothing that
    changes within a column (spec 40, section 11: heights and depth are fixed before it is walked),
    and asking them has no effect. Each largest such condition is put into `per_column`, so that it
    is computed at most once per column.
  }];
  let statistics = [Statistic<"numHoisted", "hoisted", "conditions asked once per column">];
}

#endif
