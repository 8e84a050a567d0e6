// Caches of one value, and caches that only another cache asks, are gone; cells have no gaps then.
// RUN: terrane-opt %s --pass-pipeline='builtin.module(sampler.graph(sampler-elide-caches))' | FileCheck %s


// CHECK-LABEL: sampler.graph @uniform {
// CHECK-NEXT: %0 = sampler.constant 1.000000e+00
// CHECK-NEXT: %1 = sampler.gradient  y
// CHECK-NEXT: %2 = sampler.slice %1 y 5
// CHECK-NEXT: %3 = sampler.binary  add %2, %0
// CHECK-NEXT: %4 = sampler.cache %1 cell 0
// CHECK-NEXT: %5 = sampler.binary  mul %3, %4
// CHECK-NEXT: %6 = sampler.binary  mul %5, %0
// CHECK-NEXT: sampler.entry "f" %6
// CHECK-NEXT: }
sampler.graph @uniform {
  %0 = sampler.constant 1.0
  %1 = sampler.gradient y clamp_to_edge from 0 to 8 value 0.0 factor 1.0
  %2 = sampler.slice %1 y 5
  %3 = sampler.cache %2 cell 0
  %4 = sampler.binary add %3, %0
  %5 = sampler.cache %4 cell 3 // above one
  %6 = sampler.cache %1 cell 7 // y and y + 4096 share a key
  %7 = sampler.binary mul %5, %6
  %8 = sampler.cache %0 cell 9
  %9 = sampler.cache %0 cell 9
  %10 = sampler.binary mul %7, %8
  sampler.entry "f" %10
}

// CHECK-LABEL: sampler.graph @nested {
// CHECK-NEXT: %0 = sampler.noise @n scale 1.000000e+00, 1.000000e+00
// CHECK-NEXT: %1 = sampler.cache %0 cell 0
// CHECK-NEXT: sampler.entry "f" %1
// CHECK-NEXT: }
sampler.graph @nested {
  %0 = sampler.noise @n scale 1.0, 1.0
  %1 = sampler.cache %0 cell 4
  %2 = sampler.cache %1 cell 5
  %3 = sampler.cache %2 cell 2
  sampler.entry "f" %3
}
