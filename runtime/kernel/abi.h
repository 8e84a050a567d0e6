//===- abi.h - What a compiled generator and the runtime agree on ---------===//
//
// Kernel-safe. A generator (made by targets/cpp, in process or as generator.so) exports one symbol,
// `terrane_generator`, a `KernelModule`. The host seeds the noises it names, builds a
// `KernelContext` per sampler context and calls its entries. Bump `kernelAbi` with every change to
// this file or to a structure it uses.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_KERNEL_ABI_H
#define TERRANE_RUNTIME_KERNEL_ABI_H

#include "runtime/chunk/terrain.h"
#include "runtime/chunk/volume.h"
#include "runtime/material/rule_ops.h"
#include "runtime/noise/simplex.h"
#include "runtime/noise/stack.h"

namespace terrane::rt {

constexpr u32 kernelAbi = 4;

/// A noise that the host must build for a seed, in the order of `KernelContext::noises`.
struct KernelNoise {
  enum Kind : i32 {
    Density,    ///< the noise of a registry id, as density nodes get it (spec 20, 2.10)
    BlendedLow, ///< the stacks of an old_blended_noise (spec 20, 9)
    BlendedHigh,
    BlendedMain,
    Material, ///< the noise of a registry id, as material rules get it
  };
  Kind kind;
  const char *id; ///< Density, Material: the registry id; otherwise null
  // Density, Material: the parameters (spec 20, 3).
  i32 baseOctave, octaveCount;
  f64 baseAmplitude;
  i32 normalize; ///< rt::Normalize
  i32 numModifiers;
  const f64 *modifiers;
  // Blended: xz_scale, y_scale, xz_factor, y_factor, smear_scale_multiplier.
  f64 blended[5];
};

/// The state of one cache (spec 10, 5.2). Where the module proves that the retained values are a
/// function of the position alone, `data` stays null and values are computed when asked for.
struct KernelCell {
  Volume volume;
  i32 retained; ///< 0: no retained volume; 1: its values are computed when asked for; 2: `data`
  i64 key;
  f32 value; ///< NaN: the point slot is empty
  f32 *data; ///< values of the retained volume, or null
  i64 capacity;
};

/// What a point request did to cells, so that the host can do it again without evaluating: which
/// cells were found empty-handed (neither slot nor retained volume answered), where, and what their
/// slots got. See runtime/kernel/point_memo.h.
struct KernelJournal {
  static constexpr i32 maxReads = 12;
  struct Read {
    i32 cell;
    i32 x, y, z;
    f32 value;
  };
  i32 count;
  i32 unusable; ///< something else happened, or there were too many reads
  Read reads[maxReads];
};

/// A sampler context (spec 10, section 5). One thread at a time.
struct KernelContext {
  const NoiseStack *noises;
  const SimplexTable *islands; ///< of end_outer_islands
  KernelCell *cells;
  i32 caches; ///< whether caches are enabled

  /// User fields; a null function stands for an absent field.
  const void *beardifier;
  void (*beardifierVolume)(const void *beardifier, f32 *out, const Volume *volume);
  f32 (*beardifierPoint)(const void *beardifier, i32 x, i32 y, i32 z);
  const void *blender;
  f32 (*blendAlpha)(const void *blender, i32 x, i32 z);
  f32 (*blendOffset)(const void *blender, i32 x, i32 z);
  f32 (*blendDensity)(const void *blender, i32 x, i32 y, i32 z, f32 density);

  /// Scratch memory: at least `bytes` bytes, aligned to 64, released by the matching `pop`. The
  /// host keeps it between calls, so a steady state allocates nothing.
  void *(*push)(KernelContext *context, i64 bytes);
  void (*pop)(KernelContext *context, void *memory);
  /// Makes `cell.data` hold at least `count` values (old content may be lost).
  void (*reserve)(KernelContext *context, KernelCell *cell, i64 count);
  void *host;             ///< the host's own
  KernelJournal *journal; ///< null, but while a point request is recorded
};

struct KernelEntry {
  const char *name;
  void (*volume)(KernelContext *context, f32 *out, const Volume *volume);
  f32 (*point)(KernelContext *context, i32 x, i32 y, i32 z);
};

/// A vertical gradient of a material rule (spec 40, 6).
struct KernelGradient {
  const char *randomName;
  Anchor trueAtAndBelow, falseAtAndAbove;
};

/// The set of a biome condition.
struct KernelBiomeSet {
  i32 count;
  const char *const *ids;
};

/// A compiled material rule. The tables are in the order of the indices that its code uses.
struct KernelMaterial {
  i32 numAnchors, numGradients, numBiomeSets, numVeins;
  const Anchor *anchors;
  const KernelGradient *gradients;
  const KernelBiomeSet *biomeSets;
  const u32 *veinEntries; ///< three per vein; see RuleTables
  /// The walk over all columns of a chunk, with the rule in it (runtime/material/walk.h).
  void (*walk)(MaterialContext *context, const RuleTables *tables);
  /// The rule at the block in the context; a state or noState.
  i32 (*apply)(MaterialContext *context, const RuleTables *tables);
};

enum class CpuLevel : i32 { Baseline, Avx2, Avx512 };

struct KernelModule {
  u32 abi;        ///< kernelAbi
  u32 size;       ///< sizeof(KernelModule)
  CpuLevel level; ///< what the code needs
  i32 legacyRandomSource;
  i32 numEntries, numNoises, numCells;
  const KernelEntry *entries;
  const KernelNoise *noises;
  // Of a module made for the terrain step; otherwise null.
  const TerrainSettings *terrain;
  const KernelMaterial *material;
};

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_KERNEL_ABI_H
