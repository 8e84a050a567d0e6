//===- state_palette.cpp - The block states a module can place ------------===//

#include "compiler/import/state_palette.h"

#include "compiler/import/importer.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace terrane;
using namespace terrane::import;

std::unique_ptr<StatePalette> StatePalette::open(const pack::Stack &packs, ModuleOp module,
                                                 terrane::Diagnostics &diagnostics) {
  std::unique_ptr<BlockRegistry> blocks = BlockRegistry::open(packs, diagnostics);
  if (!blocks)
    return nullptr;
  return std::unique_ptr<StatePalette>(new StatePalette(packs, module, std::move(blocks)));
}

bool StatePalette::addNamed(terrane::Diagnostics &diagnostics) {
  for (const char *name : {"air", "water", "lava", "snow_block", "packed_ice", "terracotta",
                           "orange_terracotta", "yellow_terracotta", "brown_terracotta",
                           "red_terracotta", "white_terracotta", "light_gray_terracotta"}) {
    std::optional<ResolvedBlock> state =
        blocks->resolveDefault({"minecraft", name}, {}, diagnostics);
    if (!state || !add(*state, UnknownLoc::get(module.getContext()), {}, diagnostics))
      return false;
  }
  return true;
}

FlatSymbolRefAttr StatePalette::symbol(const json::Value &v, llvm::StringRef what,
                                       terrane::Diagnostics &diagnostics) {
  std::optional<BlockStateForm> form = readBlockState(v, what, diagnostics);
  std::optional<ResolvedBlock> state;
  if (form)
    state = blocks->resolve(*form, diagnostics);
  return state ? add(*state, locationOf(v, *module.getContext()), v.where(), diagnostics)
               : FlatSymbolRefAttr();
}

FlatSymbolRefAttr StatePalette::add(const ResolvedBlock &state, Location location,
                                    const SourcePosition &where,
                                    terrane::Diagnostics &diagnostics) {
  FlatSymbolRefAttr &symbol = known[state.text];
  if (symbol)
    return symbol;
  std::optional<std::uint8_t> flags = tags.flags(state, where, diagnostics);
  if (!flags)
    return {};
  OpBuilder builder(module.getContext());
  if (last)
    builder.setInsertionPointAfter(last);
  else
    builder.setInsertionPointToStart(module.getBody());
  std::string name = (material::statePrefix + state.text).str();
  last = builder.create<material::StateOp>(location, name, state.block,
                                           static_cast<material::StateFlags>(*flags));
  return symbol = FlatSymbolRefAttr::get(builder.getContext(), name);
}
