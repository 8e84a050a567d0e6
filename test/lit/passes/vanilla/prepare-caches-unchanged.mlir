// Without caches nothing happens; equal sub-trees are not merged, and prepared caches stay.
// RUN: terrane-opt %s --density-prepare-caches | FileCheck %s

// CHECK-LABEL: density.func @f {
// CHECK-NEXT: %0 = density.blend_alpha
// CHECK-NEXT: %1 = density.ref @g
// CHECK-NEXT: %2 = density.add %0, %1
// CHECK-NEXT: density.yield %2
// CHECK-NEXT: }
density.func @f {
  %0 = density.blend_alpha
  %1 = density.ref @g
  %2 = density.add %0, %1
  density.yield %2
}

// CHECK-LABEL: density.graph @g {
// CHECK-NEXT: %0 = density.blend_alpha
// CHECK-NEXT: %1 = density.abs %0
// CHECK-NEXT: %2 = density.blend_alpha
// CHECK-NEXT: %3 = density.abs %2
// CHECK-NEXT: %4 = density.add %1, %3
// CHECK-NEXT: %5 = density.prepared %4 cell 9
// CHECK-NEXT: density.entry "f" %5
// CHECK-NEXT: }
density.graph @g {
  %0 = density.blend_alpha
  %1 = density.abs %0
  %2 = density.blend_alpha
  %3 = density.abs %2
  %4 = density.add %1, %3
  %5 = density.prepared %4 cell 9
  density.entry "f" %5
}
