// What values depend on, node kind by node kind.
// RUN: terrane-opt %s --pass-pipeline='builtin.module(sampler.graph(sampler-annotate-purity))' | FileCheck %s

// CHECK-LABEL: sampler.graph @leaves {
// CHECK-NEXT: sampler.constant 1.000000e+00 {sampler.purity = {same_paths = ""}}
// CHECK-NEXT: sampler.gradient {{.*}} {sampler.purity = {same_paths = "y"}}
// CHECK-NEXT: sampler.distance {{.*}} {sampler.purity = {same_paths = "xyz"}}
// CHECK-NEXT: sampler.end_outer_islands {sampler.purity = {same_paths = "xz"}}
// CHECK-NEXT: sampler.noise {{.*}} {sampler.purity = {}}
// CHECK-NEXT: sampler.shift_b {{.*}} {sampler.purity = {}}
// CHECK-NEXT: sampler.blended_noise {{.*}} {sampler.purity = {}}
// CHECK-NEXT: sampler.field  blend_alpha {sampler.purity = {}}
// CHECK-NEXT: sampler.shifted_noise {{.*}} {sampler.purity = {same_paths = "xyz"}}
// CHECK-NEXT: sampler.shifted_noise {{.*}} {sampler.purity = {}}
sampler.graph @leaves {
  %0 = sampler.constant 1.0
  %1 = sampler.gradient y clamp_to_edge from 0 to 8 value 0.0 factor 1.0
  %2 = sampler.distance euclidean 1, 2, 3
  %3 = sampler.end_outer_islands
  %4 = sampler.noise @n scale 1.0, 1.0
  %5 = sampler.shift_b @n
  %6 = sampler.blended_noise low scale 1.0, 1.0 factor 1.0, 1.0 smear 1.0
  %7 = sampler.field blend_alpha
  %8 = sampler.shifted_noise @n scale 1.0, 1.0 x %0 z %1
  %9 = sampler.shifted_noise @n scale 1.0, 1.0 x %0 z %5
}

// CHECK-LABEL: sampler.graph @operators {
// CHECK: sampler.unary {{.*}} {sampler.purity = {same_paths = "y"}}
// CHECK-NEXT: sampler.binary  add {{.*}} {sampler.purity = {same_paths = "xyz"}}
// CHECK-NEXT: sampler.binary  mul {{.*}} {sampler.purity = {}}
// CHECK-NEXT: sampler.binary  div {{.*}} {sampler.purity = {}}
// CHECK-NEXT: sampler.scalar  mul {{.*}} {sampler.purity = {same_paths = "y"}}
// CHECK-NEXT: sampler.scalar  min {{.*}} {sampler.purity = {}}
// CHECK-NEXT: sampler.bound {{.*}} {sampler.purity = {}}
// CHECK-NEXT: sampler.range_choice {{.*}} {sampler.purity = {same_paths = "y"}}
// CHECK-NEXT: sampler.slice {{.*}} {sampler.purity = {same_paths = "xz"}}
// CHECK-NEXT: sampler.spline_constant 1.000000e+00{{$}}
// CHECK-NEXT: sampler.spline {{.*}} {sampler.purity = {same_paths = ""}}
// CHECK-NEXT: sampler.blend_density {{.*}} {sampler.purity = {}}
// CHECK-NEXT: sampler.interpolated {{.*}} {sampler.purity = {whole_volume}}
// CHECK-NEXT: sampler.unary {{.*}} {sampler.purity = {whole_volume}}
// CHECK-NEXT: sampler.find_top_surface {{.*}} {sampler.purity = {}}
sampler.graph @operators {
  %0 = sampler.constant 1.0
  %1 = sampler.gradient y clamp_to_edge from 0 to 8 value 0.0 factor 1.0
  %2 = sampler.distance euclidean 1, 2, 3
  %3 = sampler.unary abs %1
  %4 = sampler.binary add %1, %2
  %5 = sampler.binary mul %0, %0
  %6 = sampler.binary div %0, %0
  %7 = sampler.scalar mul %1, 2.0
  %8 = sampler.scalar min %0, 2.0
  %9 = sampler.bound max %0, %0 threshold 1.0
  %10 = sampler.range_choice %1 in 0.0, 1.0 then %0 else %3
  %11 = sampler.slice %4 y 0
  %12 = sampler.spline_constant 1.0
  %13 = sampler.spline %12
  %14 = sampler.blend_density %0
  %15 = sampler.interpolated %0 cell 4, 8
  %16 = sampler.unary abs %15
  %17 = sampler.find_top_surface %1 below %0 above 0 step 8
}

// A cell of one value is as good as that value, as long as it is its own.
// CHECK-LABEL: sampler.graph @caches {
// CHECK: sampler.cache %0 cell 0 {sampler.purity = {cell, same_paths = ""}}
// CHECK-NEXT: sampler.cache %2 cell 1 {sampler.purity = {cell, same_paths = ""}}
// CHECK-NEXT: sampler.cache %1 cell 2 {sampler.purity = {cell}}
// CHECK-NEXT: sampler.cache %0 cell 2 {sampler.purity = {cell}}
// CHECK-NEXT: sampler.find_top_surface {{.*}} {sampler.purity = {cell, reads_cells}}
// CHECK-NEXT: sampler.find_top_surface {{.*}} {sampler.purity = {cell}}
// CHECK-NEXT: sampler.unary  abs {{.*}} {sampler.purity = {cell, reads_cells}}
sampler.graph @caches {
  %0 = sampler.constant 1.0
  %1 = sampler.gradient y clamp_to_edge from 0 to 8 value 0.0 factor 1.0
  %2 = sampler.cache %0 cell 0
  %3 = sampler.cache %2 cell 1
  %4 = sampler.cache %1 cell 2
  %5 = sampler.cache %0 cell 2
  %6 = sampler.find_top_surface %4 below %0 above 0 step 8
  %7 = sampler.find_top_surface %1 below %4 above 0 step 8
  %8 = sampler.unary abs %6
}
