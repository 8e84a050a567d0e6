// References are replaced by what they refer to (spec 10, 6.2).
// RUN: terrane-opt %s --density-inline-references | FileCheck %s

// CHECK-LABEL: density.noise_parameters @n octaves 0 count 1 amplitude 1.000000e+00 normalize on modifiers []
density.noise_parameters @n octaves 0 count 1 amplitude 1.0 normalize on modifiers []

// Named functions are gone afterwards, also those that nothing refers to.
// CHECK-NOT: @unused
density.func @unused {
  %0 = density.constant 9.0
  density.yield %0
}

// CHECK-NOT: @leaf
density.func @leaf {
  %0 = density.shift_a @n
  density.yield %0
}

// Forward and backward references; a shared target is placed once.
// CHECK-NOT: @middle
density.func @middle {
  %0 = density.ref @leaf
  %1 = density.ref @last
  %2 = density.add %0, %1
  density.yield %2
}

// CHECK-NOT: @last
density.func @last {
  %0 = density.ref @leaf
  %1 = density.abs %0
  density.yield %1
}

// A file may be nothing but a number; a reference to it is then a constant.
// CHECK-NOT: @number
density.func @number {
  %0 = density.constant 0.5
  density.yield %0
}

// CHECK-LABEL: density.graph @shared {
// CHECK-NEXT: %0 = density.shift_a @n
// CHECK-NEXT: %1 = density.abs %0
// CHECK-NEXT: %2 = density.add %0, %1
// CHECK-NEXT: %3 = density.mul %0, %0
// CHECK-NEXT: %4 = density.sub %2, %3
// CHECK-NEXT: density.entry "f" %4
// CHECK-NEXT: density.entry "middle" %2
// CHECK-NEXT: }
density.graph @shared {
  %0 = density.ref @middle
  %1 = density.ref @leaf
  %2 = density.ref @leaf
  %3 = density.mul %1, %2
  %4 = density.sub %0, %3
  density.entry "f" %4
  density.entry "middle" %0
}

// CHECK-LABEL: density.graph @constant legacy_random_source {
// CHECK-NEXT: %0 = density.constant 5.000000e-01
// CHECK-NEXT: %1 = density.beardifier
// CHECK-NEXT: %2 = density.mul %0, %1
// CHECK-NEXT: density.entry "f" %2
// CHECK-NEXT: density.entry "number" %0
// CHECK-NEXT: }
density.graph @constant legacy_random_source {
  %0 = density.ref @number
  %1 = density.beardifier
  %2 = density.mul %0, %1
  density.entry "f" %2
  density.entry "number" %0
}

// References in splines and below caches.
// CHECK-LABEL: density.graph @nested {
// CHECK-NEXT: %0 = density.shift_a @n
// CHECK-NEXT: %1 = density.spline_constant 1.000000e+00
// CHECK-NEXT: %2 = density.spline_points %0 at [0.000000e+00] slope [0.000000e+00] of %1
// CHECK-NEXT: %3 = density.spline %2
// CHECK-NEXT: %4 = density.prepared %3 cell 0
// CHECK-NEXT: density.entry "f" %4
// CHECK-NEXT: }
density.graph @nested {
  %0 = density.ref @leaf
  %1 = density.spline_constant 1.0
  %2 = density.spline_points %0 at [0.0] slope [0.0] of %1
  %3 = density.spline %2
  %4 = density.prepared %3 cell 0
  density.entry "f" %4
}
