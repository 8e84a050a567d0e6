//===- importer.cpp - Pack JSON to the density dialect --------------------===//

#include "compiler/import/importer.h"

#include "compiler/import/biome.h"
#include "compiler/import/function_reader.h"
#include "compiler/import/noise_parameters.h"
#include "compiler/import/noise_settings.h"
#include "compiler/import/rule_reader.h"
#include "compiler/import/state_palette.h"
#include "runtime/chunk/terrain.h"

using namespace mlir;
using namespace terrane;
using namespace terrane::import;

Location terrane::import::locationOf(const json::Value &v, MLIRContext &context) {
  auto place = FileLineColLoc::get(&context, v.file(), v.line(), v.column());
  std::string pointer = v.pointer();
  // An empty name is no NameLoc; the document itself has the empty pointer.
  if (pointer.empty())
    return place;
  return NameLoc::get(StringAttr::get(&context, pointer), place);
}

SourcePosition terrane::import::positionOf(Location location) {
  SourcePosition where;
  if (auto named = dyn_cast<NameLoc>(location)) {
    where = positionOf(named.getChildLoc());
    where.pointer = named.getName().str();
  } else if (auto place = dyn_cast<FileLineColLoc>(location)) {
    where.file = place.getFilename().str();
    where.line = place.getLine();
    where.column = place.getColumn();
  } else if (auto fused = dyn_cast<FusedLoc>(location)) {
    if (!fused.getLocations().empty())
      where = positionOf(fused.getLocations().front());
  }
  return where;
}

Importer::Importer(MLIRContext &context, const pack::Stack &packs, Diagnostics &diagnostics)
    : context(context), packs(packs), diagnostics(diagnostics),
      module(ModuleOp::create(UnknownLoc::get(&context))) {
  context.loadDialect<density::DensityDialect>();
}

Importer::~Importer() = default;

void Importer::beginGraph(llvm::StringRef name, bool legacyRandomSource) {
  auto builder = OpBuilder::atBlockEnd(module->getBody());
  graph = builder.create<density::GraphOp>(builder.getUnknownLoc(), name, legacyRandomSource);
  graph.getBody().emplaceBlock();
}

bool Importer::addEntry(llvm::StringRef name, const json::Value &function) {
  auto builder = OpBuilder::atBlockEnd(&graph.getBody().front());
  FunctionReader reader(*this, builder);
  Value value = reader.read(function, "entry '" + name.str() + "'");
  if (!value)
    return false;
  builder.create<density::EntryOp>(value.getLoc(), name, value);
  return true;
}

bool Importer::addEntry(llvm::StringRef name, const pack::Id &function,
                        const SourcePosition &where) {
  auto builder = OpBuilder::atBlockEnd(&graph.getBody().front());
  FlatSymbolRefAttr symbol = functionSymbol(function, where);
  if (!symbol)
    return false;
  Value value = builder.create<density::RefOp>(builder.getUnknownLoc(),
                                               builder.getType<density::FunctionType>(), symbol);
  builder.create<density::EntryOp>(builder.getUnknownLoc(), name, value);
  return true;
}

std::optional<NoiseSettings> Importer::loadSettings(const pack::Id &id,
                                                    terrane::Diagnostics &complaints) {
  bool found = false;
  const json::Document *document = packs.load("noise_settings", id, diagnostics, found);
  if (!found)
    reportMissing("noise settings", "noise_settings", id, {});
  return document ? readNoiseSettings(document->root(), complaints) : std::nullopt;
}

/// The functions that blocks depend on.
bool Importer::addFunctions(const NoiseSettings &settings) {
  bool fine = true;
  for (unsigned i = 0; i < numRouterEntries; ++i)
    fine &= addEntry(("router:" + name(RouterEntry(i))).str(), *settings.router[i]);
  for (unsigned i = 0; settings.aquifers && i < numAquiferEntries; ++i)
    fine &= addEntry(("aquifers:" + name(AquiferEntry(i))).str(), *(*settings.aquifers)[i]);
  return fine;
}

bool Importer::addSettings(const pack::Id &id) {
  std::optional<NoiseSettings> settings = loadSettings(id, diagnostics);
  if (!settings)
    return false;
  beginGraph((density::settingsPrefix + id.str()).str(), settings->legacyRandomSource);
  bool fine = addFunctions(*settings);
  for (const DebugFunction &debug : settings->debugFunctions)
    fine &= addEntry(("debug:" + debug.label).str(), *debug.function);
  llvm::StringSet<> spawn;
  for (const std::vector<SpawnCondition> &target : settings->spawnTarget)
    for (const SpawnCondition &condition : target)
      if (spawn.insert(condition.function.str()).second)
        fine &= addEntry("spawn:" + condition.function.str(), condition.function, condition.where);
  return fine;
}

bool Importer::addTerrain(const pack::Id &id) {
  context.loadDialect<material::MaterialDialect>();
  std::optional<NoiseSettings> settings = loadSettings(id, diagnostics);
  if (!settings)
    return false;
  beginGraph((density::settingsPrefix + id.str()).str(), settings->legacyRandomSource);
  bool fine = addFunctions(*settings);
  for (const char *noise : rt::systemNoiseNames)
    fine &= bool(noiseSymbol({"minecraft", noise}, settings->source->where()));
  return addMaterial(id, *settings) && fine;
}

bool Importer::addSettingsRule(const pack::Id &id) {
  terrane::Diagnostics known; // whoever adds the settings reports what is wrong with them
  std::optional<NoiseSettings> settings = loadSettings(id, known);
  return settings && addMaterial(id, *settings);
}

bool Importer::addRule(const pack::Id &id) {
  return addMaterialFile(id, /*rule=*/true);
}

bool Importer::addCondition(const pack::Id &id) {
  return addMaterialFile(id, /*rule=*/false);
}

/// A graph around a reference, so that passes find what is wrong with the file.
bool Importer::addMaterialFile(const pack::Id &id, bool rule) {
  // First: a file that is asked for is read later on, with the palette.
  if (!openPalette())
    return false;
  FlatSymbolRefAttr symbol = materialSymbol(id, {}, rule);
  if (!symbol)
    return false;
  std::string air = (material::statePrefix + "minecraft:air").str();
  auto builder = OpBuilder::atBlockEnd(module->getBody());
  Location loc = builder.getUnknownLoc();
  auto graph = builder.create<material::GraphOp>(
      loc, (material::graphPrefix + symbol.getValue()).str(), 0, 0, 0, air, air, false, false);
  builder.setInsertionPointToStart(&graph.getBody().emplaceBlock());
  Value value;
  if (rule) {
    value = builder.create<material::RuleRefOp>(loc, symbol);
  } else {
    Value condition = builder.create<material::ConditionRefOp>(loc, symbol);
    value =
        builder.create<material::WhenOp>(loc, condition, builder.create<material::NothingOp>(loc));
  }
  builder.create<material::EntryOp>(loc, value);
  return true;
}

bool Importer::openPalette() {
  if (palette)
    return true;
  context.loadDialect<material::MaterialDialect>();
  palette = StatePalette::open(packs, *module, diagnostics);
  return palette && palette->addNamed(diagnostics);
}

bool Importer::addMaterial(const pack::Id &id, const NoiseSettings &settings) {
  if (!openPalette())
    return false;
  FlatSymbolRefAttr block = stateSymbol(*settings.defaultBlock.source, "field 'default_block'"),
                    fluid = stateSymbol(*settings.defaultFluid.source, "field 'default_fluid'");
  if (!block || !fluid)
    return false;
  auto builder = OpBuilder::atBlockEnd(module->getBody());
  Location loc = locationOf(*settings.source, context);
  auto rules = builder.create<material::GraphOp>(
      loc, (material::graphPrefix + id.str()).str(), settings.minY, settings.height,
      settings.seaLevel, block.getValue(), fluid.getValue(), settings.aquifers.has_value(),
      settings.legacyRandomSource);
  builder.setInsertionPointToStart(&rules.getBody().emplaceBlock());
  Value rule = RuleReader(*this, builder).readRule(*settings.materialRule, "field 'material_rule'");
  if (!rule)
    return false;
  builder.create<material::EntryOp>(rule.getLoc(), rule);
  return true;
}

void Importer::addFile(const pack::Id &name, const json::Value &content) {
  functions[name.str()] = true;
  define(name, content);
}

bool Importer::addNoise(const pack::Id &id) {
  return bool(noiseSymbol(id, {}));
}

FlatSymbolRefAttr Importer::functionSymbol(const pack::Id &id, const SourcePosition &where) {
  std::string name = id.str();
  auto [known, isNew] = functions.try_emplace(name, true);
  if (isNew) {
    bool found = false;
    packs.load("density_function", id, diagnostics, found);
    known->second = found;
    if (found)
      pending.push_back(id);
  }
  if (!known->second && !unresolvedAllowed) {
    reportMissing("density function", "density_function", id, where);
    return {};
  }
  return FlatSymbolRefAttr::get(&context, name);
}

FlatSymbolRefAttr Importer::noiseSymbol(const pack::Id &id, const SourcePosition &where) {
  std::string symbol = (density::noisePrefix + id.str()).str();
  auto [known, isNew] = noises.try_emplace(symbol, true);
  if (isNew) {
    bool found = false;
    const json::Document *document = packs.load("noise", id, diagnostics, found);
    known->second = found;
    if (document)
      if (auto p = readNoiseParameters(document->root(), diagnostics)) {
        auto builder = OpBuilder::atBlockBegin(module->getBody());
        builder.create<density::NoiseParametersOp>(
            locationOf(document->root(), context), symbol, p->baseOctave, p->octaveCount,
            APFloat(p->baseAmplitude), static_cast<density::NormalizeMode>(p->normalize),
            llvm::ArrayRef<double>(p->amplitudeModifiers));
      }
  }
  if (!known->second && !unresolvedAllowed) {
    reportMissing("noise", "noise", id, where);
    return {};
  }
  return FlatSymbolRefAttr::get(&context, symbol);
}

FlatSymbolRefAttr Importer::ruleSymbol(const json::Value &v, llvm::StringRef what) {
  return materialSymbol(v, what, /*rule=*/true);
}

FlatSymbolRefAttr Importer::conditionSymbol(const json::Value &v, llvm::StringRef what) {
  return materialSymbol(v, what, /*rule=*/false);
}

FlatSymbolRefAttr Importer::materialSymbol(const json::Value &v, llvm::StringRef what, bool rule) {
  std::optional<pack::Id> id = pack::parseId(v.text());
  if (!id) {
    diagnostics.error(v.where(), what.str() + " is '" + v.text().str() + "', not a valid id",
                      "namespace:path of characters a-z 0-9 _ . - (and / in the path)");
    return {};
  }
  return materialSymbol(*id, v.where(), rule);
}

FlatSymbolRefAttr Importer::materialSymbol(const pack::Id &id, const SourcePosition &where,
                                           bool rule) {
  const char *registry = rule ? "material_rule" : "material_condition";
  std::string symbol = ((rule ? material::rulePrefix : material::conditionPrefix) + id.str()).str();
  auto [known, isNew] = materials.try_emplace(symbol, true);
  if (isNew) {
    packs.load(registry, id, diagnostics, known->second);
    if (known->second)
      pendingMaterial.emplace_back(id, rule);
  }
  if (!known->second) {
    reportMissing(rule ? "material rule" : "material condition", registry, id, where);
    return {};
  }
  return FlatSymbolRefAttr::get(&context, symbol);
}

FlatSymbolRefAttr Importer::stateSymbol(const json::Value &v, llvm::StringRef what) {
  return palette->symbol(v, what, diagnostics);
}

std::string Importer::addVein(const json::Value &density, const json::Value &richness,
                              const json::Value &fillerGap) {
  std::string name = "vein:" + std::to_string(veins++);
  bool fine = addEntry(name + ":density", density);
  fine &= addEntry(name + ":richness", richness);
  fine &= addEntry(name + ":filler_gap", fillerGap);
  return fine ? name : std::string();
}

BiomeRegistry &Importer::biomes() {
  if (!biomeRegistry)
    biomeRegistry = std::make_unique<BiomeRegistry>(packs);
  return *biomeRegistry;
}

void Importer::reportMissing(llvm::StringRef what, llvm::StringRef registry, const pack::Id &id,
                             const SourcePosition &where) {
  std::string expected = "a file data/" + id.space + "/worldgen/" + registry.str() + "/" + id.path +
                         ".json in one of the packs";
  llvm::SmallVector<llvm::StringRef> steps;
  llvm::StringRef(id.path).split(steps, '/');
  for (llvm::StringRef step : steps)
    if (step.empty() || step == "." || step == "..")
      expected = "an id whose path has no step '', '.' or '..': no file can have such a name";
  // A forgotten namespace is the likelier mistake than a misspelt path.
  auto [list, isNew] = idsOf.try_emplace(registry);
  if (isNew)
    for (const pack::Id &other : packs.ids(registry))
      list->second.push_back(other.str());
  llvm::SmallVector<llvm::StringRef> names(list->second.begin(), list->second.end());
  auto sameName = llvm::find_if(
      names, [&](llvm::StringRef other) { return other.split(':').second == id.path; });
  std::string near = sameName != names.end()
                         ? sameName->str()
                         : nearest(id.str(), names, static_cast<unsigned>(id.path.size()) / 3);
  if (!near.empty())
    expected += "; did you mean '" + near + "'?";
  diagnostics.error(where, "no " + what.str() + " '" + id.str() + "' in " + packs.describe(),
                    expected);
}

void Importer::importNamed(const pack::Id &id) {
  bool found = false;
  const json::Document *document = packs.load("density_function", id, diagnostics, found);
  if (document)
    define(id, document->root());
}

void Importer::define(const pack::Id &id, const json::Value &content) {
  auto builder = OpBuilder::atBlockEnd(module->getBody());
  Location loc = locationOf(content, context);
  auto func = builder.create<density::FuncOp>(loc, id.str());
  builder.setInsertionPointToStart(&func.getBody().emplaceBlock());
  Value result = FunctionReader(*this, builder).readFile(content);
  // Without a result the module is never handed out, but it must stay well formed until then.
  if (result)
    builder.create<density::YieldOp>(loc, result);
  else
    func.erase();
}

void Importer::importMaterial(const pack::Id &id, bool rule) {
  bool found = false;
  const json::Document *document =
      packs.load(rule ? "material_rule" : "material_condition", id, diagnostics, found);
  if (!document)
    return;
  const json::Value &content = document->root();
  Location loc = locationOf(content, context);
  auto builder = OpBuilder::atBlockEnd(module->getBody());
  Operation *named = nullptr;
  if (rule)
    named = builder.create<material::NamedRuleOp>(loc, (material::rulePrefix + id.str()).str());
  else
    named = builder.create<material::NamedConditionOp>(
        loc, (material::conditionPrefix + id.str()).str());
  builder.setInsertionPointToStart(&named->getRegion(0).emplaceBlock());
  RuleReader reader(*this, builder);
  Value result = rule ? reader.readRuleFile(content) : reader.readConditionFile(content);
  // As for functions: without a result the module is never handed out.
  if (result)
    builder.create<material::YieldOp>(loc, result);
  else
    named->erase();
}

/// Depth-first search for reference cycles, without recursion: chains of files may be long.
bool Importer::reportCycles() {
  enum State { New, Open, Done };
  struct Frame {
    density::FuncOp func;
    llvm::SmallVector<density::RefOp> refs;
    size_t next = 0;
  };
  SymbolTable symbols(*module);
  llvm::DenseMap<Operation *, State> state;
  auto open = [&](density::FuncOp func) {
    state[func] = Open;
    Frame frame{func, {}, 0};
    func.walk([&](density::RefOp ref) { frame.refs.push_back(ref); });
    return frame;
  };
  bool found = false;
  for (density::FuncOp root : module->getOps<density::FuncOp>()) {
    if (state.lookup(root) != New)
      continue;
    std::vector<Frame> stack{open(root)};
    while (!stack.empty()) {
      Frame &top = stack.back();
      if (top.next == top.refs.size()) {
        state[top.func] = Done;
        stack.pop_back();
        continue;
      }
      density::RefOp ref = top.refs[top.next++];
      auto target = symbols.lookup<density::FuncOp>(ref.getFunction());
      if (!target || state.lookup(target) == Done)
        continue;
      if (state.lookup(target) == New) {
        stack.push_back(open(target));
        continue;
      }
      auto first = llvm::find_if(stack, [&](const Frame &f) { return f.func == target; });
      std::string cycle;
      for (auto it = first; it != stack.end(); ++it)
        cycle += "'" + it->func.getSymName().str() + "' -> ";
      diagnostics.error(positionOf(ref.getLoc()),
                        "reference cycle: " + cycle + "'" + target.getSymName().str() + "'",
                        "functions that do not refer to themselves");
      found = true;
    }
  }
  return found;
}

OwningOpRef<ModuleOp> Importer::finish() {
  while (!pending.empty() || !pendingMaterial.empty()) {
    if (!pendingMaterial.empty()) { // rules first: they name functions
      auto [id, rule] = pendingMaterial.back();
      pendingMaterial.pop_back();
      importMaterial(id, rule);
      continue;
    }
    pack::Id id = pending.back();
    pending.pop_back();
    importNamed(id);
  }
  if (diagnostics.hasErrors() || reportCycles())
    return {};
  return std::move(module);
}
