// Caches that somebody can see.
// RUN: terrane-opt %s --pass-pipeline='builtin.module(sampler.graph(sampler-elide-caches))' | FileCheck %s

// Values with a coordinate, values that differ by path, values that user fields give.
// CHECK-LABEL: sampler.graph @values {
// CHECK: sampler.cache %1 cell 0
// CHECK: sampler.cache %2 cell 1
// CHECK: sampler.cache %3 cell 2
// CHECK: sampler.cache %4 cell 3
// CHECK: sampler.cache %5 cell 4
// CHECK: sampler.cache %6 cell 5
sampler.graph @values {
  %0 = sampler.constant 1.0
  %1 = sampler.gradient x clamp_to_edge from 0 to 8 value 0.0 factor 1.0
  %2 = sampler.noise @n scale 1.0, 1.0
  %3 = sampler.binary mul %0, %0
  %4 = sampler.bound min %0, %0 threshold 0.0
  %5 = sampler.interpolated %0 cell 4, 8
  %6 = sampler.field blend_alpha
  %7 = sampler.cache %1 cell 0
  %8 = sampler.cache %2 cell 1
  %9 = sampler.cache %3 cell 2
  %10 = sampler.cache %4 cell 3
  %11 = sampler.cache %5 cell 4
  %12 = sampler.cache %6 cell 5
  %13 = sampler.pow %7, %8
  %14 = sampler.pow %9, %10
  %15 = sampler.pow %11, %12
  sampler.entry "a" %13
  sampler.entry "b" %14
  sampler.entry "c" %15
}

// Two values in one cell: each could be answered with the other.
// CHECK-LABEL: sampler.graph @one_cell {
// CHECK: sampler.cache %0 cell 0
// CHECK: sampler.cache %1 cell 0
sampler.graph @one_cell {
  %0 = sampler.constant 1.0
  %1 = sampler.constant 2.0
  %2 = sampler.cache %0 cell 0
  %3 = sampler.cache %1 cell 0
  %4 = sampler.binary add %2, %3
  sampler.entry "f" %4
}

// A cache in a cache that somebody else asks: another user, an entry, a second cache of its cell, a
// second cache of the outer cell, or through a slice, which asks for another block.
// CHECK-LABEL: sampler.graph @nested {
// CHECK: sampler.cache %0 cell 0
// CHECK-NEXT: sampler.cache %1 cell 1
// CHECK-NEXT: sampler.cache %0 cell 2
// CHECK-NEXT: sampler.cache %3 cell 3
// CHECK-NEXT: sampler.cache %0 cell 4
// CHECK-NEXT: sampler.cache %5 cell 5
// CHECK-NEXT: sampler.cache %0 cell 4
// CHECK-NEXT: sampler.cache %0 cell 6
// CHECK-NEXT: sampler.cache %8 cell 7
// CHECK-NEXT: sampler.cache %0 cell 7
// CHECK-NEXT: sampler.cache %0 cell 8
// CHECK-NEXT: sampler.slice %11 y 0
// CHECK-NEXT: sampler.cache %12 cell 9
sampler.graph @nested {
  %0 = sampler.noise @n scale 1.0, 1.0
  %1 = sampler.cache %0 cell 0
  %2 = sampler.cache %1 cell 1
  %3 = sampler.cache %0 cell 2
  %4 = sampler.cache %3 cell 3
  %5 = sampler.cache %0 cell 4
  %6 = sampler.cache %5 cell 5
  %7 = sampler.cache %0 cell 4
  %8 = sampler.cache %0 cell 6
  %9 = sampler.cache %8 cell 7
  %10 = sampler.cache %0 cell 7
  %11 = sampler.cache %0 cell 8
  %12 = sampler.slice %11 y 0
  %13 = sampler.cache %12 cell 9
  %14 = sampler.interval_select %1 at [0.0, 1.0, 2.0, 3.0] of %2, %4, %6, %7, %9
  sampler.entry "a" %14
  sampler.entry "b" %3
  sampler.entry "c" %10
  sampler.entry "d" %13
}
