//===- DensityOps.td - One operation per density function type ------------===//

#ifndef TERRANE_IR_DENSITYOPS_TD
#define TERRANE_IR_DENSITYOPS_TD

include "ir/DensityBase.td"
include "ir/DensityInterfaces.td"
include "mlir/IR/RegionKindInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class Density_Op<string mnemonic, list<Trait> traits = []>
    : Op<Density_Dialect, mnemonic, traits>;

//===----------------------------------------------------------------------===//
// Symbols and containers
//===----------------------------------------------------------------------===//

def Density_NoiseParametersOp : Density_Op<"noise_parameters", [Symbol]> {
  let summary = "the content of a `worldgen/noise` file";
  let description = [{
    Spec 20, section 3. `amplitude_modifiers` is empty or has `octave_count` entries. The noise is
    instantiated at run time, from the world seed and the symbol's name.
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, I32Attr:$base_octave, I32Attr:$octave_count,
    F64Attr:$base_amplitude, Density_NormalizeAttr:$normalize,
    DenseF64ArrayAttr:$amplitude_modifiers);
  let assemblyFormat = [{
    $sym_name `octaves` $base_octave `count` $octave_count `amplitude` $base_amplitude
    `normalize` $normalize `modifiers` custom<Doubles>($amplitude_modifiers) attr-dict
  }];
  let hasVerifier = 1;
}

def Density_FuncOp : Density_Op<"func", [Symbol, IsolatedFromAbove, SingleBlock, NoRegionArguments]> {
  let summary = "a named density function: one file of the registry";
  let arguments = (ins SymbolNameAttr:$sym_name);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$sym_name attr-dict-with-keyword $body";
  let extraClassDeclaration = [{
    /// The value the function stands for.
    ::mlir::Value getResultValue();
  }];
}

def Density_YieldOp : Density_Op<"yield", [Pure, Terminator, HasParent<"FuncOp">]> {
  let summary = "the node that a named function stands for";
  let arguments = (ins Density_FunctionValue:$value);
  let assemblyFormat = "$value attr-dict";
}

def Density_GraphOp : Density_Op<"graph", [Symbol, IsolatedFromAbove, SingleBlock, NoTerminator,
                                          NoRegionArguments]> {
  let summary = "what is to be compiled together: the root functions of one noise settings file";
  let description = [{
    One compiler instance of the game: its roots share prepared caches and noises. Roots are named
    by `density.entry`. `legacy_random_source` chooses the generator that noises are seeded from.
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, UnitAttr:$legacy_random_source);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    $sym_name (`legacy_random_source` $legacy_random_source^)? attr-dict-with-keyword $body
  }];
}

def Density_EntryOp : Density_Op<"entry", [HasParent<"GraphOp">]> {
  let summary = "a root function of the graph, by the name it is asked for";
  let arguments = (ins StrAttr:$name, Density_FunctionValue:$value);
  let assemblyFormat = "$name $value attr-dict";
}

//===----------------------------------------------------------------------===//
// Function nodes
//===----------------------------------------------------------------------===//

// `methods` are those of FunctionNode that differ from "union of all operands" and "reads all".
class Density_FunctionOp<string mnemonic, list<string> methods = [], list<Trait> traits = []>
    : Op<Density_Dialect, mnemonic, !listconcat([Pure,
        DeclareOpInterfaceMethods<FunctionNode, methods>], traits)> {
  let results = (outs Density_FunctionValue:$result);
}

def Density_RefOp : Density_Op<"ref", [Pure]> {
  let summary = "a reference to a named function";
  let description = [{
    Equal only to a reference to the same name. Gone after `density-inline-references`.
  }];
  let arguments = (ins FlatSymbolRefAttr:$function);
  let results = (outs Density_FunctionValue:$result);
  let assemblyFormat = "$function attr-dict";
}

def Density_ConstantOp : Density_FunctionOp<"constant"> {
  let summary = "one value everywhere";
  let description = [{
    Finite, at most 1,000,000 in magnitude. Both paths: the value. Range: [value, value].
  }];
  let arguments = (ins F32Attr:$value);
  let assemblyFormat = "$value attr-dict";
  let hasVerifier = 1;
}

def Density_BlendAlphaOp : Density_FunctionOp<"blend_alpha", ["getAxes"]> {
  let summary = "how much of the new terrain shows next to chunks of old versions";
  let description = [{From the sampler context; 1 where it has none. Range: [0, 1].}];
  let assemblyFormat = "attr-dict";
}
def Density_BlendOffsetOp : Density_FunctionOp<"blend_offset", ["getAxes"]> {
  let summary = "height offset next to chunks of old versions";
  let description = [{From the sampler context; 0 where it has none. Range: all values.}];
  let assemblyFormat = "attr-dict";
}
def Density_BeardifierOp : Density_FunctionOp<"beardifier", ["getAxes"]> {
  let summary = "terrain adaptation around structures";
  let description = [{From the sampler context; 0 where it has none. Range: all values.}];
  let assemblyFormat = "attr-dict";
}

def Density_NoiseOp : Density_FunctionOp<"noise", ["getAxes", "rangeReads"]> {
  let summary = "a noise, its coordinates scaled, then shifted";
  let description = [{
    Volume path: the noise's volume algorithm if all shifts are the constant +0.0, else its point
    algorithm at every lattice point. Point path: the point algorithm. The two multiply scale and
    frequency in different order. Range: the noise's, shifts and scales ignored.
  }];
  let arguments = (ins FlatSymbolRefAttr:$noise, F64Attr:$xz_scale, F64Attr:$y_scale,
    Density_FunctionValue:$shift_x, Density_FunctionValue:$shift_y,
    Density_FunctionValue:$shift_z);
  let assemblyFormat = [{
    $noise `scale` $xz_scale `,` $y_scale `shift` $shift_x `,` $shift_y `,` $shift_z attr-dict
  }];
}

class Density_ShiftNoiseOp<string mnemonic, string text>
    : Density_FunctionOp<mnemonic, ["getAxes"]> {
  let summary = text;
  let description = [{Four times a noise at a quarter of the coordinates. Range: 4 x the noise's.}];
  let arguments = (ins FlatSymbolRefAttr:$noise);
  let assemblyFormat = "$noise attr-dict";
}
def Density_ShiftOp : Density_ShiftNoiseOp<"shift", "a noise at (x/4, y/4, z/4), times 4">;
def Density_ShiftAOp : Density_ShiftNoiseOp<"shift_a", "a noise at (x/4, 0, z/4), times 4">;
def Density_ShiftBOp : Density_ShiftNoiseOp<"shift_b", "a noise at (z/4, x/4, 0), times 4">;

def Density_EndOuterIslandsOp : Density_FunctionOp<"end_outer_islands", ["getAxes"]> {
  let summary = "the outer islands of the end";
  let description = [{
    Depends on x and z; its generator is seeded with the world seed alone.
    Range: [-0.84375, 0.5625].
  }];
  let assemblyFormat = "attr-dict";
}

def Density_DistanceToPointOp : Density_FunctionOp<"distance_to_point", ["getAxes"]> {
  let summary = "distance of the block to a point";
  let description = [{Differences wrap in i32, then f32. Both paths alike. Range: [0, +inf].}];
  let arguments = (ins Density_MetricAttr:$metric, I32Attr:$x, I32Attr:$y, I32Attr:$z);
  let assemblyFormat = "$metric $x `,` $y `,` $z attr-dict";
}

def Density_GradientOp : Density_FunctionOp<"gradient", ["getAxes"]> {
  let summary = "a linear ramp along an axis";
  let description = [{
    `from_value + f32(r) * ((to_value - from_value) / f32(to - from))`, r chosen by the tiling. Both
    paths alike. Never sliced. Range: hull of the two values.
  }];
  let arguments = (ins Density_AxisAttr:$axis, Density_TilingAttr:$tiling,
    I32Attr:$from_coordinate, I32Attr:$to_coordinate, F32Attr:$from_value, F32Attr:$to_value);
  let assemblyFormat = [{
    $axis $tiling `from` $from_coordinate `at` $from_value `to` $to_coordinate `at` $to_value
    attr-dict
  }];
  let hasVerifier = 1;
}

def Density_OldBlendedNoiseOp : Density_FunctionOp<"old_blended_noise", ["getAxes"]> {
  let summary = "the blend of two smeared noises by a third";
  let description = [{
    Spec 20, section 9. Both paths alike, since all frequencies are powers of two. The range covers
    the two blended noises.
  }];
  let arguments = (ins F64Attr:$xz_scale, F64Attr:$y_scale, F64Attr:$xz_factor, F64Attr:$y_factor,
    F64Attr:$smear_scale_multiplier);
  let assemblyFormat = [{
    `scale` $xz_scale `,` $y_scale `factor` $xz_factor `,` $y_factor
    `smear` $smear_scale_multiplier attr-dict
  }];
  let hasVerifier = 1;
}

class Density_UnaryOp<string mnemonic, string text, string detail>
    : Density_FunctionOp<mnemonic> {
  let summary = text;
  let description = detail;
  let arguments = (ins Density_FunctionValue:$input);
  let assemblyFormat = "$input attr-dict";
}
def Density_AbsOp : Density_UnaryOp<"abs", "absolute value",
  "Clears the sign bit. Both paths alike.">;
def Density_SquareOp : Density_UnaryOp<"square", "x * x", "Both paths alike.">;
def Density_CubeOp : Density_UnaryOp<"cube", "(x * x) * x", "Both paths alike.">;
def Density_SqrtOp : Density_UnaryOp<"sqrt", "square root",
  "Correctly rounded f32; negative gives NaN. Range: that of `pow` with exponent 0.5.">;
def Density_HalfNegativeOp : Density_UnaryOp<"half_negative", "x > 0 ? x : x * 0.5",
  "NaN and -0.0 stay. Both paths alike.">;
def Density_QuarterNegativeOp : Density_UnaryOp<"quarter_negative", "x > 0 ? x : x * 0.25",
  "NaN and -0.0 stay. Both paths alike.">;
def Density_ReciprocalOp : Density_UnaryOp<"reciprocal", "1 / x", "Both paths alike.">;
def Density_NegateOp : Density_UnaryOp<"negate", "-x", "Flips the sign bit. Both paths alike.">;
def Density_SqueezeOp : Density_UnaryOp<"squeeze", "c/2 - c*c*c/24 with c = clamp(x, -1, 1)",
  "Divisions in f32, after the f32 cube. Both paths alike.">;
def Density_LogOp : Density_UnaryOp<"log", "natural logarithm",
  "Through f64. Both paths alike. Range NaI for an input below 0.">;
def Density_SignOp : Density_UnaryOp<"sign", "1, -1, or x itself for zeros and NaN",
  "Both paths alike.">;

class Density_RoundingOp<string mnemonic, string text> : Density_FunctionOp<mnemonic> {
  let summary = text;
  let description = [{
    `r(input / multiple) * multiple`; a multiple of zero gives the input; a *constant* multiple of
    1 gives `r(input)` without division. Input, then multiple are evaluated, on both paths.
  }];
  let arguments = (ins Density_FunctionValue:$input, Density_FunctionValue:$multiple);
  let assemblyFormat = "$input `,` $multiple attr-dict";
}
def Density_FloorOp : Density_RoundingOp<"floor", "down to a multiple">;
def Density_RoundOp : Density_RoundingOp<"round",
  "to the nearest multiple, ties toward +infinity, through a saturated i32">;
def Density_CeilOp : Density_RoundingOp<"ceil", "up to a multiple">;
def Density_TruncateOp : Density_RoundingOp<"truncate", "toward zero to a multiple">;

class Density_BinaryOp<string mnemonic, string text, string detail>
    : Density_FunctionOp<mnemonic> {
  let summary = text;
  let description = detail;
  let arguments = (ins Density_FunctionValue:$left, Density_FunctionValue:$right);
  let assemblyFormat = "$left `,` $right attr-dict";
}
def Density_AddOp : Density_BinaryOp<"add", "left + right", "Left, then right, on both paths.">;
def Density_SubOp : Density_BinaryOp<"sub", "left - right", "Left, then right, on both paths.">;
def Density_MulOp : Density_BinaryOp<"mul", "left * right", [{
    Volume path: both sides, IEEE product. Point path: a zero left gives +0.0 and the right is not
    evaluated (unless one side is a constant).}]>;
def Density_DivOp : Density_BinaryOp<"div", "left / right", [{
    By a constant: times its f32 reciprocal. Point path: a zero left gives +0.0 and the right is not
    evaluated (unless one side is a constant).}]>;
def Density_MinOp : Density_BinaryOp<"min", "the smaller", [{
    Disjoint ranges drop a side. Volume path: `r < l ? r : l`. Point path: the left as it is if it
    is at most the lower bound of the right's range (right not evaluated), else Java's `min`.}]>;
def Density_MaxOp : Density_BinaryOp<"max", "the larger", [{
    Disjoint ranges drop a side. Volume path: `r > l ? r : l`. Point path: the left as it is if it
    is at least the upper bound of the right's range (right not evaluated), else Java's `max`.}]>;

def Density_PowOp : Density_FunctionOp<"pow"> {
  let summary = "base to the power of exponent";
  let description = [{
    Constant exponents of magnitude 0.5, 1, 2, 3 become roots and products (and a reciprocal);
    everything else goes through f64. Base, then exponent, on both paths.
  }];
  let arguments = (ins Density_FunctionValue:$base, Density_FunctionValue:$exponent);
  let assemblyFormat = "$base `,` $exponent attr-dict";
}

def Density_LerpOp : Density_FunctionOp<"lerp"> {
  let summary = "first + alpha * (second - first)";
  let description = [{
    An alpha of exactly 0 or 1 gives first or second unchanged. Volume path: alpha, first, second,
    all evaluated. Point path: alpha, then only what is needed.
  }];
  let arguments = (ins Density_FunctionValue:$alpha, Density_FunctionValue:$first,
    Density_FunctionValue:$second);
  let assemblyFormat = "$alpha `,` $first `,` $second attr-dict";
}

def Density_ClampOp : Density_FunctionOp<"clamp"> {
  let summary = "limits a value to [min, max]";
  let description = [{`x < min ? min : jmin(x, max)` on both paths: NaN and -0.0 pass.}];
  let arguments = (ins Density_FunctionValue:$input, F32Attr:$min, F32Attr:$max);
  let assemblyFormat = "$input `to` $min `,` $max attr-dict";
  let hasVerifier = 1;
}

def Density_RangeChoiceOp : Density_FunctionOp<"range_choice", ["rangeReads"]> {
  let summary = "one of two functions by whether the input lies in [min_inclusive, max_exclusive)";
  let description = [{
    Volume path: when_in_range, input, when_out_of_range, all evaluated in this order. Point path:
    input, then the chosen one. Range: hull of the two branches.
  }];
  let arguments = (ins Density_FunctionValue:$input, F32Attr:$min_inclusive,
    F32Attr:$max_exclusive, Density_FunctionValue:$when_in_range,
    Density_FunctionValue:$when_out_of_range);
  let assemblyFormat = [{
    $input `in` $min_inclusive `,` $max_exclusive `then` $when_in_range `else` $when_out_of_range
    attr-dict
  }];
}

def Density_IntervalSelectOp : Density_FunctionOp<"interval_select", ["rangeReads"]> {
  let summary = "one of several functions by the thresholds that the input reaches";
  let description = [{
    The first i with `input < thresholds[i]` picks function i, otherwise (and for NaN) the last.
    Volume path: input, then every function. Point path: input, then the chosen one.
  }];
  let arguments = (ins Density_FunctionValue:$input, DenseF32ArrayAttr:$thresholds,
    Variadic<Density_FunctionValue>:$functions);
  let assemblyFormat = "$input `at` custom<Floats>($thresholds) `of` $functions attr-dict";
  let hasVerifier = 1;
}

def Density_SplineOp : Density_FunctionOp<"spline"> {
  let summary = "the value of a cubic spline";
  let description = [{
    Volume path: each coordinate is evaluated for the whole volume the first time that any lattice
    point needs it. Point path: when first needed.
  }];
  let arguments = (ins Density_SplineValue:$spline);
  let assemblyFormat = "$spline attr-dict";
}

def Density_SplineConstantOp : Op<Density_Dialect, "spline_constant",
    [Pure, DeclareOpInterfaceMethods<FunctionNode>]> {
  let summary = "a constant where a spline is asked for";
  let description = [{Any f32, infinities included.}];
  let arguments = (ins F32Attr:$value);
  let results = (outs Density_SplineValue:$result);
  let assemblyFormat = "$value attr-dict";
}

def Density_SplinePointsOp : Op<Density_Dialect, "spline_points",
    [Pure, DeclareOpInterfaceMethods<FunctionNode>]> {
  let summary = "a cubic spline over a coordinate";
  let description = [{
    Points in the order of the pack; locations need not ascend (spec 11, section 3). Each point's
    value is itself a spline.
  }];
  let arguments = (ins Density_FunctionValue:$coordinate, DenseF32ArrayAttr:$locations,
    DenseF32ArrayAttr:$derivatives, Variadic<Density_SplineValue>:$values);
  let results = (outs Density_SplineValue:$result);
  let assemblyFormat = [{
    $coordinate `at` custom<Floats>($locations) `slope` custom<Floats>($derivatives)
    `of` $values attr-dict
  }];
  let hasVerifier = 1;
}

def Density_CacheOp : Density_FunctionOp<"cache"> {
  let summary = "remembers the last volume and the last point of its input";
  let description = [{
    Observable: see docs/rationale.md. Equal inputs, as written in the pack, share one cell.
    Replaced by `density.prepared` before compilation.
  }];
  let arguments = (ins Density_FunctionValue:$input);
  let assemblyFormat = "$input attr-dict";
}

def Density_PreparedOp : Density_FunctionOp<"prepared"> {
  let summary = "a cache with its cell assigned; a leaf for every later rewriting";
  let description = [{
    Made by `density-prepare-caches`. Its input is rewritten as a root of its own (starting from
    the axes X, Y and Z). Axes and range: the input's.
  }];
  let arguments = (ins Density_FunctionValue:$input, I32Attr:$cell);
  let assemblyFormat = "$input `cell` $cell attr-dict";
}

def Density_BlendDensityOp : Density_FunctionOp<"blend_density"> {
  let summary = "mixes the density of old chunks in";
  let description = [{
    The input's value, bits unchanged, unless the context has a blender. Axes: the input's, though
    a blender looks at all three coordinates.
  }];
  let arguments = (ins Density_FunctionValue:$input);
  let assemblyFormat = "$input attr-dict";
}

def Density_InterpolatedOp : Density_FunctionOp<"interpolated"> {
  let summary = "trilinear interpolation between the corners of cells";
  let description = [{
    Volume path: corners once, then z, x, and a running sum along y with reciprocal weights. Point
    path: the eight corners on the *volume* path, weights by true division, order x, y, z; at a
    corner the input on the point path. Range: the input's.
  }];
  let arguments = (ins Density_FunctionValue:$input, I32Attr:$cell_size_xz, I32Attr:$cell_size_y);
  let assemblyFormat = "$input `cell` $cell_size_xz `,` $cell_size_y attr-dict";
  let hasVerifier = 1;
}

def Density_SliceOp : Density_FunctionOp<"slice", ["getAxes"]> {
  let summary = "its input at a fixed coordinate of one axis";
  let description = [{
    Volume path: the input on a volume flat at the coordinate (all steps kept), spread along the
    axis. Point path: the coordinate replaced. Axes: the input's without this one.
  }];
  let arguments = (ins Density_AxisAttr:$axis, I32Attr:$coordinate, Density_FunctionValue:$input);
  let assemblyFormat = "$axis $coordinate $input attr-dict";
}

def Density_FindTopSurfaceOp : Density_FunctionOp<"find_top_surface", ["getAxes", "rangeReads"]> {
  let summary = "the highest cell border at which the density is positive";
  let description = [{
    upper_bound at y = 0 on the path in use; density always on the *point* path, from
    `floor(upper / cell_height) * cell_height` downwards to lower_bound.
  }];
  let arguments = (ins Density_FunctionValue:$density, Density_FunctionValue:$upper_bound,
    I32Attr:$lower_bound, I32Attr:$cell_height);
  let assemblyFormat = [{
    $density `below` $upper_bound `above` $lower_bound `step` $cell_height attr-dict
  }];
  let hasVerifier = 1;
}

#endif
