//===- jit.cpp - A generator compiled and linked in process ---------------===//
//
// ORC's object layer alone: the layers above it that LLJIT adds (IR, initialisers, symbols of the
// process) have nothing to do here, and setting them up takes longer than the linking.
//
//===----------------------------------------------------------------------===//

#include "targets/jit/jit.h"

#include "llvm/ExecutionEngine/Orc/Core.h"
#include "llvm/ExecutionEngine/Orc/ExecutorProcessControl.h"
#include "llvm/ExecutionEngine/Orc/MapperJITLinkMemoryManager.h"
#include "llvm/ExecutionEngine/Orc/MemoryMapper.h"
#include "llvm/ExecutionEngine/Orc/ObjectLinkingLayer.h"
#include "llvm/ExecutionEngine/Orc/TaskDispatch.h"

#include <chrono>
#include <cstring>

using namespace terrane;
using namespace terrane::jit;
namespace orc = llvm::orc;

struct JitModule::Session {
  explicit Session(std::unique_ptr<orc::ExecutorProcessControl> control,
                   std::unique_ptr<llvm::jitlink::JITLinkMemoryManager> memory)
      : execution(std::move(control)), layer(execution, std::move(memory)) {}
  ~Session() { llvm::consumeError(execution.endSession()); }

  orc::ExecutionSession execution;
  orc::ObjectLinkingLayer layer;
  orc::JITDylib *library = nullptr;
};

namespace {

llvm::Expected<std::unique_ptr<orc::ExecutorProcessControl>> thisProcess() {
  return orc::SelfExecutorProcessControl::Create(nullptr,
                                                 std::make_unique<orc::InPlaceTaskDispatcher>());
}

/// One range of addresses for all objects: they reach each other's hidden symbols by 32-bit
/// distances, which separate mappings would not promise.
llvm::Expected<std::unique_ptr<llvm::jitlink::JITLinkMemoryManager>>
memoryFor(llvm::ArrayRef<std::string> objects) {
  size_t bytes = 0;
  for (const std::string &object : objects)
    bytes += object.size();
  // Sections of an object are at most padded to pages, per protection; GOT and stubs are small.
  size_t reservation = llvm::alignTo(2 * bytes + objects.size() * (size_t(64) << 10), 1 << 20);
  return orc::MapperJITLinkMemoryManager::CreateWithMapper<orc::InProcessMemoryMapper>(reservation);
}

orc::ExecutorSymbolDef function(void *address) {
  return {orc::ExecutorAddr::fromPtr(address),
          llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable};
}

/// The addresses of `allowedSymbols`.
orc::SymbolMap processFunctions(orc::ExecutionSession &session) {
  return {{session.intern("memcpy"), function(reinterpret_cast<void *>(&std::memcpy))},
          {session.intern("memmove"), function(reinterpret_cast<void *>(&std::memmove))},
          {session.intern("memset"), function(reinterpret_cast<void *>(&std::memset))},
          {session.intern("memcmp"), function(reinterpret_cast<void *>(&std::memcmp))}};
}

/// What makes a module one that this process may call; empty if it is.
std::string reject(const rt::KernelModule &module, CpuLevel level) {
  if (module.abi != rt::kernelAbi || module.size != sizeof(rt::KernelModule))
    return "the generator was made for kernel ABI " + std::to_string(module.abi) + " (" +
           std::to_string(module.size) + " bytes), not " + std::to_string(rt::kernelAbi) + " (" +
           std::to_string(sizeof(rt::KernelModule)) + " bytes)";
  if (module.level > level)
    return "the generator needs CPU level " + std::string(rt::cpuLevelName(module.level)) +
           ", but was compiled for " + std::string(rt::cpuLevelName(level));
  return {};
}

} // namespace

const void *JitModule::symbol(const char *name) const {
  auto found = session->execution.lookup({session->library}, session->execution.intern(name));
  if (!found) {
    llvm::consumeError(found.takeError());
    return nullptr;
  }
  return found->getAddress().toPtr<const void *>();
}

JitModule::JitModule() = default;
JitModule::~JitModule() = default;

std::unique_ptr<JitModule> JitModule::load(llvm::ArrayRef<std::string> texts, CpuLevel level,
                                           Diagnostics &diagnostics, const BuildOptions &options) {
  if (level > rt::machineCpuLevel()) {
    diagnostics.error({}, "this machine cannot run code of CPU level " +
                              std::string(rt::cpuLevelName(level)));
    return nullptr;
  }
  std::unique_ptr<JitModule> result(new JitModule);
  std::optional<std::vector<std::string>> objects =
      buildObjects(texts, level, diagnostics, options, &result->times.build);
  if (!objects)
    return nullptr;

  auto start = std::chrono::steady_clock::now();
  std::string messages;
  auto fail = [&](llvm::Error error) -> std::unique_ptr<JitModule> {
    std::string text = llvm::toString(std::move(error));
    diagnostics.error({}, "linking in process failed: " + text + (messages.empty() ? "" : "; ") +
                              messages);
    return nullptr;
  };
  auto control = thisProcess();
  if (!control)
    return fail(control.takeError());
  auto memory = memoryFor(*objects);
  if (!memory)
    return fail(memory.takeError());
  result->session = std::make_unique<Session>(std::move(*control), std::move(*memory));
  orc::ExecutionSession &execution = result->session->execution;
  execution.setErrorReporter([&](llvm::Error error) {
    messages += (messages.empty() ? "" : "; ") + llvm::toString(std::move(error));
  });
  orc::JITDylib &library = execution.createBareJITDylib("generator");
  result->session->library = &library;
  if (llvm::Error error = library.define(orc::absoluteSymbols(processFunctions(execution))))
    return fail(std::move(error));
  for (const std::string &object : *objects)
    // Linking copies what it needs, and all of it happens below.
    if (llvm::Error error = result->session->layer.add(
            library, llvm::MemoryBuffer::getMemBuffer(object, "generator", false)))
      return fail(std::move(error));
  auto symbol = execution.lookup({&library}, execution.intern("terrane_generator"));
  // The reporter's text ends with this function.
  execution.setErrorReporter([](llvm::Error error) { llvm::consumeError(std::move(error)); });
  if (!symbol)
    return fail(symbol.takeError());
  result->kernelModule = symbol->getAddress().toPtr<const rt::KernelModule *>();
  result->times.linkMs =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();

  if (std::string why = reject(*result->kernelModule, level); !why.empty()) {
    diagnostics.error({}, why);
    return nullptr;
  }
  return result;
}
