// What the game cannot compile: value ranges without valid bounds, and what an earlier pass left.
// RUN: terrane-opt %s -split-input-file -verify-diagnostics --density-select-samplers

// A spline whose nested value has no interval, under a coordinate that has one; asked for by min.
density.graph @spline_of_nai {
  %x = density.gradient x repeat from 0 at 0.0 to 1 at 1.0
  %m = density.constant -1.0
  %nai = density.log %m
  %k = density.spline_constant 1.0
  // expected-note @+1 {{the range of this value is not an interval}}
  %a = density.spline_points %nai at [0.0] slope [0.0] of %k
  // expected-error @+1 {{its value range has NaN or inverted bounds}}
  %b = density.spline_points %x at [0.0] slope [0.0] of %a
  %s = density.spline %b
  %0 = density.min %s, %x
  density.entry "f" %0
}

// -----

// The same, asked for by a prepared cache.
density.graph @cached {
  %x = density.gradient x repeat from 0 at 0.0 to 1 at 1.0
  %m = density.constant -1.0
  // expected-note @+1 {{the range of this value is not an interval}}
  %nai = density.log %m
  // expected-error @+1 {{its value range has NaN or inverted bounds}}
  %t = density.find_top_surface %x below %nai above 0 step 1
  %0 = density.prepared %t cell 0
  density.entry "f" %0
}

// -----

// The same, asked for by a spline coordinate.
density.graph @coordinate {
  %x = density.gradient x repeat from 0 at 0.0 to 1 at 1.0
  %m = density.constant -1.0
  // expected-note @+1 {{the range of this value is not an interval}}
  %nai = density.log %m
  // expected-error @+1 {{its value range has NaN or inverted bounds}}
  %t = density.find_top_surface %x below %nai above 0 step 1
  %k = density.spline_constant 1.0
  %a = density.spline_points %t at [0.0] slope [0.0] of %k
  %0 = density.spline %a
  density.entry "f" %0
}

// -----

// Opposite infinities in a spline.
density.graph @infinities {
  %x = density.gradient x repeat from 0 at -2.0 to 1 at 3.0
  %k = density.spline_constant 1.0
  %i = density.spline_constant 0x7F800000
  // expected-error @+1 {{its value range has NaN or inverted bounds}}
  %a = density.spline_points %x at [0.0, 1.0] slope [0x7F800000, 0.0] of %k, %i
  %s = density.spline %a
  %0 = density.max %s, %x
  density.entry "f" %0
}

// -----

// Also on the side that pruning drops: both ranges are computed first.
density.graph @dropped {
  %x = density.gradient x repeat from 0 at 0.0 to 1 at 1.0
  %m = density.constant -1.0
  // expected-note @+1 {{the range of this value is not an interval}}
  %nai = density.log %m
  // expected-error @+1 {{its value range has NaN or inverted bounds}}
  %t = density.find_top_surface %x below %nai above 0 step 1
  %0 = density.min %x, %t
  density.entry "f" %0
}

// -----

density.graph @cache_left {
  %x = density.beardifier
  // expected-error @+1 {{has no sampler; caches are prepared and references inlined before}}
  %0 = density.cache %x
  density.entry "f" %0
}

// -----

density.graph @reference_left {
  // expected-error @+1 {{has no sampler; caches are prepared and references inlined before}}
  %0 = density.ref @f
  density.entry "f" %0
}

// -----

// A noise that the module does not have has no range.
density.graph @no_noise {
  %x = density.beardifier
  // expected-error @+1 {{refers to 'nowhere', which is no density.noise_parameters}}
  %y = density.shift_a @nowhere
  %0 = density.min %x, %y
  density.entry "f" %0
}
