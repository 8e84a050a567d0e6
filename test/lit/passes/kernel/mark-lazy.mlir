// Branches with a noise on the same volume.
// RUN: terrane-opt %s --pass-pipeline='builtin.module(sampler.graph(sampler-mark-lazy))' | FileCheck %s

// CHECK-LABEL: sampler.graph @g {
// CHECK: sampler.range_choice %0 in 0.000000e+00, 1.000000e+00 then %2 else %0 {sampler.lazy = array<i32: 1>}
// CHECK-NEXT: sampler.lerp %0, %0, %3 {sampler.lazy = array<i32: 2>}
// CHECK-NEXT: sampler.interval_select %0 at [0.000000e+00, 1.000000e+00] of %1, %0, %4 {sampler.lazy = array<i32: 1, 3>}
sampler.graph @g {
  %0 = sampler.distance euclidean 0, 0, 0
  %1 = sampler.noise @n scale 1.0, 1.0
  %2 = sampler.unary abs %1
  %3 = sampler.range_choice %0 in 0.0, 1.0 then %2 else %0
  %4 = sampler.lerp %0, %0, %3
  %5 = sampler.interval_select %0 at [0.0, 1.0] of %1, %0, %4
  sampler.entry "f" %5
}
