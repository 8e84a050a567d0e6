//===- splines.h - Splines without recursion, for a device ----------------===//
//
// Kernel-safe, for the CPU and the GPU. A device reserves the stack of a kernel before it runs, and
// knows how much that is if nothing recurses. So CUDA text walks a spline's tree with a stack of
// its own, whose size is known when the text is made.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_CUDA_SPLINES_H
#define TERRANE_RUNTIME_CUDA_SPLINES_H

#include "runtime/kernel/point_ops.h"

namespace terrane::rt::cuda {

/// The same as splineValue, bit for bit, with the same calls of `coordinate` in the same order.
/// `depth`: at least the number of nodes with points on any way from `node` to a constant.
template <i32 depth, typename Coordinate>
TERRANE_FN f32 splineByStack(const SplineNode *nodes, const SplinePoint *points, i32 node,
                             Coordinate &&coordinate) {
  /// A node on the way whose coordinate is known.
  struct Level {
    const SplinePoint *point; ///< whose value is asked for, or the one before it
    enum : i32 { Beyond, First, Second } asked;
    f32 v, first; ///< `first`: the value of `point`, where `Second` is asked
  };
  Level levels[depth > 0 ? depth : 1];
  i32 count = 0;
  for (;;) {
    const SplineNode &s = nodes[node];
    if (s.count != 0) {
      const SplinePoint *p = points + s.first;
      f32 v = coordinate(s.slot);
      i32 i = splineInterval(p, s.count, v);
      bool beyond = i < 0 || i == s.count - 1;
      Level &level = levels[count++];
      level.point = p + (i < 0 ? 0 : i);
      level.asked = beyond ? Level::Beyond : Level::First;
      level.v = v;
      node = level.point->value;
      continue;
    }
    // Upwards, as far as values are complete.
    f32 y = s.constant;
    for (;;) {
      if (count == 0)
        return y;
      Level &level = levels[count - 1];
      if (level.asked == Level::First) {
        level.asked = Level::Second;
        level.first = y;
        node = level.point[1].value;
        break;
      }
      y = level.asked == Level::Beyond ? splineBeyond(*level.point, level.v, y)
                                       : splineBetween(level.point, level.v, level.first, y);
      --count;
    }
  }
}

} // namespace terrane::rt::cuda

#endif // TERRANE_RUNTIME_CUDA_SPLINES_H
