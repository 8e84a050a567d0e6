//===- chunk_values.cpp - What chunk vectors say of a chunk ---------------===//

#include "runtime/verify/chunk_values.h"

#include "runtime/bundle/sha256.h"

#include <algorithm>
#include <map>
#include <vector>

using namespace terrane;
using namespace terrane::rt;
using Json = nlohmann::json;

namespace {

/// Names, one a line, with how often each occurs. A text has few different ones.
class NameText {
public:
  explicit NameText(std::size_t names) : counts(names) {}

  void add(std::size_t index, const std::string &name) {
    text += name;
    text += '\n';
    ++counts[index];
  }
  const std::string &lines() const { return text; }
  /// `name(index)` as given to `add`; distinct indices may share one.
  template <class Name> Json countsByName(Name name) const {
    std::map<std::string, long long> byName;
    for (std::size_t i = 0; i < counts.size(); ++i)
      if (counts[i])
        byName[name(i)] += counts[i];
    // A text of lines has no empty names: those of inline biomes are not counted.
    byName.erase("");
    return byName;
  }

private:
  std::string text;
  std::vector<long long> counts;
};

/// The names whose counts differ.
std::string difference(const Json &row, const Json &made, const std::string &key) {
  if (!row.contains(key))
    return {};
  Json got = made.at(key);
  std::string out;
  for (auto it = row.at(key).begin(); it != row.at(key).end(); ++it) {
    Json have = got.contains(it.key()) ? got.at(it.key()) : Json(0);
    got.erase(it.key());
    if (*it != have)
      out += "; " + it.key() + " " + have.dump() + " instead of " + it->dump();
  }
  for (auto it = got.begin(); it != got.end(); ++it)
    out += "; " + it.key() + " " + it->dump() + " instead of 0";
  return out.empty() ? "; the counts agree" : out;
}

class RowComparison {
public:
  RowComparison(const Json &row, const Json &made, const std::string &place,
                const CompareChunkValues &compare)
      : row(row), made(made), place(place), compare(compare) {
    text("biomes", "biome_counts");
    text("fill", "fill_counts");
    heights("fill");
    marks();
    text("terrain", "terrain_counts");
    heights("terrain");
  }

private:
  bool same(const std::string &key) { return row.at(key) == made.at(key); }

  void text(const std::string &stage, const std::string &counts) {
    long long size = 0;
    for (const Json &count : made.at(counts))
      size += count.get<long long>();
    compare(same(stage + "_sha256"), size,
            [&] { return place + ": " + stage + " differ" + difference(row, made, counts); });
  }

  void heights(const std::string &stage) {
    for (const char *kind : {"_ocean_floor_wg", "_world_surface_wg"}) {
      std::string key = stage + kind;
      for (size_t i = 0; i < 256; ++i) {
        const Json &expected = row.at(key).at(i), &got = made.at(key).at(i);
        compare(expected == got, 1, [&] {
          return place + ": " + key + "[" + std::to_string(i) + "] is " + got.dump() +
                 ", expected " + expected.dump();
        });
      }
    }
  }

  void marks() {
    long long count = made.at("fluid_updates");
    compare(same("fluid_updates"), 1, [&] {
      return place + ": " + std::to_string(count) + " fluid updates, expected " +
             row.at("fluid_updates").dump();
    });
    compare(same("fluid_updates_sha256"), std::max<long long>(1, count),
            [&] { return place + ": the fluid updates lie elsewhere"; });
  }

  const Json &row, &made;
  const std::string &place;
  const CompareChunkValues &compare;
};

} // namespace

Json rt::chunkRow(const Json &named) {
  Json made;
  for (const char *key : {"dimension", "settings", "seed", "chunk", "min_y", "height"})
    if (named.contains(key))
      made[key] = named.at(key);
  return made;
}

/// In the order y, z, x.
void rt::addBiomeValues(Json &made, const ChunkBiomes &biomes, const BiomeTable &table) {
  NameText text(table.biomes.size());
  for (int y = biomes.minQuartY; y < biomes.minQuartY + biomes.quartHeight; ++y)
    for (int z = 0; z < 4; ++z)
      for (int x = 0; x < 4; ++x) {
        std::size_t id = biomes.at(x, y, z);
        text.add(id, table.biomes[id].id);
      }
  made["biomes_sha256"] = sha256Hex(text.lines());
  made["biome_counts"] = text.countsByName([&](std::size_t i) { return table.biomes[i].id; });
}

/// In the order y, z, x.
void rt::addBlockValues(Json &made, const std::string &stage, const Chunk &chunk,
                        const TerrainSettings &settings) {
  NameText text(std::size_t(settings.numStates));
  for (int y = chunk.level().minY; y < chunk.level().minY + chunk.level().height; ++y)
    for (int z = 0; z < 16; ++z)
      for (int x = 0; x < 16; ++x) {
        std::size_t state = chunk.get(x, y, z);
        text.add(state, settings.states[state].name);
      }
  made[stage + "_sha256"] = sha256Hex(text.lines());
  made[stage + "_counts"] =
      text.countsByName([&](std::size_t i) { return std::string(settings.states[i].name); });
  made[stage + "_ocean_floor_wg"] = chunk.oceanFloors();
  made[stage + "_world_surface_wg"] = chunk.worldSurfaces();
}

void rt::addFluidUpdates(Json &made, const Chunk &chunk) {
  std::vector<int> all;
  int section = 0;
  for (const auto &list : chunk.fluidMarks()) {
    for (int mark : list) // x | y << 4 | z << 8 becomes x | y << 4 | z << 8 of the whole
      all.push_back(section << 12 | mark);
    ++section;
  }
  std::sort(all.begin(), all.end());
  std::string bytes;
  for (int mark : all)
    for (int i = 0; i < 4; ++i)
      bytes.push_back(char(mark >> (8 * i)));
  made["fluid_updates"] = all.size();
  made["fluid_updates_sha256"] = sha256Hex(bytes);
}

std::string rt::placeOfChunk(const Json &row) {
  const char *key = row.contains("dimension") ? "dimension" : "settings";
  return row.at(key).get<std::string>() + " seed " + row.at("seed").get<std::string>() + " chunk " +
         row.at("chunk").dump();
}

void rt::compareChunkRow(const Json &row, const Json &made, const std::string &place,
                         const CompareChunkValues &compare) {
  RowComparison(row, made, place, compare);
}
