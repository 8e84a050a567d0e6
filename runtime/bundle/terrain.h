//===- terrain.h - Worlds of a bundle's dimensions ------------------------===//

#ifndef TERRANE_RUNTIME_BUNDLE_TERRAIN_H
#define TERRANE_RUNTIME_BUNDLE_TERRAIN_H

#include "runtime/bundle/bundle.h"
#include "runtime/chunk/terrain_step.h"

#include <memory>
#include <string>

namespace terrane::rt {

/// A dimension of a bundle, seeded. The world keeps the bundle. `dimension` is an index into
/// `bundle->dimensions()`; `batches` may be null. Null, with a message in `error`, where a noise
/// cannot be built.
std::shared_ptr<const TerrainWorld> makeTerrainWorld(const std::shared_ptr<const Bundle> &bundle,
                                                     std::size_t dimension, i64 seed,
                                                     std::string &error,
                                                     std::shared_ptr<BatchEngine> batches = {});

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_BUNDLE_TERRAIN_H
