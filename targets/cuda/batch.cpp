//===- batch.cpp - The kernels of the batch pipeline in the CUDA text -----===//
//
// They are templates of runtime/cuda; the text gives them the entries of the terrain step and the
// material rule, as the static functions of a structure `Code`.
//
//===----------------------------------------------------------------------===//

#include "targets/cuda/emitter.h"

using namespace mlir;
using namespace terrane;
using namespace terrane::cuda;

namespace {

constexpr llvm::StringLiteral context = "const DeviceContext *ctx, i32 x, i32 y, i32 z";

std::string function(const std::string &signature, const std::string &body) {
  return "  TERRANE_FN " + signature + " {\n    " + body + "\n  }\n";
}
std::string staticFunction(const std::string &signature, const std::string &body) {
  return function("static " + signature, body);
}

/// A switch over numbers; one of them is asked for.
std::string choice(const std::string &of, llvm::ArrayRef<std::string> values) {
  std::string text = "switch (" + of + ") {\n";
  for (auto [i, value] : llvm::enumerate(values))
    text += "    case " + std::to_string(i) + ":\n      return " + value + ";\n";
  return text + "    }\n    return 0.0f;";
}

} // namespace

BatchText cuda::emitBatch(StageEmitter &stages, mlir::ModuleOp module,
                          const OwnedTerrainSettings &settings,
                          const llvm::StringMap<unsigned> &entries,
                          const llvm::StringMap<Value> &values) {
  cpp::MaterialEmitter rule(stages, module);
  cpp::MaterialText parts = rule.text(settings, entries);
  auto point = [&](llvm::StringRef entry) {
    Value v = values.lookup(entry);
    return v ? "stages::" + stages.pointFunction(v) + "(ctx, x, y, z)" : std::string("0.0f");
  };
  auto column = [&](llvm::StringRef entry) {
    return "stages::" + stages.columnType(values.lookup(entry));
  };
  std::string code;
  for (auto [name, entry] : {std::pair("barrier", "aquifers:barrier"),
                             {"floodedness", "aquifers:fluid_level_floodedness"},
                             {"spread", "aquifers:fluid_level_spread"},
                             {"lava", "aquifers:lava"},
                             {"exclusion", "aquifers:exclusion"},
                             {"surfaceLevel", "aquifers:surface_level"}})
    code += staticFunction("f32 " + std::string(name) + "(" + context.str() + ")",
                           "return " + point(entry) + ";");
  code += "  using FinalDensity = stages::" +
          stages.columnType(values.lookup("router:final_density"), /*upwards=*/true) + ";\n";
  // In the order of KernelMaterial::veinEntries and of MaterialBatch::veins.
  std::vector<std::string> density, richness, gap;
  std::string members, starts;
  auto vein = [&](const std::string &member, llvm::StringRef entry) {
    members += "    " + column(entry) + " " + member + ";\n";
    starts += (starts.empty() ? " : " : ", ") + member + "(of[" +
              std::to_string(density.size() + richness.size()) + "], i, k)";
    return member + ".at(j)";
  };
  for (auto op : materialGraph(module).getBody().front().getOps<material::PrepareVeinOp>()) {
    std::string prefix = op.getFunctions().str(), number = std::to_string(gap.size());
    density.push_back(vein("density" + number, prefix + ":density"));
    richness.push_back(vein("richness" + number, prefix + ":richness"));
    gap.push_back(point(prefix + ":filler_gap"));
  }
  code += "  struct Veins {\n" + members +
          "    TERRANE_FN Veins(const StageArguments *of, i32 i, i32 k)" + starts +
          " { (void)of, (void)i, (void)k; }\n" +
          function("f32 density(i32 vein, i32 j)", choice("vein", density)) +
          function("f32 richness(i32 vein, i32 j)", choice("vein", richness)) + "  };\n";
  code += staticFunction("f32 fillerGap(i32 vein, " + context.str() + ")", choice("vein", gap));

  BatchText out;
  out.tables = parts.tables;
  out.sizes = parts.sizes;
  out.code = "namespace batch {\n/// Entries of the terrain step.\nstruct Functions {\n" + code +
             "};\nusing MaterialContext = DeviceMaterial<Functions>;\n"
             "using RuleTables = DeviceRules;\n\n" +
             parts.code +
             "struct Code : Functions {\n  using Context = MaterialContext;\n"
             "  using Column = batch::Column;\n" +
             staticFunction("i32 rule(Context &c, const RuleTables &t, Column &k)",
                            "return batch::rule(c, t, k);") +
             "};\n} // namespace batch\n\n";
  return out;
}
