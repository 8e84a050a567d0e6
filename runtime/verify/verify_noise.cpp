//===- verify_noise.cpp - Reference vectors of the noises (spec 20, 3 to 11) -===//

#include "runtime/noise/blended.h"
#include "runtime/noise/noise.h"
#include "runtime/noise/perlin_build.h"
#include "runtime/noise/simplex_build.h"
#include "runtime/verify/checker.h"
#include <cmath>

namespace terrane::rt {

using namespace verify;

namespace {

Volume volumeOf(const Json &row) {
  const Json &size = row.at("size"), &min = row.at("min"), &step = row.at("step");
  Volume v;
  v.sx = size[0], v.sy = size[1], v.sz = size[2];
  v.mx = min[0], v.my = min[1], v.mz = min[2];
  v.tx = step[0], v.ty = step[1], v.tz = step[2];
  return v;
}

Volume oneBlock(i32 x, i32 y, i32 z) {
  Volume v;
  v.mx = x, v.my = y, v.mz = z;
  return v;
}

/// A plain noise node on both paths (7.1, 7.2).
f32 nodePoint(const Noise &noise, f64 xz, f64 ys, i32 x, i32 y, i32 z) {
  return stackGet(noise.view(), f64(x) * xz, f64(y) * ys, f64(z) * xz);
}
std::vector<f32> nodeVolume(const Noise &noise, f64 xz, f64 ys, const Volume &volume) {
  std::vector<f32> out(std::size_t(volume.count()), 0.0f);
  stackAddVolume(noise.view(), out.data(), volume, xz, ys, 1.0f);
  return out;
}

NoiseParameters parametersOf(const Json &row) {
  NoiseParameters p;
  p.baseOctave = row.at("base_octave");
  p.octaveCount = row.value("octave_count", 1);
  p.baseAmplitude = row.value("base_amplitude", 1.0);
  if (row.contains("normalize")) {
    const Json &normalize = row.at("normalize");
    p.normalize = normalize.is_string()   ? Normalize::Legacy
                  : normalize.get<bool>() ? Normalize::On
                                          : Normalize::Off;
  }
  if (row.contains("amplitude_modifiers"))
    p.amplitudeModifiers = row.at("amplitude_modifiers").get<std::vector<double>>();
  return p;
}

template <class Table> void checkTable(Checker &check, const Json &row, const Table &table) {
  const Json &offset = row.at("offset");
  check.bits(offset.at(0), table.ox);
  check.bits(offset.at(1), table.oy);
  check.bits(offset.at(2), table.oz);
  for (std::size_t i = 0; i < 16; ++i)
    check.number(row.at("perm_first16").at(i), table.perm[i]);
  u64 hash = 0xCBF29CE484222325ull;
  for (u8 v : table.perm)
    hash = (hash ^ v) * 0x100000001B3ull;
  check.bits(row.at("perm_fnv1a64"), i64(hash));
}

void checkLayers(Checker &check, const Json &object, const char *key, const Noise &noise) {
  check.number(Json(object.at(key).size()), i64(noise.layers.size()));
  std::size_t i = 0;
  check.each(object, key, [&](const Json &row) {
    if (i >= noise.layers.size())
      return; // the count is a mismatch already
    const NoiseLayer &layer = noise.layers[i++];
    check.bits(row.at("frequency"), layer.frequency);
    check.bits(row.at("amplitude"), layer.amplitude);
    checkTable(check, row, layer.table);
  });
}

void checkRange(Checker &check, const Json &row, F32Range range) {
  check.bits(row.at(0), range.lo);
  check.bits(row.at(1), range.hi);
}

void checkValues(Checker &check, const Json &row, const std::vector<f32> &values) {
  check.number(Json(row.at("values").size()), i64(values.size()));
  std::size_t i = 0;
  check.each(row, "values", [&](const Json &v) { check.bits(v, values.at(i++)); });
}

void checkPerlin(Checker &check, const Json &row) {
  i64 seed = parseSeed(row.at("seed"));
  Random random = row.at("random") == "legacy" ? Random(Legacy(seed)) : Random(Xoroshiro(seed));
  PerlinTable table = buildPerlin(random);
  checkTable(check, row.at("table"), table);
  std::size_t i = 0;
  check.each(row, "perm", [&](const Json &v) { check.number(v, table.perm[i++]); });
  check.each(row, "raw3", [&](const Json &r) {
    check.bits(r[3], perlinGet(table, parseF64(r[0]), parseF64(r[1]), parseF64(r[2])));
  });
  check.each(row, "raw2", [&](const Json &r) {
    check.bits(r[2], perlinGet2(table, parseF64(r[0]), parseF64(r[1])));
  });
}

/// The noise of a set in `normal`. The name of the kind says how it was made.
Noise noiseOf(const Json &row) {
  std::string kind = row.at("random"), name = row.at("name");
  i64 seed = parseSeed(row.at("world_seed"));
  bool nether = kind == "nether_temperature" || kind == "nether_vegetation";
  std::string error;
  auto noise = makeNoiseFor(WorldRandom(seed, kind == "legacy"), name,
                            parametersOf(row.at("parameters")), nether, &error);
  if (!noise)
    throw Json::other_error::create(501, name + ": " + error, nullptr);
  return *noise;
}

void checkNormal(Checker &check, const Json &row) {
  Noise noise = noiseOf(row);
  check.number(Json(row.at("octaves").size()), i64(noise.numbers.octaves.size()));
  std::size_t i = 0;
  check.each(row, "octaves", [&](const Json &r) {
    const Octave &octave = noise.numbers.octaves.at(i++);
    check.number(r.at("index"), octave.index);
    check.bits(r.at("frequency"), octave.frequency);
    check.bits(r.at("amplitude"), octave.amplitude);
  });
  check.bits(row.at("normalization_factor"), noise.numbers.normalizationFactor);
  checkRange(check, row.at("range"), {-noise.range(), noise.range()});
  checkRange(check, row.at("stack_range"), stackRange(noise.view()));
  checkLayers(check, row, "layers", noise);
  check.each(row, "scaled", [&](const Json &scaled) {
    f64 xz = scaled.at("xz_scale"), ys = scaled.at("y_scale");
    check.bits(scaled.at("xz_scale_bits"), xz);
    check.bits(scaled.at("y_scale_bits"), ys);
    check.each(scaled, "blocks", [&](const Json &r) {
      i32 x = r[0], y = r[1], z = r[2];
      check.bits(r[3], nodePoint(noise, xz, ys, x, y, z));
      check.bits(r[4], nodeVolume(noise, xz, ys, oneBlock(x, y, z))[0]);
    });
    check.each(scaled, "volumes", [&](const Json &r) {
      checkValues(check, r, nodeVolume(noise, xz, ys, volumeOf(r)));
    });
  });
  check.each(row, "raw3", [&](const Json &r) {
    check.bits(r[3], stackGet(noise.view(), parseF64(r[0]), parseF64(r[1]), parseF64(r[2])));
  });
  check.each(row, "raw2", [&](const Json &r) {
    check.bits(r[2], stackGet2(noise.view(), parseF64(r[0]), parseF64(r[1])));
  });
}

void checkPathSplit(Checker &check, const Json &vectors) {
  check.each(vectors, "path_split", [&](const Json &row) {
    Noise noise = noiseOf(vectors.at("normal").at(row.at("set").get<std::size_t>()));
    check.each(row, "cells", [&](const Json &r) {
      f64 xz = r[0], ys = r[1];
      i32 x = r[2], y = r[3], z = r[4];
      check.bits(r[5], nodePoint(noise, xz, ys, x, y, z));
      check.bits(r[6], nodeVolume(noise, xz, ys, oneBlock(x, y, z))[0]);
    });
  });
}

/// Section 11: the base amplitude that stands for a file of older versions.
f64 convertOldAmplitude(const NoiseParameters &old) {
  NoiseNumbers numbers = deriveNoiseNumbers(old);
  if (numbers.normalizationFactor == 0) // exact: 0 stands for none
    return 1.0;
  i32 span = numbers.octaves.back().index - numbers.octaves.front().index;
  f64 q = ((1.0 * 0.5) * 0.3333333333333333) / (0.1 * (1.0 + 1.0 / f64(span + 1)));
  return q / numbers.normalizationFactor;
}

void checkOldParameters(Checker &check, const Json &row) {
  NoiseParameters p;
  p.baseOctave = row.at("first_octave");
  p.amplitudeModifiers = row.at("amplitudes").get<std::vector<double>>();
  p.octaveCount = i32(p.amplitudeModifiers.size());
  p.baseAmplitude = convertOldAmplitude(p);
  check.bits(row.at("base_amplitude_bits"), p.baseAmplitude);
  check.bits(row.at("base_amplitude_bits"), row.at("base_amplitude").get<f64>());
  NoiseNumbers numbers = deriveNoiseNumbers(p);
  check.bits(row.at("normalization_factor"), numbers.normalizationFactor);
  check.bits(row.at("range_max"), numbers.range);
}

void checkBlended(Checker &check, const Json &row) {
  const Json &p = row.at("parameters");
  WorldRandom world(parseSeed(row.at("world_seed")), row.at("random") == "legacy");
  BlendedNoise noise =
      makeBlended(world.terrain(), {p.at("xz_scale"), p.at("y_scale"), p.at("xz_factor"),
                                    p.at("y_factor"), p.at("smear_scale_multiplier")});
  checkRange(check, row.at("range"), noise.range);
  checkLayers(check, row, "min_limit_layers", noise.low);
  checkLayers(check, row, "max_limit_layers", noise.high);
  checkLayers(check, row, "main_layers", noise.main);
  check.each(row, "components", [&](const Json &r) {
    i32 x = r[0], y = r[1], z = r[2];
    auto both = [&](std::size_t column, const Noise &part, f64 xz, f64 ys) {
      check.bits(r[column], nodePoint(part, xz, ys, x, y, z));
      check.bits(r[column + 1], nodeVolume(part, xz, ys, oneBlock(x, y, z))[0]);
    };
    both(3, noise.low, noise.xzScale, noise.yScale);
    both(5, noise.high, noise.xzScale, noise.yScale);
    both(7, noise.main, noise.mainXzScale, noise.mainYScale);
  });
  // The finished function on the volume path: everything is evaluated, then selected.
  auto volumeValues = [&](const Volume &volume) {
    std::vector<f32> low = nodeVolume(noise.low, noise.xzScale, noise.yScale, volume);
    std::vector<f32> high = nodeVolume(noise.high, noise.xzScale, noise.yScale, volume);
    std::vector<f32> main = nodeVolume(noise.main, noise.mainXzScale, noise.mainYScale, volume);
    for (std::size_t i = 0; i < main.size(); ++i) {
      f32 t = clampf(main[i] + 0.5f, 0.0f, 1.0f);
      // exact: clamped values meet the ends
      main[i] = t == 0.0f ? low[i] : t == 1.0f ? high[i] : lerp(t, low[i], high[i]);
    }
    return main;
  };
  check.each(row, "blocks", [&](const Json &r) {
    i32 x = r[0], y = r[1], z = r[2];
    check.bits(r[3], noise.value(x, y, z));
    check.bits(r[4], volumeValues(oneBlock(x, y, z))[0]);
  });
  check.each(row, "volumes",
             [&](const Json &r) { checkValues(check, r, volumeValues(volumeOf(r))); });
}

void checkSimplex(Checker &check, const Json &row) {
  Random random = Legacy(parseSeed(row.at("seed")));
  SimplexTable table = buildSimplex(random, row.at("discard_offset"));
  checkTable(check, row.at("table"), table);
  check.each(row, "get3", [&](const Json &r) {
    check.bits(r[3], simplexGet3(table, parseF64(r[0]), parseF64(r[1]), parseF64(r[2])));
  });
  check.each(row, "get2", [&](const Json &r) {
    check.bits(r[2], simplexGet2(table, parseF64(r[0]), parseF64(r[1])));
  });
}

} // namespace

VerifyCount verifyNoise(const Json &vectors, std::ostream &report) {
  Checker check(report);
  check.number(vectors.at("format"), 1);
  check.each(vectors, "wrap",
             [&](const Json &r) { check.bits(r[1], wrapCoordinate(parseF64(r[0]))); });
  check.each(vectors, "smoothstep",
             [&](const Json &r) { check.bits(r[1], smoothstep(parseF32(r[0]))); });
  check.each(vectors, "perlin", [&](const Json &row) { checkPerlin(check, row); });
  check.each(vectors, "normal", [&](const Json &row) { checkNormal(check, row); });
  checkPathSplit(check, vectors);
  check.each(vectors, "from_old_parameters",
             [&](const Json &row) { checkOldParameters(check, row); });
  check.each(vectors, "blended", [&](const Json &row) { checkBlended(check, row); });
  check.each(vectors, "simplex", [&](const Json &row) { checkSimplex(check, row); });
  return check.total();
}

} // namespace terrane::rt
