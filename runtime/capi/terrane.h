/*===- terrane.h - The public interface of libterrane_rt ---------------------===
 *
 * Loads a bundle made by `terrane compile`, seeds it for a world, and evaluates its density
 * functions; values equal those of Minecraft Java bit for bit.
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
#define TERRANE_API_VERSION 1

typedef struct terrane_bundle terrane_bundle;
typedef struct terrane_world terrane_world;
typedef struct terrane_context terrane_context;

typedef enum terrane_status {
  TERRANE_OK = 0,
  TERRANE_ERROR_ARGUMENT = 1,   /**< a null pointer, an index out of range, a size below 1 */
  TERRANE_ERROR_UNREADABLE = 2, /**< no such folder, or a file in it cannot be read */
  TERRANE_ERROR_MANIFEST = 3,   /**< the manifest is missing, malformed or incomplete */
  TERRANE_ERROR_FORMAT = 4,     /**< the bundle has another format version */
  TERRANE_ERROR_ABI = 5,        /**< the bundle was made for another kernel ABI */
  TERRANE_ERROR_CPU_LEVEL = 6,  /**< this machine lacks instructions that the bundle needs */
  TERRANE_ERROR_NO_LIBRARY = 7, /**< the bundle holds sources alone */
  TERRANE_ERROR_DAMAGED = 8,    /**< the library is truncated or altered */
  TERRANE_ERROR_LIBRARY = 9,    /**< the library cannot be loaded or contradicts the manifest */
  TERRANE_ERROR_NOISE = 10,     /**< a noise cannot be built, as in the game */
  TERRANE_ERROR_MEMORY = 11,    /**< out of memory */
  TERRANE_ERROR_INTERNAL = 70   /**< a bug in this library */
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

/** Generators: one for every noise settings file in the bundle, by index from 0. */
TERRANE_API int32_t terrane_bundle_num_generators(const terrane_bundle *bundle);
/** The id of its noise settings, such as "minecraft:overworld"; NULL for no generator. */
TERRANE_API const char *terrane_bundle_settings(const terrane_bundle *bundle, int32_t generator);
/** The index of the generator of some noise settings (an id in full), or -1. */
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

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* TERRANE_H */
