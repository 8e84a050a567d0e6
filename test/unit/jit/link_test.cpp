//===- link_test.cpp - The shared library of a bundle ---------------------===//

#include "kernels.h"

#include "targets/jit/link.h"

#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/MemoryBuffer.h"

#include <dlfcn.h>
#include <unistd.h>

using namespace terrane;
using namespace terrane::jit;
using namespace terrane::jit::test;
namespace fs = llvm::sys::fs;

namespace {

std::vector<std::string> objects(CpuLevel level) {
  Diagnostics diagnostics;
  auto out = buildObjects({std::string(halfKernels[0]), std::string(halfKernels[1])}, level,
                          diagnostics, withoutCache());
  EXPECT_TRUE(out) << printed(diagnostics);
  return out ? *out : std::vector<std::string>();
}

std::string content(const std::string &path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  return buffer ? (*buffer)->getBuffer().str() : "";
}

unsigned filesIn(const std::string &folder) {
  unsigned count = 0;
  std::error_code code;
  for (fs::directory_iterator i(folder, code), end; !code && i != end; i.increment(code))
    ++count;
  return count;
}

} // namespace

TEST(Link, LibraryIsCallableAtEveryLevelOfTheMachine) {
  unsigned tried = 0;
  for (CpuLevel level : levels()) {
    TemporaryFolder folder;
    Diagnostics diagnostics;
    ASSERT_TRUE(linkShared(objects(level), folder.str("g.so"), diagnostics))
        << printed(diagnostics);
    EXPECT_EQ(filesIn(folder.str()), 1u);
    void *library = ::dlopen(folder.str("g.so").c_str(), RTLD_NOW | RTLD_LOCAL);
    ASSERT_TRUE(library) << ::dlerror();
    auto *module = static_cast<const rt::KernelModule *>(::dlsym(library, "terrane_generator"));
    ASSERT_TRUE(module);
    EXPECT_EQ(checkSmallKernel(*module), 124u);
    ::dlclose(library);
    ++tried;
  }
  EXPECT_GT(tried, 0u);
}

TEST(Link, ExportsOneSymbolAndNeedsNoLibrary) {
  TemporaryFolder folder;
  Diagnostics diagnostics;
  ASSERT_TRUE(linkShared(objects(CpuLevel::Baseline), folder.str("g.so"), diagnostics))
      << printed(diagnostics);
  std::string library = content(folder.str("g.so"));
  auto file =
      cantFail(llvm::object::ELF64LEObjectFile::create(llvm::MemoryBufferRef(library, "g.so")));
  unsigned exported = 0;
  for (const llvm::object::ELFSymbolRef &symbol : file.getDynamicSymbolIterators()) {
    llvm::StringRef name = cantFail(symbol.getName());
    if (cantFail(symbol.getFlags()) & llvm::object::SymbolRef::SF_Undefined) {
      EXPECT_TRUE(llvm::is_contained(allowedSymbols(), name)) << name.str();
      continue;
    }
    EXPECT_EQ(name, "terrane_generator");
    ++exported;
  }
  EXPECT_EQ(exported, 1u);
  unsigned entries = 0;
  for (const auto &entry : cantFail(file.getELFFile().dynamicEntries())) {
    EXPECT_NE(entry.getTag(), llvm::ELF::DT_NEEDED);
    ++entries;
  }
  EXPECT_GT(entries, 0u);
}

TEST(Link, EqualObjectsGiveEqualFilesWhereverTheyLie) {
  TemporaryFolder a, b;
  Diagnostics diagnostics;
  std::vector<std::string> inputs = objects(CpuLevel::Avx2);
  ASSERT_TRUE(linkShared(inputs, a.str("g.so"), diagnostics)) << printed(diagnostics);
  ASSERT_TRUE(linkShared(inputs, b.str("other name.so"), diagnostics)) << printed(diagnostics);
  std::string library = content(a.str("g.so"));
  EXPECT_FALSE(library.empty());
  EXPECT_EQ(library, content(b.str("other name.so")));
  EXPECT_EQ(library.find(a.str()), std::string::npos);
}

TEST(Link, FailureKeepsTheOldFileAndLeavesNothing) {
  TemporaryFolder folder;
  {
    std::error_code code;
    llvm::raw_fd_ostream out(folder.str("g.so"), code);
    out << "old";
  }
  Diagnostics diagnostics;
  EXPECT_FALSE(linkShared({std::string("no object")}, folder.str("g.so"), diagnostics));
  EXPECT_NE(printed(diagnostics).find("cannot be linked: "), std::string::npos)
      << printed(diagnostics);
  EXPECT_EQ(content(folder.str("g.so")), "old");
  EXPECT_EQ(filesIn(folder.str()), 1u);
  // And the linker works again after it.
  Diagnostics none;
  EXPECT_TRUE(linkShared(objects(CpuLevel::Baseline), folder.str("g.so"), none)) << printed(none);
  EXPECT_NE(content(folder.str("g.so")), "old");
}

TEST(Link, AFolderThatIsNotThereIsAnError) {
  TemporaryFolder folder;
  Diagnostics diagnostics;
  EXPECT_FALSE(linkShared(objects(CpuLevel::Baseline), folder.str("none/g.so"), diagnostics));
  EXPECT_TRUE(diagnostics.hasErrors());
}

TEST(Link, ARelativePathIsOneFromTheCurrentFolder) {
  TemporaryFolder folder;
  llvm::SmallString<128> before;
  ASSERT_FALSE(fs::current_path(before));
  ASSERT_FALSE(fs::set_current_path(folder.str()));
  Diagnostics diagnostics;
  bool done = linkShared(objects(CpuLevel::Baseline), "g.so", diagnostics);
  ASSERT_FALSE(fs::set_current_path(before));
  EXPECT_TRUE(done) << printed(diagnostics);
  EXPECT_FALSE(content(folder.str("g.so")).empty());
}
