//===- sampler.h - The reference engine's samplers and their context ------===//
//
// The yardstick for every faster engine: each operation of the `sampler` dialect evaluated as spec
// 10 and 11 state it, one object per node, nothing hoisted or fused. It shares no code with other
// engines beyond runtime/math, runtime/random and runtime/noise.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_TARGETS_REFERENCE_SAMPLER_H
#define TERRANE_TARGETS_REFERENCE_SAMPLER_H

#include "runtime/chunk/volume.h"

#include <memory>
#include <unordered_map>
#include <vector>

namespace terrane::rt {
class Beardifier;
class Blender;
} // namespace terrane::rt

namespace terrane::reference {

using namespace terrane::rt;

class Context;

/// A node. Immutable once built, free to share between threads that have a context each. Blocks are
/// i32 block coordinates; `out` has `volume.count()` entries in the volume's index order.
class Sampler {
public:
  virtual ~Sampler() = default;
  virtual void volume(Context &context, f32 *out, const Volume &volume) const = 0;
  virtual f32 point(Context &context, i32 x, i32 y, i32 z) const = 0;
};

/// The state of a cache (spec 10, 5.2).
struct Cell {
  Volume volume;
  std::vector<f32> buffer; ///< empty: no retained volume
  i64 key = 0;
  f32 value;
  Cell();
};

/// The sampler context (spec 10, section 5): user fields and cache cells. Not thread-safe. Cells
/// live as long as the context, so results depend on what was asked before.
class Context {
public:
  explicit Context(bool caches) : caches(caches) {}

  const bool caches;
  /// Absent fields fall back to 0, alpha 1 and offset 0 (spec 10, section 8).
  const Beardifier *beardifier = nullptr;
  const Blender *blender = nullptr;

  Cell &cell(unsigned id) {
    if (cells.size() <= id)
      cells.resize(id + 1);
    return cells[id];
  }
  void forget() { cells.clear(); }

  /// Values of nodes that have several users and no cache below: pure functions of the volume or
  /// block (and of the user fields, which must not change once they were read).
  struct Memo {
    struct VolumeKey {
      const Sampler *node;
      Volume volume;
      bool operator==(const VolumeKey &o) const { return node == o.node && volume == o.volume; }
    };
    struct PointKey {
      const Sampler *node;
      i32 x, y, z;
      bool operator==(const PointKey &o) const {
        return node == o.node && x == o.x && y == o.y && z == o.z;
      }
    };
    struct Hash {
      std::size_t operator()(const VolumeKey &k) const;
      std::size_t operator()(const PointKey &k) const;
    };
    std::unordered_map<VolumeKey, std::vector<f32>, Hash> volumes;
    std::unordered_map<PointKey, f32, Hash> points;
    std::size_t floats = 0; ///< in `volumes`
  } memo;

private:
  std::vector<Cell> cells;
};

using Node = const Sampler *;

} // namespace terrane::reference

#endif // TERRANE_TARGETS_REFERENCE_SAMPLER_H
