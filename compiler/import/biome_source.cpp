//===- biome_source.cpp - Biome sources as packs write them ---------------===//

#include "compiler/import/biome_source.h"

#include "compiler/import/block_registry.h"
#include "compiler/import/climate_box.h"
#include "compiler/import/fields.h"

#include "llvm/ADT/STLExtras.h"

#include <limits>

namespace terrane::import {

namespace {

constexpr const char *referenceShape = "the id of a biome or a biome object";
constexpr llvm::StringLiteral listRegistry = "multi_noise_biome_source_parameter_list";

/// Reads one form of a source; a form that is tried and dropped leaves nothing behind but `d`.
class SourceReader {
public:
  SourceReader(const json::Value &v, BiomeRegistry &biomes, Diagnostics &d)
      : biomes(biomes), d(d), v(v) {
    result.source = &v;
  }

  std::optional<BiomeSourceForm> readFixed() {
    Fields fields(v, "minecraft:fixed", d);
    const json::Value *biome = fields.required("biome");
    std::optional<rt::BiomeId> id = biome ? reference(*biome, fields.what("biome")) : std::nullopt;
    if (!id)
      return std::nullopt;
    result.kind = rt::FixedSource{*id};
    return std::move(result);
  }

  std::optional<BiomeSourceForm> readCheckerboard() {
    Fields fields(v, "minecraft:checkerboard", d);
    rt::CheckerboardSource board{{}, 2};
    const json::Value *set = fields.required("biomes");
    bool fine = set && biomeSet(*set, fields.what("biomes"), board.biomes);
    if (fine && board.biomes.empty())
      fine = fail(*set, fields.what("biomes") + " holds no biome", "at least one biome");
    if (fields.optional("scale")) {
      std::optional<std::int32_t> scale = fields.integer("scale", 0, 62);
      fine &= scale.has_value();
      board.scale = scale.value_or(2);
    }
    if (!fine)
      return std::nullopt;
    result.kind = std::move(board);
    return std::move(result);
  }

  std::optional<BiomeSourceForm> readTheEnd() {
    static constexpr llvm::StringLiteral names[] = {"the_end", "end_highlands", "end_midlands",
                                                    "small_end_islands", "end_barrens"};
    rt::TheEndSource end{};
    bool fine = true;
    for (unsigned i = 0; i < 5; ++i) {
      std::optional<rt::BiomeId> id = named({"minecraft", names[i].str()}, v.where());
      fine &= id.has_value();
      end.biomes[i] = id.value_or(0);
    }
    if (!fine)
      return std::nullopt;
    result.kind = end;
    return std::move(result);
  }

  std::optional<BiomeSourceForm> readEntries(const json::Value &list, const std::string &what) {
    if (!list.isArray()) {
      fail(list, what + " is " + json::describe(list.kind()).str(), "a list of entries");
      return std::nullopt;
    }
    if (list.elements().empty()) {
      fail(list, what + ": List must have contents", "at least one entry");
      return std::nullopt;
    }
    MultiNoiseEntries read;
    read.entries.reserve(list.elements().size());
    bool fine = true;
    for (const json::Value &element : list.elements())
      fine &= entry(element, "element " + std::to_string(read.entries.size()) + " of " + what,
                    read.entries.emplace_back());
    if (!fine)
      return std::nullopt;
    result.kind = std::move(read);
    return std::move(result);
  }

  /// `preset`: the id of a registered parameter list, or its object.
  std::optional<BiomeSourceForm> readPreset(const json::Value &preset, const std::string &what) {
    const json::Value *list = &preset;
    std::string owner = what;
    if (preset.isString()) {
      std::optional<pack::Id> id = parseId(preset, what, "the id of a parameter list");
      list = id ? registered(*id, preset.where()) : nullptr;
      if (!list)
        return std::nullopt;
      owner = "parameter list '" + id->str() + "'";
    }
    if (!list->isObject()) {
      fail(*list, owner + " is " + json::describe(list->kind()).str(),
           preset.isString() ? "an object with a 'preset'"
                             : "the id of a parameter list, or {\"preset\": ..}");
      return std::nullopt;
    }
    Fields fields(*list, owner, d);
    const json::Value *name = fields.required("preset");
    if (!name || !readString(*name, fields.what("preset"), d))
      return std::nullopt;
    std::optional<pack::Id> generator =
        parseId(*name, fields.what("preset"), "'minecraft:overworld' or 'minecraft:nether'");
    if (!generator)
      return std::nullopt;
    if (generator->str() != "minecraft:overworld" && generator->str() != "minecraft:nether") {
      fail(*name, "Unknown preset: " + generator->str(),
           "'minecraft:overworld' or 'minecraft:nether'");
      return std::nullopt;
    }
    return readReport(*generator, name->where());
  }

  /// Whether a biome was found to be malformed, which fails the pack whatever form is tried next.
  bool sawBrokenBiome() const { return brokenBiome; }

private:
  bool fail(const json::Value &at, std::string message, std::string expected) {
    d.error(at.where(), std::move(message), std::move(expected));
    return false;
  }

  std::optional<pack::Id> parseId(const json::Value &text, const std::string &what,
                                  std::string expected) {
    std::optional<pack::Id> id = pack::parseId(text.text());
    if (!id)
      fail(text, what + " is '" + text.text().str() + "', which is no id", std::move(expected));
    return id;
  }

  const json::Value *registered(const pack::Id &id, const SourcePosition &where) {
    const pack::Stack &packs = biomes.stack();
    bool found = false;
    const json::Document *document = packs.load(listRegistry, id, d, found);
    if (!found) {
      std::vector<std::string> known;
      for (const pack::Id &other : packs.ids(listRegistry))
        known.push_back(other.str());
      std::string expected = "a file data/" + id.space + "/worldgen/" + listRegistry.str() + "/" +
                             id.path + ".json in one of the packs";
      if (std::string near = pack::nearestId(id, known); !near.empty())
        expected += "; did you mean '" + near + "'?";
      d.error(where, "no parameter list '" + id.str() + "' in " + packs.describe(), expected);
    }
    return document ? &document->root() : nullptr;
  }

  /// The entries of a built-in generator, which are data (spec 50, section 10).
  std::optional<BiomeSourceForm> readReport(const pack::Id &generator,
                                            const SourcePosition &where) {
    std::string path =
        "reports/biome_parameters/" + generator.space + "/" + generator.path + ".json";
    bool found = false;
    const json::Document *document = biomes.stack().loadPath(path, d, found);
    if (!found)
      d.error(where,
              "the entries of preset '" + generator.str() + "' are in no pack: no file " + path +
                  " in " + biomes.stack().describe(),
              std::string("the game's report in one of the packs; ") + reportCommand +
                  " writes it to generated/" + path);
    if (!document)
      return std::nullopt;
    const json::Value &root = document->root();
    if (!root.isObject()) {
      fail(root, "a parameter report is " + json::describe(root.kind()).str(),
           "an object with a list 'biomes'");
      return std::nullopt;
    }
    Fields fields(root, "the parameter report", d);
    const json::Value *list = fields.required("biomes");
    return list ? readEntries(*list, fields.what("biomes")) : std::nullopt;
  }

  /// One entry (1.3).
  bool entry(const json::Value &e, const std::string &what, rt::SearchTree::Entry &out) {
    if (!e.isObject())
      return fail(e, what + " is " + json::describe(e.kind()).str(),
                  "an object with 'biome' and 'parameters'");
    Fields fields(e, what, d);
    bool fine = true;
    if (const json::Value *biome = fields.required("biome")) {
      std::optional<rt::BiomeId> id = reference(*biome, fields.what("biome"));
      fine = id.has_value();
      out.value = id.value_or(0);
    } else {
      fine = false;
    }
    const json::Value *parameters = fields.required("parameters");
    if (!parameters)
      return false;
    std::optional<rt::ClimateBox> box = readClimateBox(*parameters, fields.what("parameters"), d);
    out.box = box.value_or(rt::ClimateBox());
    return box && fine;
  }

  /// A biome set: a tag, one reference or a list of references.
  bool biomeSet(const json::Value &set, const std::string &what, std::vector<rt::BiomeId> &out) {
    auto add = [&](std::optional<rt::BiomeId> id) {
      if (id)
        out.push_back(*id);
      return id.has_value();
    };
    if (set.isArray()) {
      bool fine = true;
      std::size_t index = 0;
      for (const json::Value &element : set.elements())
        fine &= add(reference(element, "element " + std::to_string(index++) + " of " + what));
      return fine;
    }
    if (!set.isString() || !set.text().starts_with("#"))
      return add(reference(set, what));
    std::optional<pack::Id> tag = pack::parseId(set.text().drop_front());
    if (!tag)
      return fail(set, what + " is '" + set.text().str() + "', which is no tag",
                  "'#' and the id of a biome tag");
    const TagRegistry::Tag *members = biomes.tags().find(*tag, set.where(), d);
    bool fine = members != nullptr;
    if (members)
      for (const pack::Id &member : members->members)
        fine &= add(named(member, set.where()));
    return fine;
  }

  std::optional<rt::BiomeId> reference(const json::Value &biome, const std::string &what) {
    if (biome.isObject()) {
      std::optional<BiomeForm> read = readBiome(biome, {}, d);
      return read ? append(*read, biome.where()) : std::nullopt;
    }
    if (!biome.isString()) {
      fail(biome, what + " is " + json::describe(biome.kind()).str(), referenceShape);
      return std::nullopt;
    }
    if (biome.text().starts_with("#")) {
      fail(biome, what + " is the tag '" + biome.text().str() + "'", referenceShape);
      return std::nullopt;
    }
    std::optional<pack::Id> id = parseId(biome, what, referenceShape);
    return id ? named(*id, biome.where()) : std::nullopt;
  }

  /// A biome that is wrong is reported where it is named first.
  std::optional<rt::BiomeId> named(const pack::Id &id, const SourcePosition &where) {
    auto [it, isNew] = known.try_emplace(id.str());
    if (!isNew)
      return it->second;
    const BiomeForm *biome = biomes.find(id, where, d);
    if (biome)
      it->second = append(*biome, where);
    else
      brokenBiome |= biomes.exists(id);
    return it->second;
  }

  std::optional<rt::BiomeId> append(const BiomeForm &biome, const SourcePosition &where) {
    constexpr std::size_t most = std::numeric_limits<rt::BiomeId>::max();
    if (result.table.biomes.size() >= most) {
      d.error(where, "the biome source has more biomes than fit",
              "at most " + std::to_string(most));
      return std::nullopt;
    }
    result.table.biomes.push_back(biome.biome);
    result.biomeSources.push_back(biome.source);
    result.carvers.push_back(biome.carvers);
    return static_cast<rt::BiomeId>(result.table.biomes.size() - 1);
  }

  BiomeRegistry &biomes;
  Diagnostics &d;
  const json::Value &v;
  BiomeSourceForm result;
  llvm::StringMap<std::optional<rt::BiomeId>> known; ///< ids seen; nothing: wrong, and reported
  bool brokenBiome = false;
};

void append(const Diagnostics &from, Diagnostics &to) {
  for (const Diagnostic &one : from.all()) {
    Diagnostic &copy = one.severity == Severity::Warning
                           ? to.warning(one.where, one.message, one.expected)
                           : to.error(one.where, one.message, one.expected);
    copy.notes = one.notes;
  }
}

/// Decides between `biomes` and `preset` by trial (1.1).
std::optional<BiomeSourceForm> readMultiNoise(const json::Value &v, BiomeRegistry &biomes,
                                              Diagnostics &d) {
  Fields fields(v, "minecraft:multi_noise", d);
  const json::Value *list = fields.optional("biomes");
  const json::Value *preset = fields.optional("preset");
  if (!list && !preset) {
    d.error(v.where(), "minecraft:multi_noise has neither 'biomes' nor 'preset'",
            "a list 'biomes' of entries, or a 'preset' such as 'minecraft:overworld'");
    return std::nullopt;
  }
  Diagnostics listComplaints, presetComplaints;
  if (list) {
    SourceReader reader(v, biomes, listComplaints);
    std::optional<BiomeSourceForm> result = reader.readEntries(*list, fields.what("biomes"));
    if (result || !preset || reader.sawBrokenBiome()) {
      append(listComplaints, d);
      return result;
    }
  }
  std::optional<BiomeSourceForm> result =
      SourceReader(v, biomes, presetComplaints).readPreset(*preset, fields.what("preset"));
  if (!result) {
    append(listComplaints, d);
  } else if (list) {
    Diagnostic &warning =
        d.warning(list->where(), fields.what("biomes") + " is invalid and not used",
                  "a valid list, or 'preset' alone: the game takes 'preset' silently here");
    for (Diagnostic first : listComplaints.all().take_front(1)) {
      first.severity = Severity::Note;
      warning.notes.push_back(std::move(first));
    }
  }
  append(presetComplaints, d);
  return result;
}

} // namespace

std::optional<BiomeSourceForm> readBiomeSource(const json::Value &v, BiomeRegistry &biomes,
                                               Diagnostics &d) {
  if (!v.isObject()) {
    d.error(v.where(), "a biome source is " + json::describe(v.kind()).str(),
            "an object with a 'type'");
    return std::nullopt;
  }
  Fields fields(v, "a biome source", d);
  std::optional<llvm::StringRef> type = fields.string("type");
  if (!type)
    return std::nullopt;
  std::optional<pack::Id> id = pack::parseId(*type);
  std::string name = id ? id->str() : std::string();
  SourceReader reader(v, biomes, d);
  if (name == "minecraft:fixed")
    return reader.readFixed();
  if (name == "minecraft:checkerboard")
    return reader.readCheckerboard();
  if (name == "minecraft:the_end")
    return reader.readTheEnd();
  if (name == "minecraft:multi_noise")
    return readMultiNoise(v, biomes, d);
  std::string expected = "'minecraft:fixed', 'minecraft:checkerboard', 'minecraft:multi_noise' or "
                         "'minecraft:the_end'";
  std::string near = nearest(id ? llvm::StringRef(id->path) : *type,
                             {"fixed", "checkerboard", "multi_noise", "the_end"});
  if (!near.empty())
    expected += "; did you mean 'minecraft:" + near + "'?";
  d.error(fields.optional("type")->where(), "unknown biome source type '" + type->str() + "'",
          expected);
  return std::nullopt;
}

} // namespace terrane::import
