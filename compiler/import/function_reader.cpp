//===- function_reader.cpp - One density function JSON value to operations ===//

#include "compiler/import/function_reader.h"

#include "compiler/import/old_formats.h"
#include "compiler/json/numbers.h"

#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;
using namespace terrane;
using namespace terrane::import;

static const llvm::StringRef axisNames[] = {"x", "y", "z"};
static const llvm::StringRef tilingNames[] = {"clamp_to_edge", "repeat", "mirrored_repeat"};
static const llvm::StringRef metricNames[] = {"euclidean", "euclidean_squared", "manhattan",
                                              "chebyshev"};

static std::string counted(size_t n, const char *what) {
  return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
}

/// An inline function while it is read. Getters report and return nothing; `fine` then tells that
/// something failed, so that a handler can read all its fields and report everything at once.
struct FunctionReader::Object {
  FunctionReader &reader;
  const json::Value &json;
  std::string type; ///< full id
  Fields fields;
  Location loc;
  bool fine = true;

  template <typename T> T keep(std::optional<T> v) {
    fine &= v.has_value();
    return v.value_or(T());
  }
  /// A required field. If a field of an older pack format stands in its place, says so.
  const json::Value *required(llvm::StringRef key) {
    if (!json.find(key))
      for (const json::Member &m : json.members())
        if (std::optional<std::string> now = replacedField(type, m.key); now && *now == key) {
          SourcePosition where = m.value.where();
          where.line = m.keyLine;
          where.column = m.keyColumn;
          reader.diagnostics.error(std::move(where),
                                   "field '" + m.key + "' of " + type +
                                       " is of an older pack format (before 26.3)",
                                   "the field '" + *now + "'");
          fine = false;
          return nullptr;
        }
    const json::Value *v = fields.required(key);
    fine &= v != nullptr;
    return v;
  }
  Value function(llvm::StringRef key) {
    const json::Value *v = required(key);
    Value result = v ? reader.read(*v, field(key)) : Value();
    fine &= bool(result);
    return result;
  }
  /// An optional function; absent stands for that constant (spec 10, 2.3).
  Value function(llvm::StringRef key, float otherwise) {
    if (!fields.optional(key))
      return reader.builder.create<density::ConstantOp>(loc,
                                                        reader.builder.getF32FloatAttr(otherwise));
    return function(key);
  }
  FloatAttr val(llvm::StringRef key) {
    const json::Value *v = required(key);
    float x = v ? keep(readVal(*v, field(key), reader.diagnostics)) : 0;
    return reader.builder.getF32FloatAttr(x);
  }
  FloatAttr f64(llvm::StringRef key) {
    const json::Value *v = required(key);
    double x = v ? keep(readF64(*v, field(key), reader.diagnostics)) : 0;
    return reader.builder.getF64FloatAttr(x);
  }
  FloatAttr f64(llvm::StringRef key, double low, double high) {
    const json::Value *v = required(key);
    double x = v ? keep(readF64(*v, field(key), low, high, reader.diagnostics)) : 0;
    return reader.builder.getF64FloatAttr(x);
  }
  IntegerAttr integer(llvm::StringRef key, int32_t low = INT32_MIN, int32_t high = INT32_MAX) {
    const json::Value *v = required(key);
    int32_t x = 0;
    if (v && low == INT32_MIN && high == INT32_MAX)
      x = keep(readInt(*v, field(key), reader.diagnostics));
    else if (v)
      x = keep(readInt(*v, field(key), low, high, reader.diagnostics));
    return reader.builder.getI32IntegerAttr(x);
  }
  unsigned choice(llvm::StringRef key, llvm::ArrayRef<llvm::StringRef> choices) {
    const json::Value *v = required(key);
    return v ? keep(readChoice(*v, field(key), choices, reader.diagnostics)) : 0;
  }
  FlatSymbolRefAttr noise() {
    const json::Value *v = required("noise");
    if (!v)
      return {};
    if (v->isObject()) {
      reader.diagnostics.error(v->where(),
                               "an inline noise cannot be compiled: it has no id to be "
                               "seeded from",
                               "the id of a file in data/<namespace>/worldgen/noise");
      fine = false;
      return {};
    }
    std::optional<llvm::StringRef> text = readString(*v, field("noise"), reader.diagnostics);
    std::optional<pack::Id> id = text ? pack::parseId(*text) : std::nullopt;
    if (text && !id)
      reader.diagnostics.error(v->where(),
                               field("noise") + " is '" + text->str() + "', not a valid id",
                               "namespace:path of characters a-z 0-9 _ . - (and / in the path)");
    FlatSymbolRefAttr symbol =
        id ? reader.importer.noiseSymbol(*id, v->where()) : FlatSymbolRefAttr();
    fine &= bool(symbol);
    return symbol;
  }
  void error(const json::Value &at, std::string message, std::string expected) {
    reader.diagnostics.error(at.where(), std::move(message), std::move(expected));
    fine = false;
  }
  std::string field(llvm::StringRef key) const { return "field '" + key.str() + "' of " + type; }
  template <typename Op, typename... Args> Value make(Args &&...args) {
    return fine ? reader.builder.create<Op>(loc, std::forward<Args>(args)...).getResult() : Value();
  }
};

//===----------------------------------------------------------------------===//
// The three spellings
//===----------------------------------------------------------------------===//

Value FunctionReader::read(const json::Value &v, llvm::StringRef what) {
  if (v.isObject())
    return readObject(v);
  if (v.isNumber()) {
    std::optional<float> c = readVal(v, what, diagnostics);
    if (!c)
      return {};
    return builder.create<density::ConstantOp>(locationOf(v, importer.context),
                                               builder.getF32FloatAttr(*c));
  }
  if (v.isString()) {
    std::optional<pack::Id> id = pack::parseId(v.text());
    if (!id) {
      diagnostics.error(v.where(), what.str() + " is '" + v.text().str() + "', not a valid id",
                        "namespace:path of characters a-z 0-9 _ . - (and / in the path)");
      return {};
    }
    FlatSymbolRefAttr symbol = importer.functionSymbol(*id, v.where());
    if (!symbol)
      return {};
    return builder.create<density::RefOp>(locationOf(v, importer.context),
                                          builder.getType<density::FunctionType>(), symbol);
  }
  diagnostics.error(v.where(), what.str() + " is " + json::describe(v.kind()).str(),
                    "a density function: a number, an id or an object with a 'type'");
  return {};
}

Value FunctionReader::readFile(const json::Value &v) {
  if (v.isNumber() || v.isObject())
    return read(v, "the function");
  diagnostics.error(v.where(),
                    "a density function file cannot be " + json::describe(v.kind()).str(),
                    "a number or an object with a 'type'");
  return {};
}

Value FunctionReader::readObject(const json::Value &v) {
  Fields fields(v, "a density function", diagnostics);
  const json::Value *typeValue = fields.required("type");
  if (!typeValue)
    return {};
  std::optional<llvm::StringRef> text =
      readString(*typeValue, "field 'type' of a density function", diagnostics);
  if (!text)
    return {};
  std::optional<pack::Id> id = pack::parseId(*text);
  if (id && id->space == "minecraft") {
    auto it = handlers().find(id->path);
    if (it != handlers().end()) {
      Object object{*this, v, id->str(), Fields(v, id->str(), diagnostics),
                    locationOf(v, importer.context)};
      return (this->*it->second)(object);
    }
    if (std::optional<std::string> now = replacedType(id->path)) {
      diagnostics.error(typeValue->where(),
                        "density function type '" + id->str() +
                            "' is of an older pack format (before 26.3)",
                        *now);
      return {};
    }
  }
  std::vector<llvm::StringRef> known;
  for (const auto &entry : handlers())
    known.push_back(entry.first());
  llvm::sort(known);
  std::string near =
      nearest(id ? llvm::StringRef(id->path) : text->substr(text->find(':') + 1), known);
  diagnostics.error(typeValue->where(), "unknown density function type '" + text->str() + "'",
                    "one of the 44 types of 26.3" +
                        (near.empty() ? ", such as 'minecraft:add'"
                                      : "; did you mean 'minecraft:" + near + "'?"));
  return {};
}

const llvm::StringMap<FunctionReader::Handler> &FunctionReader::handlers() {
  using R = FunctionReader;
  using namespace density;
  static const llvm::StringMap<Handler> table = {
      {"constant", &R::constant},
      {"blend_alpha", &R::blendAlpha},
      {"blend_offset", &R::blendOffset},
      {"beardifier", &R::beardifier},
      {"noise", &R::noise},
      {"shift_a", &R::shift<ShiftAOp>},
      {"shift_b", &R::shift<ShiftBOp>},
      {"shift", &R::shift<ShiftOp>},
      {"end_outer_islands", &R::endOuterIslands},
      {"distance_to_point", &R::distanceToPoint},
      {"gradient", &R::gradient},
      {"old_blended_noise", &R::oldBlendedNoise},
      {"abs", &R::unary<AbsOp>},
      {"square", &R::unary<SquareOp>},
      {"cube", &R::unary<CubeOp>},
      {"sqrt", &R::unary<SqrtOp>},
      {"half_negative", &R::unary<HalfNegativeOp>},
      {"quarter_negative", &R::unary<QuarterNegativeOp>},
      {"reciprocal", &R::unary<ReciprocalOp>},
      {"negate", &R::unary<NegateOp>},
      {"squeeze", &R::unary<SqueezeOp>},
      {"log", &R::unary<LogOp>},
      {"sign", &R::unary<SignOp>},
      {"floor", &R::rounding<FloorOp>},
      {"round", &R::rounding<RoundOp>},
      {"ceil", &R::rounding<CeilOp>},
      {"truncate", &R::rounding<TruncateOp>},
      {"add", &R::binary<AddOp>},
      {"sub", &R::binary<SubOp>},
      {"mul", &R::binary<MulOp>},
      {"div", &R::binary<DivOp>},
      {"min", &R::binary<MinOp>},
      {"max", &R::binary<MaxOp>},
      {"pow", &R::pow},
      {"lerp", &R::lerp},
      {"clamp", &R::clamp},
      {"range_choice", &R::rangeChoice},
      {"interval_select", &R::intervalSelect},
      {"spline", &R::spline},
      {"cache", &R::unary<CacheOp>},
      {"blend_density", &R::unary<BlendDensityOp>},
      {"interpolated", &R::interpolated},
      {"slice", &R::slice},
      {"find_top_surface", &R::findTopSurface},
  };
  return table;
}

//===----------------------------------------------------------------------===//
// The types (spec 10, 2.3)
//===----------------------------------------------------------------------===//

template <typename Op> Value FunctionReader::unary(Object &o) {
  Value input = o.function("input");
  return o.make<Op>(input);
}

template <typename Op> Value FunctionReader::binary(Object &o) {
  Value left = o.function("left"), right = o.function("right");
  return o.make<Op>(left, right);
}

template <typename Op> Value FunctionReader::rounding(Object &o) {
  Value input = o.function("input"), multiple = o.function("multiple", 1.0f);
  return o.make<Op>(input, multiple);
}

template <typename Op> Value FunctionReader::shift(Object &o) {
  FlatSymbolRefAttr noise = o.noise();
  return o.make<Op>(noise);
}

Value FunctionReader::constant(Object &o) {
  FloatAttr value = o.val("value");
  return o.make<density::ConstantOp>(value);
}
Value FunctionReader::blendAlpha(Object &o) {
  return o.make<density::BlendAlphaOp>();
}
Value FunctionReader::blendOffset(Object &o) {
  return o.make<density::BlendOffsetOp>();
}
Value FunctionReader::beardifier(Object &o) {
  return o.make<density::BeardifierOp>();
}
Value FunctionReader::endOuterIslands(Object &o) {
  return o.make<density::EndOuterIslandsOp>();
}

Value FunctionReader::noise(Object &o) {
  FlatSymbolRefAttr noise = o.noise();
  FloatAttr xz = o.f64("xz_scale"), y = o.f64("y_scale");
  Value sx = o.function("shift_x", 0.0f), sy = o.function("shift_y", 0.0f),
        sz = o.function("shift_z", 0.0f);
  return o.make<density::NoiseOp>(noise, xz, y, sx, sy, sz);
}

Value FunctionReader::distanceToPoint(Object &o) {
  int32_t point[3] = {};
  if (const json::Value *v = o.required("point")) {
    if (!v->isArray() || v->elements().size() != 3)
      o.error(*v,
              o.field("point") + " is " +
                  (v->isArray() ? "a list of " + std::to_string(v->elements().size()) + " elements"
                                : json::describe(v->kind()).str()),
              "a list of exactly 3 whole numbers");
    else
      for (int i = 0; i < 3; ++i)
        point[i] = o.keep(readInt(v->elements()[i],
                                  "element " + std::to_string(i) + " of " + o.field("point"),
                                  diagnostics));
  }
  auto metric = static_cast<density::Metric>(o.choice("metric", metricNames));
  return o.make<density::DistanceToPointOp>(metric, point[0], point[1], point[2]);
}

Value FunctionReader::gradient(Object &o) {
  auto axis = static_cast<density::Axis>(o.choice("axis", axisNames));
  auto tiling = density::Tiling::ClampToEdge;
  if (o.fields.optional("tiling"))
    tiling = static_cast<density::Tiling>(o.choice("tiling", tilingNames));
  IntegerAttr from = o.integer("from_coordinate"), to = o.integer("to_coordinate");
  FloatAttr a = o.val("from_value"), b = o.val("to_value");
  if (o.fine && from == to)
    o.error(*o.json.find("to_coordinate"),
            "from_coordinate and to_coordinate of minecraft:gradient are both " +
                std::to_string(from.getInt()),
            "two different coordinates");
  return o.make<density::GradientOp>(axis, tiling, from.getInt(), to.getInt(), a.getValue(),
                                     b.getValue());
}

Value FunctionReader::oldBlendedNoise(Object &o) {
  FloatAttr xz = o.f64("xz_scale", 0.001, 1000), y = o.f64("y_scale", 0.001, 1000);
  FloatAttr xzf = o.f64("xz_factor", 0.001, 1000), yf = o.f64("y_factor", 0.001, 1000);
  FloatAttr smear = o.f64("smear_scale_multiplier", 1, 8);
  return o.make<density::OldBlendedNoiseOp>(xz, y, xzf, yf, smear);
}

Value FunctionReader::pow(Object &o) {
  Value base = o.function("base"), exponent = o.function("exponent");
  return o.make<density::PowOp>(base, exponent);
}

Value FunctionReader::lerp(Object &o) {
  Value alpha = o.function("alpha"), first = o.function("first"), second = o.function("second");
  return o.make<density::LerpOp>(alpha, first, second);
}

Value FunctionReader::clamp(Object &o) {
  Value input = o.function("input");
  FloatAttr lo = o.val("min"), hi = o.val("max");
  const json::Value *maxValue = o.json.find("max");
  if (o.fine && json::totalLess(hi.getValue().convertToFloat(), lo.getValue().convertToFloat()))
    o.error(*maxValue,
            "max " + maxValue->text().str() + " of minecraft:clamp is less than min " +
                o.json.find("min")->text().str(),
            "max at least min");
  return o.make<density::ClampOp>(input, lo, hi);
}

Value FunctionReader::rangeChoice(Object &o) {
  Value input = o.function("input");
  FloatAttr lo = o.val("min_inclusive"), hi = o.val("max_exclusive");
  Value in = o.function("when_in_range"), out = o.function("when_out_of_range");
  return o.make<density::RangeChoiceOp>(input, lo, hi, in, out);
}

Value FunctionReader::intervalSelect(Object &o) {
  Value input = o.function("input");
  llvm::SmallVector<float> thresholds;
  llvm::SmallVector<Value> functions;
  const json::Value *list = o.required("thresholds");
  if (list && !list->isArray())
    o.error(*list, o.field("thresholds") + " is " + json::describe(list->kind()).str(),
            "a list of numbers");
  else if (list)
    for (const json::Value &v : list->elements()) {
      thresholds.push_back(
          o.keep(readVal(v, "a threshold of minecraft:interval_select", diagnostics)));
      size_t n = thresholds.size();
      if (o.fine && n > 1 && json::totalLess(thresholds[n - 1], thresholds[n - 2]))
        o.error(v,
                "threshold " + v.text().str() +
                    " of minecraft:interval_select is less than the one "
                    "before it",
                "thresholds in ascending order");
    }
  const json::Value *choices = o.required("functions");
  if (choices && !choices->isArray())
    o.error(*choices, o.field("functions") + " is " + json::describe(choices->kind()).str(),
            "a list of at least 2 functions");
  else if (choices) {
    for (const json::Value &v : choices->elements()) {
      Value f = read(v, "a function of minecraft:interval_select");
      o.fine &= bool(f);
      functions.push_back(f);
    }
    if (functions.size() < 2)
      o.error(*choices, "minecraft:interval_select has " + counted(functions.size(), "function"),
              "at least 2 functions");
    else if (o.fine && thresholds.size() + 1 != functions.size())
      o.error(*list,
              "minecraft:interval_select has " + counted(thresholds.size(), "threshold") + " for " +
                  counted(functions.size(), "function"),
              counted(functions.size() - 1, "threshold") + ", one less than functions");
  }
  return o.make<density::IntervalSelectOp>(input, builder.getDenseF32ArrayAttr(thresholds),
                                           functions);
}

Value FunctionReader::spline(Object &o) {
  const json::Value *v = o.required("spline");
  Value s = v ? readSpline(*v) : Value();
  o.fine &= bool(s);
  return o.make<density::SplineOp>(s);
}

Value FunctionReader::readSpline(const json::Value &v) {
  Location loc = locationOf(v, importer.context);
  if (v.isNumber()) {
    std::optional<float> c = readF32(v, "a spline value", diagnostics);
    return c ? builder.create<density::SplineConstantOp>(loc, builder.getF32FloatAttr(*c))
             : Value();
  }
  if (!v.isObject()) {
    diagnostics.error(v.where(), "a spline is " + json::describe(v.kind()).str(),
                      "a number or an object with 'coordinate' and 'points'");
    return {};
  }
  Object o{*this, v, "a spline", Fields(v, "a spline", diagnostics), loc};
  Value coordinate = o.function("coordinate");
  llvm::SmallVector<float> locations, derivatives;
  llvm::SmallVector<Value> values;
  const json::Value *points = o.required("points");
  if (points && (!points->isArray() || points->elements().empty()))
    o.error(*points,
            points->isArray()
                ? "a spline has no points"
                : "field 'points' of a spline is " + json::describe(points->kind()).str(),
            "a list of at least one point");
  else if (points)
    for (const json::Value &p : points->elements()) {
      if (!p.isObject()) {
        o.error(p, "a point of a spline is " + json::describe(p.kind()).str(),
                "an object with 'location', 'value' and 'derivative'");
        continue;
      }
      Fields fields(p, "a spline point", diagnostics);
      const json::Value *l = fields.required("location"), *y = fields.required("value"),
                        *d = fields.required("derivative");
      if (!l || !y || !d) {
        o.fine = false;
        continue;
      }
      locations.push_back(o.keep(readF32(*l, "field 'location' of a spline point", diagnostics)));
      derivatives.push_back(
          o.keep(readF32(*d, "field 'derivative' of a spline point", diagnostics)));
      values.push_back(readSpline(*y));
      o.fine &= bool(values.back());
    }
  return o.make<density::SplinePointsOp>(coordinate, builder.getDenseF32ArrayAttr(locations),
                                         builder.getDenseF32ArrayAttr(derivatives), values);
}

Value FunctionReader::interpolated(Object &o) {
  Value input = o.function("input");
  IntegerAttr xz = o.integer("cell_size_xz", 1, INT32_MAX),
              y = o.integer("cell_size_y", 1, INT32_MAX);
  return o.make<density::InterpolatedOp>(input, xz, y);
}

Value FunctionReader::slice(Object &o) {
  auto axis = static_cast<density::Axis>(o.choice("axis", axisNames));
  IntegerAttr coordinate = o.integer("coordinate");
  Value input = o.function("input");
  return o.make<density::SliceOp>(axis, coordinate.getInt(), input);
}

Value FunctionReader::findTopSurface(Object &o) {
  Value density = o.function("density"), upper = o.function("upper_bound");
  IntegerAttr lower = o.integer("lower_bound", -4064, 4062);
  IntegerAttr height = o.integer("cell_height", 1, INT32_MAX);
  return o.make<density::FindTopSurfaceOp>(density, upper, lower, height);
}
