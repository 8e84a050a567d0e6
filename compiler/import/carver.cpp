//===- carver.cpp - `worldgen/carver` files and biomes' lists of them (spec 60, 1) -===//

#include "compiler/import/carver.h"

#include "compiler/import/block_registry.h"
#include "compiler/import/block_tags.h"
#include "compiler/import/fields.h"
#include "compiler/import/providers.h"
#include "compiler/json/numbers.h"

#include "llvm/ADT/STLExtras.h"

#include <charconv>
#include <limits>

namespace terrane::import {

namespace {

using json::Value;

constexpr const char *referenceShape = "the id of a carver or a carver object";
constexpr const char *listShape = "the id of a carver, '#' and the id of a carver tag, a carver "
                                  "object, or a list of ids and carver objects";
constexpr float infinity = std::numeric_limits<float>::infinity();

/// The block tag of what is never carved (1.7).
pack::Id uncarvable() {
  return {"minecraft", "uncarvable"};
}

std::vector<std::string> carverIds(const pack::Stack &packs) {
  std::vector<std::string> result;
  for (const pack::Id &id : packs.ids("carver"))
    result.push_back(id.str());
  return result;
}

/// The shortest decimal that reads as `value`.
std::string shown(float value) {
  char buffer[32];
  auto [last, error] = std::to_chars(buffer, buffer + sizeof buffer, value);
  return error == std::errc() ? std::string(buffer, last) : std::string("?");
}

/// Reads fields of one object and remembers whether one was wrong.
class Reader {
public:
  Reader(const Value &v, const std::string &owner, Diagnostics &d) : d(d), fields(v, owner, d) {}

  rt::FloatProvider provider(llvm::StringRef key, float lowest = -infinity,
                             float highest = infinity) {
    const Value *v = fields.required(key);
    std::optional<rt::FloatProvider> read =
        v ? readFloatProvider(*v, fields.what(key), d) : std::nullopt;
    if (read && (read->min < lowest || read->max > highest)) {
      d.error(v->where(), fields.what(key) + " can be out of range",
              std::string(highest < infinity ? "values from -1 to 1" : "values of at least 0") +
                  "; it can be " + shown(read->min < lowest ? read->min : read->max));
      fine = false;
    }
    return keep(read);
  }
  float f32(llvm::StringRef key) {
    const Value *v = fields.required(key);
    return keep(v ? readF32(*v, fields.what(key), d) : std::nullopt);
  }
  template <typename T> T keep(std::optional<T> value) {
    fine &= value.has_value();
    return value ? std::move(*value) : T();
  }

  Diagnostics &d;
  Fields fields;
  bool fine = true;
};

rt::Cave readCave(Reader &r) {
  rt::Cave cave;
  if (const Value *count = r.fields.required("count")) {
    std::optional<rt::IntProvider> read = readIntProvider(*count, r.fields.what("count"), r.d);
    if (read && read->lowest() < 0) {
      r.d.error(count->where(), r.fields.what("count") + " can be out of range",
                "values of at least 0; it can be " + std::to_string(read->lowest()));
      r.fine = false;
    }
    cave.count = r.keep(std::move(read));
  } else {
    r.fine = false;
  }
  cave.thickness = r.provider("thickness", 0.0f);
  if (r.fields.optional("weird_thickness_bias"))
    cave.weirdThicknessBias = r.keep(r.fields.boolean("weird_thickness_bias"));
  cave.roomVerticalRadius = r.provider("room_vertical_radius_multiplier");
  cave.horizontalRadius = r.provider("horizontal_radius_multiplier");
  cave.verticalRadius = r.provider("vertical_radius_multiplier");
  if (r.fields.optional("start_vertical_radius_multiplier"))
    cave.startVerticalRadius = r.provider("start_vertical_radius_multiplier");
  cave.floorLevel = r.provider("floor_level", -1.0f, 1.0f);
  return cave;
}

rt::Canyon readCanyon(Reader &r) {
  rt::Canyon canyon;
  canyon.verticalRotation = r.provider("vertical_rotation");
  const Value *shape = r.fields.required("shape");
  if (!shape || !shape->isObject()) {
    if (shape)
      r.d.error(shape->where(),
                r.fields.what("shape") + " is " + json::describe(shape->kind()).str(), "an object");
    r.fine = false;
    return canyon;
  }
  Reader s(*shape, r.fields.what("shape"), r.d);
  canyon.distanceFactor = s.provider("distance_factor");
  canyon.thickness = s.provider("thickness");
  canyon.widthSmoothness =
      s.keep(s.fields.integer("width_smoothness", 1, std::numeric_limits<std::int32_t>::max()));
  canyon.horizontalRadiusFactor = s.provider("horizontal_radius_factor");
  canyon.verticalRadiusDefault = s.f32("vertical_radius_default_factor");
  canyon.verticalRadiusCenter = s.f32("vertical_radius_center_factor");
  canyon.yScale = s.provider("y_scale");
  r.fine &= s.fine;
  return canyon;
}

} // namespace

std::optional<rt::Carver> readCarver(const Value &v, llvm::StringRef id, Diagnostics &d) {
  std::string owner = id.empty() ? "the inline carver" : "carver '" + id.str() + "'";
  if (!v.isObject()) {
    d.error(v.where(), owner + " is " + json::describe(v.kind()).str(), "an object");
    return std::nullopt;
  }
  Reader r(v, owner, d);
  std::optional<llvm::StringRef> type = r.fields.string("type");
  if (!type)
    return std::nullopt;
  std::optional<pack::Id> typeId = pack::parseId(*type);
  std::string name = typeId ? typeId->str() : std::string();
  if (name != "minecraft:cave" && name != "minecraft:canyon") {
    std::string expected = "'minecraft:cave' or 'minecraft:canyon'";
    std::string near = nearest(typeId ? llvm::StringRef(typeId->path) : *type, {"cave", "canyon"});
    if (name == "minecraft:nether_cave")
      expected += "; a nether cave is a 'minecraft:cave' since 26.3";
    else if (!near.empty())
      expected += "; did you mean 'minecraft:" + near + "'?";
    d.error(r.fields.optional("type")->where(), "unknown carver type '" + type->str() + "'",
            expected);
    return std::nullopt;
  }
  rt::Carver carver;
  carver.probability = r.f32("probability");
  if (r.fine &&
      (json::totalLess(carver.probability, 0.0f) || json::totalLess(1.0f, carver.probability))) {
    const Value *p = r.fields.optional("probability");
    d.error(p->where(), r.fields.what("probability") + " is " + p->text().str() + ", out of range",
            "a number from 0 to 1, where -0.0 is below 0");
    r.fine = false;
  }
  const Value *y = r.fields.required("y");
  carver.y = r.keep(y ? readHeightProvider(*y, r.fields.what("y"), d) : std::nullopt);
  if (name == "minecraft:cave")
    carver.shape = readCave(r);
  else
    carver.shape = readCanyon(r);
  return r.fine ? std::optional(std::move(carver)) : std::nullopt;
}

CarverLists::CarverLists(const pack::Stack &packs)
    : packs(packs), tags(packs, "worldgen/carver",
                         TagElements{"carver", [this](const pack::Id &id) { return exists(id); },
                                     [&packs] { return carverIds(packs); }}) {}

bool CarverLists::exists(const pack::Id &id) const {
  Diagnostics ignored; // an unreadable file is reported where the carver is used
  bool found = false;
  packs.load("carver", id, ignored, found);
  return found;
}

std::uint32_t CarverLists::add(rt::Carver carver) {
  result.carvers.push_back(std::move(carver));
  return static_cast<std::uint32_t>(result.carvers.size() - 1);
}

std::optional<std::uint32_t> CarverLists::named(const pack::Id &id, const SourcePosition &where,
                                                Diagnostics &d) {
  auto [it, isNew] = known.try_emplace(id.str());
  if (!isNew)
    return it->second;
  bool found = false;
  const json::Document *document = packs.load("carver", id, d, found);
  if (!found) {
    std::string expected =
        "a file data/" + id.space + "/worldgen/carver/" + id.path + ".json in one of the packs";
    if (std::string near = pack::nearestId(id, carverIds(packs)); !near.empty())
      expected += "; did you mean '" + near + "'?";
    else if (!packs.ids("configured_carver").empty())
      expected += "; files in configured_carver are of a version before 26.3";
    d.error(where, "no carver '" + id.str() + "' in " + packs.describe(), expected);
    known.erase(id.str()); // every list that names it is told
    return std::nullopt;
  }
  std::optional<rt::Carver> carver =
      document ? readCarver(document->root(), id.str(), d) : std::nullopt;
  if (carver)
    it->second = add(std::move(*carver));
  return it->second;
}

std::optional<std::uint32_t> CarverLists::reference(const Value &v, const std::string &what,
                                                    const char *shape, Diagnostics &d) {
  if (v.isObject()) {
    std::optional<rt::Carver> carver = readCarver(v, {}, d);
    return carver ? std::optional(add(std::move(*carver))) : std::nullopt;
  }
  if (!v.isString()) {
    d.error(v.where(), what + " is " + json::describe(v.kind()).str(), shape);
    return std::nullopt;
  }
  std::optional<pack::Id> id = pack::parseId(v.text());
  if (id)
    return named(*id, v.where(), d);
  d.error(v.where(), what + " is '" + v.text().str() + "', which is no id",
          std::string(shape) +
              (v.text().starts_with("#") ? "; a tag stands alone, in no list" : ""));
  return std::nullopt;
}

std::optional<std::uint32_t> CarverLists::read(const Value &list, const std::string &what,
                                               Diagnostics &d) {
  std::vector<std::uint32_t> carvers;
  bool fine = true;
  auto take = [&](std::optional<std::uint32_t> carver) {
    fine &= carver.has_value();
    carvers.push_back(carver.value_or(0));
  };
  if (list.isArray()) {
    for (const Value &element : list.elements())
      take(reference(element, "element " + std::to_string(carvers.size()) + " of " + what,
                     referenceShape, d));
  } else if (list.isString() && list.text().starts_with("#")) {
    std::optional<pack::Id> tag = pack::parseId(list.text().drop_front());
    if (!tag) {
      d.error(list.where(), what + " is '" + list.text().str() + "', which is no tag",
              "'#' and the id of a carver tag");
      return std::nullopt;
    }
    const TagRegistry::Tag *members = tags.find(*tag, list.where(), d);
    if (!members)
      return std::nullopt;
    for (const pack::Id &member : members->members)
      take(named(member, list.where(), d));
  } else {
    take(reference(list, what, listShape, d));
  }
  if (!fine)
    return std::nullopt;
  auto it = llvm::find(result.lists, carvers);
  if (it == result.lists.end())
    it = result.lists.insert(it, std::move(carvers));
  return static_cast<std::uint32_t>(it - result.lists.begin());
}

std::optional<std::uint32_t> CarverLists::readBiome(const json::Value &biome, llvm::StringRef id,
                                                    Diagnostics &d) {
  Fields fields(biome, id.empty() ? "the inline biome" : "biome '" + id.str() + "'", d);
  const Value *list = fields.required("carvers");
  return list ? read(*list, fields.what("carvers"), d) : std::nullopt;
}

bool CarverLists::readAll(const BiomeSourceForm &source, Diagnostics &d) {
  bool fine = true;
  for (std::size_t i = 0; i < source.carvers.size(); ++i) {
    std::optional<std::uint32_t> list =
        readBiome(*source.biomeSources[i], source.table.biomes[i].id, d);
    fine &= list.has_value();
    result.listOfBiome.push_back(list.value_or(0));
  }
  return fine;
}

void CarverLists::checkFiles(Diagnostics &d) {
  for (const pack::Id &id : packs.ids("carver"))
    named(id, {}, d);
  for (const pack::Id &id : packs.idsIn("tags/worldgen/carver"))
    tags.find(id, {}, d);
  if (llvm::none_of(packs.idsIn("tags/block"),
                    [](const pack::Id &id) { return id.str() == uncarvable().str(); }))
    return;
  if (std::unique_ptr<BlockRegistry> blocks = BlockRegistry::open(packs, d))
    BlockTags(packs, *blocks).registry().find(uncarvable(), {}, d);
}

std::optional<std::vector<rt::u8>> readCarvedFlags(const rt::TerrainSettings &settings,
                                                   const pack::Stack &packs, Diagnostics &d) {
  std::unique_ptr<BlockRegistry> blocks = BlockRegistry::open(packs, d);
  if (!blocks)
    return std::nullopt;
  BlockTags tags(packs, *blocks);
  const TagRegistry::Tag *tag = nullptr;
  if (tags.registry().exists(uncarvable())) {
    tag = tags.registry().find(uncarvable(), {}, d);
    if (!tag)
      return std::nullopt;
  } else {
    d.warning({}, "no pack has the block tag 'minecraft:uncarvable'; bedrock alone is taken for it",
              "the game's data/minecraft/tags/block/uncarvable.json in one of the packs");
  }
  std::vector<rt::u8> result;
  for (rt::i32 i = 0; i < settings.numStates; ++i) {
    llvm::StringRef name = llvm::StringRef(settings.states[i].name).split('[').first;
    bool kept = tag ? tag->ids.contains(name) : name == "minecraft:bedrock";
    result.push_back(rt::carvedFlags(settings.states[i].name) | (kept ? rt::Uncarvable : 0));
  }
  return result;
}

} // namespace terrane::import
