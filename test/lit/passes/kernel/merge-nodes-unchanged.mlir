// What differs in a bit, a cell or an order stays apart; so does what only the game's ranges tell.
// RUN: terrane-opt %s --pass-pipeline='builtin.module(sampler.graph(sampler-merge-nodes))' | FileCheck %s

// CHECK-LABEL: sampler.graph @g {
// CHECK-NEXT: %0 = sampler.constant 0.000000e+00
// CHECK-NEXT: %1 = sampler.constant -0.000000e+00
// CHECK-NEXT: %2 = sampler.cache %0 cell 0
// CHECK-NEXT: %3 = sampler.cache %0 cell 1
// CHECK-NEXT: %4 = sampler.binary  add %2, %3
// CHECK-NEXT: %5 = sampler.binary  add %3, %2
// CHECK-NEXT: %6 = sampler.bound  min %4, %5 threshold 0.000000e+00
// CHECK-NEXT: %7 = sampler.bound  min %4, %5 threshold -0.000000e+00
// CHECK-NEXT: %8 = sampler.binary  sub %6, %7
// CHECK-NEXT: %9 = sampler.binary  add %8, %1
// CHECK-NEXT: sampler.entry "f" %9
// CHECK-NEXT: sampler.entry "g" %9
// CHECK-NEXT: }
sampler.graph @g {
  %0 = sampler.constant 0.0
  %1 = sampler.constant -0.0
  %2 = sampler.cache %0 cell 0
  %3 = sampler.cache %0 cell 1
  %4 = sampler.binary add %2, %3
  %5 = sampler.binary add %3, %2
  %6 = sampler.bound min %4, %5 threshold 0.0
  %7 = sampler.bound min %4, %5 threshold -0.0
  %8 = sampler.binary sub %6, %7
  %9 = sampler.binary add %8, %1
  sampler.entry "f" %9
  sampler.entry "g" %9
}
