//===- kernels.h - Kernel texts for the tests -----------------------------===//

#ifndef TERRANE_TEST_UNIT_JIT_KERNELS_H
#define TERRANE_TEST_UNIT_JIT_KERNELS_H

#include "targets/jit/jit.h"

#include "llvm/Support/FileSystem.h"

#include <cmath>
#include <cstring>
#include <gtest/gtest.h>

namespace terrane::jit::test {

/// A module with one entry, "f". On the volume path, out = out * 3 + 0.1 (two roundings each); at a
/// point, floor(x * 0.37) + ceil(y * 0.37) + sqrt(z).
inline const char *const smallKernel = R"(
#include "runtime/kernel/abi.h"
#include "runtime/math/java.h"
using namespace terrane::rt;
namespace {
void volume(KernelContext *, f32 *out, const Volume *v) {
  for (i64 i = 0, n = v->count(); i < n; ++i)
    out[i] = out[i] * 3.0f + 0.1f;
}
f32 point(KernelContext *, i32 x, i32 y, i32 z) {
  return floorF(f32(x) * 0.37f) + ceilF(f32(y) * 0.37f) + sqrtF(f32(z));
}
const KernelEntry entries[] = {{"f", volume, point}};
}
extern "C" const KernelModule terrane_generator = {
    kernelAbi, sizeof(KernelModule), CpuLevel::Baseline, 0, 1, 0, 0, entries, nullptr};
)";

/// The same in two texts: the second holds the functions.
inline const char *const halfKernels[2] = {
    R"(
#include "runtime/kernel/abi.h"
using namespace terrane::rt;
void volume(KernelContext *, f32 *out, const Volume *v);
f32 point(KernelContext *, i32 x, i32 y, i32 z);
extern const f32 table[4];
static const KernelEntry entries[] = {{"f", volume, point}};
extern "C" const KernelModule terrane_generator = {
    kernelAbi, sizeof(KernelModule), CpuLevel::Baseline, 0, 1, 0, 0, entries, nullptr};
)",
    R"(
#include "runtime/kernel/abi.h"
#include "runtime/math/java.h"
using namespace terrane::rt;
extern const f32 table[4] = {3.0f, 0.1f, 0.37f, 0.0f};
void volume(KernelContext *, f32 *out, const Volume *v) {
  for (i64 i = 0, n = v->count(); i < n; ++i)
    out[i] = out[i] * table[0] + table[1];
}
f32 point(KernelContext *, i32 x, i32 y, i32 z) {
  return floorF(f32(x) * table[2]) + ceilF(f32(y) * table[2]) + sqrtF(f32(z));
}
)"};

/// The levels that this machine can run; never empty.
inline std::vector<CpuLevel> levels() {
  std::vector<CpuLevel> out;
  for (CpuLevel level : {CpuLevel::Baseline, CpuLevel::Avx2, CpuLevel::Avx512})
    if (level <= rt::machineCpuLevel())
      out.push_back(level);
  return out;
}

inline BuildOptions withoutCache() {
  BuildOptions options;
  options.useCache = false;
  return options;
}

inline std::string printed(const Diagnostics &diagnostics) {
  std::string out;
  llvm::raw_string_ostream os(out);
  diagnostics.print(os);
  return out;
}

/// A folder that goes away with the test.
class TemporaryFolder {
public:
  TemporaryFolder() { EXPECT_FALSE(llvm::sys::fs::createUniqueDirectory("terrane-test", path)); }
  ~TemporaryFolder() {
    std::error_code failed = llvm::sys::fs::remove_directories(path);
    EXPECT_FALSE(failed) << failed.message();
  }
  std::string str(llvm::StringRef name = "") const {
    return std::string(path) + (name.empty() ? "" : "/" + name.str());
  }

private:
  llvm::SmallString<128> path;
};

/// Calls the module's entry and compares with the same arithmetic compiled by the build. Returns
/// the number of values compared.
inline unsigned checkSmallKernel(const rt::KernelModule &module) {
  if (module.numEntries != 1)
    return 0;
  const rt::KernelEntry &entry = module.entries[0];
  EXPECT_STREQ(entry.name, "f");
  unsigned count = 0;
  rt::Volume volume;
  volume.sx = 5, volume.sy = 7, volume.sz = 3;
  std::vector<float> values(size_t(volume.count()));
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = float(i) * 0.7f - 31.0f;
  std::vector<float> expected = values;
  for (float &v : expected) {
    // Volatile: a product of its own, whatever the compiler of this test may fuse.
    volatile float product = v * 3.0f;
    v = product + 0.1f;
  }
  entry.volume(nullptr, values.data(), &volume);
  for (size_t i = 0; i < values.size(); ++i, ++count)
    EXPECT_EQ(values[i], expected[i]) << i;
  for (int x = -9; x <= 9; ++x, ++count) {
    volatile float product = float(x) * 0.37f;
    EXPECT_EQ(entry.point(nullptr, x, -x, 4),
              std::floor(float(product)) + std::ceil(-float(product)) + 2.0f)
        << x;
  }
  return count;
}

} // namespace terrane::jit::test

#endif // TERRANE_TEST_UNIT_JIT_KERNELS_H
