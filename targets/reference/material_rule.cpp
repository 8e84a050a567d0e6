//===- material_rule.cpp - Material rules evaluated as the spec states them -===//

#include "targets/reference/material_rule.h"

#include "ir/Density.h"
#include "runtime/material/walk.h"
#include "runtime/math/java.h"
#include "runtime/noise/noise.h"
#include "targets/terrain_settings.h"

#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/TypeSwitch.h"

#include <functional>
#include <map>

using namespace mlir;
using namespace terrane;
using namespace terrane::rt;
namespace m = terrane::material;

namespace {

using Condition = std::function<bool(MaterialContext &)>;
using Place = std::function<i32(MaterialContext &)>; ///< a state or noState

class Rule final : public MaterialRule {
public:
  const std::vector<Vein> &veins() const override { return allVeins; }
  // What can occur is not used: a look-up decides every time.
  void walk(MaterialContext &context, const std::vector<bool> *) const override {
    walkColumns(context, top);
  }
  i32 apply(MaterialContext &context, const std::vector<bool> *) const override {
    return top(context);
  }

  Place top;
  std::vector<Vein> allVeins;
  std::map<std::string, Noise> noises;
};

/// From operations to functions, operands first.
class RuleBuilder {
public:
  RuleBuilder(Rule &rule, ModuleOp module, i64 seed, const TerrainSettings &settings, Level level,
              const BiomeTable &biomes, const Generator &generator)
      : rule(rule), module(module), symbols(module), palette(paletteOf(module)),
        world(seed, settings.legacyRandomSource != 0), settings(settings), level(level),
        biomes(biomes), generator(generator) {}

  bool run() {
    m::GraphOp graph = materialGraph(module);
    Value top = graph ? graph.getRule() : Value();
    if (!top) {
      module.emitError("the module has no material rule");
      return false;
    }
    for (Operation &op : graph.getBody().front()) {
      bool known =
          llvm::TypeSwitch<Operation *, bool>(&op)
              .Case<m::PrepareVeinOp>([&](auto o) { return vein(o); })
              .Case<m::NothingOp, m::PlaceOp, m::BandlandsOp, m::SequenceOp, m::WhenOp,
                    m::OreVeinOp>([&](auto o) { return add(rules, o.getResult(), place(o)); })
              .Case<m::ConstantOp, m::NotOp, m::PerColumnOp, m::BiomeOp, m::NoiseThresholdOp,
                    m::VerticalGradientOp, m::YAboveOp, m::WaterOp, m::StoneDepthOp,
                    m::TemperatureOp, m::SteepOp, m::HoleOp, m::AbovePreliminarySurfaceOp>(
                  [&](auto o) { return add(conditions, o.getResult(), condition(o)); })
              .Case<m::EntryOp>([](auto) { return true; })
              .Default([](Operation *other) {
                other->emitError("has no evaluation");
                return false;
              });
      if (!known)
        return false;
    }
    rule.top = rules.lookup(top);
    return true;
  }

private:
  template <class F> bool add(llvm::DenseMap<Value, F> &map, Value value, F function) {
    if (!function)
      return false;
    map[value] = std::move(function);
    return true;
  }

  i32 state(FlatSymbolRefAttr symbol) { return palette.lookup(symbol.getAttr()); }

  bool vein(m::PrepareVeinOp op) {
    unsigned entries[3];
    const char *parts[] = {":density", ":richness", ":filler_gap"};
    for (auto [i, part] : llvm::enumerate(parts)) {
      std::optional<unsigned> entry = generator.entry(op.getFunctions().str() + part);
      if (!entry) {
        op.emitError("refers to '") << op.getFunctions() << part << "', which is no entry";
        return false;
      }
      entries[i] = *entry;
    }
    veinIndex[op.getResult()] = rule.allVeins.size();
    rule.allVeins.push_back({entries[0], entries[1], entries[2]});
    return true;
  }

  //===--------------------------------------------------------------------===//
  // Rules (spec 40, 7)
  //===--------------------------------------------------------------------===//

  Place place(m::NothingOp) {
    return [](MaterialContext &) { return noState; };
  }
  Place place(m::PlaceOp op) {
    return [s = state(op.getStateAttr())](MaterialContext &) { return s; };
  }
  Place place(m::BandlandsOp) {
    return [](MaterialContext &c) { return c.band(&c); };
  }
  Place place(m::SequenceOp op) {
    std::vector<Place> list;
    for (Value v : op.getRules())
      list.push_back(rules.lookup(v));
    return [list](MaterialContext &c) {
      for (const Place &p : list)
        if (i32 s = p(c); s != noState)
          return s;
      return noState;
    };
  }
  Place place(m::WhenOp op) {
    return [condition = conditions.lookup(op.getCondition()), then = rules.lookup(op.getRule())](
               MaterialContext &c) { return condition(c) ? then(c) : noState; };
  }
  Place place(m::OreVeinOp op) {
    size_t index = veinIndex.lookup(op.getVein());
    Vein entries = rule.allVeins[index];
    i32 ore = state(op.getOreAttr()), raw = state(op.getRawOreAttr()),
        filler = state(op.getFillerAttr());
    f32 chance = op.getRawOreChance().convertToFloat();
    auto factory = world.positional("minecraft:ore");
    return [=](MaterialContext &c) {
      const Volume &v = c.narrowed;
      bool inside = c.y >= v.my && c.y - v.my < v.sy;
      i64 at = inside ? v.index(c.x - v.mx, c.y - v.my, c.z - v.mz) : 0;
      f32 d = inside ? c.veins[index].density[at] : c.point(&c, entries.density);
      if (d <= 0.0f)
        return noState;
      Random g = factory.at(c.x, c.y, c.z);
      f32 u1 = g.nextFloat();
      if (u1 > d)
        return noState;
      f32 r = inside ? c.veins[index].richness[at] : c.point(&c, entries.richness);
      f32 u2 = g.nextFloat();
      if (u2 < r && c.point(&c, entries.fillerGap) < 0.0f) {
        f32 u3 = g.nextFloat();
        return u3 < chance ? raw : ore;
      }
      return filler;
    };
  }

  //===--------------------------------------------------------------------===//
  // Conditions (spec 40, 6)
  //===--------------------------------------------------------------------===//

  Condition condition(m::ConstantOp op) {
    return [value = op.getValue()](MaterialContext &) { return value; };
  }
  Condition condition(m::NotOp op) {
    return
        [operand = conditions.lookup(op.getOperand())](MaterialContext &c) { return !operand(c); };
  }
  Condition condition(m::PerColumnOp op) { return conditions.lookup(op.getCondition()); }
  Condition condition(m::BiomeOp op) {
    std::vector<bool> members(biomes.biomes.size());
    for (Attribute id : op.getBiomes())
      for (size_t i = 0; i < members.size(); ++i)
        if (biomes.biomes[i].id == cast<StringAttr>(id).getValue())
          members[i] = true;
    return [members](MaterialContext &c) { return bool(members[c.blockBiome(&c)]); };
  }
  Condition condition(m::NoiseThresholdOp op) {
    const Noise *noise = named(op);
    if (!noise)
      return {};
    f64 min = op.getMin().convertToDouble(), max = op.getMax().convertToDouble();
    bool is3d = op.getIs_3d();
    return [=](MaterialContext &c) {
      f64 v = f64(stackGet(noise->view(), f64(c.x), is3d ? f64(c.y) : 0.0, f64(c.z)));
      return v >= min && v <= max;
    };
  }
  Condition condition(m::VerticalGradientOp op) {
    i32 t = anchor(op.getTrueAtAndBelow()), f = anchor(op.getFalseAtAndAbove());
    auto factory = world.positional(op.getRandomName());
    return [=](MaterialContext &c) {
      if (c.y <= t)
        return true;
      if (c.y >= f)
        return false;
      f64 p = 1.0 + ((f64(c.y) - f64(t)) / (f64(f) - f64(t))) * (0.0 - 1.0);
      return f64(factory.at(c.x, c.y, c.z).nextFloat()) < p;
    };
  }
  Condition condition(m::YAboveOp op) {
    i32 limit = anchor(op.getAnchor()), times = i32(op.getSurfaceDepthMultiplier());
    bool add = op.getAddStoneDepth();
    return [=](MaterialContext &c) {
      i32 y = add ? wrapAdd(c.y, c.above) : c.y;
      return y >= wrapAdd(limit, wrapMul(c.surfaceDepth, times));
    };
  }
  Condition condition(m::WaterOp op) {
    i32 offset = i32(op.getOffset()), times = i32(op.getSurfaceDepthMultiplier());
    bool add = op.getAddStoneDepth();
    return [=](MaterialContext &c) {
      if (c.water == noWater)
        return true;
      i32 y = add ? wrapAdd(c.y, c.above) : c.y;
      return y >= wrapAdd(wrapAdd(c.water, offset), wrapMul(c.surfaceDepth, times));
    };
  }
  Condition condition(m::StoneDepthOp op) {
    i32 offset = i32(op.getOffset()), range = i32(op.getSecondaryDepthRange());
    bool ceiling = op.getSurface() == m::Surface::Ceiling, add = op.getAddSurfaceDepth();
    return [=](MaterialContext &c) {
      i32 limit = wrapAdd(1, offset);
      if (add)
        limit = wrapAdd(limit, c.surfaceDepth);
      if (range != 0)
        limit = wrapAdd(limit, toI32(mapRange(surfaceSecondary(c), -1.0, 1.0, 0.0, f64(range))));
      return (ceiling ? solidBelow(c) : c.above) <= limit;
    };
  }
  Condition condition(m::TemperatureOp) {
    return [](MaterialContext &c) { return c.coldBlock(&c); };
  }
  Condition condition(m::SteepOp) {
    return [](MaterialContext &c) { return c.gradientX <= -4 || c.gradientZ >= 4; };
  }
  Condition condition(m::HoleOp) {
    return [](MaterialContext &c) { return c.surfaceDepth <= 0; };
  }
  Condition condition(m::AbovePreliminarySurfaceOp) {
    return [](MaterialContext &c) { return c.y >= minSurfaceLevel(c); };
  }

  i32 anchor(m::AnchorAttr a) {
    return resolveAnchor({static_cast<i32>(a.getKind()), a.getValue()}, settings, level);
  }

  const Noise *named(m::NoiseThresholdOp op) {
    std::string id = density::noiseId(op.getNoise()).str();
    auto known = rule.noises.find(id);
    if (known != rule.noises.end())
      return &known->second;
    auto p = symbols.lookup<density::NoiseParametersOp>(op.getNoise());
    if (!p) {
      op.emitError("refers to the noise '") << id << "', which is not in the module";
      return nullptr;
    }
    NoiseParameters parameters;
    parameters.baseOctave = i32(p.getBaseOctave());
    parameters.octaveCount = i32(p.getOctaveCount());
    parameters.baseAmplitude = p.getBaseAmplitude().convertToDouble();
    parameters.normalize = static_cast<Normalize>(p.getNormalize());
    parameters.amplitudeModifiers = p.getAmplitudeModifiers().vec();
    std::string error;
    std::optional<Noise> built = makeNoiseFor(world, id, parameters, /*densityNode=*/false, &error);
    if (!built) {
      op.emitError("the noise '") << id << "' cannot be built: " << error;
      return nullptr;
    }
    return &rule.noises.emplace(id, std::move(*built)).first->second;
  }

  Rule &rule;
  ModuleOp module;
  SymbolTable symbols;
  llvm::DenseMap<StringAttr, StateId> palette;
  WorldRandom world;
  const TerrainSettings &settings;
  Level level;
  const BiomeTable &biomes;
  const Generator &generator;
  llvm::DenseMap<Value, Place> rules;
  llvm::DenseMap<Value, Condition> conditions;
  llvm::DenseMap<Value, size_t> veinIndex;
};

} // namespace

std::unique_ptr<MaterialRule> terrane::reference::buildRule(ModuleOp module, long long seed,
                                                            const TerrainSettings &settings,
                                                            Level level, const BiomeTable &biomes,
                                                            const Generator &generator) {
  auto rule = std::make_unique<Rule>();
  if (!RuleBuilder(*rule, module, seed, settings, level, biomes, generator).run())
    return nullptr;
  return rule;
}
