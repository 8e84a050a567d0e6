// Symbols and containers of the density dialect print and parse back.
// RUN: terrane-opt %s | terrane-opt | FileCheck %s

// CHECK-LABEL: density.noise_parameters @plain octaves -7 count 1 amplitude 1.000000e+00 normalize on modifiers []
density.noise_parameters @plain octaves -7 count 1 amplitude 1.0 normalize on modifiers []

// CHECK-LABEL: density.noise_parameters @"minecraft:cave/layer" octaves -32 count 3 amplitude 1.000000e-03 normalize legacy modifiers [0.33333333333333331, 0.000000e+00, 1.000000e+06]
density.noise_parameters @"minecraft:cave/layer" octaves -32 count 3 amplitude 0.001 normalize legacy modifiers [0.3333333333333333, 0.0, 1000000.0]

// CHECK-LABEL: density.noise_parameters @loud octaves 32 count 32 amplitude 1.000000e+06 normalize off modifiers []
density.noise_parameters @loud octaves 32 count 32 amplitude 1000000.0 normalize off modifiers []

// A file of one number.
// CHECK-LABEL: density.func @one {
// CHECK-NEXT: %0 = density.constant 1.000000e+00
// CHECK-NEXT: density.yield %0
// CHECK-NEXT: }
density.func @one {
  %0 = density.constant 1.0
  density.yield %0
}

// References may point forward, to names that are nowhere, and across files.
// CHECK-LABEL: density.func @"a:b/c" {
// CHECK-NEXT: %0 = density.ref @one
// CHECK-NEXT: %1 = density.ref @"nowhere:to/be.found-1"
// CHECK-NEXT: %2 = density.add %0, %1
// CHECK-NEXT: density.yield %2
// CHECK-NEXT: }
density.func @"a:b/c" {
  %0 = density.ref @one
  %1 = density.ref @"nowhere:to/be.found-1"
  %2 = density.add %0, %1
  density.yield %2
}

// Entries may share a value; names of entries are free text.
// CHECK-LABEL: density.graph @modern {
// CHECK-NEXT: %0 = density.ref @"a:b/c"
// CHECK-NEXT: density.entry "router:final_density" %0
// CHECK-NEXT: density.entry "debug: any \22text\22" %0
// CHECK-NEXT: }
density.graph @modern {
  %0 = density.ref @"a:b/c"
  density.entry "router:final_density" %0
  density.entry "debug: any \"text\"" %0
}

// CHECK-LABEL: density.graph @"minecraft:nether" legacy_random_source {
// CHECK-NEXT: }
density.graph @"minecraft:nether" legacy_random_source {
}
