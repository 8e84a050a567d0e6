//===- region_options.h - How the command line names a region -------------===//

#ifndef TERRANE_TOOLS_TERRANE_REGION_OPTIONS_H
#define TERRANE_TOOLS_TERRANE_REGION_OPTIONS_H

#include "runtime/chunk/region.h"
#include "tools/terrane/common.h"

namespace terrane::tool {

/// A rectangle of chunks: by two corners, or by centre and size.
struct RegionOptions {
  std::string corners, center, size;

  void addTo(CLI::App &app);
  /// Nothing after an error was reported.
  std::optional<rt::ChunkRect> parse(Diagnostics &diagnostics) const;
};

/// The threads that `--threads` asks for: what the machine has for 0.
unsigned threadCount(const Common &common);

/// The stacks of threads that sample: see onDeepStack.
constexpr size_t deepStackBytes = size_t(1) << 30;

} // namespace terrane::tool

#endif // TERRANE_TOOLS_TERRANE_REGION_OPTIONS_H
