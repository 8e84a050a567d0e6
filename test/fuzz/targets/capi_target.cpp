//===- capi_target.cpp - Fuzz target: the arguments of the C interface ----===//
//
// The input is a row of calls on a bundle, whose folder is in TERRANE_FUZZ_BUNDLE: `terrane
// compile` made it, with settings and a dimension. Pointers are null or lead to as much memory as
// is said of them, which nothing else uses; all numbers are the input's.
//
//===----------------------------------------------------------------------===//

#include "target.h"

#include "runtime/capi/terrane.h"

#include <memory>
#include <vector>

#include <xmmintrin.h>

using terrane::fuzz::Input;
using terrane::fuzz::require;

namespace {

constexpr int maxChunks = 2; // of an input, since each takes milliseconds

terrane_bundle *sharedBundle() {
  static terrane_bundle *const bundle = [] {
    const char *folder = std::getenv("TERRANE_FUZZ_BUNDLE");
    require(folder != nullptr, "TERRANE_FUZZ_BUNDLE is set");
    terrane_bundle *result = nullptr;
    terrane_error error;
    terrane_status status = terrane_bundle_open(folder, &result, &error);
    if (status != TERRANE_OK)
      std::fprintf(stderr, "%s\n", error.message);
    require(status == TERRANE_OK, "the bundle can be opened");
    require(terrane_bundle_num_dimensions(result) > 0, "the bundle has a dimension");
    require(terrane_bundle_num_generators(result) > 1, "the bundle has settings");
    return result;
  }();
  return bundle;
}

float fieldAt(void *, int32_t x, int32_t, int32_t z) {
  return float(x % 7) - float(z % 5);
}

class Calls {
public:
  explicit Calls(Input &in) : in(in) {}
  ~Calls() {
    // In any order: each keeps what it needs.
    terrane_world_destroy(world);
    terrane_context_destroy(context);
    terrane_terrain_destroy(terrain);
    terrane_chunk_generator_destroy(generator);
  }
  Calls(const Calls &) = delete;
  Calls &operator=(const Calls &) = delete;

  void run() {
    while (!in.empty())
      call(in.byte() % 12);
  }

private:
  bool rarely() { return in.byte() >= 250; }
  const terrane_bundle *bundle() { return rarely() ? nullptr : sharedBundle(); }
  terrane_error *place() { return rarely() ? nullptr : &error; }

  /// What always holds after a call.
  template <class T> void check(terrane_status status, T *made, bool hadPlace) {
    require(status >= TERRANE_OK && (status <= TERRANE_ERROR_CHUNK), "a known status, and no bug");
    require(!hadPlace || (status == TERRANE_OK) == (made != nullptr), "failure gives a null");
  }

  void call(unsigned which) {
    switch (which) {
    case 0:
      return open();
    case 1:
      return describe();
    case 2: {
      terrane_world *made = nullptr, **out = rarely() ? nullptr : &made;
      check(terrane_world_create(bundle(), in.integer(), in.number<int64_t>(), out, place()), made,
            out != nullptr);
      terrane_world_destroy(world);
      world = made;
      terrane_world_seed(world);
      return;
    }
    case 3:
      return createContext();
    case 4:
    case 5:
      return volume();
    case 6: {
      float value = 0;
      terrane_evaluate_point(context, in.integer(), in.integer(), in.integer(), in.integer(),
                             rarely() ? nullptr : &value, place());
      return;
    }
    case 7: {
      terrane_terrain *made = nullptr, **out = rarely() ? nullptr : &made;
      check(terrane_terrain_create(bundle(), in.integer(), in.number<int64_t>(), out, place()),
            made, out != nullptr);
      terrane_terrain_destroy(terrain);
      terrain = made;
      return;
    }
    case 8: {
      terrane_chunk_generator *made = nullptr, **out = rarely() ? nullptr : &made;
      check(terrane_chunk_generator_create(terrain, out, place()), made, out != nullptr);
      terrane_chunk_generator_destroy(generator);
      generator = made;
      return;
    }
    case 9:
      return generate();
    case 10: {
      std::size_t room = in.byte();
      std::unique_ptr<uint32_t[]> marks(new uint32_t[room]);
      terrane_chunk_generator_marks(generator, rarely() ? nullptr : marks.get(), room);
      return;
    }
    default: // the caller's own mode, which stays as it is
      _mm_setcsr((_mm_getcsr() & ~0xE040u) | (in.byte() & 7u) << 13 | (in.byte() & 1u) << 6);
      return;
    }
  }

  void open() {
    std::string folder = in.text();
    terrane_bundle *made = nullptr, **out = rarely() ? nullptr : &made;
    check(terrane_bundle_open(rarely() ? nullptr : folder.c_str(), out, place()), made,
          out != nullptr);
    terrane_bundle_close(made);
  }

  void describe() {
    const terrane_bundle *b = bundle();
    std::string name = in.text();
    int32_t i = in.integer(), k = in.integer();
    terrane_bundle_terrane_version(b);
    terrane_bundle_game_version(b);
    terrane_bundle_cpu_level(b);
    terrane_bundle_settings(b, i);
    terrane_bundle_find(b, rarely() ? nullptr : name.c_str());
    int32_t entries = terrane_bundle_num_entries(b, i);
    require((k >= 0 && k < entries) == (terrane_bundle_entry(b, i, k) != nullptr),
            "there are as many entries as it says");
    terrane_bundle_find_entry(b, i, name.c_str());
    require((i >= 0 && i < terrane_bundle_num_dimensions(b)) ==
                (terrane_bundle_dimension(b, i) != nullptr),
            "there are as many dimensions as it says");
    terrane_bundle_find_dimension(b, name.c_str());
    terrane_bundle_dimension_generator(b, i);
    require((i >= 0 && i < terrane_terrain_num_states(terrain)) ==
                (terrane_terrain_state(terrain, i) != nullptr),
            "there are as many states as it says");
    require((k >= 0 && k < terrane_terrain_num_biomes(terrain)) ==
                (terrane_terrain_biome(terrain, k) != nullptr),
            "there are as many biomes as it says");
    terrane_terrain_seed(terrain);
  }

  void createContext() {
    terrane_fields fields{};
    std::uint8_t which = in.byte();
    fields.size = in.byte() < 200 ? sizeof(fields) : std::size_t(in.integer());
    // No more is there than is said to be.
    if (fields.size > sizeof(fields) && fields.size <= 4096)
      fields.size = sizeof(fields);
    if (which & 1)
      fields.beardifier_volume = [](void *, const terrane_volume *v, float *out) {
        for (int64_t n = 0; n < int64_t(v->sx) * v->sy * v->sz; ++n)
          out[n] = float(n % 3);
      };
    if (which & 2)
      fields.beardifier_point = fieldAt;
    if (which & 4)
      fields.blend_alpha = [](void *, int32_t x, int32_t z) { return fieldAt(nullptr, x, 0, z); };
    if (which & 8)
      fields.blend_offset = [](void *, int32_t x, int32_t z) { return fieldAt(nullptr, x, 0, z); };
    if (which & 16)
      fields.blend_density = [](void *, int32_t, int32_t, int32_t, float v) { return v + 1.0f; };
    terrane_context *made = nullptr, **out = rarely() ? nullptr : &made;
    check(terrane_context_create(world, in.byte() & 1, rarely() ? nullptr : &fields, out, place()),
          made, out != nullptr);
    terrane_context_destroy(context);
    context = made;
  }

  void volume() {
    int32_t entry = in.integer();
    auto size = [&] { return in.byte() < 230 ? in.byte() % 20 + 1 : in.integer(); };
    terrane_volume v = {size(),       size(),       size(),       in.integer(), in.integer(),
                        in.integer(), in.integer(), in.integer(), in.integer()};
    std::size_t room = in.byte() * 32;
    std::unique_ptr<float[]> values(new float[room]);
    unsigned mode = _mm_getcsr() & ~0x3Fu;
    terrane_evaluate_volume(context, entry, rarely() ? nullptr : &v,
                            rarely() ? nullptr : values.get(), room, place());
    require((_mm_getcsr() & ~0x3Fu) == mode, "the caller's mode for floats stays");
  }

  void generate() {
    if (!generator || chunks == maxChunks)
      return;
    ++chunks;
    std::vector<std::vector<terrane_junction>> junctions;
    std::vector<terrane_structure_piece> pieces(in.byte() % 4);
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      junctions.emplace_back(in.byte() % 3);
      for (terrane_junction &j : junctions.back())
        j = {in.integer(), in.integer(), in.integer()};
    }
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      int32_t kind = rarely() ? in.integer() : in.byte() % 5;
      pieces[i] = {in.integer(), in.integer(),        in.integer(),
                   in.integer(), in.integer(),        in.integer(),
                   kind,         in.byte() & 1,       in.byte() & 1,
                   in.integer(), junctions[i].data(), junctions[i].size()};
    }
    std::vector<std::vector<float>> densities;
    std::vector<std::vector<uint16_t>> oldBiomes;
    std::vector<terrane_old_chunk> old(in.byte() % 3);
    for (terrane_old_chunk &o : old) {
      o = {};
      o.chunk_x = in.integer();
      o.chunk_z = in.integer();
      o.min_section = in.integer();
      for (float &height : o.heights)
        height = in.byte() & 1 ? in.number<float>() : float(in.integer());
      densities.emplace_back(in.byte());
      for (float &density : densities.back())
        density = float(in.byte()) - 128.0f;
      for (int c = 0; c < 16; ++c)
        if (in.byte() & 1)
          o.densities[c] = densities.back().data(), o.num_densities[c] = densities.back().size();
      o.num_sections = in.integer();
      oldBiomes.emplace_back(in.byte());
      for (uint16_t &biome : oldBiomes.back())
        biome = rarely() ? TERRANE_NO_BIOME : in.byte() & 3;
      for (int c = 0; c < 16; ++c)
        if (in.byte() & 1)
          o.biomes[c] = oldBiomes.back().data(), o.num_biomes[c] = oldBiomes.back().size();
    }
    terrane_chunk_inputs inputs{};
    inputs.size = rarely() ? std::size_t(in.integer()) : sizeof(inputs);
    if (inputs.size > sizeof(inputs) && inputs.size <= 4096)
      inputs.size = sizeof(inputs);
    inputs.last_stage = rarely() ? in.integer() : in.byte() % 4;
    inputs.pieces = rarely() ? nullptr : pieces.data();
    inputs.num_pieces = pieces.size();
    inputs.old_chunks = rarely() ? nullptr : old.data();
    inputs.num_old_chunks = old.size();

    std::size_t height = std::size_t(terrane_terrain_height(terrain));
    std::vector<uint16_t> blocks(in.byte() < 230 ? 256 * height : in.byte());
    std::vector<uint16_t> biomes(in.byte() < 230 ? 4 * height : in.byte());
    std::vector<int32_t> surface(256), floor(in.byte() < 230 ? 256 : in.byte());
    std::vector<uint32_t> marks(in.byte());
    terrane_chunk chunk{};
    chunk.size = rarely() ? std::size_t(in.integer()) : sizeof(chunk);
    chunk.blocks = rarely() ? nullptr : blocks.data(), chunk.num_blocks = blocks.size();
    chunk.biomes = rarely() ? nullptr : biomes.data(), chunk.num_biomes = biomes.size();
    chunk.world_surface = surface.data(), chunk.num_world_surface = surface.size();
    chunk.ocean_floor = floor.data(), chunk.num_ocean_floor = floor.size();
    chunk.marks = marks.data(), chunk.marks_capacity = marks.size();
    int32_t x = in.integer(), z = in.integer();
    unsigned mode = _mm_getcsr() & ~0x3Fu;
    terrane_status status = terrane_generate_chunk(generator, x, z, rarely() ? nullptr : &inputs,
                                                   rarely() ? nullptr : &chunk, place());
    require(status != TERRANE_ERROR_INTERNAL, "no bug");
    require((_mm_getcsr() & ~0x3Fu) == mode, "the caller's mode for floats stays");
  }

  Input &in;
  int chunks = 0;
  terrane_error error;
  terrane_world *world = nullptr;
  terrane_context *context = nullptr;
  terrane_terrain *terrain = nullptr;
  terrane_chunk_generator *generator = nullptr;
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  unsigned mode = _mm_getcsr();
  Input in(data, size);
  Calls(in).run();
  _mm_setcsr(mode);
  return 0;
}
