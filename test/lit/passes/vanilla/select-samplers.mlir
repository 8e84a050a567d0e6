// Every compile-time decision of spec 10, 6.5 and spec 11, one graph each.
// RUN: terrane-opt %s --density-select-samplers | FileCheck %s
// RUN: terrane-opt %s --density-select-samplers | terrane-opt | FileCheck %s

// Range [-2, 2], and [-8, 8] for its shifts (spec 20, section 4).
// CHECK-LABEL: density.noise_parameters @n octaves 0 count 1 amplitude 1.000000e+00 normalize on modifiers []
density.noise_parameters @n octaves 0 count 1 amplitude 1.0 normalize on modifiers []

//===----------------------------------------------------------------------===//
// Leaves
//===----------------------------------------------------------------------===//

// Context fields, constants, distance and islands are translated one to one.
// CHECK-LABEL: sampler.graph @leaves {
// CHECK-NEXT: %0 = sampler.constant -0.000000e+00
// CHECK-NEXT: %1 = sampler.field  blend_alpha
// CHECK-NEXT: %2 = sampler.field  blend_offset
// CHECK-NEXT: %3 = sampler.field  beardifier
// CHECK-NEXT: %4 = sampler.distance  chebyshev 1, -2, 3
// CHECK-NEXT: %5 = sampler.end_outer_islands
// CHECK-NEXT: sampler.entry "0" %0
// CHECK-NEXT: sampler.entry "1" %1
// CHECK-NEXT: sampler.entry "2" %2
// CHECK-NEXT: sampler.entry "3" %3
// CHECK-NEXT: sampler.entry "4" %4
// CHECK-NEXT: sampler.entry "5" %5
// CHECK-NEXT: }
density.graph @leaves {
  %0 = density.constant -0.0
  %1 = density.blend_alpha
  %2 = density.blend_offset
  %3 = density.beardifier
  %4 = density.distance_to_point chebyshev 1, -2, 3
  %5 = density.end_outer_islands
  density.entry "0" %0
  density.entry "1" %1
  density.entry "2" %2
  density.entry "3" %3
  density.entry "4" %4
  density.entry "5" %5
}

// All three shifts are the constant +0.0: the plain form.
// CHECK-LABEL: sampler.graph @noise_plain {
// CHECK-NEXT: %0 = sampler.noise @n scale 2.500000e-01, 3.000000e+00
// CHECK-NEXT: sampler.entry "f" %0
// CHECK-NEXT: }
density.graph @noise_plain {
  %0 = density.constant 0.0
  %1 = density.constant 0.0
  %2 = density.noise @n scale 0.25, 3.0 shift %0, %1, %0
  density.entry "f" %2
}

// Only shift_y is: x and z are shifted, y not at all.
// CHECK-LABEL: sampler.graph @noise_shifted_xz {
// CHECK-NEXT: %0 = sampler.constant 0.000000e+00
// CHECK-NEXT: %1 = sampler.field  blend_offset
// CHECK-NEXT: %2 = sampler.shifted_noise @n scale 2.500000e-01, 3.000000e+00 x %1 z %0
// CHECK-NEXT: sampler.entry "f" %2
// CHECK-NEXT: }
density.graph @noise_shifted_xz {
  %0 = density.constant 0.0
  %1 = density.blend_offset
  %2 = density.noise @n scale 0.25, 3.0 shift %1, %0, %0
  density.entry "f" %2
}

// shift_y is not: all three, also where x and z are zero.
// CHECK-LABEL: sampler.graph @noise_shifted_xyz {
// CHECK-NEXT: %0 = sampler.constant 0.000000e+00
// CHECK-NEXT: %1 = sampler.field  blend_offset
// CHECK-NEXT: %2 = sampler.shifted_noise @n scale 2.500000e-01, 3.000000e+00 x %0 y %1 z %0
// CHECK-NEXT: sampler.entry "f" %2
// CHECK-NEXT: }
density.graph @noise_shifted_xyz {
  %0 = density.constant 0.0
  %1 = density.blend_offset
  %2 = density.noise @n scale 0.25, 3.0 shift %0, %1, %0
  density.entry "f" %2
}

// -0.0 is not the zero shift (structural equality): not in y, not in x.
// CHECK-LABEL: sampler.graph @noise_minus_zero_y {
// CHECK-NEXT: %0 = sampler.constant 0.000000e+00
// CHECK-NEXT: %1 = sampler.constant -0.000000e+00
// CHECK-NEXT: %2 = sampler.shifted_noise @n scale 1.000000e+00, 1.000000e+00 x %0 y %1 z %0
// CHECK-NEXT: sampler.entry "f" %2
// CHECK-NEXT: }
density.graph @noise_minus_zero_y {
  %0 = density.constant 0.0
  %1 = density.constant -0.0
  %2 = density.noise @n scale 1.0, 1.0 shift %0, %1, %0
  density.entry "f" %2
}
// CHECK-LABEL: sampler.graph @noise_minus_zero_x {
// CHECK-NEXT: %0 = sampler.constant 0.000000e+00
// CHECK-NEXT: %1 = sampler.constant -0.000000e+00
// CHECK-NEXT: %2 = sampler.shifted_noise @n scale 1.000000e+00, 1.000000e+00 x %1 z %0
// CHECK-NEXT: sampler.entry "f" %2
// CHECK-NEXT: }
density.graph @noise_minus_zero_x {
  %0 = density.constant 0.0
  %1 = density.constant -0.0
  %2 = density.noise @n scale 1.0, 1.0 shift %1, %0, %0
  density.entry "f" %2
}

// A slice or a prepared cache around 0.0 hides it.
// CHECK-LABEL: sampler.graph @noise_hidden_zero {
// CHECK-NEXT: %0 = sampler.constant 0.000000e+00
// CHECK-NEXT: %1 = sampler.cache %0 cell 0
// CHECK-NEXT: %2 = sampler.shifted_noise @n scale 1.000000e+00, 1.000000e+00 x %1 z %0
// CHECK-NEXT: %3 = sampler.slice %0 y 0
// CHECK-NEXT: %4 = sampler.shifted_noise @n scale 1.000000e+00, 1.000000e+00 x %0 y %3 z %0
// CHECK-NEXT: sampler.entry "cache" %2
// CHECK-NEXT: sampler.entry "slice" %4
// CHECK-NEXT: }
density.graph @noise_hidden_zero {
  %0 = density.constant 0.0
  %1 = density.prepared %0 cell 0
  %2 = density.noise @n scale 1.0, 1.0 shift %1, %0, %0
  %3 = density.slice y 0 %0
  %4 = density.noise @n scale 1.0, 1.0 shift %0, %3, %0
  density.entry "cache" %2
  density.entry "slice" %4
}

// shift and shift_a are a plain noise, times 4 afterwards; shift_b has a form of its own.
// CHECK-LABEL: sampler.graph @shifts {
// CHECK-NEXT: %0 = sampler.noise @n scale 2.500000e-01, 2.500000e-01
// CHECK-NEXT: %1 = sampler.scalar  mul %0, 4.000000e+00
// CHECK-NEXT: %2 = sampler.noise @n scale 2.500000e-01, 0.000000e+00
// CHECK-NEXT: %3 = sampler.scalar  mul %2, 4.000000e+00
// CHECK-NEXT: %4 = sampler.shift_b @n
// CHECK-NEXT: sampler.entry "shift" %1
// CHECK-NEXT: sampler.entry "shift_a" %3
// CHECK-NEXT: sampler.entry "shift_b" %4
// CHECK-NEXT: }
density.graph @shifts {
  %0 = density.shift @n
  %1 = density.shift_a @n
  %2 = density.shift_b @n
  density.entry "shift" %0
  density.entry "shift_a" %1
  density.entry "shift_b" %2
}

// The factor is (to - from) in f32 over the coordinates' difference: -2/3, and over a wrapped one.
// CHECK-LABEL: sampler.graph @gradient {
// CHECK-NEXT: %0 = sampler.gradient  y  clamp_to_edge from -1 to 2 value 1.000000e+00 factor -0.666666686
// CHECK-NEXT: %1 = sampler.gradient  x  repeat from -2147483648 to 2147483647 value 0.000000e+00 factor -1.000000e+00
// CHECK-NEXT: %2 = sampler.gradient  z  mirrored_repeat from 10 to 6 value 5.000000e-01 factor -2.500000e-01
// CHECK-NEXT: sampler.entry "0" %0
// CHECK-NEXT: sampler.entry "1" %1
// CHECK-NEXT: sampler.entry "2" %2
// CHECK-NEXT: }
density.graph @gradient {
  %0 = density.gradient y clamp_to_edge from -1 at 1.0 to 2 at -1.0
  %1 = density.gradient x repeat from -2147483648 at 0.0 to 2147483647 at 1.0
  %2 = density.gradient z mirrored_repeat from 10 at 0.5 to 6 at 1.5
  density.entry "0" %0
  density.entry "1" %1
  density.entry "2" %2
}

// lerp(clamp(main + 0.5, 0, 1), low, high), spec 10, 7.7.
// CHECK-LABEL: sampler.graph @old_blended_noise {
// CHECK-NEXT: %0 = sampler.blended_noise  main scale 2.500000e-01, 1.250000e-01 factor 8.000000e+01, 1.600000e+02 smear 8.000000e+00
// CHECK-NEXT: %1 = sampler.scalar  add %0, 5.000000e-01
// CHECK-NEXT: %2 = sampler.clamp %1 to 0.000000e+00, 1.000000e+00
// CHECK-NEXT: %3 = sampler.blended_noise  low scale 2.500000e-01, 1.250000e-01 factor 8.000000e+01, 1.600000e+02 smear 8.000000e+00
// CHECK-NEXT: %4 = sampler.blended_noise  high scale 2.500000e-01, 1.250000e-01 factor 8.000000e+01, 1.600000e+02 smear 8.000000e+00
// CHECK-NEXT: %5 = sampler.lerp %2, %3, %4
// CHECK-NEXT: sampler.entry "f" %5
// CHECK-NEXT: }
density.graph @old_blended_noise {
  %0 = density.old_blended_noise scale 0.25, 0.125 factor 80.0, 160.0 smear 8.0
  density.entry "f" %0
}

//===----------------------------------------------------------------------===//
// Unary operators and rounding
//===----------------------------------------------------------------------===//

// CHECK-LABEL: sampler.graph @unary {
// CHECK-NEXT: %0 = sampler.field  beardifier
// CHECK-NEXT: %1 = sampler.unary  abs %0
// CHECK-NEXT: %2 = sampler.unary  square %1
// CHECK-NEXT: %3 = sampler.unary  cube %2
// CHECK-NEXT: %4 = sampler.unary  sqrt %3
// CHECK-NEXT: %5 = sampler.unary  half_negative %4
// CHECK-NEXT: %6 = sampler.unary  quarter_negative %5
// CHECK-NEXT: %7 = sampler.unary  reciprocal %6
// CHECK-NEXT: %8 = sampler.unary  negate %7
// CHECK-NEXT: %9 = sampler.unary  squeeze %8
// CHECK-NEXT: %10 = sampler.unary  log %9
// CHECK-NEXT: %11 = sampler.unary  sign %10
// CHECK-NEXT: sampler.entry "f" %11
// CHECK-NEXT: }
density.graph @unary {
  %x = density.beardifier
  %0 = density.abs %x
  %1 = density.square %0
  %2 = density.cube %1
  %3 = density.sqrt %2
  %4 = density.half_negative %3
  %5 = density.quarter_negative %4
  %6 = density.reciprocal %5
  %7 = density.negate %6
  %8 = density.squeeze %7
  %9 = density.log %8
  %10 = density.sign %9
  density.entry "f" %10
}

// A unary operator of a constant is not folded.
// CHECK-LABEL: sampler.graph @no_folding {
// CHECK-NEXT: %0 = sampler.constant 2.000000e+00
// CHECK-NEXT: %1 = sampler.unary  square %0
// CHECK-NEXT: %2 = sampler.scalar  add %1, 2.000000e+00
// CHECK-NEXT: sampler.entry "f" %2
// CHECK-NEXT: }
density.graph @no_folding {
  %0 = density.constant 2.0
  %1 = density.square %0
  %2 = density.add %0, %1
  density.entry "f" %2
}

// A constant multiple of exactly 1: the integer form.
// CHECK-LABEL: sampler.graph @rounding_integer {
// CHECK-NEXT: %0 = sampler.field  beardifier
// CHECK-NEXT: %1 = sampler.unary  floor %0
// CHECK-NEXT: %2 = sampler.unary  round %0
// CHECK-NEXT: %3 = sampler.unary  ceil %0
// CHECK-NEXT: %4 = sampler.unary  truncate %0
// CHECK-NEXT: sampler.entry "0" %1
// CHECK-NEXT: sampler.entry "1" %2
// CHECK-NEXT: sampler.entry "2" %3
// CHECK-NEXT: sampler.entry "3" %4
// CHECK-NEXT: }
density.graph @rounding_integer {
  %x = density.beardifier
  %one = density.constant 1.0
  %0 = density.floor %x, %one
  %1 = density.round %x, %one
  %2 = density.ceil %x, %one
  %3 = density.truncate %x, %one
  density.entry "0" %0
  density.entry "1" %1
  density.entry "2" %2
  density.entry "3" %3
}

// Any other multiple, constants and zero among them: the general form.
// CHECK-LABEL: sampler.graph @rounding_general {
// CHECK-NEXT: %0 = sampler.field  beardifier
// CHECK-NEXT: %1 = sampler.constant 5.000000e-01
// CHECK-NEXT: %2 = sampler.constant 0.000000e+00
// CHECK-NEXT: %3 = sampler.constant -1.000000e+00
// CHECK-NEXT: %4 = sampler.constant 1.000000e+00
// CHECK-NEXT: %5 = sampler.slice %4 x 0
// CHECK-NEXT: %6 = sampler.round_to  floor %0, %1
// CHECK-NEXT: %7 = sampler.round_to  round %0, %2
// CHECK-NEXT: %8 = sampler.round_to  ceil %0, %3
// CHECK-NEXT: %9 = sampler.round_to  truncate %0, %5
// CHECK-NEXT: sampler.entry "0" %6
// CHECK-NEXT: sampler.entry "1" %7
// CHECK-NEXT: sampler.entry "2" %8
// CHECK-NEXT: sampler.entry "3" %9
// CHECK-NEXT: }
density.graph @rounding_general {
  %x = density.beardifier
  %half = density.constant 0.5
  %zero = density.constant 0.0
  %minusOne = density.constant -1.0
  %one = density.constant 1.0
  %slicedOne = density.slice x 0 %one
  %0 = density.floor %x, %half
  %1 = density.round %x, %zero
  %2 = density.ceil %x, %minusOne
  %3 = density.truncate %x, %slicedOne
  density.entry "0" %0
  density.entry "1" %1
  density.entry "2" %2
  density.entry "3" %3
}

//===----------------------------------------------------------------------===//
// add, sub, mul, div
//===----------------------------------------------------------------------===//

// CHECK-LABEL: sampler.graph @arithmetic_general {
// CHECK-NEXT: %0 = sampler.field  beardifier
// CHECK-NEXT: %1 = sampler.field  blend_offset
// CHECK-NEXT: %2 = sampler.binary  add %0, %1
// CHECK-NEXT: %3 = sampler.binary  sub %0, %1
// CHECK-NEXT: %4 = sampler.binary  mul %0, %1
// CHECK-NEXT: %5 = sampler.binary  div %0, %1
// CHECK-NEXT: sampler.entry "0" %2
// CHECK-NEXT: sampler.entry "1" %3
// CHECK-NEXT: sampler.entry "2" %4
// CHECK-NEXT: sampler.entry "3" %5
// CHECK-NEXT: }
density.graph @arithmetic_general {
  %x = density.beardifier
  %y = density.blend_offset
  %0 = density.add %x, %y
  %1 = density.sub %x, %y
  %2 = density.mul %x, %y
  %3 = density.div %x, %y
  density.entry "0" %0
  density.entry "1" %1
  density.entry "2" %2
  density.entry "3" %3
}

// A constant on the left: R + c, c - R, R * c, c / R.
// CHECK-LABEL: sampler.graph @arithmetic_constant_left {
// CHECK-NEXT: %0 = sampler.field  beardifier
// CHECK-NEXT: %1 = sampler.scalar  add %0, 3.000000e+00
// CHECK-NEXT: %2 = sampler.scalar  sub_from %0, 3.000000e+00
// CHECK-NEXT: %3 = sampler.scalar  mul %0, 3.000000e+00
// CHECK-NEXT: %4 = sampler.scalar  div_into %0, 3.000000e+00
// CHECK-NEXT: sampler.entry "0" %1
// CHECK-NEXT: sampler.entry "1" %2
// CHECK-NEXT: sampler.entry "2" %3
// CHECK-NEXT: sampler.entry "3" %4
// CHECK-NEXT: }
density.graph @arithmetic_constant_left {
  %x = density.beardifier
  %c = density.constant 3.0
  %0 = density.add %c, %x
  %1 = density.sub %c, %x
  %2 = density.mul %c, %x
  %3 = density.div %c, %x
  density.entry "0" %0
  density.entry "1" %1
  density.entry "2" %2
  density.entry "3" %3
}

// On the right: L + c, L + (-c), L * c, and L * (1/c) with 1/3 rounded to f32 once.
// CHECK-LABEL: sampler.graph @arithmetic_constant_right {
// CHECK-NEXT: %0 = sampler.field  beardifier
// CHECK-NEXT: %1 = sampler.scalar  add %0, 3.000000e+00
// CHECK-NEXT: %2 = sampler.scalar  add %0, -3.000000e+00
// CHECK-NEXT: %3 = sampler.scalar  mul %0, 3.000000e+00
// CHECK-NEXT: %4 = sampler.scalar  mul %0, 0.333333343
// CHECK-NEXT: sampler.entry "0" %1
// CHECK-NEXT: sampler.entry "1" %2
// CHECK-NEXT: sampler.entry "2" %3
// CHECK-NEXT: sampler.entry "3" %4
// CHECK-NEXT: }
density.graph @arithmetic_constant_right {
  %x = density.beardifier
  %c = density.constant 3.0
  %0 = density.add %x, %c
  %1 = density.sub %x, %c
  %2 = density.mul %x, %c
  %3 = density.div %x, %c
  density.entry "0" %0
  density.entry "1" %1
  density.entry "2" %2
  density.entry "3" %3
}

// A division by a zero is a product with an infinity of its sign; sub of 0.0 adds -0.0.
// CHECK-LABEL: sampler.graph @arithmetic_zeros {
// CHECK-NEXT: %0 = sampler.field  beardifier
// CHECK-NEXT: %1 = sampler.scalar  mul %0, 0x7F800000
// CHECK-NEXT: %2 = sampler.scalar  mul %0, 0xFF800000
// CHECK-NEXT: %3 = sampler.scalar  add %0, -0.000000e+00
// CHECK-NEXT: %4 = sampler.scalar  add %0, 0.000000e+00
// CHECK-NEXT: sampler.entry "0" %1
// CHECK-NEXT: sampler.entry "1" %2
// CHECK-NEXT: sampler.entry "2" %3
// CHECK-NEXT: sampler.entry "3" %4
// CHECK-NEXT: }
density.graph @arithmetic_zeros {
  %x = density.beardifier
  %p = density.constant 0.0
  %m = density.constant -0.0
  %0 = density.div %x, %p
  %1 = density.div %x, %m
  %2 = density.sub %x, %p
  %3 = density.sub %x, %m
  density.entry "0" %0
  density.entry "1" %1
  density.entry "2" %2
  density.entry "3" %3
}

// Both constant: the left is the constant, the right is sampled.
// CHECK-LABEL: sampler.graph @arithmetic_both_constant {
// CHECK-NEXT: %0 = sampler.constant 5.000000e+00
// CHECK-NEXT: %1 = sampler.scalar  add %0, 2.000000e+00
// CHECK-NEXT: %2 = sampler.scalar  sub_from %0, 2.000000e+00
// CHECK-NEXT: %3 = sampler.scalar  mul %0, 2.000000e+00
// CHECK-NEXT: %4 = sampler.scalar  div_into %0, 2.000000e+00
// CHECK-NEXT: sampler.entry "0" %1
// CHECK-NEXT: sampler.entry "1" %2
// CHECK-NEXT: sampler.entry "2" %3
// CHECK-NEXT: sampler.entry "3" %4
// CHECK-NEXT: }
density.graph @arithmetic_both_constant {
  %a = density.constant 2.0
  %b = density.constant 5.0
  %0 = density.add %a, %b
  %1 = density.sub %a, %b
  %2 = density.mul %a, %b
  %3 = density.div %a, %b
  density.entry "0" %0
  density.entry "1" %1
  density.entry "2" %2
  density.entry "3" %3
}

// A prepared cache, a slice and a constant spline hide a constant.
// CHECK-LABEL: sampler.graph @arithmetic_hidden_constant {
// CHECK-NEXT: %0 = sampler.field  beardifier
// CHECK-NEXT: %1 = sampler.constant 3.000000e+00
// CHECK-NEXT: %2 = sampler.cache %1 cell 0
// CHECK-NEXT: %3 = sampler.slice %1 x 0
// CHECK-NEXT: %4 = sampler.spline_constant 3.000000e+00
// CHECK-NEXT: %5 = sampler.spline %4
// CHECK-NEXT: %6 = sampler.binary  add %0, %2
// CHECK-NEXT: %7 = sampler.binary  mul %3, %0
// CHECK-NEXT: %8 = sampler.binary  div %0, %5
// CHECK-NEXT: sampler.entry "0" %6
// CHECK-NEXT: sampler.entry "1" %7
// CHECK-NEXT: sampler.entry "2" %8
// CHECK-NEXT: }
density.graph @arithmetic_hidden_constant {
  %x = density.beardifier
  %c = density.constant 3.0
  %cached = density.prepared %c cell 0
  %sliced = density.slice x 0 %c
  %k = density.spline_constant 3.0
  %spline = density.spline %k
  %0 = density.add %x, %cached
  %1 = density.mul %sliced, %x
  %2 = density.div %x, %spline
  density.entry "0" %0
  density.entry "1" %1
  density.entry "2" %2
}

//===----------------------------------------------------------------------===//
// min and max
//===----------------------------------------------------------------------===//

// Disjoint ranges: min is its lower side, max its higher one, whichever side that is.
// CHECK-LABEL: sampler.graph @bound_pruned {
// CHECK-NEXT: %0 = sampler.gradient  y  repeat from 0 to 1 value 0.000000e+00 factor 1.000000e+00
// CHECK-NEXT: %1 = sampler.gradient  y  repeat from 0 to 1 value 2.000000e+00 factor 1.000000e+00
// CHECK-NEXT: sampler.entry "min left" %0
// CHECK-NEXT: sampler.entry "min right" %0
// CHECK-NEXT: sampler.entry "max right" %1
// CHECK-NEXT: sampler.entry "max left" %1
// CHECK-NEXT: }
density.graph @bound_pruned {
  %low = density.gradient y repeat from 0 at 0.0 to 1 at 1.0
  %high = density.gradient y repeat from 0 at 2.0 to 1 at 3.0
  %0 = density.min %low, %high
  %1 = density.min %high, %low
  %2 = density.max %low, %high
  %3 = density.max %high, %low
  density.entry "min left" %0
  density.entry "min right" %1
  density.entry "max right" %2
  density.entry "max left" %3
}

// Pruning comes before the constant forms, and may drop the constant or leave it alone.
// CHECK-LABEL: sampler.graph @bound_pruned_constant {
// CHECK-NEXT: %0 = sampler.gradient  y  repeat from 0 to 1 value 0.000000e+00 factor 1.000000e+00
// CHECK-NEXT: %1 = sampler.constant 2.000000e+00
// CHECK-NEXT: sampler.entry "min" %0
// CHECK-NEXT: sampler.entry "max" %1
// CHECK-NEXT: }
density.graph @bound_pruned_constant {
  %x = density.gradient y repeat from 0 at 0.0 to 1 at 1.0
  %c = density.constant 2.0
  %0 = density.min %x, %c
  %1 = density.max %x, %c
  density.entry "min" %0
  density.entry "max" %1
}

// Ranges that only touch are not disjoint: the comparison is strict.
// CHECK-LABEL: sampler.graph @bound_touching {
// CHECK-NEXT: %0 = sampler.gradient  y  repeat from 0 to 1 value 0.000000e+00 factor 1.000000e+00
// CHECK-NEXT: %1 = sampler.gradient  y  repeat from 0 to 1 value 1.000000e+00 factor 2.000000e+00
// CHECK-NEXT: %2 = sampler.bound  min %0, %1 threshold 1.000000e+00
// CHECK-NEXT: %3 = sampler.bound  max %0, %1 threshold 3.000000e+00
// CHECK-NEXT: sampler.entry "min" %2
// CHECK-NEXT: sampler.entry "max" %3
// CHECK-NEXT: }
density.graph @bound_touching {
  %low = density.gradient y repeat from 0 at 0.0 to 1 at 1.0
  %high = density.gradient y repeat from 0 at 1.0 to 1 at 3.0
  %0 = density.min %low, %high
  %1 = density.max %low, %high
  density.entry "min" %0
  density.entry "max" %1
}

// A constant on either side; both constant and equal: the left is the constant.
// CHECK-LABEL: sampler.graph @bound_constant {
// CHECK-NEXT: %0 = sampler.field  beardifier
// CHECK-NEXT: %1 = sampler.constant 3.000000e+00
// CHECK-NEXT: %2 = sampler.scalar  min %0, 3.000000e+00
// CHECK-NEXT: %3 = sampler.scalar  min %0, 3.000000e+00
// CHECK-NEXT: %4 = sampler.scalar  max %0, 3.000000e+00
// CHECK-NEXT: %5 = sampler.scalar  max %0, 3.000000e+00
// CHECK-NEXT: %6 = sampler.scalar  min %1, 3.000000e+00
// CHECK-NEXT: sampler.entry "0" %2
// CHECK-NEXT: sampler.entry "1" %3
// CHECK-NEXT: sampler.entry "2" %4
// CHECK-NEXT: sampler.entry "3" %5
// CHECK-NEXT: sampler.entry "4" %6
// CHECK-NEXT: }
density.graph @bound_constant {
  %x = density.beardifier
  %c = density.constant 3.0
  %d = density.constant 3.0
  %0 = density.min %c, %x
  %1 = density.min %x, %c
  %2 = density.max %c, %x
  %3 = density.max %x, %c
  %4 = density.min %c, %d
  density.entry "0" %0
  density.entry "1" %1
  density.entry "2" %2
  density.entry "3" %3
  density.entry "4" %4
}

// General: min carries the lower bound of its right side, max the upper one.
// CHECK-LABEL: sampler.graph @bound_general {
// CHECK-NEXT: %0 = sampler.field  beardifier
// CHECK-NEXT: %1 = sampler.noise @n scale 1.000000e+00, 1.000000e+00
// CHECK-NEXT: %2 = sampler.bound  min %0, %1 threshold -2.000000e+00
// CHECK-NEXT: %3 = sampler.bound  max %0, %1 threshold 2.000000e+00
// CHECK-NEXT: %4 = sampler.bound  min %1, %0 threshold 0xFF800000
// CHECK-NEXT: sampler.entry "min" %2
// CHECK-NEXT: sampler.entry "max" %3
// CHECK-NEXT: sampler.entry "unbounded right" %4
// CHECK-NEXT: }
density.graph @bound_general {
  %x = density.beardifier
  %n = density.constant 0.0
  %y = density.noise @n scale 1.0, 1.0 shift %n, %n, %n
  %0 = density.min %x, %y
  %1 = density.max %x, %y
  %2 = density.min %y, %x
  density.entry "min" %0
  density.entry "max" %1
  density.entry "unbounded right" %2
}

// NaI (here log of a negative) never prunes, and its bound is a NaN that never stops.
// CHECK-LABEL: sampler.graph @bound_nai {
// CHECK-NEXT: %0 = sampler.constant -1.000000e+00
// CHECK-NEXT: %1 = sampler.unary  log %0
// CHECK-NEXT: %2 = sampler.gradient  y  repeat from 0 to 1 value 5.000000e+00 factor 1.000000e+00
// CHECK-NEXT: %3 = sampler.bound  min %2, %1 threshold 0x7FC00000
// CHECK-NEXT: %4 = sampler.bound  max %2, %1 threshold 0x7FC00000
// CHECK-NEXT: %5 = sampler.bound  min %1, %2 threshold 5.000000e+00
// CHECK-NEXT: %6 = sampler.scalar  max %1, -1.000000e+00
// CHECK-NEXT: sampler.entry "min" %3
// CHECK-NEXT: sampler.entry "max" %4
// CHECK-NEXT: sampler.entry "left" %5
// CHECK-NEXT: sampler.entry "constant" %6
// CHECK-NEXT: }
density.graph @bound_nai {
  %m = density.constant -1.0
  %nai = density.log %m
  %x = density.gradient y repeat from 0 at 5.0 to 1 at 6.0
  %0 = density.min %x, %nai
  %1 = density.max %x, %nai
  %2 = density.min %nai, %x
  %3 = density.max %nai, %m
  density.entry "min" %0
  density.entry "max" %1
  density.entry "left" %2
  density.entry "constant" %3
}

// The bound is that of the computed range: a shift_a reaches 4 times the noise's.
// CHECK-LABEL: sampler.graph @bound_of_shift {
// CHECK-NEXT: %0 = sampler.field  beardifier
// CHECK-NEXT: %1 = sampler.noise @n scale 2.500000e-01, 0.000000e+00
// CHECK-NEXT: %2 = sampler.scalar  mul %1, 4.000000e+00
// CHECK-NEXT: %3 = sampler.bound  max %0, %2 threshold 8.000000e+00
// CHECK-NEXT: sampler.entry "f" %3
// CHECK-NEXT: }
density.graph @bound_of_shift {
  %x = density.beardifier
  %y = density.shift_a @n
  %0 = density.max %x, %y
  density.entry "f" %0
}

//===----------------------------------------------------------------------===//
// pow
//===----------------------------------------------------------------------===//

// CHECK-LABEL: sampler.graph @pow_general {
// CHECK-NEXT: %0 = sampler.field  beardifier
// CHECK-NEXT: %1 = sampler.field  blend_alpha
// CHECK-NEXT: %2 = sampler.pow %0, %1
// CHECK-NEXT: sampler.entry "f" %2
// CHECK-NEXT: }
density.graph @pow_general {
  %x = density.beardifier
  %y = density.blend_alpha
  %0 = density.pow %x, %y
  density.entry "f" %0
}

// A constant base, also with a constant exponent of a special magnitude.
// CHECK-LABEL: sampler.graph @pow_constant_base {
// CHECK-NEXT: %0 = sampler.field  beardifier
// CHECK-NEXT: %1 = sampler.constant 2.000000e+00
// CHECK-NEXT: %2 = sampler.scalar  pow_of %0, 3.000000e+00
// CHECK-NEXT: %3 = sampler.scalar  pow_of %1, 3.000000e+00
// CHECK-NEXT: sampler.entry "0" %2
// CHECK-NEXT: sampler.entry "1" %3
// CHECK-NEXT: }
density.graph @pow_constant_base {
  %x = density.beardifier
  %c = density.constant 3.0
  %two = density.constant 2.0
  %0 = density.pow %c, %x
  %1 = density.pow %c, %two
  density.entry "0" %0
  density.entry "1" %1
}

// Exponents of magnitude 0.5, 1, 2 and 3: roots and products.
// CHECK-LABEL: sampler.graph @pow_special {
// CHECK-NEXT: %0 = sampler.field  beardifier
// CHECK-NEXT: %1 = sampler.unary  sqrt %0
// CHECK-NEXT: %2 = sampler.unary  square %0
// CHECK-NEXT: %3 = sampler.unary  cube %0
// CHECK-NEXT: sampler.entry "0.5" %1
// CHECK-NEXT: sampler.entry "1" %0
// CHECK-NEXT: sampler.entry "2" %2
// CHECK-NEXT: sampler.entry "3" %3
// CHECK-NEXT: }
density.graph @pow_special {
  %x = density.beardifier
  %half = density.constant 0.5
  %one = density.constant 1.0
  %two = density.constant 2.0
  %three = density.constant 3.0
  %0 = density.pow %x, %half
  %1 = density.pow %x, %one
  %2 = density.pow %x, %two
  %3 = density.pow %x, %three
  density.entry "0.5" %0
  density.entry "1" %1
  density.entry "2" %2
  density.entry "3" %3
}

// Negative ones: the same, then a reciprocal.
// CHECK-LABEL: sampler.graph @pow_special_negative {
// CHECK-NEXT: %0 = sampler.field  beardifier
// CHECK-NEXT: %1 = sampler.unary  sqrt %0
// CHECK-NEXT: %2 = sampler.unary  reciprocal %1
// CHECK-NEXT: %3 = sampler.unary  reciprocal %0
// CHECK-NEXT: %4 = sampler.unary  square %0
// CHECK-NEXT: %5 = sampler.unary  reciprocal %4
// CHECK-NEXT: %6 = sampler.unary  cube %0
// CHECK-NEXT: %7 = sampler.unary  reciprocal %6
// CHECK-NEXT: sampler.entry "-0.5" %2
// CHECK-NEXT: sampler.entry "-1" %3
// CHECK-NEXT: sampler.entry "-2" %5
// CHECK-NEXT: sampler.entry "-3" %7
// CHECK-NEXT: }
density.graph @pow_special_negative {
  %x = density.beardifier
  %half = density.constant -0.5
  %one = density.constant -1.0
  %two = density.constant -2.0
  %three = density.constant -3.0
  %0 = density.pow %x, %half
  %1 = density.pow %x, %one
  %2 = density.pow %x, %two
  %3 = density.pow %x, %three
  density.entry "-0.5" %0
  density.entry "-1" %1
  density.entry "-2" %2
  density.entry "-3" %3
}

// Any other exponent, either zero among them.
// CHECK-LABEL: sampler.graph @pow_constant_exponent {
// CHECK-NEXT: %0 = sampler.field  beardifier
// CHECK-NEXT: %1 = sampler.scalar  pow_by %0, 0.000000e+00
// CHECK-NEXT: %2 = sampler.scalar  pow_by %0, -0.000000e+00
// CHECK-NEXT: %3 = sampler.scalar  pow_by %0, 4.000000e+00
// CHECK-NEXT: sampler.entry "0" %1
// CHECK-NEXT: sampler.entry "-0" %2
// CHECK-NEXT: sampler.entry "4" %3
// CHECK-NEXT: }
density.graph @pow_constant_exponent {
  %x = density.beardifier
  %zero = density.constant 0.0
  %minusZero = density.constant -0.0
  %four = density.constant 4.0
  %0 = density.pow %x, %zero
  %1 = density.pow %x, %minusZero
  %2 = density.pow %x, %four
  density.entry "0" %0
  density.entry "-0" %1
  density.entry "4" %2
}

//===----------------------------------------------------------------------===//
// Choices
//===----------------------------------------------------------------------===//

// Constant sides are ordinary operands: evaluating one touches no state.
// CHECK-LABEL: sampler.graph @choices {
// CHECK-NEXT: %0 = sampler.field  beardifier
// CHECK-NEXT: %1 = sampler.field  blend_alpha
// CHECK-NEXT: %2 = sampler.constant 1.000000e+00
// CHECK-NEXT: %3 = sampler.constant 2.000000e+00
// CHECK-NEXT: %4 = sampler.lerp %0, %1, %2
// CHECK-NEXT: %5 = sampler.lerp %0, %2, %3
// CHECK-NEXT: %6 = sampler.clamp %0 to -1.000000e+00, 1.000000e+00
// CHECK-NEXT: %7 = sampler.range_choice %0 in 1.000000e+00, -1.000000e+00 then %2 else %3
// CHECK-NEXT: %8 = sampler.interval_select %0 at [5.000000e-01] of %1, %2
// CHECK-NEXT: %9 = sampler.interval_select %0 at [-1.000000e+00, -1.000000e+00, 2.000000e+00] of %1, %2, %3, %0
// CHECK-NEXT: sampler.entry "lerp" %4
// CHECK-NEXT: sampler.entry "lerp of constants" %5
// CHECK-NEXT: sampler.entry "clamp" %6
// CHECK-NEXT: sampler.entry "range_choice" %7
// CHECK-NEXT: sampler.entry "two-way" %8
// CHECK-NEXT: sampler.entry "interval_select" %9
// CHECK-NEXT: }
density.graph @choices {
  %x = density.beardifier
  %y = density.blend_alpha
  %a = density.constant 1.0
  %b = density.constant 2.0
  %0 = density.lerp %x, %y, %a
  %1 = density.lerp %x, %a, %b
  %2 = density.clamp %x to -1.0, 1.0
  %3 = density.range_choice %x in 1.0, -1.0 then %a else %b
  %4 = density.interval_select %x at [0.5] of %y, %a
  %5 = density.interval_select %x at [-1.0, -1.0, 2.0] of %y, %a, %b, %x
  density.entry "lerp" %0
  density.entry "lerp of constants" %1
  density.entry "clamp" %2
  density.entry "range_choice" %3
  density.entry "two-way" %4
  density.entry "interval_select" %5
}

// A clamp is never dropped, however narrow its input.
// CHECK-LABEL: sampler.graph @clamp_kept {
// CHECK-NEXT: %0 = sampler.field  blend_alpha
// CHECK-NEXT: %1 = sampler.clamp %0 to -1.000000e+02, 1.000000e+02
// CHECK-NEXT: sampler.entry "f" %1
// CHECK-NEXT: }
density.graph @clamp_kept {
  %y = density.blend_alpha
  %0 = density.clamp %y to -100.0, 100.0
  density.entry "f" %0
}

//===----------------------------------------------------------------------===//
// Splines
//===----------------------------------------------------------------------===//

// Coordinates that are equal functions share a slot; slots in pre-order. Here: x, the noise, x
// again as another node, and y.
// CHECK-LABEL: sampler.graph @spline_slots {
// CHECK-NEXT: %0 = sampler.gradient  x  repeat from 0 to 1 value 0.000000e+00 factor 1.000000e+00
// CHECK-NEXT: %1 = sampler.gradient  y  repeat from 0 to 1 value 0.000000e+00 factor 1.000000e+00
// CHECK-NEXT: %2 = sampler.noise @n scale 1.000000e+00, 1.000000e+00
// CHECK-NEXT: %3 = sampler.spline_constant 1.000000e+00
// CHECK-NEXT: %4 = sampler.spline_points slot 0 at [0.000000e+00] slope [0.000000e+00] of %3
// CHECK-NEXT: %5 = sampler.spline_points slot 1 at [0.000000e+00, 1.000000e+00] slope [0.000000e+00, 2.000000e+00] of %4, %3
// CHECK-NEXT: %6 = sampler.spline_points slot 2 at [0.000000e+00] slope [0.000000e+00] of %3
// CHECK-NEXT: %7 = sampler.spline_points slot 0 at [-1.000000e+00, 0.000000e+00, 1.000000e+00] slope [0.000000e+00, -0.000000e+00, 5.000000e-01] of %5, %6, %4
// CHECK-NEXT: %8 = sampler.spline %7 over %0, %2, %1
// CHECK-NEXT: sampler.entry "f" %8
// CHECK-NEXT: }
density.graph @spline_slots {
  %zero = density.constant 0.0
  %x = density.gradient x repeat from 0 at 0.0 to 1 at 1.0
  %x2 = density.gradient x repeat from 0 at 0.0 to 1 at 1.0
  %y = density.gradient y repeat from 0 at 0.0 to 1 at 1.0
  %n = density.noise @n scale 1.0, 1.0 shift %zero, %zero, %zero
  %k = density.spline_constant 1.0
  %a = density.spline_points %x2 at [0.0] slope [0.0] of %k
  %b = density.spline_points %n at [0.0, 1.0] slope [0.0, 2.0] of %a, %k
  %c = density.spline_points %y at [0.0] slope [0.0] of %k
  %d = density.spline_points %x at [-1.0, 0.0, 1.0] slope [0.0, -0.0, 0.5] of %b, %c, %a
  %0 = density.spline %d
  density.entry "f" %0
}

// +0.0 and -0.0 are different coordinates, and a constant one is an ordinary coordinate.
// CHECK-LABEL: sampler.graph @spline_zero_coordinates {
// CHECK-NEXT: %0 = sampler.constant 0.000000e+00
// CHECK-NEXT: %1 = sampler.constant -0.000000e+00
// CHECK-NEXT: %2 = sampler.spline_constant 1.000000e+00
// CHECK-NEXT: %3 = sampler.spline_points slot 1 at [0.000000e+00] slope [0.000000e+00] of %2
// CHECK-NEXT: %4 = sampler.spline_points slot 0 at [0.000000e+00] slope [0.000000e+00] of %3
// CHECK-NEXT: %5 = sampler.spline %4 over %0, %1
// CHECK-NEXT: sampler.entry "f" %5
// CHECK-NEXT: }
density.graph @spline_zero_coordinates {
  %p = density.constant 0.0
  %m = density.constant -0.0
  %k = density.spline_constant 1.0
  %a = density.spline_points %m at [0.0] slope [0.0] of %k
  %b = density.spline_points %p at [0.0] slope [0.0] of %a
  %0 = density.spline %b
  density.entry "f" %0
}

// A constant spline stays a spline; infinite values stay.
// CHECK-LABEL: sampler.graph @spline_constant {
// CHECK-NEXT: %0 = sampler.spline_constant 0xFF800000
// CHECK-NEXT: %1 = sampler.spline %0
// CHECK-NEXT: %2 = sampler.unary  abs %1
// CHECK-NEXT: sampler.entry "f" %2
// CHECK-NEXT: }
density.graph @spline_constant {
  %k = density.spline_constant 0xFF800000
  %0 = density.spline %k
  %1 = density.abs %0
  density.entry "f" %1
}

// The range of the spline itself is not computed: a NaI value is no error here.
// CHECK-LABEL: sampler.graph @spline_range_not_asked_for {
// CHECK-NEXT: %0 = sampler.field  beardifier
// CHECK-NEXT: %1 = sampler.constant -1.000000e+00
// CHECK-NEXT: %2 = sampler.unary  log %1
// CHECK-NEXT: %3 = sampler.spline_constant 1.000000e+00
// CHECK-NEXT: %4 = sampler.spline_points slot 1 at [0.000000e+00] slope [0.000000e+00] of %3
// CHECK-NEXT: %5 = sampler.spline_points slot 0 at [0.000000e+00] slope [0.000000e+00] of %4
// CHECK-NEXT: %6 = sampler.spline %5 over %0, %2
// CHECK-NEXT: sampler.entry "f" %6
// CHECK-NEXT: }
density.graph @spline_range_not_asked_for {
  %x = density.beardifier
  %m = density.constant -1.0
  %nai = density.log %m
  %k = density.spline_constant 1.0
  %a = density.spline_points %nai at [0.0] slope [0.0] of %k
  %b = density.spline_points %x at [0.0] slope [0.0] of %a
  %0 = density.spline %b
  density.entry "f" %0
}

//===----------------------------------------------------------------------===//
// Caches, slices, cells
//===----------------------------------------------------------------------===//

// One cell may be used by several entries; its range is computed.
// CHECK-LABEL: sampler.graph @wrapping {
// CHECK-NEXT: %0 = sampler.field  beardifier
// CHECK-NEXT: %1 = sampler.cache %0 cell 4
// CHECK-NEXT: %2 = sampler.blend_density %1
// CHECK-NEXT: %3 = sampler.interpolated %2 cell 4, 8
// CHECK-NEXT: sampler.entry "a" %3
// CHECK-NEXT: sampler.entry "b" %1
// CHECK-NEXT: }
density.graph @wrapping {
  %x = density.beardifier
  %0 = density.prepared %x cell 4
  %1 = density.blend_density %0
  %2 = density.interpolated %1 cell 4, 8
  density.entry "a" %2
  density.entry "b" %0
}

// X directly on Z and Z directly on X become one slice, with both coordinates.
// CHECK-LABEL: sampler.graph @slices_fused {
// CHECK-NEXT: %0 = sampler.field  beardifier
// CHECK-NEXT: %1 = sampler.slice %0 x 4 z 3
// CHECK-NEXT: %2 = sampler.slice %0 x 5 z 6
// CHECK-NEXT: sampler.entry "x on z" %1
// CHECK-NEXT: sampler.entry "z on x" %2
// CHECK-NEXT: }
density.graph @slices_fused {
  %x = density.beardifier
  %z = density.slice z 3 %x
  %xz = density.slice x 4 %z
  %x2 = density.slice x 5 %x
  %zx = density.slice z 6 %x2
  density.entry "x on z" %xz
  density.entry "z on x" %zx
}

// Any other nesting stays: Y between, the same axis twice, a third on a fused pair.
// CHECK-LABEL: sampler.graph @slices_nested {
// CHECK-NEXT: %0 = sampler.field  beardifier
// CHECK-NEXT: %1 = sampler.slice %0 z 1
// CHECK-NEXT: %2 = sampler.slice %1 y 2
// CHECK-NEXT: %3 = sampler.slice %2 x 3
// CHECK-NEXT: %4 = sampler.slice %0 x 4
// CHECK-NEXT: %5 = sampler.slice %4 x 5
// CHECK-NEXT: %6 = sampler.slice %0 x 6 z 1
// CHECK-NEXT: %7 = sampler.slice %6 z 7
// CHECK-NEXT: sampler.entry "y between" %3
// CHECK-NEXT: sampler.entry "same axis" %5
// CHECK-NEXT: sampler.entry "on a pair" %7
// CHECK-NEXT: }
density.graph @slices_nested {
  %x = density.beardifier
  %z = density.slice z 1 %x
  %yz = density.slice y 2 %z
  %xyz = density.slice x 3 %yz
  %xx = density.slice x 4 %x
  %xxx = density.slice x 5 %xx
  %xz = density.slice x 6 %z
  %zxz = density.slice z 7 %xz
  density.entry "y between" %xyz
  density.entry "same axis" %xxx
  density.entry "on a pair" %zxz
}

// find_top_surface is wrapped in y = 0.
// CHECK-LABEL: sampler.graph @find_top_surface {
// CHECK-NEXT: %0 = sampler.field  beardifier
// CHECK-NEXT: %1 = sampler.constant 1.000000e+02
// CHECK-NEXT: %2 = sampler.find_top_surface %0 below %1 above -64 step 8
// CHECK-NEXT: %3 = sampler.slice %2 y 0
// CHECK-NEXT: sampler.entry "f" %3
// CHECK-NEXT: }
density.graph @find_top_surface {
  %x = density.beardifier
  %u = density.constant 100.0
  %0 = density.find_top_surface %x below %u above -64 step 8
  density.entry "f" %0
}

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

// What no entry reaches is not compiled: not even a range error in it shows.
// CHECK-LABEL: sampler.graph @unreached legacy_random_source {
// CHECK-NEXT: %0 = sampler.field  beardifier
// CHECK-NEXT: sampler.entry "f" %0
// CHECK-NEXT: }
density.graph @unreached legacy_random_source {
  %x = density.beardifier
  %m = density.constant -1.0
  %nai = density.log %m
  %f = density.find_top_surface %x below %nai above 0 step 1
  %0 = density.min %x, %f
  density.entry "f" %x
}

// Order and sharing of nodes stay; the same value may be several entries.
// CHECK-LABEL: sampler.graph @sharing {
// CHECK-NEXT: %0 = sampler.field  beardifier
// CHECK-NEXT: %1 = sampler.binary  add %0, %0
// CHECK-NEXT: %2 = sampler.binary  mul %1, %1
// CHECK-NEXT: sampler.entry "a" %2
// CHECK-NEXT: sampler.entry "b" %2
// CHECK-NEXT: }
density.graph @sharing {
  %x = density.beardifier
  %0 = density.add %x, %x
  %1 = density.mul %0, %0
  density.entry "a" %1
  density.entry "b" %1
}
