//===- dimension_data.cpp - What a bundle knows of a dimension ------------===//

#include "runtime/bundle/dimension_data.h"

#include "runtime/bundle/carver_json.h"
#include "runtime/bundle/json_node.h"

namespace terrane::rt {

namespace {

constexpr const char *formatName = "terrane-dimension";
constexpr const char *sourceKinds[] = {"fixed", "checkerboard", "multi_noise", "the_end"};

/// A box as 14 numbers, lowest and highest of each dimension, and the biome behind them.
Json entryToJson(const SearchTree::Entry &entry) {
  Json out = Json::array();
  for (i32 d = 0; d < numClimateDimensions; ++d) {
    out.push_back(entry.box.lo[d]);
    out.push_back(entry.box.hi[d]);
  }
  out.push_back(entry.value);
  return out;
}

SearchTree::Entry entryFromJson(const Node &node) {
  constexpr std::size_t size = 2 * numClimateDimensions + 1;
  i64 numbers[size];
  std::size_t count = 0;
  node.each([&](const Node &value) {
    if (count < size)
      numbers[count] = value.integer<i64>();
    ++count;
  });
  if (count != size)
    node.fail("a list of 15 numbers");
  SearchTree::Entry entry{};
  for (i32 d = 0; d < numClimateDimensions; ++d) {
    entry.box.lo[d] = numbers[2 * d];
    entry.box.hi[d] = numbers[2 * d + 1];
  }
  if (numbers[size - 1] < 0 || numbers[size - 1] > 0xFFFF)
    node.fail("a list with a biome at its end");
  entry.value = i32(numbers[size - 1]);
  return entry;
}

Json sourceToJson(const DimensionData &data) {
  Json out = {{"kind", sourceKinds[data.source.index()]}};
  if (const auto *fixed = std::get_if<FixedSource>(&data.source)) {
    out["biome"] = fixed->biome;
  } else if (const auto *board = std::get_if<CheckerboardSource>(&data.source)) {
    out["biomes"] = board->biomes;
    out["scale"] = board->scale;
  } else if (const auto *list = std::get_if<MultiNoiseList>(&data.source)) {
    Json entries = Json::array();
    for (const SearchTree::Entry &entry : list->entries)
      entries.push_back(entryToJson(entry));
    out["entries"] = std::move(entries);
  } else {
    const auto &end = std::get<TheEndSource>(data.source);
    out["biomes"] = std::vector<BiomeId>(end.biomes, end.biomes + 5);
  }
  return out;
}

void readSource(const Node &node, DimensionData &data) {
  auto biome = [&](const Node &value) {
    auto id = value.integer<BiomeId>();
    if (id >= data.biomes.biomes.size())
      value.fail("the index of a biome");
    return id;
  };
  auto biomes = [&] {
    std::vector<BiomeId> out;
    node.at("biomes").each([&](const Node &value) { out.push_back(biome(value)); });
    return out;
  };
  int kind = node.at("kind").among(sourceKinds);
  if (kind == 0) {
    data.source = FixedSource{biome(node.at("biome"))};
  } else if (kind == 1) {
    CheckerboardSource board{biomes(), node.at("scale").integer<i32>()};
    if (board.biomes.empty())
      node.at("biomes").fail("a list with at least one biome");
    if (board.scale < 0 || board.scale > 62)
      node.at("scale").fail("a number from 0 to 62");
    data.source = std::move(board);
  } else if (kind == 2) {
    MultiNoiseList list;
    node.at("entries").each([&](const Node &entry) {
      list.entries.push_back(entryFromJson(entry));
      if (std::size_t(list.entries.back().value) >= data.biomes.biomes.size())
        entry.fail("a list with the index of a biome at its end");
    });
    if (list.entries.empty())
      node.at("entries").fail("a list with at least one entry");
    data.source = std::move(list);
  } else {
    std::vector<BiomeId> five = biomes();
    if (five.size() != 5)
      node.at("biomes").fail("a list of five biomes");
    TheEndSource end;
    std::copy(five.begin(), five.end(), end.biomes);
    data.source = end;
  }
}

DimensionData readAll(const Node &root) {
  DimensionData data;
  data.dimension = root.at("dimension").text();
  data.level = {root.at("level").at("minY").integer<i32>(),
                root.at("level").at("height").integer<i32>()};
  if (data.level.height < 16 || data.level.height % 16 != 0 || data.level.minY % 16 != 0 ||
      data.level.minY < -2032 || data.level.height > 2032 - data.level.minY)
    root.at("level").fail("a level of whole sections from -2032 to 2031");
  root.at("states").each([&](const Node &state) { data.states.push_back(state.text()); });
  root.at("biomes").each([&](const Node &biome) {
    data.biomes.biomes.push_back(
        {biome.at("id").text(), biome.at("temperature").real(), biome.at("frozen").flag()});
  });
  if (data.biomes.biomes.size() > 0xFFFF)
    root.at("biomes").fail("a list that a BiomeId can index");
  readSource(root.at("biomeSource"), data);
  data.carvers = carversFromJson(root.at("carvers"));
  if (data.carvers.listOfBiome.size() != data.biomes.biomes.size())
    root.at("carvers").at("listOfBiome").fail("a list with one entry for each biome");
  if (data.carvers.states.size() != data.states.size())
    root.at("carvers").at("states").fail("a list with one entry for each state");
  return data;
}

} // namespace

BiomeSource DimensionData::biomeSource() const {
  BiomeSource result;
  if (const auto *list = std::get_if<MultiNoiseList>(&source))
    result.kind = MultiNoiseSource{std::make_shared<const SearchTree>(list->entries)};
  else if (const auto *fixed = std::get_if<FixedSource>(&source))
    result.kind = *fixed;
  else if (const auto *board = std::get_if<CheckerboardSource>(&source))
    result.kind = *board;
  else
    result.kind = std::get<TheEndSource>(source);
  result.table = biomes;
  return result;
}

std::string writeDimension(const DimensionData &data) {
  Json biomes = Json::array();
  for (const Biome &biome : data.biomes.biomes)
    biomes.push_back({{"id", biome.id},
                      {"temperature", floatJson(biome.temperature)},
                      {"frozen", biome.frozen}});
  Json root = {{"format", formatName},
               {"dimension", data.dimension},
               {"level", {{"minY", data.level.minY}, {"height", data.level.height}}},
               {"states", data.states},
               {"biomes", biomes},
               {"biomeSource", sourceToJson(data)},
               {"carvers", carversToJson(data.carvers)}};
  return root.dump() + "\n";
}

std::optional<DimensionData> readDimension(std::string_view text, std::string &error) {
  try {
    Json json = Json::parse(text);
    Node root(json, "");
    if (root.at("format").text() != formatName)
      throw Malformed("it is not the dimension of a terrane bundle");
    return readAll(root);
  } catch (const Json::parse_error &e) {
    error = "it is no complete JSON document (byte " + std::to_string(e.byte) + ")";
  } catch (const std::exception &e) {
    error = e.what();
  }
  return std::nullopt;
}

} // namespace terrane::rt
