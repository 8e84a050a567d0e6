//===- device_options.cpp - How the command line uses devices -------------===//

#include "tools/terrane/device_options.h"

#include "runtime/cuda/pipeline.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <mutex>
#include <set>

using namespace terrane;
using namespace terrane::tool;

void DeviceOptions::addTo(CLI::App &app, bool withPlan) {
  app.add_option("--batch", batch,
                 "With --engine cuda or cuda-host: the most chunks of a batch (default: 1024, of "
                 "cuda-host 64)")
      ->check(CLI::Range(1, 1 << 20))
      ->type_name("N");
  app.add_option("--device", ordinal,
                 "With --engine cuda: which device, as 'terrane doctor' lists them from 0")
      ->check(CLI::Range(0, 1023))
      ->type_name("N");
  app.add_option("--fallback", fallback,
                 "With --engine cuda: what makes the chunks, after a warning, where the device "
                 "fails or is missing: cpu, or none, which ends with exit code 3")
      ->check(CLI::IsMember({"none", "cpu"}))
      ->capture_default_str();
  if (withPlan)
    app.add_flag("--plan", plan,
                 "With --engine cuda or cuda-host: say how much memory the batches of the region "
                 "take, and generate nothing");
}

void DeviceOptions::check(const std::string &engine, Diagnostics &diagnostics) const {
  bool onDevice = engine == "cuda", inBatches = onDevice || engine == "cuda-host";
  auto refuse = [&](const char *option, const char *engines) {
    diagnostics.error({}, std::string(option) + " does not go with --engine " + engine, engines);
  };
  if (batch && !inBatches)
    refuse("--batch", "--engine cuda or --engine cuda-host");
  if (plan && !inBatches)
    refuse("--plan", "--engine cuda or --engine cuda-host");
  if (ordinal && !onDevice)
    refuse("--device", "--engine cuda");
  if (fallBack() && !onDevice)
    refuse("--fallback", "--engine cuda");
}

std::function<void(const std::string &)> tool::warnOnce() {
  struct Told {
    std::mutex mutex;
    std::set<std::string> texts;
  };
  return [told = std::make_shared<Told>()](const std::string &text) {
    std::lock_guard<std::mutex> lock(told->mutex);
    if (told->texts.insert(text).second)
      llvm::errs() << "warning: " << text << '\n';
  };
}

std::optional<rt::RegionResult> tool::generateOnDevice(
    const std::shared_ptr<const rt::TerrainWorld> &world, const rt::RegionRequest &request,
    const std::function<bool(const rt::RegionChunk &)> &deliver, Diagnostics &diagnostics) {
  try {
    return rt::generateRegion(world, request, deliver);
  } catch (const rt::cuda::DeviceError &error) {
    diagnostics.error({}, error.what());
    return std::nullopt;
  }
}

void tool::printPlan(const rt::cuda::BatchMemory &memory, bool json) {
  if (json) {
    llvm::outs() << llvm::json::Value(llvm::json::Object{{"worldBytes", int64_t(memory.world)},
                                                         {"deviceBytes", int64_t(memory.device)},
                                                         {"pinnedBytes", int64_t(memory.pinned)}})
                 << '\n';
    return;
  }
  auto line = [](const char *what, long long bytes) {
    llvm::outs() << llvm::left_justify(what, 21)
                 << llvm::format("%.1f MiB (%lld bytes)\n", double(bytes) / (1 << 20), bytes);
  };
  line("device, world", memory.world);
  line("device, batches", memory.device);
  line("host, pinned", memory.pinned);
}
