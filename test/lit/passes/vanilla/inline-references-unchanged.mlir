// A graph without references stays as it is; equal nodes are not merged.
// RUN: terrane-opt %s --density-inline-references | FileCheck %s

// CHECK-LABEL: density.noise_parameters @n octaves 0 count 1 amplitude 1.000000e+00 normalize on modifiers []
density.noise_parameters @n octaves 0 count 1 amplitude 1.0 normalize on modifiers []

// CHECK-LABEL: density.graph @g {
// CHECK-NEXT: %0 = density.shift_a @n
// CHECK-NEXT: %1 = density.shift_a @n
// CHECK-NEXT: %2 = density.add %0, %1
// CHECK-NEXT: density.entry "f" %2
// CHECK-NEXT: }
density.graph @g {
  %0 = density.shift_a @n
  %1 = density.shift_a @n
  %2 = density.add %0, %1
  density.entry "f" %2
}

// CHECK-LABEL: density.graph @empty {
// CHECK-NEXT: }
density.graph @empty {
}
