// What the verifiers of the sampler dialect refuse.
// RUN: terrane-opt %s -split-input-file -verify-diagnostics

sampler.graph @g {
  %0 = sampler.field beardifier
  // expected-error @+1 {{names no axis}}
  %1 = sampler.slice %0
}

// -----

sampler.graph @g {
  %0 = sampler.field beardifier
  %1 = sampler.spline_constant 0.0
  %2 = sampler.spline_points slot 1 at [0.0] slope [0.0] of %1
  // expected-error @+1 {{reads slot 1 of 1 coordinates}}
  %3 = sampler.spline %2 over %0
}

// -----

sampler.graph @g {
  %0 = sampler.field beardifier
  %1 = sampler.spline_constant 0.0
  // expected-error @+1 {{needs at least one point}}
  %2 = "sampler.spline_points"() <{slot = 0 : i32, locations = array<f32>, derivatives = array<f32>}> : () -> !sampler.spline
  %3 = sampler.spline %2 over %0
}

// -----

// Also deep in the tree.
sampler.graph @g {
  %0 = sampler.field beardifier
  %1 = sampler.spline_constant 0.0
  // expected-error @+1 {{needs as many derivatives and values as locations}}
  %2 = sampler.spline_points slot 0 at [0.0, 1.0] slope [0.0] of %1, %1
  %3 = sampler.spline_points slot 0 at [0.0] slope [0.0] of %2
  %4 = sampler.spline %3 over %0
}

// -----

sampler.graph @g {
  %0 = sampler.spline_constant 0.0
  // expected-note @-1 {{prior use here}}
  // expected-error @+1 {{use of value '%0' expects different type}}
  %1 = sampler.unary abs %0
}

// -----

density.graph @g {
  %0 = density.beardifier
  // expected-note @-1 {{prior use here}}
  // expected-error @+1 {{use of value '%0' expects different type}}
  %1 = sampler.unary abs %0
}

// -----

sampler.graph @g {
  %0 = sampler.field beardifier
  // expected-error @+1 {{needs at least 2 functions}}
  %1 = "sampler.interval_select"(%0) <{thresholds = array<f32>}> : (!sampler.sampler) -> !sampler.sampler
}

// -----

sampler.graph @g {
  %0 = sampler.field beardifier
  // expected-error @+1 {{has 2 thresholds for 2 functions, must be one less}}
  %1 = sampler.interval_select %0 at [0.0, 1.0] of %0, %0
}

// -----

sampler.graph @g {
  %0 = sampler.field beardifier
  // expected-error @+1 {{thresholds do not ascend}}
  %1 = sampler.interval_select %0 at [1.0, 0.0] of %0, %0, %0
}
