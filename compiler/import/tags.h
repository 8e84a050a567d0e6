//===- tags.h - Tag files, merged over the packs (spec 30, 5.2; 50, 1.1) --===//
//
// A tag `#ns:path` of a registry is the sum of the files `data/<ns>/tags/<folder>/<path>.json` of
// all packs, the lowest first; a file with `"replace": true` drops what lower packs said. Values
// are "id", "#tag" or {"id": "id or #tag", "required": false}.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_COMPILER_IMPORT_TAGS_H
#define TERRANE_COMPILER_IMPORT_TAGS_H

#include "compiler/json/json.h"
#include "compiler/pack/pack.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace terrane::import {

/// What the elements of a registry's tags may be.
struct TagElements {
  std::string kind;                                ///< "block", for messages
  std::function<bool(const pack::Id &)> exists;    ///< whether there is such an element
  std::function<std::vector<std::string>()> known; ///< their ids, for hints
};

/// The tags of one registry. Resolves each tag once. Not thread-safe; the packs must outlive it.
class TagRegistry {
public:
  struct Tag {
    std::vector<pack::Id> members; ///< in the order of the files, without repeats
    llvm::StringSet<> ids;         ///< the same as a set of full ids
  };

  /// `folder` is the registry's folder below `tags/`: "block", "worldgen/biome".
  TagRegistry(const pack::Stack &packs, std::string folder, TagElements elements)
      : packs(packs), folder(std::move(folder)), elements(std::move(elements)) {}

  /// Whether a pack has a file of that tag.
  bool exists(const pack::Id &tag) const;
  /// The tag's members. Null, with the errors reported, if there is no such tag (named at `where`),
  /// a file of it is malformed, an entry that is required does not exist, or tags lead in a circle.
  /// The errors of one tag are reported once per `d`.
  const Tag *find(const pack::Id &tag, const SourcePosition &where, Diagnostics &d);

private:
  struct Entry {
    enum class State { Open, Done, Failed } state = State::Open;
    Tag tag;
    Diagnostics complaints; ///< of this tag alone, where it failed
  };
  /// One value of a tag file.
  struct Reference {
    const json::Value *source = nullptr;
    pack::Id id;
    bool isTag = false;
    bool required = true;
  };

  std::string path(const pack::Id &tag) const;
  Entry &resolve(const pack::Id &tag);
  bool readFiles(const pack::Id &tag, std::vector<Reference> &references, Diagnostics &d) const;
  bool readFile(const json::Value &root, std::vector<Reference> &references, Diagnostics &d) const;
  std::optional<Reference> readReference(const json::Value &v, const std::string &what,
                                         Diagnostics &d) const;
  bool addReference(const Reference &reference, Tag &tag, Diagnostics &d);
  bool addTag(const Reference &reference, Tag &tag, Diagnostics &d);
  void reportMissingTag(const pack::Id &tag, const SourcePosition &where, Diagnostics &d) const;

  const pack::Stack &packs;
  std::string folder;
  TagElements elements;
  llvm::StringMap<std::unique_ptr<Entry>> entries;
  std::vector<std::string> open; ///< the tags being resolved, outermost first
};

} // namespace terrane::import

#endif // TERRANE_COMPILER_IMPORT_TAGS_H
