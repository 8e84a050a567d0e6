//===- generator.h - What every engine offers -----------------------------===//

#ifndef TERRANE_RUNTIME_CHUNK_GENERATOR_H
#define TERRANE_RUNTIME_CHUNK_GENERATOR_H

#include "runtime/chunk/volume.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace terrane::rt {
class Beardifier;
class Blender;
} // namespace terrane::rt

namespace terrane {

/// User fields of a context; null stands for an absent field.
struct ContextFields {
  const rt::Beardifier *beardifier = nullptr;
  const rt::Blender *blender = nullptr;
};

/// A sampler context of a generator (spec 10, section 5). Not thread-safe; cache cells live as long
/// as it does, so results can depend on what was asked before.
class SamplerContext {
public:
  virtual ~SamplerContext() = default;
  /// Volume path: fills `volume.count()` values in the volume's index order.
  virtual void volume(unsigned entry, float *out, const rt::Volume &volume) = 0;
  /// Point path, at a block.
  virtual float point(unsigned entry, int x, int y, int z) = 0;
  /// Forgets all cells: the context is as a fresh one with these fields, and keeps its memory.
  virtual void reset(ContextFields fields) = 0;
  /// A hint: the entry's points will be asked for again after a reset. Changes no value.
  virtual void expectRepeats(unsigned entry) {}
};

enum class RequestKind { Volume, Point };

/// The compiled functions of one noise settings file, seeded for one world. Thread-safe.
class Generator {
public:
  virtual ~Generator() = default;
  virtual std::optional<unsigned> entry(std::string_view name) const = 0;
  virtual std::unique_ptr<SamplerContext> context(bool caches, ContextFields fields = {}) const = 0;
  /// Why this engine cannot answer such requests exactly on such a context; they must not be made.
  /// Empty where it can, as every engine but cuda-host always can.
  virtual std::string refusal(unsigned entry, RequestKind kind, bool caches,
                              ContextFields fields = {}) const {
    return {};
  }
};

} // namespace terrane

#endif // TERRANE_RUNTIME_CHUNK_GENERATOR_H
