// Functions are sampled at 0 of the axes they lose relative to their user (spec 10, 6.4).
// RUN: terrane-opt %s --pass-pipeline='builtin.module(density.graph(density-slice-uniform-axes))' | FileCheck %s

// The spec's example: add(A, B) with axes(A) = XZ and axes(B) = XYZ wraps A alone.
// CHECK-LABEL: density.graph @boundary {
// CHECK-NEXT: %0 = density.shift_a @n
// CHECK-NEXT: %1 = density.slice  y 0 %0
// CHECK-NEXT: %2 = density.beardifier
// CHECK-NEXT: %3 = density.add %1, %2
// CHECK-NEXT: density.entry "f" %3
// CHECK-NEXT: }
density.graph @boundary {
  %a = density.shift_a @n
  %b = density.beardifier
  %0 = density.add %a, %b
  density.entry "f" %0
}

// And cache(A) at the root: sliced outside and inside, where the input starts from XYZ again.
// CHECK-LABEL: density.graph @cache_at_root {
// CHECK-NEXT: %0 = density.shift_a @n
// CHECK-NEXT: %1 = density.slice  y 0 %0
// CHECK-NEXT: %2 = density.prepared %1 cell 0
// CHECK-NEXT: %3 = density.slice  y 0 %2
// CHECK-NEXT: density.entry "f" %3
// CHECK-NEXT: }
density.graph @cache_at_root {
  %a = density.shift_a @n
  %0 = density.prepared %a cell 0
  density.entry "f" %0
}

// The worked example: a shifted noise without y. Its caches have its own axes, so nothing is
// wrapped between them, and the root is wrapped once.
// CHECK-LABEL: density.graph @worked_example {
// CHECK-NEXT: %0 = density.constant 0.000000e+00
// CHECK-NEXT: %1 = density.shift_a @n
// CHECK-NEXT: %2 = density.slice  y 0 %1
// CHECK-NEXT: %3 = density.shift_b @n
// CHECK-NEXT: %4 = density.slice  y 0 %3
// CHECK-NEXT: %5 = density.prepared %2 cell 0
// CHECK-NEXT: %6 = density.prepared %4 cell 1
// CHECK-NEXT: %7 = density.noise @m scale 1.000000e+00, 0.000000e+00 shift %5, %0, %6
// CHECK-NEXT: %8 = density.slice  y 0 %7
// CHECK-NEXT: density.entry "f" %8
// CHECK-NEXT: }
density.graph @worked_example {
  %zero = density.constant 0.0
  %sa = density.shift_a @n
  %sb = density.shift_b @n
  %pa = density.prepared %sa cell 0
  %pb = density.prepared %sb cell 1
  %0 = density.noise @m scale 1.0, 0.0 shift %pa, %zero, %pb
  density.entry "f" %0
}

// X innermost, then Z, then Y outermost; functions without axes get all three.
// CHECK-LABEL: density.graph @order {
// CHECK-NEXT: %0 = density.constant 1.000000e+00
// CHECK-NEXT: %1 = density.constant 2.000000e+00
// CHECK-NEXT: %2 = density.add %0, %1
// CHECK-NEXT: %3 = density.slice  x 0 %2
// CHECK-NEXT: %4 = density.slice  z 0 %3
// CHECK-NEXT: %5 = density.slice  y 0 %4
// CHECK-NEXT: density.entry "f" %5
// CHECK-NEXT: }
density.graph @order {
  %1 = density.constant 1.0
  %2 = density.constant 2.0
  %0 = density.add %1, %2
  density.entry "f" %0
}

// A constant spline and a prepared cache of a constant have no axes either.
// CHECK-LABEL: density.graph @no_axes {
// CHECK-NEXT: %0 = density.spline_constant 1.000000e+00
// CHECK-NEXT: %1 = density.spline %0
// CHECK-NEXT: %2 = density.slice  x 0 %1
// CHECK-NEXT: %3 = density.slice  z 0 %2
// CHECK-NEXT: %4 = density.slice  y 0 %3
// CHECK-NEXT: %5 = density.constant 1.000000e+00
// CHECK-NEXT: %6 = density.prepared %5 cell 0
// CHECK-NEXT: %7 = density.slice  x 0 %6
// CHECK-NEXT: %8 = density.slice  z 0 %7
// CHECK-NEXT: %9 = density.slice  y 0 %8
// CHECK-NEXT: density.entry "spline" %4
// CHECK-NEXT: density.entry "cache" %9
// CHECK-NEXT: }
density.graph @no_axes {
  %k = density.spline_constant 1.0
  %s = density.spline %k
  %c = density.constant 1.0
  %p = density.prepared %c cell 0
  density.entry "spline" %s
  density.entry "cache" %p
}

// Wrapped where axes are lost, not at every node below.
// CHECK-LABEL: density.graph @once_at_the_boundary {
// CHECK-NEXT: %0 = density.blend_alpha
// CHECK-NEXT: %1 = density.abs %0
// CHECK-NEXT: %2 = density.square %1
// CHECK-NEXT: %3 = density.slice  y 0 %2
// CHECK-NEXT: %4 = density.beardifier
// CHECK-NEXT: %5 = density.mul %3, %4
// CHECK-NEXT: density.entry "f" %5
// CHECK-NEXT: }
density.graph @once_at_the_boundary {
  %a = density.blend_alpha
  %1 = density.abs %a
  %2 = density.square %1
  %b = density.beardifier
  %0 = density.mul %2, %b
  density.entry "f" %0
}

// A chain of slices on top of a function stands for its axes: only Z is missing here.
// CHECK-LABEL: density.graph @slices_on_top {
// CHECK-NEXT: %0 = density.blend_alpha
// CHECK-NEXT: %1 = density.slice  x 5 %0
// CHECK-NEXT: %2 = density.slice  y 9 %1
// CHECK-NEXT: %3 = density.constant 1.000000e+00
// CHECK-NEXT: %4 = density.abs %3
// CHECK-NEXT: %5 = density.slice  x 5 %4
// CHECK-NEXT: %6 = density.slice  y 9 %5
// CHECK-NEXT: %7 = density.slice  z 0 %6
// CHECK-NEXT: density.entry "a" %2
// CHECK-NEXT: density.entry "b" %7
// CHECK-NEXT: }
density.graph @slices_on_top {
  %x = density.blend_alpha
  %1 = density.slice x 5 %x
  %2 = density.slice y 9 %1
  %c = density.constant 1.0
  %3 = density.abs %c
  %4 = density.slice x 5 %3
  %5 = density.slice y 9 %4
  density.entry "a" %2
  density.entry "b" %5
}

// Below a user's slice the input has its own axes: a Y-free one is sampled at the slice's y.
// CHECK-LABEL: density.graph @below_a_slice {
// CHECK-NEXT: %0 = density.shift_a @n
// CHECK-NEXT: %1 = density.slice  y 7 %0
// CHECK-NEXT: %2 = density.beardifier
// CHECK-NEXT: %3 = density.add %1, %2
// CHECK-NEXT: density.entry "f" %3
// CHECK-NEXT: }
density.graph @below_a_slice {
  %a = density.shift_a @n
  %0 = density.slice y 7 %a
  %b = density.beardifier
  %1 = density.add %0, %b
  density.entry "f" %1
}

// find_top_surface has no y, so its children are rewritten for X Z.
// CHECK-LABEL: density.graph @below_find_top_surface {
// CHECK-NEXT: %0 = density.beardifier
// CHECK-NEXT: %1 = density.blend_alpha
// CHECK-NEXT: %2 = density.slice  z 0 %1
// CHECK-NEXT: %3 = density.find_top_surface %0 below %2 above 0 step 8
// CHECK-NEXT: %4 = density.slice  y 0 %3
// CHECK-NEXT: density.entry "f" %4
// CHECK-NEXT: }
density.graph @below_find_top_surface {
  %d = density.beardifier
  %u = density.blend_alpha
  %x = density.slice z 0 %u
  %0 = density.find_top_surface %d below %x above 0 step 8
  density.entry "f" %0
}

// One function for users with different axes: each sees its own wrapping, equal ones are shared.
// CHECK-LABEL: density.graph @two_users {
// CHECK-NEXT: %0 = density.blend_alpha
// CHECK-NEXT: %1 = density.slice  y 0 %0
// CHECK-NEXT: %2 = density.beardifier
// CHECK-NEXT: %3 = density.blend_offset
// CHECK-NEXT: %4 = density.add %1, %2
// CHECK-NEXT: %5 = density.mul %1, %2
// CHECK-NEXT: %6 = density.add %0, %3
// CHECK-NEXT: %7 = density.slice  y 0 %6
// CHECK-NEXT: density.entry "0" %4
// CHECK-NEXT: density.entry "1" %5
// CHECK-NEXT: density.entry "2" %7
// CHECK-NEXT: }
density.graph @two_users {
  %a = density.blend_alpha
  %b = density.beardifier
  %g = density.blend_offset
  %0 = density.add %a, %b
  %1 = density.mul %a, %b
  %2 = density.add %a, %g
  density.entry "0" %0
  density.entry "1" %1
  density.entry "2" %2
}

// All coordinates of a spline, at any depth, are children of the spline: rewritten for its axes.
// CHECK-LABEL: density.graph @spline_coordinates {
// CHECK-NEXT: %0 = density.blend_alpha
// CHECK-NEXT: %1 = density.slice  y 0 %0
// CHECK-NEXT: %2 = density.gradient  y  repeat from 0 at 0.000000e+00 to 1 at 1.000000e+00
// CHECK-NEXT: %3 = density.abs %2
// CHECK-NEXT: %4 = density.slice  x 0 %3
// CHECK-NEXT: %5 = density.slice  z 0 %4
// CHECK-NEXT: %6 = density.spline_constant 1.000000e+00
// CHECK-NEXT: %7 = density.spline_points %1 at [0.000000e+00] slope [0.000000e+00] of %6
// CHECK-NEXT: %8 = density.spline_points %5 at [0.000000e+00] slope [0.000000e+00] of %7
// CHECK-NEXT: %9 = density.spline %8
// CHECK-NEXT: density.entry "f" %9
// CHECK-NEXT: }
density.graph @spline_coordinates {
  %x = density.blend_alpha
  %y = density.gradient y repeat from 0 at 0.0 to 1 at 1.0
  %ay = density.abs %y
  %k = density.spline_constant 1.0
  %a = density.spline_points %x at [0.0] slope [0.0] of %k
  %b = density.spline_points %ay at [0.0] slope [0.0] of %a
  %0 = density.spline %b
  density.entry "f" %0
}

// A tree in two splines takes two forms, if their axes differ.
// CHECK-LABEL: density.graph @shared_spline_tree {
// CHECK-NEXT: %0 = density.blend_alpha
// CHECK-NEXT: %1 = density.slice  y 0 %0
// CHECK-NEXT: %2 = density.beardifier
// CHECK-NEXT: %3 = density.spline_constant 1.000000e+00
// CHECK-NEXT: %4 = density.spline_points %0 at [0.000000e+00] slope [0.000000e+00] of %3
// CHECK-NEXT: %5 = density.spline %4
// CHECK-NEXT: %6 = density.slice  y 0 %5
// CHECK-NEXT: %7 = density.spline_constant 1.000000e+00
// CHECK-NEXT: %8 = density.spline_points %1 at [0.000000e+00] slope [0.000000e+00] of %7
// CHECK-NEXT: %9 = density.spline_points %2 at [0.000000e+00] slope [0.000000e+00] of %8
// CHECK-NEXT: %10 = density.spline %9
// CHECK-NEXT: %11 = density.add %6, %10
// CHECK-NEXT: density.entry "f" %11
// CHECK-NEXT: }
density.graph @shared_spline_tree {
  %x = density.blend_alpha
  %y = density.beardifier
  %k = density.spline_constant 1.0
  %a = density.spline_points %x at [0.0] slope [0.0] of %k
  %b = density.spline_points %y at [0.0] slope [0.0] of %a
  %0 = density.spline %a
  %1 = density.spline %b
  %2 = density.add %0, %1
  density.entry "f" %2
}
