//===- verify_engines.h - Engines compared with each other ----------------===//

#ifndef TERRANE_TOOLS_TERRANE_VERIFY_ENGINES_H
#define TERRANE_TOOLS_TERRANE_VERIFY_ENGINES_H

#include "runtime/chunk/generator.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <string>
#include <vector>

namespace terrane::tool {

/// Compares two generators of the same graph, bit for bit (any NaN equals any NaN): volumes of odd
/// shapes and steps, points, and mixed sequences on one context with caches, all chosen by `seed`.
/// `compare(same, count, what)` is called per request. Requests that `other` refuses by name
/// (Generator::refusal) are not made; returns how many those are.
long long compareEngines(
    const Generator &reference, const Generator &other, const std::string &entry,
    unsigned long long seed,
    llvm::function_ref<void(bool, long long, llvm::function_ref<std::string()>)> compare);

} // namespace terrane::tool

#endif // TERRANE_TOOLS_TERRANE_VERIFY_ENGINES_H
