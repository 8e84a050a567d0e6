//===- climate_box.cpp - The parameters of a biome entry ------------------===//

#include "compiler/import/climate_box.h"

#include "compiler/import/climate_interval.h"
#include "compiler/import/fields.h"
#include "compiler/json/numbers.h"

namespace terrane::import {

namespace {

/// The order of rt::ClimateTarget.
constexpr llvm::StringLiteral climateNames[] = {"temperature", "humidity", "continentalness",
                                                "erosion",     "depth",    "weirdness"};

std::optional<float> readOffset(const Fields &fields, Diagnostics &d) {
  const json::Value *offset = fields.required("offset");
  std::optional<float> value = offset ? readF32(*offset, fields.what("offset"), d) : std::nullopt;
  if (!value)
    return std::nullopt;
  if (json::totalLess(*value, 0.0f) || json::totalLess(1.0f, *value)) {
    d.error(offset->where(),
            fields.what("offset") + " is " + offset->text().str() + ", out of range",
            "a number from 0 to 1, not -0.0");
    return std::nullopt;
  }
  return value;
}

} // namespace

std::optional<rt::ClimateBox> readClimateBox(const json::Value &v, llvm::StringRef what,
                                             Diagnostics &d) {
  if (!v.isObject()) {
    d.error(v.where(), what.str() + " is " + json::describe(v.kind()).str(),
            "an object with six intervals and an 'offset'");
    return std::nullopt;
  }
  Fields fields(v, "'parameters'", d);
  rt::ClimateBox box{};
  bool fine = true;
  for (unsigned i = 0; i < std::size(climateNames); ++i) {
    const json::Value *value = fields.required(climateNames[i]);
    std::optional<ClimateInterval> interval =
        value ? readClimateInterval(*value, fields.what(climateNames[i]), d) : std::nullopt;
    fine &= interval.has_value();
    if (interval) {
      box.lo[i] = rt::quantizeClimate(interval->min);
      box.hi[i] = rt::quantizeClimate(interval->max);
    }
  }
  std::optional<float> offset = readOffset(fields, d);
  if (!fine || !offset)
    return std::nullopt;
  box.lo[6] = box.hi[6] = rt::quantizeClimate(*offset);
  return box;
}

} // namespace terrane::import
