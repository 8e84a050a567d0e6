//===- climate_interval.cpp - Intervals of climate values -----------------===//

#include "compiler/import/climate_interval.h"

#include "compiler/import/fields.h"
#include "compiler/json/numbers.h"

namespace terrane::import {

namespace {

std::optional<float> readEnd(const json::Value &v, const std::string &what, Diagnostics &d) {
  std::optional<float> value = readF32(v, what, d);
  if (!value)
    return std::nullopt;
  if (*value < -2.0f || *value > 2.0f) {
    d.error(v.where(), what + " is " + v.text().str() + ", out of range", "a number from -2 to 2");
    return std::nullopt;
  }
  return value;
}

} // namespace

std::optional<ClimateInterval> readClimateInterval(const json::Value &v, llvm::StringRef what,
                                                   Diagnostics &d) {
  static constexpr const char *shape = "a number, a pair [min, max] or {\"min\": .., \"max\": ..}";
  std::optional<float> min, max;
  if (v.isNumber()) {
    min = max = readEnd(v, what.str(), d);
  } else if (v.isArray()) {
    if (v.elements().size() != 2) {
      d.error(v.where(),
              what.str() + " is a list of " + std::to_string(v.elements().size()) + " elements",
              shape);
      return std::nullopt;
    }
    min = readEnd(v.elements()[0], "the lower end of " + what.str(), d);
    max = readEnd(v.elements()[1], "the upper end of " + what.str(), d);
  } else if (v.isObject()) {
    Fields fields(v, what, d);
    const json::Value *low = fields.required("min");
    const json::Value *high = fields.required("max");
    if (low)
      min = readEnd(*low, fields.what("min"), d);
    if (high)
      max = readEnd(*high, fields.what("max"), d);
  } else {
    d.error(v.where(), what.str() + " is " + json::describe(v.kind()).str(), shape);
  }
  if (!min || !max)
    return std::nullopt;
  if (json::totalLess(*max, *min)) {
    d.error(v.where(), what.str() + " has its lower end above its upper end",
            "min <= max, where -0.0 is below 0.0");
    return std::nullopt;
  }
  return ClimateInterval{*min, *max};
}

} // namespace terrane::import
