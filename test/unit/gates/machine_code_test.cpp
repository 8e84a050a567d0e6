//===- machine_code_test.cpp - The machine code of the runtime ------------===//
//
// First that the code is there, then that it holds nothing that rounds otherwise.
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <cstdio>
#include <gtest/gtest.h>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

struct Instruction {
  std::string function; ///< demangled
  std::string mnemonic;
};

/// What llvm-objdump prints with -d -C and neither addresses nor bytes.
struct Listing {
  explicit Listing(const std::string &text) {
    std::istringstream lines(text);
    std::string line, function;
    while (std::getline(lines, line)) {
      if (line.find("file format") != std::string::npos)
        ++numObjects;
      std::size_t open = line.find('<');
      if (!line.empty() && line[0] != ' ' && line[0] != '\t' && open != std::string::npos &&
          line.back() == ':') {
        function = line.substr(open + 1, line.size() - open - 3);
        functions.insert(function);
        continue;
      }
      if (line.empty() || (line[0] != ' ' && line[0] != '\t'))
        continue;
      std::istringstream words(line);
      std::string mnemonic;
      while (words >> mnemonic && (mnemonic == "lock" || mnemonic == "rep" || mnemonic == "repne"))
        ;
      code.push_back({function, mnemonic});
    }
  }

  template <class Want> std::vector<std::string> find(Want want) const {
    std::vector<std::string> found;
    for (const Instruction &instruction : code)
      if (want(instruction.mnemonic))
        found.push_back(instruction.mnemonic + " in " + instruction.function);
    return found;
  }
  std::size_t count(const std::string &mnemonic) const {
    return find([&](const std::string &m) { return m == mnemonic; }).size();
  }
  bool hasFunction(const std::string &start) const {
    auto found = functions.lower_bound(start);
    return found != functions.end() && found->compare(0, start.size(), start) == 0;
  }

  std::size_t numObjects = 0;
  std::set<std::string> functions;
  std::vector<Instruction> code;
};

bool startsWith(const std::string &text, const char *start) {
  return text.rfind(start, 0) == 0;
}
bool isFused(const std::string &m) {
  return startsWith(m, "vfm") || startsWith(m, "vfnm");
}
/// Every mnemonic of x87 begins with f and no other does, but for saving and restoring state.
bool isX87(const std::string &m) {
  return startsWith(m, "f") || m == "wait";
}
/// The code is for every x86-64.
bool isAvx(const std::string &m) {
  return startsWith(m, "v") && m != "verr" && m != "verw";
}
bool setsMode(const std::string &m) {
  return m == "ldmxcsr" || m == "vldmxcsr" || startsWith(m, "fxrstor") || startsWith(m, "xrstor") ||
         startsWith(m, "fldcw") || startsWith(m, "fldenv");
}

Listing disassembled(const char *file) {
  std::string command = std::string(TERRANE_OBJDUMP) +
                        " -d -C --no-show-raw-insn --no-leading-addr '" + file + "' 2>&1";
  std::string text;
  std::FILE *pipe = ::popen(command.c_str(), "r");
  EXPECT_TRUE(pipe);
  char buffer[1 << 16];
  while (std::size_t n = pipe ? std::fread(buffer, 1, sizeof(buffer), pipe) : 0)
    text.append(buffer, n);
  EXPECT_EQ(pipe ? ::pclose(pipe) : -1, 0) << text.substr(0, 1000);
  return Listing(text);
}

using Names = std::vector<std::string>;

/// What holds for everything that we ship.
void expectExact(const Listing &listing, const char *file) {
  EXPECT_EQ(listing.find(isFused), Names()) << file;
  EXPECT_EQ(listing.find(isX87), Names()) << file;
  EXPECT_EQ(listing.find(isAvx), Names()) << file;
}

const char *const modeSetter = "terrane::rt::FloatMode::set(unsigned int)";

/// Sanitizers put calls, and data between functions, into what they build: it is not what ships.
class ShippedObjects : public testing::Test {
protected:
  void SetUp() override {
    if (TERRANE_SANITIZERS[0] != '\0')
      GTEST_SKIP() << "built with the sanitizers " TERRANE_SANITIZERS;
  }
};

} // namespace

TEST(ShippedCode, TheInspectionSeesWhatItLooksFor) {
  Listing listing("a.o:\tfile format elf64-x86-64\n\n<f(int)>:\n"
                  "\t\tvfmadd213ss\t%xmm1, %xmm0, %xmm2\n\t\tfldt\t(%rdi)\n\t\tldmxcsr\t(%rsp)\n"
                  "\n<g>:\n\t\tlock\n\t\tvaddps\t%ymm0, %ymm1, %ymm2\n\t\tmulss\t%xmm0, %xmm1\n");
  EXPECT_EQ(listing.numObjects, 1u);
  EXPECT_EQ(listing.find(isFused), Names{"vfmadd213ss in f(int)"});
  EXPECT_EQ(listing.find(isX87), Names{"fldt in f(int)"});
  EXPECT_EQ(listing.find(setsMode), Names{"ldmxcsr in f(int)"});
  EXPECT_EQ(listing.find(isAvx).size(), 2u);
  EXPECT_EQ(listing.count("mulss"), 1u);
  EXPECT_TRUE(listing.hasFunction("f(int)"));
  EXPECT_FALSE(listing.hasFunction("h"));
}

TEST_F(ShippedObjects, TheRuntimesObjects) {
  Listing listing = disassembled(TERRANE_RUNTIME_ARCHIVE);
  EXPECT_GT(listing.numObjects, 30u);
  for (const char *name : {"terrane::rt::Beardifier::value(", "terrane::rt::TerrainStep::fill(",
                           "terrane::rt::Aquifer::", "terrane::rt::Cutter::", modeSetter})
    EXPECT_TRUE(listing.hasFunction(name)) << name;
  for (const char *mnemonic : {"mulss", "addss", "subss", "divss", "mulsd", "addsd", "cvttsd2si"})
    EXPECT_GT(listing.count(mnemonic), 0u) << mnemonic;
  expectExact(listing, TERRANE_RUNTIME_ARCHIVE);
  EXPECT_EQ(listing.find(setsMode), Names{std::string("ldmxcsr in ") + modeSetter});
}

TEST_F(ShippedObjects, TheKernelHostsObjects) {
  Listing listing = disassembled(TERRANE_KERNEL_HOST_ARCHIVE);
  EXPECT_TRUE(listing.hasFunction("terrane::rt::KernelWorld::create("));
  EXPECT_GT(listing.code.size(), 1000u);
  expectExact(listing, TERRANE_KERNEL_HOST_ARCHIVE);
  EXPECT_EQ(listing.find(setsMode), Names());
}

TEST_F(ShippedObjects, TheSharedLibrary) {
  Listing listing = disassembled(TERRANE_RT_LIBRARY);
  for (const char *name : {"terrane_evaluate_point", "terrane_evaluate_volume", modeSetter})
    EXPECT_TRUE(listing.hasFunction(name)) << name;
  for (const char *mnemonic : {"mulss", "addss", "mulsd", "addsd", "stmxcsr"})
    EXPECT_GT(listing.count(mnemonic), 0u) << mnemonic;
  expectExact(listing, TERRANE_RT_LIBRARY);
  EXPECT_EQ(listing.find(setsMode), Names{std::string("ldmxcsr in ") + modeSetter});
}
