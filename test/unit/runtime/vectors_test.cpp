//===- vectors_test.cpp - The runtime against the reference vectors -------===//

#include "reference.h"
#include "runtime/math/java.h"
#include "runtime/noise/end_islands.h"
#include "runtime/noise/simplex_build.h"
#include "runtime/verify/verify_values.h"
#include <gtest/gtest.h>
#include <iostream>
#include <sstream>

using namespace terrane::rt;
using namespace terrane::test;

namespace {

using Verify = VerifyCount (*)(const nlohmann::json &, std::ostream &);

/// `least` guards against a file, or a comparison, that has become empty.
void expectNoMismatch(const char *file, Verify verify, long long least) {
  auto vectors = readReference(file);
  if (!vectors)
    GTEST_SKIP() << "missing: " << referenceFile(file);
  std::ostringstream report;
  VerifyCount count = verify(*vectors, report);
  std::cout << file << ": " << count.values << " values compared\n";
  EXPECT_EQ(count.mismatches, 0) << report.str();
  EXPECT_GE(count.values, least);
}

TEST(Vectors, Random) {
  expectNoMismatch("vectors/random.json", verifyRandom, 9900);
}
TEST(Vectors, Noise) {
  expectNoMismatch("vectors/noise.json", verifyNoise, 31900);
}
TEST(Vectors, Beardifier) {
  expectNoMismatch("vectors/beardifier.json", verifyBeardifier, 990000);
}

/// A changed value anywhere must be found: otherwise the tests above show nothing.
TEST(Vectors, AChangedValueIsFound) {
  auto vectors = readReference("vectors/random.json");
  if (!vectors)
    GTEST_SKIP() << "missing: " << referenceFile("vectors/random.json");
  auto &value = (*vectors)["worldgen_random"][1]["fork_positional"]["at"][2]["next_float"][1];
  value = value == "3f000000" ? "3f000001" : "3f000000";
  std::ostringstream report;
  EXPECT_EQ(verifyRandom(*vectors, report).mismatches, 1);
  EXPECT_EQ(report.str().rfind("$.worldgen_random[1].fork_positional.at[2].next_float[1]:", 0), 0u)
      << report.str();
}

/// The end's erosion is the larger of a cone around the origin and the outer islands; more than 200
/// blocks away the cone has its least value, which is also the islands'.
TEST(Vectors, EndIslands) {
  const char *file = "vectors/functions/end.json";
  auto vectors = readReference(file);
  if (!vectors)
    GTEST_SKIP() << "missing: " << referenceFile(file);
  WorldRandom world(std::stoll(vectors->at("seed").get<std::string>()), true);
  SimplexTable table = buildEndIslands(world);
  int compared = 0, islands = 0;
  for (const auto &row : vectors->at("functions").at("router:erosion").at("points")) {
    i32 x = row[0], z = row[2];
    if (std::abs(x) <= 200 && std::abs(z) <= 200)
      continue;
    u32 expected = u32(std::stoul(row[3].get<std::string>(), nullptr, 16));
    EXPECT_EQ(bitsOf(endOuterIslands(table, x, z)), expected) << x << ' ' << z;
    ++compared;
    islands += expected != bitsOf(-0.84375f);
  }
  EXPECT_GT(compared, 10);
  EXPECT_GT(islands, 5);
}

} // namespace
