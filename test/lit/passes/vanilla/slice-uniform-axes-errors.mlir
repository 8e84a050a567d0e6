// The pass itself cannot fail, and it belongs into a graph: nothing else may ask for it.
// RUN: not terrane-opt %s --pass-pipeline='builtin.module(density.func(density-slice-uniform-axes))' 2>&1 | FileCheck %s

// CHECK: error: Can't add pass 'SliceUniformAxes' restricted to 'density.graph' on a PassManager intended to run on 'density.func'
density.func @f {
  %0 = density.beardifier
  density.yield %0
}
