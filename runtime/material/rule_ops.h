//===- rule_ops.h - What compiled material rules are made of (spec 40, 6 and 7) -===//
//
// Kernel-safe. A compiled rule is straight code over a `MaterialContext`; what depends on the world
// or on the level stands in a `RuleTables` that the host fills (compiled_rule.h). Both types are
// parameters here: a rule's text means those of its surroundings, the device's in a batch
// (runtime/cuda/materials.h).
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_MATERIAL_RULE_OPS_H
#define TERRANE_RUNTIME_MATERIAL_RULE_OPS_H

#include "runtime/material/context.h"
#include "runtime/math/java.h"
#include "runtime/noise/stack.h"

namespace terrane::rt {

/// What is known of a biome condition in a chunk.
enum BiomeVerdict : u8 { BiomeNever, BiomeAlways, BiomeByBlock };

/// The resolved anchors of a vertical gradient.
struct GradientRange {
  i32 trueAtAndBelow, falseAtAndAbove;
};

struct RuleTables {
  const NoiseStack *noises;       ///< of the module
  const i32 *anchors;             ///< by anchor
  const GradientRange *gradients; ///< by gradient
  const u8 *verdicts;             ///< by biome set, for the chunk
  const u8 *const *members;       ///< by biome set: by BiomeId, whether it is in the set
  const u32 *veinEntries;         ///< three entries by vein: density, richness, filler gap
  /// The first float of a gradient's generator at the block.
  f32 (*gradientFloat)(const RuleTables *, const MaterialContext *, i32 gradient);
  const void *host;

  TERRANE_FN u8 verdict(i32 set) const { return verdicts[set]; }
};

template <class Context, class Tables>
TERRANE_FN bool biomeIn(Context &c, const Tables &t, i32 set) {
  u8 verdict = t.verdict(set);
  return verdict == BiomeByBlock ? t.members[set][c.blockBiome(&c)] != 0 : verdict == BiomeAlways;
}

template <class Context, class Tables>
TERRANE_FN f32 ruleNoise(Context &c, const Tables &t, i32 noise, i32 y) {
  return stackGet(t.noises[noise], f64(c.x), f64(y), f64(c.z));
}
TERRANE_FN bool between(f64 value, f64 min, f64 max) {
  return value >= min && value <= max;
}
template <class Context, class Tables>
TERRANE_FN bool noiseBetween(Context &c, const Tables &t, i32 noise, i32 y, f64 min, f64 max) {
  return between(f64(ruleNoise(c, t, noise, y)), min, max);
}

/// The value of a noise that several conditions of a column ask for. A noise has no state, so who
/// asks and how often shows nowhere.
struct KnownNoise {
  bool known;
  i32 y;
  f32 value;
};
template <class Context, class Tables>
TERRANE_FN bool noiseBetween(Context &c, const Tables &t, KnownNoise &k, i32 noise, i32 y, f64 min,
                             f64 max) {
  if (!k.known || k.y != y)
    k = {true, y, ruleNoise(c, t, noise, y)};
  return between(f64(k.value), min, max);
}

template <class Context, class Tables>
TERRANE_FN bool verticalGradient(Context &c, const Tables &t, i32 gradient) {
  GradientRange range = t.gradients[gradient];
  if (c.y <= range.trueAtAndBelow)
    return true;
  if (c.y >= range.falseAtAndAbove)
    return false;
  f64 low = f64(range.trueAtAndBelow), high = f64(range.falseAtAndAbove);
  f64 p = 1.0 + ((f64(c.y) - low) / (high - low)) * (0.0 - 1.0);
  return f64(t.gradientFloat(&t, &c, gradient)) < p;
}

template <class Context>
TERRANE_FN bool yAbove(const Context &c, i32 anchor, i32 depthTimes, bool addStoneDepth) {
  return wrapAdd(c.y, addStoneDepth ? c.above : 0) >=
         wrapAdd(anchor, wrapMul(c.surfaceDepth, depthTimes));
}

template <class Context>
TERRANE_FN bool aboveWater(const Context &c, i32 offset, i32 depthTimes, bool addStoneDepth) {
  return c.water == noWater ||
         wrapAdd(c.y, addStoneDepth ? c.above : 0) >=
             wrapAdd(wrapAdd(c.water, offset), wrapMul(c.surfaceDepth, depthTimes));
}

template <class Context>
TERRANE_FN bool stoneDepth(Context &c, bool ceiling, i32 offset, bool addSurfaceDepth,
                           i32 secondaryRange) {
  i32 s2 = 0;
  if (secondaryRange != 0) {
    f64 range = f64(secondaryRange);
    s2 = toI32(0.0 + ((surfaceSecondary(c) - -1.0) / (1.0 - -1.0)) * (range - 0.0));
  }
  i32 limit = wrapAdd(wrapAdd(wrapAdd(1, offset), addSurfaceDepth ? c.surfaceDepth : 0), s2);
  return (ceiling ? solidBelow(c) : c.above) <= limit;
}

template <class Context> TERRANE_FN bool steep(const Context &c) {
  return c.gradientX <= -4 || c.gradientZ >= 4;
}

/// A vein's functions at the block; density and richness are in the buffers within the narrowed
/// volume.
TERRANE_FN f32 veinDensity(MaterialContext &c, const RuleTables &t, i32 vein) {
  return inNarrowed(c) ? c.veins[vein].density[narrowedIndex(c)]
                       : c.point(&c, t.veinEntries[3 * i64(vein)]);
}
TERRANE_FN f32 veinRichness(MaterialContext &c, const RuleTables &t, i32 vein) {
  return inNarrowed(c) ? c.veins[vein].richness[narrowedIndex(c)]
                       : c.point(&c, t.veinEntries[3 * i64(vein) + 1]);
}
TERRANE_FN f32 fillerGap(MaterialContext &c, const RuleTables &t, i32 vein) {
  return c.point(&c, t.veinEntries[3 * i64(vein) + 2]);
}

/// The rule `ore_vein`.
template <class Context, class Tables>
TERRANE_FN i32 oreVein(Context &c, const Tables &t, i32 vein, i32 ore, i32 rawOre, i32 filler,
                       f32 rawOreChance) {
  f32 density = veinDensity(c, t, vein);
  if (density <= 0.0f)
    return noState;
  f32 u[3];
  c.oreFloats(&c, u);
  if (u[0] > density)
    return noState;
  if (u[1] < veinRichness(c, t, vein) && fillerGap(c, t, vein) < 0.0f)
    return u[2] < rawOreChance ? rawOre : ore;
  return filler;
}

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_MATERIAL_RULE_OPS_H
