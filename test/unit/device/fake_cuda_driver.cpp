//===- fake_cuda_driver.cpp - A CUDA driver that is none ------------------===//
//
// A library for tests, with the functions that runtime/cuda/driver_api.h looks up. Its device has
// the host's memory and runs the kernels of toy_kernels.h, whatever the PTX says, and `toy_fault`,
// which fails with CUDA_ERROR_ILLEGAL_ADDRESS. Nothing given to a stream runs before somebody waits
// for it, as late as a device may. By environment variables, read at each call:
//
//   FAKE_CUDA_KERNELS=FILE.so    runs its kernels instead, whatever the PTX says: of a generator
//                                compiled with --target cuda-host
//   FAKE_CUDA_PTX=1              runs the PTX that it is given (test/ptx); with FAKE_CUDA_KERNELS
//                                also those, on the same memory, and tells where the two differ
//   FAKE_CUDA_COUNTS=FILE        where it writes what that asked of a GPU, when the module goes
//   FAKE_CUDA_LISTING=FILE       where it then writes the PTX with how often each line ran
//   FAKE_CUDA_ORDER=backwards    the last thread of a launch runs first
//   FAKE_CUDA_VERSION=12040      of cuDriverGetVersion
//   FAKE_CUDA_DEVICES=1          how many there are
//   FAKE_CUDA_CAPABILITY=9.0     of each
//   FAKE_CUDA_MEMORY=1073741824  bytes of each
//   FAKE_CUDA_FAIL=cuMemAlloc_v2:3=2,cuInit:1=803   the third call gives 2; ...
//
// A test reads what happened through fakeCudaLog, fakeCudaLive and fakeCudaMisuse.
//
//===----------------------------------------------------------------------===//

#include "runtime/cuda/host_kernels.h"
#include "test/ptx/machine.h"
#include "test/unit/device/toy_kernels.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <dlfcn.h>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

using namespace terrane;
using namespace terrane::rt;

namespace {

using Result = int;
using Handle = void *;
using Address = u64;

struct Stream {
  int number;
  std::deque<std::function<void()>> waiting;
  i64 given = 0, done = 0;
  /// Work up to the `position`th that it was given.
  void runUntil(i64 position) {
    while (done < position) {
      std::function<void()> work = std::move(waiting.front());
      waiting.pop_front();
      ++done;
      work();
    }
  }
  void give(std::function<void()> work) {
    waiting.push_back(std::move(work));
    ++given;
  }
};

struct Event {
  Stream *stream = nullptr;
  i64 position = 0;
};

struct Kernel {
  const char *name;
  size_t bytes;
  void (*run)(i64 thread, const void *parameter);
  const ptx::Function *function = nullptr; ///< of the PTX, where that runs
  const struct PtxModule *module = nullptr;
};
const Kernel kernels[] = {{"toy_index", sizeof(toys::Index), toys::index},
                          {"toy_add", sizeof(toys::Add), toys::add},
                          {"toy_frequencies", sizeof(toys::Frequencies), toys::frequencies},
                          {"toy_large", sizeof(toys::Large), toys::large},
                          {"toy_fault", 8, nullptr}};

/// PTX that runs; its address is its handle.
struct PtxModule {
  ptx::Module code;
  std::string text;
  std::map<std::string, Kernel> kernels; ///< those that were asked for
};

/// All that the driver knows. One, as a driver's is.
struct World {
  std::recursive_mutex mutex;
  bool started = false;
  Result broken = 0; ///< every call's result once a kernel has failed
  int contexts = 0, modules = 0;
  bool unreachable = false; ///< the context could not be made current once
  int numStreams = 0;       ///< ever made
  std::set<Stream *> streams;
  std::set<Event *> events;
  std::map<Address, size_t> memory, pinned;
  size_t used = 0;
  std::map<std::string, int> calls;
  std::ostringstream log;
  std::string misuse, text;
  std::map<Handle, std::unique_ptr<PtxModule>> ptx; ///< with FAKE_CUDA_PTX
  std::map<std::string, ptx::Counts> counts;        ///< by kernel, of all modules
};
World &world() {
  static World all;
  return all;
}
thread_local std::vector<Handle> current;
int theContext, theModule; // their addresses are handles

i64 setting(const char *name, i64 otherwise) {
  const char *text = std::getenv(name);
  return text ? std::atoll(text) : otherwise;
}

/// What FAKE_CUDA_KERNELS brings; null without it.
const rt::cuda::HostKernels *hostKernels() {
  const char *file = std::getenv("FAKE_CUDA_KERNELS");
  if (!file || !*file)
    return nullptr;
  static std::map<std::string, const rt::cuda::HostKernels *> known;
  const rt::cuda::HostKernels *&host = known[file];
  if (host)
    return host;
  void *library = ::dlopen(file, RTLD_NOW | RTLD_LOCAL);
  host = static_cast<const rt::cuda::HostKernels *>(
      library ? ::dlsym(library, "terrane_host_kernels") : nullptr);
  if (!host) {
    std::fprintf(stderr, "fake_cuda_driver: %s\n", ::dlerror());
    std::abort();
  }
  return host;
}

/// A kernel that stays where it is, at least while its module does; null where there is none.
const Kernel *findKernel(Handle module, const std::string &name) {
  if (auto loaded = world().ptx.find(module); loaded != world().ptx.end()) {
    PtxModule &ptx = *loaded->second;
    const ptx::Function *entry = ptx.code.entry(name);
    if (!entry)
      return nullptr;
    return &ptx.kernels
                .try_emplace(name, Kernel{entry->name.c_str(), size_t(entry->parameterBytes),
                                          nullptr, entry, &ptx})
                .first->second;
  }
  static std::map<std::pair<const rt::cuda::HostKernels *, std::string>, Kernel> known;
  const rt::cuda::HostKernels *host = hostKernels();
  if (auto found = known.find({host, name}); found != known.end())
    return &found->second;
  for (int i = 0; host && i < host->numKernels; ++i)
    if (const rt::cuda::HostKernel &kernel = host->kernels[i]; name == kernel.name)
      return &known
                  .emplace(std::pair(host, name),
                           Kernel{kernel.name, size_t(kernel.bytes), kernel.run})
                  .first->second;
  for (const Kernel &kernel : kernels)
    if (!host && name == kernel.name)
      return &kernel;
  return nullptr;
}

/// A constant table by name, or by an address in it.
struct Table {
  Address address;
  size_t bytes;
};
std::vector<Table> tables(Handle module, const char *name = nullptr) {
  std::vector<Table> all;
  auto add = [&](const char *itsName, const void *table, size_t bytes) {
    if (!name || std::strcmp(itsName, name) == 0)
      all.push_back({reinterpret_cast<Address>(table), bytes});
  };
  if (auto loaded = world().ptx.find(module); loaded != world().ptx.end()) {
    for (const auto &[itsName, variable] : loaded->second->code.variables)
      add(itsName.c_str(), variable.start, size_t(variable.bytes));
    return all;
  }
  const rt::cuda::HostKernels *host = hostKernels();
  for (int i = 0; host && i < host->numSymbols; ++i)
    add(host->symbols[i].name, host->symbols[i].table, size_t(host->symbols[i].bytes));
  if (!host)
    add("toy_table", &toys::table, sizeof(toys::table));
  return all;
}

void blame(const std::string &what) {
  world().misuse += what + "\n";
}

/// What FAKE_CUDA_FAIL says of the `call`th call of a function.
Result wanted(const std::string &name, int call) {
  std::istringstream rules(std::getenv("FAKE_CUDA_FAIL") ? std::getenv("FAKE_CUDA_FAIL") : "");
  const std::string start = name + ":" + std::to_string(call) + "=";
  for (std::string rule; std::getline(rules, rule, ',');)
    if (rule.compare(0, start.size(), start) == 0)
      return std::atoi(rule.c_str() + start.size());
  return 0;
}

/// One call: what it is to give unless it finds something else.
class Call {
public:
  Call(const char *name, bool needsContext = true, const std::string &details = "")
      : lock(world().mutex) {
    World &w = world();
    w.log << name << (details.empty() ? "" : " ") << details << "\n";
    result = wanted(name, ++w.calls[name]);
    if (result >= 700 || result == 214)
      w.broken = result;
    if (!result && needsContext && current.empty()) {
      blame(std::string(name) + " without a context");
      result = 201;
    }
    if (!result && needsContext)
      result = w.broken;
  }
  Result result;

private:
  std::lock_guard<std::recursive_mutex> lock;
};

bool inside(const std::map<Address, size_t> &all, Address address, size_t bytes) {
  auto next = all.upper_bound(address);
  if (next == all.begin())
    return false;
  --next;
  return address + bytes <= next->first + next->second;
}

/// A range that a stream is to read or write.
bool ofDevice(Address address, size_t bytes) {
  if (inside(world().memory, address, bytes))
    return true;
  auto among = [&](Handle module) {
    const std::vector<Table> all = tables(module);
    return std::any_of(all.begin(), all.end(), [&](const Table &table) {
      return address >= table.address && address + bytes <= table.address + table.bytes;
    });
  };
  for (const auto &loaded : world().ptx)
    if (among(loaded.first))
      return true;
  if (among(&theModule))
    return true;
  world().broken = 700;
  return false;
}

void *pointer(Address address) {
  return reinterpret_cast<void *>(address); // NOLINT(performance-no-int-to-ptr): a device's
}

/// Memory must not go while a stream may use it.
void expectIdle(const char *name) {
  for (Stream *stream : world().streams)
    if (!stream->waiting.empty() && !world().broken)
      blame(std::string(name) + " while stream " + std::to_string(stream->number) + " has work");
}

void *take(size_t bytes) {
  const size_t rounded = (bytes + 255) & ~size_t(255);
  void *memory = std::aligned_alloc(256, rounded);
  if (memory)
    std::memset(memory, 0xCD, rounded);
  return memory;
}

Result giveBack(std::map<Address, size_t> &all, Address address, const char *name) {
  auto found = all.find(address);
  if (found == all.end()) {
    blame(std::string(name) + " of what is no memory");
    return 1;
  }
  std::memset(pointer(address), 0xDD, found->second);
  std::free(pointer(address));
  all.erase(found);
  return 0;
}

/// What goes with a context, of which its owner could not say that it goes.
void sweep() {
  World &w = world();
  for (auto *all : {&w.memory, &w.pinned})
    while (!all->empty())
      giveBack(*all, all->begin()->first, "");
  for (Stream *stream : w.streams)
    delete stream;
  for (Event *event : w.events)
    delete event;
  w.streams.clear();
  w.events.clear();
  w.modules = 0;
  w.ptx.clear();
  w.used = 0;
}

bool backwards() {
  const char *order = std::getenv("FAKE_CUDA_ORDER");
  return order && std::strcmp(order, "backwards") == 0;
}

/// The contents of all memory.
std::vector<std::vector<u8>> contents() {
  std::vector<std::vector<u8>> all;
  for (const auto &[address, bytes] : world().memory)
    all.emplace_back(static_cast<u8 *>(pointer(address)),
                     static_cast<u8 *>(pointer(address)) + bytes);
  return all;
}

/// All memory after the kernel of the same name of FAKE_CUDA_KERNELS, whose run is undone.
std::vector<std::vector<u8>> afterHostKernel(const Kernel &kernel,
                                             const std::vector<u64> &parameter, i64 threads) {
  const std::vector<std::vector<u8>> before = contents();
  const rt::cuda::HostKernels *host = hostKernels();
  for (int i = 0; i < host->numKernels; ++i)
    if (std::strcmp(host->kernels[i].name, kernel.name) == 0)
      for (i64 thread = 0; thread < threads; ++thread)
        host->kernels[i].run(thread, parameter.data());
  std::vector<std::vector<u8>> after = contents();
  size_t n = 0;
  for (const auto &[address, bytes] : world().memory)
    std::memcpy(pointer(address), before[n++].data(), bytes);
  return after;
}

/// Says where memory is not as it should be, once for each allocation.
void compare(const Kernel &kernel, const std::vector<std::vector<u8>> &wanted) {
  size_t n = 0;
  for (const auto &[address, bytes] : world().memory) {
    const std::vector<u8> &want = wanted[n++];
    const u8 *have = static_cast<u8 *>(pointer(address));
    const auto [first, where] = std::mismatch(want.begin(), want.end(), have);
    if (first == want.end())
      continue;
    const i64 offset = (first - want.begin()) / 4 * 4;
    u32 words[2];
    std::memcpy(&words[0], have + offset, 4);
    std::memcpy(&words[1], want.data() + offset, 4);
    std::fprintf(stderr,
                 "fake_cuda_driver: kernel %s: byte %lld of %zu at %p: the word is %08x of the PTX "
                 "and %08x of the host kernel\n",
                 kernel.name, (long long)offset, bytes, pointer(address), words[0], words[1]);
    world().broken = 700;
  }
}

/// A launch of a kernel of the PTX, unless one before it failed. What it may use: all memory.
void runPtx(const Kernel &kernel, const std::vector<u64> &parameter, i32 blocks, i32 threads) {
  World &w = world();
  if (w.broken)
    return;
  std::vector<ptx::Range> memory;
  const std::vector<Table> all = tables(const_cast<PtxModule *>(kernel.module));
  memory.reserve(w.memory.size() + all.size());
  for (const auto &[address, bytes] : w.memory)
    memory.push_back({address, address + bytes});
  for (const Table &table : all)
    memory.push_back({table.address, table.address + table.bytes});
  std::sort(memory.begin(), memory.end(),
            [](const ptx::Range &a, const ptx::Range &b) { return a.start < b.start; });
  std::vector<std::vector<u8>> wanted;
  if (hostKernels())
    wanted = afterHostKernel(kernel, parameter, i64(blocks) * threads);
  try {
    ptx::launch(kernel.module->code, *kernel.function,
                reinterpret_cast<const u8 *>(parameter.data()), blocks, threads, memory,
                backwards(), w.counts[kernel.name]);
  } catch (const ptx::PtxError &error) {
    std::fprintf(stderr, "fake_cuda_driver: %s\n", error.what());
    w.broken = 700;
  }
  if (hostKernels() && !w.broken)
    compare(kernel, wanted);
}

Stream *streamOf(Handle handle) {
  return static_cast<Stream *>(handle);
}
std::string nameOf(Handle stream) {
  return "stream " + std::to_string(streamOf(stream)->number);
}

} // namespace

// NOLINTBEGIN(readability-identifier-naming): the driver's names
extern "C" {

const char *fakeCudaLog() {
  world().text = world().log.str();
  return world().text.c_str();
}
/// What is still there, "" if nothing is.
const char *fakeCudaLive() {
  World &w = world();
  std::ostringstream out;
  auto say = [&](size_t count, const char *what) {
    if (count)
      out << count << " " << what << " ";
  };
  say(size_t(w.contexts), "context");
  say(size_t(w.modules), "module");
  say(w.streams.size(), "stream");
  say(w.events.size(), "event");
  say(w.memory.size(), "memory");
  say(w.pinned.size(), "pinned");
  w.text = out.str();
  return w.text.c_str();
}
/// What no caller may do, "" if nothing such was done.
const char *fakeCudaMisuse() {
  return world().misuse.c_str();
}
/// Forgets calls and failures, not what is there.
void fakeCudaReset() {
  World &w = world();
  w.broken = 0;
  w.unreachable = false;
  w.numStreams = 0;
  w.calls.clear();
  w.log.str("");
  w.misuse.clear();
}

Result cuDriverGetVersion(int *version) {
  Call call("cuDriverGetVersion", false);
  *version = int(setting("FAKE_CUDA_VERSION", 12040));
  return call.result;
}
Result cuInit(unsigned) {
  Call call("cuInit", false);
  if (!call.result && setting("FAKE_CUDA_DEVICES", 1) < 1)
    return 100;
  world().started |= !call.result;
  return call.result;
}
Result cuGetErrorName(Result result, const char **text) {
  static const std::map<Result, const char *> names = {{1, "CUDA_ERROR_INVALID_VALUE"},
                                                       {2, "CUDA_ERROR_OUT_OF_MEMORY"},
                                                       {46, "CUDA_ERROR_DEVICE_UNAVAILABLE"},
                                                       {100, "CUDA_ERROR_NO_DEVICE"},
                                                       {214, "CUDA_ERROR_ECC_UNCORRECTABLE"},
                                                       {218, "CUDA_ERROR_INVALID_PTX"},
                                                       {222, "CUDA_ERROR_UNSUPPORTED_PTX_VERSION"},
                                                       {700, "CUDA_ERROR_ILLEGAL_ADDRESS"},
                                                       {719, "CUDA_ERROR_LAUNCH_FAILED"},
                                                       {803, "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH"}};
  auto found = names.find(result);
  *text = found == names.end() ? nullptr : found->second;
  return *text ? 0 : 1;
}
Result cuGetErrorString(Result result, const char **text) {
  *text = result == 2 ? "out of memory" : nullptr;
  return *text ? 0 : 1;
}

Result cuDeviceGetCount(int *count) {
  Call call("cuDeviceGetCount", false);
  *count = int(setting("FAKE_CUDA_DEVICES", 1));
  return world().started ? call.result : 3;
}
Result cuDeviceGet(int *device, int number) {
  Call call("cuDeviceGet", false);
  *device = 40 + number;
  return call.result;
}
Result cuDeviceGetName(char *name, int bytes, int device) {
  Call call("cuDeviceGetName", false);
  std::snprintf(name, size_t(bytes), "Fake GPU %d", device - 40);
  return call.result;
}
Result cuDeviceGetAttribute(int *value, int attribute, int) {
  Call call("cuDeviceGetAttribute", false);
  const char *text = std::getenv("FAKE_CUDA_CAPABILITY");
  int major = 9, minor = 0;
  if (text)
    std::sscanf(text, "%d.%d", &major, &minor);
  *value = attribute == 75 ? major : attribute == 76 ? minor : -1;
  return call.result;
}
Result cuDeviceTotalMem_v2(size_t *bytes, int) {
  Call call("cuDeviceTotalMem_v2", false);
  *bytes = size_t(setting("FAKE_CUDA_MEMORY", i64(1) << 30));
  return call.result;
}

Result cuDevicePrimaryCtxRetain(Handle *context, int) {
  Call call("cuDevicePrimaryCtxRetain", false);
  if (call.result)
    return call.result;
  *context = &theContext;
  ++world().contexts;
  return 0;
}
Result cuDevicePrimaryCtxRelease_v2(int) {
  Call call("cuDevicePrimaryCtxRelease_v2", false);
  if (--world().contexts == 0 && world().unreachable)
    sweep();
  return call.result;
}
Result cuCtxPushCurrent_v2(Handle context) {
  Call call("cuCtxPushCurrent_v2", false);
  if (!call.result)
    current.push_back(context);
  world().unreachable |= call.result != 0;
  return call.result;
}
Result cuCtxPopCurrent_v2(Handle *context) {
  Call call("cuCtxPopCurrent_v2");
  if (current.empty())
    return 201;
  *context = current.back();
  current.pop_back();
  return call.result;
}

Result cuModuleLoadDataEx(Handle *module, const void *image, unsigned numOptions, int *options,
                          void **values) {
  Call call("cuModuleLoadDataEx");
  if (call.result)
    return call.result;
  for (unsigned i = 0; i < numOptions; ++i)
    if (options[i] == 0)
      world().log << "registers " << reinterpret_cast<std::uintptr_t>(values[i]) << '\n';
  *module = &theModule;
  if (setting("FAKE_CUDA_PTX", 0)) {
    try {
      auto loaded = std::make_unique<PtxModule>();
      loaded->text = static_cast<const char *>(image);
      loaded->code = ptx::parse(loaded->text);
      *module = loaded.get();
      world().ptx[*module] = std::move(loaded);
    } catch (const ptx::PtxError &error) {
      std::fprintf(stderr, "fake_cuda_driver: %s\n", error.what());
      return 218;
    }
  }
  if (!hostKernels() && std::strstr(static_cast<const char *>(image), "bad")) {
    char *log = nullptr;
    size_t room = 0;
    for (unsigned i = 0; i < numOptions; ++i)
      if (options[i] == 5)
        log = static_cast<char *>(values[i]);
      else if (options[i] == 6)
        room = size_t(reinterpret_cast<std::uintptr_t>(values[i]));
    if (log)
      std::snprintf(log, room, "ptxas application ptx input, line 3; fatal : bad instruction\n");
    return 218;
  }
  ++world().modules;
  return 0;
}
Result cuModuleUnload(Handle module) {
  Call call("cuModuleUnload");
  expectIdle("cuModuleUnload");
  --world().modules;
  auto loaded = world().ptx.find(module);
  if (loaded == world().ptx.end())
    return call.result;
  if (const char *file = std::getenv("FAKE_CUDA_COUNTS")) {
    std::ofstream out(file);
    ptx::print(world().counts, out);
  }
  if (const char *file = std::getenv("FAKE_CUDA_LISTING")) {
    std::ofstream out(file);
    ptx::printListing(loaded->second->code, loaded->second->text, out);
  }
  world().ptx.erase(loaded);
  return call.result;
}
Result cuModuleGetFunction(Handle *function, Handle module, const char *name) {
  Call call("cuModuleGetFunction", true, name);
  if (call.result)
    return call.result;
  const Kernel *kernel = findKernel(module, name);
  *function = const_cast<Kernel *>(kernel);
  return kernel ? 0 : 500;
}
Result cuModuleGetGlobal_v2(Address *address, size_t *bytes, Handle module, const char *name) {
  Call call("cuModuleGetGlobal_v2", true, name);
  const std::vector<Table> found = tables(module, name);
  if (call.result || found.empty())
    return call.result ? call.result : 500;
  *address = found.front().address;
  *bytes = found.front().bytes;
  return 0;
}

Result cuMemGetInfo_v2(size_t *free, size_t *total) {
  Call call("cuMemGetInfo_v2");
  *total = size_t(setting("FAKE_CUDA_MEMORY", i64(1) << 30));
  *free = *total - world().used;
  return call.result;
}
Result cuMemAlloc_v2(Address *address, size_t bytes) {
  Call call("cuMemAlloc_v2", true, std::to_string(bytes));
  World &w = world();
  if (call.result)
    return call.result;
  if (!bytes)
    return 1;
  if (w.used + bytes > size_t(setting("FAKE_CUDA_MEMORY", i64(1) << 30)))
    return 2;
  *address = reinterpret_cast<Address>(take(bytes));
  w.memory[*address] = bytes;
  w.used += bytes;
  return 0;
}
Result cuMemFree_v2(Address address) {
  Call call("cuMemFree_v2");
  expectIdle("cuMemFree_v2");
  auto found = world().memory.find(address);
  world().used -= found == world().memory.end() ? 0 : found->second;
  const Result result = giveBack(world().memory, address, "cuMemFree_v2");
  return call.result ? call.result : result;
}
Result cuMemHostAlloc(void **memory, size_t bytes, unsigned) {
  Call call("cuMemHostAlloc", true, std::to_string(bytes));
  if (call.result || !bytes)
    return call.result ? call.result : 1;
  *memory = take(bytes);
  world().pinned[reinterpret_cast<Address>(*memory)] = bytes;
  return 0;
}
Result cuMemFreeHost(void *memory) {
  Call call("cuMemFreeHost");
  expectIdle("cuMemFreeHost");
  const Result result =
      giveBack(world().pinned, reinterpret_cast<Address>(memory), "cuMemFreeHost");
  return call.result ? call.result : result;
}
Result cuMemcpyHtoDAsync_v2(Address to, const void *from, size_t bytes, Handle stream) {
  Call call("cuMemcpyHtoDAsync_v2", true, std::to_string(bytes) + " " + nameOf(stream));
  if (!call.result)
    streamOf(stream)->give([=] {
      if (ofDevice(to, bytes))
        std::memcpy(pointer(to), from, bytes);
    });
  return call.result;
}
Result cuMemcpyDtoHAsync_v2(void *to, Address from, size_t bytes, Handle stream) {
  Call call("cuMemcpyDtoHAsync_v2", true, std::to_string(bytes) + " " + nameOf(stream));
  if (!call.result)
    streamOf(stream)->give([=] {
      if (ofDevice(from, bytes))
        std::memcpy(to, pointer(from), bytes);
    });
  return call.result;
}
Result cuMemsetD8Async(Address to, unsigned char value, size_t count, Handle stream) {
  Call call("cuMemsetD8Async", true, std::to_string(count) + " " + nameOf(stream));
  if (!call.result)
    streamOf(stream)->give([=] {
      if (ofDevice(to, count))
        std::memset(pointer(to), value, count);
    });
  return call.result;
}

Result cuStreamCreate(Handle *stream, unsigned flags) {
  Call call("cuStreamCreate", true, std::to_string(flags));
  if (call.result)
    return call.result;
  auto *made = new Stream;
  made->number = world().numStreams++;
  world().streams.insert(made);
  *stream = made;
  return 0;
}
Result cuStreamDestroy_v2(Handle stream) {
  Call call("cuStreamDestroy_v2");
  expectIdle("cuStreamDestroy_v2");
  world().streams.erase(streamOf(stream));
  delete streamOf(stream);
  return call.result;
}
Result cuStreamSynchronize(Handle stream) {
  Call call("cuStreamSynchronize", true, nameOf(stream));
  if (call.result)
    return call.result;
  streamOf(stream)->runUntil(streamOf(stream)->given);
  return world().broken;
}
#ifndef FAKE_CUDA_WITHOUT_EVENTS
Result cuStreamWaitEvent(Handle stream, Handle event, unsigned) {
  Call call("cuStreamWaitEvent", true, nameOf(stream));
  const Event now = *static_cast<Event *>(event);
  if (!call.result && now.stream)
    streamOf(stream)->give([now] { now.stream->runUntil(now.position); });
  return call.result;
}
#endif
Result cuEventCreate(Handle *event, unsigned flags) {
  Call call("cuEventCreate", true, std::to_string(flags));
  if (call.result)
    return call.result;
  auto *made = new Event;
  world().events.insert(made);
  *event = made;
  return 0;
}
Result cuEventDestroy_v2(Handle event) {
  Call call("cuEventDestroy_v2");
  world().events.erase(static_cast<Event *>(event));
  delete static_cast<Event *>(event);
  return call.result;
}
Result cuEventRecord(Handle event, Handle stream) {
  Call call("cuEventRecord", true, nameOf(stream));
  if (!call.result)
    *static_cast<Event *>(event) = {streamOf(stream), streamOf(stream)->given};
  return call.result;
}
Result cuLaunchKernel(Handle function, unsigned gridX, unsigned gridY, unsigned gridZ,
                      unsigned blockX, unsigned blockY, unsigned blockZ, unsigned, Handle stream,
                      void **parameters, void **) {
  const Kernel &kernel = *static_cast<const Kernel *>(function);
  Call call("cuLaunchKernel", true,
            std::string(kernel.name) + " " + std::to_string(gridX) + " x " +
                std::to_string(blockX) + " " + nameOf(stream));
  if (call.result)
    return call.result;
  if (gridX < 1 || gridY != 1 || gridZ != 1 || blockX < 1 || blockX > 1024 || blockY != 1 ||
      blockZ != 1)
    return 1;
  const auto *bytes = static_cast<const u8 *>(parameters[0]);
  std::vector<u64> copy((kernel.bytes + 7) / 8);
  std::memcpy(copy.data(), bytes, kernel.bytes);
  streamOf(stream)->give([&kernel, copy, gridX, blockX, threads = i64(gridX) * blockX] {
    world().log << "run " << kernel.name << "\n";
    if (kernel.function)
      return runPtx(kernel, copy, i32(gridX), i32(blockX));
    if (!kernel.run)
      world().broken = 700;
    for (i64 n = 0; kernel.run && !world().broken && n < threads; ++n)
      kernel.run(backwards() ? threads - 1 - n : n, copy.data());
  });
  return 0;
}

} // extern "C"
// NOLINTEND(readability-identifier-naming)
