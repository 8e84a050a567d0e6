//===- start.h - What starts in a chunk (spec 60, 2, 4.1 and 5.1) ---------===//

#ifndef TERRANE_RUNTIME_CARVER_START_H
#define TERRANE_RUNTIME_CARVER_START_H

#include "runtime/carver/carver.h"
#include "runtime/carver/sine.h"

namespace terrane::rt {

/// What is the same for all cuts of a cave: multipliers of the radii, and where its floor lies.
struct CaveScale {
  f64 horizontal, vertical, floor;
};

/// A room: one ellipsoid, whatever the distance. Its radii are not multiplied.
struct RoomStart {
  f64 x, y, z, hr, vr, floor;
};

/// A tunnel before its first step (4.2). Children of a tunnel are of this form, too.
struct TunnelStart {
  i64 seed;
  f64 x, y, z;
  f32 thickness, horizontalAngle, verticalAngle;
  i32 firstStep, length;
  f64 verticalScale;
  CaveScale scale;
};

/// A canyon before its first step (5.2).
struct CanyonStart {
  i64 seed;
  f64 x, y, z;
  f32 thickness, horizontalAngle, verticalAngle;
  i32 length; ///< 0 or less: no step
  f64 yScale;
  const Canyon *canyon;
};

/// The start test of a carver in a chunk: seeds `random` and draws.
inline bool startTest(const Carver &carver, StartRandom &random, const StartSeeds &seeds,
                      i32 chunkX, i32 chunkZ) {
  random.setSeed(seeds.at(chunkX, chunkZ));
  return random.nextFloat() <= carver.probability;
}

//===----------------------------------------------------------------------===//
// The draws. Their order is the point here: one statement each.
//===----------------------------------------------------------------------===//

struct StartPlace {
  f64 x, y, z;
};

inline StartPlace drawPlace(const HeightProvider &height, StartRandom &random, i32 chunkX,
                            i32 chunkZ, const GenerationRange &range) {
  StartPlace place;
  place.x = f64(wrapAdd(wrapMul(chunkX, 16), random.nextInt(16)));
  place.y = f64(height.sample(random, range));
  place.z = f64(wrapAdd(wrapMul(chunkZ, 16), random.nextInt(16)));
  return place;
}

inline f32 drawThickness(const Cave &cave, StartRandom &random) {
  f32 thickness = cave.thickness.sample(random);
  if (cave.weirdThicknessBias && random.nextInt(10) == 0) {
    f32 first = random.nextFloat();
    f32 second = random.nextFloat();
    thickness = thickness * (first * second * 3.0f + 1.0f);
  }
  return thickness;
}

template <class Sink>
void drawCave(const Cave &cave, const HeightProvider &height, StartRandom &random, i32 chunkX,
              i32 chunkZ, const GenerationRange &range, Sink &sink) {
  i32 count = cave.count.sample(random);
  for (i32 i = 0; i < count && !random.failed(); ++i) {
    StartPlace place = drawPlace(height, random, chunkX, chunkZ, range);
    CaveScale scale;
    scale.horizontal = f64(cave.horizontalRadius.sample(random));
    scale.vertical = f64(cave.verticalRadius.sample(random));
    f64 startScale = f64(cave.startVerticalRadius.sample(random));
    scale.floor = f64(cave.floorLevel.sample(random));
    i32 tunnels = 1;
    if (random.nextInt(4) == 0) {
      f64 yScale = f64(cave.roomVerticalRadius.sample(random));
      f32 t = 1.0f + random.nextFloat() * 6.0f;
      f64 hr = 1.5 + f64(t); // times the sine of a quarter turn, which is 1
      sink.room(RoomStart{place.x + 1.0, place.y, place.z, hr, hr * yScale, scale.floor});
      tunnels = 1 + random.nextInt(4);
    }
    for (i32 tunnel = 0; tunnel < tunnels; ++tunnel) {
      TunnelStart start;
      start.horizontalAngle = random.nextFloat() * twoPif;
      start.verticalAngle = (random.nextFloat() - 0.5f) / 4.0f;
      start.thickness = drawThickness(cave, random);
      start.length = 112 - random.nextInt(28);
      start.seed = random.nextLong();
      start.x = place.x;
      start.y = place.y;
      start.z = place.z;
      start.firstStep = 0;
      start.verticalScale = startScale;
      start.scale = scale;
      sink.tunnel(start);
    }
  }
}

template <class Sink>
void drawCanyon(const Canyon &canyon, const HeightProvider &height, StartRandom &random, i32 chunkX,
                i32 chunkZ, const GenerationRange &range, Sink &sink) {
  StartPlace place = drawPlace(height, random, chunkX, chunkZ, range);
  CanyonStart start;
  start.x = place.x;
  start.y = place.y;
  start.z = place.z;
  start.horizontalAngle = random.nextFloat() * twoPif;
  start.verticalAngle = canyon.verticalRotation.sample(random);
  start.yScale = f64(canyon.yScale.sample(random));
  start.thickness = canyon.thickness.sample(random);
  start.length = toI32(f64(112.0f * canyon.distanceFactor.sample(random)));
  start.seed = random.nextLong();
  start.canyon = &canyon;
  sink.canyon(start);
}

/// Draws what a carver starts in a source chunk, right after its start test, and hands each to
/// `sink`, which has
///   void room(const RoomStart &), void tunnel(const TunnelStart &), void canyon(const CanyonStart
///   &).
/// `random` has failed afterwards where the game would fail. A canyon's start points into `carver`.
template <class Sink>
void drawStart(const Carver &carver, StartRandom &random, i32 chunkX, i32 chunkZ,
               const GenerationRange &range, Sink &sink) {
  if (const auto *cave = std::get_if<Cave>(&carver.shape))
    drawCave(*cave, carver.y, random, chunkX, chunkZ, range, sink);
  else
    drawCanyon(std::get<Canyon>(carver.shape), carver.y, random, chunkX, chunkZ, range, sink);
}

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_CARVER_START_H
