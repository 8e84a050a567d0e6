//===- pack.cpp - Resource ids and the stack of packs ---------------------===//

#include "compiler/pack/pack.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SHA256.h"

#include <algorithm>

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
    Loaded loaded;
    if (std::optional<std::string> text = source->read(path, loaded.complaints)) {
      std::string file = source->name().str();
      if (!llvm::StringRef(file).ends_with("/"))
        file += "/";
      loaded.input = Input{path.str(), text->size(),
                           llvm::toHex(llvm::SHA256::hash(llvm::arrayRefFromStringRef(*text)),
                                       /*LowerCase=*/true)};
      loaded.document = json::Document::parse(*text, file + path.str(), loaded.complaints);
    }
    repeat(loaded.complaints, diagnostics);
    return (cache[path] = std::move(loaded)).document.get();
  }
  found = false;
  return nullptr;
}

std::vector<Id> Stack::ids(llvm::StringRef registry) const {
  std::vector<Id> result;
  const std::string infix = "worldgen/" + registry.str() + "/";
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
  std::vector<Input> result;
  for (const auto &entry : cache)
    if (entry.second.input)
      result.push_back(*entry.second.input);
  llvm::sort(result, [](const Input &a, const Input &b) { return a.path < b.path; });
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
