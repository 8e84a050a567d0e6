// Copies of targets, in the game's order of compilation.
// RUN: terrane-opt %s --material-inline-references | FileCheck %s --implicit-check-not=named_

material.named_condition @"condition:a:c" {
  %0 = material.hole
  %1 = material.not %0
  material.yield %1 : !material.condition
}

// Two references within a target: the condition is placed once.
material.named_rule @"rule:a:plain" {
  %0 = material.condition_ref @"condition:a:c"
  %1 = material.place @"state:b"
  %2 = material.when %0, %1
  %3 = material.condition_ref @"condition:a:c"
  %4 = material.when %3, %2
  material.yield %4 : !material.rule
}

material.named_rule @"rule:a:vein" {
  %0 = material.prepare_vein "vein:0"
  %1 = material.ore_vein %0 ore @"state:b" raw @"state:b" chance 0.5 filler @"state:b"
  material.yield %1 : !material.rule
}

// A vein below a reference counts, too.
material.named_rule @"rule:a:outer" {
  %0 = material.rule_ref @"rule:a:plain"
  %1 = material.rule_ref @"rule:a:vein"
  %2 = material.sequence(%0, %1)
  material.yield %2 : !material.rule
}

// Without veins: placed once and shared.
// CHECK-LABEL: material.graph @shared from 0 height 16 sea_level 0 block @"state:b" fluid @"state:b" {
// CHECK-NEXT: %0 = material.hole
// CHECK-NEXT: %1 = material.not %0
// CHECK-NEXT: %2 = material.place @"state:b"
// CHECK-NEXT: %3 = material.when %1, %2
// CHECK-NEXT: %4 = material.when %1, %3
// CHECK-NEXT: %5 = material.sequence(%4, %4)
// CHECK-NEXT: material.entry %5
// CHECK-NEXT: }
material.graph @shared from 0 height 16 sea_level 0 block @"state:b" fluid @"state:b" {
  %0 = material.rule_ref @"rule:a:plain"
  %1 = material.rule_ref @"rule:a:plain"
  %2 = material.sequence(%0, %1)
  material.entry %2
}

// With veins: copied for every use, each with its own preparation.
// CHECK-LABEL: material.graph @veins from 0 height 16 sea_level 0 block @"state:b" fluid @"state:b" {
// CHECK-NEXT: %0 = material.hole
// CHECK-NEXT: %1 = material.not %0
// CHECK-NEXT: %2 = material.place @"state:b"
// CHECK-NEXT: %3 = material.when %1, %2
// CHECK-NEXT: %4 = material.when %1, %3
// CHECK-NEXT: %5 = material.prepare_vein "vein:0"
// CHECK-NEXT: %6 = material.ore_vein %5 ore @"state:b" raw @"state:b" chance 5.000000e-01 filler @"state:b"
// CHECK-NEXT: %7 = material.sequence(%4, %6)
// CHECK-NEXT: %8 = material.prepare_vein "vein:0"
// CHECK-NEXT: %9 = material.ore_vein %8 ore @"state:b" raw @"state:b" chance 5.000000e-01 filler @"state:b"
// CHECK-NEXT: %10 = material.sequence(%4, %9)
// CHECK-NEXT: %11 = material.sequence(%7, %10)
// CHECK-NEXT: material.entry %11
// CHECK-NEXT: }
material.graph @veins from 0 height 16 sea_level 0 block @"state:b" fluid @"state:b" {
  %0 = material.rule_ref @"rule:a:outer"
  %1 = material.rule_ref @"rule:a:outer"
  %2 = material.sequence(%0, %1)
  material.entry %2
}
