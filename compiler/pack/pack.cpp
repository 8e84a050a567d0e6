//===- pack.cpp - Resource ids and the stack of packs ---------------------===//

#include "compiler/pack/pack.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SHA256.h"

#include <algorithm>
#include <map>

namespace terrane::pack {

namespace {

bool isNamespaceByte(char c) {
  return (c >= 'a' && c <= 'z') || llvm::isDigit(c) || c == '_' || c == '.' || c == '-';
}

/// Repeats the complaints about a file that was found unreadable before, unless they are there.
void repeat(const Diagnostics &complaints, Diagnostics &diagnostics) {
  for (const Diagnostic &old : complaints.all()) {
    bool known = llvm::any_of(diagnostics.all(), [&](const Diagnostic &other) {
      return other.where.file == old.where.file && other.where.line == old.where.line &&
             other.where.column == old.where.column && other.message == old.message;
    });
    if (!known)
      diagnostics.error(old.where, old.message, old.expected).notes = old.notes;
  }
}

} // namespace

std::optional<Id> parseId(llvm::StringRef text) {
  Id id;
  std::size_t colon = text.find(':');
  if (colon == llvm::StringRef::npos) {
    id.path = text.str();
  } else {
    id.space = text.substr(0, colon).str();
    id.path = text.substr(colon + 1).str();
  }
  if (id.space.empty())
    id.space = "minecraft";
  if (id.path.empty() || !llvm::all_of(id.space, isNamespaceByte) ||
      !llvm::all_of(id.path, [](char c) { return isNamespaceByte(c) || c == '/'; }))
    return std::nullopt;
  return id;
}

std::string nearestId(const Id &id, llvm::ArrayRef<std::string> known) {
  auto sameName = llvm::find_if(
      known, [&](llvm::StringRef other) { return other.split(':').second == id.path; });
  if (sameName != known.end())
    return *sameName;
  std::vector<llvm::StringRef> words(known.begin(), known.end());
  // Measured by the path: a shared namespace makes no two ids alike.
  return nearest(id.str(), words, static_cast<unsigned>(id.path.size() + 2) / 3);
}

const json::Document *Stack::load(llvm::StringRef registry, const Id &id, Diagnostics &diagnostics,
                                  bool &found) const {
  return loadPath("data/" + id.space + "/worldgen/" + registry.str() + "/" + id.path + ".json",
                  diagnostics, found);
}

const json::Document *Stack::loadPath(llvm::StringRef path, Diagnostics &diagnostics,
                                      bool &found) const {
  if (auto it = cache.find(path); it != cache.end()) {
    found = true;
    repeat(it->second.complaints, diagnostics);
    return it->second.document.get();
  }
  for (const std::unique_ptr<Source> &source : llvm::reverse(sources)) {
    if (!source->contains(path))
      continue;
    found = true;
    Loaded &loaded = cache[path] = loadFrom(*source, path);
    repeat(loaded.complaints, diagnostics);
    return loaded.document.get();
  }
  found = false;
  return nullptr;
}

Stack::Loaded Stack::loadFrom(const Source &source, llvm::StringRef path) {
  Loaded loaded;
  std::optional<std::string> text = source.read(path, loaded.complaints);
  if (!text)
    return loaded;
  std::string file = source.name().str();
  if (!llvm::StringRef(file).ends_with("/"))
    file += "/";
  loaded.input = Input{
      path.str(), text->size(),
      llvm::toHex(llvm::SHA256::hash(llvm::arrayRefFromStringRef(*text)), /*LowerCase=*/true)};
  loaded.document = json::Document::parse(*text, file + path.str(), loaded.complaints);
  return loaded;
}

std::optional<std::vector<const json::Document *>>
Stack::loadEvery(llvm::StringRef path, Diagnostics &diagnostics) const {
  auto [below, isNew] = covered.try_emplace(path);
  if (isNew) {
    std::vector<const Source *> holders;
    for (const std::unique_ptr<Source> &source : sources)
      if (source->contains(path))
        holders.push_back(source.get());
    for (const Source *source : llvm::ArrayRef(holders).drop_back(holders.empty() ? 0 : 1))
      below->second.push_back(loadFrom(*source, path));
  }
  bool fine = true;
  std::vector<const json::Document *> result;
  for (const Loaded &loaded : below->second) {
    repeat(loaded.complaints, diagnostics);
    fine &= loaded.document != nullptr;
    result.push_back(loaded.document.get());
  }
  bool found = false;
  if (const json::Document *top = loadPath(path, diagnostics, found))
    result.push_back(top);
  else
    fine &= !found;
  return fine ? std::optional(std::move(result)) : std::nullopt;
}

std::optional<std::string> Stack::readPath(llvm::StringRef path, Diagnostics &diagnostics) const {
  for (const std::unique_ptr<Source> &source : llvm::reverse(sources))
    if (source->contains(path))
      return source->read(path, diagnostics);
  return std::nullopt;
}

std::vector<Id> Stack::ids(llvm::StringRef registry) const {
  return idsIn("worldgen/" + registry.str());
}

std::vector<Id> Stack::idsIn(llvm::StringRef folder) const {
  std::vector<Id> result;
  const std::string infix = folder.str() + "/";
  for (const std::unique_ptr<Source> &source : sources) {
    for (const std::string &file : source->list("data")) {
      llvm::StringRef rest(file);
      if (!rest.consume_front("data/") || !rest.consume_back(".json"))
        continue;
      auto [space, path] = rest.split('/');
      if (!path.consume_front(infix))
        continue;
      // Files whose names are no ids cannot be referred to.
      if (std::optional<Id> id = parseId((space + ":" + path).str()); id && id->space == space)
        result.push_back(std::move(*id));
    }
  }
  auto key = [](const Id &id) { return std::tie(id.space, id.path); };
  llvm::sort(result, [&](const Id &a, const Id &b) { return key(a) < key(b); });
  result.erase(std::unique(result.begin(), result.end(),
                           [&](const Id &a, const Id &b) { return key(a) == key(b); }),
               result.end());
  return result;
}

std::vector<Stack::Input> Stack::inputs() const {
  std::map<llvm::StringRef, std::vector<Input>> byPath;
  auto add = [&](const Loaded &loaded) {
    if (loaded.input)
      byPath[loaded.input->path].push_back(*loaded.input);
  };
  for (const auto &entry : covered)
    for (const Loaded &loaded : entry.second)
      add(loaded);
  for (const auto &entry : cache)
    add(entry.second);
  std::vector<Input> result;
  for (auto &[path, inputs] : byPath)
    llvm::append_range(result, inputs);
  return result;
}

std::string Stack::describe() const {
  return llvm::join(
      llvm::map_range(sources,
                      [](const std::unique_ptr<Source> &source) { return source->name().str(); }),
      ", ");
}

std::unique_ptr<Stack> openStack(llvm::ArrayRef<std::string> paths, Diagnostics &diagnostics) {
  std::vector<std::unique_ptr<Source>> sources;
  bool failed = false;
  for (const std::string &path : paths) {
    sources.push_back(openFolder(path, diagnostics));
    failed |= sources.back() == nullptr;
  }
  return failed ? nullptr : std::make_unique<Stack>(std::move(sources));
}

} // namespace terrane::pack
