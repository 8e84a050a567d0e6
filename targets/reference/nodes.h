//===- nodes.h - Constructors of the reference engine's samplers ----------===//
//
// One per operation of the `sampler` dialect. Operands must outlive the node; noise views must
// outlive it too.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_TARGETS_REFERENCE_NODES_H
#define TERRANE_TARGETS_REFERENCE_NODES_H

#include "ir/Sampler.h"
#include "runtime/noise/simplex.h"
#include "runtime/noise/stack.h"
#include "targets/reference/sampler.h"

#include <optional>

namespace terrane::reference {

using NodePtr = std::unique_ptr<Sampler>;

// leaves.cpp
NodePtr constant(f32 value);
NodePtr noise(NoiseStack stack, f64 xzScale, f64 yScale);
NodePtr shiftedNoise(NoiseStack stack, f64 xzScale, f64 yScale, Node x, Node y /*may be null*/,
                     Node z);
NodePtr shiftB(NoiseStack stack);
NodePtr endOuterIslands(const SimplexTable &table);
NodePtr gradient(density::Axis axis, density::Tiling tiling, i32 from, i32 to, f32 value,
                 f32 factor);
NodePtr distance(density::Metric metric, i32 x, i32 y, i32 z);
NodePtr field(sampler::Field field);

// operators.cpp
NodePtr unary(sampler::Unary kind, Node input);
NodePtr roundTo(sampler::Rounding kind, Node input, Node multiple);
NodePtr binary(sampler::Binary kind, Node left, Node right);
NodePtr scalar(sampler::Scalar kind, Node input, f32 constant);
NodePtr bound(sampler::Bound kind, Node left, Node right, f32 threshold);
NodePtr pow(Node base, Node exponent);
NodePtr clamp(Node input, f32 min, f32 max);

// choices.cpp
NodePtr lerp(Node alpha, Node first, Node second);
NodePtr rangeChoice(Node input, f32 min, f32 max, Node in, Node out);
NodePtr intervalSelect(Node input, std::vector<f32> thresholds, std::vector<Node> functions);

// spline.cpp
struct SplineTree {
  f32 constant = 0; ///< where there are no points
  unsigned slot = 0;
  std::vector<f32> locations, derivatives;
  std::vector<SplineTree> values;
};
NodePtr spline(SplineTree tree, std::vector<Node> coordinates);

// space.cpp
NodePtr interpolated(Node input, i32 cellXz, i32 cellY);
NodePtr slice(Node input, std::optional<i32> x, std::optional<i32> y, std::optional<i32> z);
NodePtr findTopSurface(Node density, Node upperBound, i32 lowerBound, i32 cellHeight);
NodePtr blendDensity(Node input);

// cache.cpp
NodePtr cache(Node input, unsigned cell);
/// Evaluates a stateless node once per volume or block, for all its users.
NodePtr shared(Node input);

} // namespace terrane::reference

#endif // TERRANE_TARGETS_REFERENCE_NODES_H
