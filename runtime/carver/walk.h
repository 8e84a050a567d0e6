//===- walk.h - The way of a tunnel or canyon (spec 60, 4.2, 5.2 and 5.3) -===//
//
// A way does not depend on the chunk that is carved, but for where it ends (6.2). So it is walked
// with a sink:
//
//   bool step(i32 s, f64 x, f64 y, f64 z, f64 hr, f64 vr)   a cut; false: the way ends here
//   void child(const TunnelStart &)                         a tunnel only, twice, then it has ended
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_CARVER_WALK_H
#define TERRANE_RUNTIME_CARVER_WALK_H

#include "runtime/carver/sine.h"
#include "runtime/carver/start.h"

namespace terrane::rt {

/// Whether a way of this length and thickness can still reach the middle (x, z) of a chunk from its
/// step `s` (6.2).
inline bool canReach(f64 x, f64 z, i32 s, i32 length, f32 thickness, f64 middleX, f64 middleZ) {
  f64 a = x - middleX, b = z - middleZ, r = f64(wrapSub(length, s));
  f64 q = f64(thickness + 2.0f + 16.0f);
  return (a * a + b * b) - r * r <= q * q;
}

/// Position and direction of a way, and the random changes of its direction.
struct Wanderer {
  f64 x, y, z;
  f32 h, v;
  f32 dh = 0.0f, dv = 0.0f;

  template <class Start>
  explicit Wanderer(const Start &start)
      : x(start.x), y(start.y), z(start.z), h(start.horizontalAngle), v(start.verticalAngle) {}

  void move(const Sine &sine) {
    f32 c = sine.cos(f64(v));
    x += f64(sine.cos(f64(h)) * c);
    y += f64(sine.sin(f64(v)));
    z += f64(sine.sin(f64(h)) * c);
  }
  /// `damping` of the vertical angle, `turn` of both changes, then the changes' own dampings.
  void turn(Legacy &random, f32 damping, f32 turn, f32 dampingV, f32 dampingH) {
    v = v * damping;
    v = v + dv * turn;
    h = h + dh * turn;
    dv = dv * dampingV;
    dh = dh * dampingH;
    dv = dv + swing(random) * 2.0f;
    dh = dh + swing(random) * 4.0f;
  }

private:
  static f32 swing(Legacy &random) {
    f32 a = random.nextFloat();
    f32 b = random.nextFloat();
    f32 c = random.nextFloat();
    return (a - b) * c;
  }
};

template <class Sink> void walkTunnel(const TunnelStart &start, const Sine &sine, Sink &sink) {
  Legacy random(start.seed);
  i32 length = start.length;
  f32 t = start.thickness;
  i32 split = random.nextInt(length / 2) + length / 4;
  bool steep = random.nextInt(6) == 0;
  Wanderer at(start);
  for (i32 s = start.firstStep; s < length; ++s) {
    f64 hr = 1.5 + f64(sine.sin(f64(pif * f32(s) / f32(length))) * t);
    f64 vr = hr * start.verticalScale;
    at.move(sine);
    at.turn(random, steep ? 0.92f : 0.7f, 0.1f, 0.9f, 0.75f);
    if (s == split && t > 1.0f) {
      TunnelStart child = start;
      child.x = at.x;
      child.y = at.y;
      child.z = at.z;
      child.verticalAngle = at.v / 3.0f;
      child.firstStep = s;
      child.verticalScale = 1.0;
      for (f32 angle : {at.h - halfPif, at.h + halfPif}) {
        child.seed = random.nextLong();
        child.thickness = random.nextFloat() * 0.5f + 0.5f;
        child.horizontalAngle = angle;
        sink.child(child);
      }
      return;
    }
    if (random.nextInt(4) == 0)
      continue;
    if (!sink.step(s, at.x, at.y, at.z, hr * start.scale.horizontal, vr * start.scale.vertical))
      return;
  }
}

/// Fills `widths` with one entry per row of the range, squared, and walks.
template <class Sink>
void walkCanyon(const CanyonStart &start, const GenerationRange &range, const Sine &sine,
                std::vector<f32> &widths, Sink &sink) {
  const Canyon &canyon = *start.canyon;
  Legacy random(start.seed);
  widths.resize(imax(range.height, 0));
  f32 width = 1.0f;
  for (i32 k = 0; k < range.height; ++k) {
    if (k == 0 || random.nextInt(canyon.widthSmoothness) == 0) {
      f32 first = random.nextFloat();
      f32 second = random.nextFloat();
      width = 1.0f + first * second;
    }
    widths[k] = width * width;
  }
  i32 length = start.length;
  Wanderer at(start);
  for (i32 s = 0; s < length; ++s) {
    f64 hr = 1.5 + f64(sine.sin(f64(f32(s) * pif / f32(length))) * start.thickness);
    f64 vr = hr * start.yScale;
    hr = hr * f64(canyon.horizontalRadiusFactor.sample(random));
    f32 m = 1.0f - absF(0.5f - f32(s) / f32(length)) * 2.0f;
    f32 q = canyon.verticalRadiusDefault + canyon.verticalRadiusCenter * m;
    vr = (f64(q) * vr) * f64(random.nextFloat() * (1.0f - 0.75f) + 0.75f);
    at.move(sine);
    at.turn(random, 0.7f, 0.05f, 0.8f, 0.5f);
    if (random.nextInt(4) == 0)
      continue;
    if (!sink.step(s, at.x, at.y, at.z, hr, vr))
      return;
  }
}

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_CARVER_WALK_H
