//===- replay_test.cpp - A fuzz target over its seeds, without a fuzzer ---===//
//
// What crashed once lies in kept/TARGET and stays there. A crash here ends the program; the input
// is the one printed last.
//
//===----------------------------------------------------------------------===//

#include "target.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iostream>
#include <random>
#include <vector>

namespace {

namespace fs = std::filesystem;

class Replay : public testing::Test {
protected:
  static void SetUpTestSuite() {
    std::string name = (fs::temp_directory_path() / "terrane-replay-XXXXXX").string();
    ASSERT_TRUE(::mkdtemp(name.data()));
    folder = name;
    std::string command = "python3 " TERRANE_SOURCE_DIR
                          "/test/fuzz/targets/seeds.py " TERRANE_FUZZ_TARGET " '" +
                          folder.string() + "' " TERRANE_TOOL " > '" + name + "/log' 2>&1";
    ASSERT_EQ(std::system(command.c_str()), 0) << command;
    ::setenv("TERRANE_FUZZ_BUNDLE", (folder / "bundle").c_str(), 1);
    for (const fs::directory_entry &file : fs::directory_iterator(folder / "seeds"))
      seeds.push_back(read(file.path()));
    // Whatever order the folder has.
    std::sort(seeds.begin(), seeds.end());
  }
  static void TearDownTestSuite() { fs::remove_all(folder); }

  static std::string read(const fs::path &path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  static void run(const std::string &input) {
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t *>(input.data()), input.size());
  }

  static fs::path folder;
  static std::vector<std::string> seeds;
};
fs::path Replay::folder;
std::vector<std::string> Replay::seeds;

TEST_F(Replay, Seeds) {
  for (const std::string &seed : seeds)
    run(seed);
  EXPECT_GE(seeds.size(), 8u);
}

TEST_F(Replay, WhatCrashedOnce) {
  fs::path kept = fs::path(TERRANE_SOURCE_DIR "/test/fuzz/targets/kept") / TERRANE_FUZZ_TARGET;
  if (fs::exists(kept))
    for (const fs::directory_entry &file : fs::directory_iterator(kept)) {
      std::cout << file.path() << std::endl;
      run(read(file.path()));
    }
  run("");
}

/// The same changes in every run: bytes altered, parts left out, doubled, or from another seed.
TEST_F(Replay, AlteredSeeds) {
  std::mt19937 random(1);
  ASSERT_FALSE(seeds.empty());
  for (int n = 0; n < TERRANE_FUZZ_ALTERED; ++n) {
    std::string input = seeds[random() % seeds.size()];
    for (unsigned k = random() % 4 + 1; k > 0 && !input.empty(); --k) {
      std::size_t at = random() % input.size(), length = random() % 16 + 1;
      const std::string &other = seeds[random() % seeds.size()];
      switch (random() % 4) {
      case 0:
        input[at] = char(random());
        break;
      case 1:
        input.erase(at, length);
        break;
      case 2:
        input.insert(at, input.substr(at, length));
        break;
      default:
        if (!other.empty())
          input.insert(at, other.substr(random() % other.size(), length));
      }
    }
    run(input);
  }
}

} // namespace
