//===- nvrtc.cpp - CUDA text to PTX by NVRTC, found at run time -----------===//

#include "targets/cuda/nvrtc.h"

#include "targets/jit/kernel_headers.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"

#include <cstdlib>
#include <dlfcn.h>

using namespace terrane;
using namespace terrane::cuda;

namespace {
using Result = int; // nvrtcResult; 0 is success
using Program = void *;
} // namespace

/// NVRTC's interface (nvrtc.h of the CUDA Toolkit), as far as it is used.
struct Nvrtc::Functions {
  Result (*version)(int *major, int *minor) = nullptr;
  Result (*numArchitectures)(int *count) = nullptr;
  Result (*architectures)(int *list) = nullptr;
  const char *(*message)(Result result) = nullptr;
  Result (*create)(Program *program, const char *text, const char *name, int numHeaders,
                   const char *const *headers, const char *const *includeNames) = nullptr;
  Result (*destroy)(Program *program) = nullptr;
  Result (*compile)(Program program, int numOptions, const char *const *options) = nullptr;
  Result (*logSize)(Program program, size_t *bytes) = nullptr;
  Result (*log)(Program program, char *text) = nullptr;
  Result (*ptxSize)(Program program, size_t *bytes) = nullptr;
  Result (*ptx)(Program program, char *text) = nullptr;

  /// The name of a function that the library lacks; empty if it has all.
  std::string load(void *library) {
    std::string missing;
    auto get = [&](auto &function, const char *name) {
      function = reinterpret_cast<std::decay_t<decltype(function)>>(::dlsym(library, name));
      if (!function && missing.empty())
        missing = name;
    };
    get(version, "nvrtcVersion");
    get(numArchitectures, "nvrtcGetNumSupportedArchs");
    get(architectures, "nvrtcGetSupportedArchs");
    get(message, "nvrtcGetErrorString");
    get(create, "nvrtcCreateProgram");
    get(destroy, "nvrtcDestroyProgram");
    get(compile, "nvrtcCompileProgram");
    get(logSize, "nvrtcGetProgramLogSize");
    get(log, "nvrtcGetProgramLog");
    get(ptxSize, "nvrtcGetPTXSize");
    get(ptx, "nvrtcGetPTX");
    return missing;
  }
};

Nvrtc::~Nvrtc() {
  if (handle)
    ::dlclose(handle);
}

const char *Nvrtc::advice() {
  return "install the CUDA Toolkit 13 (its NVRTC part is enough) or set CUDA_PATH";
}

std::shared_ptr<const Nvrtc> Nvrtc::find() {
  std::vector<std::string> folders;
  if (const char *only = std::getenv("TERRANE_NVRTC"); only && *only)
    return findIn({only});
  if (const char *root = std::getenv("CUDA_PATH"); root && *root)
    folders = {std::string(root) + "/lib64", std::string(root) + "/lib"};
  folders.insert(folders.end(), {"/usr/local/cuda/lib64", "/usr/local/cuda/lib", ""});
  return findIn(folders);
}

std::shared_ptr<const Nvrtc> Nvrtc::findIn(llvm::ArrayRef<std::string> folders) {
  std::shared_ptr<Nvrtc> result(new Nvrtc);
  for (const std::string &folder : folders)
    for (const char *name : {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"})
      if (!result->handle)
        // The library keeps memory in its globals, so it stays.
        result->handle = ::dlopen((folder.empty() ? name : folder + "/" + name).c_str(),
                                  RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (!result->handle) {
    result->why = "no libnvrtc.so";
    if (folders.size() == 1 && !folders.front().empty())
      result->why += " in " + folders.front();
    return result;
  }
  result->functions = std::make_unique<Functions>();
  Functions &f = *result->functions;
  if (std::string missing = f.load(result->handle); !missing.empty()) {
    result->why = "libnvrtc.so lacks the function " + missing;
    return result;
  }
  Dl_info info;
  if (::dladdr(reinterpret_cast<void *>(f.version), &info) && info.dli_fname)
    result->path = info.dli_fname;
  int count = 0;
  if (f.version(&result->major, &result->minor) != 0)
    result->why = "the library gives no version";
  else if (result->major < minNvrtcMajor)
    result->why = result->path + " is version " + std::to_string(result->major) + "." +
                  std::to_string(result->minor) + ", " + std::to_string(minNvrtcMajor) +
                  ".0 or later is needed";
  else if (f.numArchitectures(&count) == 0 && count > 0) {
    result->known.resize(size_t(count));
    if (f.architectures(result->known.data()) != 0)
      result->known.clear();
  }
  if (result->why.empty() && result->known.empty())
    result->why = result->path + " names no architecture that it compiles for";
  return result;
}

std::optional<std::string> Nvrtc::architecture(llvm::StringRef text,
                                               Diagnostics &diagnostics) const {
  llvm::StringRef digits = text;
  digits.consume_front("compute_") || digits.consume_front("sm_");
  int number = 0;
  if (!digits.getAsInteger(10, number) && llvm::is_contained(known, number))
    return "compute_" + std::to_string(number);
  std::string list;
  for (int n : known)
    list += (list.empty() ? "compute_" : ", compute_") + std::to_string(n);
  diagnostics.error({}, "NVRTC does not know the architecture '" + text.str() + "'",
                    "one of " + list);
  return std::nullopt;
}

llvm::ArrayRef<const char *> Nvrtc::options() {
  static constexpr const char *list[] = {
      "--std=c++17",        "--fmad=false",     "--ftz=false",
      "--prec-div=true",    "--prec-sqrt=true", "--device-as-default-execution-space",
      "--no-source-include"};
  return list;
}

std::optional<std::string> Nvrtc::compile(const std::string &text, const std::string &name,
                                          const std::string &architecture,
                                          Diagnostics &diagnostics) const {
  if (!*this) {
    diagnostics.error({}, "PTX needs NVRTC: " + why, advice());
    return std::nullopt;
  }
  const Functions &f = *functions;
  auto fail = [&](const char *what, Result result) {
    diagnostics.error({name, 0, 0, {}},
                      std::string("NVRTC failed to ") + what + ": " + f.message(result));
    return std::nullopt;
  };
  // The program takes copies, but wants texts that end with a zero.
  std::vector<std::string> strings;
  for (const jit::KernelHeader &header : jit::kernelHeaders()) {
    strings.push_back(header.text.str());
    strings.push_back(header.path.str());
  }
  std::vector<const char *> texts, paths;
  for (size_t i = 0; i < strings.size(); i += 2) {
    texts.push_back(strings[i].c_str());
    paths.push_back(strings[i + 1].c_str());
  }
  Program program = nullptr;
  if (Result r = f.create(&program, text.c_str(), name.c_str(), int(texts.size()), texts.data(),
                          paths.data()))
    return fail("take the text", r);
  auto release = llvm::make_scope_exit([&] { f.destroy(&program); });

  std::string target = "--gpu-architecture=" + architecture;
  std::vector<const char *> all(options().begin(), options().end());
  all.push_back(target.c_str());
  Result compiled = f.compile(program, int(all.size()), all.data());
  if (compiled != 0) {
    size_t bytes = 0;
    std::string log;
    if (f.logSize(program, &bytes) == 0 && bytes > 1) {
      log.resize(bytes);
      f.log(program, log.data());
      log.resize(bytes - 1);
    }
    diagnostics.error({name, 0, 0, {}}, std::string("NVRTC: ") + f.message(compiled) +
                                            (log.empty() ? "" : "\n" + log));
    return std::nullopt;
  }
  size_t bytes = 0;
  if (Result r = f.ptxSize(program, &bytes))
    return fail("give the size of the PTX", r);
  std::string ptx(bytes, '\0');
  if (Result r = f.ptx(program, ptx.data()))
    return fail("give the PTX", r);
  while (!ptx.empty() && ptx.back() == '\0')
    ptx.pop_back();
  return ptx;
}
