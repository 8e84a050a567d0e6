//===- terrain.cpp - The public interface of libterrane_rt: chunks --------===//

#include "runtime/capi/support.h"
#include "runtime/chunk/chunk_maker.h"

#include <cstddef>

using namespace terrane::rt;
using namespace terrane::rt::capi;

struct terrane_chunk_generator {
  explicit terrane_chunk_generator(std::shared_ptr<const TerrainWorld> world)
      : numBiomes(world->biomes().table.biomes.size()), maker(std::move(world)) {}

  std::size_t numBiomes;
  ChunkMaker maker;
};

namespace {

const BundleDimension *dimensionAt(const terrane_bundle *bundle, int32_t dimension) {
  if (!bundle || dimension < 0)
    return nullptr;
  const auto &all = bundle->bundle->dimensions();
  return std::size_t(dimension) < all.size() ? &all[dimension] : nullptr;
}

/// The caller's description of what is around a chunk; a message where it is wrong.
const char *convert(const terrane_chunk_inputs &given, std::size_t numBiomes, ChunkInputs &out) {
  if ((given.num_pieces && !given.pieces) || (given.num_old_chunks && !given.old_chunks))
    return "terrane_chunk_inputs has a null pointer with a number behind it";
  for (std::size_t i = 0; i < given.num_pieces; ++i) {
    const terrane_structure_piece &piece = given.pieces[i];
    if (piece.adaptation < TERRANE_ADAPTATION_NONE ||
        piece.adaptation > TERRANE_ADAPTATION_ENCAPSULATE)
      return "the adaptation of a structure piece is unknown";
    if (piece.num_junctions && !piece.junctions)
      return "a structure piece has no pointer to its junctions";
    StructurePiece made;
    made.box = {piece.min_x, piece.min_y, piece.min_z, piece.max_x, piece.max_y, piece.max_z};
    made.adaptation = Adaptation(piece.adaptation);
    made.poolElement = piece.pool_element != 0;
    made.rigid = piece.rigid != 0;
    made.groundLevelDelta = piece.ground_level_delta;
    for (std::size_t k = 0; k < piece.num_junctions; ++k) {
      const terrane_junction &junction = piece.junctions[k];
      made.junctions.push_back({junction.x, junction.ground_y, junction.z});
    }
    out.pieces.push_back(std::move(made));
  }
  for (std::size_t i = 0; i < given.num_old_chunks; ++i) {
    const terrane_old_chunk &old = given.old_chunks[i];
    OldChunk made;
    made.chunkX = old.chunk_x;
    made.chunkZ = old.chunk_z;
    made.minSection = old.min_section;
    made.numSections = old.num_sections;
    for (std::size_t c = 0; c < 16; ++c) {
      if (old.num_densities[c] && !old.densities[c])
        return "an old chunk has no pointer to its densities";
      made.heights[c] = old.heights[c];
      made.densities[c].assign(old.densities[c], old.densities[c] + old.num_densities[c]);
      if (old.num_biomes[c] && !old.biomes[c])
        return "an old chunk has no pointer to its biomes";
      made.biomes[c].assign(old.biomes[c], old.biomes[c] + old.num_biomes[c]);
      for (BiomeId biome : made.biomes[c])
        if (biome >= numBiomes && biome != OldChunk::noBiome)
          return "an old chunk has a biome that the terrain does not have";
    }
    out.oldChunks.push_back(std::move(made));
  }
  return nullptr;
}

template <class To, class From>
bool hasRoom(const To *out, std::size_t room, const std::vector<From> &values) {
  return !out || room >= values.size();
}
template <class To, class From> void copyTo(To *out, const std::vector<From> &values) {
  if (out)
    std::copy(values.begin(), values.end(), out);
}

std::size_t copyMarks(const Chunk &chunk, uint32_t *out, std::size_t capacity) {
  std::size_t count = 0;
  const auto &sections = chunk.fluidMarks();
  for (std::size_t section = 0; section < sections.size(); ++section)
    for (u16 mark : sections[section]) {
      if (out && count < capacity)
        out[count] = uint32_t(section << 12 | mark);
      ++count;
    }
  return count;
}

} // namespace

int32_t terrane_bundle_num_dimensions(const terrane_bundle *bundle) {
  return bundle ? int32_t(bundle->bundle->dimensions().size()) : 0;
}

const char *terrane_bundle_dimension(const terrane_bundle *bundle, int32_t dimension) {
  const BundleDimension *found = dimensionAt(bundle, dimension);
  return found ? found->id.c_str() : nullptr;
}

int32_t terrane_bundle_find_dimension(const terrane_bundle *bundle, const char *dimension) {
  for (int32_t i = 0, n = terrane_bundle_num_dimensions(bundle); dimension && i < n; ++i)
    if (bundle->bundle->dimensions()[i].id == dimension)
      return i;
  return -1;
}

int32_t terrane_bundle_dimension_generator(const terrane_bundle *bundle, int32_t dimension) {
  const BundleDimension *found = dimensionAt(bundle, dimension);
  return found ? int32_t(found->generator) : -1;
}

terrane_status terrane_terrain_create(const terrane_bundle *bundle, int32_t dimension, int64_t seed,
                                      terrane_terrain **terrain, terrane_error *error) {
  if (terrain)
    *terrain = nullptr;
  if (!bundle || !terrain)
    return badArgument(error, "terrane_terrain_create needs a bundle and a place for the terrain");
  if (!dimensionAt(bundle, dimension))
    return badArgument(error, "the bundle has no such dimension");
  return guarded(error, [&] {
    std::string reason;
    auto made = makeTerrainWorld(bundle->bundle, std::size_t(dimension), seed, reason);
    if (!made)
      return fail(error, TERRANE_ERROR_NOISE, reason);
    *terrain = new terrane_terrain{std::move(made), bundle->bundle, std::size_t(dimension)};
    return TERRANE_OK;
  });
}

void terrane_terrain_destroy(terrane_terrain *terrain) {
  delete terrain;
}

int64_t terrane_terrain_seed(const terrane_terrain *terrain) {
  return terrain ? terrain->world->seed() : 0;
}
int32_t terrane_terrain_min_y(const terrane_terrain *terrain) {
  return terrain ? terrain->world->level().minY : 0;
}
int32_t terrane_terrain_height(const terrane_terrain *terrain) {
  return terrain ? terrain->world->level().height : 0;
}

int32_t terrane_terrain_num_states(const terrane_terrain *terrain) {
  return terrain ? terrain->world->settings().numStates : 0;
}

const char *terrane_terrain_state(const terrane_terrain *terrain, int32_t state) {
  return state >= 0 && state < terrane_terrain_num_states(terrain)
             ? terrain->world->settings().states[state].name
             : nullptr;
}

int32_t terrane_terrain_num_biomes(const terrane_terrain *terrain) {
  return terrain ? int32_t(terrain->world->biomes().table.biomes.size()) : 0;
}

const char *terrane_terrain_biome(const terrane_terrain *terrain, int32_t biome) {
  return biome >= 0 && biome < terrane_terrain_num_biomes(terrain)
             ? terrain->world->biomes().table.biomes[biome].id.c_str()
             : nullptr;
}

terrane_status terrane_chunk_generator_create(const terrane_terrain *terrain,
                                              terrane_chunk_generator **generator,
                                              terrane_error *error) {
  if (generator)
    *generator = nullptr;
  if (!terrain || !generator)
    return badArgument(error, "terrane_chunk_generator_create needs a terrain and a place for the "
                              "generator");
  return guarded(error, [&] {
    *generator = new terrane_chunk_generator(terrain->world);
    return TERRANE_OK;
  });
}

void terrane_chunk_generator_destroy(terrane_chunk_generator *generator) {
  delete generator;
}

terrane_status terrane_generate_chunk(terrane_chunk_generator *generator, int32_t x, int32_t z,
                                      const terrane_chunk_inputs *inputs, terrane_chunk *chunk,
                                      terrane_error *error) {
  if (!generator || !chunk)
    return badArgument(error, "terrane_generate_chunk needs a generator and a chunk");
  if (x < ChunkMaker::minChunk || x > ChunkMaker::maxChunk || z < ChunkMaker::minChunk ||
      z > ChunkMaker::maxChunk)
    return badArgument(error, "the chunk lies outside of -134217727 to 134217726");
  if (chunk->size < sizeof(terrane_chunk) || chunk->size > 4096)
    return badArgument(error, "terrane_chunk.size is not the size of the structure");
  terrane_chunk_inputs given{};
  if (inputs && !takeStructure(given, inputs, offsetof(terrane_chunk_inputs, pieces)))
    return badArgument(error, "terrane_chunk_inputs.size is not the size of the structure");
  if (given.last_stage < 0 || given.last_stage > TERRANE_STAGE_MATERIALS)
    return badArgument(error, "the last stage is unknown");
  return guarded(error, [&] {
    ChunkMaker &maker = generator->maker;
    const Chunk &made = maker.chunk();
    std::size_t quarts = std::size_t(made.level().height) / 4 * 16;
    if (!hasRoom(chunk->blocks, chunk->num_blocks, made.blocks()) ||
        (chunk->biomes && chunk->num_biomes < quarts) ||
        !hasRoom(chunk->world_surface, chunk->num_world_surface, made.worldSurfaces()) ||
        !hasRoom(chunk->ocean_floor, chunk->num_ocean_floor, made.oceanFloors()))
      return badArgument(error, "there is no room for the values of a chunk");
    ChunkInputs around;
    if (const char *wrong = convert(given, generator->numBiomes, around))
      return badArgument(error, wrong);
    std::string reason;
    if (!maker.make(x, z, stages[given.last_stage], around, reason))
      return fail(error, TERRANE_ERROR_CHUNK, reason);
    copyTo(chunk->blocks, made.blocks());
    copyTo(chunk->biomes, maker.biomes().ids);
    copyTo(chunk->world_surface, made.worldSurfaces());
    copyTo(chunk->ocean_floor, made.oceanFloors());
    chunk->num_marks = copyMarks(made, chunk->marks, chunk->marks_capacity);
    return TERRANE_OK;
  });
}

size_t terrane_chunk_generator_marks(const terrane_chunk_generator *generator, uint32_t *marks,
                                     size_t capacity) {
  return generator ? copyMarks(generator->maker.chunk(), marks, capacity) : 0;
}
