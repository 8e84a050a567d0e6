//===- MaterialOps.td - One operation per rule and condition type ---------===//

#ifndef TERRANE_IR_MATERIALOPS_TD
#define TERRANE_IR_MATERIALOPS_TD

include "ir/MaterialBase.td"
include "mlir/IR/RegionKindInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class Material_Op<string mnemonic, list<Trait> traits = []>
    : Op<Material_Dialect, mnemonic, traits>;

//===----------------------------------------------------------------------===//
// Symbols and containers
//===----------------------------------------------------------------------===//

def Material_StateOp : Material_Op<"state", [Symbol]> {
  let summary = "a block state of the palette";
  let description = [{
    The symbol is `state:` and the canonical name, `id[property=value,...]` with all properties. The
    palette of a generator is the states of its module in their order; the first is air.
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, StrAttr:$block, Material_StateFlagsAttr:$flags);
  let assemblyFormat = "$sym_name `block` $block `is` $flags attr-dict";
  let extraClassDeclaration = [{
    /// The symbol without its prefix.
    ::llvm::StringRef getCanonicalName() { return getSymName().drop_front(6); }
  }];
  let hasVerifier = 1;
}

class Material_NamedOp<string mnemonic> : Material_Op<mnemonic, [Symbol, IsolatedFromAbove,
    SingleBlock, NoRegionArguments]> {
  let arguments = (ins SymbolNameAttr:$sym_name);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$sym_name attr-dict-with-keyword $body";
}
def Material_NamedRuleOp : Material_NamedOp<"named_rule"> {
  let summary = "a file of the registry `worldgen/material_rule`";
}
def Material_NamedConditionOp : Material_NamedOp<"named_condition"> {
  let summary = "a file of the registry `worldgen/material_condition`";
}
def Material_YieldOp : Material_Op<"yield", [Pure, Terminator]> {
  let summary = "what a named rule or condition stands for";
  let arguments = (ins AnyTypeOf<[Material_RuleValue, Material_ConditionValue]>:$value);
  let assemblyFormat = "$value `:` type($value) attr-dict";
}

def Material_GraphOp : Material_Op<"graph", [Symbol, IsolatedFromAbove, SingleBlock, NoTerminator,
                                             NoRegionArguments]> {
  let summary = "the material rule of one noise settings file, and the frame of these settings";
  let description = [{
    `min_y` and `height` are those of the settings (spec 30, 2.1). The body ends with
    `material.entry`. The rule is asked for every solid block (spec 40, section 4).
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, I32Attr:$min_y, I32Attr:$height,
    I32Attr:$sea_level, FlatSymbolRefAttr:$default_block, FlatSymbolRefAttr:$default_fluid,
    UnitAttr:$aquifers, UnitAttr:$legacy_random_source);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    $sym_name `from` $min_y `height` $height `sea_level` $sea_level `block` $default_block
    `fluid` $default_fluid (`aquifers` $aquifers^)?
    (`legacy_random_source` $legacy_random_source^)? attr-dict-with-keyword $body
  }];
  let extraClassDeclaration = [{
    /// The rule of `material.entry`, or null where there is none.
    ::mlir::Value getRule();
  }];
}

def Material_EntryOp : Material_Op<"entry", [HasParent<"GraphOp">]> {
  let summary = "the rule of the graph";
  let arguments = (ins Material_RuleValue:$rule);
  let assemblyFormat = "$rule attr-dict";
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

class Material_RuleOp<string mnemonic, list<Trait> traits = []>
    : Material_Op<mnemonic, !listconcat([Pure], traits)> {
  let results = (outs Material_RuleValue:$result);
}

def Material_RuleRefOp : Material_RuleOp<"rule_ref"> {
  let summary = "a reference to a named rule";
  let arguments = (ins FlatSymbolRefAttr:$rule);
  let assemblyFormat = "$rule attr-dict";
}
def Material_NothingOp : Material_RuleOp<"nothing", [ConstantLike]> {
  let summary = "yields nothing, ever: an empty sequence";
  let assemblyFormat = "attr-dict";
  let hasFolder = 1;
}
def Material_PlaceOp : Material_RuleOp<"place"> {
  let summary = "the rule type `block`: always its state";
  let arguments = (ins FlatSymbolRefAttr:$state);
  let assemblyFormat = "$state attr-dict";
}
def Material_BandlandsOp : Material_RuleOp<"bandlands"> {
  let summary = "the clay band at the block (spec 40, 2.1)";
  let assemblyFormat = "attr-dict";
}
def Material_SequenceOp : Material_RuleOp<"sequence"> {
  let summary = "the first of its rules that yields a state";
  let arguments = (ins Variadic<Material_RuleValue>:$rules);
  // In parentheses: the list may be empty, and what follows begins with a value, too.
  let assemblyFormat = "`(` $rules `)` attr-dict";
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}
def Material_WhenOp : Material_RuleOp<"when"> {
  let summary = "the rule type `condition`: its rule where the condition holds, else nothing";
  let arguments = (ins Material_ConditionValue:$condition, Material_RuleValue:$rule);
  let assemblyFormat = "$condition `,` $rule attr-dict";
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}
def Material_PrepareVeinOp : Material_Op<"prepare_vein", [MemoryEffects<[MemWrite]>]> {
  let summary = "samples the density and then the richness of a vein over the chunk";
  let description = [{
    Spec 40, 3.3. The functions are the sampler entries `<functions>:density`, `:richness` and
    `:filler_gap`. Every occurrence of a vein in the rule has one of these, also where the rule can
    never be reached.
  }];
  let arguments = (ins StrAttr:$functions);
  let results = (outs Material_VeinValue:$result);
  let assemblyFormat = "$functions attr-dict";
}
def Material_OreVeinOp : Material_RuleOp<"ore_vein"> {
  let summary = "ore, raw ore or filler where a vein runs (spec 40, section 7)";
  let arguments = (ins Material_VeinValue:$vein, FlatSymbolRefAttr:$ore, FlatSymbolRefAttr:$raw_ore,
    FlatSymbolRefAttr:$filler, F32Attr:$raw_ore_chance);
  let assemblyFormat = [{
    $vein `ore` $ore `raw` $raw_ore `chance` $raw_ore_chance `filler` $filler attr-dict
  }];
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

class Material_ConditionOp<string mnemonic, list<Trait> traits = []>
    : Material_Op<mnemonic, !listconcat([Pure], traits)> {
  let results = (outs Material_ConditionValue:$result);
}

def Material_ConditionRefOp : Material_ConditionOp<"condition_ref"> {
  let summary = "a reference to a named condition";
  let arguments = (ins FlatSymbolRefAttr:$condition);
  let assemblyFormat = "$condition attr-dict";
}
def Material_ConstantOp : Material_ConditionOp<"constant", [ConstantLike]> {
  let summary = "a condition that always or never holds";
  let arguments = (ins BoolAttr:$value);
  let assemblyFormat = "$value attr-dict";
  let hasFolder = 1;
}
def Material_NotOp : Material_ConditionOp<"not"> {
  let summary = "holds where its operand does not";
  let arguments = (ins Material_ConditionValue:$operand);
  let assemblyFormat = "$operand attr-dict";
  let hasFolder = 1;
}
def Material_PerColumnOp : Material_ConditionOp<"per_column"> {
  let summary = "a condition whose answer is one for the whole column";
  let description = [{
    Asked where it stands, but at most once per column. Made by `material-hoist-columns`.
  }];
  let arguments = (ins Material_ConditionValue:$condition);
  let assemblyFormat = "$condition attr-dict";
}
def Material_BiomeOp : Material_ConditionOp<"biome"> {
  let summary = "the block's biome (zoomed) is in the set";
  let arguments = (ins StrArrayAttr:$biomes);
  let assemblyFormat = "$biomes attr-dict";
  let hasFolder = 1;
}
def Material_NoiseThresholdOp : Material_ConditionOp<"noise_threshold"> {
  let summary = "a noise lies between two bounds, both inclusive";
  let description = [{
    The noise's three-coordinate point algorithm at (x, 0, z), or at the block with `is_3d`; widened
    and compared in f64, NaN is outside.
  }];
  let arguments = (ins FlatSymbolRefAttr:$noise, F64Attr:$min, F64Attr:$max, UnitAttr:$is_3d);
  let assemblyFormat = "$noise `from` $min `to` $max (`is_3d` $is_3d^)? attr-dict";
  let hasFolder = 1;
}
def Material_VerticalGradientOp : Material_ConditionOp<"vertical_gradient"> {
  let summary = "holds below one anchor, not above another, by chance between";
  let arguments = (ins StrAttr:$random_name, Material_AnchorAttr:$true_at_and_below,
    Material_AnchorAttr:$false_at_and_above);
  let assemblyFormat = "$random_name `below` $true_at_and_below `above` $false_at_and_above attr-dict";
}
def Material_YAboveOp : Material_ConditionOp<"y_above"> {
  let summary = "the block lies at or above an anchor";
  let arguments = (ins Material_AnchorAttr:$anchor, I32Attr:$surface_depth_multiplier,
    UnitAttr:$add_stone_depth);
  let assemblyFormat = [{
    $anchor `depth_times` $surface_depth_multiplier (`add_stone_depth` $add_stone_depth^)? attr-dict
  }];
}
def Material_WaterOp : Material_ConditionOp<"water"> {
  let summary = "no fluid above, or the block lies at or above its surface plus an offset";
  let arguments = (ins I32Attr:$offset, I32Attr:$surface_depth_multiplier,
    UnitAttr:$add_stone_depth);
  let assemblyFormat = [{
    `offset` $offset `depth_times` $surface_depth_multiplier
    (`add_stone_depth` $add_stone_depth^)? attr-dict
  }];
}
def Material_StoneDepthOp : Material_ConditionOp<"stone_depth"> {
  let summary = "few solid blocks lie between the block and a floor or ceiling";
  let arguments = (ins Material_SurfaceAttr:$surface, I32Attr:$offset, UnitAttr:$add_surface_depth,
    I32Attr:$secondary_depth_range);
  let assemblyFormat = [{
    $surface `offset` $offset (`add_surface_depth` $add_surface_depth^)?
    `secondary_range` $secondary_depth_range attr-dict
  }];
}
def Material_TemperatureOp : Material_ConditionOp<"temperature"> {
  let summary = "the block's biome is cold there (spec 40, section 10)";
  let assemblyFormat = "attr-dict";
}
def Material_SteepOp : Material_ConditionOp<"steep"> {
  let summary = "the ground is much higher to the west or to the south";
  let assemblyFormat = "attr-dict";
}
def Material_HoleOp : Material_ConditionOp<"hole"> {
  let summary = "the surface depth is 0 or less";
  let assemblyFormat = "attr-dict";
}
def Material_AbovePreliminarySurfaceOp : Material_ConditionOp<"above_preliminary_surface"> {
  let summary = "the block lies at or above the column's minimum surface level";
  let description = [{Samples the router's `chunk_surface_level` when first asked in a chunk.}];
  let assemblyFormat = "attr-dict";
}

#endif
