// The outermost values of a column, or of a height, where they meet others.
// RUN: terrane-opt %s --pass-pipeline='builtin.module(sampler.graph(sampler-hoist-axes))' | FileCheck %s

// CHECK-LABEL: sampler.graph @g {
// CHECK-NEXT: sampler.constant 1.000000e+00{{$}}
// CHECK-NEXT: sampler.noise @n scale 1.000000e+00, 1.000000e+00{{$}}
// CHECK-NEXT: sampler.slice %1 y 0{{$}}
// CHECK-NEXT: sampler.field  blend_alpha{{$}}
// CHECK-NEXT: sampler.cache %2 cell 0{{$}}
// CHECK-NEXT: sampler.lerp %3, %0, %4 {sampler.hoist = "column"}
// CHECK-NEXT: sampler.gradient {{.*}} factor 1.000000e+00 {sampler.hoist = "height"}
// CHECK-NEXT: sampler.scalar  add %6, 1.000000e+00 {sampler.hoist = "height"}
// CHECK-NEXT: sampler.binary  mul %7, %5{{$}}
// CHECK-NEXT: sampler.binary  add %8, %6{{$}}
// CHECK-NEXT: sampler.shift_b @n {sampler.hoist = "column"}
// CHECK-NEXT: sampler.shifted_noise @n scale 1.000000e+00, 1.000000e+00 x %9 z %10{{$}}
// CHECK-NEXT: sampler.entry
sampler.graph @g {
  %0 = sampler.constant 1.0
  %1 = sampler.noise @n scale 1.0, 1.0
  %2 = sampler.slice %1 y 0
  %3 = sampler.field blend_alpha
  %4 = sampler.cache %2 cell 0
  %5 = sampler.lerp %3, %0, %4
  %6 = sampler.gradient y clamp_to_edge from 0 to 8 value 0.0 factor 1.0
  %7 = sampler.scalar add %6, 1.0
  %8 = sampler.binary mul %7, %5
  %9 = sampler.binary add %8, %6
  %10 = sampler.shift_b @n
  %11 = sampler.shifted_noise @n scale 1.0, 1.0 x %9 z %10
  sampler.entry "f" %11
}
