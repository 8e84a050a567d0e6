// The whole pipeline: references, possible biomes, folding, then what columns share.
// RUN: terrane-opt %s --material='possible=a:x,a:y' | FileCheck %s --implicit-check-not=named_
// RUN: terrane-opt %s --pass-pipeline='builtin.module(material-inline-references,material.graph(material-drop-biomes{possible=a:x,a:y},material-fold,material-hoist-columns))' | FileCheck %s --implicit-check-not=named_

material.named_condition @"condition:a:c" {
  %0 = material.biome ["a:z"]
  material.yield %0 : !material.condition
}

material.named_rule @"rule:a:vein" {
  %0 = material.prepare_vein "vein:0"
  %1 = material.ore_vein %0 ore @"state:b" raw @"state:b" chance 0.5 filler @"state:b"
  material.yield %1 : !material.rule
}

// The condition never holds, so its vein cannot be reached; it stays prepared, in its place.
// CHECK-LABEL: material.graph @unreachable from 0 height 16 sea_level 0 block @"state:b" fluid @"state:b" {
// CHECK-NEXT: %0 = material.prepare_vein "vein:0"
// CHECK-NEXT: %1 = material.ore_vein %0 ore @"state:b" raw @"state:b" chance 5.000000e-01 filler @"state:b"
// CHECK-NEXT: %2 = material.prepare_vein "vein:0"
// CHECK-NEXT: %3 = material.steep
// CHECK-NEXT: %4 = material.per_column %3
// CHECK-NEXT: %5 = material.bandlands
// CHECK-NEXT: %6 = material.when %4, %5
// CHECK-NEXT: %7 = material.sequence(%1, %6, %1)
// CHECK-NEXT: material.entry %7
// CHECK-NEXT: }
material.graph @unreachable from 0 height 16 sea_level 0 block @"state:b" fluid @"state:b" {
  %0 = material.rule_ref @"rule:a:vein"
  %1 = material.condition_ref @"condition:a:c"
  %2 = material.rule_ref @"rule:a:vein"
  %3 = material.when %1, %2
  %4 = material.steep
  %5 = material.bandlands
  %6 = material.when %4, %5
  %7 = material.sequence(%0, %3, %6, %3, %0)
  material.entry %7
}

// What is asked, not what it leads to, decides whether it stays.
// CHECK-LABEL: material.graph @asked from 0 height 16 sea_level 0 block @"state:b" fluid @"state:b" {
// CHECK-NEXT: %0 = material.nothing
// CHECK-NEXT: %1 = material.above_preliminary_surface
// CHECK-NEXT: %2 = material.when %1, %0
// CHECK-NEXT: material.entry %2
// CHECK-NEXT: }
material.graph @asked from 0 height 16 sea_level 0 block @"state:b" fluid @"state:b" {
  %0 = material.above_preliminary_surface
  %1 = material.condition_ref @"condition:a:c"
  %2 = material.place @"state:b"
  %3 = material.when %1, %2
  %4 = material.when %0, %3
  %5 = material.biome ["a:y", "a:x"]
  %6 = material.when %5, %4
  material.entry %6
}

// Without a graph of rules there is nothing to do.
// CHECK-LABEL: density.graph @functions {
// CHECK-NEXT: %0 = density.constant 0.000000e+00
// CHECK-NEXT: density.entry "f" %0
// CHECK-NEXT: }
density.graph @functions {
  %0 = density.constant 0.0
  density.entry "f" %0
}
