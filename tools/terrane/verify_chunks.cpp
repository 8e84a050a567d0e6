//===- verify_chunks.cpp - Whole chunks against reference vectors ---------===//

#include "tools/terrane/verify_chunks.h"

#include "runtime/chunk/region.h"
#include "tools/terrane/terrain.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SHA256.h"

#include <map>

using namespace terrane;
using namespace terrane::tool;
using Json = nlohmann::json;

namespace {

std::string sha256(llvm::StringRef bytes) {
  return llvm::toHex(llvm::SHA256::hash(llvm::arrayRefFromStringRef(bytes)), true);
}

/// One name per block and line, in the order y, z, x.
std::string blockText(const rt::Chunk &chunk, const rt::TerrainSettings &settings) {
  std::string text;
  for (int y = chunk.level().minY; y < chunk.level().minY + chunk.level().height; ++y)
    for (int z = 0; z < 16; ++z)
      for (int x = 0; x < 16; ++x) {
        text += settings.states[chunk.get(x, y, z)].name;
        text += '\n';
      }
  return text;
}

std::string biomeText(const rt::ChunkBiomes &biomes, const rt::BiomeTable &table) {
  std::string text;
  for (int y = biomes.minQuartY; y < biomes.minQuartY + biomes.quartHeight; ++y)
    for (int z = 0; z < 4; ++z)
      for (int x = 0; x < 4; ++x) {
        text += table.biomes[biomes.at(x, y, z)].id;
        text += '\n';
      }
  return text;
}

/// How often each name is in a text of lines.
Json countsOf(llvm::StringRef text) {
  std::map<std::string, long long> counts;
  llvm::SmallVector<llvm::StringRef> lines;
  text.split(lines, '\n', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef line : lines)
    ++counts[line.str()];
  return counts;
}

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

void addText(Json &made, const std::string &stage, const std::string &counts,
             const std::string &text) {
  made[stage + "_sha256"] = sha256(text);
  made[counts] = countsOf(text);
}

void addHeights(Json &made, const std::string &stage, const rt::Chunk &chunk) {
  made[stage + "_ocean_floor_wg"] = chunk.oceanFloors();
  made[stage + "_world_surface_wg"] = chunk.worldSurfaces();
}

void addMarks(Json &made, const rt::Chunk &chunk) {
  std::vector<int> all;
  for (auto [section, list] : llvm::enumerate(chunk.fluidMarks()))
    for (int mark : list) // x | y << 4 | z << 8 becomes x | y << 4 | z << 8 of the whole
      all.push_back(int(section) << 12 | mark);
  llvm::sort(all);
  std::string bytes;
  for (int mark : all)
    for (int i = 0; i < 4; ++i)
      bytes.push_back(char(mark >> (8 * i)));
  made["fluid_updates"] = all.size();
  made["fluid_updates_sha256"] = sha256(bytes);
}

std::string placeOf(const Json &row) {
  const char *key = row.contains("dimension") ? "dimension" : "settings";
  return row.at(key).get<std::string>() + " seed " + row.at("seed").get<std::string>() + " chunk " +
         row.at("chunk").dump();
}

/// Makes the chunks of rows; keeps the dimension and the world of the row before.
class ChunkMaker {
public:
  ChunkMaker(const Common &common, Diagnostics &diagnostics)
      : common(common), diagnostics(diagnostics),
        packs(pack::openStack(common.packs, diagnostics)) {}

  /// A row with what names the chunk in `row` and all values of it; null after errors.
  Json make(const Json &row) {
    if (!packs || diagnostics.hasErrors() || !begin(row))
      return nullptr;
    Json made;
    for (const char *key : {"dimension", "settings", "seed", "chunk", "min_y", "height"})
      if (row.contains(key))
        made[key] = row.at(key);
    int cx = row.at("chunk").at(0), cz = row.at("chunk").at(1);
    if (world->batches())
      return makeInBatches(row, std::move(made), cx, cz);
    std::array<rt::ChunkBiomes, 9> biomes;
    std::array<const rt::ChunkBiomes *, 9> around;
    for (int i = 0; i < 9; ++i) {
      step->biomes(cx + i % 3 - 1, cz + i / 3 - 1, biomes[i]);
      around[i] = &biomes[i];
    }
    addText(made, "biomes", "biome_counts", biomeText(biomes[4], world->biomes().table));
    rt::Chunk chunk = step->makeChunk();
    step->fill(chunk, cx, cz);
    addText(made, "fill", "fill_counts", blockText(chunk, world->settings()));
    addHeights(made, "fill", chunk);
    addMarks(made, chunk);
    std::string error;
    if (!step->materials(chunk, around, error)) {
      diagnostics.error({}, placeOf(row) + ": " + error);
      return nullptr;
    }
    addText(made, "terrain", "terrain_counts", blockText(chunk, world->settings()));
    addHeights(made, "terrain", chunk);
    return made;
  }

private:
  /// The same values by the world's engine for batches.
  Json makeInBatches(const Json &row, Json made, int cx, int cz) {
    for (auto [stage, name] :
         {std::pair(rt::TerrainStage::Fill, "fill"), {rt::TerrainStage::Materials, "terrain"}}) {
      rt::RegionRequest request;
      request.area = {cx, cz, cx, cz};
      request.lastStage = stage;
      rt::RegionResult result = rt::generateRegion(
          world, request, [&, name = std::string(name)](const rt::RegionChunk &c) {
            addText(made, "biomes", "biome_counts", biomeText(c.biomes, world->biomes().table));
            addText(made, name, name + "_counts", blockText(c.chunk, world->settings()));
            addHeights(made, name, c.chunk);
            if (name == "fill")
              addMarks(made, c.chunk);
            return true;
          });
      if (result.state != rt::RegionResult::Complete) {
        diagnostics.error({}, placeOf(row) + ": " + result.error);
        return nullptr;
      }
    }
    return made;
  }

  /// Vectors without a dimension name the settings alone: biome source and level are stated in
  /// their README.
  static const char *biomesOf(const std::string &settings) {
    return settings == "minecraft:nether" ? "minecraft:nether"
           : settings == "minecraft:end"  ? "the_end"
                                          : "minecraft:overworld";
  }

  std::optional<DimensionRequest> request(const Json &row) {
    std::string settings = row.at("settings");
    rt::Level level{row.at("min_y"), row.at("height")};
    if (!row.contains("dimension"))
      return makeRequest(settings, biomesOf(settings), level, *packs, diagnostics);
    DimensionOptions options;
    options.dimension = row.at("dimension");
    auto request = readRequest(options, *packs, diagnostics);
    if (request && (request->settings.str() != settings || request->level.minY != level.minY ||
                    request->level.height != level.height)) {
      diagnostics.error({},
                        placeOf(row) + ": the dimension has settings " + request->settings.str() +
                            ", lowest block " + std::to_string(request->level.minY) +
                            " and height " + std::to_string(request->level.height),
                        "the values of the row: " + settings + ", " + row.at("min_y").dump() +
                            " and " + row.at("height").dump());
      return std::nullopt;
    }
    return request;
  }

  bool begin(const Json &row) {
    std::string key = row.value("dimension", std::string()) + " " +
                      row.at("settings").get<std::string>() + " " + row.at("min_y").dump() + " " +
                      row.at("height").dump() + " ";
    if (key != dimensionKey) {
      auto made = request(row);
      dimension =
          made ? Dimension::compile(std::move(*made), *packs, common, diagnostics) : nullptr;
      if (!dimension)
        return false;
      dimensionKey = key;
      worldKey.clear();
    }
    std::string seed = row.at("seed");
    if (key + seed != worldKey) {
      world = dimension->world(std::stoll(seed), diagnostics);
      if (!world)
        return false;
      step = std::make_unique<rt::TerrainStep>(world);
      worldKey = key + seed;
    }
    return true;
  }

  const Common &common;
  Diagnostics &diagnostics;
  std::unique_ptr<pack::Stack> packs;
  std::string dimensionKey, worldKey;
  std::unique_ptr<Dimension> dimension;
  std::shared_ptr<const rt::TerrainWorld> world;
  std::unique_ptr<rt::TerrainStep> step;
};

/// Compares all values of a row; one that lacks a value is malformed (nlohmann's exception).
class RowComparison {
public:
  RowComparison(const Json &row, const Json &made, CompareValues compare)
      : row(row), made(made), compare(compare), place(placeOf(row)) {
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
  CompareValues compare;
  std::string place;
};

} // namespace

void tool::verifyChunks(const Json &file, const Common &common, CompareValues compare,
                        Diagnostics &diagnostics) {
  ChunkMaker maker(common, diagnostics);
  for (const Json &row : file) {
    Json made = maker.make(row);
    if (made.is_null())
      return;
    RowComparison(row, made, compare);
  }
}

std::string tool::describeChunks(const Json &file, const Common &common, Diagnostics &diagnostics) {
  ChunkMaker maker(common, diagnostics);
  std::string text = "[";
  for (const Json &row : file) {
    Json made = maker.make(row);
    if (made.is_null())
      return {};
    text += (text.size() == 1 ? "\n" : ",\n") + made.dump();
  }
  return text + "\n]\n";
}
