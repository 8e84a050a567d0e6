//===- pack.h - A stack of packs and the files in it ----------------------===//
//
// A pack source hands out bytes by path; a stack asks its sources from the last to the first, so
// that a later pack overrides whole files of an earlier one. Sources other than folders (archives,
// overlays) implement the same interface.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_COMPILER_PACK_PACK_H
#define TERRANE_COMPILER_PACK_PACK_H

#include "compiler/diagnostics/diagnostics.h"
#include "compiler/json/json.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace terrane::pack {

/// A resource id `namespace:path`.
struct Id {
  std::string space, path;
  std::string str() const { return space + ":" + path; }
};

/// Parses an id (spec 10, 2.1): namespace `[a-z0-9_.-]`, path `[a-z0-9_./-]`, split at the first
/// `:`, namespace `minecraft` where absent or empty. Nothing for an invalid one. The empty string
/// and `ns:` (an empty path) are invalid here: no file can have that name.
std::optional<Id> parseId(llvm::StringRef text);

/// What was meant by an id that nothing has: one of `known` (full forms) with the same path in
/// another namespace, which is the likelier mistake, or the nearest in spelling. Empty if none is.
std::string nearestId(const Id &id, llvm::ArrayRef<std::string> known);

/// One pack: a set of files by `/`-separated path relative to its root. Thread-safe to read.
class Source {
public:
  virtual ~Source() = default;
  /// How messages call it (the path given by the user).
  virtual llvm::StringRef name() const = 0;
  /// Whether the file exists, is a regular file. Paths with steps `.`, `..` or without a name are
  /// never contained: they could leave the pack or be second names of a file.
  virtual bool contains(llvm::StringRef path) const = 0;
  /// The bytes of a file; reports an error (and returns nothing) where it cannot be read.
  virtual std::optional<std::string> read(llvm::StringRef path, Diagnostics &diagnostics) const = 0;
  /// Paths of all regular files below `folder`, sorted bytewise.
  virtual std::vector<std::string> list(llvm::StringRef folder) const = 0;
};

/// Opens a folder as a pack: it must exist and hold `data/` or `pack.mcmeta` or `reports/`.
/// Otherwise an error that says what such a folder looks like.
std::unique_ptr<Source> openFolder(llvm::StringRef path, Diagnostics &diagnostics);

class Stack {
public:
  explicit Stack(std::vector<std::unique_ptr<Source>> sources) : sources(std::move(sources)) {}

  /// The parsed document `data/<ns>/worldgen/<registry>/<path>.json` of the topmost pack that has
  /// it. Null if no pack has it (no error reported) or if it is unreadable (error reported, once
  /// per `diagnostics`): `found` tells the two apart. Parsed once, then cached; the stack owns it.
  /// Not thread-safe, unlike the documents it returns.
  const json::Document *load(llvm::StringRef registry, const Id &id, Diagnostics &diagnostics,
                             bool &found) const;
  /// Any file by its path in the pack, from the topmost pack that has it.
  const json::Document *loadPath(llvm::StringRef path, Diagnostics &diagnostics, bool &found) const;
  /// The bytes of any file, from the topmost pack that has it; nothing if no pack has it.
  std::optional<std::string> readPath(llvm::StringRef path, Diagnostics &diagnostics) const;
  /// Every pack's file of that path, the lowest pack first (tags merge over the stack); empty if no
  /// pack has it. Where one is unreadable the errors are reported and nothing is returned.
  std::optional<std::vector<const json::Document *>> loadEvery(llvm::StringRef path,
                                                               Diagnostics &diagnostics) const;

  /// All ids of a registry over all packs, sorted and unique.
  std::vector<Id> ids(llvm::StringRef registry) const;
  /// The same for files `data/<ns>/<folder>/<path>.json`, such as those of "tags/block".
  std::vector<Id> idsIn(llvm::StringRef folder) const;

  /// A file that was loaded, by its path in the pack that it came from.
  struct Input {
    std::string path;
    uint64_t size;
    std::string sha256; ///< of its bytes, as 64 lower-case hex digits
  };
  /// All files loaded so far that could be read, sorted by path; files of one path from several
  /// packs in the order of the packs.
  std::vector<Input> inputs() const;

  /// "pack-a, pack-b" for messages, in the order given.
  std::string describe() const;

private:
  std::vector<std::unique_ptr<Source>> sources;
  struct Loaded {
    std::unique_ptr<json::Document> document; ///< null where the file could not be read or parsed
    Diagnostics complaints;                   ///< then: why
    std::optional<Input> input;               ///< where it could be read
  };
  static Loaded loadFrom(const Source &source, llvm::StringRef path);

  mutable llvm::StringMap<Loaded> cache; ///< of the topmost pack that has the path
  /// What lies below that, for the paths of `loadEvery`; the lowest pack first.
  mutable llvm::StringMap<std::vector<Loaded>> covered;
};

/// Opens every path in order; reports an error for each that is no pack. Null on any error.
std::unique_ptr<Stack> openStack(llvm::ArrayRef<std::string> paths, Diagnostics &diagnostics);

} // namespace terrane::pack

#endif // TERRANE_COMPILER_PACK_PACK_H
