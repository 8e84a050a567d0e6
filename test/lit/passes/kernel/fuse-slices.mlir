// A slice directly in a slice: the inner coordinate wins; the inner slice stays for its other users.
// RUN: terrane-opt %s --pass-pipeline='builtin.module(sampler.graph(sampler-fuse-slices))' | FileCheck %s

// CHECK-LABEL: sampler.graph @g {
// CHECK-NEXT: %0 = sampler.noise @n scale 1.000000e+00, 1.000000e+00
// CHECK-NEXT: %1 = sampler.slice %0 y 5
// CHECK-NEXT: %2 = sampler.slice %0 x 1 y 5 z 3
// CHECK-NEXT: %3 = sampler.slice %0 y 5
// CHECK-NEXT: %4 = sampler.binary  add %1, %2
// CHECK-NEXT: %5 = sampler.binary  add %4, %3
// CHECK-NEXT: sampler.entry "f" %5
// CHECK-NEXT: }
sampler.graph @g {
  %0 = sampler.noise @n scale 1.0, 1.0
  %1 = sampler.slice %0 y 5
  %2 = sampler.slice %1 x 1
  %3 = sampler.slice %2 x 2 z 3
  %4 = sampler.slice %1 y 0
  %5 = sampler.binary add %1, %3
  %6 = sampler.binary add %5, %4
  sampler.entry "f" %6
}
