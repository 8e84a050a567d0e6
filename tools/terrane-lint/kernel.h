//===- kernel.h - Emitted kernel text -------------------------------------===//

#ifndef TERRANE_TOOLS_TERRANE_LINT_KERNEL_H
#define TERRANE_TOOLS_TERRANE_LINT_KERNEL_H

#include "tools/terrane-lint/report.h"

namespace terrane::lint {

/// Examines a file of kernel text under the flags and with the embedded headers that kernels are
/// compiled with. False where it cannot be read or parsed; Clang's messages are on stderr.
bool lintKernel(const std::string &path, Report &report);

} // namespace terrane::lint

#endif // TERRANE_TOOLS_TERRANE_LINT_KERNEL_H
