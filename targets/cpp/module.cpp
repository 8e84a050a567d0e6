//===- module.cpp - The text of a generator -------------------------------===//

#include "targets/cpp/emitter.h"
#include "targets/cpp/material.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/Support/Format.h"

using namespace mlir;
using namespace terrane;
using namespace terrane::cpp;
namespace s = terrane::sampler;

void Emitter::define(const std::string &signature, const std::string &body) {
  declarations.push_back(signature + ";");
  functions.push_back(signature + " {\n" + body + "}\n");
}

std::string cpp::quoted(llvm::StringRef text) {
  std::string out = "\"";
  for (unsigned char c : text) {
    if (c == '"' || c == '\\')
      out += '\\';
    if (c >= 32 && c < 127)
      out += static_cast<char>(c);
    else
      llvm::raw_string_ostream(out) << llvm::format("\\%03o", c);
  }
  return out + "\"";
}

std::string cpp::noiseText(const rt::KernelNoise &noise, const std::string &name,
                           std::string &tables) {
  std::string modifiers = "nullptr";
  if (noise.numModifiers) {
    modifiers = "modifiers_" + name;
    tables += "static const f64 " + modifiers + "[] = {";
    for (int i = 0; i < noise.numModifiers; ++i)
      tables += (i ? ", " : "") + literal(noise.modifiers[i]);
    tables += "};\n";
  }
  const char *kind = noise.kind == rt::KernelNoise::Material ? "Material" : "Density";
  return std::string("{KernelNoise::") + kind + ", " + quoted(noise.id) + ", " +
         literal(noise.baseOctave) + ", " + literal(noise.octaveCount) + ", " +
         literal(noise.baseAmplitude) + ", " + std::to_string(noise.normalize) + ", " +
         std::to_string(noise.numModifiers) + ", " + modifiers + ", {}}";
}

unsigned Emitter::noise(FlatSymbolRefAttr symbol, bool ofRules) {
  std::string id = density::noiseId(symbol.getValue()).str();
  auto [entry, isNew] = noiseIndex.try_emplace((ofRules ? "rule " : "") + id, noiseIndex.size());
  if (!isNew)
    return entry->second;
  auto p = SymbolTable::lookupNearestSymbolFrom<density::NoiseParametersOp>(graph, symbol);
  rt::KernelNoise row = noiseRow(p, ofRules ? rt::KernelNoise::Material : rt::KernelNoise::Density);
  row.id = id.c_str();
  std::string modifiers, name = std::to_string(entry->second);
  noiseRows.push_back(noiseText(row, name, modifiers));
  if (!modifiers.empty())
    tables.emplace_back("modifiers_" + name, modifiers);
  return entry->second;
}

unsigned Emitter::noise(s::BlendedNoiseOp op) {
  static const char *kinds[] = {"BlendedLow", "BlendedHigh", "BlendedMain"};
  std::string row = "{KernelNoise::" + std::string(kinds[static_cast<unsigned>(op.getPart())]) +
                    ", nullptr, 0, 0, 0.0, 0, 0, nullptr, {";
  row += literal(op.getXzScale().convertToDouble()) + ", " +
         literal(op.getYScale().convertToDouble()) + ", " +
         literal(op.getXzFactor().convertToDouble()) + ", " +
         literal(op.getYFactor().convertToDouble()) + ", " +
         literal(op.getSmearScaleMultiplier().convertToDouble()) + "}}";
  auto [entry, isNew] = noiseIndex.try_emplace(row, noiseIndex.size());
  if (isNew)
    noiseRows.push_back(row);
  return entry->second;
}

/// By appearance among what entries reach, as the manifest lists them.
void Emitter::numberNoises() {
  llvm::DenseSet<Operation *> reached;
  for (Operation &op : llvm::reverse(graph.getBody().front()))
    if (isa<s::EntryOp>(op) || reached.contains(&op))
      for (Value operand : op.getOperands())
        reached.insert(operand.getDefiningOp());
  for (Operation &op : graph.getBody().front()) {
    if (!reached.contains(&op))
      continue;
    if (auto o = dyn_cast<s::NoiseOp>(op))
      noise(o.getNoiseAttr());
    else if (auto o = dyn_cast<s::ShiftedNoiseOp>(op))
      noise(o.getNoiseAttr());
    else if (auto o = dyn_cast<s::ShiftBOp>(op))
      noise(o.getNoiseAttr());
    else if (auto o = dyn_cast<s::BlendedNoiseOp>(op))
      noise(o);
  }
}

unsigned Emitter::splineNeeds(s::SplineOp op) {
  return needs.insert({op.getOperation(), needs.size()}).first->second;
}

std::string Emitter::splineTables(s::SplineOp op) {
  std::string &known = splines[op];
  if (!known.empty())
    return known;
  // Nodes of the tree once each, however often they are shared; points follow their node.
  std::string base = "spline" + std::to_string(nodes.number(op.getResult()));
  llvm::DenseMap<Operation *, unsigned> index;
  llvm::SmallVector<Operation *> order{op.getTree().getDefiningOp()};
  index[order.front()] = 0;
  for (size_t i = 0; i < order.size(); ++i)
    for (Value v : order[i]->getOperands())
      if (index.try_emplace(v.getDefiningOp(), order.size()).second)
        order.push_back(v.getDefiningOp());
  std::string nodeText, pointText;
  unsigned first = 0;
  for (Operation *node : order) {
    if (auto constant = dyn_cast<s::SplineConstantOp>(node)) {
      nodeText += "    {" + literal(constant.getValue().convertToFloat()) + ", 0, 0, 0},\n";
      continue;
    }
    auto points = cast<s::SplinePointsOp>(node);
    nodeText += "    {0.0f, " + std::to_string(points.getSlot()) + ", " + std::to_string(first) +
                ", " + std::to_string(points.getLocations().size()) + "},\n";
    first += points.getLocations().size();
    for (auto [l, d, v] :
         llvm::zip(points.getLocations(), points.getDerivatives(), points.getValues()))
      pointText += "    {" + literal(l) + ", " + literal(d) + ", " +
                   std::to_string(index.lookup(v.getDefiningOp())) + "},\n";
  }
  if (pointText.empty())
    pointText = "    {0.0f, 0.0f, 0},\n";
  tables.emplace_back(base + "_", "static const SplineNode " + base + "_nodes[] = {\n" + nodeText +
                                      "};\nstatic const SplinePoint " + base + "_points[] = {\n" +
                                      pointText + "};");
  return known = base + "_nodes, " + base + "_points, 0";
}

/// Functions of about this many bytes of text make a translation unit.
static constexpr size_t partBytes = 48 << 10;

std::optional<std::vector<std::string>> Emitter::run(const CppOptions &options) {
  numberNoises();
  std::vector<std::string> rows;
  llvm::StringMap<unsigned> entries;
  for (auto entry : graph.getBody().front().getOps<s::EntryOp>()) {
    entries[entry.getName()] = rows.size();
    rows.push_back("{" + quoted(entry.getName()) + ", " + volumeFunction(entry.getValue()) + ", " +
                   pointFunction(entry.getValue()) + "}");
  }
  std::string material;
  auto parent = graph->getParentOfType<ModuleOp>();
  if (materialGraph(parent)) {
    auto settings = OwnedTerrainSettings::create(parent);
    if (!settings)
      return std::nullopt;
    MaterialText text = MaterialEmitter(*this, parent).text(*settings, entries);
    material = text.tables + text.code +
               "static void walk(MaterialContext *context, const RuleTables *tables) {\n"
               "  walkColumnsKnowing<Column>(*context, [&](MaterialContext &c, Column &k) {\n"
               "    return rule(c, *tables, k);\n  });\n}\n\n"
               "static i32 apply(MaterialContext *context, const RuleTables *tables) {\n"
               "  Column k;\n  return rule(*context, *tables, k);\n}\n\n"
               "extern const KernelMaterial material;\nconst KernelMaterial material = {\n    " +
               text.sizes + ", walk, apply};\n";
  }
  for (Operation &op : graph.getBody().front())
    if (auto cache = dyn_cast<s::CacheOp>(op))
      cells = std::max(cells, cache.getCell() + 1);

  auto table = [](const char *type, const char *name, const std::vector<std::string> &list) {
    std::string text = std::string("const ") + type + " " + name + "[] = {\n";
    for (const std::string &row : list)
      text += "    " + row + ",\n";
    return text + (list.empty() ? "    {},\n" : "") + "};\n\n";
  };
  static const char *levels[] = {"Baseline", "Avx2", "Avx512"};
  std::string module =
      table("KernelNoise", "noises", noiseRows) + table("KernelEntry", "entries", rows);
  std::string symbol = "extern \"C\" __attribute__((visibility(\"default\"))) const "
                       "terrane::rt::KernelModule terrane_generator;\n"
                       "const terrane::rt::KernelModule terrane_generator = {\n"
                       "    kernelAbi, sizeof(KernelModule), CpuLevel::" +
                       std::string(levels[static_cast<int>(options.level)]) + ", " +
                       (graph.getLegacyRandomSource() ? "1" : "0") + ", " +
                       std::to_string(rows.size()) + ", " + std::to_string(noiseRows.size()) +
                       ", " + std::to_string(cells) + ", entries, noises, " +
                       (material.empty() ? "nullptr, nullptr" : "&terrain, &material") + "};\n";

  // Functions call each other across units, so all are declared in each.
  std::string head;
  for (const std::string &line : options.header)
    head += "// " + line + "\n";
  head += "\n#include \"runtime/kernel/volume_ops.h\"\n\nnamespace terrane_code {\n"
          "using namespace terrane::rt;\n\n"
          "/// Volumes of up to so many points are computed whole when one is asked for.\n"
          "constexpr i64 retainAllBelow = 1024;\n"
          "/// What a search in a column remembers.\n"
          "struct ColumnParts {\n  bool known[" +
          std::to_string(maxColumnParts) + "] = {};\n  f32 values[" +
          std::to_string(maxColumnParts) +
          "];\n};\n"
          "constexpr i32 maxSplineNeeds = " +
          std::to_string(std::max<size_t>(needs.size(), 1)) + ";\n\n";
  for (const std::string &declaration : declarations)
    head += declaration + "\n";
  head += "\n";

  // The rule is a unit of its own, so that it compiles beside the functions.
  std::string rules = head;
  if (!material.empty()) {
    rules += "} // namespace terrane_code\n\n#include \"runtime/material/walk.h\"\n\n"
             "namespace terrane_code {\n\n" +
             material + "\n} // namespace terrane_code\n";
    head += "extern const TerrainSettings terrain;\nextern const KernelMaterial material;\n\n";
  }
  std::vector<std::string> parts;
  for (size_t next = 0; next < functions.size() || parts.empty();) {
    std::string body;
    while (next < functions.size() && (body.empty() || body.size() < partBytes))
      body += functions[next++] + "\n";
    if (parts.empty())
      body += module;
    std::string text = head;
    for (const auto &[name, definition] : tables)
      if (llvm::StringRef(body).contains(name))
        text += definition + "\n";
    text += "\n" + body + "} // namespace terrane_code\n";
    if (parts.empty())
      text += "using namespace terrane_code;\n" + symbol;
    parts.push_back(std::move(text));
  }
  if (!material.empty())
    parts.push_back(std::move(rules));
  return parts;
}

std::optional<std::vector<std::string>> cpp::emitCpp(s::GraphOp graph, const CppOptions &options,
                                                     terrane::Diagnostics &diagnostics) {
  return Emitter(graph).run(options);
}
