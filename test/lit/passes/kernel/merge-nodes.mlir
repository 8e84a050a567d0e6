// Equal nodes become one, caches of one cell included; what no entry reaches goes, spline trees too.
// RUN: terrane-opt %s --pass-pipeline='builtin.module(sampler.graph(sampler-merge-nodes))' | FileCheck %s


// CHECK-LABEL: sampler.graph @g {
// CHECK-NEXT: %0 = sampler.noise @n scale 1.000000e+00, 0.000000e+00
// CHECK-NEXT: %1 = sampler.cache %0 cell 0
// CHECK-NEXT: %2 = sampler.unary  abs %1
// CHECK-NEXT: %3 = sampler.binary  mul %2, %2
// CHECK-NEXT: %4 = sampler.spline_constant 1.000000e+00
// CHECK-NEXT: %5 = sampler.spline_points slot 1 at [0.000000e+00] slope [0.000000e+00] of %4
// CHECK-NEXT: %6 = sampler.spline %5 over %1, %1
// CHECK-NEXT: sampler.entry "f" %3
// CHECK-NEXT: sampler.entry "s" %6
// CHECK-NEXT: sampler.entry "same" %3
// CHECK-NEXT: }
sampler.graph @g {
  %0 = sampler.noise @n scale 1.0, 0.0
  %1 = sampler.cache %0 cell 0
  %2 = sampler.unary abs %1
  %3 = sampler.noise @n scale 1.0, 0.0
  %4 = sampler.cache %3 cell 0
  %5 = sampler.unary abs %4
  %6 = sampler.binary mul %2, %5
  %7 = sampler.spline_constant 1.0
  %8 = sampler.spline_points slot 1 at [0.0] slope [0.0] of %7
  // Slots stay apart: each is asked by itself, as the game does it.
  %9 = sampler.spline %8 over %1, %4
  %10 = sampler.constant 2.0
  %11 = sampler.unary square %10
  %12 = sampler.spline_constant 2.0
  %13 = sampler.spline %12
  %14 = sampler.noise @n scale 1.0, 0.0
  %15 = sampler.unary abs %4
  %16 = sampler.binary mul %15, %2
  sampler.entry "f" %6
  sampler.entry "s" %9
  sampler.entry "same" %16
}
