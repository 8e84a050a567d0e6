//===- plan.h - The carving mask of a chunk (spec 60, 2) ------------------===//
//
// The plain form goes through the 17 x 17 source chunks and walks everything for the one chunk. The
// planner walks a source chunk's ways once, to their ends, and keeps their cuts; a chunk then takes
// the cuts before its first failed reach test. That gives the same mask:
//
//  * What starts in a source chunk depends on the chunk that is carved through a cached Gaussian
//    alone (section 2). Where a start draws Gaussians, the planner uses the plain form.
//  * The steps of a way draw from its own generator and depend on nothing else; the reach test
//    (6.2) draws nothing and only ends the way, children included.
//  * A way none of whose cuts touches the chunk's columns sets no bit, wherever it would end.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_CARVER_PLAN_H
#define TERRANE_RUNTIME_CARVER_PLAN_H

#include "runtime/carver/carver.h"
#include "runtime/carver/mask.h"
#include "runtime/carver/sine.h"
#include "runtime/carver/start.h"

#include <functional>
#include <string>

namespace terrane::rt {

/// How many chunks in each direction carvers reach, and are looked for.
constexpr i32 carverRadius = 8;

/// What the masks of a world's chunks depend on. `set` must outlive whoever keeps one of these.
struct CarverWorld {
  const CarverSet *set = nullptr;
  i64 seed = 0;
  GenerationRange range{0, 0, 0};
};

/// The list (of CarverSet::lists) of the biome of a source chunk.
using CarverListAt = std::function<u32(i32 chunkX, i32 chunkZ)>;

/// A start that was found, for those who count them.
struct CarverStart {
  i32 dx, dz; ///< source chunk minus target chunk
  u32 index;  ///< in the biome's list
};

/// The mask of a chunk, word by word. `starts`, if given, gets all starts in the game's order.
/// False, with a message, where the game would fail.
bool plainCarvingMask(const CarverWorld &world, const CarverListAt &listAt, i32 chunkX, i32 chunkZ,
                      CarvingMask &out, std::string &error,
                      std::vector<CarverStart> *starts = nullptr);

/// The message where a start draws from a range that is empty, or too large for its type.
std::string carverFailure(i32 chunkX, i32 chunkZ, u32 index);

/// Makes masks, best of chunks near each other. Not thread-safe; keeps what it walked in a bounded
/// memory. Masks do not depend on what was asked before.
class CarverPlanner {
public:
  CarverPlanner(CarverWorld world, CarverListAt listAt);

  /// As plainCarvingMask.
  bool mask(i32 chunkX, i32 chunkZ, CarvingMask &out, std::string &error);

private:
  /// A cut of a way.
  struct Step {
    f64 x, y, z, hr, vr;
    i32 s;
  };
  /// One way with its cuts, and after it those that split off it.
  struct Way {
    u32 firstStep, endStep;
    u32 end;        ///< the index after its last descendant's
    i32 minX, maxX; ///< the blocks that cuts of it and its descendants can touch
    i32 minZ, maxZ;
    i32 length; ///< below 0: a room, which has no reach test
    f32 thickness;
    f64 floor;  ///< of a cave
    i32 widths; ///< of a canyon: where its widths begin; -1: a cave
  };
  struct Source {
    bool known = false;
    bool plain = false; ///< too large to be kept, or it fails: the plain form tells
    i32 x = 0, z = 0;
    std::vector<Way> ways; ///< depth first
    std::vector<Step> steps;
    std::vector<f32> widths;
  };
  class Recorder;
  static std::size_t sizeOf(const Source &source) {
    return source.steps.size() + source.ways.size() + source.widths.size();
  }

  Source &sourceAt(i32 x, i32 z);
  void walk(Source &source);
  static void carve(const Source &source, class Cutter &cutter, i32 chunkX, i32 chunkZ);
  static bool carveWay(const Source &source, const Way &way, class Cutter &cutter);

  CarverWorld world;
  CarverListAt listAt;
  bool plain; ///< starts depend on their order
  Sine sine;
  std::vector<StartSeeds> seeds; ///< by index in a list
  std::vector<f32> widths;
  std::vector<Source> sources; ///< a square of chunks, repeated over the plane
  std::size_t stored = 0;      ///< the sum of their sizes
};

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_CARVER_PLAN_H
