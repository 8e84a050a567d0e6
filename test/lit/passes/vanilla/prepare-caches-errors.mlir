// Preparing caches cannot fail: what is wrong stays for the passes after it, which name it.
// RUN: terrane-opt %s --density-prepare-caches | FileCheck %s
// RUN: not terrane-opt %s --vanilla-26.3 2>&1 | FileCheck %s --check-prefix=ERROR

// CHECK-LABEL: density.func @cycle
// CHECK: density.prepared %{{.*}} cell 0
// ERROR: error: is part of a reference cycle through 'cycle'
density.func @cycle {
  %0 = density.ref @cycle
  %1 = density.cache %0
  density.yield %1
}

density.graph @g {
  %0 = density.ref @cycle
  density.entry "f" %0
}
