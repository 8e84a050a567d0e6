//===- engine.cpp - Operations to the reference engine's samplers ---------===//

#include "targets/reference/engine.h"

#include "runtime/noise/simplex_build.h"
#include "targets/reference/nodes.h"

#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace terrane;
using namespace terrane::reference;
namespace s = terrane::sampler;

struct Engine::Builder {
  Engine &engine;
  s::GraphOp graph;
  WorldRandom world;
  SymbolTable symbols;
  llvm::DenseMap<Value, Node> nodes;
  llvm::DenseSet<Operation *> stateful;
  std::map<std::vector<f64>, const BlendedNoise *> blended;

  Builder(Engine &engine, s::GraphOp graph, i64 seed)
      : engine(engine), graph(graph), world(seed, graph.getLegacyRandomSource()),
        symbols(graph->getParentOfType<ModuleOp>()) {
    engine.islands = buildEndIslands(world);
  }

  Node at(Value v) { return nodes.lookup(v); }

  const Noise *noise(Operation *op, FlatSymbolRefAttr symbol) {
    std::string id = density::noiseId(symbol.getValue()).str();
    auto known = engine.noises.find(id);
    if (known != engine.noises.end())
      return &known->second;
    auto p = symbols.lookup<density::NoiseParametersOp>(symbol.getAttr());
    if (!p) {
      op->emitError("names the noise '") << id << "', which the module does not have";
      return nullptr;
    }
    NoiseParameters parameters;
    parameters.baseOctave = static_cast<int32_t>(p.getBaseOctave());
    parameters.octaveCount = static_cast<int32_t>(p.getOctaveCount());
    parameters.baseAmplitude = p.getBaseAmplitude().convertToDouble();
    parameters.normalize = static_cast<Normalize>(p.getNormalize());
    parameters.amplitudeModifiers = p.getAmplitudeModifiers().vec();
    std::string error;
    std::optional<Noise> built = makeNoiseFor(world, id, parameters, true, &error);
    if (!built) {
      p.emitError("the noise '") << id << "' cannot be built: " << error;
      return nullptr;
    }
    return &engine.noises.emplace(id, std::move(*built)).first->second;
  }

  const BlendedNoise &blendedNoise(s::BlendedNoiseOp op) {
    BlendedParameters p{op.getXzScale().convertToDouble(), op.getYScale().convertToDouble(),
                        op.getXzFactor().convertToDouble(), op.getYFactor().convertToDouble(),
                        op.getSmearScaleMultiplier().convertToDouble()};
    const BlendedNoise *&known = blended[{p.xzScale, p.yScale, p.xzFactor, p.yFactor, p.smear}];
    if (!known) {
      engine.blended.push_back(std::make_unique<BlendedNoise>(makeBlended(world.terrain(), p)));
      known = engine.blended.back().get();
    }
    return *known;
  }

  /// Nested trees are as deep as the JSON they came from.
  static SplineTree tree(Value v) {
    SplineTree t;
    if (auto constant = v.getDefiningOp<s::SplineConstantOp>()) {
      t.constant = constant.getValue().convertToFloat();
      return t;
    }
    auto points = v.getDefiningOp<s::SplinePointsOp>();
    t.slot = points.getSlot();
    t.locations = points.getLocations().vec();
    t.derivatives = points.getDerivatives().vec();
    for (Value value : points.getValues())
      t.values.push_back(tree(value));
    return t;
  }

  NodePtr make(Operation &op) {
    auto coordinate = [](IntegerAttr a) {
      return a ? std::optional<i32>(static_cast<i32>(a.getInt())) : std::nullopt;
    };
    return llvm::TypeSwitch<Operation *, NodePtr>(&op)
        .Case([&](s::ConstantOp o) { return constant(o.getValue().convertToFloat()); })
        .Case([&](s::NoiseOp o) -> NodePtr {
          const Noise *n = noise(o, o.getNoiseAttr());
          return n ? reference::noise(n->view(), o.getXzScale().convertToDouble(),
                                      o.getYScale().convertToDouble())
                   : nullptr;
        })
        .Case([&](s::ShiftedNoiseOp o) -> NodePtr {
          const Noise *n = noise(o, o.getNoiseAttr());
          return n ? shiftedNoise(n->view(), o.getXzScale().convertToDouble(),
                                  o.getYScale().convertToDouble(), at(o.getShiftX()),
                                  o.getShiftY() ? at(o.getShiftY()) : nullptr, at(o.getShiftZ()))
                   : nullptr;
        })
        .Case([&](s::ShiftBOp o) -> NodePtr {
          const Noise *n = noise(o, o.getNoiseAttr());
          return n ? shiftB(n->view()) : nullptr;
        })
        .Case([&](s::BlendedNoiseOp o) {
          const BlendedNoise &b = blendedNoise(o);
          bool main = o.getPart() == s::BlendedPart::Main;
          const Noise &n = main ? b.main : o.getPart() == s::BlendedPart::High ? b.high : b.low;
          return reference::noise(n.view(), main ? b.mainXzScale : b.xzScale,
                                  main ? b.mainYScale : b.yScale);
        })
        .Case([&](s::EndOuterIslandsOp) { return reference::endOuterIslands(engine.islands); })
        .Case([&](s::GradientOp o) {
          return gradient(o.getAxis(), o.getTiling(), o.getFromCoordinate(), o.getToCoordinate(),
                          o.getFromValue().convertToFloat(), o.getFactor().convertToFloat());
        })
        .Case([&](s::DistanceOp o) {
          return reference::distance(o.getMetric(), o.getX(), o.getY(), o.getZ());
        })
        .Case([&](s::FieldOp o) { return field(o.getField()); })
        .Case([&](s::UnaryOp o) { return unary(o.getKind(), at(o.getInput())); })
        .Case([&](s::RoundToOp o) {
          return roundTo(o.getKind(), at(o.getInput()), at(o.getMultiple()));
        })
        .Case([&](s::BinaryOp o) { return binary(o.getKind(), at(o.getLeft()), at(o.getRight())); })
        .Case([&](s::ScalarOp o) {
          return scalar(o.getKind(), at(o.getInput()), o.getConstant().convertToFloat());
        })
        .Case([&](s::BoundOp o) {
          return bound(o.getKind(), at(o.getLeft()), at(o.getRight()),
                       o.getThreshold().convertToFloat());
        })
        .Case([&](s::PowOp o) { return reference::pow(at(o.getBase()), at(o.getExponent())); })
        .Case([&](s::LerpOp o) {
          return reference::lerp(at(o.getAlpha()), at(o.getFirst()), at(o.getSecond()));
        })
        .Case([&](s::ClampOp o) {
          return reference::clamp(at(o.getInput()), o.getMin().convertToFloat(),
                                  o.getMax().convertToFloat());
        })
        .Case([&](s::RangeChoiceOp o) {
          return rangeChoice(at(o.getInput()), o.getMinInclusive().convertToFloat(),
                             o.getMaxExclusive().convertToFloat(), at(o.getWhenInRange()),
                             at(o.getWhenOutOfRange()));
        })
        .Case([&](s::IntervalSelectOp o) {
          std::vector<Node> functions;
          for (Value f : o.getFunctions())
            functions.push_back(at(f));
          return intervalSelect(at(o.getInput()), o.getThresholds().vec(), std::move(functions));
        })
        .Case([&](s::SplineOp o) {
          std::vector<Node> coordinates;
          for (Value c : o.getCoordinates())
            coordinates.push_back(at(c));
          return reference::spline(tree(o.getTree()), std::move(coordinates));
        })
        .Case([&](s::CacheOp o) { return reference::cache(at(o.getInput()), o.getCell()); })
        .Case([&](s::BlendDensityOp o) { return blendDensity(at(o.getInput())); })
        .Case([&](s::InterpolatedOp o) {
          return interpolated(at(o.getInput()), o.getCellSizeXz(), o.getCellSizeY());
        })
        .Case([&](s::SliceOp o) {
          return reference::slice(at(o.getInput()), coordinate(o.getXAttr()),
                                  coordinate(o.getYAttr()), coordinate(o.getZAttr()));
        })
        .Case([&](s::FindTopSurfaceOp o) {
          return findTopSurface(at(o.getDensity()), at(o.getUpperBound()), o.getLowerBound(),
                                o.getCellHeight());
        })
        .Default([&](Operation *o) -> NodePtr {
          o->emitError("is unknown to the reference engine");
          return nullptr;
        });
  }

  Node keep(NodePtr node) {
    engine.nodes.push_back(std::move(node));
    return engine.nodes.back().get();
  }

  bool run() {
    for (Operation &op : graph.getBody().front()) {
      if (auto entry = dyn_cast<s::EntryOp>(op)) {
        engine.entryByName.emplace(entry.getName().str(), engine.entries.size());
        engine.entries.push_back(at(entry.getValue()));
        continue;
      }
      if (isa<s::SplineConstantOp, s::SplinePointsOp>(op))
        continue; // part of their spline
      NodePtr made = make(op);
      if (!made)
        return false;
      Node node = keep(std::move(made));
      bool hasState = isa<s::CacheOp>(op);
      for (Value v : op.getOperands())
        hasState |= stateful.contains(v.getDefiningOp());
      if (hasState)
        stateful.insert(&op);
      else if (!op.getResult(0).hasOneUse() && !isa<s::ConstantOp>(op))
        node = keep(shared(node));
      nodes[op.getResult(0)] = node;
    }
    return true;
  }
};

std::unique_ptr<Engine> Engine::build(s::GraphOp graph, i64 seed) {
  auto engine = std::make_unique<Engine>();
  Builder builder(*engine, graph, seed);
  return builder.run() ? std::move(engine) : nullptr;
}

std::optional<unsigned> Engine::entry(std::string_view name) const {
  auto it = entryByName.find(name);
  return it == entryByName.end() ? std::nullopt : std::optional<unsigned>(it->second);
}

struct Engine::BoundContext : SamplerContext {
  const Engine &engine;
  Context state;
  BoundContext(const Engine &engine, bool caches, ContextFields fields)
      : engine(engine), state(caches) {
    state.beardifier = fields.beardifier;
    state.blender = fields.blender;
  }
  void volume(unsigned entry, float *out, const Volume &v) override {
    engine.entries[entry]->volume(state, out, v);
    state.memo.volumes.clear();
    state.memo.floats = 0;
  }
  float point(unsigned entry, int x, int y, int z) override {
    float value = engine.entries[entry]->point(state, x, y, z);
    state.memo.points.clear();
    return value;
  }
  void reset(ContextFields fields) override {
    state.forget();
    state.beardifier = fields.beardifier;
    state.blender = fields.blender;
  }
};

std::unique_ptr<SamplerContext> Engine::context(bool caches, ContextFields fields) const {
  return std::make_unique<BoundContext>(*this, caches, fields);
}
