//===- block_registry.h - Which blocks and block states there are (spec 30, 2 and 5.2) -===//
//
// From `reports/blocks.json`, which the game's data generator writes:
//   {"ns:block": {"properties": {name: [value..]}, "states": [{"properties": {..}, "default":
//   true},
//   ..]}}
// A block of the report is looked at only when something names it.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_COMPILER_IMPORT_BLOCK_REGISTRY_H
#define TERRANE_COMPILER_IMPORT_BLOCK_REGISTRY_H

#include "compiler/import/block_state.h"

#include "llvm/ADT/StringMap.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace terrane::import {

/// The command that writes the reports, for messages.
constexpr const char *reportCommand =
    "java -DbundlerMainClass=net.minecraft.data.Main -jar server.jar --reports";

/// A block state in its canonical form.
struct ResolvedBlock {
  std::string block; ///< full id
  std::string text;  ///< `id[property=value,...]`, all properties sorted by name; `id` without any

  /// Whether the state has this value of this property.
  bool has(llvm::StringRef property, llvm::StringRef value) const;
};

/// Not thread-safe; the packs must outlive it.
class BlockRegistry {
public:
  struct Property {
    std::string name;
    std::vector<std::string> values;
    std::string defaultValue;
  };
  struct Block {
    std::vector<Property> properties; ///< sorted by name
    std::size_t numStates = 1;
    bool open = false; ///< nothing known of its properties: those given are taken as they are
  };

  /// Loads the report of the topmost pack that has one. Errors are reported; null then.
  static std::unique_ptr<BlockRegistry> open(const pack::Stack &packs, Diagnostics &d);

  /// Whether the packs have a report. Without one every id is taken for a block.
  bool hasReport() const { return report != nullptr; }
  bool exists(const pack::Id &id) const;
  /// Full ids of all blocks of the report, in its order.
  std::vector<std::string> ids() const;
  /// A block's properties. Null, with an error at `where`, if there is no such block, or if its
  /// part of the report is malformed.
  const Block *find(const pack::Id &id, const SourcePosition &where, Diagnostics &d);

  /// The state that a pack means (spec 30, 2): `properties` is lenient, so only an unknown block is
  /// an error. Without a report, warns once that nothing could be checked.
  std::optional<ResolvedBlock> resolve(const BlockStateForm &form, Diagnostics &d);
  /// The default state of a block that is named without a JSON value.
  std::optional<ResolvedBlock> resolveDefault(const pack::Id &id, const SourcePosition &where,
                                              Diagnostics &d);

private:
  explicit BlockRegistry(const pack::Stack &packs) : packs(packs) {}
  std::optional<ResolvedBlock> resolve(const pack::Id &id, const json::Value *properties,
                                       const SourcePosition &where, Diagnostics &d);
  void warnWithoutReport(const SourcePosition &where, Diagnostics &d);

  const pack::Stack &packs;
  const json::Value *report = nullptr;            ///< an object
  llvm::StringMap<std::unique_ptr<Block>> blocks; ///< those asked for; null: malformed
  bool warned = false;
};

} // namespace terrane::import

#endif // TERRANE_COMPILER_IMPORT_BLOCK_REGISTRY_H
