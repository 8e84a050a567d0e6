// Sampler graphs and noises stay as they are; the pass has nothing to do twice.
// RUN: terrane-opt %s --density-select-samplers | FileCheck %s
// RUN: terrane-opt %s --density-select-samplers --density-select-samplers | FileCheck %s

// CHECK-LABEL: density.noise_parameters @n octaves 0 count 1 amplitude 1.000000e+00 normalize on modifiers []
density.noise_parameters @n octaves 0 count 1 amplitude 1.0 normalize on modifiers []

// CHECK-LABEL: sampler.graph @g {
// CHECK-NEXT: %0 = sampler.constant 1.000000e+00
// CHECK-NEXT: %1 = sampler.constant 2.000000e+00
// CHECK-NEXT: %2 = sampler.binary  add %0, %1
// CHECK-NEXT: sampler.entry "f" %2
// CHECK-NEXT: }
sampler.graph @g {
  %0 = sampler.constant 1.0
  %1 = sampler.constant 2.0
  %2 = sampler.binary add %0, %1
  sampler.entry "f" %2
}
