// The whole pipeline: what one pass uncovers the next one takes. Nothing in other modules.
// RUN: terrane-opt %s --kernel | FileCheck %s
// RUN: terrane-opt %s --pass-pipeline='builtin.module(sampler.graph(sampler-merge-nodes,sampler-elide-caches,sampler-fuse-slices,sampler-merge-nodes,sampler-hoist-axes,sampler-mark-lazy,sampler-mark-column-parts))' | FileCheck %s

// The caches in the caches have one user only after the outer ones are merged; the slices meet after
// the cache between them is gone, and are equal then.
// CHECK-LABEL: sampler.graph @g {
// CHECK-NEXT: %0 = sampler.noise @n scale 1.000000e+00, 0.000000e+00
// CHECK-NEXT: %1 = sampler.cache %0 cell 0
// CHECK-NEXT: %2 = sampler.constant 1.000000e+00
// CHECK-NEXT: %3 = sampler.slice %2 x 0 y 0 z 0 {sampler.hoist = "column"}
// CHECK-NEXT: %4 = sampler.range_choice %1 in 0.000000e+00, 1.000000e+00 then %1 else %3 {sampler.lazy = array<i32: 1>}
// CHECK-NEXT: sampler.entry "f" %4
// CHECK-NEXT: }
sampler.graph @g {
  %0 = sampler.noise @n scale 1.0, 0.0
  %1 = sampler.cache %0 cell 1
  %2 = sampler.cache %1 cell 2
  %3 = sampler.cache %0 cell 1
  %4 = sampler.cache %3 cell 2
  %5 = sampler.constant 1.0
  %6 = sampler.slice %5 x 0 y 0 z 0
  %7 = sampler.cache %6 cell 3
  %8 = sampler.slice %7 y 0
  %9 = sampler.range_choice %2 in 0.0, 1.0 then %4 else %8
  sampler.entry "f" %9
}

// CHECK-LABEL: density.graph @other {
// CHECK-NEXT: density.constant 1.000000e+00
// CHECK-NEXT: density.constant 1.000000e+00
density.graph @other {
  %0 = density.constant 1.0
  %1 = density.constant 1.0
  %2 = density.add %0, %1
  density.entry "f" %2
}
