//===- emit.cpp - The text of a generator's CUDA module -------------------===//

#include "targets/cuda/emit.h"

#include "runtime/cuda/launch.h"
#include "targets/cuda/emitter.h"

#include "mlir/IR/BuiltinOps.h"

using namespace mlir;
using namespace terrane;
using namespace terrane::cuda;
namespace s = terrane::sampler;

namespace {

/// Caches become their inputs, user fields their defaults.
void removeContext(s::GraphOp graph) {
  for (Operation &op : llvm::make_early_inc_range(graph.getBody().front())) {
    OpBuilder builder(&op);
    Value instead;
    if (auto cache = dyn_cast<s::CacheOp>(op))
      instead = cache.getInput();
    else if (auto blend = dyn_cast<s::BlendDensityOp>(op))
      instead = blend.getInput();
    else if (auto field = dyn_cast<s::FieldOp>(op))
      instead = builder.create<s::ConstantOp>(
          op.getLoc(), field.getType(),
          builder.getF32FloatAttr(field.getField() == s::Field::BlendAlpha ? 1.0f : 0.0f));
    if (!instead)
      continue;
    op.getResult(0).replaceAllUsesWith(instead);
    op.erase();
  }
}

std::string rows(const std::vector<std::string> &list) {
  std::string text;
  for (const std::string &item : list)
    text += "    " + item + ",\n";
  return list.empty() ? std::string("    {},\n") : text;
}

constexpr llvm::StringLiteral open = "namespace terrane_code {\n"
                                     "using namespace terrane::rt;\n"
                                     "using namespace terrane::rt::cuda;\n\n";

/// What every unit of a section begins with, tables apart.
std::string head(const Section &section) {
  std::string context = section.context;
  if (context == "KernelContext") // not itself
    context = "terrane::rt::KernelContext";
  std::string parts = std::to_string(section.columnParts);
  std::string text = "namespace " + section.name + " {\nusing KernelContext = " + context +
                     ";\n\n/// What a search in a column remembers.\nstruct ColumnParts {\n"
                     "  bool known[" +
                     parts + "] = {};\n  f32 values[" + parts + "];\n};\n\n";
  for (const std::string &declaration : section.declarations)
    text += declaration + "\n";
  return text + "\n";
}

std::string close(const Section &section) {
  return "} // namespace " + section.name + "\n\n";
}

/// The whole of a section as one text.
std::string whole(const Section &section) {
  std::string text = head(section);
  for (const auto &[name, definition] : section.tables)
    text += definition + "\n";
  text += "\n";
  for (const std::string &function : section.functions)
    text += function + "\n";
  for (const std::string &kernel : section.kernels)
    text += kernel + "\n";
  return text + close(section);
}

/// Kernels of the batch pipeline, the same in every text.
constexpr llvm::StringLiteral batchKernels =
    "extern \"C\" __global__ void biomes_search(TERRANE_THREAD const BiomeArguments a) {\n"
    "  searchQuart(a, TERRANE_THREAD_NUMBER);\n}\n"
    "extern \"C\" __global__ void biomes_chain(TERRANE_THREAD const BiomeArguments a) {\n"
    "  chainChunk(a, TERRANE_THREAD_NUMBER);\n}\n\n";

/// Definitions of about this many bytes make a unit of the host's.
constexpr size_t partBytes = 48 << 10;

constexpr llvm::StringLiteral shim = "#include \"runtime/cuda/host_shim.h\"\n\n";

/// The same definitions, in several units.
void appendParts(const Section &section, std::vector<std::string> &parts) {
  std::vector<std::string> pieces = section.functions;
  llvm::append_range(pieces, section.kernels);
  for (size_t next = 0; next < pieces.size();) {
    std::string body;
    while (next < pieces.size() && (body.empty() || body.size() < partBytes))
      body += pieces[next++] + "\n";
    std::string text = (shim + open).str() + head(section);
    for (const auto &[name, definition] : section.tables)
      if (llvm::StringRef(body).contains(name))
        text += definition + "\n";
    parts.push_back(text + "\n" + body + close(section) + "} // namespace terrane_code\n");
  }
}

class TextBuilder {
public:
  TextBuilder(s::GraphOp plain, s::GraphOp full)
      : plain(plain), full(full), stages(plain), cached(full) {}

  std::optional<CudaText> run(const std::vector<std::string> &header, rt::CpuLevel level,
                              terrane::Diagnostics &diagnostics);

private:
  void addEntries();
  std::string planText() const;
  std::string hostModule(rt::CpuLevel level);

  s::GraphOp plain, full;
  StageEmitter stages;
  CachedEmitter cached;
  CudaText out;
  std::vector<std::string> entryStages;
};

void TextBuilder::addEntries() {
  for (auto [entry, whole] : llvm::zip(plain.getBody().front().getOps<s::EntryOp>(),
                                       full.getBody().front().getOps<s::EntryOp>())) {
    std::string number = std::to_string(entryStages.size());
    std::string point = stages.pointFunction(entry.getValue());
    entryStages.push_back(std::to_string(stages.stage({entry.getValue()})));
    stages.addKernel("point_entry_" + number, "PointArguments",
                     "  const i64 n = TERRANE_THREAD_NUMBER;\n"
                     "  if (n >= a.count)\n    return;\n"
                     "  const i32 *const block = a.blocks + 3 * n;\n"
                     "  a.out[n] = " +
                         point + "(&a.context, block[0], block[1], block[2]);\n");
    Value value = whole.getValue();
    CudaText::Entry row{entry.getName().str(), cached.nodes.hasCell(value),
                        cached.nodes.independent(value), cached.hasField(value)};
    if (row.cells || row.fields) {
      std::string begin = "  const i64 n = TERRANE_THREAD_NUMBER;\n"
                          "  if (n >= a.count)\n    return;\n";
      cached.addKernel("cached_volume_" + number, "CachedVolumes",
                       begin + "  " + cached.volumeFunction(value) +
                           "(a.contexts[n], a.out[n], a.volumes + n);\n");
      cached.addKernel("cached_points_" + number, "CachedPoints",
                       begin +
                           "  for (i64 p = a.first[n]; p < a.first[n + 1]; ++p) {\n"
                           "    const i32 *const block = a.blocks + 3 * p;\n"
                           "    a.out[p] = " +
                           cached.pointFunction(value) +
                           "(a.contexts[n], block[0], block[1], block[2]);\n  }\n");
    }
    out.entries.push_back(std::move(row));
  }
}

std::string TextBuilder::planText() const {
  std::vector<std::string> stageRows, inputRows;
  stages.planRows(stageRows, inputRows);
  auto table = [](const char *type, const char *name, const std::vector<std::string> &list) {
    return std::string("extern \"C\" __device__ const ") + type + " " + name + "[] = {\n" +
           rows(list) + "};\n";
  };
  return "extern \"C\" __device__ const GeneratorPlan terrane_plan = {launchAbi, " +
         std::to_string(entryStages.size()) + ", " + std::to_string(stages.stageCount()) + ", " +
         std::to_string(inputRows.size()) + ", " + std::to_string(stages.noises().size()) + "};\n" +
         table("i32", "terrane_entry_stages", entryStages) +
         table("StagePlan", "terrane_stages", stageRows) +
         table("StageInputPlan", "terrane_stage_inputs", inputRows);
}

/// The last unit of the host: a KernelModule whose entries run the kernels. Those of the section
/// `cached` follow the others, by the names "cached ENTRY".
std::string TextBuilder::hostModule(rt::CpuLevel level) {
  std::string text =
      "namespace {\n" + stages.noiseTables() + "const StageKernel stageKernels[] = {\n";
  for (size_t i = 0; i < stages.stageCount(); ++i)
    text += "    stages::stage_" + std::to_string(i) + ",\n";
  text += (stages.stageCount() ? std::string() : std::string("    nullptr,\n")) +
          "};\nconst HostPlan hostPlan = {terrane_stages, terrane_stage_inputs, stageKernels};\n\n";
  std::vector<std::string> plainRows, cachedRows;
  auto function = [&](const std::string &name, bool volume, const std::string &body) {
    text += (volume ? "void " : "f32 ") + name + "(terrane::rt::KernelContext *ctx, " +
            (volume ? "f32 *out, const Volume *v" : "i32 x, i32 y, i32 z") + ") {\n  " +
            (volume ? "" : "return ") + body + ";\n}\n";
    return name;
  };
  for (auto [i, entry] : llvm::enumerate(out.entries)) {
    std::string n = std::to_string(i);
    std::string volume = function("hostVolume_" + n, true,
                                  "runStage(ctx, hostPlan, " + entryStages[i] + ", *v, out)");
    std::string point =
        function("hostPoint_" + n, false, "runPoint(ctx, stages::point_entry_" + n + ", x, y, z)");
    plainRows.push_back("{" + cpp::quoted(entry.name) + ", " + volume + ", " + point + "}");
    if (entry.cells || entry.fields) {
      volume = function("hostCachedVolume_" + n, true,
                        "runCachedVolume(ctx, cached::cached_volume_" + n + ", *v, out)");
      point = function("hostCachedPoint_" + n, false,
                       "runCachedPoint(ctx, cached::cached_points_" + n + ", x, y, z)");
    }
    cachedRows.push_back("{" + cpp::quoted("cached " + entry.name) + ", " + volume + ", " + point +
                         "}");
  }
  llvm::append_range(plainRows, cachedRows);
  static const char *levels[] = {"Baseline", "Avx2", "Avx512"};
  return text + "\nconst KernelNoise noises[] = {\n" + rows(stages.noises()) +
         "};\nconst KernelEntry entries[] = {\n" + rows(plainRows) +
         "};\n} // namespace\n} // namespace terrane_code\n\n"
         "extern \"C\" __attribute__((visibility(\"default\"))) const "
         "terrane::rt::KernelModule terrane_generator;\n"
         "const terrane::rt::KernelModule terrane_generator = {\n"
         "    terrane::rt::kernelAbi, sizeof(terrane::rt::KernelModule), "
         "terrane::rt::CpuLevel::" +
         std::string(levels[static_cast<int>(level)]) + ", " +
         (plain.getLegacyRandomSource() ? "1" : "0") + ", " + std::to_string(plainRows.size()) +
         ", " + std::to_string(stages.noises().size()) + ", " + std::to_string(cached.cellCount()) +
         ", terrane_code::entries, terrane_code::noises, nullptr, nullptr};\n";
}

std::optional<CudaText> TextBuilder::run(const std::vector<std::string> &header, rt::CpuLevel level,
                                         terrane::Diagnostics &diagnostics) {
  addEntries();
  if (stages.widestStage() > size_t(rt::cuda::maxStageInputs)) {
    diagnostics.error({}, "a density function leads to " + std::to_string(stages.widestStage()) +
                              " different slices and interpolations of one volume, the CUDA target "
                              "takes " +
                              std::to_string(rt::cuda::maxStageInputs));
    return std::nullopt;
  }
  Section first = stages.section("stages"), second = cached.section("cached");
  std::string plan = batchKernels.str() + planText();
  std::string &text = out.device;
  for (const std::string &line : header)
    text += "// " + line + "\n";
  text += "\n#include \"runtime/cuda/biomes.h\"\n#include \"runtime/cuda/cells.h\"\n#include "
          "\"runtime/cuda/launch.h\"\n\n";
  text += open;
  text += whole(first) + whole(second) + plan + "\n} // namespace terrane_code\n";

  std::string last = (shim + open).str();
  for (const Section *section : {&first, &second}) {
    last += "namespace " + section->name + " {\n";
    for (const std::string &declaration : section->kernelDeclarations)
      last += declaration + "\n";
    last += close(*section);
  }
  out.hostParts.push_back(last + plan + "\n" + hostModule(level));
  appendParts(first, out.hostParts);
  appendParts(second, out.hostParts);
  return std::move(out);
}

} // namespace

std::optional<CudaText> cuda::emitCuda(s::GraphOp graph, const std::vector<std::string> &header,
                                       rt::CpuLevel level, terrane::Diagnostics &diagnostics) {
  // The rewriting happens on a copy, with the noises that the graph names beside it.
  OwningOpRef<ModuleOp> copy = graph->getParentOfType<ModuleOp>().clone();
  for (auto other : copy->getOps<s::GraphOp>())
    if (other.getSymName() == graph.getSymName()) {
      removeContext(other);
      return TextBuilder(other, graph).run(header, level, diagnostics);
    }
  llvm_unreachable("a copy has what it is made of");
}
