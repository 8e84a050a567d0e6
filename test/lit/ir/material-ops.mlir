// Every operation of the material dialect prints and parses back.
// RUN: terrane-opt %s | terrane-opt | FileCheck %s

// CHECK-LABEL: material.state @"state:minecraft:air" block "minecraft:air" is <air>
material.state @"state:minecraft:air" block "minecraft:air" is <air>

// CHECK-LABEL: material.state @"state:minecraft:water[level=0]" block "minecraft:water" is <fluid, water>
material.state @"state:minecraft:water[level=0]" block "minecraft:water" is <fluid, water>

// CHECK-LABEL: material.state @"state:minecraft:stone" block "minecraft:stone" is <motion>
material.state @"state:minecraft:stone" block "minecraft:stone" is <motion>

// CHECK-LABEL: material.state @"state:minecraft:lava[level=0]" block "minecraft:lava" is <fluid, lava>
material.state @"state:minecraft:lava[level=0]" block "minecraft:lava" is <fluid, lava>

// CHECK-LABEL: material.state @"state:a:flower[half=upper,tall=true]" block "a:flower" is <none>
material.state @"state:a:flower[half=upper,tall=true]" block "a:flower" is <none>

// CHECK-LABEL: density.noise_parameters @"noise:a:n" octaves -3 count 1 amplitude 1.000000e+00 normalize  on modifiers []
density.noise_parameters @"noise:a:n" octaves -3 count 1 amplitude 1.0 normalize on modifiers []

// References may point to names that are nowhere, and to themselves.
// CHECK-LABEL: material.named_condition @"condition:a:n" {
// CHECK-NEXT: %0 = material.condition_ref @"condition:a:n"
// CHECK-NEXT: %1 = material.not %0
// CHECK-NEXT: material.yield %1 : !material.condition
// CHECK-NEXT: }
material.named_condition @"condition:a:n" {
  %0 = material.condition_ref @"condition:a:n"
  %1 = material.not %0
  material.yield %1 : !material.condition
}

// A rule and a condition may have one name.
// CHECK-LABEL: material.named_rule @"rule:a:n" {
// CHECK-NEXT: %0 = material.rule_ref @"rule:no:where"
// CHECK-NEXT: %1 = material.sequence(%0)
// CHECK-NEXT: material.yield %1 : !material.rule
// CHECK-NEXT: }
material.named_rule @"rule:a:n" {
  %0 = material.rule_ref @"rule:no:where"
  %1 = material.sequence(%0)
  material.yield %1 : !material.rule
}

// Rules.
// CHECK-LABEL: material.graph @"material:a:rules" from -64 height 384 sea_level 63 block @"state:minecraft:stone" fluid @"state:minecraft:water[level=0]" aquifers legacy_random_source {
// CHECK-NEXT: %0 = material.rule_ref @"rule:a:n"
// CHECK-NEXT: %1 = material.nothing
// CHECK-NEXT: %2 = material.place @"state:minecraft:stone"
// CHECK-NEXT: %3 = material.bandlands
// CHECK-NEXT: %4 = material.sequence()
// CHECK-NEXT: %5 = material.sequence(%0, %1, %2, %3, %4)
// CHECK-NEXT: %6 = material.constant true
// CHECK-NEXT: %7 = material.when %6, %5
// CHECK-NEXT: %8 = material.prepare_vein "vein:0"
// CHECK-NEXT: %9 = material.ore_vein %8 ore @"state:minecraft:stone" raw @"state:minecraft:air" chance 2.000000e-02 filler @"state:a:flower[half=upper,tall=true]"
// CHECK-NEXT: %10 = material.sequence(%7, %9)
// CHECK-NEXT: material.entry %10
// CHECK-NEXT: }
material.graph @"material:a:rules" from -64 height 384 sea_level 63 block @"state:minecraft:stone" fluid @"state:minecraft:water[level=0]" aquifers legacy_random_source {
  %0 = material.rule_ref @"rule:a:n"
  %1 = material.nothing
  %2 = material.place @"state:minecraft:stone"
  %3 = material.bandlands
  %4 = material.sequence()
  %5 = material.sequence(%0, %1, %2, %3, %4)
  %6 = material.constant true
  %7 = material.when %6, %5
  %8 = material.prepare_vein "vein:0"
  %9 = material.ore_vein %8 ore @"state:minecraft:stone" raw @"state:minecraft:air" chance 0.02 filler @"state:a:flower[half=upper,tall=true]"
  %10 = material.sequence(%7, %9)
  material.entry %10
}

// Conditions, with the limits of their numbers.
// CHECK-LABEL: material.graph @"material:a:conditions" from -2032 height 0 sea_level -2147483648 block @"state:minecraft:stone" fluid @"state:minecraft:air" {
// CHECK-NEXT: %0 = material.condition_ref @"condition:a:n"
// CHECK-NEXT: %1 = material.constant false
// CHECK-NEXT: %2 = material.not %1
// CHECK-NEXT: %3 = material.per_column %2
// CHECK-NEXT: %4 = material.biome []
// CHECK-NEXT: %5 = material.biome ["a:b", "minecraft:plains"]
// CHECK-NEXT: %6 = material.noise_threshold @"noise:a:n" from -1.7976931348623157E+308 to 0x7FF0000000000000
// CHECK-NEXT: %7 = material.noise_threshold @"noise:a:n" from 1.000000e-01 to -0.000000e+00 is_3d
// CHECK-NEXT: %8 = material.vertical_gradient "minecraft:bedrock" below <above_bottom 0> above <below_top -2032>
// CHECK-NEXT: %9 = material.y_above <absolute 2031> depth_times -20
// CHECK-NEXT: %10 = material.y_above <relative_to_sea_level -5> depth_times 20 add_stone_depth
// CHECK-NEXT: %11 = material.water offset -2147483648 depth_times 0
// CHECK-NEXT: %12 = material.water offset 2147483647 depth_times 1 add_stone_depth
// CHECK-NEXT: %13 = material.stone_depth  floor offset 0 secondary_range 0
// CHECK-NEXT: %14 = material.stone_depth  ceiling offset -1 add_surface_depth secondary_range 2147483647
// CHECK-NEXT: %15 = material.temperature
// CHECK-NEXT: %16 = material.steep
// CHECK-NEXT: %17 = material.hole
// CHECK-NEXT: %18 = material.above_preliminary_surface
// CHECK-NEXT: }
material.graph @"material:a:conditions" from -2032 height 0 sea_level -2147483648 block @"state:minecraft:stone" fluid @"state:minecraft:air" {
  %0 = material.condition_ref @"condition:a:n"
  %1 = material.constant false
  %2 = material.not %1
  %3 = material.per_column %2
  %4 = material.biome []
  %5 = material.biome ["a:b", "minecraft:plains"]
  %6 = material.noise_threshold @"noise:a:n" from -1.7976931348623157e308 to 0x7FF0000000000000
  %7 = material.noise_threshold @"noise:a:n" from 0.1 to -0.0 is_3d
  %8 = material.vertical_gradient "minecraft:bedrock" below <above_bottom 0> above <below_top -2032>
  %9 = material.y_above <absolute 2031> depth_times -20
  %10 = material.y_above <relative_to_sea_level -5> depth_times 20 add_stone_depth
  %11 = material.water offset -2147483648 depth_times 0
  %12 = material.water offset 2147483647 depth_times 1 add_stone_depth
  %13 = material.stone_depth floor offset 0 secondary_range 0
  %14 = material.stone_depth ceiling offset -1 add_surface_depth secondary_range 2147483647
  %15 = material.temperature
  %16 = material.steep
  %17 = material.hole
  %18 = material.above_preliminary_surface
}
