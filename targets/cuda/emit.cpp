//===- emit.cpp - The text of a generator's CUDA module -------------------===//

#include "targets/cuda/emit.h"

#include "runtime/cuda/launch.h"
#include "runtime/cuda/text_check.h"
#include "targets/cuda/batch_check.h"
#include "targets/cuda/emitter.h"

#include "mlir/IR/BuiltinOps.h"

using namespace mlir;
using namespace terrane;
using namespace terrane::cuda;
namespace s = terrane::sampler;

namespace {

/// User fields become their defaults, and, if asked, caches their inputs.
void removeContext(s::GraphOp graph, bool andCaches) {
  for (Operation &op : llvm::make_early_inc_range(graph.getBody().front())) {
    OpBuilder builder(&op);
    Value instead;
    if (auto cache = dyn_cast<s::CacheOp>(op)) {
      if (andCaches)
        instead = cache.getInput();
    } else if (auto blend = dyn_cast<s::BlendDensityOp>(op)) {
      instead = blend.getInput();
    } else if (auto field = dyn_cast<s::FieldOp>(op)) {
      instead = builder.create<s::ConstantOp>(
          op.getLoc(), field.getType(),
          builder.getF32FloatAttr(field.getField() == s::Field::BlendAlpha ? 1.0f : 0.0f));
    }
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
  for (const std::string &type : section.types)
    text += type + "\n";
  for (const std::string &kernel : section.kernels)
    text += kernel + "\n";
  return text + close(section);
}

/// A kernel of the batch pipeline: the function of runtime/cuda that is one thread of it.
struct BatchKernel {
  const char *name, *call;
};
constexpr const char *biomeArguments = "BiomeArguments", *batchParameter = "BatchParameter";
constexpr BatchKernel biomeKernels[] = {
    {"biomes_columns", "searchColumn(a, n)"},
    {"biomes_search", "searchQuarts(a, n)"},
    {"biomes_ties", "settleQuarts(a, n)"},
    {"biomes_chain", "chainChunk(a, n)"},
};
constexpr BatchKernel batchKernels[] = {
    {"aquifer_surfaces", "aquiferSurface<batch::Code>(*a.batch, n)"},
    {"aquifer_limits", "aquiferLimit(*a.batch, n)"},
    {"aquifer_cells", "aquiferCell<batch::Code>(*a.batch, n)"},
    {"fill_columns", "fillColumn<batch::Code>(*a.batch, n)"},
    {"filled_tops", "filledTop(*a.batch, n)"},
    {"materials_at_once", "materialsAtOnce<batch::Code>(*a.batch, n)"},
    {"uneven_chunks", "unevenChunk(*a.batch, n)"},
    {"refill_columns", "refillColumn<batch::Code>(*a.batch, n)"},
    {"materials", "materialColumn<batch::Code>(*a.batch, a.diagonal, n)"},
};
constexpr const char *narrowArguments = "NarrowArguments";
constexpr BatchKernel narrowKernel = {"narrow_states", "narrowSome(a, n)"};

std::string kernelText(const BatchKernel &kernel, const char *argument, bool define) {
  const std::string text = kernelSignature(kernel.name, argument);
  return define ? text + " {\n  const i64 n = TERRANE_THREAD_NUMBER;\n  " + kernel.call + ";\n}\n"
                : text + ";\n";
}

/// Definitions, with the tables that they name.
std::string part(const Section &section, const std::string &body) {
  std::string text = head(section);
  for (const auto &[name, definition] : section.tables)
    if (llvm::StringRef(body).contains(name))
      text += definition + "\n";
  return text + "\n" + body + close(section);
}

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
    parts.push_back((shim + open).str() + part(section, body) + "} // namespace terrane_code\n");
  }
}

class TextBuilder {
public:
  /// The same graph without user fields and caches, without user fields, and as it is.
  TextBuilder(s::GraphOp plain, s::GraphOp withCaches, s::GraphOp full)
      : plain(plain), withCaches(withCaches), full(full), stages(plain), cached(full) {}

  std::optional<CudaText> run(const std::vector<std::string> &header, rt::CpuLevel level);

private:
  void addEntries();
  bool addBatch();
  std::string planText() const;
  uint64_t namesHash() const;
  std::string batchText(bool define) const;
  std::string hostKernels() const;
  std::string hostModule(rt::CpuLevel level);

  s::GraphOp plain, withCaches, full;
  StageEmitter stages;
  CachedEmitter cached;
  BatchText batch;
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

/// False after an error.
bool TextBuilder::addBatch() {
  auto module = plain->getParentOfType<ModuleOp>();
  if (!materialGraph(module))
    return true;
  auto settings = OwnedTerrainSettings::create(module);
  if (!settings)
    return false;
  llvm::StringMap<unsigned> entries;
  llvm::StringMap<Value> values;
  for (auto [i, entry] : llvm::enumerate(plain.getBody().front().getOps<s::EntryOp>())) {
    entries[entry.getName()] = unsigned(i);
    values[entry.getName()] = entry.getValue();
  }
  batch = emitBatch(stages, module, *settings, entries, values);
  out.noBatch = whyNoBatch(withCaches);
  return true;
}

/// Every text has the kernels of the biomes, those that can be made in batches have the rest.
std::string TextBuilder::batchText(bool define) const {
  std::string text;
  for (const BatchKernel &kernel : biomeKernels)
    text += kernelText(kernel, biomeArguments, define);
  if (out.noBatch.empty()) {
    for (const BatchKernel &kernel : batchKernels)
      text += kernelText(kernel, batchParameter, define);
    text += kernelText(narrowKernel, narrowArguments, define);
  }
  return text + "\n";
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
         table("StageInputPlan", "terrane_stage_inputs", inputRows) +
         "extern \"C\" __device__ const u64 terrane_names = " + std::to_string(namesHash()) +
         "ull;\nextern \"C\" __device__ const char terrane_no_batch[] = " +
         cpp::quoted(out.noBatch) + ";\n";
}

/// As NamesHash says. A row of noises begins with "{KernelNoise::KIND, " and an id or nullptr.
uint64_t TextBuilder::namesHash() const {
  rt::cuda::NamesHash names;
  for (const CudaText::Entry &entry : out.entries)
    names.add(std::string_view(entry.name));
  for (llvm::StringRef row : stages.noises()) {
    row.consume_front("{KernelNoise::");
    auto [kind, rest] = row.split(", ");
    llvm::StringRef id = rest.consume_front("\"") ? rest.split('"').first : "";
    names.add({kind.data(), kind.size()});
    names.add({id.data(), id.size()});
  }
  return names.value();
}

std::string TextBuilder::hostKernels() const {
  std::string text = "const HostKernel kernels[] = {\n";
  unsigned count = 0;
  auto add = [&](const std::string &name, const std::string &argument, const std::string &scope) {
    text += "    {\"" + name + "\", sizeof(" + argument + "), &runKernel<" + argument + ", " +
            scope + name + ">},\n";
    ++count;
  };
  for (size_t i = 0; i < stages.stageCount(); ++i)
    add("stage_" + std::to_string(i), "StageArguments", "stages::");
  for (size_t i = 0; i < out.entries.size(); ++i)
    add("point_entry_" + std::to_string(i), "PointArguments", "stages::");
  for (const BatchKernel &kernel : biomeKernels)
    add(kernel.name, biomeArguments, "");
  if (out.noBatch.empty()) {
    for (const BatchKernel &kernel : batchKernels)
      add(kernel.name, batchParameter, "");
    add(narrowKernel.name, narrowArguments, "");
  }
  text += "};\nconst HostSymbol symbols[] = {\n";
  const char *const tables[] = {"terrane_plan",         "terrane_entry_stages", "terrane_stages",
                                "terrane_stage_inputs", "terrane_names",        "terrane_no_batch"};
  for (const char *name : tables)
    text += std::string("    {\"") + name + "\", &" + name + ", sizeof " + name + "},\n";
  return text +
         "};\n} // namespace\n"
         "extern \"C\" __attribute__((visibility(\"default\"))) const HostKernels "
         "terrane_host_kernels;\n"
         "const HostKernels terrane_host_kernels = {" +
         std::to_string(count) + ", " + std::to_string(std::size(tables)) +
         ", kernels, symbols};\n\nnamespace {\n";
}

/// The last unit of the host: a KernelModule whose entries run the kernels. Those of the section
/// `cached` follow the others, by the names "cached ENTRY".
std::string TextBuilder::hostModule(rt::CpuLevel level) {
  bool terrain = !batch.tables.empty();
  std::string text = (terrain ? batch.tables + "static const KernelMaterial material = {\n    " +
                                    batch.sizes + ", nullptr, nullptr};\n\n"
                              : std::string()) +
                     "namespace {\n" + hostKernels() + stages.noiseTables() +
                     "const StageKernel stageKernels[] = {\n";
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
         ", terrane_code::entries, terrane_code::noises, " +
         (terrain ? "&terrane_code::terrain, &terrane_code::material" : "nullptr, nullptr") +
         "};\n";
}

std::optional<CudaText> TextBuilder::run(const std::vector<std::string> &header,
                                         rt::CpuLevel level) {
  addEntries();
  if (!addBatch())
    return std::nullopt;
  Section first = stages.section("stages"), second = cached.section("cached");
  bool batches = out.noBatch.empty();
  if (batches)
    first.types = stages.columnTypes();
  std::string include;
  for (const char *name : {"aquifer", "biomes", "columns", "fill", "launch", "materials", "narrow"})
    if (batches || !llvm::is_contained({"aquifer", "columns", "fill", "materials", "narrow"},
                                       llvm::StringRef(name)))
      include += std::string("#include \"runtime/cuda/") + name + ".h\"\n";
  std::string code = batches ? batch.code : std::string();
  std::string &text = out.device;
  for (const std::string &line : header)
    text += "// " + line + "\n";
  text += "\n" + include + "\n" + open.str() + whole(first) + code + batchText(true) + planText() +
          "\n} // namespace terrane_code\n";

  std::string last = (shim + open).str();
  for (const Section *section : {&first, &second}) {
    last += "namespace " + section->name + " {\n";
    for (const std::string &declaration : section->kernelDeclarations)
      last += declaration + "\n";
    last += close(*section);
  }
  out.hostParts.push_back(last + batchText(false) + planText() + "\n" + hostModule(level));
  std::string types;
  for (const std::string &type : first.types)
    types += type + "\n";
  out.hostParts.push_back(shim.str() + include + "\n" + open.str() + part(first, types) + code +
                          batchText(true) + "} // namespace terrane_code\n");
  appendParts(first, out.hostParts);
  appendParts(second, out.hostParts);
  return std::move(out);
}

} // namespace

std::optional<CudaText> cuda::emitCuda(s::GraphOp graph, const std::vector<std::string> &header,
                                       rt::CpuLevel level) {
  // The rewriting happens on copies, with the noises that the graph names beside it.
  auto module = graph->getParentOfType<ModuleOp>();
  OwningOpRef<ModuleOp> plain = module.clone(), withCaches = module.clone();
  auto inCopy = [&](ModuleOp copy) {
    for (auto other : copy.getOps<s::GraphOp>())
      if (other.getSymName() == graph.getSymName())
        return other;
    llvm_unreachable("a copy has what it is made of");
  };
  removeContext(inCopy(*plain), /*andCaches=*/true);
  removeContext(inCopy(*withCaches), /*andCaches=*/false);
  return TextBuilder(inCopy(*plain), inCopy(*withCaches), graph).run(header, level);
}
