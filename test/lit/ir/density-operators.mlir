// Operators of the density dialect print and parse back, arrays with all their bits, too.
// RUN: terrane-opt %s | terrane-opt | FileCheck %s

// CHECK-LABEL: density.graph @unary {
// CHECK-NEXT: %0 = density.beardifier
// CHECK-NEXT: %1 = density.abs %0
// CHECK-NEXT: %2 = density.square %0
// CHECK-NEXT: %3 = density.cube %0
// CHECK-NEXT: %4 = density.sqrt %0
// CHECK-NEXT: %5 = density.half_negative %0
// CHECK-NEXT: %6 = density.quarter_negative %0
// CHECK-NEXT: %7 = density.reciprocal %0
// CHECK-NEXT: %8 = density.negate %0
// CHECK-NEXT: %9 = density.squeeze %0
// CHECK-NEXT: %10 = density.log %0
// CHECK-NEXT: %11 = density.sign %0
// CHECK-NEXT: }
density.graph @unary {
  %x = density.beardifier
  %0 = density.abs %x
  %1 = density.square %x
  %2 = density.cube %x
  %3 = density.sqrt %x
  %4 = density.half_negative %x
  %5 = density.quarter_negative %x
  %6 = density.reciprocal %x
  %7 = density.negate %x
  %8 = density.squeeze %x
  %9 = density.log %x
  %10 = density.sign %x
}

// CHECK-LABEL: density.graph @binary {
// CHECK-NEXT: %0 = density.beardifier
// CHECK-NEXT: %1 = density.blend_offset
// CHECK-NEXT: %2 = density.floor %0, %1
// CHECK-NEXT: %3 = density.round %0, %1
// CHECK-NEXT: %4 = density.ceil %0, %1
// CHECK-NEXT: %5 = density.truncate %0, %1
// CHECK-NEXT: %6 = density.add %0, %1
// CHECK-NEXT: %7 = density.sub %0, %1
// CHECK-NEXT: %8 = density.mul %0, %1
// CHECK-NEXT: %9 = density.div %0, %1
// CHECK-NEXT: %10 = density.min %0, %1
// CHECK-NEXT: %11 = density.max %0, %1
// CHECK-NEXT: %12 = density.pow %0, %1
// CHECK-NEXT: }
density.graph @binary {
  %x = density.beardifier
  %y = density.blend_offset
  %0 = density.floor %x, %y
  %1 = density.round %x, %y
  %2 = density.ceil %x, %y
  %3 = density.truncate %x, %y
  %4 = density.add %x, %y
  %5 = density.sub %x, %y
  %6 = density.mul %x, %y
  %7 = density.div %x, %y
  %8 = density.min %x, %y
  %9 = density.max %x, %y
  %10 = density.pow %x, %y
}

// CHECK-LABEL: density.graph @choosing {
// CHECK-NEXT: %0 = density.beardifier
// CHECK-NEXT: %1 = density.blend_offset
// CHECK-NEXT: %2 = density.blend_alpha
// CHECK-NEXT: %3 = density.lerp %0, %1, %2
// CHECK-NEXT: %4 = density.clamp %0 to -1.000000e+00, 1.000000e+00
// CHECK-NEXT: %5 = density.clamp %0 to -0.000000e+00, 0.000000e+00
// CHECK-NEXT: %6 = density.range_choice %0 in 1.000000e+00, -1.000000e+00 then %1 else %2
// CHECK-NEXT: %7 = density.interval_select %0 at [0.000000e+00] of %1, %2
// CHECK-NEXT: %8 = density.interval_select %0 at [-0.333333343, -0.000000e+00, 0.000000e+00, 1.401300e-45] of %1, %2, %0, %1, %2
// CHECK-NEXT: }
density.graph @choosing {
  %x = density.beardifier
  %y = density.blend_offset
  %z = density.blend_alpha
  %0 = density.lerp %x, %y, %z
  %1 = density.clamp %x to -1.0, 1.0
  %2 = density.clamp %x to -0.0, 0.0
  %3 = density.range_choice %x in 1.0, -1.0 then %y else %z
  %4 = density.interval_select %x at [0.0] of %y, %z
  %5 = density.interval_select %x at [-0.333333343, -0.0, 0.0, 0x00000001] of %y, %z, %x, %y, %z
}

// CHECK-LABEL: density.graph @wrapping {
// CHECK-NEXT: %0 = density.beardifier
// CHECK-NEXT: %1 = density.blend_offset
// CHECK-NEXT: %2 = density.cache %0
// CHECK-NEXT: %3 = density.prepared %0 cell 3
// CHECK-NEXT: %4 = density.blend_density %0
// CHECK-NEXT: %5 = density.interpolated %0 cell 4, 8
// CHECK-NEXT: %6 = density.interpolated %0 cell 1, 2147483647
// CHECK-NEXT: %7 = density.slice  x -2147483648 %0
// CHECK-NEXT: %8 = density.slice  y 0 %0
// CHECK-NEXT: %9 = density.slice  z 2147483647 %0
// CHECK-NEXT: %10 = density.find_top_surface %0 below %1 above -4064 step 1
// CHECK-NEXT: %11 = density.find_top_surface %0 below %1 above 4062 step 8
// CHECK-NEXT: }
density.graph @wrapping {
  %x = density.beardifier
  %y = density.blend_offset
  %0 = density.cache %x
  %1 = density.prepared %x cell 3
  %2 = density.blend_density %x
  %3 = density.interpolated %x cell 4, 8
  %4 = density.interpolated %x cell 1, 2147483647
  %5 = density.slice x -2147483648 %x
  %6 = density.slice y 0 %x
  %7 = density.slice z 2147483647 %x
  %8 = density.find_top_surface %x below %y above -4064 step 1
  %9 = density.find_top_surface %x below %y above 4062 step 8
}

// Locations need not ascend, values may be infinite, trees may share parts.
// CHECK-LABEL: density.graph @splines {
// CHECK-NEXT: %0 = density.beardifier
// CHECK-NEXT: %1 = density.spline_constant 0x7F800000
// CHECK-NEXT: %2 = density.spline_constant -1.500000e+00
// CHECK-NEXT: %3 = density.spline_points %0 at [0.000000e+00] slope [-0.000000e+00] of %2
// CHECK-NEXT: %4 = density.spline_points %0 at [1.000000e+00, -1.000000e+00, 1.000000e+00] slope [5.000000e-01, 0xFF800000, 0.000000e+00] of %1, %3, %3
// CHECK-NEXT: %5 = density.spline %4
// CHECK-NEXT: %6 = density.spline %2
// CHECK-NEXT: }
density.graph @splines {
  %x = density.beardifier
  %0 = density.spline_constant 0x7F800000
  %1 = density.spline_constant -1.5
  %2 = density.spline_points %x at [0.0] slope [-0.0] of %1
  %3 = density.spline_points %x at [1.0, -1.0, 1.0] slope [0.5, 0xFF800000, 0.0] of %0, %2, %2
  %4 = density.spline %3
  %5 = density.spline %1
}
