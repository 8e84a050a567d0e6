//===- verify_chunks.cpp - Whole chunks against reference vectors ---------===//

#include "tools/terrane/verify_chunks.h"

#include "runtime/chunk/region.h"
#include "runtime/verify/chunk_values.h"
#include "tools/terrane/terrain.h"

using namespace terrane;
using namespace terrane::tool;
using Json = nlohmann::json;

namespace {

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
    Json made = rt::chunkRow(row);
    int cx = row.at("chunk").at(0), cz = row.at("chunk").at(1);
    if (world->batches())
      return makeInBatches(row, std::move(made), cx, cz);
    std::array<rt::ChunkBiomes, 9> biomes;
    std::array<const rt::ChunkBiomes *, 9> around;
    for (int i = 0; i < 9; ++i) {
      step->biomes(cx + i % 3 - 1, cz + i / 3 - 1, biomes[i]);
      around[i] = &biomes[i];
    }
    rt::addBiomeValues(made, biomes[4], world->biomes().table);
    rt::Chunk chunk = step->makeChunk();
    step->fill(chunk, cx, cz);
    rt::addBlockValues(made, "fill", chunk, world->settings());
    rt::addFluidUpdates(made, chunk);
    std::string error;
    if (!step->materials(chunk, around, error)) {
      diagnostics.error({}, rt::placeOfChunk(row) + ": " + error);
      return nullptr;
    }
    rt::addBlockValues(made, "terrain", chunk, world->settings());
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
            rt::addBiomeValues(made, c.biomes, world->biomes().table);
            rt::addBlockValues(made, name, c.chunk, world->settings());
            if (name == "fill")
              rt::addFluidUpdates(made, c.chunk);
            return true;
          });
      if (result.state != rt::RegionResult::Complete) {
        diagnostics.error({}, rt::placeOfChunk(row) + ": " + result.error);
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
                        rt::placeOfChunk(row) + ": the dimension has settings " +
                            request->settings.str() + ", lowest block " +
                            std::to_string(request->level.minY) + " and height " +
                            std::to_string(request->level.height),
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

} // namespace

void tool::verifyChunks(const Json &file, const Common &common, CompareValues compare,
                        Diagnostics &diagnostics) {
  ChunkMaker maker(common, diagnostics);
  for (const Json &row : file) {
    Json made = maker.make(row);
    if (made.is_null())
      return;
    rt::compareChunkRow(row, made, rt::placeOfChunk(row),
                        [&](bool same, long long values, const std::function<std::string()> &what) {
                          compare(same, values, [&] { return what(); });
                        });
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
