// What the verifiers of the density dialect refuse.
// RUN: terrane-opt %s -split-input-file -verify-diagnostics

// expected-error @+1 {{base_octave must be in -32..32}}
density.noise_parameters @n octaves 33 count 1 amplitude 1.0 normalize on modifiers []

// -----

// expected-error @+1 {{base_octave must be in -32..32}}
density.noise_parameters @n octaves -33 count 1 amplitude 1.0 normalize on modifiers []

// -----

// expected-error @+1 {{octave_count must be in 1..32}}
density.noise_parameters @n octaves 0 count 0 amplitude 1.0 normalize on modifiers []

// -----

// expected-error @+1 {{octave_count must be in 1..32}}
density.noise_parameters @n octaves 0 count 33 amplitude 1.0 normalize on modifiers []

// -----

// expected-error @+1 {{base_amplitude must be in 1.0E-5f..1000000}}
density.noise_parameters @n octaves 0 count 1 amplitude 0.0 normalize on modifiers []

// -----

// NaN is in no range.
// expected-error @+1 {{base_amplitude must be in 1.0E-5f..1000000}}
density.noise_parameters @n octaves 0 count 1 amplitude 0x7FF8000000000000 normalize on modifiers []

// -----

// expected-error @+1 {{has 2 amplitude modifiers for 3 octaves}}
density.noise_parameters @n octaves 0 count 3 amplitude 1.0 normalize on modifiers [1.0, 1.0]

// -----

// expected-error @+1 {{amplitude modifiers must be in 0..1000000}}
density.noise_parameters @n octaves 0 count 1 amplitude 1.0 normalize on modifiers [-1.0]

// -----

// Below +0.0 in the total order.
// expected-error @+1 {{amplitude modifiers must be in 0..1000000}}
density.noise_parameters @n octaves 0 count 1 amplitude 1.0 normalize on modifiers [-0.0]

// -----

density.graph @g {
  // expected-error @+1 {{value 1000000.06 is outside -1000000..1000000}}
  %0 = density.constant 1000000.0625
}

// -----

density.graph @g {
  // expected-error @+1 {{value NaN is outside}}
  %0 = density.constant 0x7FC00000
}

// -----

density.graph @g {
  // expected-error @+1 {{value -Inf is outside}}
  %0 = density.constant 0xFF800000
}

// -----

density.graph @g {
  // expected-error @+1 {{from and to coordinate are equal}}
  %0 = density.gradient x repeat from 4 at 0.0 to 4 at 1.0
}

// -----

density.graph @g {
  // expected-error @+1 {{from value 2000000 is outside}}
  %0 = density.gradient x repeat from 4 at 2000000.0 to 5 at 1.0
}

// -----

density.graph @g {
  // expected-error @+1 {{to value +Inf is outside}}
  %0 = density.gradient x repeat from 4 at 0.0 to 5 at 0x7F800000
}

// -----

density.graph @g {
  // expected-error @+1 {{scales and factors must be in 0.001..1000}}
  %0 = density.old_blended_noise scale 0.0, 1.0 factor 1.0, 1.0 smear 1.0
}

// -----

density.graph @g {
  // expected-error @+1 {{scales and factors must be in 0.001..1000}}
  %0 = density.old_blended_noise scale 1.0, 1.0 factor 1.0, 1000.5 smear 1.0
}

// -----

density.graph @g {
  // expected-error @+1 {{smear must be in 1..8}}
  %0 = density.old_blended_noise scale 1.0, 1.0 factor 1.0, 1.0 smear 0.5
}

// -----

density.graph @g {
  %0 = density.beardifier
  // expected-error @+1 {{max is less than min}}
  %1 = density.clamp %0 to 1.0, 0.5
}

// -----

density.graph @g {
  %0 = density.beardifier
  // expected-error @+1 {{max is less than min}}
  %1 = density.clamp %0 to 0.0, -0.0
}

// -----

density.graph @g {
  %0 = density.beardifier
  // expected-error @+1 {{needs at least 2 functions}}
  %1 = density.interval_select %0 at [] of %0
}

// -----

density.graph @g {
  %0 = density.beardifier
  // expected-error @+1 {{has 2 thresholds for 2 functions, must be one less}}
  %1 = density.interval_select %0 at [0.0, 1.0] of %0, %0
}

// -----

density.graph @g {
  %0 = density.beardifier
  // expected-error @+1 {{thresholds do not ascend}}
  %1 = density.interval_select %0 at [0.0, -0.0] of %0, %0, %0
}

// -----

density.graph @g {
  %0 = density.beardifier
  // expected-error @+1 {{needs at least one point}}
  %1 = density.spline_points %0 at [] slope [] of
}

// -----

density.graph @g {
  %0 = density.beardifier
  %1 = density.spline_constant 1.0
  // expected-error @+1 {{needs as many derivatives and values as locations}}
  %2 = density.spline_points %0 at [0.0, 1.0] slope [0.0] of %1, %1
}

// -----

density.graph @g {
  %0 = density.beardifier
  %1 = density.spline_constant 1.0
  // expected-error @+1 {{needs as many derivatives and values as locations}}
  %2 = density.spline_points %0 at [0.0] slope [0.0] of %1, %1
}

// -----

density.graph @g {
  %0 = density.beardifier
  // expected-error @+1 {{cell sizes must be at least 1}}
  %1 = density.interpolated %0 cell 0, 1
}

// -----

density.graph @g {
  %0 = density.beardifier
  // expected-error @+1 {{cell sizes must be at least 1}}
  %1 = density.interpolated %0 cell 1, -4
}

// -----

density.graph @g {
  %0 = density.beardifier
  // expected-error @+1 {{lower bound must be in -4064..4062}}
  %1 = density.find_top_surface %0 below %0 above 4063 step 1
}

// -----

density.graph @g {
  %0 = density.beardifier
  // expected-error @+1 {{lower bound must be in -4064..4062}}
  %1 = density.find_top_surface %0 below %0 above -4065 step 1
}

// -----

density.graph @g {
  %0 = density.beardifier
  // expected-error @+1 {{cell height must be at least 1}}
  %1 = density.find_top_surface %0 below %0 above 0 step 0
}

// -----

density.graph @g {
  %0 = density.spline_constant 1.0
  // expected-note @-1 {{prior use here}}
  // expected-error @+1 {{use of value '%0' expects different type}}
  %1 = density.abs %0
}

// -----

%0 = density.beardifier
// expected-error @+1 {{expects parent op 'density.graph'}}
density.entry "f" %0

// -----

density.graph @g {
  %0 = density.beardifier
  // expected-error @+1 {{expects parent op 'density.func'}}
  "density.yield"(%0) : (!density.function) -> ()
}
