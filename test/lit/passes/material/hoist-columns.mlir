// Conditions with one answer for a column are asked once per column.
// RUN: terrane-opt %s --pass-pipeline='builtin.module(material.graph(material-hoist-columns))' | FileCheck %s

// CHECK-LABEL: material.graph @columns from 0 height 16 sea_level 0 block @"state:b" fluid @"state:b" {
// CHECK-NEXT: %0 = material.bandlands
// CHECK-NEXT: %1 = material.steep
// CHECK-NEXT: %2 = material.per_column %1
// CHECK-NEXT: %3 = material.when %2, %0
// CHECK-NEXT: %4 = material.noise_threshold @n from -5.000000e-01 to 5.000000e-01
// CHECK-NEXT: %5 = material.per_column %4
// CHECK-NEXT: %6 = material.when %5, %3
// CHECK-NEXT: %7 = material.hole
// CHECK-NEXT: %8 = material.per_column %7
// CHECK-NEXT: %9 = material.not %7
// CHECK-NEXT: %10 = material.per_column %9
// CHECK-NEXT: %11 = material.when %10, %6
// CHECK-NEXT: %12 = material.when %8, %11
// CHECK-NEXT: material.entry %12
// CHECK-NEXT: }
material.graph @columns from 0 height 16 sea_level 0 block @"state:b" fluid @"state:b" {
  %0 = material.bandlands
  %1 = material.steep
  %2 = material.when %1, %0
  %3 = material.noise_threshold @n from -0.5 to 0.5
  %4 = material.when %3, %2
  %5 = material.hole
  %6 = material.not %5
  %7 = material.when %6, %4
  %8 = material.when %5, %7
  material.entry %8
}

// What samples is not asked once more often or less, also where a mark is there already.
// CHECK-LABEL: material.graph @marked
// CHECK-NEXT: %0 = material.bandlands
// CHECK-NEXT: %1 = material.above_preliminary_surface
// CHECK-NEXT: %2 = material.per_column %1
// CHECK-NEXT: %3 = material.not %2
// CHECK-NEXT: %4 = material.when %3, %0
// CHECK-NEXT: material.entry %4
material.graph @marked from 0 height 16 sea_level 0 block @"state:b" fluid @"state:b" {
  %0 = material.bandlands
  %1 = material.above_preliminary_surface
  %2 = material.per_column %1
  %3 = material.not %2
  %4 = material.when %3, %0
  material.entry %4
}
