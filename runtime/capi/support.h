//===- support.h - What the parts of the C interface share ----------------===//

#ifndef TERRANE_RUNTIME_CAPI_SUPPORT_H
#define TERRANE_RUNTIME_CAPI_SUPPORT_H

#include "runtime/bundle/terrain.h"
#include "runtime/capi/terrane.h"
#include "runtime/math/float_mode.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>

struct terrane_bundle {
  std::shared_ptr<const terrane::rt::Bundle> bundle;
};

struct terrane_terrain {
  std::shared_ptr<const terrane::rt::TerrainWorld> world;
  std::shared_ptr<const terrane::rt::Bundle> bundle;
  std::size_t dimension;
};

namespace terrane::rt::capi {

terrane_status statusOf(BundleError::Kind kind);

/// By terrane_stage.
constexpr TerrainStage stages[] = {TerrainStage::Carvers, TerrainStage::Biomes, TerrainStage::Fill,
                                   TerrainStage::Materials};

inline terrane_status fail(terrane_error *error, terrane_status status, std::string_view message) {
  if (!error)
    return status;
  error->status = status;
  std::size_t length = std::min(message.size(), sizeof(error->message) - 1);
  // A cut must not leave half a character.
  if (length < message.size())
    while (length > 0 && (message[length] & 0xC0) == 0x80)
      --length;
  std::memcpy(error->message, message.data(), length);
  error->message[length] = 0;
  return status;
}

inline terrane_status badArgument(terrane_error *error, std::string_view message) {
  return fail(error, TERRANE_ERROR_ARGUMENT, message);
}

/// No exception leaves the library, and the caller's mode for floats does not enter it.
template <class Run> terrane_status guarded(terrane_error *error, Run run) noexcept {
  FloatMode mode;
  try {
    return run();
  } catch (const std::bad_alloc &) {
    return fail(error, TERRANE_ERROR_MEMORY, "out of memory");
  } catch (const std::exception &e) {
    return fail(error, TERRANE_ERROR_INTERNAL, e.what());
  } catch (...) {
    return fail(error, TERRANE_ERROR_INTERNAL, "unknown exception");
  }
}

/// A structure whose first member says how much of it the caller knows. What a newer caller knows
/// stays unknown here; what an older one lacks keeps what `out` has. False where the size is none.
template <class T> bool takeStructure(T &out, const T *given, std::size_t least) {
  if (given->size < least || given->size > 4096)
    return false;
  std::memcpy(&out, given, std::min(given->size, sizeof(out)));
  return true;
}

} // namespace terrane::rt::capi

#endif // TERRANE_RUNTIME_CAPI_SUPPORT_H
