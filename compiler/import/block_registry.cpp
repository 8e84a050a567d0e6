//===- block_registry.cpp - Which blocks and block states there are -------===//

#include "compiler/import/block_registry.h"

#include "compiler/import/fields.h"

#include "llvm/ADT/STLExtras.h"

namespace terrane::import {

namespace {

using Block = BlockRegistry::Block;
using Property = BlockRegistry::Property;

constexpr const char *reportPath = "reports/blocks.json";

/// Reads one block of the report; each step reports its errors.
class BlockReader {
public:
  BlockReader(const json::Value &v, llvm::StringRef id, Diagnostics &d)
      : v(v), id("block '" + id.str() + "' of the report"), d(d) {}

  std::unique_ptr<Block> read() {
    if (!v.isObject())
      return fail(v, id + " is " + json::describe(v.kind()).str(), "an object");
    Fields fields(v, id, d);
    auto block = std::make_unique<Block>();
    if (const json::Value *properties = fields.optional("properties"))
      if (!readProperties(*properties, fields.what("properties"), *block))
        return nullptr;
    const json::Value *states = fields.required("states");
    if (!states)
      return nullptr;
    if (!states->isArray() || states->elements().empty())
      return fail(*states, fields.what("states") + " is no list of states",
                  "a list of objects, one of them with \"default\": true");
    block->numStates = states->elements().size();
    if (!readDefaults(*states, *block))
      return nullptr;
    llvm::sort(block->properties,
               [](const Property &a, const Property &b) { return a.name < b.name; });
    return block;
  }

private:
  std::unique_ptr<Block> fail(const json::Value &at, std::string message, std::string expected) {
    d.error(at.where(), std::move(message), std::move(expected));
    return nullptr;
  }

  bool readProperties(const json::Value &list, const std::string &what, Block &block) {
    if (!list.isObject()) {
      fail(list, what + " is " + json::describe(list.kind()).str(), "an object");
      return false;
    }
    for (const json::Member &member : list.members()) {
      Property property;
      property.name = member.key;
      if (member.value.isArray())
        for (const json::Value &value : member.value.elements())
          if (value.isString())
            property.values.push_back(value.text().str());
      if (property.values.empty() || property.values.size() != member.value.elements().size()) {
        fail(member.value, "property '" + member.key + "' of " + id + " has no list of values",
             "a list of strings");
        return false;
      }
      block.properties.push_back(std::move(property));
    }
    return true;
  }

  bool readDefaults(const json::Value &states, Block &block) {
    for (const json::Value &state : states.elements()) {
      const json::Value *mark = state.isObject() ? state.find("default") : nullptr;
      if (!mark || !mark->boolean())
        continue;
      const json::Value *values = state.find("properties");
      for (Property &property : block.properties) {
        const json::Value *value =
            values && values->isObject() ? values->find(property.name) : nullptr;
        if (!value || !value->isString() || !llvm::is_contained(property.values, value->text())) {
          fail(state, "the default state of " + id + " has no value of '" + property.name + "'",
               "one of the property's values");
          return false;
        }
        property.defaultValue = value->text().str();
      }
      return true;
    }
    fail(states, id + " has no default state", "one state with \"default\": true");
    return false;
  }

  const json::Value &v;
  std::string id;
  Diagnostics &d;
};

/// Whether `text` can be a property's name or value; anything else would tear the canonical form.
bool isWord(llvm::StringRef text) {
  return !text.empty() && llvm::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
  });
}

std::vector<std::string> numbered(int first, int last) {
  std::vector<std::string> result;
  for (int i = first; i <= last; ++i)
    result.push_back(std::to_string(i));
  return result;
}

/// What is known without a report: the blocks of the last point of spec 30, 5.2. Each has a single
/// property, so nothing else can be meant by what a pack gives it.
Block wellKnownBlock(const pack::Id &id) {
  auto one = [](const char *name, std::vector<std::string> values, const char *defaultValue) {
    Block block;
    block.numStates = values.size();
    block.properties.push_back({name, std::move(values), defaultValue});
    return block;
  };
  if (id.space == "minecraft") {
    llvm::StringRef path = id.path;
    auto is = [&](std::initializer_list<llvm::StringRef> names) {
      return llvm::is_contained(names, path);
    };
    if (is({"water", "lava"}))
      return one("level", numbered(0, 15), "0");
    if (is({"grass_block", "podzol", "mycelium"}))
      return one("snowy", {"true", "false"}, "false");
    if (is({"deepslate", "infested_deepslate", "basalt", "polished_basalt", "bone_block",
            "crimson_stem", "warped_stem", "stripped_crimson_stem", "stripped_warped_stem"}) ||
        path.ends_with("_log") || path.ends_with("_wood") || path.ends_with("_hyphae"))
      return one("axis", {"x", "y", "z"}, "y");
    if (is({"redstone_ore", "deepslate_redstone_ore"}))
      return one("lit", {"true", "false"}, "false");
    if (path == "snow")
      return one("layers", numbered(1, 8), "1");
  }
  Block unknown;
  unknown.open = true;
  return unknown;
}

} // namespace

bool ResolvedBlock::has(llvm::StringRef property, llvm::StringRef value) const {
  llvm::StringRef list = llvm::StringRef(text).drop_front(block.size());
  if (!list.consume_front("["))
    return false;
  list.consume_back("]");
  while (!list.empty()) {
    auto [pair, rest] = list.split(',');
    auto [name, held] = pair.split('=');
    if (name == property)
      return held == value;
    list = rest;
  }
  return false;
}

std::unique_ptr<BlockRegistry> BlockRegistry::open(const pack::Stack &packs, Diagnostics &d) {
  std::unique_ptr<BlockRegistry> result(new BlockRegistry(packs));
  bool found = false;
  const json::Document *document = packs.loadPath(reportPath, d, found);
  if (found && !document)
    return nullptr;
  if (document) {
    result->report = &document->root();
    if (!result->report->isObject()) {
      d.error(result->report->where(),
              "the block report is " + json::describe(result->report->kind()).str(),
              std::string("an object with an entry for each block, as written by ") +
                  reportCommand);
      return nullptr;
    }
  }
  return result;
}

bool BlockRegistry::exists(const pack::Id &id) const {
  return !report || report->find(id.str());
}

std::vector<std::string> BlockRegistry::ids() const {
  std::vector<std::string> result;
  if (report)
    for (const json::Member &member : report->members())
      result.push_back(member.key);
  return result;
}

const Block *BlockRegistry::find(const pack::Id &id, const SourcePosition &where, Diagnostics &d) {
  std::string name = id.str();
  const json::Value *entry = report ? report->find(name) : nullptr;
  if (report && !entry) {
    std::string expected = "the id of a block";
    if (std::string near = pack::nearestId(id, ids()); !near.empty())
      expected += "; did you mean '" + near + "'?";
    d.error(where, "unknown block '" + name + "'", expected);
    return nullptr;
  }
  if (!report)
    warnWithoutReport(where, d);
  auto [it, isNew] = blocks.try_emplace(name);
  if (isNew && !entry)
    it->second = std::make_unique<Block>(wellKnownBlock(id));
  // What is malformed is read again each time, so that every `Diagnostics` hears of it.
  if (!it->second && entry)
    it->second = BlockReader(*entry, name, d).read();
  return it->second.get();
}

std::optional<ResolvedBlock> BlockRegistry::resolve(const BlockStateForm &form, Diagnostics &d) {
  const json::Value *name = form.source;
  if (name && name->isObject())
    name = name->find("id");
  return resolve(form.block, form.properties, name ? name->where() : SourcePosition(), d);
}

std::optional<ResolvedBlock>
BlockRegistry::resolveDefault(const pack::Id &id, const SourcePosition &where, Diagnostics &d) {
  return resolve(id, nullptr, where, d);
}

std::optional<ResolvedBlock> BlockRegistry::resolve(const pack::Id &id,
                                                    const json::Value *properties,
                                                    const SourcePosition &where, Diagnostics &d) {
  const Block *block = find(id, where, d);
  if (!block)
    return std::nullopt;
  if (properties && !properties->isObject())
    properties = nullptr;
  std::vector<std::pair<std::string, std::string>> values;
  for (const Property &property : block->properties) {
    const json::Value *given = properties ? properties->find(property.name) : nullptr;
    bool legal = given && given->isString() && llvm::is_contained(property.values, given->text());
    values.push_back({property.name, legal ? given->text().str() : property.defaultValue});
  }
  if (block->open && properties) {
    for (const json::Member &member : properties->members())
      if (isWord(member.key) && member.value.isString() && isWord(member.value.text()))
        values.push_back({member.key, member.value.text().str()});
    llvm::sort(values);
  }
  ResolvedBlock result;
  result.block = result.text = id.str();
  for (std::size_t i = 0; i < values.size(); ++i)
    result.text += (i == 0 ? "[" : ",") + values[i].first + "=" + values[i].second;
  if (!values.empty())
    result.text += "]";
  return result;
}

void BlockRegistry::warnWithoutReport(const SourcePosition &where, Diagnostics &d) {
  if (warned)
    return;
  warned = true;
  d.warning(where,
            "block ids and their default properties cannot be checked: no file " +
                std::string(reportPath) + " in " + packs.describe(),
            std::string("the game's block report in one of the packs; ") + reportCommand +
                " writes it to generated/reports/blocks.json");
}

} // namespace terrane::import
