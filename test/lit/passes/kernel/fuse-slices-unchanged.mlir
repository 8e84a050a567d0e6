// With anything between them slices stay two: a cache's key and volume show where it was asked.
// RUN: terrane-opt %s --pass-pipeline='builtin.module(sampler.graph(sampler-fuse-slices))' | FileCheck %s

// CHECK-LABEL: sampler.graph @g {
// CHECK-NEXT: %0 = sampler.noise @n scale 1.000000e+00, 1.000000e+00
// CHECK-NEXT: %1 = sampler.slice %0 y 0
// CHECK-NEXT: %2 = sampler.cache %1 cell 0
// CHECK-NEXT: %3 = sampler.slice %2 y 0
// CHECK-NEXT: sampler.entry "f" %3
// CHECK-NEXT: }
sampler.graph @g {
  %0 = sampler.noise @n scale 1.0, 1.0
  %1 = sampler.slice %0 y 0
  %2 = sampler.cache %1 cell 0
  %3 = sampler.slice %2 y 0
  sampler.entry "f" %3
}
