// Biomes that cannot occur leave the sets; sets become constant where nothing is left to ask.
// RUN: terrane-opt %s --pass-pipeline='builtin.module(material.graph(material-drop-biomes{possible=a:x,a:y,b:z}))' | FileCheck %s

// CHECK-LABEL: material.graph @biomes from 0 height 16 sea_level 0 block @"state:b" fluid @"state:b" {
// CHECK-NEXT: %0 = material.bandlands
// CHECK-NEXT: %1 = material.biome ["a:x", "b:z"]
// CHECK-NEXT: %2 = material.when %1, %0
// CHECK-NEXT: %3 = material.constant false
// CHECK-NEXT: %4 = material.when %3, %2
// CHECK-NEXT: %5 = material.constant true
// CHECK-NEXT: %6 = material.when %5, %4
// CHECK-NEXT: %7 = material.constant false
// CHECK-NEXT: %8 = material.when %7, %6
// CHECK-NEXT: material.entry %8
// CHECK-NEXT: }
material.graph @biomes from 0 height 16 sea_level 0 block @"state:b" fluid @"state:b" {
  %0 = material.bandlands
  %1 = material.biome ["a:x", "no:where", "a:x", "b:z"]
  %2 = material.when %1, %0
  %3 = material.biome ["no:where", "a:z"]
  %4 = material.when %3, %2
  %5 = material.biome ["b:z", "a:x", "a:y", "a:x"]
  %6 = material.when %5, %4
  %7 = material.biome []
  %8 = material.when %7, %6
  material.entry %8
}
