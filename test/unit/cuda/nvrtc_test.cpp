//===- nvrtc_test.cpp - NVRTC found at run time ---------------------------===//

#include "targets/cuda/nvrtc.h"

#include <gtest/gtest.h>

using namespace terrane;
using namespace terrane::cuda;

TEST(Nvrtc, AbsenceIsAStateWithAMessage) {
  auto none = Nvrtc::findIn({"/nonexistent/lib64"});
  ASSERT_TRUE(none);
  EXPECT_FALSE(*none);
  EXPECT_EQ(none->problem(), "no libnvrtc.so in /nonexistent/lib64");
  Diagnostics diagnostics;
  EXPECT_FALSE(none->compile("", "empty.cu", defaultArchitecture, diagnostics));
  ASSERT_EQ(diagnostics.errorCount(), 1u);
  EXPECT_EQ(diagnostics.all().front().message,
            "PTX needs NVRTC: no libnvrtc.so in /nonexistent/lib64");
}

TEST(Nvrtc, CompilesWithTheEmbeddedHeaders) {
  auto nvrtc = Nvrtc::find();
  if (!*nvrtc)
    GTEST_SKIP() << "NVRTC: " << nvrtc->problem();
  EXPECT_GE(nvrtc->version().first, minNvrtcMajor);
  const std::string text = "#include \"runtime/cuda/launch.h\"\n"
                           "extern \"C\" __global__ void square(float *v) {\n"
                           "  v[TERRANE_THREAD_NUMBER] = terrane::rt::sqrtF(v[0]) * v[0] + v[1];\n"
                           "}\n";
  Diagnostics diagnostics;
  auto ptx = nvrtc->compile(text, "square.cu", defaultArchitecture, diagnostics);
  ASSERT_TRUE(ptx);
  EXPECT_NE(ptx->find(".target sm_80"), std::string::npos);
  EXPECT_NE(ptx->find(".entry square"), std::string::npos);
  EXPECT_EQ(ptx, nvrtc->compile(text, "square.cu", defaultArchitecture, diagnostics));
}

TEST(Nvrtc, ErrorsCarryTheLog) {
  auto nvrtc = Nvrtc::find();
  if (!*nvrtc)
    GTEST_SKIP() << "NVRTC: " << nvrtc->problem();
  Diagnostics diagnostics;
  EXPECT_FALSE(nvrtc->compile("int f() { return nothing; }\n", "wrong.cu", defaultArchitecture,
                              diagnostics));
  ASSERT_EQ(diagnostics.errorCount(), 1u);
  EXPECT_NE(diagnostics.all().front().message.find("wrong.cu(1): error: identifier \"nothing\""),
            std::string::npos);
}

TEST(Nvrtc, NamesTheArchitecturesThatItKnows) {
  auto nvrtc = Nvrtc::find();
  if (!*nvrtc)
    GTEST_SKIP() << "NVRTC: " << nvrtc->problem();
  Diagnostics diagnostics;
  for (const char *name : {"compute_80", "sm_80", "80"})
    EXPECT_EQ(nvrtc->architecture(name, diagnostics), "compute_80");
  EXPECT_FALSE(diagnostics.hasErrors());
  for (const char *name : {"compute_12", "fast", ""})
    EXPECT_FALSE(nvrtc->architecture(name, diagnostics));
  EXPECT_EQ(diagnostics.errorCount(), 3u);
  EXPECT_NE(diagnostics.all().front().expected.find("compute_80"), std::string::npos);
}
