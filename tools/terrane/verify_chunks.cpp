//===- verify_chunks.cpp - Whole chunks against reference vectors ---------===//

#include "tools/terrane/verify_chunks.h"

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
std::map<std::string, long long> countsOf(llvm::StringRef text) {
  std::map<std::string, long long> counts;
  llvm::SmallVector<llvm::StringRef> lines;
  text.split(lines, '\n', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef line : lines)
    ++counts[line.str()];
  return counts;
}

/// The names whose counts differ.
std::string difference(llvm::StringRef text, const Json &row, const char *key) {
  if (!row.contains(key))
    return {};
  std::map<std::string, long long> got = countsOf(text);
  std::string out;
  for (auto it = row.at(key).begin(); it != row.at(key).end(); ++it) {
    long long expected = it->get<long long>(), have = got[it.key()];
    got.erase(it.key());
    if (expected != have)
      out +=
          "; " + it.key() + " " + std::to_string(have) + " instead of " + std::to_string(expected);
  }
  for (const auto &[name, count] : got)
    out += "; " + name + " " + std::to_string(count) + " instead of 0";
  return out.empty() ? "; the counts agree" : out;
}

class ChunkVerifier {
public:
  ChunkVerifier(const Common &common, CompareValues compare, Diagnostics &diagnostics)
      : common(common), compare(compare), diagnostics(diagnostics) {}

  void run(const Json &rows) {
    packs = pack::openStack(common.packs, diagnostics);
    for (const Json &row : rows)
      if (!packs || diagnostics.hasErrors() || !verify(row))
        return;
  }

private:
  /// Vectors name the settings alone: biome source and level are stated in their README.
  static const char *biomesOf(const std::string &settings) {
    return settings == "minecraft:nether" ? "minecraft:nether"
           : settings == "minecraft:end"  ? "the_end"
                                          : "minecraft:overworld";
  }

  bool begin(const Json &row) {
    std::string settings = row.at("settings"),
                key = settings + " " + row.at("min_y").dump() + " " + row.at("height").dump();
    if (key != dimensionKey) {
      auto request = makeRequest(settings, biomesOf(settings), {row.at("min_y"), row.at("height")},
                                 *packs, diagnostics);
      dimension =
          request ? Dimension::compile(std::move(*request), *packs, common, diagnostics) : nullptr;
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

  bool verify(const Json &row) {
    if (!begin(row))
      return false;
    int cx = row.at("chunk").at(0), cz = row.at("chunk").at(1);
    std::string place = row.at("settings").get<std::string>() + " seed " +
                        row.at("seed").get<std::string>() + " chunk " + row.at("chunk").dump();
    std::array<rt::ChunkBiomes, 9> biomes;
    std::array<const rt::ChunkBiomes *, 9> around;
    for (int i = 0; i < 9; ++i) {
      step->biomes(cx + i % 3 - 1, cz + i / 3 - 1, biomes[i]);
      around[i] = &biomes[i];
    }
    text(row, "biomes", biomeText(biomes[4], world->biomes().table), "biome_counts", place);
    rt::Chunk chunk = step->makeChunk();
    step->fill(chunk, cx, cz);
    text(row, "fill", blockText(chunk, world->settings()), "fill_counts", place);
    heights(row, "fill", chunk, place);
    marks(row, chunk, place);
    std::string error;
    if (!step->materials(chunk, around, error)) {
      diagnostics.error({}, place + ": " + error);
      return false;
    }
    text(row, "terrain", blockText(chunk, world->settings()), "terrain_counts", place);
    heights(row, "terrain", chunk, place);
    return true;
  }

  void text(const Json &row, const std::string &stage, const std::string &got, const char *counts,
            const std::string &place) {
    compare(sha256(got) == row.at(stage + "_sha256").get<std::string>(),
            llvm::StringRef(got).count('\n'),
            [&] { return place + ": " + stage + " differ" + difference(got, row, counts); });
  }

  void heights(const Json &row, const std::string &stage, const rt::Chunk &chunk,
               const std::string &place) {
    for (bool floor : {true, false}) {
      std::string key = stage + (floor ? "_ocean_floor_wg" : "_world_surface_wg");
      const std::vector<int> &got = floor ? chunk.oceanFloors() : chunk.worldSurfaces();
      const Json &expected = row.at(key);
      for (size_t i = 0; i < 256; ++i)
        compare(expected.at(i).get<int>() == got[i], 1, [&] {
          return place + ": " + key + "[" + std::to_string(i) + "] is " + std::to_string(got[i]) +
                 ", expected " + expected.at(i).dump();
        });
    }
  }

  void marks(const Json &row, const rt::Chunk &chunk, const std::string &place) {
    std::vector<int> all;
    for (auto [section, list] : llvm::enumerate(chunk.fluidMarks()))
      for (int mark : list) // x | y << 4 | z << 8 becomes x | y << 4 | z << 8 of the whole
        all.push_back(int(section) << 12 | mark);
    llvm::sort(all);
    std::string bytes;
    for (int mark : all)
      for (int i = 0; i < 4; ++i)
        bytes.push_back(char(mark >> (8 * i)));
    compare(row.at("fluid_updates").get<size_t>() == all.size(), 1, [&] {
      return place + ": " + std::to_string(all.size()) + " fluid updates, expected " +
             row.at("fluid_updates").dump();
    });
    compare(sha256(bytes) == row.at("fluid_updates_sha256").get<std::string>(),
            std::max<long long>(1, (long long)all.size()),
            [&] { return place + ": the fluid updates lie elsewhere"; });
  }

  const Common &common;
  CompareValues compare;
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
  ChunkVerifier(common, compare, diagnostics).run(file);
}
