//===- float_mode.cpp - The processor's mode for floats -------------------===//

#include "runtime/math/float_mode.h"

void terrane::rt::FloatMode::set(u32 mode) noexcept {
  _mm_setcsr(mode); // exact: the one place that sets the mode, and puts it back
}
