//===- driver_test.cpp - What is found of a CUDA driver -------------------===//

#include "runtime/cuda/driver_api.h"
#include "test/unit/device/fake_driver.h"

using namespace terrane::rt;
using namespace terrane::rt::cuda;
using namespace terrane::test;

namespace {

using FindDriver = FakeDriver;

TEST_F(FindDriver, GivesVersionFileAndDevices) {
  const Setting devices("FAKE_CUDA_DEVICES", "2"), memory("FAKE_CUDA_MEMORY", "8589934592");
  const Setting file("TERRANE_CUDA_DRIVER", TERRANE_FAKE_CUDA_DRIVER);
  auto driver = Driver::find();
  ASSERT_TRUE(*driver) << driver->problem();
  EXPECT_EQ(driver->advice(), "");
  EXPECT_EQ(driver->file(), TERRANE_FAKE_CUDA_DRIVER);
  EXPECT_EQ(driver->version(), 12040);
  EXPECT_EQ(driver->versionText(), "12.4");
  ASSERT_EQ(driver->gpus().size(), 2u);
  EXPECT_EQ(driver->gpus()[1].name, "Fake GPU 1");
  EXPECT_EQ(driver->gpus()[1].major, 9);
  EXPECT_EQ(driver->gpus()[1].minor, 0);
  EXPECT_EQ(driver->gpus()[1].bytes, i64(8) << 30);
}

TEST_F(FindDriver, NamesAFileThatIsNotThere) {
  auto driver = Driver::open("/nonexistent/libcuda.so.1");
  EXPECT_FALSE(*driver);
  EXPECT_EQ(driver->problem().find("cannot open /nonexistent/libcuda.so.1: "), 0u)
      << driver->problem();
  EXPECT_NE(driver->advice().find("TERRANE_CUDA_DRIVER"), std::string::npos);
  EXPECT_EQ(driver->file(), "");
  EXPECT_EQ(driver->versionText(), "");
  auto absent = Driver::open("libcuda-of-nobody.so.1");
  EXPECT_EQ(absent->problem(), "no libcuda-of-nobody.so.1");
  EXPECT_NE(absent->advice().find("install NVIDIA's driver"), std::string::npos);
}

TEST_F(FindDriver, WantsNoOlderVersionThan12) {
  {
    const Setting version("FAKE_CUDA_VERSION", "11080");
    auto driver = open();
    EXPECT_EQ(driver->problem(),
              std::string(TERRANE_FAKE_CUDA_DRIVER) + " is of CUDA 11.8, 12.0 or later is needed");
    EXPECT_NE(driver->advice().find("525"), std::string::npos);
    EXPECT_EQ(driver->versionText(), "11.8");
    EXPECT_EQ(count("cuInit"), 0);
  }
  const Setting version("FAKE_CUDA_VERSION", "12000");
  EXPECT_TRUE(*open());
}

TEST_F(FindDriver, NamesAFunctionThatIsMissing) {
  auto driver = Driver::open(TERRANE_FAKE_CUDA_DRIVER_LACKING);
  EXPECT_EQ(driver->problem(), std::string(TERRANE_FAKE_CUDA_DRIVER_LACKING) +
                                   " lacks the function cuStreamWaitEvent");
  EXPECT_EQ(driver->versionText(), "12.4");
}

TEST_F(FindDriver, SaysWhyItDoesNotStart) {
  {
    const Setting devices("FAKE_CUDA_DEVICES", "0");
    auto driver = open();
    EXPECT_EQ(driver->problem(), "the driver does not start: CUDA_ERROR_NO_DEVICE (100)");
    EXPECT_NE(driver->advice().find("CUDA_VISIBLE_DEVICES"), std::string::npos);
  }
  const struct {
    const char *rule, *problem;
  } cases[] = {
      {"cuDriverGetVersion:1=1",
       TERRANE_FAKE_CUDA_DRIVER " gives no version: CUDA_ERROR_INVALID_VALUE (1)"},
      {"cuInit:1=803", "the driver does not start: CUDA_ERROR_SYSTEM_DRIVER_MISMATCH (803)"},
      {"cuDeviceGetCount:1=77", "the driver does not list its devices: error 77"},
      {"cuDeviceGetName:1=2", "device 0 cannot be used: cuDeviceGetName gave "
                              "CUDA_ERROR_OUT_OF_MEMORY (2): out of memory"},
      {"cuDeviceGetAttribute:2=1",
       "device 0 cannot be used: cuDeviceGetAttribute gave CUDA_ERROR_INVALID_VALUE (1)"}};
  for (const auto &each : cases) {
    TearDown();
    SetUp();
    const Setting fail("FAKE_CUDA_FAIL", each.rule);
    auto driver = open();
    EXPECT_EQ(driver->problem(), each.problem);
    EXPECT_NE(driver->advice(), "");
  }
}

TEST_F(FindDriver, NoDeviceIsMadeWithoutADriver) {
  const auto [kind, text] =
      thrownBy([] { makeDriverDevice(ptx, 0, Driver::open("libcuda-of-nobody.so.1")); });
  EXPECT_EQ(kind, DeviceError::Absent);
  EXPECT_EQ(text.find("no libcuda-of-nobody.so.1; install NVIDIA's driver"), 0u) << text;
}

TEST_F(FindDriver, NamesTheDevicesInsteadOfOneThatIsNotThere) {
  const Setting devices("FAKE_CUDA_DEVICES", "2");
  for (int ordinal : {-1, 2}) {
    const auto [kind, text] = thrownBy([&] { makeDriverDevice(ptx, ordinal, open()); });
    EXPECT_EQ(kind, DeviceError::Absent);
    EXPECT_EQ(text, "there is no device " + std::to_string(ordinal) +
                        "; the machine has 0 (Fake GPU 0), 1 (Fake GPU 1)");
  }
  EXPECT_EQ(makeDriverDevice(ptx, 1, open())->name(), "Fake GPU 1");
}

TEST(PtxTarget, IsComparedWithTheDevice) {
  const Driver::Gpu gpu{"G", 9, 0, 0}, blackwell{"B", 10, 3, 0};
  auto why = [](const Driver::Gpu &on, const std::string &target) {
    return whyNotOn(on, "// a comment of .target sm_10\n.version 8.0\n.target " + target +
                            "\n.address_size 64\n");
  };
  for (const char *target : {"sm_80", "sm_90", "sm_90a", "sm_90, debug", "sm_90\r"})
    EXPECT_EQ(why(gpu, target), "") << target;
  for (const char *target : {"sm_90", "sm_100", "sm_103", "sm_103a", "sm_100f"})
    EXPECT_EQ(why(blackwell, target), "") << target;
  EXPECT_EQ(why(gpu, "sm_100"), "the PTX is for sm_100, which needs a device of compute capability "
                                "10.0 or later; G has 9.0");
  EXPECT_EQ(why(blackwell, "sm_90a"), "the PTX is for sm_90a, which needs a device of compute "
                                      "capability 9.0 exactly; B has 10.3");
  EXPECT_EQ(why(gpu, "sm_100f"), "the PTX is for sm_100f, which needs a device of compute "
                                 "capability 10.0 or a later one of its family; G has 9.0");
  EXPECT_NE(why({"R", 12, 0, 0}, "sm_100f"), "");
  for (const char *target : {"sm_", "sm_80x", "compute_80", "80"})
    EXPECT_EQ(why(gpu, target), std::string("the PTX is for the unknown target '") + target + "'");
  for (const char *text : {"", "hello", ".target", ".target\n", ".targets sm_80\n", "\n\n \n"})
    EXPECT_EQ(whyNotOn(gpu, text), "the text is no PTX: it has no line .target sm_NN") << text;
}

} // namespace
