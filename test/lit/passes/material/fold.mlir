// Constants are folded, sequences flattened, equal rules merged, what cannot be reached is dropped.
// RUN: terrane-opt %s --pass-pipeline='builtin.module(material.graph(material-fold))' | FileCheck %s

// Sequences in sequences; rules behind one that always places; rules that place nothing.
// CHECK-LABEL: material.graph @sequences from 0 height 16 sea_level 0 block @"state:b" fluid @"state:b" {
// CHECK-NEXT: %0 = material.temperature
// CHECK-NEXT: %1 = material.place @"state:b"
// CHECK-NEXT: %2 = material.when %0, %1
// CHECK-NEXT: %3 = material.bandlands
// CHECK-NEXT: %4 = material.sequence(%2, %3)
// CHECK-NEXT: material.entry %4
// CHECK-NEXT: }
material.graph @sequences from 0 height 16 sea_level 0 block @"state:b" fluid @"state:b" {
  %c = material.temperature
  %0 = material.place @"state:b"
  %1 = material.when %c, %0
  %2 = material.nothing
  %3 = material.sequence(%2, %1)
  %4 = material.bandlands
  %5 = material.sequence(%3, %2, %4, %0)
  material.entry %5
}

// Conditions that are constant: no biome, inverted bounds, a NaN bound, `not`.
// CHECK-LABEL: material.graph @constants from 0 height 16 sea_level 0 block @"state:b" fluid @"state:b" {
// CHECK-NEXT: %0 = material.bandlands
// CHECK-NEXT: material.entry %0
// CHECK-NEXT: }
material.graph @constants from 0 height 16 sea_level 0 block @"state:b" fluid @"state:b" {
  %0 = material.place @"state:b"
  %1 = material.biome []
  %2 = material.when %1, %0
  %3 = material.noise_threshold @n from 0.5 to 0.25
  %4 = material.when %3, %0
  %5 = material.noise_threshold @n from 0x7FF8000000000000 to 1.0
  %6 = material.when %5, %0
  %7 = material.not %1
  %8 = material.bandlands
  %9 = material.when %7, %8
  %10 = material.sequence(%2, %4, %6, %9)
  material.entry %10
}

// Equal conditions and rules become one; a condition asked twice is asked once; `not not`.
// CHECK-LABEL: material.graph @merged from 0 height 16 sea_level 0 block @"state:b" fluid @"state:b" {
// CHECK-NEXT: %0 = material.steep
// CHECK-NEXT: %1 = material.place @"state:b"
// CHECK-NEXT: %2 = material.when %0, %1
// CHECK-NEXT: %3 = material.temperature
// CHECK-NEXT: %4 = material.when %3, %1
// CHECK-NEXT: %5 = material.sequence(%2, %4)
// CHECK-NEXT: material.entry %5
// CHECK-NEXT: }
material.graph @merged from 0 height 16 sea_level 0 block @"state:b" fluid @"state:b" {
  %0 = material.steep
  %1 = material.steep
  %2 = material.not %1
  %3 = material.not %2
  %4 = material.place @"state:b"
  %5 = material.place @"state:b"
  %6 = material.when %3, %5
  %7 = material.when %0, %6
  %8 = material.temperature
  %9 = material.when %8, %4
  %10 = material.sequence(%7, %9)
  material.entry %10
}

// Bounds that meet, and that are zeros of both signs, hold for one value.
// CHECK-LABEL: material.graph @meeting from 0 height 16 sea_level 0 block @"state:b" fluid @"state:b" {
// CHECK-NEXT: %0 = material.bandlands
// CHECK-NEXT: %1 = material.noise_threshold @n from 0.000000e+00 to -0.000000e+00
// CHECK-NEXT: %2 = material.when %1, %0
// CHECK-NEXT: material.entry %2
// CHECK-NEXT: }
material.graph @meeting from 0 height 16 sea_level 0 block @"state:b" fluid @"state:b" {
  %0 = material.bandlands
  %1 = material.noise_threshold @n from 0.0 to -0.0
  %2 = material.when %1, %0
  material.entry %2
}

// What is left of a rule that never places: nothing.
// CHECK-LABEL: material.graph @empty from 0 height 16 sea_level 0 block @"state:b" fluid @"state:b" {
// CHECK-NEXT: %0 = material.nothing
// CHECK-NEXT: material.entry %0
// CHECK-NEXT: }
material.graph @empty from 0 height 16 sea_level 0 block @"state:b" fluid @"state:b" {
  %0 = material.sequence()
  %1 = material.hole
  %2 = material.when %1, %0
  %3 = material.sequence(%2, %2)
  material.entry %3
}
