// What the verifiers and the parser of the material dialect refuse.
// RUN: terrane-opt %s -split-input-file -verify-diagnostics

// expected-error @+1 {{has a symbol without the prefix 'state:'}}
material.state @"minecraft:stone" block "minecraft:stone" is <motion>

// -----

// expected-error @+1 {{is both air and a fluid}}
material.state @"state:a:foam" block "a:foam" is <air, fluid>

// -----

// expected-error @+2 {{expected ::terrane::material::StateFlags to be one of: none, air, fluid, motion, water, lava}}
// expected-error @+1 {{failed to parse Material_StateFlagsAttr}}
material.state @"state:a:foam" block "a:foam" is <solid>

// -----

material.named_rule @"rule:a:r" {
  %0 = material.prepare_vein "vein:0"
  // expected-error @+1 {{operand #0 must be material rule or material condition, but got '!material.vein'}}
  material.yield %0 : !material.vein
}

// -----

material.named_rule @"rule:a:r" {
  %0 = material.nothing
  // expected-note @-1 {{prior use here}}
  // expected-error @+1 {{expects different type than prior uses}}
  %1 = material.not %0
  material.yield %1 : !material.condition
}

// -----

material.graph @"material:a:g" from 0 height 16 sea_level 0 block @"state:a:b" fluid @"state:a:b" {
  %0 = material.hole
  // expected-note @-1 {{prior use here}}
  // expected-error @+1 {{expects different type than prior uses}}
  material.entry %0
}

// -----

module {
  %0 = material.nothing
  // expected-error @+1 {{expects parent op 'material.graph'}}
  material.entry %0
}

// -----

material.graph @"material:a:g" from 0 height 16 sea_level 0 block @"state:a:b" fluid @"state:a:b" {
  // expected-error @+2 {{failed to parse Material_AnchorAttr parameter 'kind'}}
  // expected-error @+1 {{expected ::terrane::material::AnchorKind to be one of: absolute, above_bottom, below_top, relative_to_sea_level}}
  %0 = material.y_above <middle 0> depth_times 0
}

// -----

material.graph @"material:a:g" from 0 height 16 sea_level 0 block @"state:a:b" fluid @"state:a:b" {
  // expected-error @+2 {{failed to parse Material_SurfaceAttr}}
  // expected-error @+1 {{expected ::terrane::material::Surface to be one of: floor, ceiling}}
  %0 = material.stone_depth wall offset 0 secondary_range 0
}
