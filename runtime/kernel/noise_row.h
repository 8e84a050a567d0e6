//===- noise_row.h - A noise of a module as parameters --------------------===//

#ifndef TERRANE_RUNTIME_KERNEL_NOISE_ROW_H
#define TERRANE_RUNTIME_KERNEL_NOISE_ROW_H

#include "runtime/kernel/abi.h"
#include "runtime/noise/parameters.h"

namespace terrane::rt {

/// The parameters of a noise of kind Density or Material.
NoiseParameters parametersOf(const KernelNoise &noise);

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_KERNEL_NOISE_ROW_H
