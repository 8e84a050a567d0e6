//===- fake_driver.h - Tests on the fake CUDA driver ----------------------===//

#ifndef TERRANE_TEST_UNIT_DEVICE_FAKE_DRIVER_H
#define TERRANE_TEST_UNIT_DEVICE_FAKE_DRIVER_H

#include "runtime/cuda/driver.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <dlfcn.h>
#include <string>
#include <utility>
#include <vector>

namespace terrane::test {

/// An environment variable while it lives.
class Setting {
public:
  Setting(const char *name, const std::string &value) : name(name) {
    ::setenv(name, value.c_str(), 1);
  }
  ~Setting() { ::unsetenv(name); }
  Setting(const Setting &) = delete;
  Setting &operator=(const Setting &) = delete;

private:
  const char *name;
};

/// Starts with a fresh log; ends by checking that nothing is left and that nothing was misused.
class FakeDriver : public ::testing::Test {
protected:
  void SetUp() override {
    library = ::dlopen(TERRANE_FAKE_CUDA_DRIVER, RTLD_NOW | RTLD_LOCAL);
    ASSERT_TRUE(library) << ::dlerror();
    call<void>("fakeCudaReset");
    ASSERT_EQ(live(), "");
  }
  void TearDown() override {
    EXPECT_EQ(live(), "");
    EXPECT_EQ(std::string(call<const char *>("fakeCudaMisuse")), "");
    ::dlclose(library);
  }

  std::string log() { return call<const char *>("fakeCudaLog"); }
  std::string live() { return call<const char *>("fakeCudaLive"); }
  /// How often a line that starts so is in the log.
  int count(const std::string &start) {
    int times = 0;
    const std::string lines = "\n" + log();
    for (size_t at = 0; (at = lines.find("\n" + start, at)) != std::string::npos; ++at)
      ++times;
    return times;
  }
  static std::shared_ptr<const rt::cuda::Driver> open() {
    return rt::cuda::Driver::open(TERRANE_FAKE_CUDA_DRIVER);
  }
  static std::unique_ptr<rt::cuda::Device> device() {
    return rt::cuda::makeDriverDevice(ptx, 0, open());
  }

  static constexpr const char *ptx = ".version 8.0\n.target sm_80\n.address_size 64\n";

private:
  template <class Result> Result call(const char *name) {
    return reinterpret_cast<Result (*)()>(::dlsym(library, name))();
  }
  void *library = nullptr;
};

/// The kind and the text of what `f` throws.
template <class F> std::pair<int, std::string> thrownBy(F &&f) {
  try {
    f();
  } catch (const rt::cuda::DeviceError &error) {
    return {error.kind, error.what()};
  }
  return {-1, "nothing was thrown"};
}

} // namespace terrane::test

#endif // TERRANE_TEST_UNIT_DEVICE_FAKE_DRIVER_H
