//===- block_state.h - Block states as packs write them (spec 30, 2) ------===//

#ifndef TERRANE_COMPILER_IMPORT_BLOCK_STATE_H
#define TERRANE_COMPILER_IMPORT_BLOCK_STATE_H

#include "compiler/json/json.h"
#include "compiler/pack/pack.h"

#include <optional>

namespace terrane::import {

/// A block state of valid form; whether there is such a block, and which state the properties
/// choose, is for the block registry to say.
struct BlockStateForm {
  const json::Value *source = nullptr; ///< the string or the object
  pack::Id block;
  const json::Value *properties = nullptr; ///< what stands under `properties`, of any kind, or null
};

/// Reads `"id"` or `{"id": "id", "properties": {..}}`. The capitalised keys `Name` and
/// `Properties` of older versions are refused by name. `what` names the value in messages.
std::optional<BlockStateForm> readBlockState(const json::Value &v, llvm::StringRef what,
                                             Diagnostics &d);

} // namespace terrane::import

#endif // TERRANE_COMPILER_IMPORT_BLOCK_STATE_H
