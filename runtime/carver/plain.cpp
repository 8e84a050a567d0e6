//===- plain.cpp - The carving mask of a chunk, word by word (spec 60, 2) -===//

#include "runtime/carver/plan.h"
#include "runtime/carver/shape.h"
#include "runtime/carver/walk.h"

namespace terrane::rt {

namespace {

/// Cuts what is walked, up to the first failed reach test.
class TunnelCuts {
public:
  TunnelCuts(Cutter &cutter, const Sine &sine, const TunnelStart &start)
      : cutter(cutter), sine(sine), start(start) {}

  bool step(i32 s, f64 x, f64 y, f64 z, f64 hr, f64 vr) {
    if (!canReach(x, z, s, start.length, start.thickness, cutter.middleX(), cutter.middleZ()))
      return false;
    cutter.cave(x, y, z, hr, vr, start.scale.floor);
    return true;
  }
  void child(const TunnelStart &child) {
    TunnelCuts sink(cutter, sine, child);
    walkTunnel(child, sine, sink);
  }

private:
  Cutter &cutter;
  const Sine &sine;
  const TunnelStart &start;
};

class CanyonCuts {
public:
  CanyonCuts(Cutter &cutter, const CanyonStart &start, const std::vector<f32> &widths)
      : cutter(cutter), start(start), widths(widths) {}

  bool step(i32 s, f64 x, f64 y, f64 z, f64 hr, f64 vr) {
    if (!canReach(x, z, s, start.length, start.thickness, cutter.middleX(), cutter.middleZ()))
      return false;
    cutter.canyon(x, y, z, hr, vr, widths.data());
    return true;
  }

private:
  Cutter &cutter;
  const CanyonStart &start;
  const std::vector<f32> &widths;
};

/// Walks and cuts what starts.
class StartCuts {
public:
  StartCuts(Cutter &cutter, const GenerationRange &range) : cutter(cutter), range(range) {}

  void room(const RoomStart &start) {
    cutter.cave(start.x, start.y, start.z, start.hr, start.vr, start.floor);
  }
  void tunnel(const TunnelStart &start) {
    TunnelCuts sink(cutter, sine, start);
    walkTunnel(start, sine, sink);
  }
  void canyon(const CanyonStart &start) {
    CanyonCuts sink(cutter, start, widths);
    walkCanyon(start, range, sine, widths, sink);
  }

private:
  Cutter &cutter;
  const GenerationRange &range;
  Sine sine;
  std::vector<f32> widths;
};

} // namespace

bool plainCarvingMask(const CarverWorld &world, const CarverListAt &listAt, i32 chunkX, i32 chunkZ,
                      CarvingMask &out, std::string &error, std::vector<CarverStart> *found) {
  out.reset(world.range);
  Cutter cutter(out, world.range, chunkX, chunkZ);
  StartCuts cuts(cutter, world.range);
  StartRandom random;
  for (i32 dx = -carverRadius; dx <= carverRadius; ++dx)
    for (i32 dz = -carverRadius; dz <= carverRadius; ++dz) {
      i32 x = wrapAdd(chunkX, dx), z = wrapAdd(chunkZ, dz);
      const std::vector<u32> &list = world.set->lists[listAt(x, z)];
      for (u32 index = 0; index < list.size(); ++index) {
        const Carver &carver = world.set->carvers[list[index]];
        if (!startTest(carver, random, StartSeeds(world.seed, i32(index)), x, z))
          continue;
        if (found)
          found->push_back({dx, dz, index});
        drawStart(carver, random, x, z, world.range, cuts);
        if (random.failed()) {
          error = carverFailure(x, z, index);
          return false;
        }
      }
    }
  return true;
}

std::string carverFailure(i32 chunkX, i32 chunkZ, u32 index) {
  return "carver " + std::to_string(index) + " of the biome of chunk " + std::to_string(chunkX) +
         " " + std::to_string(chunkZ) + " draws from an empty range";
}

} // namespace terrane::rt
