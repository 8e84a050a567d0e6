//===- fake_nvrtc.cpp - An NVRTC that is none -----------------------------===//
//
// A library for tests, with the functions that targets/cuda/nvrtc.cpp looks up. Whatever the text,
// its PTX is empty but for the lines that say which devices it is for. By environment variables:
//
//   FAKE_NVRTC_VERSION=12.4
//   FAKE_NVRTC_ARCHITECTURES=80,90,120
//   FAKE_NVRTC_LOG=FILE   gets a line for every compilation: "compute_90 NAME"
//   FAKE_NVRTC_FAIL=1     compiles nothing
//
//===----------------------------------------------------------------------===//

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <string>
#include <vector>

namespace {

struct Program {
  std::string name, ptx;
};
Program *of(void *program) {
  return static_cast<Program *>(program);
}

std::string setting(const char *name, const char *otherwise) {
  const char *text = std::getenv(name);
  return text ? text : otherwise;
}

std::vector<int> architectures() {
  std::istringstream list(setting("FAKE_NVRTC_ARCHITECTURES", "80,90,120"));
  std::vector<int> numbers;
  for (std::string word; std::getline(list, word, ',');)
    numbers.push_back(std::atoi(word.c_str()));
  return numbers;
}

constexpr const char *log = "fake error";

} // namespace

extern "C" {

int nvrtcVersion(int *major, int *minor) {
  return std::sscanf(setting("FAKE_NVRTC_VERSION", "12.4").c_str(), "%d.%d", major, minor) != 2;
}
int nvrtcGetNumSupportedArchs(int *count) {
  *count = int(architectures().size());
  return 0;
}
int nvrtcGetSupportedArchs(int *list) {
  for (int number : architectures())
    *list++ = number;
  return 0;
}
const char *nvrtcGetErrorString(int result) {
  return result == 6 ? "NVRTC_ERROR_COMPILATION" : "NVRTC_ERROR";
}
int nvrtcCreateProgram(void **program, const char *, const char *name, int, const char *const *,
                       const char *const *) {
  *program = new Program{name, ""};
  return 0;
}
int nvrtcDestroyProgram(void **program) {
  delete of(*program);
  *program = nullptr;
  return 0;
}
int nvrtcCompileProgram(void *program, int numOptions, const char *const *options) {
  const std::string start = "--gpu-architecture=compute_";
  for (int i = 0; i < numOptions; ++i)
    if (std::string(options[i]).compare(0, start.size(), start) == 0) {
      std::string number = options[i] + start.size();
      of(program)->ptx = ".version 8.0\n.target sm_" + number + "\n.address_size 64\n";
      if (FILE *file = std::fopen(setting("FAKE_NVRTC_LOG", "/dev/null").c_str(), "a")) {
        std::fprintf(file, "compute_%s %s\n", number.c_str(), of(program)->name.c_str());
        std::fclose(file);
      }
    }
  return setting("FAKE_NVRTC_FAIL", "").empty() && !of(program)->ptx.empty() ? 0 : 6;
}
int nvrtcGetProgramLogSize(void *, size_t *bytes) {
  *bytes = std::strlen(log) + 1;
  return 0;
}
int nvrtcGetProgramLog(void *, char *text) {
  std::strcpy(text, log);
  return 0;
}
int nvrtcGetPTXSize(void *program, size_t *bytes) {
  *bytes = of(program)->ptx.size() + 1;
  return 0;
}
int nvrtcGetPTX(void *program, char *text) {
  std::strcpy(text, of(program)->ptx.c_str());
  return 0;
}

} // extern "C"
