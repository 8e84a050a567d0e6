//===- search_tree_build.h - Construction of the search tree (spec 50, 4) -===//

#ifndef TERRANE_RUNTIME_BIOME_SEARCH_TREE_BUILD_H
#define TERRANE_RUNTIME_BIOME_SEARCH_TREE_BUILD_H

#include "runtime/biome/search_tree.h"

namespace terrane::rt {

/// The game's tree over the boxes of a list, in depth-first pre-order; `boxes` is not empty.
std::vector<SearchNode> buildSearchTree(const std::vector<ClimateBox> &boxes);

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_BIOME_SEARCH_TREE_BUILD_H
