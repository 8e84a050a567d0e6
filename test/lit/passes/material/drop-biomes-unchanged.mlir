// Where nothing is known of the biomes, and where all of a set can occur, nothing changes.
// RUN: terrane-opt %s --pass-pipeline='builtin.module(material.graph(material-drop-biomes))' | FileCheck %s
// RUN: terrane-opt %s --pass-pipeline='builtin.module(material.graph(material-drop-biomes{possible=a:x,a:y,b:z}))' | FileCheck %s

// CHECK-LABEL: material.graph @biomes from 0 height 16 sea_level 0 block @"state:b" fluid @"state:b" {
// CHECK-NEXT: %0 = material.bandlands
// CHECK-NEXT: %1 = material.biome ["b:z", "a:x"]
// CHECK-NEXT: %2 = material.when %1, %0
// CHECK-NEXT: material.entry %2
// CHECK-NEXT: }
material.graph @biomes from 0 height 16 sea_level 0 block @"state:b" fluid @"state:b" {
  %0 = material.bandlands
  %1 = material.biome ["b:z", "a:x"]
  %2 = material.when %1, %0
  material.entry %2
}
