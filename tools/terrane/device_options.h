//===- device_options.h - How the command line uses devices ---------------===//

#ifndef TERRANE_TOOLS_TERRANE_DEVICE_OPTIONS_H
#define TERRANE_TOOLS_TERRANE_DEVICE_OPTIONS_H

#include "compiler/diagnostics/diagnostics.h"
#include "runtime/chunk/region.h"

#include <CLI/CLI.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace terrane::rt::cuda {
struct BatchMemory;
}

namespace terrane::tool {

/// Options of subcommands that make chunks in batches.
struct DeviceOptions {
  std::optional<int> batch, ordinal;
  std::string fallback = "none";
  bool plan = false;

  void addTo(CLI::App &app, bool withPlan);
  /// Reports an error where an option does not go with the engine.
  void check(const std::string &engine, Diagnostics &diagnostics) const;
  bool fallBack() const { return fallback == "cpu"; }
};

/// A function that prints each warning to stderr, once; from any thread.
std::function<void(const std::string &)> warnOnce();

/// generateRegion by an engine whose device may fail; nothing then, after an error
/// (Exit::resourceFailed).
std::optional<rt::RegionResult> generateOnDevice(
    const std::shared_ptr<const rt::TerrainWorld> &world, const rt::RegionRequest &request,
    const std::function<bool(const rt::RegionChunk &)> &deliver, Diagnostics &diagnostics);

/// What batches take, for people or as JSON.
void printPlan(const rt::cuda::BatchMemory &memory, bool json);

} // namespace terrane::tool

#endif // TERRANE_TOOLS_TERRANE_DEVICE_OPTIONS_H
