/*===- terrane.h - The public interface of libterrane_rt ---------------------===
 *
 * Loads a bundle made by `terrane compile`, seeds it for a world, evaluates its density functions
 * and generates the terrain of its dimensions; all equals Minecraft Java bit for bit.
 *
 *     terrane_error error;
 *     terrane_bundle *bundle;
 *     terrane_world *world;
 *     terrane_context *context;
 *     if (terrane_bundle_open("overworld.bundle", &bundle, &error) != TERRANE_OK)
 *       return complain(error.message);
 *     int32_t g = terrane_bundle_find(bundle, "minecraft:overworld");
 *     int32_t density = terrane_bundle_find_entry(bundle, g, "router:final_density");
 *     terrane_world_create(bundle, g, 42, &world, &error);
 *     terrane_context_create(world, 1, NULL, &context, &error);
 *     terrane_volume chunk = {16, 384, 16, 0, -64, 0, 1, 1, 1};
 *     terrane_evaluate_volume(context, density, &chunk, values, 16 * 384 * 16, &error);
 *
 * Threads: bundles and worlds are immutable once made, any number of threads may use them at the
 * same time. A context belongs to one thread at a time; give every thread its own.
 *
 * Ownership: what a `create` or `open` returns is the caller's until the matching `destroy` or
 * `close`, which take NULL as well. The order of those does not matter: a context keeps what it
 * needs of its world, a world what it needs of its bundle. Texts are UTF-8; those returned belong
 * to the bundle and live until it is closed.
 *
 * Errors: functions that can fail return a status. On failure they set their out parameter to NULL
 * (or leave the values alone) and, where `error` is not NULL, fill it in; on success `error` is
 * left alone. Nothing is kept per thread. Where memory runs out within an evaluation the process
 * ends with a message on stderr, since generated code cannot fail half way.
 *
 * Volumes: a lattice of sx * sy * sz blocks. Sample (i, j, k) lies at block
 * (mx + i * tx, my + j * ty, mz + k * tz) in wrapping 32-bit arithmetic, and has the index
 * j + (i + k * sx) * sy: Y fastest, then X, then Z.
 *
 *===-------------------------------------------------------------------------===*/

#ifndef TERRANE_H
#define TERRANE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define TERRANE_API __attribute__((visibility("default")))
#else
#define TERRANE_API
#endif

/** The version of this interface; it rises when something is added, the name of the shared library
 *  changes when something is taken away. */
#define TERRANE_API_VERSION 4

typedef struct terrane_bundle terrane_bundle;
typedef struct terrane_world terrane_world;
typedef struct terrane_context terrane_context;
typedef struct terrane_terrain terrane_terrain;
typedef struct terrane_chunk_generator terrane_chunk_generator;

typedef enum terrane_status {
  TERRANE_OK = 0,
  TERRANE_ERROR_ARGUMENT = 1,   /**< a null pointer, an index out of range, a size below 1 */
  TERRANE_ERROR_UNREADABLE = 2, /**< no such folder, or a file in it cannot be read */
  TERRANE_ERROR_MANIFEST = 3,   /**< the manifest is missing, malformed or incomplete */
  TERRANE_ERROR_FORMAT = 4,     /**< the bundle has another format version */
  TERRANE_ERROR_ABI = 5,        /**< the bundle was made for another kernel ABI */
  TERRANE_ERROR_CPU_LEVEL = 6,  /**< this machine lacks instructions that the bundle needs */
  TERRANE_ERROR_NO_LIBRARY = 7, /**< the bundle holds sources alone, or no PTX for devices */
  TERRANE_ERROR_DAMAGED = 8,    /**< a library or dimension is truncated or altered */
  TERRANE_ERROR_LIBRARY =
      9, /**< a library or dimension cannot be loaded or contradicts the manifest */
  TERRANE_ERROR_NOISE = 10,         /**< a noise cannot be built, as in the game */
  TERRANE_ERROR_MEMORY = 11,        /**< out of memory */
  TERRANE_ERROR_CHUNK = 12,         /**< the game fails at this chunk, too */
  TERRANE_ERROR_DEVICE = 13,        /**< no driver or no such device, or it failed */
  TERRANE_ERROR_DEVICE_MEMORY = 14, /**< the device is out of memory */
  TERRANE_ERROR_INTERNAL = 70       /**< a bug in this library */
} terrane_status;

/** A failure, by value. */
typedef struct terrane_error {
  terrane_status status;
  char message[1020]; /**< ends with a zero; too long a message is cut */
} terrane_error;

typedef struct terrane_volume {
  int32_t sx, sy, sz; /**< samples, at least 1 */
  int32_t mx, my, mz; /**< the minimum block */
  int32_t tx, ty, tz; /**< steps in blocks, at least 1 */
} terrane_volume;

/** The values that a world's own state adds to its density functions. A null function stands for an
 *  absent field, which has the game's default: beardifier 0, blend alpha 1, blend offset 0, density
 *  unchanged. The functions are called on the thread that evaluates, from within an evaluation, and
 *  must be pure: an evaluation may ask more or less often than a reader would expect. */
typedef struct terrane_fields {
  size_t size; /**< sizeof(terrane_fields), so that fields can be added */
  void *user;  /**< given to every function; must outlive the context */
  /** Terrain adaptation around structures: sets all sx * sy * sz values. Both or neither are set.
   */
  void (*beardifier_volume)(void *user, const terrane_volume *volume, float *out);
  float (*beardifier_point)(void *user, int32_t x, int32_t y, int32_t z);
  /** Blending with chunks of older versions. */
  float (*blend_alpha)(void *user, int32_t x, int32_t z);
  float (*blend_offset)(void *user, int32_t x, int32_t z);
  float (*blend_density)(void *user, int32_t x, int32_t y, int32_t z, float density);
} terrane_fields;

/** Of the library in use: such as "0.1.0", "26.3", TERRANE_API_VERSION, "avx2" (the highest level
 *  that this machine runs). */
TERRANE_API const char *terrane_version(void);
TERRANE_API const char *terrane_game_version(void);
TERRANE_API int32_t terrane_api_version(void);
TERRANE_API const char *terrane_machine_cpu_level(void);

/** Opens a bundle's folder, checks it and loads its libraries of the highest level that this
 * machine runs, or below the one in the environment variable TERRANE_CPU_LEVEL. */
TERRANE_API terrane_status terrane_bundle_open(const char *folder, terrane_bundle **bundle,
                                               terrane_error *error);
TERRANE_API void terrane_bundle_close(terrane_bundle *bundle);

/** Of the compiler that made the bundle, and the level of the libraries that were loaded. */
TERRANE_API const char *terrane_bundle_terrane_version(const terrane_bundle *bundle);
TERRANE_API const char *terrane_bundle_game_version(const terrane_bundle *bundle);
TERRANE_API const char *terrane_bundle_cpu_level(const terrane_bundle *bundle);

/** Generators: one for every noise settings file and dimension in the bundle, by index from 0. */
TERRANE_API int32_t terrane_bundle_num_generators(const terrane_bundle *bundle);
/** The id of its noise settings, such as "minecraft:overworld"; NULL for no generator. */
TERRANE_API const char *terrane_bundle_settings(const terrane_bundle *bundle, int32_t generator);
/** The index of the first generator of some noise settings (an id in full), or -1. Generators that
 *  were compiled for their functions come before those of dimensions. */
TERRANE_API int32_t terrane_bundle_find(const terrane_bundle *bundle, const char *settings);

/** Entries: the functions of a generator, by index from 0; -1, NULL and -1 for no such thing. */
TERRANE_API int32_t terrane_bundle_num_entries(const terrane_bundle *bundle, int32_t generator);
TERRANE_API const char *terrane_bundle_entry(const terrane_bundle *bundle, int32_t generator,
                                             int32_t entry);
TERRANE_API int32_t terrane_bundle_find_entry(const terrane_bundle *bundle, int32_t generator,
                                              const char *name);

/** Seeds a generator for a world. One bundle serves any number of worlds. */
TERRANE_API terrane_status terrane_world_create(const terrane_bundle *bundle, int32_t generator,
                                                int64_t seed, terrane_world **world,
                                                terrane_error *error);
TERRANE_API void terrane_world_destroy(terrane_world *world);
TERRANE_API int64_t terrane_world_seed(const terrane_world *world);

/** A sampler context. With `caches` other than 0 it has the game's cache cells: they live as long
 * as the context and can be seen, since values may depend on what was asked before. Without, every
 *  value is a function of the request alone. `fields` is copied and may be NULL. */
TERRANE_API terrane_status terrane_context_create(const terrane_world *world, int caches,
                                                  const terrane_fields *fields,
                                                  terrane_context **context, terrane_error *error);
TERRANE_API void terrane_context_destroy(terrane_context *context);

/** Evaluates an entry over a volume (the game's volume path) into `out`, which has room for `count`
 *  values; at least sx * sy * sz. */
TERRANE_API terrane_status terrane_evaluate_volume(terrane_context *context, int32_t entry,
                                                   const terrane_volume *volume, float *out,
                                                   size_t count, terrane_error *error);
/** Evaluates an entry at a block (the game's point path, which may differ from the volume path in
 *  the last bits). */
TERRANE_API terrane_status terrane_evaluate_point(terrane_context *context, int32_t entry,
                                                  int32_t x, int32_t y, int32_t z, float *out,
                                                  terrane_error *error);

/*===- Terrain -----------------------------------------------------------------===
 *
 *     terrane_terrain *terrain;
 *     terrane_chunk_generator *generator;
 *     int32_t d = terrane_bundle_find_dimension(bundle, "minecraft:overworld");
 *     terrane_terrain_create(bundle, d, 42, &terrain, &error);
 *     terrane_chunk_generator_create(terrain, &generator, &error);
 *     terrane_chunk chunk = {sizeof(terrane_chunk)};
 *     chunk.blocks = blocks; chunk.num_blocks = 256 * height;
 *     terrane_generate_chunk(generator, 3, -5, NULL, &chunk, &error);
 *
 * Threads: a terrain is immutable, any number of threads may use it at the same time. A chunk
 * generator belongs to one thread at a time; give every thread its own, and keep it from chunk to
 * chunk, since it keeps memory and what neighbours have in common. The bytes of a chunk depend on
 * the terrain, the place and what is given for it; not on the thread, nor on the chunks before.
 *
 *===-------------------------------------------------------------------------===*/

/** Dimensions: those named when the bundle was compiled, by index from 0; NULL and -1 for no such
 *  thing. Each has a generator, whose entries are the functions of the terrain step. */
TERRANE_API int32_t terrane_bundle_num_dimensions(const terrane_bundle *bundle);
TERRANE_API const char *terrane_bundle_dimension(const terrane_bundle *bundle, int32_t dimension);
TERRANE_API int32_t terrane_bundle_find_dimension(const terrane_bundle *bundle,
                                                  const char *dimension);
TERRANE_API int32_t terrane_bundle_dimension_generator(const terrane_bundle *bundle,
                                                       int32_t dimension);

/** Seeds a dimension. One bundle serves any number of terrains. */
TERRANE_API terrane_status terrane_terrain_create(const terrane_bundle *bundle, int32_t dimension,
                                                  int64_t seed, terrane_terrain **terrain,
                                                  terrane_error *error);
TERRANE_API void terrane_terrain_destroy(terrane_terrain *terrain);
TERRANE_API int64_t terrane_terrain_seed(const terrane_terrain *terrain);
/** The level in blocks, multiples of 16: the lowest, and how many. */
TERRANE_API int32_t terrane_terrain_min_y(const terrane_terrain *terrain);
TERRANE_API int32_t terrane_terrain_height(const terrane_terrain *terrain);
/** The palette: the block states that can occur, `id[property=value,...]` with all properties
 *  sorted by name and no brackets where there are none; state 0 is minecraft:air. The names belong
 *  to the terrain; NULL for no such state. */
TERRANE_API int32_t terrane_terrain_num_states(const terrane_terrain *terrain);
TERRANE_API const char *terrane_terrain_state(const terrane_terrain *terrain, int32_t state);
/** The biomes that can occur; "" for a biome without an id, NULL for no such biome. */
TERRANE_API int32_t terrane_terrain_num_biomes(const terrane_terrain *terrain);
TERRANE_API const char *terrane_terrain_biome(const terrane_terrain *terrain, int32_t biome);

/** How a structure changes the ground around it. */
typedef enum terrane_adaptation {
  TERRANE_ADAPTATION_NONE = 0,
  TERRANE_ADAPTATION_BURY = 1,
  TERRANE_ADAPTATION_BEARD_THIN = 2,
  TERRANE_ADAPTATION_BEARD_BOX = 3,
  TERRANE_ADAPTATION_ENCAPSULATE = 4
} terrane_adaptation;

typedef struct terrane_junction {
  int32_t x, ground_y, z;
} terrane_junction;

/** A structure piece near a chunk. */
typedef struct terrane_structure_piece {
  int32_t min_x, min_y, min_z, max_x, max_y, max_z; /**< blocks, both ends included */
  int32_t adaptation;                               /**< a terrane_adaptation, of the structure */
  /** Of jigsaw pool elements: whether it is one, whether its projection is rigid. */
  int32_t pool_element, rigid, ground_level_delta;
  const terrane_junction *junctions;
  size_t num_junctions;
} terrane_structure_piece;

#define TERRANE_NO_BIOME 0xFFFF

/** What is known of a chunk made by an older version: 16 columns at its border. Columns 0 to 6 lie
 *  on the sides of lowest x and z, 7 to 15 beyond those of highest. */
typedef struct terrane_old_chunk {
  int32_t chunk_x, chunk_z;
  int32_t min_section; /**< the lowest section, 16 blocks high */
  float heights[16];   /**< FLT_MAX where none is known */
  /** Per column nothing (NULL and 0), or two values per section upwards from cell
   *  `2 * min_section + 1`; cells are 8 blocks high. */
  const float *densities[16];
  size_t num_densities[16];
  int32_t num_sections; /**< how high it is, for carvers alone; 0: unknown, they do not see it */
  /** Per column nothing (NULL and 0), or one biome per quart upwards from quart `4 * min_section`:
   *  as terrane_terrain_biome numbers them, TERRANE_NO_BIOME where none is known. */
  const uint16_t *biomes[16];
  size_t num_biomes[16];
} terrane_old_chunk;

typedef enum terrane_stage {
  TERRANE_STAGE_CARVERS = 0, /**< all of the terrain step */
  TERRANE_STAGE_BIOMES = 1,  /**< biomes alone: all blocks are air */
  TERRANE_STAGE_FILL = 2,    /**< and stone, water and lava */
  TERRANE_STAGE_MATERIALS = 3
} terrane_stage;

/** What a world knows about a chunk before its terrain step. All zeros but the size: nothing. */
typedef struct terrane_chunk_inputs {
  size_t size;        /**< sizeof(terrane_chunk_inputs), so that fields can be added */
  int32_t last_stage; /**< a terrane_stage */
  const terrane_structure_piece *pieces; /**< near the chunk, in the game's order */
  size_t num_pieces;
  const terrane_old_chunk *old_chunks; /**< those up to 8 chunks away */
  size_t num_old_chunks;
} terrane_chunk_inputs;

/** Where a chunk goes: the caller's memory. A null pointer stands for what is not wanted; the
 *  number behind a pointer says how many values there is room for, at least those of the chunk. */
typedef struct terrane_chunk {
  size_t size; /**< sizeof(terrane_chunk), so that fields can be added */
  /** 256 * height states: index (y - min_y) + height * (x + 16 * z), each column from the bottom.
   */
  uint16_t *blocks;
  size_t num_blocks;
  /** 16 * height / 4 biomes of the quarts (4 x 4 x 4 blocks):
   *  index (y - min_y / 4) + height / 4 * (x + 4 * z). */
  uint16_t *biomes;
  size_t num_biomes;
  /** 256 first free y, index x + 16 * z, above the highest block that is not air
   *  (WORLD_SURFACE_WG), or that blocks motion (OCEAN_FLOOR_WG); min_y where there is none. */
  int32_t *world_surface;
  size_t num_world_surface;
  int32_t *ocean_floor;
  size_t num_ocean_floor;
  /** Positions marked for a fluid update, `section << 12 | z << 8 | y << 4 | x`, sections counted
   *  from the bottom; section by section, inside one in the order of marking, with repeats. The
   *  first `marks_capacity` are written; `num_marks` becomes how many there are. */
  uint32_t *marks;
  size_t marks_capacity;
  size_t num_marks;
} terrane_chunk;

TERRANE_API terrane_status terrane_chunk_generator_create(const terrane_terrain *terrain,
                                                          terrane_chunk_generator **generator,
                                                          terrane_error *error);
TERRANE_API void terrane_chunk_generator_destroy(terrane_chunk_generator *generator);

/** Generates the chunk at (x, z), -134217727 to 134217726, into `chunk`. `inputs` may be NULL; it
 *  is read during the call alone. On failure `chunk` is left alone: TERRANE_ERROR_ARGUMENT, also
 *  for too little room, and TERRANE_ERROR_CHUNK where the game fails, too. */
TERRANE_API terrane_status terrane_generate_chunk(terrane_chunk_generator *generator, int32_t x,
                                                  int32_t z, const terrane_chunk_inputs *inputs,
                                                  terrane_chunk *chunk, terrane_error *error);
/** All fluid marks of the chunk that was generated last, in the same form; writes the first
 *  `capacity` and returns how many there are. */
TERRANE_API size_t terrane_chunk_generator_marks(const terrane_chunk_generator *generator,
                                                 uint32_t *marks, size_t capacity);

/*===- Devices -----------------------------------------------------------------===
 *
 * Regions of chunks in batches on a GPU, of a bundle that was compiled with '--target so,ptx'. The
 * bytes of a chunk are those of terrane_generate_chunk without inputs. NVIDIA's driver (12.0 or
 * later) is looked for when a device is opened, as libcuda.so.1 or as the file that the environment
 * variable TERRANE_CUDA_DRIVER names; nothing else of CUDA is needed.
 *
 *     terrane_device *device;
 *     terrane_device_options options = {sizeof(terrane_device_options)};
 *     terrane_region region = {sizeof(terrane_region), -16, -16, 15, 15};
 *     terrane_device_open(terrain, &options, &device, &error);
 *     terrane_device_generate(device, &region, deliver, user, &error);
 *
 * Threads: a device belongs to one thread at a time, not always the same. It keeps what it needs of
 * its terrain. After a failure of the device (TERRANE_ERROR_DEVICE) close it and open another.
 *
 *===-------------------------------------------------------------------------===*/

typedef struct terrane_device terrane_device;

/** All zeros but the size: the first device, batches of up to 1024 chunks, no fallback. */
typedef struct terrane_device_options {
  size_t size;        /**< sizeof(terrane_device_options), so that fields can be added */
  int32_t ordinal;    /**< which device, from 0 */
  int32_t max_chunks; /**< the most chunks of a batch; 0 for 1024 */
  /** Other than 0: where the device fails or is missing, the CPU makes the rest, after a warning.
   */
  int32_t fall_back;
  void *user; /**< given to `warn`; must outlive the device */
  /** Told what is left to the CPU, and why; from any thread. May be NULL. */
  void (*warn)(void *user, const char *message);
} terrane_device_options;

/** Loads the code of a terrain on a device. TERRANE_ERROR_NO_LIBRARY for a bundle without PTX;
 *  TERRANE_ERROR_DEVICE, with advice, without a driver or device, where that cannot run the PTX,
 *  and where the dimension cannot be made in batches (the message says why). With `fall_back` these
 *  last are warnings, and the CPU makes all. */
TERRANE_API terrane_status terrane_device_open(const terrane_terrain *terrain,
                                               const terrane_device_options *options,
                                               terrane_device **device, terrane_error *error);
TERRANE_API void terrane_device_close(terrane_device *device);
/** Such as "NVIDIA H200"; "the CPU" where it was missing and the CPU makes all. */
TERRANE_API const char *terrane_device_name(const terrane_device *device);

/** A rectangle of chunks, both ends included, each from -134217727 to 134217726. */
typedef struct terrane_region {
  size_t size; /**< sizeof(terrane_region), so that fields can be added */
  int32_t min_x, min_z, max_x, max_z;
  int32_t last_stage; /**< a terrane_stage */
  /** Of the CPU: they carve, and make what devices leave out. 0: as many as the machine has. */
  int32_t threads;
} terrane_region;

/** A finished chunk, valid during its delivery. Values as of terrane_chunk; all marks. */
typedef struct terrane_region_chunk {
  size_t size; /**< sizeof(terrane_region_chunk) of the library */
  int32_t x, z;
  const uint16_t *blocks;
  size_t num_blocks;
  const uint16_t *biomes;
  size_t num_biomes;
  const int32_t *world_surface, *ocean_floor; /**< 256 each */
  const uint32_t *marks;
  size_t num_marks;
} terrane_region_chunk;

/** Takes a chunk; other than 0 ends the region. Must not call functions of the same device. */
typedef int (*terrane_deliver)(void *user, const terrane_region_chunk *chunk);

/** Generates the chunks of a region and delivers each once, on the calling thread, by rising x
 *  within rising z. TERRANE_OK also where a delivery ended it. On failure some chunks may have been
 *  delivered; those are right. */
TERRANE_API terrane_status terrane_device_generate(terrane_device *device,
                                                   const terrane_region *region,
                                                   terrane_deliver deliver, void *user,
                                                   terrane_error *error);

/** What the batches of a region take, in bytes. */
typedef struct terrane_device_memory {
  size_t size;    /**< sizeof(terrane_device_memory), so that fields can be added */
  int64_t world;  /**< of the device: tables of the terrain */
  int64_t device; /**< of the device: all batches */
  int64_t pinned; /**< of the host, locked in memory */
} terrane_device_memory;

/** Puts the tables of the terrain on the device, for a while, and nothing else.
 *  TERRANE_ERROR_DEVICE where the CPU makes all. */
TERRANE_API terrane_status terrane_device_plan(terrane_device *device, const terrane_region *region,
                                               terrane_device_memory *memory, terrane_error *error);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* TERRANE_H */
