//===- batch_check.h - Whether chunks can be made in batches --------------===//

#ifndef TERRANE_TARGETS_CUDA_BATCH_CHECK_H
#define TERRANE_TARGETS_CUDA_BATCH_CHECK_H

#include "ir/Sampler.h"

#include <string>

namespace terrane::cuda {

/// Why the terrain step of a graph cannot be computed for a batch of chunks at once, each value by
/// itself (runtime/cuda/batch.h), without a bit that could differ from chunk after chunk on sampler
/// contexts with caches; empty where it can. `graph` is without user fields, but with its caches.
std::string whyNoBatch(sampler::GraphOp graph);

} // namespace terrane::cuda

#endif // TERRANE_TARGETS_CUDA_BATCH_CHECK_H
