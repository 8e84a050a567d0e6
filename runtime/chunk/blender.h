//===- blender.h - Blending with chunks of older versions (spec 30, 9) ----===//
//
// Here are old chunks and the three values that density functions ask for. Biomes (9.4) are in
// blend_biomes.h, what carvers ask for is in old_area.h.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_CHUNK_BLENDER_H
#define TERRANE_RUNTIME_CHUNK_BLENDER_H

#include "runtime/biome/biome.h"
#include "runtime/math/base.h"
#include <array>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace terrane::rt {

/// What is known of a chunk made by an older version: how far up and down it reaches, and 16
/// columns at its border, in the order of `BorderColumn`.
struct OldChunk {
  /// "No height here": the largest finite f32.
  static constexpr f32 noHeight = 0x1.fffffep+127f;
  /// "No biome here".
  static constexpr BiomeId noBiome = 0xffff;

  i32 chunkX = 0, chunkZ = 0;
  i32 minSection = 0; ///< lowest section of the old chunk; sections are 16 blocks high
  /// Its height, for carvers alone. 0 or less: not known; carvers do not see the chunk then.
  i32 numSections = 0;
  std::array<f32, 16> heights = filled();
  /// Per column either empty (nothing known) or two values per section, upwards from cell
  /// `2 * minSection + 1`; cells are 8 blocks high. A density is 0.1f times its entry.
  std::array<std::vector<f32>, 16> densities;
  /// Per column either empty (nothing known) or one per quart, upwards from quart `4 * minSection`:
  /// indices into the world's table of biomes, or noBiome.
  std::array<std::vector<BiomeId>, 16> biomes;

private:
  static constexpr std::array<f32, 16> filled() {
    std::array<f32, 16> a{};
    for (f32 &v : a)
      v = noHeight;
    return a;
  }
};

/// Where a border column lies, in quarts (4 blocks) from its chunk's corner, 0..4.
struct BorderColumn {
  i32 qx, qz;

  /// Columns 0..6 lie on the low sides (x or z = 0), 7..15 beyond the high sides (x or z = 4).
  static BorderColumn at(i32 index);
  /// The index of the column at (qx, qz), each 0..4; nothing where there is no column.
  static std::optional<i32> indexOf(i32 qx, i32 qz);
};

/// Answers `blend_alpha`, `blend_offset` and `blend_density` for the chunk it was made for.
/// Immutable once built, free to share between threads. A default-constructed one is empty: 1, 0
/// and the value as it is.
class Blender {
public:
  Blender() = default;

  /// From the old chunks around a chunk. Those out of reach (more than 7 chunks away on an axis, or
  /// 8 by distance) are left out; if none stays, the blender is empty. Of two chunks at one place
  /// the first counts.
  static Blender forChunk(i32 chunkX, i32 chunkZ, std::vector<OldChunk> chunks);

  bool empty() const { return chunks.empty(); }

  f32 alpha(i32 blockX, i32 blockZ) const { return output(blockX >> 2, blockZ >> 2).alpha; }
  f32 offset(i32 blockX, i32 blockZ) const { return output(blockX >> 2, blockZ >> 2).offset; }
  /// The value that takes the place of `density`.
  f32 blendDensity(i32 blockX, i32 blockY, i32 blockZ, f32 density) const;

private:
  struct Output {
    f32 alpha, offset;
  };

  Output output(i32 quartX, i32 quartZ) const;
  Output computeOutput(i32 quartX, i32 quartZ) const;
  const OldChunk *find(i32 chunkX, i32 chunkZ) const;
  template <class Get> std::optional<f32> direct(i32 quartX, i32 quartZ, Get get) const;

  std::vector<OldChunk> chunks;
  std::unordered_map<u64, i32> byPosition; ///< index into `chunks`
  // The order of summation (9.3) of all chunks and of the nearest nine: indices into `chunks`.
  std::vector<i32> heightOrder, densityOrder;

  // Outputs of the cells of the chunk and one beyond, x fastest, so that not every block sums anew.
  static constexpr i32 tableSize = 5;
  i32 tableX = 0, tableZ = 0; ///< quart of the first entry
  std::array<Output, tableSize * tableSize> table{};
};

namespace blending {

/// The order in which the game's hash table visits keys inserted in the order given, as indices
/// into `keys` (spec 30, 9.3). Keys are distinct.
std::vector<i32> visitingOrder(const std::vector<i64> &keys);

/// Which of `chunks` are near enough to a chunk for their heights and biomes to be seen: up to 7
/// away on each axis, and 8 by distance. Indices into `chunks`, in the order in which the game puts
/// them into its table: x outer, z inner. Of two chunks at one place the first counts.
std::vector<std::size_t> inReach(i32 chunkX, i32 chunkZ, const std::vector<OldChunk> &chunks);

/// The noise "offset" by its built-in definition, whatever a pack makes of the name, from the
/// modern generator with seed 42: the edges of old chunks are frayed by it. Point path.
f32 offsetNoise(f64 x, f64 y, f64 z);

/// Chunk x in the low, chunk z in the high 32 bits.
i64 packChunk(i32 chunkX, i32 chunkZ);

/// The offset that a height stands for (spec 30, 9.1).
f64 heightToOffset(f64 height);

} // namespace blending

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_CHUNK_BLENDER_H
