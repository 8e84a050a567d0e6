//===- biome_tree_build.h - Makes the climate tree of a device ------------===//

#ifndef TERRANE_RUNTIME_CUDA_BIOME_TREE_BUILD_H
#define TERRANE_RUNTIME_CUDA_BIOME_TREE_BUILD_H

#include "runtime/cuda/biome_tree.h"

#include <vector>

namespace terrane::rt::cuda {

/// The parts of a BiomeTree that are for targets whose distances fit.
struct NarrowTree {
  std::vector<NarrowNode> nodes;        ///< none where a coordinate is wide
  std::vector<DepthInterval> intervals; ///< in the order of their first leaves
};

/// `nodes` in depth-first pre-order, as SearchTree::allNodes gives them.
NarrowTree buildNarrowTree(const std::vector<SearchNode> &nodes);

} // namespace terrane::rt::cuda

#endif // TERRANE_RUNTIME_CUDA_BIOME_TREE_BUILD_H
