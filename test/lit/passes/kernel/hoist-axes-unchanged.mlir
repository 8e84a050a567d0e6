// No marks: constants, values of all axes, what a slice takes, and what interpolation makes of a
// column's value (its running sum need not stand still).
// RUN: terrane-opt %s --pass-pipeline='builtin.module(sampler.graph(sampler-hoist-axes))' | FileCheck %s --implicit-check-not=sampler.hoist

// CHECK-LABEL: sampler.graph @g {
// CHECK: sampler.entry "d"
sampler.graph @g {
  %0 = sampler.constant 1.0
  %1 = sampler.unary square %0
  %2 = sampler.field beardifier
  %3 = sampler.distance euclidean 0, 0, 0
  %4 = sampler.field blend_offset
  %5 = sampler.slice %4 y 0
  %6 = sampler.slice %5 x 0
  %7 = sampler.interpolated %6 cell 4, 8
  %8 = sampler.noise @n scale 1.0, 0.0
  %9 = sampler.slice %8 x 0 z 0
  sampler.entry "a" %1
  sampler.entry "b" %2
  sampler.entry "c" %3
  sampler.entry "d" %7
  sampler.entry "e" %9
}
