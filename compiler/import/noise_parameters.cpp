//===- noise_parameters.cpp - `worldgen/noise` files (spec 20, 3 and 11) --===//

#include "compiler/import/noise_parameters.h"

#include "compiler/import/fields.h"
#include "compiler/json/numbers.h"

#include <charconv>

namespace terrane::import {

namespace {

constexpr std::int32_t maxOctave = 32;
constexpr double minAmplitude = 9.999999747378752e-6; // the double of 1.0E-5f
constexpr double maxAmplitude = 1000000.0;

std::string decimal(double value) {
  char buffer[32];
  auto [last, error] = std::to_chars(buffer, buffer + sizeof buffer, value);
  return error == std::errc() ? std::string(buffer, last) : std::string("?");
}

/// What a pre-26.3 file says today (spec 20, section 11), as text; nothing where the old file was
/// not in order either.
std::optional<std::string> converted(const json::Value &firstOctave,
                                     const json::Value &amplitudes) {
  if (!firstOctave.isNumber() || !amplitudes.isArray())
    return std::nullopt;
  rt::NoiseParameters parameters;
  parameters.baseOctave = json::toI32(firstOctave.text());
  std::size_t count = amplitudes.elements().size();
  if (count < 1 || count > maxOctave || parameters.baseOctave < -maxOctave ||
      parameters.baseOctave > maxOctave)
    return std::nullopt;
  parameters.octaveCount = static_cast<std::int32_t>(count);
  bool plain = true;
  std::size_t first = count, last = 0;
  std::string list;
  for (std::size_t i = 0; i < count; ++i) {
    const json::Value &element = amplitudes.elements()[i];
    double modifier = element.isNumber() ? json::toF64(element.text()) : -1.0;
    if (!(modifier >= 0.0 && modifier <= maxAmplitude))
      return std::nullopt;
    parameters.amplitudeModifiers.push_back(modifier);
    plain &= modifier == 1.0;
    if (modifier != 0.0) {
      first = std::min(first, i);
      last = i;
    }
    list += (i == 0 ? "" : ", ") + decimal(modifier + 0.0); // no -0
  }
  double normalization = rt::deriveNoiseNumbers(parameters).normalizationFactor;
  double base = 1.0;
  if (normalization != 0.0) {
    double span = static_cast<double>(last - first);
    double old = ((1.0 * 0.5) * 0.3333333333333333) / (0.1 * (1.0 + 1.0 / (span + 1.0)));
    base = old / normalization;
  }
  std::string text = "{\"base_octave\": " + std::to_string(parameters.baseOctave) +
                     ", \"octave_count\": " + std::to_string(count) +
                     ", \"base_amplitude\": " + decimal(base);
  if (!plain)
    text += ", \"amplitude_modifiers\": [" + list + "]";
  return text + "}";
}

void reportOldFormat(const json::Value &v, Diagnostics &d) {
  const json::Value *firstOctave = v.find("firstOctave");
  const json::Value *amplitudes = v.find("amplitudes");
  std::string expected = "'base_octave' (was 'firstOctave'), 'octave_count' and "
                         "'amplitude_modifiers' (were 'amplitudes'), and a 'base_amplitude' that "
                         "carries the ratio of the old and the new normalisation";
  if (firstOctave && amplitudes)
    if (std::optional<std::string> text = converted(*firstOctave, *amplitudes))
      expected += "; for this file " + *text;
  d.error(v.where(), "noise parameters of a version before 26.3 ('firstOctave', 'amplitudes')",
          expected);
}

bool readNormalize(const json::Value &v, const std::string &what, rt::Normalize &normalize,
                   Diagnostics &d) {
  if (v.kind() == json::Kind::Boolean) {
    normalize = v.boolean() ? rt::Normalize::On : rt::Normalize::Off;
    return true;
  }
  if (v.isString() && v.text() == "legacy") {
    normalize = rt::Normalize::Legacy;
    return true;
  }
  std::string found = v.isString() ? "'" + v.text().str() + "'" : json::describe(v.kind()).str();
  d.error(v.where(), what + " is " + found, "true, false or \"legacy\"");
  return false;
}

bool readModifiers(const json::Value &v, const std::string &what, std::vector<double> &modifiers,
                   Diagnostics &d) {
  if (!v.isArray()) {
    d.error(v.where(), what + " is " + json::describe(v.kind()).str(), "a list of numbers");
    return false;
  }
  if (v.elements().size() > maxOctave) {
    d.error(v.where(), what + " has " + std::to_string(v.elements().size()) + " elements",
            "at most " + std::to_string(maxOctave));
    return false;
  }
  bool fine = true;
  for (const json::Value &element : v.elements()) {
    // 0.0 as the lower bound of a total order shuts out -0.0 as well.
    std::optional<double> modifier =
        readF64(element, "element " + std::to_string(modifiers.size()) + " of " + what, 0.0,
                maxAmplitude, d);
    fine &= modifier.has_value();
    modifiers.push_back(modifier.value_or(0.0));
  }
  return fine;
}

} // namespace

std::optional<rt::NoiseParameters> readNoiseParameters(const json::Value &v, Diagnostics &d) {
  if (!v.isObject()) {
    d.error(v.where(), "noise parameters are " + json::describe(v.kind()).str(), "an object");
    return std::nullopt;
  }
  if (!v.find("base_octave") && (v.find("firstOctave") || v.find("amplitudes"))) {
    reportOldFormat(v, d);
    return std::nullopt;
  }
  Fields fields(v, "noise parameters", d);
  rt::NoiseParameters result;
  bool fine = true;

  std::optional<std::int32_t> octave = fields.integer("base_octave", -maxOctave, maxOctave);
  fine &= octave.has_value();
  result.baseOctave = octave.value_or(0);
  bool countKnown = true;
  if (fields.optional("octave_count")) {
    std::optional<std::int32_t> count = fields.integer("octave_count", 1, maxOctave);
    fine &= countKnown = count.has_value();
    result.octaveCount = count.value_or(1);
  }
  if (fields.optional("base_amplitude")) {
    std::optional<double> amplitude = fields.f64("base_amplitude", minAmplitude, maxAmplitude);
    fine &= amplitude.has_value();
    result.baseAmplitude = amplitude.value_or(1.0);
  }
  if (const json::Value *normalize = fields.optional("normalize"))
    fine &= readNormalize(*normalize, fields.what("normalize"), result.normalize, d);
  if (const json::Value *list = fields.optional("amplitude_modifiers")) {
    std::string what = fields.what("amplitude_modifiers");
    if (!readModifiers(*list, what, result.amplitudeModifiers, d)) {
      fine = false;
    } else if (std::size_t size = result.amplitudeModifiers.size();
               countKnown && size != 0 && size != static_cast<std::size_t>(result.octaveCount)) {
      d.error(list->where(),
              what + " has " + std::to_string(size) + (size == 1 ? " element" : " elements") +
                  ", but 'octave_count' is " + std::to_string(result.octaveCount) +
                  (fields.optional("octave_count") ? "" : " (its default)"),
              "one modifier per octave, or an empty list");
      fine = false;
    }
  }
  return fine ? std::optional<rt::NoiseParameters>(std::move(result)) : std::nullopt;
}

} // namespace terrane::import
