//===- common.cpp - What the subcommands share ----------------------------===//

#include "tools/terrane/common.h"

#include "runtime/math/java.h"
#include "runtime/random/hashes.h"
#include "targets/cuda/host_engine.h"
#include "targets/jit/cpp_engine.h"
#include "targets/reference/engine.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/thread.h"

using namespace terrane;
using namespace terrane::tool;

void Common::addTo(CLI::App &app) {
  app.add_option("--pack", packs, "A pack folder; repeat it, later packs override earlier ones")
      ->type_name("PATH")
      ->allow_extra_args(false); // an id may follow
  app.add_option("--seed", seedText,
                 "World seed: a whole number of 64 bits, or any text, hashed as the game does")
      ->type_name("SEED")
      ->capture_default_str();
  app.add_option("--engine", engine,
                 "What evaluates: reference (slow, literal), cpp (compiled in process), cuda-host "
                 "(the CUDA text on the CPU), or, for chunks, cuda (a GPU)")
      ->check(CLI::IsMember({"reference", "cpp", "cuda-host", "cuda"}))
      ->capture_default_str();
  app.add_option("--threads", threads, "Threads to use; 0 means all")->capture_default_str();
  app.add_flag("--quiet", quiet, "No progress and no summary");
  app.add_flag("--json", json, "Machine-readable output");
}

long long Common::seed() const {
  long long value = 0;
  llvm::StringRef text = llvm::StringRef(seedText).trim();
  llvm::StringRef digits = text;
  digits.consume_front("+");
  if (!digits.getAsInteger(10, value))
    return value;
  return rt::javaStringHash(seedText);
}

int tool::report(const Diagnostics &diagnostics, const Common &common) {
  if (common.json)
    diagnostics.printJson(llvm::outs());
  else
    diagnostics.print(llvm::errs());
  return diagnostics.hasErrors() ? Exit::badInput : Exit::ok;
}

std::optional<pack::Id> tool::parseId(llvm::StringRef text, llvm::StringRef what,
                                      Diagnostics &diagnostics) {
  std::optional<pack::Id> id = pack::parseId(text);
  if (!id)
    diagnostics.error({}, "'" + text.str() + "' is not a valid id for " + what.str(),
                      "namespace:path of characters a-z 0-9 _ . - (and / in the path)");
  return id;
}

jit::BuildOptions tool::buildOptions(const Common &common) {
  jit::BuildOptions options;
  options.threads = common.threads;
  return options;
}

std::unique_ptr<Generator> tool::makeGenerator(mlir::ModuleOp module, const Common &common,
                                               long long seed, Diagnostics &diagnostics) {
  DiagnosticBridge bridge(*module.getContext(), diagnostics);
  if (common.engine == "cpp")
    return jit::makeCppGenerator(samplerGraph(module), seed, diagnostics, buildOptions(common));
  if (common.engine == "cuda-host") {
    auto code = cuda::loadHostCode(samplerGraph(module), diagnostics, buildOptions(common));
    return code ? cuda::makeCudaHostGenerator(std::move(code), seed, diagnostics) : nullptr;
  }
  if (common.engine == "cuda") {
    diagnostics.error({}, "the engine cuda makes chunks, it evaluates no single functions",
                      "--engine cuda-host (its text on the CPU), cpp or reference");
    return nullptr;
  }
  return reference::Engine::build(samplerGraph(module), seed);
}

bool tool::writeFile(const std::string &path, llvm::StringRef content, Diagnostics &diagnostics) {
  if (path == "-") {
    llvm::outs() << content;
    return true;
  }
  auto fail = [&](std::error_code code) {
    diagnostics.error({path, 0, 0, {}}, "cannot be written: " + code.message());
    return false;
  };
  llvm::SmallString<128> temporary;
  int fd = -1;
  if (std::error_code code = llvm::sys::fs::createUniqueFile(path + ".%%%%%%.tmp", fd, temporary))
    return fail(code);
  llvm::raw_fd_ostream out(fd, /*shouldClose=*/true);
  out << content;
  out.close();
  std::error_code code = out.error();
  out.clear_error();
  if (!code)
    code = llvm::sys::fs::rename(temporary, path);
  if (!code)
    return true;
  // The first failure is the one to tell.
  [[maybe_unused]] std::error_code ignored = llvm::sys::fs::remove(temporary);
  return fail(code);
}

int tool::onDeepStack(llvm::function_ref<int()> run) {
  int result = Exit::internalBug;
  llvm::thread worker(std::optional<unsigned>(1u << 30), [&] { result = run(); });
  worker.join();
  return result;
}

std::optional<std::array<int, 3>> tool::parseTriple(llvm::StringRef text, llvm::StringRef what,
                                                    Diagnostics &diagnostics) {
  llvm::SmallVector<llvm::StringRef> parts;
  text.split(parts, ',');
  std::array<int, 3> out{};
  bool fine = parts.size() == 3;
  for (size_t i = 0; fine && i < 3; ++i)
    fine = !parts[i].trim().getAsInteger(10, out[i]);
  if (fine)
    return out;
  diagnostics.error({}, what.str() + " '" + text.str() + "' is not a triple of whole numbers",
                    "x,y,z, such as 0,64,-16");
  return std::nullopt;
}

static uint32_t bitsForVectors(float v) {
  return rt::isNaN(v) ? 0x7FC00000u : rt::bitsOf(v);
}

std::string tool::hexBits(float v) {
  return llvm::formatv("{0:x-8}", bitsForVectors(v));
}

std::string tool::littleEndian(llvm::ArrayRef<float> values) {
  std::string bytes;
  bytes.reserve(values.size() * 4);
  for (float v : values)
    for (int i = 0; i < 4; ++i)
      bytes.push_back(static_cast<char>(bitsForVectors(v) >> (8 * i)));
  return bytes;
}

std::string tool::hashOf(llvm::ArrayRef<float> values) {
  std::string bytes = littleEndian(values);
  return llvm::toHex(llvm::SHA256::hash(llvm::arrayRefFromStringRef(bytes)), true);
}
