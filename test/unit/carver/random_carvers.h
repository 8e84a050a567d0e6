//===- random_carvers.h - Carvers made up from a seed ---------------------===//

#ifndef TERRANE_TEST_UNIT_CARVER_RANDOM_CARVERS_H
#define TERRANE_TEST_UNIT_CARVER_RANDOM_CARVERS_H

#include "runtime/carver/carver.h"

#include <algorithm>

namespace terrane::test {

using namespace terrane::rt;

struct CarverStyle {
  bool gaussians = false; ///< some starts draw them
  bool oddRadii = false;  ///< negative, zero, huge
};

class CarverMaker {
public:
  CarverMaker(i64 seed, CarverStyle style) : random(seed), style(style) {}

  CarverSet makeSet(i32 numLists) {
    CarverSet set;
    for (i32 i = 0; i < 4; ++i)
      set.carvers.push_back(makeCarver());
    for (i32 i = 0; i < numLists; ++i) {
      std::vector<u32> list;
      for (i32 n = random.nextInt(4); n > 0; --n)
        list.push_back(u32(random.nextInt(4)));
      set.lists.push_back(list);
    }
    return set;
  }

private:
  f32 in(f32 low, f32 high) { return low + (high - low) * random.nextFloat(); }

  FloatProvider floats(f32 low, f32 high) {
    f32 a = in(low, high), b = in(low, high);
    FloatProvider p = FloatProvider::constant(a);
    if (random.nextInt(3) == 0)
      return p;
    p.min = std::min(a, b);
    p.max = std::max(a, b);
    p.plateau = (p.max - p.min) * random.nextFloat();
    p.mean = a;
    p.deviation = b;
    p.kind = style.gaussians && random.nextInt(3) == 0 ? FloatProvider::Kind::ClampedNormal
             : random.nextBoolean()                    ? FloatProvider::Kind::Uniform
                                                       : FloatProvider::Kind::Trapezoid;
    return p;
  }
  FloatProvider radii(f32 low, f32 high) {
    if (!style.oddRadii || random.nextInt(2) == 0)
      return floats(low, high);
    const f32 odd[] = {0.0f, -1.0f, -0.3f, 1e30f, 1e-30f, 40.0f, 3e38f};
    return FloatProvider::constant(odd[random.nextInt(7)]);
  }

  Carver makeCarver() {
    Carver carver;
    carver.probability = in(0.02f, 0.3f);
    carver.y.kind = HeightProvider::Kind::Uniform;
    carver.y.min = {Anchor::AboveBottom, random.nextInt(30)};
    carver.y.max = {Anchor::BelowTop, random.nextInt(60)};
    if (random.nextInt(3) == 0)
      carver.shape = makeCanyon();
    else
      carver.shape = makeCave();
    return carver;
  }
  Cave makeCave() {
    Cave cave;
    cave.count.kind = IntProvider::Kind::VeryBiasedToBottom;
    cave.count.max = random.nextInt(8);
    cave.thickness = floats(0.0f, 7.0f);
    cave.weirdThicknessBias = random.nextBoolean();
    cave.roomVerticalRadius = radii(0.1f, 1.0f);
    cave.horizontalRadius = radii(0.5f, 2.0f);
    cave.verticalRadius = radii(0.5f, 2.0f);
    cave.startVerticalRadius = radii(0.5f, 5.0f);
    cave.floorLevel = floats(-1.0f, 1.0f);
    return cave;
  }
  Canyon makeCanyon() {
    Canyon canyon;
    canyon.verticalRotation = floats(-0.2f, 0.2f);
    canyon.distanceFactor = floats(0.2f, 2.0f);
    canyon.thickness = floats(0.0f, 6.0f);
    canyon.widthSmoothness = 1 + random.nextInt(5);
    canyon.horizontalRadiusFactor = radii(0.5f, 1.2f);
    canyon.verticalRadiusDefault = in(0.5f, 1.5f);
    canyon.verticalRadiusCenter = in(-0.5f, 0.5f);
    canyon.yScale = radii(0.5f, 3.0f);
    return canyon;
  }

  Legacy random;
  CarverStyle style;
};

} // namespace terrane::test

#endif // TERRANE_TEST_UNIT_CARVER_RANDOM_CARVERS_H
