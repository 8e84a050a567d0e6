//===- device_engine.cpp - The engine `cuda` ------------------------------===//

#include "targets/cuda/device_engine.h"

#include "passes/kernel/Passes.h"
#include "targets/cuda/emit.h"
#include "targets/jit/kernel_headers.h"

#include "mlir/IR/OwningOpRef.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SHA256.h"

#include <mutex>

using namespace terrane;
using namespace terrane::cuda;
using rt::cuda::DeviceError;
using rt::cuda::Driver;

std::shared_ptr<const DeviceCode> cuda::emitDeviceCode(sampler::GraphOp graph,
                                                       Diagnostics &diagnostics) {
  // As `terrane compile` runs them, on a copy.
  mlir::OwningOpRef<mlir::ModuleOp> module = graph->getParentOfType<mlir::ModuleOp>().clone();
  mlir::PassManager manager(module->getContext());
  populateKernelPipeline(manager);
  if (failed(manager.run(*module))) {
    diagnostics.error({}, "a kernel pass failed without saying why");
    return nullptr;
  }
  std::optional<CudaText> text = emitCuda(*module->getOps<sampler::GraphOp>().begin(),
                                          {"Terrane generator"}, rt::CpuLevel::Baseline);
  if (!text)
    return nullptr;
  return std::make_shared<const DeviceCode>(
      DeviceCode{std::move(text->device), std::move(text->noBatch)});
}

namespace {

constexpr const char *textName = "generator.cu";

/// SHA-256 over all that a PTX is made of, and `fields`.
std::string keyOf(const std::string &text, llvm::ArrayRef<std::string> fields) {
  llvm::SHA256 hash;
  // Every field with its length, so that no two lists of fields read alike.
  auto add = [&](llvm::StringRef field) {
    hash.update(llvm::Twine(field.size()).str() + ":");
    hash.update(field);
  };
  add("ptx");
  for (const std::string &field : fields)
    add(field);
  for (const char *option : Nvrtc::options())
    add(option);
  for (const jit::KernelHeader &header : jit::kernelHeaders()) {
    add(header.path);
    add(header.text);
  }
  add(textName);
  add(text);
  return llvm::toHex(hash.final(), /*LowerCase=*/true);
}

std::string versionOf(const Nvrtc &nvrtc) {
  return std::to_string(nvrtc.version().first) + "." + std::to_string(nvrtc.version().second);
}

int architectureOf(const Nvrtc &nvrtc, const Driver::Gpu &gpu) {
  int best = 0;
  for (int number : nvrtc.architectures())
    if (number <= 10 * gpu.major + gpu.minor)
      best = std::max(best, number);
  if (best == 0)
    throw DeviceError(DeviceError::Absent,
                      gpu.name + " has compute capability " + std::to_string(gpu.major) + "." +
                          std::to_string(gpu.minor) + ", which is below all that NVRTC " +
                          versionOf(nvrtc) + " compiles for");
  return best;
}

std::string compile(const std::string &text, const Nvrtc &nvrtc, const std::string &architecture) {
  Diagnostics diagnostics;
  std::optional<std::string> ptx = nvrtc.compile(text, textName, architecture, diagnostics);
  if (ptx)
    return std::move(*ptx);
  std::string why;
  llvm::raw_string_ostream os(why);
  diagnostics.print(os);
  throw DeviceError(DeviceError::Absent,
                    "no PTX for " + architecture + ": " + llvm::StringRef(why).trim().str());
}

} // namespace

std::string cuda::devicePtx(const std::string &text, const Driver::Gpu &gpu, const Nvrtc &nvrtc,
                            const jit::BuildOptions &options, bool *fromCache) {
  std::optional<jit::ObjectCache> cache;
  if (options.useCache)
    cache.emplace(options.cacheDirectory, options.cacheBytes);
  auto known = [&](const std::string &key) {
    std::optional<std::string> found = cache ? cache->load(key) : std::nullopt;
    if (fromCache)
      *fromCache = found.has_value();
    return found;
  };
  // Leads to the key of what was used last.
  const std::string last =
      keyOf(text, {"last", std::to_string(gpu.major) + "." + std::to_string(gpu.minor)});
  if (!nvrtc) {
    std::optional<std::string> key = known(last);
    if (std::optional<std::string> ptx = key ? known(*key) : std::nullopt)
      return std::move(*ptx);
    throw DeviceError(DeviceError::Absent, "code for " + gpu.name + " needs NVRTC: " +
                                               nvrtc.problem() + "; " + Nvrtc::advice());
  }
  const std::string architecture = "compute_" + std::to_string(architectureOf(nvrtc, gpu));
  const std::string key = keyOf(text, {architecture, versionOf(nvrtc)});
  std::optional<std::string> ptx = known(key);
  if (!ptx) {
    ptx = compile(text, nvrtc, architecture);
    if (cache)
      cache->store(key, *ptx);
  }
  if (cache && cache->load(last) != key)
    cache->store(last, key);
  return std::move(*ptx);
}

rt::cuda::BatchEngineParts cuda::deviceBatches(std::shared_ptr<const DeviceCode> code,
                                               std::shared_ptr<const jit::JitModule> module,
                                               int ordinal, const jit::BuildOptions &options) {
  struct Kept {
    std::mutex mutex;
    std::string ptx;
  };
  rt::cuda::BatchEngineParts parts;
  parts.module = &module->module();
  parts.code = std::move(module);
  parts.load = [code = std::move(code), kept = std::make_shared<Kept>(), ordinal,
                options]() -> std::shared_ptr<rt::cuda::Device> {
    std::lock_guard<std::mutex> lock(kept->mutex);
    std::shared_ptr<const Driver> driver = Driver::find();
    // Without a driver, or such a device, loading says so before it looks at the text.
    const std::vector<Driver::Gpu> &gpus = driver->gpus();
    if (kept->ptx.empty() && *driver && ordinal >= 0 && size_t(ordinal) < gpus.size())
      kept->ptx = devicePtx(code->text, gpus[size_t(ordinal)], *Nvrtc::find(), options);
    return rt::cuda::makeDriverDevice(kept->ptx, ordinal, driver);
  };
  return parts;
}
