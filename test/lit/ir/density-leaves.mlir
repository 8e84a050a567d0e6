// Leaf functions of the density dialect print and parse back, numbers with all their bits.
// RUN: terrane-opt %s | terrane-opt | FileCheck %s
// RUN: terrane-opt %s --mlir-print-op-generic | terrane-opt | FileCheck %s

// CHECK-LABEL: density.graph @constants {
// CHECK-NEXT: %0 = density.constant 0.000000e+00
// CHECK-NEXT: %1 = density.constant -0.000000e+00
// CHECK-NEXT: %2 = density.constant 1.000000e+06
// CHECK-NEXT: %3 = density.constant -1.000000e+06
// CHECK-NEXT: %4 = density.constant 1.000000e-01
// CHECK-NEXT: %5 = density.constant 1.401300e-45
// CHECK-NEXT: }
density.graph @constants {
  %0 = density.constant 0.0
  %1 = density.constant -0.0
  %2 = density.constant 1000000.0
  %3 = density.constant -1000000.0
  %4 = density.constant 0.1
  %5 = density.constant 0x00000001
}

// CHECK-LABEL: density.graph @context {
// CHECK-NEXT: %0 = density.blend_alpha
// CHECK-NEXT: %1 = density.blend_offset
// CHECK-NEXT: %2 = density.beardifier
// CHECK-NEXT: }
density.graph @context {
  %0 = density.blend_alpha
  %1 = density.blend_offset
  %2 = density.beardifier
}

// CHECK-LABEL: density.graph @noises {
// CHECK-NEXT: %0 = density.constant 0.000000e+00
// CHECK-NEXT: %1 = density.shift @n
// CHECK-NEXT: %2 = density.shift_a @n
// CHECK-NEXT: %3 = density.shift_b @"ns:path/n"
// CHECK-NEXT: %4 = density.noise @n scale 2.500000e-01, -0.000000e+00 shift %2, %0, %3
// CHECK-NEXT: %5 = density.old_blended_noise scale 2.500000e-01, 1.250000e-01 factor 8.000000e+01, 1.600000e+02 smear 8.000000e+00
// CHECK-NEXT: %6 = density.old_blended_noise scale 1.000000e-03, 1.000000e+03 factor 1.000000e-03, 1.000000e+03 smear 1.000000e+00
// CHECK-NEXT: %7 = density.end_outer_islands
// CHECK-NEXT: }
density.graph @noises {
  %0 = density.constant 0.0
  %1 = density.shift @n
  %2 = density.shift_a @n
  %3 = density.shift_b @"ns:path/n"
  %4 = density.noise @n scale 0.25, -0.0 shift %2, %0, %3
  %5 = density.old_blended_noise scale 0.25, 0.125 factor 80.0, 160.0 smear 8.0
  %6 = density.old_blended_noise scale 0.001, 1000.0 factor 0.001, 1000.0 smear 1.0
  %7 = density.end_outer_islands
}

// CHECK-LABEL: density.graph @positions {
// CHECK-NEXT: %0 = density.distance_to_point  euclidean 0, -64, 2147483647
// CHECK-NEXT: %1 = density.distance_to_point  euclidean_squared -2147483648, 0, 0
// CHECK-NEXT: %2 = density.distance_to_point  manhattan 1, 2, 3
// CHECK-NEXT: %3 = density.distance_to_point  chebyshev 1, 2, 3
// CHECK-NEXT: %4 = density.gradient  x  clamp_to_edge from -64 at 1.500000e+00 to 320 at -1.500000e+00
// CHECK-NEXT: %5 = density.gradient  y  repeat from 10 at -0.000000e+00 to -10 at 0.000000e+00
// CHECK-NEXT: %6 = density.gradient  z  mirrored_repeat from -2147483648 at 0.000000e+00 to 2147483647 at 1.000000e+06
// CHECK-NEXT: }
density.graph @positions {
  %0 = density.distance_to_point euclidean 0, -64, 2147483647
  %1 = density.distance_to_point euclidean_squared -2147483648, 0, 0
  %2 = density.distance_to_point manhattan 1, 2, 3
  %3 = density.distance_to_point chebyshev 1, 2, 3
  %4 = density.gradient x clamp_to_edge from -64 at 1.5 to 320 at -1.5
  %5 = density.gradient y repeat from 10 at -0.0 to -10 at 0.0
  %6 = density.gradient z mirrored_repeat from -2147483648 at 0.0 to 2147483647 at 1000000.0
}
