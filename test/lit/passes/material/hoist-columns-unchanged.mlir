// Conditions that are asked at every block: what depends on y, and what samples.
// RUN: terrane-opt %s --pass-pipeline='builtin.module(material.graph(material-hoist-columns))' | FileCheck %s --implicit-check-not=per_column

// CHECK-LABEL: material.graph @blocks from 0 height 16 sea_level 0 block @"state:b" fluid @"state:b" {
// CHECK-NEXT: %0 = material.bandlands
// CHECK-NEXT: %1 = material.biome ["a:b"]
// CHECK-NEXT: %2 = material.when %1, %0
// CHECK-NEXT: %3 = material.noise_threshold @n from -5.000000e-01 to 5.000000e-01 is_3d
// CHECK-NEXT: %4 = material.when %3, %2
// CHECK-NEXT: %5 = material.not %3
// CHECK-NEXT: %6 = material.when %5, %4
// CHECK-NEXT: %7 = material.above_preliminary_surface
// CHECK-NEXT: %8 = material.when %7, %6
// CHECK-NEXT: %9 = material.temperature
// CHECK-NEXT: %10 = material.when %9, %8
// CHECK-NEXT: %11 = material.stone_depth  floor offset 0 secondary_range 0
// CHECK-NEXT: %12 = material.when %11, %10
// CHECK-NEXT: %13 = material.y_above <absolute 0> depth_times 0
// CHECK-NEXT: %14 = material.when %13, %12
// CHECK-NEXT: %15 = material.water offset 0 depth_times 0
// CHECK-NEXT: %16 = material.when %15, %14
// CHECK-NEXT: %17 = material.vertical_gradient "a" below <absolute 0> above <absolute 9>
// CHECK-NEXT: %18 = material.when %17, %16
// CHECK-NEXT: %19 = material.constant true
// CHECK-NEXT: %20 = material.when %19, %18
// CHECK-NEXT: material.entry %20
// CHECK-NEXT: }
material.graph @blocks from 0 height 16 sea_level 0 block @"state:b" fluid @"state:b" {
  %0 = material.bandlands
  %1 = material.biome ["a:b"]
  %2 = material.when %1, %0
  %3 = material.noise_threshold @n from -0.5 to 0.5 is_3d
  %4 = material.when %3, %2
  %5 = material.not %3
  %6 = material.when %5, %4
  %7 = material.above_preliminary_surface
  %8 = material.when %7, %6
  %9 = material.temperature
  %10 = material.when %9, %8
  %11 = material.stone_depth floor offset 0 secondary_range 0
  %12 = material.when %11, %10
  %13 = material.y_above <absolute 0> depth_times 0
  %14 = material.when %13, %12
  %15 = material.water offset 0 depth_times 0
  %16 = material.when %15, %14
  %17 = material.vertical_gradient "a" below <absolute 0> above <absolute 9>
  %18 = material.when %17, %16
  %19 = material.constant true
  %20 = material.when %19, %18
  material.entry %20
}

// A condition that is asked by nothing.
// CHECK-LABEL: material.graph @unused from 0 height 16 sea_level 0 block @"state:b" fluid @"state:b" {
// CHECK-NEXT: %0 = material.steep
// CHECK-NEXT: %1 = material.bandlands
// CHECK-NEXT: material.entry %1
// CHECK-NEXT: }
material.graph @unused from 0 height 16 sea_level 0 block @"state:b" fluid @"state:b" {
  %0 = material.steep
  %1 = material.bandlands
  material.entry %1
}
