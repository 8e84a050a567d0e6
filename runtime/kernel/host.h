//===- host.h - Seeding and calling a compiled generator ------------------===//
//
// The host's side of abi.h: `KernelWorld` is a module seeded for one world, `KernelSamplerContext`
// a sampler context over it (spec 10, section 5).
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_KERNEL_HOST_H
#define TERRANE_RUNTIME_KERNEL_HOST_H

#include "runtime/kernel/abi.h"
#include "runtime/kernel/noise_row.h"
#include "runtime/kernel/point_memo.h"
#include "runtime/kernel/scratch.h"
#include "runtime/noise/noise.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace terrane::rt {

class Beardifier;
class Blender;

/// What is wrong with a module that this host cannot use: another ABI, a structure of another size,
/// tables that are missing. Empty where nothing is.
std::string checkModule(const KernelModule &module);

/// A module seeded for one world. Immutable, free to share between threads.
class KernelWorld {
public:
  /// Builds the noises that `module` names (spec 20, 2.10 and 9) and the table of the end's
  /// islands. `code` is kept as long as the world is: whatever holds the module's memory, null
  /// where it lives for ever. Null, with a message in `error`, for a module that checkModule
  /// refuses and for noises that cannot be built (spec 20, 5.2).
  static std::shared_ptr<const KernelWorld> create(const KernelModule &module, i64 seed,
                                                   std::string &error,
                                                   std::shared_ptr<const void> code = nullptr);

  const KernelModule &module() const { return *definition; }
  i64 seed() const { return worldSeed; }

  i32 numEntries() const { return definition->numEntries; }
  /// The index of an entry by its name.
  std::optional<i32> entry(std::string_view name) const;

  /// As of KernelContext; valid as long as the world is.
  const NoiseStack *noises() const { return views.data(); }
  const SimplexTable &islands() const { return islandTable; }

private:
  KernelWorld() = default;

  std::shared_ptr<const void> code;
  const KernelModule *definition = nullptr;
  i64 worldSeed = 0;
  std::vector<Noise> owned; ///< in the order of the module's noises
  std::vector<NoiseStack> views;
  SimplexTable islandTable{};
};

/// The user fields of a context as a module calls them: see KernelContext. A null function stands
/// for an absent field. What the pointers point to must outlive the context.
struct KernelFields {
  const void *beardifier = nullptr;
  void (*beardifierVolume)(const void *beardifier, f32 *out, const Volume *volume) = nullptr;
  f32 (*beardifierPoint)(const void *beardifier, i32 x, i32 y, i32 z) = nullptr;
  const void *blender = nullptr;
  f32 (*blendAlpha)(const void *blender, i32 x, i32 z) = nullptr;
  f32 (*blendOffset)(const void *blender, i32 x, i32 z) = nullptr;
  f32 (*blendDensity)(const void *blender, i32 x, i32 y, i32 z, f32 density) = nullptr;
};

/// The fields of the runtime's own beardifier and blender; null for absent ones.
KernelFields bindFields(const Beardifier *beardifier, const Blender *blender);

/// A sampler context: the cells, and the memory that a module asks for. One thread at a time.
///
/// Cells live as long as the context, so values can depend on what was asked before. Memory is kept
/// between calls: a call whose like was made before allocates nothing. Where there is no memory the
/// process ends with a message, since generated code cannot fail.
class KernelSamplerContext {
public:
  KernelSamplerContext(std::shared_ptr<const KernelWorld> world, bool caches,
                       const KernelFields &fields = {});
  KernelSamplerContext(const KernelSamplerContext &) = delete;
  KernelSamplerContext &operator=(const KernelSamplerContext &) = delete;
  ~KernelSamplerContext();

  const KernelWorld &world() const { return *seeded; }

  /// Forgets all cells and takes other fields: as a fresh context, but keeps the memory.
  void reset(const KernelFields &fields);

  /// Volume path: fills `volume.count()` values in the volume's index order. `entry` is below
  /// numEntries(), sizes and steps are at least 1; nothing is checked here.
  void volume(i32 entry, f32 *out, const Volume &volume) {
    seeded->module().entries[entry].volume(&context, out, &volume);
  }
  /// Point path, at a block.
  f32 point(i32 entry, i32 x, i32 y, i32 z) {
    if (!memorable.empty() && memorable[entry] && context.caches && !hasFields)
      return memo.point(seeded->module(), context, entry, x, y, z);
    return seeded->module().entries[entry].point(&context, x, y, z);
  }
  /// A hint: the entry's points will be asked for again after a reset. Changes no value.
  void expectRepeats(i32 entry);

private:
  static void *push(KernelContext *context, i64 bytes);
  static void pop(KernelContext *context, void *memory);
  static void reserve(KernelContext *context, KernelCell *cell, i64 count);

  std::shared_ptr<const KernelWorld> seeded;
  std::vector<KernelCell> cells;
  std::vector<f32 *> buffers; ///< per cell, what `data` is when it is not null
  ScratchStack scratch;
  KernelContext context{};
  bool hasFields = false;
  std::vector<bool> memorable; ///< by entry; empty: none
  PointMemo memo;
};

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_KERNEL_HOST_H
