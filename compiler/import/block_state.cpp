//===- block_state.cpp - Block states as packs write them -----------------===//

#include "compiler/import/block_state.h"

#include "compiler/import/fields.h"

namespace terrane::import {

namespace {

constexpr const char *shape =
    "a block id, or {\"id\": <block id>, \"properties\": {<name>: \"<value>\"}}";

std::optional<pack::Id> readBlockId(const json::Value &v, const std::string &what, Diagnostics &d) {
  std::optional<llvm::StringRef> text = readString(v, what, d);
  if (!text)
    return std::nullopt;
  std::optional<pack::Id> id = pack::parseId(*text);
  if (!id)
    d.error(v.where(), what + " is '" + text->str() + "', which is no id",
            "an id such as 'minecraft:stone'");
  return id;
}

} // namespace

std::optional<BlockStateForm> readBlockState(const json::Value &v, llvm::StringRef what,
                                             Diagnostics &d) {
  BlockStateForm result;
  result.source = &v;
  std::optional<pack::Id> id;
  if (v.isString()) {
    id = readBlockId(v, what.str(), d);
  } else if (v.isObject()) {
    if (!v.find("id") && v.find("Name")) {
      d.error(v.where(), what.str() + " has the form of versions before 26.3",
              "'id' in the place of 'Name' and 'properties' in the place of 'Properties'");
      return std::nullopt;
    }
    Fields fields(v, what, d);
    if (const json::Value *name = fields.required("id"))
      id = readBlockId(*name, fields.what("id"), d);
    result.properties = fields.optional("properties");
  } else {
    d.error(v.where(), what.str() + " is " + json::describe(v.kind()).str(), shape);
  }
  if (!id)
    return std::nullopt;
  result.block = std::move(*id);
  return result;
}

} // namespace terrane::import
