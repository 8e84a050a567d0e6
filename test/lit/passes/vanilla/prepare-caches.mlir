// Which caches share a cell (spec 10, 6.3).
// RUN: terrane-opt %s --density-prepare-caches | FileCheck %s

// A registry entry that is a cache is one cache, through however many references.
// CHECK-LABEL: density.func @entry {
// CHECK-NEXT: %0 = density.blend_alpha
// CHECK-NEXT: %1 = density.prepared %0 cell 0
// CHECK-NEXT: density.yield %1
// CHECK-NEXT: }
density.func @entry {
  %0 = density.blend_alpha
  %1 = density.cache %0
  density.yield %1
}

// Two entries whose inputs are equal as written.
// CHECK-LABEL: density.func @equal_entry {
// CHECK-NEXT: %0 = density.blend_alpha
// CHECK-NEXT: %1 = density.prepared %0 cell 0
// CHECK-NEXT: density.yield %1
// CHECK-NEXT: }
density.func @equal_entry {
  %0 = density.blend_alpha
  %1 = density.cache %0
  density.yield %1
}

// CHECK-LABEL: density.func @content {
// CHECK-NEXT: %0 = density.blend_alpha
// CHECK-NEXT: density.yield %0
// CHECK-NEXT: }
density.func @content {
  %0 = density.blend_alpha
  density.yield %0
}

// CHECK-LABEL: density.func @same_content {
// CHECK-NEXT: %0 = density.blend_alpha
// CHECK-NEXT: density.yield %0
// CHECK-NEXT: }
density.func @same_content {
  %0 = density.blend_alpha
  density.yield %0
}

// A reference is no copy, and references to two entries of equal content differ.
// CHECK-LABEL: density.graph @references {
// CHECK-NEXT: %0 = density.ref @content
// CHECK-NEXT: %1 = density.ref @same_content
// CHECK-NEXT: %2 = density.ref @content
// CHECK-NEXT: %3 = density.prepared %0 cell 1
// CHECK-NEXT: %4 = density.prepared %1 cell 2
// CHECK-NEXT: %5 = density.prepared %2 cell 1
// CHECK-NEXT: density.entry "content" %3
// CHECK-NEXT: density.entry "same content" %4
// CHECK-NEXT: density.entry "content again" %5
// CHECK-NEXT: }
density.graph @references {
  %0 = density.ref @content
  %1 = density.ref @same_content
  %2 = density.ref @content
  %3 = density.cache %0
  %4 = density.cache %1
  %5 = density.cache %2
  density.entry "content" %3
  density.entry "same content" %4
  density.entry "content again" %5
}

// Equal trees, written twice and across graphs.
// CHECK-LABEL: density.graph @trees {
// CHECK-NEXT: %0 = density.beardifier
// CHECK-NEXT: %1 = density.constant 0.000000e+00
// CHECK-NEXT: %2 = density.add %0, %1
// CHECK-NEXT: %3 = density.prepared %2 cell 3
// CHECK-NEXT: %4 = density.constant 0.000000e+00
// CHECK-NEXT: %5 = density.add %0, %4
// CHECK-NEXT: %6 = density.prepared %5 cell 3
// CHECK-NEXT: %7 = density.constant -0.000000e+00
// CHECK-NEXT: %8 = density.add %0, %7
// CHECK-NEXT: %9 = density.prepared %8 cell 4
// CHECK-NEXT: density.entry "a" %3
// CHECK-NEXT: density.entry "equal" %6
// CHECK-NEXT: density.entry "-0.0" %9
// CHECK-NEXT: }
density.graph @trees {
  %x = density.beardifier
  %c = density.constant 0.0
  %0 = density.add %x, %c
  %1 = density.cache %0
  %d = density.constant 0.0
  %2 = density.add %x, %d
  %3 = density.cache %2
  %e = density.constant -0.0
  %4 = density.add %x, %e
  %5 = density.cache %4
  density.entry "a" %1
  density.entry "equal" %3
  density.entry "-0.0" %5
}

// A cache of a cache has two cells; the inner one may be shared alone.
// CHECK-LABEL: density.graph @nested {
// CHECK-NEXT: %0 = density.blend_offset
// CHECK-NEXT: %1 = density.prepared %0 cell 5
// CHECK-NEXT: %2 = density.prepared %1 cell 6
// CHECK-NEXT: %3 = density.prepared %0 cell 5
// CHECK-NEXT: density.entry "outer" %2
// CHECK-NEXT: density.entry "inner" %3
// CHECK-NEXT: }
density.graph @nested {
  %x = density.blend_offset
  %0 = density.cache %x
  %1 = density.cache %0
  %2 = density.cache %x
  density.entry "outer" %1
  density.entry "inner" %2
}

// An input that holds a cache is compared as written, too: both outer caches are one.
// CHECK-LABEL: density.graph @around_caches {
// CHECK-NEXT: %0 = density.end_outer_islands
// CHECK-NEXT: %1 = density.prepared %0 cell 7
// CHECK-NEXT: %2 = density.abs %1
// CHECK-NEXT: %3 = density.prepared %2 cell 8
// CHECK-NEXT: %4 = density.prepared %0 cell 7
// CHECK-NEXT: %5 = density.abs %4
// CHECK-NEXT: %6 = density.prepared %5 cell 8
// CHECK-NEXT: density.entry "a" %3
// CHECK-NEXT: density.entry "b" %6
// CHECK-NEXT: }
density.graph @around_caches {
  %x = density.end_outer_islands
  %0 = density.cache %x
  %1 = density.abs %0
  %2 = density.cache %1
  %3 = density.cache %x
  %4 = density.abs %3
  %5 = density.cache %4
  density.entry "a" %2
  density.entry "b" %5
}

// A cache around a constant, and within a spline coordinate.
// CHECK-LABEL: density.graph @anywhere {
// CHECK-NEXT: %0 = density.constant 7.000000e+00
// CHECK-NEXT: %1 = density.prepared %0 cell 9
// CHECK-NEXT: %2 = density.spline_constant 1.000000e+00
// CHECK-NEXT: %3 = density.spline_points %1 at [0.000000e+00] slope [0.000000e+00] of %2
// CHECK-NEXT: %4 = density.spline %3
// CHECK-NEXT: density.entry "f" %4
// CHECK-NEXT: }
density.graph @anywhere {
  %c = density.constant 7.0
  %0 = density.cache %c
  %k = density.spline_constant 1.0
  %1 = density.spline_points %0 at [0.0] slope [0.0] of %k
  %2 = density.spline %1
  density.entry "f" %2
}
