//===- plan.cpp - Carving masks with shared ways (spec 60, 2) -------------===//

#include "runtime/carver/plan.h"

#include "runtime/carver/shape.h"
#include "runtime/carver/walk.h"

#include <algorithm>

namespace terrane::rt {

namespace {

/// Chunks on a side of the square of sources: twice the 17 that one chunk needs and more, so that a
/// sweep over a region finds the rows before.
constexpr i32 side = 64;
/// Steps (48 bytes), ways and widths kept at most; those of one source at most.
constexpr std::size_t maxStored = 1u << 19, maxStoredPerSource = 1u << 15;

constexpr i32 farAway = 0x7FFFFFFF;

} // namespace

/// Keeps the cuts of a source's ways.
class CarverPlanner::Recorder {
public:
  Recorder(Source &source, const GenerationRange &range, const Sine &sine, std::vector<f32> &widths)
      : source(source), range(range), sine(sine), widths(widths) {}

  // The sink of starts. Nothing is recorded once there is too much, which loses nothing: the source
  // is then not used.
  void room(const RoomStart &start) {
    if (full())
      return;
    std::size_t way = open(-1, 0.0f, start.floor, -1);
    step(0, start.x, start.y, start.z, start.hr, start.vr);
    close(way);
  }
  void tunnel(const TunnelStart &start) {
    if (full())
      return;
    std::size_t way = open(start.length, start.thickness, start.scale.floor, -1);
    walkTunnel(start, sine, *this);
    close(way);
  }
  void canyon(const CanyonStart &start) {
    if (full())
      return;
    std::size_t way = open(start.length, start.thickness, 0.0, i32(source.widths.size()));
    walkCanyon(start, range, sine, widths, *this);
    source.widths.insert(source.widths.end(), widths.begin(), widths.end());
    close(way);
  }
  bool full() const { return sizeOf(source) > maxStoredPerSource; }

  // The sink of walks.
  bool step(i32 s, f64 x, f64 y, f64 z, f64 hr, f64 vr) {
    // Blocks as section 6.1 counts them. Radii that are no radii are not reckoned with.
    Way &way = source.ways[current];
    bool ordinary = hr >= 0.0 && hr < 1e6 && absD(x) < 1e9 && absD(z) < 1e9;
    grow(way.minX, way.maxX, ordinary, x, hr);
    grow(way.minZ, way.maxZ, ordinary, z, hr);
    source.steps.push_back({x, y, z, hr, vr, s});
    way.endStep = u32(source.steps.size());
    return true;
  }
  void child(const TunnelStart &start) {
    std::size_t parent = current;
    tunnel(start);
    current = parent;
  }

private:
  std::size_t open(i32 length, f32 thickness, f64 floor, i32 widths) {
    current = source.ways.size();
    u32 step = u32(source.steps.size());
    source.ways.push_back(
        {step, step, 0, farAway, -farAway, farAway, -farAway, length, thickness, floor, widths});
    return current;
  }
  void close(std::size_t index) {
    source.ways[index].end = u32(source.ways.size());
    Way &way = source.ways[index];
    for (std::size_t child = index + 1; child < way.end; child = source.ways[child].end) {
      const Way &other = source.ways[child];
      way.minX = imin(way.minX, other.minX);
      way.maxX = imax(way.maxX, other.maxX);
      way.minZ = imin(way.minZ, other.minZ);
      way.maxZ = imax(way.maxZ, other.maxZ);
    }
  }
  static void grow(i32 &min, i32 &max, bool ordinary, f64 middle, f64 radius) {
    min = imin(min, ordinary ? floorI(middle - radius) - 1 : -farAway);
    max = imax(max, ordinary ? floorI(middle + radius) : farAway);
  }

  Source &source;
  const GenerationRange &range;
  const Sine &sine;
  std::vector<f32> &widths; ///< scratch
  std::size_t current = 0;
};

CarverPlanner::CarverPlanner(CarverWorld world, CarverListAt listAt)
    : world(world), listAt(std::move(listAt)), plain(world.set->startsUseGaussian()) {
  std::size_t longest = 0;
  for (const std::vector<u32> &list : world.set->lists)
    longest = std::max(longest, list.size());
  for (std::size_t index = 0; index < longest; ++index)
    seeds.emplace_back(world.seed, i32(index));
}

CarverPlanner::Source &CarverPlanner::sourceAt(i32 x, i32 z) {
  if (sources.empty())
    sources.resize(std::size_t(side) * side);
  Source &source = sources[(x & (side - 1)) + side * (z & (side - 1))];
  if (source.known && source.x == x && source.z == z)
    return source;
  if (stored > maxStored) {
    for (Source &other : sources)
      other = Source();
    stored = 0;
  }
  stored -= sizeOf(source);
  source.known = true;
  source.plain = false;
  source.x = x;
  source.z = z;
  source.ways.clear();
  source.steps.clear();
  source.widths.clear();
  walk(source);
  if (source.plain)
    source.ways = {}, source.steps = {}, source.widths = {};
  stored += sizeOf(source);
  return source;
}

void CarverPlanner::walk(Source &source) {
  const std::vector<u32> &list = world.set->lists[listAt(source.x, source.z)];
  StartRandom random;
  Recorder recorder(source, world.range, sine, widths);
  for (u32 index = 0; index < list.size() && !source.plain; ++index) {
    const Carver &carver = world.set->carvers[list[index]];
    if (!startTest(carver, random, seeds[index], source.x, source.z))
      continue;
    drawStart(carver, random, source.x, source.z, world.range, recorder);
    source.plain = random.failed() || recorder.full();
  }
}

/// Whether the way got to its end, where its children begin.
bool CarverPlanner::carveWay(const Source &source, const Way &way, Cutter &cutter) {
  for (u32 i = way.firstStep; i < way.endStep; ++i) {
    const Step &step = source.steps[i];
    if (way.length >= 0 && !canReach(step.x, step.z, step.s, way.length, way.thickness,
                                     cutter.middleX(), cutter.middleZ()))
      return false;
    if (way.widths >= 0)
      cutter.canyon(step.x, step.y, step.z, step.hr, step.vr, source.widths.data() + way.widths);
    else
      cutter.cave(step.x, step.y, step.z, step.hr, step.vr, way.floor);
  }
  return true;
}

void CarverPlanner::carve(const Source &source, Cutter &cutter, i32 chunkX, i32 chunkZ) {
  // A block of an ordinary way is within 1e9 + 1e6: the edges of the chunk compare without wrapping
  // where it has any. Beyond, at places that no world has, everything is looked at.
  i64 x = i64(chunkX) * 16, z = i64(chunkZ) * 16;
  bool within = x > -farAway && x + 15 < farAway && z > -farAway && z + 15 < farAway;
  for (u32 i = 0; i < source.ways.size();) {
    const Way &way = source.ways[i];
    bool touches =
        !within || (way.minX <= x + 15 && way.maxX >= x && way.minZ <= z + 15 && way.maxZ >= z);
    i = touches && carveWay(source, way, cutter) ? i + 1 : way.end;
  }
}

bool CarverPlanner::mask(i32 chunkX, i32 chunkZ, CarvingMask &out, std::string &error) {
  if (plain)
    return plainCarvingMask(world, listAt, chunkX, chunkZ, out, error);
  out.reset(world.range);
  Cutter cutter(out, world.range, chunkX, chunkZ);
  for (i32 dx = -carverRadius; dx <= carverRadius; ++dx)
    for (i32 dz = -carverRadius; dz <= carverRadius; ++dz) {
      const Source &source = sourceAt(wrapAdd(chunkX, dx), wrapAdd(chunkZ, dz));
      if (source.plain)
        return plainCarvingMask(world, listAt, chunkX, chunkZ, out, error);
      carve(source, cutter, chunkX, chunkZ);
    }
  return true;
}

} // namespace terrane::rt
