//===- carver_json.cpp - Resolved carvers as JSON -------------------------===//

#include "runtime/bundle/carver_json.h"

namespace terrane::rt {

namespace {

// In the order of the enumerators.
constexpr const char *floatKinds[] = {"constant", "uniform", "trapezoid", "clamped_normal"};
constexpr const char *intKinds[] = {
    "constant", "uniform",        "biased_to_bottom", "very_biased_to_bottom",
    "clamped",  "clamped_normal", "trapezoid",        "weighted_list"};
constexpr const char *heightKinds[] = {"constant",         "uniform",
                                       "biased_to_bottom", "very_biased_to_bottom",
                                       "trapezoid",        "weighted_list"};
constexpr const char *anchorKinds[] = {"absolute", "above_bottom", "below_top",
                                       "relative_to_sea_level"};
constexpr const char *shapes[] = {"cave", "canyon"};

template <class T> Json listToJson(const std::vector<T> &list) {
  Json out = Json::array();
  for (const T &value : list)
    out.push_back(value);
  return out;
}
template <class T> std::vector<T> listFromJson(const Node &node) {
  std::vector<T> out;
  node.each([&](const Node &value) { out.push_back(value.integer<T>()); });
  return out;
}

Json toJson(const FloatProvider &p) {
  return {{"kind", floatKinds[int(p.kind)]}, {"min", floatJson(p.min)},
          {"max", floatJson(p.max)},         {"plateau", floatJson(p.plateau)},
          {"mean", floatJson(p.mean)},       {"deviation", floatJson(p.deviation)}};
}
FloatProvider floatProvider(const Node &node) {
  FloatProvider p;
  p.kind = FloatProvider::Kind(node.at("kind").among(floatKinds));
  p.min = node.at("min").real();
  p.max = node.at("max").real();
  p.plateau = node.at("plateau").real();
  p.mean = node.at("mean").real();
  p.deviation = node.at("deviation").real();
  return p;
}

/// The lists of weights must fit the parts, whose number the drawing relies on.
template <class Provider> void readParts(const Node &node, Provider &p) {
  p.weights = listFromJson<i32>(node.at("weights"));
  p.totalWeight = node.at("totalWeight").integer<i32>();
  if (!p.weights.empty() && p.weights.size() != p.parts.size())
    node.at("weights").fail("a list with one weight for each part");
}

Json toJson(const IntProvider &p) {
  Json parts = Json::array();
  for (const IntProvider &part : p.parts)
    parts.push_back(toJson(part));
  return {{"kind", intKinds[int(p.kind)]},
          {"min", p.min},
          {"max", p.max},
          {"plateau", p.plateau},
          {"mean", floatJson(p.mean)},
          {"deviation", floatJson(p.deviation)},
          {"parts", parts},
          {"weights", listToJson(p.weights)},
          {"totalWeight", p.totalWeight}};
}
IntProvider intProvider(const Node &node) {
  IntProvider p;
  p.kind = IntProvider::Kind(node.at("kind").among(intKinds));
  p.min = node.at("min").integer<i32>();
  p.max = node.at("max").integer<i32>();
  p.plateau = node.at("plateau").integer<i32>();
  p.mean = node.at("mean").real();
  p.deviation = node.at("deviation").real();
  node.at("parts").each([&](const Node &part) { p.parts.push_back(intProvider(part)); });
  readParts(node, p);
  bool whole = p.kind == IntProvider::Kind::Clamped        ? p.parts.size() == 1
               : p.kind == IntProvider::Kind::WeightedList ? !p.weights.empty()
                                                           : p.parts.empty();
  if (!whole)
    node.at("parts").fail("what its kind needs");
  return p;
}

Json toJson(Anchor anchor) {
  return {{"kind", anchorKinds[anchor.kind]}, {"value", anchor.value}};
}
Anchor anchorOf(const Node &node) {
  return {node.at("kind").among(anchorKinds), node.at("value").integer<i32>()};
}

Json toJson(const HeightProvider &p) {
  Json parts = Json::array();
  for (const HeightProvider &part : p.parts)
    parts.push_back(toJson(part));
  return {{"kind", heightKinds[int(p.kind)]},
          {"min", toJson(p.min)},
          {"max", toJson(p.max)},
          {"inner", p.inner},
          {"plateau", p.plateau},
          {"parts", parts},
          {"weights", listToJson(p.weights)},
          {"totalWeight", p.totalWeight}};
}
HeightProvider heightProvider(const Node &node) {
  HeightProvider p;
  p.kind = HeightProvider::Kind(node.at("kind").among(heightKinds));
  p.min = anchorOf(node.at("min"));
  p.max = anchorOf(node.at("max"));
  p.inner = node.at("inner").integer<i32>();
  p.plateau = node.at("plateau").integer<i32>();
  node.at("parts").each([&](const Node &part) { p.parts.push_back(heightProvider(part)); });
  readParts(node, p);
  if ((p.kind == HeightProvider::Kind::WeightedList) == p.weights.empty())
    node.at("parts").fail("what its kind needs");
  return p;
}

Json toJson(const Carver &carver) {
  Json out = {{"probability", floatJson(carver.probability)}, {"y", toJson(carver.y)}};
  if (const auto *cave = std::get_if<Cave>(&carver.shape)) {
    out["shape"] = shapes[0];
    out["count"] = toJson(cave->count);
    out["thickness"] = toJson(cave->thickness);
    out["weirdThicknessBias"] = cave->weirdThicknessBias;
    out["roomVerticalRadius"] = toJson(cave->roomVerticalRadius);
    out["horizontalRadius"] = toJson(cave->horizontalRadius);
    out["verticalRadius"] = toJson(cave->verticalRadius);
    out["startVerticalRadius"] = toJson(cave->startVerticalRadius);
    out["floorLevel"] = toJson(cave->floorLevel);
    return out;
  }
  const auto &canyon = std::get<Canyon>(carver.shape);
  out["shape"] = shapes[1];
  out["verticalRotation"] = toJson(canyon.verticalRotation);
  out["distanceFactor"] = toJson(canyon.distanceFactor);
  out["thickness"] = toJson(canyon.thickness);
  out["widthSmoothness"] = canyon.widthSmoothness;
  out["horizontalRadiusFactor"] = toJson(canyon.horizontalRadiusFactor);
  out["verticalRadiusDefault"] = floatJson(canyon.verticalRadiusDefault);
  out["verticalRadiusCenter"] = floatJson(canyon.verticalRadiusCenter);
  out["yScale"] = toJson(canyon.yScale);
  return out;
}
Carver carverOf(const Node &node) {
  Carver carver;
  carver.probability = node.at("probability").real();
  carver.y = heightProvider(node.at("y"));
  if (node.at("shape").among(shapes) == 0) {
    Cave cave;
    cave.count = intProvider(node.at("count"));
    cave.thickness = floatProvider(node.at("thickness"));
    cave.weirdThicknessBias = node.at("weirdThicknessBias").flag();
    cave.roomVerticalRadius = floatProvider(node.at("roomVerticalRadius"));
    cave.horizontalRadius = floatProvider(node.at("horizontalRadius"));
    cave.verticalRadius = floatProvider(node.at("verticalRadius"));
    cave.startVerticalRadius = floatProvider(node.at("startVerticalRadius"));
    cave.floorLevel = floatProvider(node.at("floorLevel"));
    carver.shape = std::move(cave);
    return carver;
  }
  Canyon canyon;
  canyon.verticalRotation = floatProvider(node.at("verticalRotation"));
  canyon.distanceFactor = floatProvider(node.at("distanceFactor"));
  canyon.thickness = floatProvider(node.at("thickness"));
  canyon.widthSmoothness = node.at("widthSmoothness").integer<i32>();
  if (canyon.widthSmoothness < 1)
    node.at("widthSmoothness").fail("at least 1");
  canyon.horizontalRadiusFactor = floatProvider(node.at("horizontalRadiusFactor"));
  canyon.verticalRadiusDefault = node.at("verticalRadiusDefault").real();
  canyon.verticalRadiusCenter = node.at("verticalRadiusCenter").real();
  canyon.yScale = floatProvider(node.at("yScale"));
  carver.shape = std::move(canyon);
  return carver;
}

} // namespace

Json carversToJson(const CarverSet &set) {
  Json carvers = Json::array(), lists = Json::array();
  for (const Carver &carver : set.carvers)
    carvers.push_back(toJson(carver));
  for (const std::vector<u32> &list : set.lists)
    lists.push_back(listToJson(list));
  return {{"carvers", carvers},
          {"lists", lists},
          {"listOfBiome", listToJson(set.listOfBiome)},
          {"states", listToJson(set.states)}};
}

CarverSet carversFromJson(const Node &node) {
  CarverSet set;
  node.at("carvers").each([&](const Node &carver) { set.carvers.push_back(carverOf(carver)); });
  node.at("lists").each([&](const Node &list) {
    set.lists.push_back(listFromJson<u32>(list));
    for (u32 index : set.lists.back())
      if (index >= set.carvers.size())
        list.fail("a list of indices into the carvers");
  });
  set.listOfBiome = listFromJson<u32>(node.at("listOfBiome"));
  for (u32 list : set.listOfBiome)
    if (list >= set.lists.size())
      node.at("listOfBiome").fail("a list of indices into the lists");
  set.states = listFromJson<u8>(node.at("states"));
  return set;
}

} // namespace terrane::rt
