//===- vectors_test.cpp - Biomes against the reference vectors ------------===//

#include "../runtime/reference.h"
#include "runtime/verify/verify_values.h"
#include <gtest/gtest.h>
#include <iostream>
#include <map>
#include <sstream>
#include <string>

using namespace terrane::rt;
using namespace terrane::test;
using Json = nlohmann::json;

namespace {

const char *vectorsFile = "vectors/biomes.json";
const std::string parametersFolder = "vanilla/26.3/reports/biome_parameters/minecraft/";

std::string parametersFile(const std::string &id) {
  return parametersFolder + id.substr(id.find(':') + 1) + ".json";
}

class BiomeVectors : public testing::Test {
protected:
  void SetUp() override {
    std::optional<Json> read = readReference(vectorsFile);
    if (!read)
      GTEST_SKIP() << "missing: " << referenceFile(vectorsFile);
    vectors = std::move(*read);
    for (const char *id : {"minecraft:overworld", "minecraft:nether"}) {
      std::string file = parametersFile(id);
      std::optional<Json> preset = readReference(file.c_str());
      if (!preset)
        GTEST_SKIP() << "missing: " << referenceFile(file.c_str());
      presets[id] = std::move(*preset);
    }
  }
  VerifyCount verify(std::ostream &report) {
    return verifyBiomes(vectors, [&](const std::string &id) { return presets.at(id); }, report);
  }

  Json vectors;
  std::map<std::string, Json> presets;
};

TEST_F(BiomeVectors, Agree) {
  std::ostringstream report;
  VerifyCount count = verify(report);
  std::cout << vectorsFile << ": " << count.values << " values compared\n";
  EXPECT_EQ(count.mismatches, 0) << report.str();
  EXPECT_GE(count.values, 75000);
}

Json changed(const Json &value) {
  if (value.is_null())
    return Json{0, 0, 0};
  if (value.is_number())
    return value.get<long long>() + 1;
  std::string text = value.get<std::string>();
  text.back() = text.back() == '1' ? '2' : '1';
  return text;
}

/// A changed value of any kind must be found: otherwise the test above shows nothing.
TEST_F(BiomeVectors, AChangedValueIsFound) {
  const char *places[] = {
      "/format",
      "/quantize/300/1",
      "/trees/0/children_per_node",
      "/trees/0/leaves",
      "/trees/0/inner",
      "/trees/0/max_depth",
      "/trees/0/preorder_child_counts/0",
      "/trees/0/dfs_leaf_order/7593",
      "/trees/10/dfs_leaf_order/3",
      "/search/0/cases/5/6",
      "/search/10/cases/5/8",
      "/sequence/0/steps/7/6",
      "/overflow/2/6",
      "/overflow/2/8",
      "/zoom_seed/3/1",
      "/fiddle/150/7",
      "/zoom/9/cases/399/3",
      "/zoom/9/cases/399/4",
      "/zoom/9/cases/399/5",
      "/checkerboard/100/4",
      "/end/0/4/0",
      "/end/0/4/1",
      "/end/0/4/2",
      "/end/0/5",
      "/end/3/4", // nothing was sampled
  };
  for (const char *place : places) {
    Json::json_pointer pointer(place);
    Json before = vectors.at(pointer);
    vectors[pointer] = changed(before);
    std::ostringstream report;
    EXPECT_GE(verify(report).mismatches, 1) << place;
    vectors[pointer] = before;
  }
}

} // namespace
