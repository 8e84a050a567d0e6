//===- objects.cpp - The objects of a generator ---------------------------===//

#include "targets/jit/objects.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/thread.h"

#include <atomic>
#include <chrono>
#include <map>
#include <thread>

using namespace terrane;
using namespace terrane::jit;

namespace {

/// Room for the recursions of parser and optimiser over deep expressions.
constexpr unsigned stackBytes = 256u << 20;

/// What x86-64 has no instruction for before SSE4.1. Below 2^52 (2^23) a value converts to an
/// integer and back without loss but for its fraction and the sign of zero; at and above it, all
/// values are integers. A NaN fails the comparison; the addition makes it quiet.
constexpr llvm::StringLiteral roundingText = R"(
#include "runtime/math/java.h"
using namespace terrane::rt;
static f64 withSign(f64 v, f64 sign) { return fromBits(bitsOf(v) | (bitsOf(sign) >> 63 << 63)); }
static f32 withSign(f32 v, f32 sign) { return fromBits(bitsOf(v) | (bitsOf(sign) >> 31 << 31)); }
extern "C" f64 trunc(f64 v) {
  return absD(v) < 4503599627370496.0 ? withSign(absD(f64(i64(v))), v) : v + 0.0;
}
extern "C" f64 floor(f64 v) {
  f64 t = trunc(v);
  return t > v ? t - 1.0 : t;
}
extern "C" f64 ceil(f64 v) {
  f64 t = trunc(v);
  return t < v ? withSign(absD(t + 1.0), v) : t;
}
extern "C" f32 truncf(f32 v) {
  return absF(v) < 8388608.0f ? withSign(absF(f32(i32(v))), v) : v + 0.0f;
}
extern "C" f32 floorf(f32 v) {
  f32 t = truncf(v);
  return t > v ? t - 1.0f : t;
}
extern "C" f32 ceilf(f32 v) {
  f32 t = truncf(v);
  return t < v ? withSign(absF(t + 1.0f), v) : t;
}
)";
constexpr llvm::StringLiteral roundingName = "rounding.cpp";
constexpr llvm::StringLiteral roundingSymbols[] = {"floor", "floorf", "ceil",
                                                   "ceilf", "trunc",  "truncf"};

/// What became of one text.
struct Unit {
  std::string text, name;
  std::string object;
  bool ok = false, cached = false;
  Diagnostics diagnostics;
  CompileTimes times;
};

void build(Unit &unit, CpuLevel level, const ObjectCache *cache) {
  std::string key = cache ? objectKey(unit.text, unit.name, level) : std::string();
  if (cache) {
    if (std::optional<std::string> object = cache->load(key)) {
      unit.object = std::move(*object);
      unit.ok = unit.cached = true;
      return;
    }
  }
  std::optional<std::string> object =
      compileObject(unit.text, unit.name, level, unit.diagnostics, &unit.times);
  if (!object)
    return;
  unit.object = std::move(*object);
  unit.ok = true;
  if (cache)
    cache->store(key, unit.object);
}

void build(llvm::MutableArrayRef<Unit> units, CpuLevel level, const ObjectCache *cache,
           unsigned threads) {
  if (threads == 0)
    threads = std::max(1u, std::thread::hardware_concurrency());
  std::atomic<size_t> next{0};
  auto work = [&] {
    for (size_t i; (i = next++) < units.size();)
      build(units[i], level, cache);
  };
  // Never on this thread: its stack may be small.
  std::vector<llvm::thread> workers;
  for (size_t i = 0; i < std::min<size_t>(threads, units.size()); ++i)
    workers.emplace_back(std::optional<unsigned>(stackBytes), work);
  for (llvm::thread &worker : workers)
    worker.join();
}

void append(Diagnostics &to, const Diagnostics &from) {
  for (const Diagnostic &d : from.all()) {
    Diagnostic &copy = d.severity == Severity::Error ? to.error(d.where, d.message, d.expected)
                                                     : to.warning(d.where, d.message, d.expected);
    copy.notes = d.notes;
  }
}

/// What the objects need of each other, and where it is needed first.
struct Symbols {
  llvm::StringSet<> defined;
  std::map<std::string, std::string> needed;
};

bool read(const Unit &unit, Symbols &symbols, Diagnostics &diagnostics) {
  SourcePosition where{unit.name, 0, 0, {}};
  auto fail = [&](llvm::Error error) {
    diagnostics.error(where, "the object cannot be read: " + llvm::toString(std::move(error)));
    return false;
  };
  auto file =
      llvm::object::ELF64LEObjectFile::create(llvm::MemoryBufferRef(unit.object, unit.name));
  if (!file)
    return fail(file.takeError());
  for (const llvm::object::SectionRef &section : file->sections()) {
    llvm::Expected<llvm::StringRef> name = section.getName();
    if (!name)
      return fail(name.takeError());
    if (name->starts_with(".init_array") || name->starts_with(".ctors") ||
        name->starts_with(".tdata") || name->starts_with(".tbss")) {
      diagnostics.error(where, "the object has a section " + name->str(),
                        "constant tables only: nothing that is initialised when loaded");
      return false;
    }
  }
  for (const llvm::object::SymbolRef &symbol : file->symbols()) {
    llvm::Expected<uint32_t> flags = symbol.getFlags();
    llvm::Expected<llvm::StringRef> name = symbol.getName();
    if (!flags)
      return fail(flags.takeError());
    if (!name)
      return fail(name.takeError());
    if (*flags & llvm::object::SymbolRef::SF_Undefined) {
      if (!name->empty() && *name != "_GLOBAL_OFFSET_TABLE_")
        symbols.needed.try_emplace(name->str(), unit.name);
    } else if (*flags & llvm::object::SymbolRef::SF_Global) {
      symbols.defined.insert(*name);
    }
  }
  return true;
}

} // namespace

llvm::ArrayRef<llvm::StringRef> jit::allowedSymbols() {
  static constexpr llvm::StringRef names[] = {"memcpy", "memmove", "memset", "memcmp"};
  return names;
}

std::optional<std::vector<std::string>> jit::buildObjects(llvm::ArrayRef<std::string> texts,
                                                          CpuLevel level, Diagnostics &diagnostics,
                                                          const BuildOptions &options,
                                                          BuildTimes *times) {
  auto start = std::chrono::steady_clock::now();
  std::optional<ObjectCache> cache;
  if (options.useCache)
    cache.emplace(options.cacheDirectory, options.cacheBytes);
  const ObjectCache *cachePointer = cache ? &*cache : nullptr;

  std::vector<Unit> units(texts.size());
  for (size_t i = 0; i < texts.size(); ++i) {
    units[i].text = texts[i];
    units[i].name = "generator." + std::to_string(i) + ".cpp";
  }
  build(units, level, cachePointer, options.threads);

  bool ok = true;
  Symbols symbols;
  for (const Unit &unit : units) {
    append(diagnostics, unit.diagnostics);
    ok = unit.ok && ok && read(unit, symbols, diagnostics);
  }
  if (!ok)
    return std::nullopt;

  bool rounding = llvm::any_of(roundingSymbols, [&](llvm::StringRef name) {
    return symbols.needed.count(name.str()) && !symbols.defined.contains(name);
  });
  if (rounding) {
    units.emplace_back();
    units.back().text = roundingText;
    units.back().name = roundingName;
    build(llvm::MutableArrayRef<Unit>(units).take_back(), level, cachePointer, 1);
    append(diagnostics, units.back().diagnostics);
    if (!units.back().ok || !read(units.back(), symbols, diagnostics))
      return std::nullopt;
  }
  for (const auto &[name, where] : symbols.needed) {
    if (symbols.defined.contains(name) || llvm::is_contained(allowedSymbols(), name))
      continue;
    diagnostics.error({where, 0, 0, {}}, "the generator needs '" + name + "', which it lacks");
    ok = false;
  }
  if (!ok)
    return std::nullopt;

  std::vector<std::string> objects;
  for (Unit &unit : units) {
    objects.push_back(std::move(unit.object));
    if (!times)
      continue;
    times->compile.frontend += unit.times.frontend;
    times->compile.codegen += unit.times.codegen;
    ++(unit.cached ? times->fromCache : times->compiled);
  }
  if (times)
    times->total +=
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  return objects;
}
