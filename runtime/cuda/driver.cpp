//===- driver.cpp - NVIDIA's driver, found at run time --------------------===//

#include "runtime/cuda/driver.h"

#include "runtime/cuda/driver_api.h"

#include <cstdlib>
#include <dlfcn.h>
#include <type_traits>

using namespace terrane::rt;
using namespace terrane::rt::cuda;

namespace {

const char *const update = "update NVIDIA's driver to 525 or later";
const char *const passThrough =
    "see that nvidia-smi lists a GPU, that CUDA_VISIBLE_DEVICES does not hide it and, in a "
    "container, that the GPU is passed through";

std::string versionOf(int number) {
  return std::to_string(number / 1000) + "." + std::to_string(number % 1000 / 10);
}

} // namespace

std::string DriverApi::text(Result result) const {
  const char *name = nullptr, *meaning = nullptr;
  std::string text;
  if (getErrorName && getErrorName(result, &name) == success && name)
    text = std::string(name) + " (" + std::to_string(result) + ")";
  else
    text = "error " + std::to_string(result);
  if (getErrorString && getErrorString(result, &meaning) == success && meaning)
    text += std::string(": ") + meaning;
  return text;
}

Driver::Driver() : functions(std::make_unique<DriverApi>()) {}
Driver::~Driver() = default;

std::shared_ptr<const Driver> Driver::find() {
  const char *other = std::getenv("TERRANE_CUDA_DRIVER");
  return open(other && *other ? other : "libcuda.so.1");
}

std::shared_ptr<const Driver> Driver::open(const std::string &file) {
  std::shared_ptr<Driver> driver(new Driver);
  driver->load(file);
  if (*driver)
    driver->look();
  return driver;
}

std::string Driver::versionText() const {
  return number ? versionOf(number) : "";
}

void Driver::fail(const std::string &problem, const std::string &advice) {
  why = problem;
  hint = advice;
}

/// Opens the library, checks its version and looks up its functions.
void Driver::load(const std::string &file) {
  void *library = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (!library) {
    const char *message = ::dlerror();
    if (file.find('/') == std::string::npos)
      return fail("no " + file, "install NVIDIA's driver, 525 or later; in a container, pass the "
                                "GPU and its driver through");
    return fail("cannot open " + file + (message ? std::string(": ") + message : ""),
                "set TERRANE_CUDA_DRIVER to the driver's libcuda.so.1, or unset it");
  }
  std::string missing;
  DriverApi::forEach(*functions, [&](auto &function, const char *name) {
    function = reinterpret_cast<std::decay_t<decltype(function)>>(::dlsym(library, name));
    if (!function && missing.empty())
      missing = name;
  });
  ::dlclose(library); // which stays: RTLD_NODELETE
  const DriverApi &api = *functions;
  path = file;
  Dl_info info;
  if (api.driverGetVersion && ::dladdr(reinterpret_cast<void *>(api.driverGetVersion), &info) &&
      info.dli_fname)
    path = info.dli_fname;
  // The version first: an old library lacks functions, too.
  if (api.driverGetVersion) {
    if (DriverApi::Result result = api.driverGetVersion(&number)) {
      number = 0;
      return fail(path + " gives no version: " + api.text(result),
                  result == DriverApi::stubLibrary
                      ? "this library is for linking only; take the driver's own libcuda.so.1"
                      : update);
    }
    if (number < minVersion)
      return fail(path + " is of CUDA " + versionOf(number) + ", " + versionOf(minVersion) +
                      " or later is needed",
                  update);
  }
  if (!missing.empty())
    fail(path + " lacks the function " + missing, update);
}

/// Asks for the devices.
void Driver::look() {
  const DriverApi &api = *functions;
  const std::string reboot = "restart the machine: the driver was updated while it ran";
  if (DriverApi::Result result = api.init(0))
    return fail("the driver does not start: " + api.text(result),
                result == DriverApi::driverMismatch ? reboot : passThrough);
  int count = 0;
  if (DriverApi::Result result = api.deviceGetCount(&count))
    return fail("the driver does not list its devices: " + api.text(result), passThrough);
  if (count < 1)
    return fail("the driver finds no device", passThrough);
  for (int i = 0; i < count; ++i) {
    Gpu gpu{};
    DriverApi::Ordinal ordinal = 0;
    char name[256] = {};
    size_t bytes = 0;
    const char *call = "cuDeviceGet";
    DriverApi::Result result = api.deviceGet(&ordinal, i);
    auto ask = [&](const char *what, auto function, auto... arguments) {
      if (result == DriverApi::success) {
        call = what;
        result = function(arguments...);
      }
    };
    ask("cuDeviceGetName", api.deviceGetName, &name[0], int(sizeof(name) - 1), ordinal);
    ask("cuDeviceGetAttribute", api.deviceGetAttribute, &gpu.major, DriverApi::capabilityMajor,
        ordinal);
    ask("cuDeviceGetAttribute", api.deviceGetAttribute, &gpu.minor, DriverApi::capabilityMinor,
        ordinal);
    ask("cuDeviceTotalMem_v2", api.deviceTotalMem, &bytes, ordinal);
    if (result)
      return fail("device " + std::to_string(i) + " cannot be used: " + call + " gave " +
                      api.text(result),
                  passThrough);
    gpu.name = name;
    gpu.bytes = i64(bytes);
    found.push_back(std::move(gpu));
  }
}
