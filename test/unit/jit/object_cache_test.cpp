//===- object_cache_test.cpp - Each state of the cache --------------------===//

#include "kernels.h"

#include "llvm/Support/MemoryBuffer.h"

#include <csignal>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace terrane;
using namespace terrane::jit;
using namespace terrane::jit::test;
namespace fs = llvm::sys::fs;

namespace {

std::string key(char digit) {
  return std::string(64, digit);
}

std::string content(const std::string &path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  return buffer ? (*buffer)->getBuffer().str() : "";
}

void write(const std::string &path, llvm::StringRef text) {
  std::error_code code;
  llvm::raw_fd_ostream out(path, code);
  ASSERT_FALSE(code);
  out << text;
}

/// Names of the files in a folder.
std::vector<std::string> files(const std::string &folder) {
  std::vector<std::string> out;
  std::error_code code;
  for (fs::directory_iterator i(folder, code), end; !code && i != end; i.increment(code))
    out.push_back(i->path());
  llvm::sort(out);
  return out;
}

void setAge(const std::string &path, int seconds) {
  timespec now;
  ::clock_gettime(CLOCK_REALTIME, &now);
  now.tv_sec -= seconds;
  timespec times[2] = {now, now};
  ASSERT_EQ(::utimensat(AT_FDCWD, path.c_str(), times, 0), 0);
}

/// Runs as a user that permissions hold for: root is bound by none.
void asOrdinaryUser(const std::string &folder, llvm::function_ref<void()> body) {
  bool root = ::geteuid() == 0;
  if (root) {
    ASSERT_EQ(::chown(folder.c_str(), 65534, 65534), 0);
    for (const std::string &file : files(folder))
      ASSERT_EQ(::chown(file.c_str(), 65534, 65534), 0);
    ASSERT_EQ(::seteuid(65534), 0);
  }
  body();
  if (root)
    ASSERT_EQ(::seteuid(0), 0);
}

class Variable {
public:
  Variable(const char *name, const char *value) : name(name) {
    if (const char *old = std::getenv(name))
      before = old;
    value ? ::setenv(name, value, 1) : ::unsetenv(name);
  }
  ~Variable() { before ? ::setenv(name, before->c_str(), 1) : ::unsetenv(name); }

private:
  const char *name;
  std::optional<std::string> before;
};

} // namespace

TEST(ObjectCache, KeepsWhatItWasGiven) {
  TemporaryFolder folder;
  ObjectCache cache(folder.str("new/deep"));
  EXPECT_EQ(cache.problem(), "");
  EXPECT_FALSE(cache.load(key('a')));
  for (std::string payload :
       {std::string("hello\0world", 11), std::string(), std::string(70000, 'x')}) {
    cache.store(key('a'), payload);
    EXPECT_EQ(cache.load(key('a')), payload);
    EXPECT_EQ(ObjectCache(folder.str("new/deep")).load(key('a')), payload);
  }
  EXPECT_FALSE(cache.load(key('b')));
  EXPECT_EQ(files(folder.str("new/deep")).size(), 1u);
}

TEST(ObjectCache, IsForItsOwnerOnly) {
  TemporaryFolder folder;
  ObjectCache cache(folder.str("c"));
  cache.store(key('a'), "code");
  struct stat status;
  ASSERT_EQ(::stat(folder.str("c").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0700u);
  ASSERT_EQ(files(folder.str("c")).size(), 1u);
  ASSERT_EQ(::stat(files(folder.str("c"))[0].c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0077, 0u);
}

TEST(ObjectCache, DamageAnywhereInAnEntryRemovesIt) {
  TemporaryFolder folder;
  ObjectCache cache(folder.str());
  const std::string payload = "some machine code";
  cache.store(key('a'), payload);
  ASSERT_EQ(files(folder.str()).size(), 1u);
  std::string path = files(folder.str())[0], good = content(path);
  ASSERT_EQ(good.size(), 88 + payload.size());
  unsigned tried = 0;
  for (size_t i = 0; i < good.size(); ++i, ++tried) {
    std::string bad = good;
    bad[i] ^= 1;
    write(path, bad);
    EXPECT_FALSE(cache.load(key('a'))) << i;
    EXPECT_FALSE(fs::exists(path)) << i;
  }
  EXPECT_EQ(tried, good.size());
  for (size_t length = 0; length < good.size(); ++length) {
    write(path, llvm::StringRef(good).take_front(length));
    EXPECT_FALSE(cache.load(key('a'))) << length;
    EXPECT_FALSE(fs::exists(path)) << length;
  }
  write(path, good + "more");
  EXPECT_FALSE(cache.load(key('a')));
  EXPECT_FALSE(fs::exists(path));
  // And the place can be used again.
  cache.store(key('a'), payload);
  EXPECT_EQ(cache.load(key('a')), payload);
}

TEST(ObjectCache, AnEntryUnderAnotherKeyIsDamaged) {
  TemporaryFolder folder;
  ObjectCache cache(folder.str());
  cache.store(key('a'), "code of a");
  std::string from = files(folder.str())[0], to = from;
  to.replace(to.find(key('a')), 64, key('b'));
  ASSERT_EQ(::rename(from.c_str(), to.c_str()), 0);
  EXPECT_FALSE(cache.load(key('b')));
  EXPECT_TRUE(files(folder.str()).empty());
}

TEST(ObjectCache, DamagedEntriesAreRebuiltByTheJit) {
  TemporaryFolder folder;
  BuildOptions options;
  options.cacheDirectory = folder.str();
  auto load = [&] {
    Diagnostics diagnostics;
    auto module =
        JitModule::load({std::string(smallKernel)}, rt::machineCpuLevel(), diagnostics, options);
    EXPECT_TRUE(module) << printed(diagnostics);
    EXPECT_EQ(module ? checkSmallKernel(module->module()) : 0, 124u);
    return module && module->timings().cacheHit();
  };
  EXPECT_FALSE(load());
  EXPECT_TRUE(load());
  ASSERT_FALSE(files(folder.str()).empty());
  for (const std::string &path : files(folder.str())) {
    std::string bad = content(path);
    bad[bad.size() / 2] ^= 4;
    write(path, bad);
  }
  EXPECT_FALSE(load());
  EXPECT_TRUE(load());
}

TEST(ObjectCache, AReadOnlyFolderIsReadAndNotWritten) {
  TemporaryFolder folder;
  ObjectCache(folder.str()).store(key('a'), "code");
  unsigned checked = 0;
  ASSERT_EQ(::chmod(folder.str().c_str(), 0500), 0);
  asOrdinaryUser(folder.str(), [&] {
    ObjectCache cache(folder.str());
    EXPECT_NE(cache.problem(), "");
    EXPECT_EQ(cache.load(key('a')), std::string("code"));
    cache.store(key('b'), "more");
    EXPECT_FALSE(cache.load(key('b')));
    ++checked;
  });
  EXPECT_EQ(checked, 1u);
  EXPECT_EQ(files(folder.str()).size(), 1u);
  ::chmod(folder.str().c_str(), 0700);
}

TEST(ObjectCache, AReadOnlyFolderKeepsItsDamagedEntryAndTheJitWorks) {
  TemporaryFolder folder;
  ObjectCache(folder.str()).store(key('a'), "code");
  std::string path = files(folder.str())[0];
  write(path, "nonsense");
  ASSERT_EQ(::chmod(folder.str().c_str(), 0500), 0);
  bool loaded = false;
  asOrdinaryUser(folder.str(), [&] {
    EXPECT_FALSE(ObjectCache(folder.str()).load(key('a')));
    BuildOptions options;
    options.cacheDirectory = folder.str();
    Diagnostics diagnostics;
    loaded = JitModule::load({std::string(smallKernel)}, CpuLevel::Baseline, diagnostics,
                             options) != nullptr;
    EXPECT_TRUE(loaded) << printed(diagnostics);
  });
  EXPECT_TRUE(loaded);
  EXPECT_TRUE(fs::exists(path));
  ::chmod(folder.str().c_str(), 0700);
}

TEST(ObjectCache, AnUnreadableEntryIsNotDeleted) {
  TemporaryFolder folder;
  ObjectCache(folder.str()).store(key('a'), "code");
  std::string path = files(folder.str())[0];
  ASSERT_EQ(::chmod(path.c_str(), 0), 0);
  asOrdinaryUser(folder.str(), [&] { EXPECT_FALSE(ObjectCache(folder.str()).load(key('a'))); });
  EXPECT_TRUE(fs::exists(path));
}

TEST(ObjectCache, AFullDiskLeavesNothingBehind) {
  TemporaryFolder folder;
  ObjectCache cache(folder.str());
  cache.store(key('a'), "small");
  // A limit on the size of files fails in `write`, as a full disk does.
  rlimit before, small;
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  small = before;
  small.rlim_cur = 1000;
  auto handler = std::signal(SIGXFSZ, SIG_IGN);
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  cache.store(key('b'), std::string(100000, 'x'));
  bool lost = !cache.load(key('b'));
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
  std::signal(SIGXFSZ, handler);
  EXPECT_TRUE(lost);
  EXPECT_EQ(files(folder.str()).size(), 1u);
  EXPECT_EQ(cache.load(key('a')), std::string("small"));
}

TEST(ObjectCache, FoldersThatCannotBeMadeOrTrustedOnlyCostSpeed) {
  TemporaryFolder folder;
  write(folder.str("file"), "x");
  ASSERT_FALSE(fs::create_directory(folder.str("open")));
  ASSERT_EQ(::chmod(folder.str("open").c_str(), 0777), 0);
  unsigned tried = 0;
  for (std::string name : {std::string(), folder.str("file"), folder.str("file/below"),
                           std::string("/proc/terrane"), folder.str("open")}) {
    ObjectCache cache(name);
    EXPECT_NE(cache.problem(), "") << name;
    cache.store(key('a'), "code");
    EXPECT_FALSE(cache.load(key('a'))) << name;
    BuildOptions options;
    options.cacheDirectory = name;
    Diagnostics diagnostics;
    EXPECT_TRUE(buildObjects({std::string("int f() { return 1; }\n")}, CpuLevel::Baseline,
                             diagnostics, options))
        << name << printed(diagnostics);
    ++tried;
  }
  EXPECT_EQ(tried, 5u);
  EXPECT_TRUE(files(folder.str("open")).empty());
}

TEST(ObjectCache, DefaultFolder) {
  {
    Variable cache("XDG_CACHE_HOME", "/x/cache"), home("HOME", "/home/someone");
    EXPECT_EQ(ObjectCache::defaultDirectory(), "/x/cache/terrane");
  }
  for (const char *unset : {static_cast<const char *>(nullptr), "", "relative"}) {
    Variable cache("XDG_CACHE_HOME", unset), home("HOME", "/home/someone");
    EXPECT_EQ(ObjectCache::defaultDirectory(), "/home/someone/.cache/terrane");
  }
  Variable cache("XDG_CACHE_HOME", nullptr), home("HOME", nullptr);
  EXPECT_EQ(ObjectCache::defaultDirectory(), "");
}

TEST(ObjectCache, OldestAccessGoesFirst) {
  TemporaryFolder folder;
  // Four entries of 1,000 bytes fit, five do not.
  ObjectCache cache(folder.str(), 4500);
  auto path = [&](char digit) { return folder.str(key(digit) + ".v1.object"); };
  int age = 400;
  for (char digit : {'a', 'b', 'c', 'd'}) {
    cache.store(key(digit), std::string(1000 - 88, digit));
    setAge(path(digit), age -= 50);
  }
  EXPECT_EQ(files(folder.str()).size(), 4u);
  // The oldest is read, so that the second is now the one to go.
  EXPECT_TRUE(cache.load(key('a')));
  cache.store(key('e'), std::string(1000 - 88, 'e'));
  EXPECT_TRUE(cache.load(key('a')));
  EXPECT_FALSE(cache.load(key('b')));
  EXPECT_TRUE(cache.load(key('c')) && cache.load(key('d')) && cache.load(key('e')));
  // What exceeds the limit alone is not kept and costs the others nothing.
  cache.store(key('f'), std::string(4500, 'f'));
  EXPECT_FALSE(cache.load(key('f')));
  EXPECT_EQ(files(folder.str()).size(), 4u);
  // What nearly fills it displaces all.
  cache.store(key('f'), std::string(4400, 'f'));
  EXPECT_TRUE(cache.load(key('f')));
  EXPECT_EQ(files(folder.str()).size(), 1u);
}

TEST(ObjectCache, LeftoversOfKilledWritersGo) {
  TemporaryFolder folder;
  ObjectCache cache(folder.str());
  write(folder.str("old.part"), "x");
  write(folder.str("new.part"), "x");
  write(folder.str("other"), "not ours");
  setAge(folder.str("old.part"), 2 * 3600);
  setAge(folder.str("other"), 2 * 3600);
  cache.store(key('a'), "code");
  EXPECT_FALSE(fs::exists(folder.str("old.part")));
  EXPECT_TRUE(fs::exists(folder.str("new.part")));
  EXPECT_TRUE(fs::exists(folder.str("other")));
}

TEST(ObjectCache, SeveralProcessesAtOnce) {
  TemporaryFolder folder;
  // Writers and readers of the same few keys, with a limit that makes them remove each other's
  // entries and with damage in between. What is read is what was written, or nothing.
  auto payload = [](unsigned k) { return std::string(2000 + 100 * k, char('a' + k)); };
  auto work = [&](unsigned seed) {
    ObjectCache cache(folder.str(), 8000);
    unsigned hits = 0;
    for (unsigned i = 0; i < 400; ++i) {
      unsigned k = (i * 7 + seed * 3) % 5;
      std::string name = key(char('0' + k));
      if (std::optional<std::string> got = cache.load(name)) {
        if (*got != payload(k))
          return 0u;
        ++hits;
      } else {
        cache.store(name, payload(k));
      }
      if (i % 50 == seed)
        if (int file = ::open(folder.str(name + ".v1.object").c_str(), O_WRONLY); file >= 0) {
          (void)!::pwrite(file, "?", 1, 100);
          ::close(file);
        }
    }
    return hits;
  };
  std::vector<pid_t> children;
  for (unsigned seed = 0; seed < 4; ++seed) {
    pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0)
      ::_exit(work(seed) > 0 ? 0 : 1);
    children.push_back(child);
  }
  for (pid_t child : children) {
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  }
  for (const std::string &file : files(folder.str()))
    EXPECT_TRUE(llvm::StringRef(file).ends_with(".v1.object")) << file;
}
