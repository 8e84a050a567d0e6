// Nothing is sliced here.
// RUN: terrane-opt %s --pass-pipeline='builtin.module(density.graph(density-slice-uniform-axes))' | FileCheck %s

// A function with all axes.
// CHECK-LABEL: density.graph @all_axes {
// CHECK-NEXT: %0 = density.beardifier
// CHECK-NEXT: %1 = density.abs %0
// CHECK-NEXT: density.entry "f" %1
// CHECK-NEXT: }
density.graph @all_axes {
  %a = density.beardifier
  %b = density.abs %a
  density.entry "f" %b
}

// Constants and gradients are never wrapped.
// CHECK-LABEL: density.graph @constants_and_gradients {
// CHECK-NEXT: %0 = density.constant 1.000000e+00
// CHECK-NEXT: %1 = density.gradient  x  repeat from 0 at 0.000000e+00 to 1 at 1.000000e+00
// CHECK-NEXT: %2 = density.beardifier
// CHECK-NEXT: %3 = density.add %2, %0
// CHECK-NEXT: %4 = density.mul %3, %1
// CHECK-NEXT: density.entry "c" %0
// CHECK-NEXT: density.entry "x" %1
// CHECK-NEXT: density.entry "f" %4
// CHECK-NEXT: }
density.graph @constants_and_gradients {
  %c = density.constant 1.0
  %x = density.gradient x repeat from 0 at 0.0 to 1 at 1.0
  %b = density.beardifier
  %0 = density.add %b, %c
  %1 = density.mul %0, %x
  density.entry "c" %c
  density.entry "x" %x
  density.entry "f" %1
}

// Axes that a slice fixes already, also where it fixes one its input does not have.
// CHECK-LABEL: density.graph @sliced_by_the_pack {
// CHECK-NEXT: %0 = density.shift_a @n
// CHECK-NEXT: %1 = density.slice  y 3 %0
// CHECK-NEXT: %2 = density.slice  x 3 %1
// CHECK-NEXT: %3 = density.slice  z 3 %2
// CHECK-NEXT: density.entry "1" %1
// CHECK-NEXT: density.entry "3" %3
// CHECK-NEXT: }
density.graph @sliced_by_the_pack {
  %a = density.shift_a @n
  %1 = density.slice y 3 %a
  %2 = density.slice x 3 %1
  %3 = density.slice z 3 %2
  density.entry "1" %1
  density.entry "3" %3
}

// Nothing to do in a graph without nodes.
// CHECK-LABEL: density.graph @empty {
// CHECK-NEXT: }
density.graph @empty {
}
