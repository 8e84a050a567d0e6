//===- terrane.hpp - terrane.h for C++ ------------------------------------===//
//
// Header only, C++17, nothing but terrane.h underneath: its rules on threads, volumes and order of
// values hold here, too. Failures are exceptions of type `terrane::Error`.
//
//     terrane::Bundle bundle("overworld.bundle");
//     auto generator = bundle.generator("minecraft:overworld");
//     terrane::World world = bundle.world(generator, 42);
//     terrane::Context context = world.context();
//     std::vector<float> values = context.volume(
//         bundle.entry(generator, "router:final_density"), {16, 384, 16, 0, -64, 0, 1, 1, 1});
//
//     terrane::Terrain terrain = bundle.terrain("minecraft:overworld", 42);
//     terrane::Chunk chunk = terrain.generator().generate(3, -5);
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_HPP
#define TERRANE_HPP

#include "terrane.h"

#include <exception>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace terrane {

class Error : public std::runtime_error {
public:
  explicit Error(const terrane_error &error)
      : std::runtime_error(error.message), code(error.status) {}
  Error(terrane_status status, const std::string &message)
      : std::runtime_error(message), code(status) {}

  terrane_status status() const { return code; }

private:
  terrane_status code;
};

namespace detail {

struct Release {
  void operator()(terrane_bundle *bundle) const { terrane_bundle_close(bundle); }
  void operator()(terrane_world *world) const { terrane_world_destroy(world); }
  void operator()(terrane_context *context) const { terrane_context_destroy(context); }
  void operator()(terrane_terrain *terrain) const { terrane_terrain_destroy(terrain); }
  void operator()(terrane_chunk_generator *generator) const {
    terrane_chunk_generator_destroy(generator);
  }
  void operator()(terrane_device *device) const { terrane_device_close(device); }
};

template <class T> using Handle = std::unique_ptr<T, Release>;

inline void check(terrane_status status, const terrane_error &error) {
  if (status != TERRANE_OK)
    throw Error(error);
}

} // namespace detail

/// One thread at a time.
class Context {
public:
  /// Over a volume, into `out` with room for `count` values.
  void volume(int32_t entry, const terrane_volume &volume, float *out, size_t count) {
    terrane_error error;
    detail::check(terrane_evaluate_volume(handle.get(), entry, &volume, out, count, &error), error);
  }
  std::vector<float> volume(int32_t entry, const terrane_volume &v) {
    // Nonsense sizes are refused below, before anything is written.
    bool sound = v.sx > 0 && v.sy > 0 && v.sz > 0;
    std::vector<float> out(sound ? size_t(v.sx) * size_t(v.sy) * size_t(v.sz) : 1);
    volume(entry, v, out.data(), out.size());
    return out;
  }
  /// At a block.
  float point(int32_t entry, int32_t x, int32_t y, int32_t z) {
    float out;
    terrane_error error;
    detail::check(terrane_evaluate_point(handle.get(), entry, x, y, z, &out, &error), error);
    return out;
  }
  terrane_context *get() const { return handle.get(); }

private:
  friend class World;
  explicit Context(terrane_context *context) : handle(context) {}
  detail::Handle<terrane_context> handle;
};

/// Any number of threads.
class World {
public:
  Context context(bool caches = true, const terrane_fields *fields = nullptr) const {
    terrane_context *made;
    terrane_error error;
    detail::check(terrane_context_create(handle.get(), caches, fields, &made, &error), error);
    return Context(made);
  }
  int64_t seed() const { return terrane_world_seed(handle.get()); }
  terrane_world *get() const { return handle.get(); }

private:
  friend class Bundle;
  explicit World(terrane_world *world) : handle(world) {}
  detail::Handle<terrane_world> handle;
};

/// A chunk with everything in it; see terrane_chunk for the order of values. Keep one from chunk to
/// chunk, and its memory is kept.
struct Chunk {
  std::vector<uint16_t> blocks, biomes;
  std::vector<int32_t> worldSurface, oceanFloor;
  std::vector<uint32_t> marks;
};

/// One thread at a time.
class ChunkGenerator {
public:
  void generate(int32_t x, int32_t z, Chunk &out, const terrane_chunk_inputs *inputs = nullptr) {
    out.blocks.resize(size_t(256) * size_t(height));
    out.biomes.resize(size_t(4) * size_t(height));
    out.worldSurface.resize(256);
    out.oceanFloor.resize(256);
    terrane_chunk chunk = {};
    chunk.size = sizeof(chunk);
    chunk.blocks = out.blocks.data(), chunk.num_blocks = out.blocks.size();
    chunk.biomes = out.biomes.data(), chunk.num_biomes = out.biomes.size();
    chunk.world_surface = out.worldSurface.data(), chunk.num_world_surface = 256;
    chunk.ocean_floor = out.oceanFloor.data(), chunk.num_ocean_floor = 256;
    terrane_error error;
    detail::check(terrane_generate_chunk(handle.get(), x, z, inputs, &chunk, &error), error);
    out.marks.resize(chunk.num_marks);
    terrane_chunk_generator_marks(handle.get(), out.marks.data(), out.marks.size());
  }
  Chunk generate(int32_t x, int32_t z, const terrane_chunk_inputs *inputs = nullptr) {
    Chunk out;
    generate(x, z, out, inputs);
    return out;
  }
  terrane_chunk_generator *get() const { return handle.get(); }

private:
  friend class Terrain;
  ChunkGenerator(terrane_chunk_generator *generator, int32_t height)
      : handle(generator), height(height) {}
  detail::Handle<terrane_chunk_generator> handle;
  int32_t height;
};

/// One thread at a time. See terrane_device_open.
class Device {
public:
  /// False ends the region; what it throws leaves `generate`.
  using Deliver = std::function<bool(const terrane_region_chunk &)>;

  void generate(const terrane_region &region, const Deliver &deliver) {
    struct State {
      const Deliver &deliver;
      std::exception_ptr failure;
    } state = {deliver, nullptr};
    auto take = [](void *user, const terrane_region_chunk *chunk) -> int {
      State &state = *static_cast<State *>(user);
      try {
        return !state.deliver(*chunk);
      } catch (...) {
        state.failure = std::current_exception();
        return 1;
      }
    };
    terrane_error error;
    terrane_status status = terrane_device_generate(get(), &region, take, &state, &error);
    if (state.failure)
      std::rethrow_exception(state.failure);
    detail::check(status, error);
  }
  terrane_device_memory plan(const terrane_region &region) {
    terrane_device_memory memory = {};
    memory.size = sizeof(memory);
    terrane_error error;
    detail::check(terrane_device_plan(get(), &region, &memory, &error), error);
    return memory;
  }
  std::string name() const { return terrane_device_name(get()); }
  terrane_device *get() const { return handle.get(); }

private:
  friend class Terrain;
  explicit Device(terrane_device *device) : handle(device) {}
  detail::Handle<terrane_device> handle;
};

/// Any number of threads.
class Terrain {
public:
  /// Null: as terrane_device_options says of zeros.
  Device device(const terrane_device_options *options = nullptr) const {
    terrane_device *made;
    terrane_error error;
    detail::check(terrane_device_open(get(), options, &made, &error), error);
    return Device(made);
  }
  ChunkGenerator generator() const {
    terrane_chunk_generator *made;
    terrane_error error;
    detail::check(terrane_chunk_generator_create(get(), &made, &error), error);
    return ChunkGenerator(made, height());
  }
  int64_t seed() const { return terrane_terrain_seed(get()); }
  int32_t minY() const { return terrane_terrain_min_y(get()); }
  int32_t height() const { return terrane_terrain_height(get()); }
  /// The names behind the numbers of blocks and biomes.
  std::vector<std::string> states() const {
    std::vector<std::string> names;
    for (int32_t i = 0; i < terrane_terrain_num_states(get()); ++i)
      names.emplace_back(terrane_terrain_state(get(), i));
    return names;
  }
  std::vector<std::string> biomes() const {
    std::vector<std::string> names;
    for (int32_t i = 0; i < terrane_terrain_num_biomes(get()); ++i)
      names.emplace_back(terrane_terrain_biome(get(), i));
    return names;
  }
  terrane_terrain *get() const { return handle.get(); }

private:
  friend class Bundle;
  explicit Terrain(terrane_terrain *terrain) : handle(terrain) {}
  detail::Handle<terrane_terrain> handle;
};

/// Any number of threads.
class Bundle {
public:
  explicit Bundle(const std::string &folder) {
    terrane_bundle *opened;
    terrane_error error;
    detail::check(terrane_bundle_open(folder.c_str(), &opened, &error), error);
    handle.reset(opened);
  }

  int32_t numGenerators() const { return terrane_bundle_num_generators(get()); }
  std::string settings(int32_t generator) const {
    return text(terrane_bundle_settings(get(), generator));
  }
  /// The generator of some noise settings; throws where the bundle has none.
  int32_t generator(const std::string &settings) const {
    return index(terrane_bundle_find(get(), settings.c_str()), "generator", settings);
  }
  int32_t numEntries(int32_t generator) const {
    return terrane_bundle_num_entries(get(), generator);
  }
  std::string entryName(int32_t generator, int32_t entry) const {
    return text(terrane_bundle_entry(get(), generator, entry));
  }
  /// An entry by its name; throws where the generator has none.
  int32_t entry(int32_t generator, const std::string &name) const {
    return index(terrane_bundle_find_entry(get(), generator, name.c_str()), "entry", name);
  }
  std::string cpuLevel() const { return text(terrane_bundle_cpu_level(get())); }
  std::string gameVersion() const { return text(terrane_bundle_game_version(get())); }
  std::string terraneVersion() const { return text(terrane_bundle_terrane_version(get())); }

  World world(int32_t generator, int64_t seed) const {
    terrane_world *made;
    terrane_error error;
    detail::check(terrane_world_create(get(), generator, seed, &made, &error), error);
    return World(made);
  }

  int32_t numDimensions() const { return terrane_bundle_num_dimensions(get()); }
  std::string dimension(int32_t dimension) const {
    return text(terrane_bundle_dimension(get(), dimension));
  }
  /// A dimension, seeded; throws where the bundle has none of that id.
  Terrain terrain(const std::string &dimension, int64_t seed) const {
    terrane_terrain *made;
    terrane_error error;
    int32_t found = terrane_bundle_find_dimension(get(), dimension.c_str());
    detail::check(
        terrane_terrain_create(get(), index(found, "dimension", dimension), seed, &made, &error),
        error);
    return Terrain(made);
  }
  terrane_bundle *get() const { return handle.get(); }

private:
  static std::string text(const char *value) {
    if (!value)
      throw Error(TERRANE_ERROR_ARGUMENT, "the bundle has no such generator, entry or dimension");
    return value;
  }
  static int32_t index(int32_t found, const char *what, const std::string &name) {
    if (found < 0)
      throw Error(TERRANE_ERROR_ARGUMENT,
                  std::string("the bundle has no ") + what + " '" + name + "'");
    return found;
  }

  detail::Handle<terrane_bundle> handle;
};

} // namespace terrane

#endif // TERRANE_HPP
