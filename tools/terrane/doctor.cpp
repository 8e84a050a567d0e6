//===- doctor.cpp - terrane doctor: what this machine has -----------------===//

#include "runtime/cuda/driver.h"
#include "targets/cuda/nvrtc.h"
#include "targets/jit/jit.h"
#include "targets/jit/link.h"
#include "tools/terrane/common.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"

#include <nlohmann/json.hpp>

#include <chrono>
#include <cstdlib>
#include <memory>

using namespace terrane;
using namespace terrane::tool;

namespace {

struct Findings {
  std::string machineLevel, level, levelError;
  std::string clang, linker;
  std::string selfTestError;
  double selfTestMs = 0;
  std::string nvrtc, nvrtcFile, nvrtcError;
  std::shared_ptr<const rt::cuda::Driver> driver;
  std::string cache, cacheProblem;

  bool usable() const { return levelError.empty() && selfTestError.empty(); }
};

/// The smallest generator there is: one entry that multiplies and adds.
const char *const selfTestKernel = R"(
#include "runtime/kernel/abi.h"
using namespace terrane::rt;
namespace {
f32 point(KernelContext *, i32 x, i32 y, i32 z) { return f32(x) * f32(y) + f32(z); }
const KernelEntry entries[] = {{"f", nullptr, point}};
}
extern "C" const KernelModule terrane_generator = {
    kernelAbi, sizeof(KernelModule), CpuLevel::Baseline, 0, 1, 0, 0, entries, nullptr};
)";

void findCpu(Findings &found) {
  found.machineLevel = rt::cpuLevelName(rt::machineCpuLevel());
  found.clang = jit::clangVersion();
  found.linker = jit::linkerName();
  rt::CpuLevelChoice choice = rt::chooseCpuLevel();
  if (!choice.level) {
    found.levelError = choice.error;
    return;
  }
  found.level = rt::cpuLevelName(*choice.level);

  jit::BuildOptions options;
  options.useCache = false;
  Diagnostics diagnostics;
  auto start = std::chrono::steady_clock::now();
  auto module =
      jit::JitModule::load({std::string(selfTestKernel)}, *choice.level, diagnostics, options);
  if (!module) {
    llvm::raw_string_ostream os(found.selfTestError);
    diagnostics.print(os);
    found.selfTestError = llvm::StringRef(found.selfTestError).trim().str();
  } else if (module->module().entries[0].point(nullptr, 6, 7, -2) != 40.0f) {
    found.selfTestError = "a compiled kernel returned a wrong value";
  }
  found.selfTestMs =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

void findNvrtc(Findings &found) {
  auto nvrtc = cuda::Nvrtc::find();
  found.nvrtcError = nvrtc->problem();
  if (!*nvrtc)
    return;
  found.nvrtc = llvm::formatv("{0}.{1}", nvrtc->version().first, nvrtc->version().second);
  found.nvrtcFile = nvrtc->file();
}

void findCache(Findings &found) {
  jit::ObjectCache cache(jit::ObjectCache::defaultDirectory());
  found.cache = cache.directory();
  found.cacheProblem = cache.problem();
}

void printJson(const Findings &found) {
  auto orNull = [](const std::string &text) -> nlohmann::json {
    return text.empty() ? nlohmann::json() : nlohmann::json(text);
  };
  nlohmann::json devices = nlohmann::json::array();
  const rt::cuda::Driver &driver = *found.driver;
  for (const rt::cuda::Driver::Gpu &gpu : driver.gpus())
    devices.push_back(
        {{"name", gpu.name},
         {"compute_capability", std::to_string(gpu.major) + "." + std::to_string(gpu.minor)},
         {"memory_bytes", gpu.bytes}});
  nlohmann::json out = {
      {"usable", found.usable()},
      {"cpu",
       {{"machine_level", found.machineLevel},
        {"level", orNull(found.level)},
        {"error", orNull(found.levelError)}}},
      {"llvm", LLVM_VERSION_STRING},
      {"clang", found.clang},
      {"linker", found.linker},
      {"self_test", {{"ms", found.selfTestMs}, {"error", orNull(found.selfTestError)}}},
      {"nvrtc",
       {{"version", orNull(found.nvrtc)},
        {"file", orNull(found.nvrtcFile)},
        {"error", orNull(found.nvrtcError)}}},
      {"cuda_driver",
       {{"version", orNull(driver.versionText())},
        {"file", orNull(driver.file())},
        {"error", orNull(driver.problem())},
        {"advice", orNull(driver.advice())}}},
      {"devices", devices},
      {"cache", {{"folder", found.cache}, {"problem", orNull(found.cacheProblem)}}}};
  llvm::outs() << out.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) << "\n";
}

void printText(const Findings &found) {
  auto line = [](llvm::StringRef what, const llvm::Twine &text) {
    llvm::outs() << llvm::left_justify(what, 13) << text << "\n";
  };
  line("CPU level", found.machineLevel + (!found.levelError.empty() ? "; " + found.levelError
                                          : found.level != found.machineLevel
                                              ? "; in use: " + found.level + " (TERRANE_CPU_LEVEL)"
                                              : ""));
  line("LLVM", LLVM_VERSION_STRING);
  line("Clang", found.clang);
  line("linker", found.linker);
  if (found.levelError.empty())
    line("self-test", found.selfTestError.empty()
                          ? llvm::formatv("a kernel was compiled, linked and called in {0:f0} ms",
                                          found.selfTestMs)
                                .str()
                          : "FAILED: " + found.selfTestError);
  line("NVRTC", found.nvrtcError.empty()
                    ? found.nvrtc + " (" + found.nvrtcFile + ")"
                    : "not found: " + found.nvrtcError +
                          "; the CUDA target needs it. Install the CUDA Toolkit 13 (its NVRTC part "
                          "is enough) or set CUDA_PATH");
  const rt::cuda::Driver &driver = *found.driver;
  line("CUDA driver", driver ? driver.versionText() + " (" + driver.file() + ")"
                             : "not usable: " + driver.problem() +
                                   "; running on a GPU needs it: " + driver.advice());
  for (const rt::cuda::Driver::Gpu &gpu : driver.gpus())
    line("device", llvm::formatv("{0}, compute capability {1}.{2}, {3:f1} GiB", gpu.name, gpu.major,
                                 gpu.minor, double(gpu.bytes) / (1u << 30))
                       .str());
  line("cache", found.cacheProblem.empty()
                    ? found.cache + " (writable)"
                    : (found.cache.empty() ? "" : found.cache + ": ") + found.cacheProblem +
                          "; every start compiles anew");
  line("usable", found.usable() ? "yes: the CPU engines work" : "no");
}

int doctor(const Common &common) {
  Findings found;
  findCpu(found);
  findNvrtc(found);
  found.driver = rt::cuda::Driver::find();
  findCache(found);
  if (common.json)
    printJson(found);
  else if (!common.quiet)
    printText(found);
  return found.usable() ? Exit::ok : Exit::resourceFailed;
}

} // namespace

void tool::addDoctor(CLI::App &app, int &exitCode) {
  CLI::App *sub = app.add_subcommand(
      "doctor", "Say what this machine has: CPU level, compiler, NVRTC, CUDA driver and devices, "
                "cache folder");
  auto common = std::make_shared<Common>();
  common->addTo(*sub);
  sub->callback([common, &exitCode] { exitCode = doctor(*common); });
}
