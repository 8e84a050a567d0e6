//===- providers.cpp - Random numbers as packs write them (spec 60, 1.4 to 1.6) -===//

#include "compiler/import/providers.h"

#include "compiler/import/fields.h"
#include "compiler/json/numbers.h"
#include "compiler/pack/pack.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <limits>

namespace terrane::import {

namespace {

using json::Value;

constexpr llvm::StringLiteral anchorKeys[] = {"absolute", "above_bottom", "below_top",
                                              "relative_to_sea_level"};
constexpr const char *anchorShape =
    "an object with exactly one of 'absolute', 'above_bottom', 'below_top' and "
    "'relative_to_sea_level', a whole number from -2032 to 2031";

/// The anchor that an object is: a nest of exclusive choices, where an alternative succeeds when
/// its key is there with a number in range, and a choice with two successes fails as a whole.
std::optional<rt::Anchor> anchorOf(const Value &v) {
  std::optional<rt::Anchor> chosen;
  for (int i = 4; i-- > 0;) {
    const Value *number = v.find(anchorKeys[i]);
    if (!number || !number->isNumber())
      continue;
    std::int32_t value = json::toI32(number->text());
    if (value < -2032 || value > 2031)
      continue;
    if (chosen)
      chosen.reset();
    else
      chosen = rt::Anchor{i, value};
  }
  return chosen;
}

std::string presentAnchorKeys(const Value &v) {
  llvm::SmallVector<std::string> present;
  for (llvm::StringRef key : anchorKeys)
    if (v.find(key))
      present.push_back("'" + key.str() + "'");
  return llvm::join(present, ", ");
}

/// The index of an object's `type` in `types`.
std::optional<unsigned> readType(const Fields &fields, llvm::StringRef kind,
                                 llvm::ArrayRef<llvm::StringRef> types, Diagnostics &d) {
  std::optional<llvm::StringRef> text = fields.string("type");
  if (!text)
    return std::nullopt;
  std::optional<pack::Id> id = pack::parseId(*text);
  if (id && id->space == "minecraft")
    for (unsigned i = 0; i < types.size(); ++i)
      if (types[i] == id->path)
        return i;
  std::string expected = "one of ";
  expected += llvm::join(
      llvm::map_range(types, [](llvm::StringRef type) { return "'minecraft:" + type.str() + "'"; }),
      ", ");
  if (std::string near = nearest(id ? llvm::StringRef(id->path) : *text, types); !near.empty())
    expected += "; did you mean 'minecraft:" + near + "'?";
  d.error(fields.optional("type")->where(), "unknown " + kind.str() + " type '" + text->str() + "'",
          expected);
  return std::nullopt;
}

bool fail(const Value &at, std::string message, std::string expected, Diagnostics &d) {
  d.error(at.where(), std::move(message), std::move(expected));
  return false;
}

/// Reads fields one after the other and remembers whether one was wrong.
class Reader {
public:
  Reader(const Value &v, llvm::StringRef type, Diagnostics &d)
      : owner("minecraft:" + type.str()), fields(v, owner, d), d(d), v(v) {}

  float f32(llvm::StringRef key) {
    const Value *value = fields.required(key);
    return keep(value ? readF32(*value, fields.what(key), d) : std::nullopt);
  }
  std::int32_t integer(llvm::StringRef key) { return keep(fields.integer(key)); }
  std::int32_t integer(llvm::StringRef key, std::int32_t low, std::int32_t byDefault) {
    if (!fields.optional(key))
      return byDefault;
    return keep(fields.integer(key, low, std::numeric_limits<std::int32_t>::max()));
  }
  rt::Anchor anchor(llvm::StringRef key) {
    const Value *value = fields.required(key);
    return keep(value ? readAnchor(*value, fields.what(key), d) : std::nullopt);
  }

  /// Two fields in the order that they must have.
  template <typename T>
  void ordered(llvm::StringRef low, T min, llvm::StringRef high, T max, bool strict = false) {
    if (!fine || (strict ? max > min : max >= min))
      return;
    fine = fail(
        *fields.optional(high),
        "'" + high.str() + "' of " + owner + " is " + fields.optional(high)->text().str() + ", '" +
            low.str() + "' is " + fields.optional(low)->text().str(),
        "'" + high.str() + "' " + (strict ? "above" : "at or above") + " '" + low.str() + "'", d);
  }
  template <typename T> void plateau(T plateau, T range) {
    if (fine && !(plateau <= range))
      fine = fail(*fields.optional("plateau"),
                  fields.what("plateau") + " is " + fields.optional("plateau")->text().str(),
                  "at most 'max' minus 'min'", d);
  }

  /// `distribution`: a list of {data, weight}.
  template <typename Provider, typename Read> void weighted(Provider &out, Read read) {
    const Value *list = fields.required("distribution");
    std::string what = fields.what("distribution");
    if (!list || !list->isArray()) {
      fine = list ? fail(*list, what + " is " + json::describe(list->kind()).str(),
                         "a list of {\"data\": .., \"weight\": ..}", d)
                  : false;
      return;
    }
    std::int64_t total = 0;
    std::size_t index = 0;
    for (const Value &element : list->elements()) {
      std::string entry = "element " + std::to_string(index++) + " of " + what;
      if (!element.isObject()) {
        fine = fail(element, entry + " is " + json::describe(element.kind()).str(),
                    "an object with 'data' and 'weight'", d);
        continue;
      }
      Fields own(element, entry, d);
      const Value *data = own.required("data");
      out.parts.push_back(keep(data ? read(*data, own.what("data"), d) : std::nullopt));
      out.weights.push_back(
          keep(own.integer("weight", 0, std::numeric_limits<std::int32_t>::max())));
      total += out.weights.back();
    }
    if (fine && (total <= 0 || total > std::numeric_limits<std::int32_t>::max()))
      fine = fail(*list, "the weights of " + what + " add up to " + std::to_string(total),
                  "a sum from 1 to 2147483647", d);
    out.totalWeight = static_cast<std::int32_t>(total);
  }

  template <typename T> T keep(std::optional<T> value) {
    fine &= value.has_value();
    return value ? std::move(*value) : T();
  }

  std::string owner;
  Fields fields;
  Diagnostics &d;
  const Value &v;
  bool fine = true;
};

} // namespace

std::optional<rt::Anchor> readAnchor(const Value &v, llvm::StringRef what, Diagnostics &d) {
  if (!v.isObject()) {
    fail(v, what.str() + " is " + json::describe(v.kind()).str(), anchorShape, d);
    return std::nullopt;
  }
  if (std::optional<rt::Anchor> anchor = anchorOf(v))
    return anchor;
  std::string present = presentAnchorKeys(v);
  fail(v,
       what.str() +
           (present.empty() ? " names no anchor" : " has no valid choice among " + present),
       anchorShape, d);
  return std::nullopt;
}

std::optional<rt::FloatProvider> readFloatProvider(const Value &v, llvm::StringRef what,
                                                   Diagnostics &d) {
  using Kind = rt::FloatProvider::Kind;
  static const llvm::StringRef types[] = {"constant", "uniform", "trapezoid", "clamped_normal"};
  if (v.isNumber())
    return rt::FloatProvider::constant(json::toF32(v.text()));
  if (!v.isObject()) {
    fail(v, what.str() + " is " + json::describe(v.kind()).str(),
         "a number or an object with a 'type'", d);
    return std::nullopt;
  }
  std::optional<unsigned> type = readType(Fields(v, what, d), "float provider", types, d);
  if (!type)
    return std::nullopt;
  Reader r(v, types[*type], d);
  rt::FloatProvider result;
  result.kind = static_cast<Kind>(*type);
  switch (result.kind) {
  case Kind::Constant:
    result = rt::FloatProvider::constant(r.f32("value"));
    break;
  case Kind::Uniform:
    result.min = r.f32("min_inclusive");
    result.max = r.f32("max_exclusive");
    r.ordered("min_inclusive", result.min, "max_exclusive", result.max, /*strict=*/true);
    break;
  case Kind::Trapezoid:
    result.min = r.f32("min");
    result.max = r.f32("max");
    result.plateau = r.f32("plateau");
    r.ordered("min", result.min, "max", result.max);
    r.plateau(result.plateau, result.max - result.min);
    break;
  case Kind::ClampedNormal:
    result.mean = r.f32("mean");
    result.deviation = r.f32("deviation");
    result.min = r.f32("min");
    result.max = r.f32("max");
    r.ordered("min", result.min, "max", result.max);
    break;
  }
  return r.fine ? std::optional(result) : std::nullopt;
}

std::optional<rt::IntProvider> readIntProvider(const Value &v, llvm::StringRef what,
                                               Diagnostics &d) {
  using Kind = rt::IntProvider::Kind;
  static const llvm::StringRef types[] = {
      "constant", "uniform",        "biased_to_bottom", "very_biased_to_bottom",
      "clamped",  "clamped_normal", "trapezoid",        "weighted_list"};
  rt::IntProvider result;
  if (v.isNumber()) {
    result.min = result.max = json::toI32(v.text());
    return result;
  }
  if (!v.isObject()) {
    fail(v, what.str() + " is " + json::describe(v.kind()).str(),
         "an integer or an object with a 'type'", d);
    return std::nullopt;
  }
  std::optional<unsigned> type = readType(Fields(v, what, d), "int provider", types, d);
  if (!type)
    return std::nullopt;
  Reader r(v, types[*type], d);
  result.kind = static_cast<Kind>(*type);
  auto bounds = [&](llvm::StringRef low, llvm::StringRef high) {
    result.min = r.integer(low);
    result.max = r.integer(high);
    r.ordered(low, result.min, high, result.max);
  };
  switch (result.kind) {
  case Kind::Constant:
    result.min = result.max = r.integer("value");
    break;
  case Kind::Uniform:
  case Kind::BiasedToBottom:
  case Kind::VeryBiasedToBottom:
    bounds("min_inclusive", "max_inclusive");
    break;
  case Kind::Clamped: {
    const Value *source = r.fields.required("source");
    result.parts.push_back(
        r.keep(source ? readIntProvider(*source, r.fields.what("source"), d) : std::nullopt));
    bounds("min_inclusive", "max_inclusive");
    break;
  }
  case Kind::ClampedNormal:
    result.mean = r.f32("mean");
    result.deviation = r.f32("deviation");
    bounds("min_inclusive", "max_inclusive");
    break;
  case Kind::Trapezoid:
    bounds("min", "max");
    result.plateau = r.integer("plateau");
    r.plateau(result.plateau, rt::wrapSub(result.max, result.min));
    break;
  case Kind::WeightedList:
    r.weighted(result, readIntProvider);
    break;
  }
  return r.fine ? std::optional(std::move(result)) : std::nullopt;
}

std::optional<rt::HeightProvider> readHeightProvider(const Value &v, llvm::StringRef what,
                                                     Diagnostics &d) {
  using Kind = rt::HeightProvider::Kind;
  static const llvm::StringRef types[] = {"constant",         "uniform",
                                          "biased_to_bottom", "very_biased_to_bottom",
                                          "trapezoid",        "weighted_list"};
  rt::HeightProvider result;
  if (!v.isObject()) {
    fail(v, what.str() + " is " + json::describe(v.kind()).str(),
         "a vertical anchor or an object with a 'type'", d);
    return std::nullopt;
  }
  // The game tries an anchor first, whatever else the object has.
  if (std::optional<rt::Anchor> anchor = anchorOf(v)) {
    result.min = result.max = *anchor;
    return result;
  }
  if (!v.find("type")) {
    std::string present = presentAnchorKeys(v);
    fail(v,
         what.str() + (present.empty() ? " is neither a vertical anchor nor an object with a 'type'"
                                       : " has no valid choice among " + present),
         std::string("an object with a 'type', or ") + anchorShape, d);
    return std::nullopt;
  }
  std::optional<unsigned> type = readType(Fields(v, what, d), "height provider", types, d);
  if (!type)
    return std::nullopt;
  Reader r(v, types[*type], d);
  result.kind = static_cast<Kind>(*type);
  if (result.kind == Kind::Constant) {
    result.min = result.max = r.anchor("value");
  } else if (result.kind == Kind::WeightedList) {
    r.weighted(result, readHeightProvider);
  } else {
    // Ends that cross are no error: they depend on the level, and give the lower end.
    result.min = r.anchor("min_inclusive");
    result.max = r.anchor("max_inclusive");
    if (result.kind == Kind::BiasedToBottom || result.kind == Kind::VeryBiasedToBottom)
      result.inner = r.integer("inner", 1, 1);
    if (result.kind == Kind::Trapezoid)
      result.plateau = r.integer("plateau", std::numeric_limits<std::int32_t>::min(), 0);
  }
  return r.fine ? std::optional(std::move(result)) : std::nullopt;
}

} // namespace terrane::import
