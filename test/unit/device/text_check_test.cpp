//===- text_check_test.cpp - Whether a text and a module belong together --===//

#include "runtime/cuda/text_check.h"

#include "runtime/cuda/host_device.h"
#include "runtime/cuda/launch.h"

#include <gtest/gtest.h>

using namespace terrane::rt;
using namespace terrane::rt::cuda;

namespace {

/// A text of entries "a" and "b" and two noises, and a module that has the same.
struct Pair {
  GeneratorPlan plan = {launchAbi, 2, 0, 0, 2};
  u64 names;
  std::string noBatch;
  KernelEntry entries[3] = {
      {"a", nullptr, nullptr}, {"b", nullptr, nullptr}, {"c", nullptr, nullptr}};
  KernelNoise noises[2] = {};
  KernelModule module = {};

  Pair() {
    NamesHash hash;
    for (const char *name : {"a", "b", "Material", "test:n", "BlendedLow", ""})
      hash.add(name);
    names = hash.value();
    noises[0].kind = KernelNoise::Material;
    noises[0].id = "test:n";
    noises[1].kind = KernelNoise::BlendedLow;
    module.numEntries = 3;
    module.numNoises = 2;
    module.entries = entries;
    module.noises = noises;
  }

  /// What is wrong; empty where nothing is.
  std::string check() {
    const HostSymbol symbols[] = {{"terrane_plan", &plan, sizeof(plan)},
                                  {"terrane_names", &names, sizeof(names)},
                                  {"terrane_no_batch", noBatch.c_str(), i64(noBatch.size()) + 1}};
    const HostKernels kernels = {0, 3, nullptr, symbols};
    auto cpu = makeHostDevice(kernels, 1);
    try {
      checkText(*cpu, module);
    } catch (const DeviceError &error) {
      EXPECT_EQ(error.kind, DeviceError::Absent);
      return error.what();
    }
    return "";
  }
};

} // namespace

TEST(TextCheck, TakesWhatBelongsTogether) {
  EXPECT_EQ(Pair().check(), "");
  Pair alike;
  alike.module.numEntries = 2; // none behind those of the text
  EXPECT_EQ(alike.check(), "");
  // FNV-1a as published: of nothing, and of one zero.
  EXPECT_EQ(NamesHash().value(), 0xCBF29CE484222325u);
  NamesHash hash;
  hash.add("");
  EXPECT_EQ(hash.value(), 0xCBF29CE484222325u * 0x100000001B3u);
}

TEST(TextCheck, RefusesOtherNamesAndOrders) {
  const std::string others = "the CUDA text does not belong to the generator's library: the names "
                             "of its entries and noises, or their order, are others; compile both "
                             "together";
  Pair entries;
  std::swap(entries.entries[0], entries.entries[1]);
  EXPECT_EQ(entries.check(), others);
  Pair noises;
  std::swap(noises.noises[0], noises.noises[1]);
  EXPECT_EQ(noises.check(), others);
  Pair kind;
  kind.noises[0].kind = KernelNoise::Density;
  EXPECT_EQ(kind.check(), others);
  Pair id;
  id.noises[0].id = "test:m";
  EXPECT_EQ(id.check(), others);
  Pair behind;
  behind.entries[2].name = "another"; // the text does not have it
  EXPECT_EQ(behind.check(), "");
}

TEST(TextCheck, RefusesOtherNumbers) {
  for (i32 entries : {-1, 4}) {
    Pair pair;
    pair.plan.entries = entries;
    EXPECT_NE(pair.check().find(std::to_string(entries) + " entries and 2 noises, the library 3"),
              std::string::npos);
  }
  Pair pair;
  pair.plan.noises = 1;
  EXPECT_NE(pair.check().find("2 entries and 1 noises"), std::string::npos);
}

TEST(TextCheck, SaysWhyThereAreNoBatches) {
  Pair pair;
  pair.noBatch = "it rains";
  EXPECT_EQ(pair.check(), "chunks cannot be made in batches: it rains");
}
