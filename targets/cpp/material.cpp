//===- material.cpp - Material rules to C++ -------------------------------===//

#include "targets/cpp/material.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace terrane;
using namespace terrane::cpp;
namespace m = terrane::material;

static std::string boolean(bool v) {
  return v ? "true" : "false";
}

unsigned MaterialEmitter::anchor(m::AnchorAttr a) {
  std::string row = "{" + std::to_string(static_cast<unsigned>(a.getKind())) + ", " +
                    literal(int32_t(a.getValue())) + "}";
  auto [known, isNew] = anchorIndex.try_emplace(row, anchors.size());
  if (isNew)
    anchors.push_back(row);
  return known->second;
}

/// The expression of a condition. Operands are made first, so that functions stand before their
/// users.
std::string MaterialEmitter::condition(Value v) {
  Operation *op = v.getDefiningOp();
  if (auto known = numbers.find(v); known != numbers.end())
    return "condition_" + std::to_string(known->second) + "(c, t, k)";
  if (auto column = dyn_cast<m::PerColumnOp>(op)) {
    std::string inner = condition(column.getCondition()), slot = std::to_string(columns++);
    unsigned number = numbers[v] = numbers.size();
    functions += "static bool condition_" + std::to_string(number) +
                 "(MaterialContext &c, const RuleTables &t, Column &k) {\n"
                 "  u8 &known = k.answers[" +
                 slot + "];\n  if (known == 0)\n    known = " + inner +
                 " ? 2 : 1;\n  return known == 2;\n}\n\n";
    return "condition_" + std::to_string(number) + "(c, t, k)";
  }
  std::string text = conditionText(op);
  // Short ones are as short as a call.
  if (!shared(v) || isa<m::ConstantOp, m::HoleOp, m::SteepOp, m::YAboveOp, m::WaterOp,
                        m::AbovePreliminarySurfaceOp, m::TemperatureOp>(op))
    return text;
  unsigned number = numbers[v] = numbers.size();
  functions += "static bool condition_" + std::to_string(number) +
               "(MaterialContext &c, const RuleTables &t, Column &k) {\n  return " + text +
               ";\n}\n\n";
  return "condition_" + std::to_string(number) + "(c, t, k)";
}

int MaterialEmitter::sharedNoise(m::NoiseThresholdOp op) {
  auto key = [](m::NoiseThresholdOp o) {
    std::string text;
    llvm::raw_string_ostream(text) << o.getNoiseAttr();
    return std::pair(text, o.getIs_3d());
  };
  if (noiseUses.empty())
    for (auto o : graph.getBody().front().getOps<m::NoiseThresholdOp>())
      ++noiseUses[key(o)];
  if (noiseUses[key(op)] < 2)
    return -1;
  return noisePlaces.try_emplace(key(op), int(noisePlaces.size())).first->second;
}

std::string MaterialEmitter::conditionText(Operation *op) {
  return llvm::TypeSwitch<Operation *, std::string>(op)
      .Case([](m::ConstantOp o) { return boolean(o.getValue()); })
      .Case([&](m::NotOp o) {
        std::string operand = condition(o.getOperand());
        // The texts that are comparisons; all others are calls.
        bool compares =
            isa<m::HoleOp, m::AbovePreliminarySurfaceOp>(o.getOperand().getDefiningOp());
        return compares ? "!(" + operand + ")" : "!" + operand;
      })
      .Case([&](m::BiomeOp o) {
        std::string list;
        for (Attribute id : o.getBiomes())
          list += (list.empty() ? "" : ", ") + quoted(cast<StringAttr>(id).getValue());
        auto [known, isNew] = setIndex.try_emplace(list, biomeSets.size());
        if (isNew) {
          std::string name = "biomes_" + std::to_string(biomeSets.size());
          biomeIds.push_back("static const char *const " + name + "[] = {" +
                             (list.empty() ? "nullptr" : list) + "};");
          biomeSets.push_back("{" + std::to_string(o.getBiomes().size()) + ", " + name + "}");
        }
        return "biomeIn(c, t, " + std::to_string(known->second) + ")";
      })
      .Case([&](m::NoiseThresholdOp o) {
        const int place = sharedNoise(o);
        return "noiseBetween(c, t, " +
               (place < 0 ? "" : "k.noises[" + std::to_string(place) + "], ") +
               std::to_string(generator.noise(o.getNoiseAttr(), /*ofRules=*/true)) + ", " +
               (o.getIs_3d() ? "c.y" : "0") + ", " + literal(o.getMin().convertToDouble()) + ", " +
               literal(o.getMax().convertToDouble()) + ")";
      })
      .Case([&](m::VerticalGradientOp o) {
        auto row = [](m::AnchorAttr a) {
          return "{" + std::to_string(static_cast<unsigned>(a.getKind())) + ", " +
                 literal(int32_t(a.getValue())) + "}";
        };
        gradients.push_back("{" + quoted(o.getRandomName()) + ", " + row(o.getTrueAtAndBelow()) +
                            ", " + row(o.getFalseAtAndAbove()) + "}");
        return "verticalGradient(c, t, " + std::to_string(gradients.size() - 1) + ")";
      })
      .Case([&](m::YAboveOp o) {
        return "yAbove(c, t.anchors[" + std::to_string(anchor(o.getAnchor())) + "], " +
               literal(int32_t(o.getSurfaceDepthMultiplier())) + ", " +
               boolean(o.getAddStoneDepth()) + ")";
      })
      .Case([](m::WaterOp o) {
        return "aboveWater(c, " + literal(int32_t(o.getOffset())) + ", " +
               literal(int32_t(o.getSurfaceDepthMultiplier())) + ", " +
               boolean(o.getAddStoneDepth()) + ")";
      })
      .Case([](m::StoneDepthOp o) {
        return "stoneDepth(c, " + boolean(o.getSurface() == m::Surface::Ceiling) + ", " +
               literal(int32_t(o.getOffset())) + ", " + boolean(o.getAddSurfaceDepth()) + ", " +
               literal(int32_t(o.getSecondaryDepthRange())) + ")";
      })
      .Case([](m::TemperatureOp) { return std::string("c.coldBlock(&c)"); })
      .Case([](m::SteepOp) { return std::string("steep(c)"); })
      .Case([](m::HoleOp) { return std::string("c.surfaceDepth <= 0"); })
      .Case([](m::AbovePreliminarySurfaceOp) { return std::string("c.y >= minSurfaceLevel(c)"); });
}

/// Statements that return where the rule yields a state.
void MaterialEmitter::rule(std::string &out, Value v, const std::string &indent) {
  Operation *op = v.getDefiningOp();
  if (isa<m::NothingOp>(op))
    return;
  if (auto place = dyn_cast<m::PlaceOp>(op)) {
    out += indent + "return " + state(place.getStateAttr()) + "; // " +
           place.getState().drop_front(m::statePrefix.size()).str() + "\n";
    return;
  }
  if (isa<m::BandlandsOp>(op)) {
    out += indent + "return c.band(&c);\n";
    return;
  }
  auto call = [&](unsigned number) {
    out += indent + "if (i32 s = rule_" + std::to_string(number) + "(c, t, k); s != noState)\n" +
           indent + "  return s;\n";
  };
  if (auto known = numbers.find(v); known != numbers.end())
    return call(known->second);
  bool own = shared(v) && !isa<m::OreVeinOp>(op);
  std::string body, inner = own ? "  " : indent;
  std::string &text = own ? body : out;
  if (auto sequence = dyn_cast<m::SequenceOp>(op)) {
    for (Value r : sequence.getRules())
      rule(text, r, inner);
  } else if (auto when = dyn_cast<m::WhenOp>(op)) {
    std::string test = condition(when.getCondition());
    text += inner + "if (" + test + ") {\n";
    rule(text, when.getRule(), inner + "  ");
    text += inner + "}\n";
  } else {
    auto vein = cast<m::OreVeinOp>(op);
    text += inner + "if (i32 s = oreVein(c, t, " +
            std::to_string(veinIndex.lookup(vein.getVein())) + ", " + state(vein.getOreAttr()) +
            ", " + state(vein.getRawOreAttr()) + ", " + state(vein.getFillerAttr()) + ", " +
            literal(vein.getRawOreChance().convertToFloat()) + "); s != noState)\n" + inner +
            "  return s;\n";
  }
  if (!own)
    return;
  unsigned number = numbers[v] = numbers.size();
  functions += "static i32 rule_" + std::to_string(number) +
               "(MaterialContext &c, const RuleTables &t, Column &k) {\n" + body +
               "  return noState;\n}\n\n";
  call(number);
}

std::string MaterialEmitter::settingsText(const OwnedTerrainSettings &owned) const {
  const rt::TerrainSettings &s = owned.settings();
  std::string text = "static const BlockState states[] = {\n";
  for (int i = 0; i < s.numStates; ++i)
    text += "    {" + quoted(s.states[i].name) + ", " + std::to_string(s.states[i].block) + ", " +
            std::to_string(s.states[i].flags) + "},\n";
  text += "};\n\nstatic const KernelNoise systemNoises[] = {\n";
  std::string modifiers;
  for (int i = 0; i < rt::numSystemNoises; ++i)
    text += "    " + noiseText(s.systemNoises[i], "system_" + std::to_string(i), modifiers) + ",\n";
  text += "};\n\n";
  auto number = [](auto v) { return std::to_string(v); };
  text += "extern const TerrainSettings terrain;\nconst TerrainSettings terrain = {\n    " +
          literal(s.minY) + ", " + literal(s.height) + ", " + literal(s.seaLevel) + ", " +
          number(s.legacyRandomSource) + ", " + number(s.aquifers) + ",\n    {" +
          number(s.named.defaultBlock) + ", " + number(s.named.defaultFluid) + ", " +
          number(s.named.water) + ", " + number(s.named.lava) + ", " + number(s.named.snowBlock) +
          ", " + number(s.named.packedIce) + ", {";
  for (int i = 0; i < 7; ++i)
    text += (i ? ", " : "") + number(s.named.terracotta[i]);
  text += "}},\n    " + number(s.numStates) + ", states, systemNoises};\n\n";
  return modifiers + text;
}

MaterialText MaterialEmitter::text(const OwnedTerrainSettings &settings,
                                   const llvm::StringMap<unsigned> &entries) {
  for (auto vein : graph.getBody().front().getOps<m::PrepareVeinOp>()) {
    veinIndex[vein.getResult()] = veins.size();
    std::string row;
    for (const char *part : {":density", ":richness", ":filler_gap"})
      row += (row.empty() ? "" : ", ") +
             std::to_string(entries.lookup((vein.getFunctions() + part).str()));
    veins.push_back(row);
  }
  std::string top;
  if (Value v = graph.getRule())
    rule(top, v, "  ");
  auto table = [](const char *type, const char *name, const std::vector<std::string> &rows,
                  const char *empty) {
    std::string text = std::string("static const ") + type + " " + name + "[] = {\n";
    for (const std::string &row : rows)
      text += "    " + row + ",\n";
    return text + (rows.empty() ? std::string("    ") + empty + ",\n" : "") + "};\n\n";
  };
  auto size = [](const std::vector<std::string> &rows) { return std::to_string(rows.size()); };
  MaterialText out;
  for (const std::string &ids : biomeIds)
    out.tables += ids + "\n";
  out.tables += "\n" + settingsText(settings) + table("Anchor", "anchors", anchors, "{}") +
                table("KernelGradient", "gradients", gradients, "{}") +
                table("KernelBiomeSet", "biomeSets", biomeSets, "{}") +
                table("u32", "veinEntries", veins, "0");
  out.sizes = size(anchors) + ", " + size(gradients) + ", " + size(biomeSets) + ", " + size(veins) +
              ",\n    anchors, gradients, biomeSets, veinEntries";
  const std::string noises = std::to_string(noisePlaces.size());
  out.code =
      "/// What is known of a column: answers of conditions that it has one of (0 not asked yet, 1 "
      "no,\n/// 2 yes), and the noises that several conditions ask for.\n"
      "struct Column {\n  u8 answers[" +
      std::to_string(std::max(columns, 1u)) + "] = {};\n" +
      (noisePlaces.empty() ? "" : "  KnownNoise noises[" + noises + "] = {};\n") + "};\n\n" +
      functions + "static inline i32 rule(MaterialContext &c, const RuleTables &t, Column &k) {\n" +
      top + "  return noState;\n}\n\n";
  return out;
}
