// No marks: nothing to save, a noise on another volume, operators that need both sides, and choices
// whose values depend on cells, which are evaluated as the game does it.
// RUN: terrane-opt %s --pass-pipeline='builtin.module(sampler.graph(sampler-mark-lazy))' | FileCheck %s --implicit-check-not=sampler.lazy

// CHECK-LABEL: sampler.graph @g {
// CHECK: sampler.entry "e"
sampler.graph @g {
  %0 = sampler.distance euclidean 0, 0, 0
  %1 = sampler.noise @n scale 1.0, 1.0
  %2 = sampler.slice %1 y 0
  %3 = sampler.interpolated %1 cell 4, 8
  %4 = sampler.range_choice %1 in 0.0, 1.0 then %2 else %3
  %5 = sampler.lerp %1, %0, %0
  %6 = sampler.bound min %0, %1 threshold 0.0
  %7 = sampler.binary mul %0, %1
  %8 = sampler.cache %1 cell 0
  %9 = sampler.find_top_surface %8 below %0 above 0 step 8
  %10 = sampler.range_choice %9 in 0.0, 1.0 then %1 else %0
  sampler.entry "a" %4
  sampler.entry "b" %5
  sampler.entry "c" %6
  sampler.entry "d" %7
  sampler.entry "e" %10
}
