//===- SamplerOps.td - Samplers: volume path, point path, caches ----------===//

#ifndef TERRANE_IR_SAMPLEROPS_TD
#define TERRANE_IR_SAMPLEROPS_TD

include "ir/SamplerBase.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class Sampler_Op<string mnemonic, list<Trait> traits = []>
    : Op<Sampler_Dialect, mnemonic, traits>;

// No op of the dialect is `Pure` if it is a cache or contains one, but erasing or merging *nodes*
// that are the same is always allowed: a node is a description, the state lies in the context.
class Sampler_NodeOp<string mnemonic> : Sampler_Op<mnemonic, [Pure]> {
  let results = (outs Sampler_Value:$result);
}

def Sampler_GraphOp : Sampler_Op<"graph", [Symbol, IsolatedFromAbove, SingleBlock, NoTerminator,
                                          NoRegionArguments]> {
  let summary = "the samplers of one noise settings file";
  let description = [{
    `legacy_random_source` chooses the generator that noises are seeded from (spec 30, section 3).
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, UnitAttr:$legacy_random_source);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    $sym_name (`legacy_random_source` $legacy_random_source^)? attr-dict-with-keyword $body
  }];
}

def Sampler_EntryOp : Sampler_Op<"entry", [HasParent<"GraphOp">]> {
  let summary = "a sampler by the name it is asked for";
  let arguments = (ins StrAttr:$name, Sampler_Value:$value);
  let assemblyFormat = "$name $value attr-dict";
}

def Sampler_ConstantOp : Sampler_NodeOp<"constant"> {
  let summary = "one value everywhere";
  let arguments = (ins F32Attr:$value);
  let assemblyFormat = "$value attr-dict";
}

def Sampler_NoiseOp : Sampler_NodeOp<"noise"> {
  let summary = "a noise at scaled coordinates";
  let description = [{
    Volume path: zeros, then the stack's volume algorithm (`block * (scale * frequency)`). Point
    path: the stack's point algorithm (`(block * scale) * frequency`).
  }];
  let arguments = (ins FlatSymbolRefAttr:$noise, F64Attr:$xz_scale, F64Attr:$y_scale);
  let assemblyFormat = "$noise `scale` $xz_scale `,` $y_scale attr-dict";
}

def Sampler_ShiftedNoiseOp : Sampler_NodeOp<"shifted_noise"> {
  let summary = "a noise at scaled, then shifted coordinates";
  let description = [{
    Both paths use the stack's point algorithm. Shifts are evaluated in the order x, (y,) z. Without
    a y shift nothing is added to y.
  }];
  let arguments = (ins FlatSymbolRefAttr:$noise, F64Attr:$xz_scale, F64Attr:$y_scale,
    Sampler_Value:$shift_x, Optional<Sampler_Value>:$shift_y, Sampler_Value:$shift_z);
  let assemblyFormat = [{
    $noise `scale` $xz_scale `,` $y_scale `x` $shift_x (`y` $shift_y^)? `z` $shift_z attr-dict
  }];
}

def Sampler_ShiftBOp : Sampler_NodeOp<"shift_b"> {
  let summary = "a noise at (z/4, x/4, 0), times 4";
  let description = [{
    Volume path: the transposed flat volume with amplitude 4, spread over y. Point path: times 4.
  }];
  let arguments = (ins FlatSymbolRefAttr:$noise);
  let assemblyFormat = "$noise attr-dict";
}

def Sampler_BlendedNoiseOp : Sampler_NodeOp<"blended_noise"> {
  let summary = "one of the three stacks of old_blended_noise, as a plain noise";
  let description = [{Spec 20, section 9: `low` and `high` are blended by `main`.}];
  let arguments = (ins Sampler_BlendedPartAttr:$part, F64Attr:$xz_scale, F64Attr:$y_scale,
    F64Attr:$xz_factor, F64Attr:$y_factor, F64Attr:$smear_scale_multiplier);
  let assemblyFormat = [{
    $part `scale` $xz_scale `,` $y_scale `factor` $xz_factor `,` $y_factor
    `smear` $smear_scale_multiplier attr-dict
  }];
}

def Sampler_EndOuterIslandsOp : Sampler_NodeOp<"end_outer_islands"> {
  let summary = "the outer islands of the end; y is ignored";
  let assemblyFormat = "attr-dict";
}

def Sampler_GradientOp : Sampler_NodeOp<"gradient"> {
  let summary = "from_value + f32(r) * factor along an axis";
  let description = [{`factor` is `(to_value - from_value) / f32(to - from)`.}];
  let arguments = (ins Density_AxisAttr:$axis, Density_TilingAttr:$tiling,
    I32Attr:$from_coordinate, I32Attr:$to_coordinate, F32Attr:$from_value, F32Attr:$factor);
  let assemblyFormat = [{
    $axis $tiling `from` $from_coordinate `to` $to_coordinate `value` $from_value `factor` $factor
    attr-dict
  }];
}

def Sampler_DistanceOp : Sampler_NodeOp<"distance"> {
  let summary = "distance of the block to a point";
  let arguments = (ins Density_MetricAttr:$metric, I32Attr:$x, I32Attr:$y, I32Attr:$z);
  let assemblyFormat = "$metric $x `,` $y `,` $z attr-dict";
}

def Sampler_FieldOp : Sampler_NodeOp<"field"> {
  let summary = "the sampler in a user field of the context, or its default";
  let description = [{Defaults: beardifier 0, blend_alpha 1, blend_offset 0 (spec 10, section 8).}];
  let arguments = (ins Sampler_FieldAttr:$field);
  let assemblyFormat = "$field attr-dict";
}

def Sampler_UnaryOp : Sampler_NodeOp<"unary"> {
  let summary = "a function of one value, the same on both paths";
  let description = [{Spec 11, sections 4 and 5 (rounding in its integer form).}];
  let arguments = (ins Sampler_UnaryAttr:$kind, Sampler_Value:$input);
  let assemblyFormat = "$kind $input attr-dict";
}

def Sampler_RoundToOp : Sampler_NodeOp<"round_to"> {
  let summary = "r(input / multiple) * multiple; the input where the multiple is 0";
  let arguments = (ins Sampler_RoundingAttr:$kind, Sampler_Value:$input, Sampler_Value:$multiple);
  let assemblyFormat = "$kind $input `,` $multiple attr-dict";
}

def Sampler_BinaryOp : Sampler_NodeOp<"binary"> {
  let summary = "left op right";
  let description = [{
    Volume path: both, then the IEEE operation. Point path of `mul` and `div`: if the left is a
    zero, +0.0 and the right is not evaluated.
  }];
  let arguments = (ins Sampler_BinaryAttr:$kind, Sampler_Value:$left, Sampler_Value:$right);
  let assemblyFormat = "$kind $left `,` $right attr-dict";
}

def Sampler_ScalarOp : Sampler_NodeOp<"scalar"> {
  let summary = "an operator with a constant side, without short cuts";
  let description = [{
    `add` v + c, `sub_from` c - v, `mul` v * c, `div_into` c / v, `pow_of` c ^ v, `pow_by` v ^ c on
    both paths; `min`/`max`: volume path `c < v ? c : v` (`>`), point path Java's `min(v, c)`.
  }];
  let arguments = (ins Sampler_ScalarAttr:$kind, Sampler_Value:$input, F32Attr:$constant);
  let assemblyFormat = "$kind $input `,` $constant attr-dict";
}

def Sampler_BoundOp : Sampler_NodeOp<"bound"> {
  let summary = "min or max of two samplers";
  let description = [{
    Volume path: both, then `r < l ? r : l` (`>`). Point path: left; if it is at most (at least)
    `threshold` it is the result and the right is not evaluated; else Java's min (max). The
    threshold is a bound of the right's range and may be NaN, which never stops.
  }];
  let arguments = (ins Sampler_BoundAttr:$kind, Sampler_Value:$left, Sampler_Value:$right,
    F32Attr:$threshold);
  let assemblyFormat = "$kind $left `,` $right `threshold` $threshold attr-dict";
}

def Sampler_PowOp : Sampler_NodeOp<"pow"> {
  let summary = "base ^ exponent through f64, both always evaluated";
  let arguments = (ins Sampler_Value:$base, Sampler_Value:$exponent);
  let assemblyFormat = "$base `,` $exponent attr-dict";
}

def Sampler_LerpOp : Sampler_NodeOp<"lerp"> {
  let summary = "first + alpha * (second - first)";
  let description = [{
    Alpha 0 (either sign) gives first, 1 gives second, bits unchanged. Volume path: alpha, first,
    second. Point path: alpha, then what is needed. A constant side is an ordinary operand here:
    evaluating a constant touches no state, so the game's special forms for it cannot be told apart.
  }];
  let arguments = (ins Sampler_Value:$alpha, Sampler_Value:$first, Sampler_Value:$second);
  let assemblyFormat = "$alpha `,` $first `,` $second attr-dict";
}

def Sampler_ClampOp : Sampler_NodeOp<"clamp"> {
  let summary = "x < min ? min : Java's min(x, max)";
  let arguments = (ins Sampler_Value:$input, F32Attr:$min, F32Attr:$max);
  let assemblyFormat = "$input `to` $min `,` $max attr-dict";
}

def Sampler_RangeChoiceOp : Sampler_NodeOp<"range_choice"> {
  let summary = "one of two samplers by whether the input lies in [min, max)";
  let description = [{
    Volume path: when_in_range, input, when_out_of_range, each for the whole volume in this order.
    Point path: input, then the chosen one.
  }];
  let arguments = (ins Sampler_Value:$input, F32Attr:$min_inclusive, F32Attr:$max_exclusive,
    Sampler_Value:$when_in_range, Sampler_Value:$when_out_of_range);
  let assemblyFormat = [{
    $input `in` $min_inclusive `,` $max_exclusive `then` $when_in_range `else` $when_out_of_range
    attr-dict
  }];
}

def Sampler_IntervalSelectOp : Sampler_NodeOp<"interval_select"> {
  let summary = "the first sampler whose threshold is above the input, else the last";
  let description = [{
    Volume path: input, then every sampler. Point path: input, then the chosen one.
  }];
  let arguments = (ins Sampler_Value:$input, DenseF32ArrayAttr:$thresholds,
    Variadic<Sampler_Value>:$functions);
  let assemblyFormat = "$input `at` custom<Floats>($thresholds) `of` $functions attr-dict";
  let hasVerifier = 1;
}

def Sampler_SplineOp : Sampler_NodeOp<"spline"> {
  let summary = "a spline over its distinct coordinates";
  let description = [{
    `sampler.spline_points` in the tree name coordinates by slot. A coordinate is evaluated when a
    slot is first needed: for the whole volume on the volume path, once per position on the point
    path (a NaN is not remembered there).
  }];
  let arguments = (ins Sampler_SplineValue:$tree, Variadic<Sampler_Value>:$coordinates);
  let assemblyFormat = "$tree (`over` $coordinates^)? attr-dict";
  let hasVerifier = 1;
}

def Sampler_SplineConstantOp : Sampler_Op<"spline_constant", [Pure]> {
  let summary = "a constant spline";
  let arguments = (ins F32Attr:$value);
  let results = (outs Sampler_SplineValue:$result);
  let assemblyFormat = "$value attr-dict";
}

def Sampler_SplinePointsOp : Sampler_Op<"spline_points", [Pure]> {
  let summary = "a cubic spline over the coordinate of a slot";
  let arguments = (ins I32Attr:$slot, DenseF32ArrayAttr:$locations,
    DenseF32ArrayAttr:$derivatives, Variadic<Sampler_SplineValue>:$values);
  let results = (outs Sampler_SplineValue:$result);
  let assemblyFormat = [{
    `slot` $slot `at` custom<Floats>($locations) `slope` custom<Floats>($derivatives)
    `of` $values attr-dict
  }];
  let hasVerifier = 1;
}

def Sampler_CacheOp : Sampler_NodeOp<"cache"> {
  let summary = "the cell of a prepared cache around its input";
  let description = [{
    Spec 10, section 5. The context keeps per cell the last volume and one point. Point requests:
    the point slot first, then the retained volume if the block lies on its grid, then the input.
  }];
  let arguments = (ins Sampler_Value:$input, I32Attr:$cell);
  let assemblyFormat = "$input `cell` $cell attr-dict";
}

def Sampler_BlendDensityOp : Sampler_NodeOp<"blend_density"> {
  let summary = "the input, through the context's blender if there is one";
  let arguments = (ins Sampler_Value:$input);
  let assemblyFormat = "$input attr-dict";
}

def Sampler_InterpolatedOp : Sampler_NodeOp<"interpolated"> {
  let summary = "trilinear interpolation between cell corners";
  let description = [{
    Spec 11, section 15. Volume path: the input on the corner volume (volume path); an aligned
    volume goes straight to the input. Point path: the eight corners on the *volume* path, or the
    input's point path at a corner.
  }];
  let arguments = (ins Sampler_Value:$input, I32Attr:$cell_size_xz, I32Attr:$cell_size_y);
  let assemblyFormat = "$input `cell` $cell_size_xz `,` $cell_size_y attr-dict";
}

def Sampler_SliceOp : Sampler_NodeOp<"slice"> {
  let summary = "the input at fixed coordinates";
  let description = [{
    Volume path: if the volume is already flat there, the same volume; else size 1 and that minimum
    on each named axis, all steps kept, then spread. Point path: coordinates replaced.
  }];
  let arguments = (ins Sampler_Value:$input, OptionalAttr<I32Attr>:$x, OptionalAttr<I32Attr>:$y,
    OptionalAttr<I32Attr>:$z);
  let assemblyFormat = "$input (`x` $x^)? (`y` $y^)? (`z` $z^)? attr-dict";
  let hasVerifier = 1;
}

def Sampler_FindTopSurfaceOp : Sampler_NodeOp<"find_top_surface"> {
  let summary = "the highest cell border with positive density; inside a slice at y = 0";
  let description = [{
    upper_bound on the path in use, density always on the point path (spec 11, section 17).
  }];
  let arguments = (ins Sampler_Value:$density, Sampler_Value:$upper_bound, I32Attr:$lower_bound,
    I32Attr:$cell_height);
  let assemblyFormat = [{
    $density `below` $upper_bound `above` $lower_bound `step` $cell_height attr-dict
  }];
}

#endif
