// What must stay: effects that sampler caches make visible, and their order (spec 40, section 11).
// RUN: terrane-opt %s --pass-pipeline='builtin.module(material.graph(material-fold))' | FileCheck %s

// The condition samples, whatever it decides.
// CHECK-LABEL: material.graph @asked from 0 height 16 sea_level 0 block @"state:b" fluid @"state:b" {
// CHECK-NEXT: %0 = material.nothing
// CHECK-NEXT: %1 = material.above_preliminary_surface
// CHECK-NEXT: %2 = material.not %1
// CHECK-NEXT: %3 = material.when %1, %0
// CHECK-NEXT: %4 = material.when %2, %0
// CHECK-NEXT: %5 = material.bandlands
// CHECK-NEXT: %6 = material.sequence(%3, %4, %5)
// CHECK-NEXT: material.entry %6
// CHECK-NEXT: }
material.graph @asked from 0 height 16 sea_level 0 block @"state:b" fluid @"state:b" {
  %0 = material.above_preliminary_surface
  %1 = material.not %0
  %2 = material.nothing
  %3 = material.when %0, %2
  %4 = material.when %1, %2
  %5 = material.bandlands
  %6 = material.sequence(%3, %4, %5)
  material.entry %6
}

// A reference may be such a condition.
// CHECK-LABEL: material.graph @referred from 0 height 16 sea_level 0 block @"state:b" fluid @"state:b" {
// CHECK-NEXT: %0 = material.nothing
// CHECK-NEXT: %1 = material.condition_ref @"condition:a:c"
// CHECK-NEXT: %2 = material.when %1, %0
// CHECK-NEXT: material.entry %2
// CHECK-NEXT: }
material.graph @referred from 0 height 16 sea_level 0 block @"state:b" fluid @"state:b" {
  %0 = material.condition_ref @"condition:a:c"
  %1 = material.nothing
  %2 = material.when %0, %1
  material.entry %2
}

// Veins below a condition that never holds, or behind a rule that always places, stay prepared in
// their order; two of one name are no repetition.
// CHECK-LABEL: material.graph @veins from 0 height 16 sea_level 0 block @"state:b" fluid @"state:b" {
// CHECK-NEXT: %0 = material.prepare_vein "vein:1"
// CHECK-NEXT: %1 = material.prepare_vein "vein:0"
// CHECK-NEXT: %2 = material.prepare_vein "vein:1"
// CHECK-NEXT: %3 = material.bandlands
// CHECK-NEXT: material.entry %3
// CHECK-NEXT: }
material.graph @veins from 0 height 16 sea_level 0 block @"state:b" fluid @"state:b" {
  %0 = material.prepare_vein "vein:1"
  %1 = material.prepare_vein "vein:0"
  %2 = material.prepare_vein "vein:1"
  %3 = material.bandlands
  material.entry %3
}

// A sequence with two users is not spliced; nothing is behind a rule that may yield nothing.
// CHECK-LABEL: material.graph @users from 0 height 16 sea_level 0 block @"state:b" fluid @"state:b" {
// CHECK-NEXT: %0 = material.temperature
// CHECK-NEXT: %1 = material.hole
// CHECK-NEXT: %2 = material.bandlands
// CHECK-NEXT: %3 = material.when %0, %2
// CHECK-NEXT: %4 = material.place @"state:b"
// CHECK-NEXT: %5 = material.when %1, %4
// CHECK-NEXT: %6 = material.sequence(%3, %5)
// CHECK-NEXT: %7 = material.when %1, %6
// CHECK-NEXT: %8 = material.sequence(%7, %6)
// CHECK-NEXT: material.entry %8
// CHECK-NEXT: }
material.graph @users from 0 height 16 sea_level 0 block @"state:b" fluid @"state:b" {
  %0 = material.temperature
  %1 = material.hole
  %2 = material.bandlands
  %3 = material.when %0, %2
  %4 = material.place @"state:b"
  %5 = material.when %1, %4
  %6 = material.sequence(%3, %5)
  %7 = material.when %1, %6
  %8 = material.sequence(%7, %6)
  material.entry %8
}
