//===- tags.cpp - Tag files, merged over the packs ------------------------===//

#include "compiler/import/tags.h"

#include "compiler/import/fields.h"

#include "llvm/ADT/STLExtras.h"

namespace terrane::import {

namespace {

constexpr const char *valueShape =
    "an id, '#' and the id of a tag, or {\"id\": <one of these>, \"required\": false}";
/// Deeper nesting of tags is refused, lest the stack overflow.
constexpr std::size_t maxNesting = 256;

/// Hands on complaints that were collected before, unless they are there already.
void repeat(const Diagnostics &complaints, Diagnostics &d) {
  for (const Diagnostic &old : complaints.all()) {
    bool known = llvm::any_of(d.all(), [&](const Diagnostic &other) {
      return other.where.file == old.where.file && other.where.line == old.where.line &&
             other.where.column == old.where.column && other.message == old.message;
    });
    if (!known)
      d.error(old.where, old.message, old.expected).notes = old.notes;
  }
}

} // namespace

std::string TagRegistry::path(const pack::Id &tag) const {
  return "data/" + tag.space + "/tags/" + folder + "/" + tag.path + ".json";
}

bool TagRegistry::exists(const pack::Id &tag) const {
  Diagnostics ignored; // an unreadable file is reported where the tag is used
  std::optional<std::vector<const json::Document *>> files = packs.loadEvery(path(tag), ignored);
  return !files || !files->empty();
}

const TagRegistry::Tag *TagRegistry::find(const pack::Id &tag, const SourcePosition &where,
                                          Diagnostics &d) {
  if (!exists(tag)) {
    reportMissingTag(tag, where, d);
    return nullptr;
  }
  Entry &entry = resolve(tag);
  repeat(entry.complaints, d);
  return entry.state == Entry::State::Done ? &entry.tag : nullptr;
}

TagRegistry::Entry &TagRegistry::resolve(const pack::Id &tag) {
  std::unique_ptr<Entry> &slot = entries[tag.str()];
  if (slot)
    return *slot;
  slot = std::make_unique<Entry>();
  Entry &entry = *slot; // `slot` moves when nested tags are added
  open.push_back(tag.str());
  std::vector<Reference> references;
  bool fine = readFiles(tag, references, entry.complaints);
  for (const Reference &reference : references)
    fine &= addReference(reference, entry.tag, entry.complaints);
  open.pop_back();
  entry.state = fine ? Entry::State::Done : Entry::State::Failed;
  return entry;
}

bool TagRegistry::readFiles(const pack::Id &tag, std::vector<Reference> &references,
                            Diagnostics &d) const {
  std::optional<std::vector<const json::Document *>> files = packs.loadEvery(path(tag), d);
  bool fine = files.has_value();
  if (files)
    for (const json::Document *file : *files)
      fine &= readFile(file->root(), references, d);
  return fine;
}

bool TagRegistry::readFile(const json::Value &root, std::vector<Reference> &references,
                           Diagnostics &d) const {
  if (!root.isObject()) {
    d.error(root.where(), "a tag is " + json::describe(root.kind()).str(),
            "an object with a list 'values'");
    return false;
  }
  Fields fields(root, "a tag", d);
  if (const json::Value *replace = fields.optional("replace")) {
    std::optional<bool> drop = readBool(*replace, fields.what("replace"), d);
    if (!drop)
      return false;
    if (*drop)
      references.clear();
  }
  const json::Value *values = fields.required("values");
  if (!values)
    return false;
  if (!values->isArray()) {
    d.error(values->where(), fields.what("values") + " is " + json::describe(values->kind()).str(),
            "a list");
    return false;
  }
  bool fine = true;
  std::size_t index = 0;
  for (const json::Value &element : values->elements()) {
    std::optional<Reference> reference = readReference(
        element, "element " + std::to_string(index++) + " of " + fields.what("values"), d);
    fine &= reference.has_value();
    if (reference)
      references.push_back(std::move(*reference));
  }
  return fine;
}

std::optional<TagRegistry::Reference>
TagRegistry::readReference(const json::Value &v, const std::string &what, Diagnostics &d) const {
  Reference result;
  const json::Value *name = &v;
  if (v.isObject()) {
    Fields fields(v, what, d);
    name = fields.required("id");
    if (!name || !readString(*name, fields.what("id"), d))
      return std::nullopt;
    if (const json::Value *required = fields.optional("required")) {
      std::optional<bool> value = readBool(*required, fields.what("required"), d);
      if (!value)
        return std::nullopt;
      result.required = *value;
    }
  } else if (!v.isString()) {
    d.error(v.where(), what + " is " + json::describe(v.kind()).str(), valueShape);
    return std::nullopt;
  }
  llvm::StringRef text = name->text();
  result.source = name;
  result.isTag = text.consume_front("#");
  std::optional<pack::Id> id = pack::parseId(text);
  if (!id) {
    d.error(name->where(), what + " is '" + name->text().str() + "', which is no id", valueShape);
    return std::nullopt;
  }
  result.id = std::move(*id);
  return result;
}

bool TagRegistry::addReference(const Reference &reference, Tag &tag, Diagnostics &d) {
  if (reference.isTag)
    return addTag(reference, tag, d);
  if (!elements.exists(reference.id)) {
    if (!reference.required)
      return true;
    std::string expected = "the id of a " + elements.kind + ", or \"required\": false";
    if (std::string near = pack::nearestId(reference.id, elements.known()); !near.empty())
      expected += "; did you mean '" + near + "'?";
    d.error(reference.source->where(),
            "the tag holds the unknown " + elements.kind + " '" + reference.id.str() + "'",
            expected);
    return false;
  }
  if (tag.ids.insert(reference.id.str()).second)
    tag.members.push_back(reference.id);
  return true;
}

bool TagRegistry::addTag(const Reference &reference, Tag &tag, Diagnostics &d) {
  std::string name = reference.id.str();
  if (auto first = llvm::find(open, name); first != open.end()) {
    std::string circle;
    for (auto it = first; it != open.end(); ++it)
      circle += "#" + *it + " -> ";
    d.error(reference.source->where(), "tags lead in a circle: " + circle + "#" + name,
            "tags that do not hold themselves");
    return false;
  }
  if (open.size() >= maxNesting) {
    d.error(reference.source->where(), "tags are nested deeper than " + std::to_string(maxNesting),
            "a flatter nesting");
    return false;
  }
  if (!exists(reference.id)) {
    if (reference.required)
      reportMissingTag(reference.id, reference.source->where(), d);
    return !reference.required;
  }
  const Entry &nested = resolve(reference.id);
  repeat(nested.complaints, d);
  if (nested.state != Entry::State::Done)
    return false;
  for (const pack::Id &member : nested.tag.members)
    if (tag.ids.insert(member.str()).second)
      tag.members.push_back(member);
  return true;
}

void TagRegistry::reportMissingTag(const pack::Id &tag, const SourcePosition &where,
                                   Diagnostics &d) const {
  std::vector<std::string> known;
  for (const pack::Id &other : packs.idsIn("tags/" + folder))
    known.push_back(other.str());
  std::string expected = "a file " + path(tag) + " in one of the packs";
  if (std::string near = pack::nearestId(tag, known); !near.empty())
    expected += "; did you mean '#" + near + "'?";
  d.error(where, "no " + elements.kind + " tag '#" + tag.str() + "' in " + packs.describe(),
          expected);
}

} // namespace terrane::import
