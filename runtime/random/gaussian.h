//===- gaussian.h - Gaussians by the polar method (spec 20, 2.5) ----------===//
//
// Kernel-safe.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_RANDOM_GAUSSIAN_H
#define TERRANE_RUNTIME_RANDOM_GAUSSIAN_H

#include "runtime/math/log_pow.h"

namespace terrane::rt {

/// The second value of a pair, kept for the next call. Part of a generator's state.
class Gaussian {
public:
  template <class Generator> TERRANE_FN f64 next(Generator &generator) {
    if (cached) {
      cached = false;
      return value;
    }
    f64 x, y, q;
    do {
      x = 2.0 * generator.nextDouble() - 1.0;
      y = 2.0 * generator.nextDouble() - 1.0;
      q = x * x + y * y;
    } while (q >= 1.0 || q == 0.0); // exact: the game draws again at 0
    f64 k = sqrtD((-2.0 * logd(q)) / q);
    value = y * k;
    cached = true;
    return x * k;
  }

  TERRANE_FN void clear() { cached = false; }

private:
  bool cached = false;
  f64 value = 0;
};

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_RANDOM_GAUSSIAN_H
