//===- beardifier.h - Terrain adaptation around structures (spec 30, 8) ---===//

#ifndef TERRANE_RUNTIME_CHUNK_BEARDIFIER_H
#define TERRANE_RUNTIME_CHUNK_BEARDIFIER_H

#include "runtime/chunk/volume.h"
#include <optional>
#include <vector>

namespace terrane::rt {

/// A structure's terrain adaptation.
enum class Adaptation { None, Bury, BeardThin, BeardBox, Encapsulate };

/// A box of blocks, both ends inclusive.
struct BlockBox {
  i32 minX, minY, minZ, maxX, maxY, maxZ;
};

struct Junction {
  i32 x, groundY, z;
};

/// A structure piece near a chunk. The last three members matter for jigsaw pool elements only.
struct StructurePiece {
  BlockBox box;
  Adaptation adaptation = Adaptation::None; ///< of the whole structure; None is never collected
  bool poolElement = false;
  bool rigid = false;
  i32 groundLevelDelta = 0;
  std::vector<Junction> junctions;
};

/// The value of the `beardifier` node for one chunk. Immutable once built, free to share between
/// threads. A default-constructed one is empty: 0 everywhere.
class Beardifier {
public:
  Beardifier() = default;

  /// Collects what concerns the chunk (8.1). The order of the pieces is the order of f32 summation.
  static Beardifier forChunk(i32 chunkX, i32 chunkZ, const std::vector<StructurePiece> &pieces);

  bool empty() const { return !affected; }
  /// The box outside of which the value is 0: all collected boxes and junctions, inflated by 24.
  const std::optional<BlockBox> &affectedBox() const { return affected; }

  /// Point path, at a block.
  f32 value(i32 x, i32 y, i32 z) const;
  /// Volume path: overwrites `volume.count()` entries of `out`, in the volume's index order.
  void fillVolume(const Volume &volume, f32 *out) const;

private:
  struct Rigid {
    BlockBox box;
    Adaptation adaptation;
    i32 groundLevelDelta;
  };

  void include(const BlockBox &box);
  f32 valueInside(i32 x, i32 y, i32 z) const;

  std::vector<Rigid> rigids;
  std::vector<Junction> junctions;
  std::optional<BlockBox> affected;
};

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_CHUNK_BEARDIFIER_H
