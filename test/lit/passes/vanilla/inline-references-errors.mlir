// References that cannot be replaced.
// RUN: terrane-opt %s -split-input-file -verify-diagnostics --density-inline-references

density.graph @unknown {
  // expected-error @+1 {{refers to 'nowhere:f', which is no density.func}}
  %0 = density.ref @"nowhere:f"
  density.entry "f" %0
}

// -----

// A symbol of another kind is no function.
density.noise_parameters @n octaves 0 count 1 amplitude 1.0 normalize on modifiers []

density.graph @noise {
  // expected-error @+1 {{refers to 'n', which is no density.func}}
  %0 = density.ref @n
  density.entry "f" %0
}

// -----

density.func @f {
  // expected-error @+1 {{refers to 'nowhere:g', which is no density.func}}
  %0 = density.ref @"nowhere:g"
  density.yield %0
}

density.graph @unknown_below {
  %0 = density.ref @f
  density.entry "f" %0
}

// -----

density.func @f {
  // expected-error @+1 {{is part of a reference cycle through 'f'}}
  %0 = density.ref @f
  %1 = density.abs %0
  density.yield %1
}

density.graph @itself {
  %0 = density.ref @f
  density.entry "f" %0
}

// -----

density.func @f {
  %0 = density.ref @g
  density.yield %0
}

density.func @g {
  %0 = density.ref @h
  density.yield %0
}

density.func @h {
  // expected-error @+1 {{is part of a reference cycle through 'f'}}
  %0 = density.ref @f
  density.yield %0
}

density.graph @through_three {
  %0 = density.ref @f
  density.entry "f" %0
}
