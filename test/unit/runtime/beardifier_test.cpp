//===- beardifier_test.cpp - Terrain adaptation around structures (spec 30, 8) -===//

#include "runtime/chunk/beardifier.h"
#include "runtime/math/java.h"
#include <gtest/gtest.h>
#include <vector>

using namespace terrane::rt;

namespace {

StructurePiece piece(Adaptation adaptation, BlockBox box = {4, 10, 4, 8, 14, 8}) {
  StructurePiece p;
  p.box = box;
  p.adaptation = adaptation;
  return p;
}

TEST(Beardifier, Empty) {
  Beardifier none = Beardifier::forChunk(0, 0, {});
  EXPECT_TRUE(none.empty());
  EXPECT_EQ(bitsOf(none.value(0, 0, 0)), 0u);
  EXPECT_TRUE(Beardifier::forChunk(0, 0, {piece(Adaptation::None)}).empty());
  std::vector<f32> out(8, 3.0f);
  Volume v;
  v.sx = v.sy = v.sz = 2;
  none.fillVolume(v, out.data());
  EXPECT_EQ(out, std::vector<f32>(8, 0.0f));
}

TEST(Beardifier, CollectsWhatIsNear) {
  auto collected = [](i32 minX, i32 maxX) {
    return !Beardifier::forChunk(0, 0, {piece(Adaptation::Bury, {minX, 0, 0, maxX, 5, 5})}).empty();
  };
  EXPECT_TRUE(collected(27, 40));
  EXPECT_FALSE(collected(28, 40));
  EXPECT_TRUE(collected(-40, -12));
  EXPECT_FALSE(collected(-40, -13));

  auto junctionCollected = [](i32 x) {
    StructurePiece p = piece(Adaptation::BeardThin);
    p.poolElement = true;
    p.junctions = {{x, 3, 5}};
    return !Beardifier::forChunk(0, 0, {p}).empty(); // not rigid: the junction alone counts
  };
  EXPECT_TRUE(junctionCollected(26));
  EXPECT_FALSE(junctionCollected(27));
  EXPECT_TRUE(junctionCollected(-11));
  EXPECT_FALSE(junctionCollected(-12));
}

TEST(Beardifier, AffectedBoxIsInflated) {
  Beardifier b = Beardifier::forChunk(0, 0, {piece(Adaptation::Bury)});
  ASSERT_TRUE(b.affectedBox());
  EXPECT_EQ(b.affectedBox()->minX, 4 - 24);
  EXPECT_EQ(b.affectedBox()->maxY, 14 + 24);
}

TEST(Beardifier, Bury) {
  Beardifier b = Beardifier::forChunk(0, 0, {piece(Adaptation::Bury)});
  EXPECT_EQ(b.value(6, 10, 6), 1.0f);               // on the floor, inside
  EXPECT_EQ(b.value(6, 16, 6), 1.0f - 3.0f / 6.0f); // six up, halved
  EXPECT_EQ(b.value(4 - 6, 10, 6), 0.0f);           // the sixth block beside
  EXPECT_EQ(b.value(4 - 3, 10, 6), 1.0f - 3.0f / 6.0f);
}

TEST(Beardifier, Encapsulate) {
  Beardifier b = Beardifier::forChunk(0, 0, {piece(Adaptation::Encapsulate)});
  EXPECT_EQ(b.value(6, 14, 6), 0.8f); // anywhere inside
  EXPECT_EQ(b.value(6, 14 + 6, 6), (1.0f - 3.0f / 6.0f) * 0.8f);
}

/// Inside the box, at its floor: K of q = 1 times -u r / 2 with u = 0.5 (checked by hand below).
TEST(Beardifier, BeardAtTheFloor) {
  Beardifier b = Beardifier::forChunk(0, 0, {piece(Adaptation::BeardThin)});
  f32 r = f32(fastInvSqrt(0.125));
  f32 expected = ((-0.5f * r) / 2.0f) * fromBits(0x3F7C07F5u) * 0.8f;
  EXPECT_EQ(b.value(6, 10, 6), expected);
  EXPECT_LT(b.value(6, 10, 6), 0.0f); // above ground: less terrain
  EXPECT_GT(b.value(6, 9, 6), 0.0f);
  EXPECT_EQ(b.value(6, 10 + 12, 6), 0.0f); // out of the kernel's reach
  EXPECT_NE(b.value(6, 10 - 12, 6), 0.0f);
}

TEST(Beardifier, BeardBoxKeepsTheWholeBoxOpen) {
  Beardifier thin = Beardifier::forChunk(0, 0, {piece(Adaptation::BeardThin)});
  Beardifier box = Beardifier::forChunk(0, 0, {piece(Adaptation::BeardBox)});
  EXPECT_EQ(thin.value(6, 10, 6), box.value(6, 10, 6));
  EXPECT_LT(box.value(6, 14, 6), thin.value(6, 14, 6));
}

TEST(Beardifier, GroundLevelDeltaRaisesTheGround) {
  StructurePiece p = piece(Adaptation::BeardThin);
  p.poolElement = p.rigid = true;
  p.groundLevelDelta = 2;
  Beardifier raised = Beardifier::forChunk(0, 0, {p});
  p.groundLevelDelta = 0;
  Beardifier flat = Beardifier::forChunk(0, 0, {p});
  EXPECT_EQ(raised.value(6, 12, 6), flat.value(6, 10, 6));
}

/// A case of the reference vectors: two rigid pool elements with junctions.
TEST(Beardifier, SumOfPiecesAndJunctions) {
  StructurePiece a = piece(Adaptation::BeardThin, {-79, -13, -19, -63, -10, -4});
  a.poolElement = a.rigid = true;
  a.junctions = {{-70, -2, -46}, {-37, -32, -6}};
  StructurePiece b = piece(Adaptation::BeardThin, {-59, 21, -47, -55, 34, -39});
  b.poolElement = b.rigid = true;
  b.groundLevelDelta = 1;
  b.junctions = {{-49, -4, -17}};
  Beardifier beardifier = Beardifier::forChunk(-4, -2, {a, b});
  EXPECT_EQ(bitsOf(beardifier.value(-61, 18, -35)), 0x3D3DFA77u);
  EXPECT_EQ(bitsOf(beardifier.value(-58, 19, -40)), 0x3EC3E21Eu);
  EXPECT_EQ(bitsOf(beardifier.value(-58, -9, -23)), 0xBBE70065u);
  EXPECT_EQ(bitsOf(beardifier.value(-64, 42, -31)), 0u);
}

TEST(Beardifier, VolumeEqualsPoints) {
  Beardifier b = Beardifier::forChunk(0, 0, {piece(Adaptation::BeardBox)});
  int nonzero = 0;
  for (i32 step : {1, 3}) {
    Volume v;
    v.sx = 20 / step, v.sy = 100 / step, v.sz = 18 / step;
    v.mx = -2, v.my = -40, v.mz = -1;
    v.tx = v.ty = v.tz = step;
    std::vector<f32> out(std::size_t(v.count()), 9.0f);
    b.fillVolume(v, out.data());
    for (i32 k = 0; k < v.sz; ++k)
      for (i32 i = 0; i < v.sx; ++i)
        for (i32 j = 0; j < v.sy; ++j) {
          f32 value = out[std::size_t(v.index(i, j, k))];
          ASSERT_EQ(value, b.value(v.blockX(i), v.blockY(j), v.blockZ(k)));
          nonzero += value != 0;
        }
  }
  EXPECT_GT(nonzero, 1000);
}

} // namespace
