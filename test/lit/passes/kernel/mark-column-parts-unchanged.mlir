// No marks: a cell that is also asked elsewhere in the column, or across paths; slices of x and z
// alone; slices below a cache or outside of a density.
// RUN: terrane-opt %s --pass-pipeline='builtin.module(sampler.graph(sampler-mark-column-parts))' | FileCheck %s --implicit-check-not=sampler.part --implicit-check-not=column_parts

// CHECK-LABEL: sampler.graph @g {
// CHECK: sampler.entry "d"
sampler.graph @g {
  %0 = sampler.noise @n scale 1.0, 0.0
  %c = sampler.constant 64.0
  %1 = sampler.cache %0 cell 0
  %2 = sampler.slice %1 y 0
  %3 = sampler.binary add %1, %2
  %4 = sampler.find_top_surface %3 below %c above 0 step 8

  %5 = sampler.cache %0 cell 1
  %6 = sampler.interpolated %5 cell 4, 8
  %7 = sampler.slice %5 y 0
  %8 = sampler.binary add %6, %7
  %9 = sampler.find_top_surface %8 below %c above 0 step 8

  %10 = sampler.slice %0 x 0 z 0
  %11 = sampler.find_top_surface %10 below %c above 0 step 8

  %12 = sampler.slice %0 y 7
  %13 = sampler.cache %12 cell 2
  %14 = sampler.find_top_surface %13 below %12 above 0 step 8
  sampler.entry "a" %4
  sampler.entry "b" %9
  sampler.entry "c" %11
  sampler.entry "d" %14
}
