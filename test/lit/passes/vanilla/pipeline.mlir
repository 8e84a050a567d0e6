// The whole pipeline: cells by what the pack wrote, then references, slices and samplers.
// RUN: terrane-opt %s --vanilla-26.3 | FileCheck %s
// RUN: terrane-opt %s --pass-pipeline='builtin.module(density-prepare-caches,density-inline-references,density.graph(density-slice-uniform-axes),density-select-samplers)' | FileCheck %s

// CHECK-LABEL: density.noise_parameters @n octaves 0 count 1 amplitude 1.000000e+00 normalize on modifiers []
density.noise_parameters @n octaves 0 count 1 amplitude 1.0 normalize on modifiers []

// CHECK-NOT: @shift_x
density.func @shift_x {
  %0 = density.shift_a @n
  %1 = density.cache %0
  density.yield %1
}

// CHECK-NOT: @shift_z
density.func @shift_z {
  %0 = density.shift_b @n
  %1 = density.cache %0
  density.yield %1
}

// CHECK-LABEL: sampler.graph @g {
// CHECK-NEXT: %0 = sampler.noise @n scale 2.500000e-01, 0.000000e+00
// CHECK-NEXT: %1 = sampler.scalar  mul %0, 4.000000e+00
// CHECK-NEXT: %2 = sampler.slice %1 y 0
// CHECK-NEXT: %3 = sampler.cache %2 cell 0
// CHECK-NEXT: %4 = sampler.shift_b @n
// CHECK-NEXT: %5 = sampler.slice %4 y 0
// CHECK-NEXT: %6 = sampler.cache %5 cell 1
// CHECK-NEXT: %7 = sampler.shifted_noise @n scale 1.000000e+00, 0.000000e+00 x %3 z %6
// CHECK-NEXT: %8 = sampler.slice %7 y 0
// CHECK-NEXT: %9 = sampler.field  beardifier
// CHECK-NEXT: %10 = sampler.bound  min %9, %8 threshold -2.000000e+00
// CHECK-NEXT: sampler.entry "f" %10
// CHECK-NEXT: }
density.graph @g {
  %zero = density.constant 0.0
  %x = density.ref @shift_x
  %z = density.ref @shift_z
  %0 = density.noise @n scale 1.0, 0.0 shift %x, %zero, %z
  %b = density.beardifier
  %1 = density.min %b, %0
  density.entry "f" %1
}
