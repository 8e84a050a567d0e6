//===- carver_json.h - Resolved carvers as JSON ---------------------------===//

#ifndef TERRANE_RUNTIME_BUNDLE_CARVER_JSON_H
#define TERRANE_RUNTIME_BUNDLE_CARVER_JSON_H

#include "runtime/bundle/json_node.h"
#include "runtime/carver/carver.h"

namespace terrane::rt {

Json carversToJson(const CarverSet &set);
/// Throws Malformed. Indices are in range afterwards; the sizes of `listOfBiome` and `states` are
/// the caller's to check.
CarverSet carversFromJson(const Node &node);

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_BUNDLE_CARVER_JSON_H
