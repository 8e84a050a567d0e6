// The sampler dialect prints and parses back.
// RUN: terrane-opt %s | terrane-opt | FileCheck %s

// CHECK-LABEL: sampler.graph @leaves legacy_random_source {
// CHECK-NEXT: %0 = sampler.constant -0.000000e+00
// CHECK-NEXT: %1 = sampler.noise @"a:b" scale 2.500000e-01, 0.000000e+00
// CHECK-NEXT: %2 = sampler.shifted_noise @n scale 1.000000e+00, 2.000000e+00 x %0 z %1
// CHECK-NEXT: %3 = sampler.shifted_noise @n scale 1.000000e+00, 2.000000e+00 x %0 y %1 z %2
// CHECK-NEXT: %4 = sampler.shift_b @n
// CHECK-NEXT: %5 = sampler.blended_noise  low scale 1.000000e+00, 2.000000e+00 factor 3.000000e+00, 4.000000e+00 smear 5.000000e+00
// CHECK-NEXT: %6 = sampler.blended_noise  high scale 1.000000e+00, 2.000000e+00 factor 3.000000e+00, 4.000000e+00 smear 5.000000e+00
// CHECK-NEXT: %7 = sampler.blended_noise  main scale 1.000000e+00, 2.000000e+00 factor 3.000000e+00, 4.000000e+00 smear 5.000000e+00
// CHECK-NEXT: %8 = sampler.end_outer_islands
// CHECK-NEXT: %9 = sampler.gradient  z  mirrored_repeat from 1 to 0 value 2.000000e+00 factor -2.000000e+00
// CHECK-NEXT: %10 = sampler.distance  chebyshev 1, -2, 3
// CHECK-NEXT: %11 = sampler.field  beardifier
// CHECK-NEXT: %12 = sampler.field  blend_alpha
// CHECK-NEXT: %13 = sampler.field  blend_offset
// CHECK-NEXT: sampler.entry "all" %13
// CHECK-NEXT: }
sampler.graph @leaves legacy_random_source {
  %0 = sampler.constant -0.0
  %1 = sampler.noise @"a:b" scale 0.25, 0.0
  %2 = sampler.shifted_noise @n scale 1.0, 2.0 x %0 z %1
  %3 = sampler.shifted_noise @n scale 1.0, 2.0 x %0 y %1 z %2
  %4 = sampler.shift_b @n
  %5 = sampler.blended_noise low scale 1.0, 2.0 factor 3.0, 4.0 smear 5.0
  %6 = sampler.blended_noise high scale 1.0, 2.0 factor 3.0, 4.0 smear 5.0
  %7 = sampler.blended_noise main scale 1.0, 2.0 factor 3.0, 4.0 smear 5.0
  %8 = sampler.end_outer_islands
  %9 = sampler.gradient z mirrored_repeat from 1 to 0 value 2.0 factor -2.0
  %10 = sampler.distance chebyshev 1, -2, 3
  %11 = sampler.field beardifier
  %12 = sampler.field blend_alpha
  %13 = sampler.field blend_offset
  sampler.entry "all" %13
}

// CHECK-LABEL: sampler.graph @unary {
// CHECK-NEXT: %0 = sampler.field  beardifier
// CHECK-NEXT: %1 = sampler.unary  abs %0
// CHECK-NEXT: %2 = sampler.unary  square %0
// CHECK-NEXT: %3 = sampler.unary  cube %0
// CHECK-NEXT: %4 = sampler.unary  sqrt %0
// CHECK-NEXT: %5 = sampler.unary  half_negative %0
// CHECK-NEXT: %6 = sampler.unary  quarter_negative %0
// CHECK-NEXT: %7 = sampler.unary  reciprocal %0
// CHECK-NEXT: %8 = sampler.unary  negate %0
// CHECK-NEXT: %9 = sampler.unary  squeeze %0
// CHECK-NEXT: %10 = sampler.unary  log %0
// CHECK-NEXT: %11 = sampler.unary  sign %0
// CHECK-NEXT: %12 = sampler.unary  floor %0
// CHECK-NEXT: %13 = sampler.unary  round %0
// CHECK-NEXT: %14 = sampler.unary  ceil %0
// CHECK-NEXT: %15 = sampler.unary  truncate %0
// CHECK-NEXT: }
sampler.graph @unary {
  %0 = sampler.field beardifier
  %1 = sampler.unary abs %0
  %2 = sampler.unary square %0
  %3 = sampler.unary cube %0
  %4 = sampler.unary sqrt %0
  %5 = sampler.unary half_negative %0
  %6 = sampler.unary quarter_negative %0
  %7 = sampler.unary reciprocal %0
  %8 = sampler.unary negate %0
  %9 = sampler.unary squeeze %0
  %10 = sampler.unary log %0
  %11 = sampler.unary sign %0
  %12 = sampler.unary floor %0
  %13 = sampler.unary round %0
  %14 = sampler.unary ceil %0
  %15 = sampler.unary truncate %0
}

// CHECK-LABEL: sampler.graph @operators {
// CHECK-NEXT: %0 = sampler.field  beardifier
// CHECK-NEXT: %1 = sampler.field  blend_alpha
// CHECK-NEXT: %2 = sampler.round_to  floor %0, %1
// CHECK-NEXT: %3 = sampler.round_to  round %0, %1
// CHECK-NEXT: %4 = sampler.round_to  ceil %0, %1
// CHECK-NEXT: %5 = sampler.round_to  truncate %0, %1
// CHECK-NEXT: %6 = sampler.binary  add %0, %1
// CHECK-NEXT: %7 = sampler.binary  sub %0, %1
// CHECK-NEXT: %8 = sampler.binary  mul %0, %1
// CHECK-NEXT: %9 = sampler.binary  div %0, %1
// CHECK-NEXT: %10 = sampler.scalar  add %0, 5.000000e-01
// CHECK-NEXT: %11 = sampler.scalar  sub_from %0, 5.000000e-01
// CHECK-NEXT: %12 = sampler.scalar  mul %0, 0x7F800000
// CHECK-NEXT: %13 = sampler.scalar  div_into %0, 5.000000e-01
// CHECK-NEXT: %14 = sampler.scalar  min %0, -0.000000e+00
// CHECK-NEXT: %15 = sampler.scalar  max %0, 5.000000e-01
// CHECK-NEXT: %16 = sampler.scalar  pow_of %0, 5.000000e-01
// CHECK-NEXT: %17 = sampler.scalar  pow_by %0, 5.000000e-01
// CHECK-NEXT: %18 = sampler.bound  min %0, %1 threshold 0xFF800000
// CHECK-NEXT: %19 = sampler.bound  max %0, %1 threshold 0x7FC00000
// CHECK-NEXT: %20 = sampler.pow %0, %1
// CHECK-NEXT: %21 = sampler.lerp %0, %1, %0
// CHECK-NEXT: %22 = sampler.clamp %0 to -1.000000e+00, 1.000000e+00
// CHECK-NEXT: %23 = sampler.range_choice %0 in -1.000000e+00, 1.000000e+00 then %0 else %1
// CHECK-NEXT: %24 = sampler.interval_select %0 at [0.000000e+00, 1.00000012] of %0, %1, %0
// CHECK-NEXT: }
sampler.graph @operators {
  %0 = sampler.field beardifier
  %1 = sampler.field blend_alpha
  %2 = sampler.round_to floor %0, %1
  %3 = sampler.round_to round %0, %1
  %4 = sampler.round_to ceil %0, %1
  %5 = sampler.round_to truncate %0, %1
  %6 = sampler.binary add %0, %1
  %7 = sampler.binary sub %0, %1
  %8 = sampler.binary mul %0, %1
  %9 = sampler.binary div %0, %1
  %10 = sampler.scalar add %0, 0.5
  %11 = sampler.scalar sub_from %0, 0.5
  %12 = sampler.scalar mul %0, 0x7F800000
  %13 = sampler.scalar div_into %0, 0.5
  %14 = sampler.scalar min %0, -0.0
  %15 = sampler.scalar max %0, 0.5
  %16 = sampler.scalar pow_of %0, 0.5
  %17 = sampler.scalar pow_by %0, 0.5
  %18 = sampler.bound min %0, %1 threshold 0xFF800000
  %19 = sampler.bound max %0, %1 threshold 0x7FC00000
  %20 = sampler.pow %0, %1
  %21 = sampler.lerp %0, %1, %0
  %22 = sampler.clamp %0 to -1.0, 1.0
  %23 = sampler.range_choice %0 in -1.0, 1.0 then %0 else %1
  %24 = sampler.interval_select %0 at [0.0, 1.00000012] of %0, %1, %0
}

// CHECK-LABEL: sampler.graph @splines {
// CHECK-NEXT: %0 = sampler.field  beardifier
// CHECK-NEXT: %1 = sampler.field  blend_alpha
// CHECK-NEXT: %2 = sampler.spline_constant -0.000000e+00
// CHECK-NEXT: %3 = sampler.spline_points slot 1 at [0.000000e+00] slope [0xFF800000] of %2
// CHECK-NEXT: %4 = sampler.spline_points slot 0 at [1.000000e+00, 2.000000e+00] slope [0.000000e+00, 0.000000e+00] of %2, %3
// CHECK-NEXT: %5 = sampler.spline %4 over %0, %1
// CHECK-NEXT: %6 = sampler.spline %2
// CHECK-NEXT: %7 = sampler.unary  abs %6
// CHECK-NEXT: }
sampler.graph @splines {
  %0 = sampler.field beardifier
  %1 = sampler.field blend_alpha
  %2 = sampler.spline_constant -0.0
  %3 = sampler.spline_points slot 1 at [0.0] slope [0xFF800000] of %2
  %4 = sampler.spline_points slot 0 at [1.0, 2.0] slope [0.0, 0.0] of %2, %3
  %5 = sampler.spline %4 over %0, %1
  %6 = sampler.spline %2
  %7 = sampler.unary abs %6
}

// CHECK-LABEL: sampler.graph @wrapping {
// CHECK-NEXT: %0 = sampler.field  beardifier
// CHECK-NEXT: %1 = sampler.cache %0 cell 7
// CHECK-NEXT: %2 = sampler.blend_density %0
// CHECK-NEXT: %3 = sampler.interpolated %0 cell 4, 8
// CHECK-NEXT: %4 = sampler.slice %0 x -1
// CHECK-NEXT: %5 = sampler.slice %0 y 0
// CHECK-NEXT: %6 = sampler.slice %0 z 1
// CHECK-NEXT: %7 = sampler.slice %0 x 1 z 2
// CHECK-NEXT: %8 = sampler.find_top_surface %0 below %1 above -64 step 8
// CHECK-NEXT: }
sampler.graph @wrapping {
  %0 = sampler.field beardifier
  %1 = sampler.cache %0 cell 7
  %2 = sampler.blend_density %0
  %3 = sampler.interpolated %0 cell 4, 8
  %4 = sampler.slice %0 x -1
  %5 = sampler.slice %0 y 0
  %6 = sampler.slice %0 z 1
  %7 = sampler.slice %0 x 1 z 2
  %8 = sampler.find_top_surface %0 below %1 above -64 step 8
}
