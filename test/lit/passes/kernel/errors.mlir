// The passes themselves cannot fail. They belong into a sampler graph: nothing else may ask for them.
// RUN: not terrane-opt %s --pass-pipeline='builtin.module(density.graph(sampler-merge-nodes))' 2>&1 | FileCheck %s --check-prefix=MERGE
// RUN: not terrane-opt %s --pass-pipeline='builtin.module(density.graph(sampler-elide-caches))' 2>&1 | FileCheck %s --check-prefix=ELIDE

// MERGE: error: Can't add pass 'MergeNodes' restricted to 'sampler.graph' on a PassManager intended to run on 'density.graph'
// ELIDE: error: Can't add pass 'ElideCaches' restricted to 'sampler.graph' on a PassManager intended to run on 'density.graph'
density.graph @g {
  %0 = density.beardifier
  density.entry "f" %0
}
