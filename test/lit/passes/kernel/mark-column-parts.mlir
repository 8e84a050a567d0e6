// Slices of y in the density of a search, with cells that one block of the column asks.
// RUN: terrane-opt %s --pass-pipeline='builtin.module(sampler.graph(sampler-mark-column-parts))' | FileCheck %s

// CHECK-LABEL: sampler.graph @g {
// CHECK: sampler.slice %1 y 0 {sampler.part = {{[01]}} : i32}
// CHECK-NEXT: sampler.slice %0 y 4 {sampler.part = {{[01]}} : i32}
// CHECK: sampler.find_top_surface %{{.*}} {sampler.column_parts = array<i32: {{0, 1|1, 0}}>}
sampler.graph @g {
  %0 = sampler.noise @n scale 1.0, 0.0
  %1 = sampler.cache %0 cell 0
  %2 = sampler.slice %1 y 0
  %3 = sampler.slice %0 y 4
  %4 = sampler.gradient y clamp_to_edge from 0 to 8 value 0.0 factor 1.0
  %5 = sampler.binary add %2, %3
  %6 = sampler.binary add %4, %5
  %7 = sampler.constant 64.0
  %8 = sampler.find_top_surface %6 below %7 above 0 step 8
  %9 = sampler.slice %8 y 0
  sampler.entry "f" %9
}
