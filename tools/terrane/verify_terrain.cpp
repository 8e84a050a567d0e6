//===- verify_terrain.cpp - Chunks of two engines against each other ------===//

#include "tools/terrane/verify_terrain.h"

#include "runtime/random/xoroshiro.h"
#include "tools/terrane/terrain.h"

using namespace terrane;
using namespace terrane::tool;

namespace {

using Compare = std::function<void(bool, long long, std::function<std::string()>)>;

/// All that the terrain step makes of a chunk.
struct Made {
  std::array<rt::ChunkBiomes, 9> biomes;
  std::optional<rt::Chunk> fill, terrain;
  std::string error; ///< of the materials, where the game would fail
};

Made make(rt::TerrainStep &step, int cx, int cz) {
  Made made;
  std::array<const rt::ChunkBiomes *, 9> around;
  for (int i = 0; i < 9; ++i) {
    step.biomes(cx + i % 3 - 1, cz + i / 3 - 1, made.biomes[i]);
    around[i] = &made.biomes[i];
  }
  rt::Chunk chunk = step.makeChunk();
  step.fill(chunk, cx, cz);
  made.fill = chunk;
  step.materials(chunk, around, made.error);
  made.terrain = std::move(chunk);
  return made;
}

class TerrainVerifier {
public:
  TerrainVerifier(const Compare &compare, const rt::TerrainWorld &world, std::string dimension)
      : compare(compare), world(world), dimension(std::move(dimension)) {}

  void run(const Made &expected, const Made &got, const std::string &chunk) {
    place = dimension + " " + chunk;
    compare(expected.error == got.error, 1, [&] {
      return place + ": ends with '" + got.error + "', expected '" + expected.error + "'";
    });
    for (int i = 0; i < 9; ++i)
      biomes(expected.biomes[i], got.biomes[i]);
    blocks("fill", *expected.fill, *got.fill);
    blocks("terrain", *expected.terrain, *got.terrain);
  }

private:
  void biomes(const rt::ChunkBiomes &expected, const rt::ChunkBiomes &got) {
    const std::vector<rt::Biome> &table = world.biomes().table.biomes;
    for (int y = expected.minQuartY; y < expected.minQuartY + expected.quartHeight; ++y)
      for (int z = 0; z < 4; ++z)
        for (int x = 0; x < 4; ++x)
          compare(expected.at(x, y, z) == got.at(x, y, z), 1, [&] {
            return place + ": biome at quart " + triple(x, y, z) + " is " +
                   table[got.at(x, y, z)].id + ", expected " + table[expected.at(x, y, z)].id;
          });
  }

  void blocks(const std::string &stage, const rt::Chunk &expected, const rt::Chunk &got) {
    const rt::BlockState *states = world.settings().states;
    int low = expected.level().minY, height = expected.level().height;
    for (int z = 0; z < 16; ++z)
      for (int x = 0; x < 16; ++x) {
        const rt::StateId *a = expected.column(x, z), *b = got.column(x, z);
        compare(std::equal(a, a + height, b), height, [&] {
          auto first = std::mismatch(a, a + height, b);
          return place + ": " + stage + " block " + triple(x, low + int(first.first - a), z) +
                 " is " + states[*first.second].name + ", expected " + states[*first.first].name;
        });
        heights(stage + " world surface", x, z, expected.worldSurface(x, z),
                got.worldSurface(x, z));
        heights(stage + " ocean floor", x, z, expected.oceanFloor(x, z), got.oceanFloor(x, z));
      }
    compare(expected.topOfFilledSections() == got.topOfFilledSections(), 1,
            [&] { return place + ": " + stage + " filled sections differ"; });
    for (size_t i = 0; i < expected.fluidMarks().size(); ++i)
      compare(expected.fluidMarks()[i] == got.fluidMarks()[i],
              1 + (long long)expected.fluidMarks()[i].size(), [&] {
                return place + ": " + stage + " fluid marks of section " + std::to_string(i) +
                       " differ";
              });
    own(stage, got);
  }

  void heights(const std::string &what, int x, int z, int expected, int got) {
    compare(expected == got, 1, [&] {
      return place + ": " + what + " at " + std::to_string(x) + "," + std::to_string(z) + " is " +
             std::to_string(got) + ", expected " + std::to_string(expected);
    });
  }

  /// Both engines share what keeps the heightmaps, so the blocks themselves are asked, too.
  void own(const std::string &stage, const rt::Chunk &chunk) {
    int low = chunk.level().minY, height = chunk.level().height;
    for (int z = 0; z < 16; ++z)
      for (int x = 0; x < 16; ++x) {
        int surface = low, floor = low;
        for (int i = 0; i < height; ++i) {
          unsigned flags = chunk.flags(chunk.column(x, z)[i]);
          if (!(flags & rt::StateAir))
            surface = low + i + 1;
          if (flags & rt::StateMotion)
            floor = low + i + 1;
        }
        heights(stage + " world surface of the blocks", x, z, surface, chunk.worldSurface(x, z));
        heights(stage + " ocean floor of the blocks", x, z, floor, chunk.oceanFloor(x, z));
      }
  }

  static std::string triple(int x, int y, int z) {
    return std::to_string(x) + "," + std::to_string(y) + "," + std::to_string(z);
  }

  const Compare &compare;
  const rt::TerrainWorld &world;
  std::string dimension, place;
};

/// Whether the dimension's generator makes terrain; true where that cannot be told.
bool hasTerrain(const DimensionOptions &options, const pack::Stack &packs) {
  Diagnostics own;
  if (readRequest(options, packs, own))
    return true;
  return llvm::none_of(own.all(), [](const Diagnostic &d) {
    return llvm::StringRef(d.message).contains("have no terrain functions");
  });
}

std::unique_ptr<Dimension> compile(const DimensionOptions &options, const pack::Stack &packs,
                                   const Common &common, Diagnostics &diagnostics) {
  auto request = readRequest(options, packs, diagnostics);
  return request ? Dimension::compile(std::move(*request), packs, common, diagnostics) : nullptr;
}

void verifyDimension(const DimensionOptions &options, const pack::Stack &packs,
                     const Common &common, const Compare &compare, Diagnostics &diagnostics) {
  Common plain = common;
  plain.engine = "reference";
  auto reference = compile(options, packs, plain, diagnostics);
  auto other = reference ? compile(options, packs, common, diagnostics) : nullptr;
  long long seed = common.seed();
  auto expectedWorld = other ? reference->world(seed, diagnostics) : nullptr;
  auto gotWorld = expectedWorld ? other->world(seed, diagnostics) : nullptr;
  if (!gotWorld)
    return;
  TerrainVerifier verifier(compare, *expectedWorld, options.dimension);
  rt::TerrainStep kept(gotWorld);
  rt::Random random{rt::Xoroshiro(seed)};
  constexpr int reach = 1875000 - 2; // chunks to the world's border
  const int places[][2] = {{random.nextInt(64) - 32, random.nextInt(64) - 32},
                           {random.nextInt(2 * reach) - reach, random.nextInt(2 * reach) - reach}};
  std::optional<Made> first;
  for (auto [cx, cz] : places) {
    rt::TerrainStep fresh(expectedWorld);
    Made expected = make(fresh, cx, cz);
    std::string chunk = "chunk " + std::to_string(cx) + "," + std::to_string(cz);
    verifier.run(expected, make(kept, cx, cz), chunk);
    if (!first)
      first = std::move(expected);
  }
  // A chunk depends on nothing that was made before it.
  verifier.run(*first, make(kept, places[0][0], places[0][1]), "the first chunk again");
}

} // namespace

void tool::verifyTerrain(const pack::Stack &packs, const std::vector<std::string> &dimensions,
                         const Common &common, const Compare &compare, Diagnostics &diagnostics) {
  DimensionOptions options;
  for (const std::string &text : dimensions) {
    options.dimension = text;
    if (!diagnostics.hasErrors())
      verifyDimension(options, packs, common, compare, diagnostics);
  }
  if (!dimensions.empty())
    return;
  std::optional<pack::Id> preset = parseId(options.worldPreset, "a world preset", diagnostics);
  for (const pack::Id &id : import::dimensionIds(packs, *preset)) {
    options.dimension = id.str();
    if (!diagnostics.hasErrors() && hasTerrain(options, packs))
      verifyDimension(options, packs, common, compare, diagnostics);
  }
}
