//===- verify_carved_chunks.cpp - Whole carved chunks against reference vectors -===//

#include "tools/terrane/terrain.h"
#include "tools/terrane/verify_carvers.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"

#include <map>

using namespace terrane;
using namespace terrane::tool;
using Json = nlohmann::json;

namespace {

/// 64-bit FNV-1a over bytes, or over what stands for a byte.
class Fnv {
public:
  void add(uint64_t value) { hash = (hash ^ value) * 0x100000001b3ull; }
  void littleEndian(uint32_t value, int bytes = 4) {
    for (int i = 0; i < bytes; ++i)
      add(value >> (8 * i) & 255);
  }
  uint64_t value() const { return hash; }
  std::string hex() const {
    std::string text;
    llvm::raw_string_ostream(text) << llvm::format_hex_no_prefix(hash, 16);
    return text;
  }

private:
  uint64_t hash = 0xcbf29ce484222325ull;
};

/// One name per block and line, in the order y, z, x.
std::vector<uint8_t> blockText(const rt::Chunk &chunk, const rt::TerrainSettings &settings) {
  std::vector<uint8_t> text;
  for (int y = chunk.level().minY; y < chunk.level().minY + chunk.level().height; ++y)
    for (int z = 0; z < 16; ++z)
      for (int x = 0; x < 16; ++x) {
        llvm::StringRef name = settings.states[chunk.get(x, y, z)].name;
        text.insert(text.end(), name.begin(), name.end());
        text.push_back('\n');
      }
  return text;
}

Json countsOf(const rt::Chunk &chunk, const rt::TerrainSettings &settings) {
  std::vector<long long> counts(size_t(settings.numStates));
  for (rt::StateId state : chunk.blocks())
    ++counts[state];
  Json result = Json::object();
  for (size_t i = 0; i < counts.size(); ++i)
    if (counts[i])
      result[settings.states[i].name] = counts[i];
  return result;
}

/// Marks in the game's order, as `section << 12 | z << 8 | y << 4 | x`.
std::vector<int> marksOf(const rt::Chunk &chunk) {
  std::vector<int> all;
  for (auto [section, list] : llvm::enumerate(chunk.fluidMarks()))
    for (int mark : list)
      all.push_back(int(section) << 12 | mark);
  return all;
}

std::string hashOfMarks(const std::vector<int> &marks) {
  std::vector<uint8_t> bytes;
  for (int mark : marks)
    for (int i = 0; i < 4; ++i)
      bytes.push_back(uint8_t(mark >> (8 * i)));
  return sha256Of(bytes);
}

class Verifier {
public:
  Verifier(const Common &common, CompareValues compare, Diagnostics &diagnostics)
      : common(common), compare(compare), diagnostics(diagnostics),
        packs(pack::openStack(common.packs, diagnostics)) {}

  bool ready() const { return packs && !diagnostics.hasErrors(); }

  void chunk(const Json &row) {
    if (!begin(row, level(row)))
      return;
    rt::Chunk chunk = step->makeChunk();
    if (!materials(chunk))
      return;
    std::vector<int> marks = marksOf(chunk);
    same(row, "terrain_sha256", sha256Of(blockText(chunk, world->settings())), 1);
    same(row, "terrain_fluid_updates", marks.size(), 1);
    starts(row);

    rt::CarvingMask mask;
    std::string error;
    long long redressed = 0;
    rt::Chunk before = chunk;
    if (!step->carvingMask(x, z, mask, error) || !step->applyMask(chunk, mask, error, &redressed))
      return failed(error);
    long long runs = 0, changed = 0;
    mask.forEachRun([&](int lx, int lz, int bottom, int top) {
      ++runs;
      for (int y = bottom; y <= top; ++y)
        changed += chunk.get(lx, y, lz) != before.get(lx, y, lz);
    });
    same(row, "mask_min_y", mask.minY(), 1);
    same(row, "mask_max_y", mask.maxY(), 1);
    same(row, "mask_bits", mask.count(), 1);
    same(row, "mask_sha256", sha256Of(mask.bytes()), 256ll * mask.height());
    same(row, "mask_runs", runs, 1);
    same(row, "carved_sha256", sha256Of(blockText(chunk, world->settings())),
         (long long)chunk.blocks().size());
    same(row, "carved_counts", countsOf(chunk, world->settings()), 1);
    same(row, "changed_blocks", changed, 1);
    same(row, "redressed_blocks", redressed, 1);
    same(row, "carved_ocean_floor_wg", chunk.oceanFloors(), 256);
    same(row, "carved_world_surface_wg", chunk.worldSurfaces(), 256);
    marks = marksOf(chunk);
    auto count = (long long)std::max<size_t>(1, marks.size());
    same(row, "fluid_updates", marks.size(), 1);
    same(row, "fluid_updates_ordered_sha256", hashOfMarks(marks), count);
    llvm::sort(marks);
    same(row, "fluid_updates_sha256", hashOfMarks(marks), count);
  }

  void game(const Json &row) {
    if (!begin(row, level(row)))
      return;
    rt::Chunk chunk = step->makeChunk();
    if (!materials(chunk, /*pointPath=*/true))
      return;
    stage(row, "surface", chunk);
    std::string error;
    if (!step->carve(chunk, error))
      return failed(error);
    stage(row, "carved", chunk);
  }

  void gameFill(const Json &row) {
    if (!begin(row, std::nullopt))
      return;
    const rt::TerrainSettings &settings = world->settings();
    const Generator &functions = world->functions();
    auto context = functions.context(/*caches=*/true);
    auto entry = [&](const char *name) { return functions.entry(name).value(); };
    std::optional<rt::AquiferEntries> entries;
    if (settings.aquifers)
      entries = rt::AquiferEntries{entry("aquifers:barrier"),
                                   entry("aquifers:fluid_level_floodedness"),
                                   entry("aquifers:fluid_level_spread"),
                                   entry("aquifers:lava"),
                                   entry("aquifers:exclusion"),
                                   entry("aquifers:surface_level")};
    rt::Volume volume;
    volume.sx = volume.sz = 16;
    volume.sy = world->filled().height;
    volume.mx = x * 16, volume.my = world->filled().minY, volume.mz = z * 16;
    rt::Aquifer aquifer;
    aquifer.begin(settings, entries ? &*entries : nullptr,
                  world->materials().random().positional("minecraft:aquifer"), *context, volume);
    std::vector<float> density(size_t(volume.count()));
    context->volume(entry("router:final_density"), density.data(), volume);
    Fnv densities, substances, scheduled;
    for (float value : density)
      densities.littleEndian(rt::bitsOf(value));
    long long counts[5] = {}, numScheduled = 0;
    for (int k = 0; k < 16; ++k)
      for (int i = 0; i < 16; ++i)
        for (int j = volume.sy - 1; j >= 0; --j) {
          long long index = volume.index(i, j, k);
          int state = aquifer.substance(volume.blockX(i), volume.blockY(j), volume.blockZ(k),
                                        double(density[size_t(index)]));
          int kind = kindOf(state, settings);
          ++counts[kind];
          substances.add(uint8_t("DAWLX"[kind]));
          if (!aquifer.scheduleFlag())
            continue;
          ++numScheduled;
          scheduled.littleEndian(uint32_t(index));
        }
    same(row, "count", density.size(), 1);
    same(row, "density", densities.hex(), (long long)density.size());
    same(row, "substance", substances.hex(), (long long)density.size());
    static const char *names[] = {"solid", "air", "water", "lava", "other"};
    for (int kind = 0; kind < 5; ++kind)
      same(row, names[kind], counts[kind], 1);
    same(row, "scheduled_count", numScheduled, 1);
    same(row, "scheduled", scheduled.hex(), std::max(1ll, numScheduled));
  }

private:
  static std::optional<rt::Level> level(const Json &row) {
    return rt::Level{row.at("min_y"), row.at("height")};
  }

  static int kindOf(int state, const rt::TerrainSettings &settings) {
    if (state == rt::Aquifer::solid)
      return 0;
    rt::u8 flags = settings.states[state].flags;
    return state == rt::airState ? 1 : flags & rt::StateWater ? 2 : flags & rt::StateLava ? 3 : 4;
  }

  /// `level` without a value: what the settings fill.
  bool begin(const Json &row, std::optional<rt::Level> level) {
    if (!ready())
      return false;
    std::string settings = row.at("settings"), seed = row.at("seed");
    x = row.at("chunk").at(0);
    z = row.at("chunk").at(1);
    place = settings + " seed " + seed + " chunk " + row.at("chunk").dump();
    std::string key = settings;
    if (level)
      key += " " + std::to_string(level->minY) + " " + std::to_string(level->height);
    auto &dimension = dimensions[key];
    if (!dimension) {
      DimensionOptions options;
      options.settings = settings;
      options.biomes = settings == "minecraft:nether" ? "minecraft:nether"
                       : settings == "minecraft:end"  ? "the_end"
                                                      : "minecraft:overworld";
      auto request = readRequest(options, *packs, diagnostics);
      if (request && level)
        request->level = *level;
      dimension =
          request ? Dimension::compile(std::move(*request), *packs, common, diagnostics) : nullptr;
      if (!dimension)
        return false;
      worldKey.clear();
    }
    if (worldKey != key + " " + seed) {
      world = dimension->world(std::stoll(seed), diagnostics);
      if (!world)
        return false;
      step = std::make_unique<rt::TerrainStep>(world);
      worldKey = key + " " + seed;
    }
    return true;
  }

  /// Fill and materials. `pointPath`: the rule's biomes come from the point path in the place of
  /// stored ones. Only the quarts that blocks of the chunk can ask for are then looked up, the
  /// others hold biome 0, which no block sees.
  bool materials(rt::Chunk &chunk, bool pointPath = false) {
    std::array<rt::ChunkBiomes, 9> biomes;
    std::array<const rt::ChunkBiomes *, 9> around;
    for (int i = 0; i < 9; ++i) {
      if (pointPath)
        pointBiomes(x + i % 3 - 1, z + i / 3 - 1, biomes[i]);
      else
        step->biomes(x + i % 3 - 1, z + i / 3 - 1, biomes[i]);
      around[i] = &biomes[i];
    }
    step->fill(chunk, x, z);
    std::string error;
    if (step->materials(chunk, around, error))
      return true;
    failed(error);
    return false;
  }

  void pointBiomes(int chunkX, int chunkZ, rt::ChunkBiomes &out) {
    const rt::Level &level = world->level();
    out = {chunkX, chunkZ, level.minY >> 2, level.height >> 2, {}};
    out.ids.resize(size_t(16) * out.quartHeight);
    auto context = world->functions().context(/*caches=*/false);
    rt::ClimateEntries climate = rt::climateEntries(world->functions());
    rt::i32 candidate = rt::SearchTree::none;
    for (int qx = 0; qx < 4; ++qx)
      for (int qz = 0; qz < 4; ++qz) {
        int localX = 4 * (chunkX - x) + qx, localZ = 4 * (chunkZ - z) + qz;
        if (localX < -1 || localX > 4 || localZ < -1 || localZ > 4)
          continue;
        for (int qy = 0; qy < out.quartHeight; ++qy)
          out.ids[size_t(qy + (qx + 4 * qz) * out.quartHeight)] =
              rt::biomeAtQuart(world->biomes(), climate, *context, 4 * chunkX + qx,
                               out.minQuartY + qy, 4 * chunkZ + qz, candidate);
      }
  }

  void starts(const Json &row) {
    std::vector<rt::CarverStart> found;
    rt::CarvingMask mask;
    const rt::CarverSet &set = *world->carvers();
    auto context = world->functions().context(/*caches=*/false);
    rt::ClimateEntries climate = rt::climateEntries(world->functions());
    rt::i32 candidate = rt::SearchTree::none;
    auto listAt = [&](rt::i32 sx, rt::i32 sz) {
      return set.listOfBiome[rt::biomeAtQuart(world->biomes(), climate, *context, 4 * sx, 0, 4 * sz,
                                              candidate)];
    };
    std::string error;
    if (!rt::plainCarvingMask({&set, world->seed(), world->generationRange()}, listAt, x, z, mask,
                              error, &found))
      return failed(error);
    Json list = Json::array();
    for (const rt::CarverStart &start : found)
      list.push_back({start.dx, start.dz, start.index});
    same(row, "starts", list, (long long)std::max<size_t>(1, found.size()));
    compare(sha256Of(mask.bytes()) == row.at("mask_sha256").get<std::string>(),
            256ll * mask.height(), [&] { return place + ": the plain mask differs"; });
  }

  void stage(const Json &row, const char *name, const rt::Chunk &chunk) {
    const Json &expected = row.at(name);
    const rt::TerrainSettings &settings = world->settings();
    std::vector<uint64_t> names;
    for (int i = 0; i < settings.numStates; ++i) {
      Fnv text;
      for (char c : llvm::StringRef(settings.states[i].name))
        text.add(uint8_t(c));
      names.push_back(text.value());
    }
    Fnv blocks, heights, marks;
    for (int lz = 0; lz < 16; ++lz)
      for (int lx = 0; lx < 16; ++lx) {
        for (int row = 0; row < chunk.level().height; ++row)
          blocks.add(names[chunk.column(lx, lz)[row]]);
        heights.littleEndian(uint32_t(chunk.worldSurface(lx, lz) - 1));
      }
    size_t count = 0;
    for (auto [section, list] : llvm::enumerate(chunk.fluidMarks())) {
      if (list.empty())
        continue;
      marks.littleEndian(uint32_t(section));
      for (rt::u16 mark : list)
        marks.littleEndian(mark, 2);
      count += list.size();
    }
    std::string where = std::string(name) + " ";
    same(expected, "blocks", blocks.hex(), (long long)chunk.blocks().size(), where);
    same(expected, "heights", heights.hex(), 256, where);
    same(expected, "marks", marks.hex(), (long long)std::max<size_t>(1, count), where);
    same(expected, "mark_count", count, 1, where);
  }

  template <typename T>
  void same(const Json &row, const char *key, const T &got, long long count,
            const std::string &where = {}) {
    const Json &expected = row.at(key);
    compare(expected == Json(got), count, [&] {
      return place + ": " + where + key + " is " + Json(got).dump().substr(0, 200) + ", expected " +
             expected.dump().substr(0, 200);
    });
  }

  void failed(const std::string &error) {
    compare(false, 1, [&] { return place + ": " + error; });
  }

  const Common &common;
  CompareValues compare;
  Diagnostics &diagnostics;
  std::unique_ptr<pack::Stack> packs;
  std::map<std::string, std::unique_ptr<Dimension>> dimensions;
  std::string worldKey, place;
  std::shared_ptr<const rt::TerrainWorld> world;
  std::unique_ptr<rt::TerrainStep> step;
  int x = 0, z = 0;
};

} // namespace

void tool::verifyCarvedChunks(const Json &file, const Common &common, CompareValues compare,
                              Diagnostics &diagnostics) {
  if (common.packs.empty()) {
    diagnostics.error({}, "no pack given", "--pack PATH");
    return;
  }
  Verifier verifier(common, compare, diagnostics);
  auto each = [&](const char *key, auto verify) {
    if (file.contains(key))
      for (const Json &row : file.at(key))
        if (verifier.ready())
          (verifier.*verify)(row);
  };
  each("chunks", &Verifier::chunk);
  each("game", &Verifier::game);
  each("game_fill", &Verifier::gameFill);
}
