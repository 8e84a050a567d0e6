//===- bundle.cpp - Writing a generator bundle (docs/formats.md) ----------===//

#include "compiler/pipeline/bundle.h"

#include "compiler/pipeline/dimension.h"
#include "compiler/pipeline/output_folder.h"
#include "ir/Density.h"
#include "runtime/bundle/sha256.h"
#include "runtime/kernel/cpu_level.h"
#include "targets/terrain_settings.h"

#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <algorithm>

using namespace mlir;
using namespace terrane;
namespace s = terrane::sampler;
namespace fs = llvm::sys::fs;

namespace {

/// The noises of a graph, each once, in order of appearance.
class NoiseList {
public:
  NoiseList(ModuleOp module, std::vector<rt::ManifestNoise> &noises)
      : symbols(module), noises(noises) {}

  void add(FlatSymbolRefAttr symbol, rt::KernelNoise::Kind kind = rt::KernelNoise::Density) {
    std::string id = density::noiseId(symbol.getValue()).str();
    if (llvm::any_of(noises, [&](const rt::ManifestNoise &known) {
          return known.kind == kind && known.id == id;
        }))
      return;
    rt::ManifestNoise noise;
    noise.kind = kind;
    noise.id = id;
    if (auto p = symbols.lookup<density::NoiseParametersOp>(symbol.getAttr())) {
      noise.parameters.baseOctave = static_cast<int32_t>(p.getBaseOctave());
      noise.parameters.octaveCount = static_cast<int32_t>(p.getOctaveCount());
      noise.parameters.baseAmplitude = p.getBaseAmplitude().convertToDouble();
      noise.parameters.normalize = static_cast<rt::Normalize>(p.getNormalize());
      noise.parameters.amplitudeModifiers = p.getAmplitudeModifiers().vec();
    }
    noises.push_back(std::move(noise));
  }

  void add(s::BlendedNoiseOp op) {
    rt::ManifestNoise noise;
    noise.kind = op.getPart() == s::BlendedPart::Main   ? rt::KernelNoise::BlendedMain
                 : op.getPart() == s::BlendedPart::High ? rt::KernelNoise::BlendedHigh
                                                        : rt::KernelNoise::BlendedLow;
    noise.blended = {op.getXzScale().convertToDouble(), op.getYScale().convertToDouble(),
                     op.getXzFactor().convertToDouble(), op.getYFactor().convertToDouble(),
                     op.getSmearScaleMultiplier().convertToDouble()};
    auto same = [&](const rt::ManifestNoise &known) {
      return known.kind == noise.kind && known.blended == noise.blended;
    };
    if (llvm::none_of(noises, same))
      noises.push_back(noise);
  }

private:
  SymbolTable symbols;
  std::vector<rt::ManifestNoise> &noises;
};

/// Why the folder at `path` must not be replaced: only a bundle is, and only one that holds nothing
/// but what its manifest names.
std::string refuseForeignFolder(const std::string &path) {
  const char *advice = "; name another folder, or remove this one";
  auto text = llvm::MemoryBuffer::getFile(path + "/" + rt::manifestName);
  if (!text)
    return std::string("a folder that is no bundle lies in its place") + advice;
  // A bundle of another version cannot be looked into, but calls itself one.
  std::vector<std::string> known = {rt::manifestName};
  rt::ManifestError error;
  std::optional<rt::BundleManifest> manifest = rt::readManifest((*text)->getBuffer().str(), error);
  if (!manifest && error.kind == rt::ManifestError::Malformed)
    return std::string("a folder with a damaged manifest lies in its place") + advice;
  if (manifest)
    for (const rt::ManifestGenerator &generator : manifest->generators) {
      for (const rt::ManifestFile &source : generator.sources)
        known.push_back(source.name);
      if (generator.dimension)
        known.push_back(generator.dimension->file.name);
      for (const rt::ManifestLibrary &library : generator.libraries)
        known.push_back(library.file.name);
    }
  std::error_code code;
  for (fs::directory_iterator it(path, code, /*follow_symlinks=*/false), last; !code && it != last;
       it.increment(code)) {
    llvm::StringRef name = llvm::sys::path::filename(it->path());
    bool ours = manifest ? llvm::is_contained(known, name)
                         : name == rt::manifestName || name.starts_with("generator");
    if (!ours)
      return "the bundle in its place also holds '" + name.str() + "', which is no part of it" +
             advice;
  }
  return code ? code.message() : std::string();
}

class BundleWriter {
public:
  BundleWriter(const pack::Stack &packs, const BundleRequest &request, const BundleBackend &backend,
               Diagnostics &diagnostics)
      : packs(packs), request(request), backend(backend), diagnostics(diagnostics),
        output(request.folder) {
    if (request.libraries)
      levels = request.levels;
    llvm::sort(levels);
  }

  BundleOutcome run() {
    if (std::string why = output.blocked(refuseForeignFolder); !why.empty())
      return fail(BundleOutcome::BadInput, why);
    manifest.pipelines = {"vanilla-26.3"};
    llvm::append_range(manifest.pipelines, backend.pipelines);
    if (!request.dimensions.empty())
      manifest.pipelines.insert(manifest.pipelines.begin() + 1, "material");
    for (const pack::Id &id : request.settings)
      if (!import(id))
        return BundleOutcome::BadInput;
    for (const pack::Id &id : request.dimensions)
      if (!importDimension(id))
        return BundleOutcome::BadInput;
    for (const pack::Stack::Input &input : packs.inputs())
      manifest.inputs.push_back({input.path, input.size, input.sha256});
    for (const Imported &imported : modules)
      if (!emit(imported))
        return BundleOutcome::BadInput;
    if (request.libraries) {
      manifest.compiler = backend.compiler;
      if (!compile())
        return BundleOutcome::ResourceFailed;
    }
    if (request.ptx && !compilePtx())
      return BundleOutcome::ResourceFailed;
    if (std::string why = output.create(); !why.empty())
      return fail(BundleOutcome::ResourceFailed, why);
    for (size_t i = 0; i < manifest.generators.size(); ++i)
      if (!writeDimension(i) || (request.sources && !writeSources(i)) ||
          (request.libraries && !link(i)) || !writeCuda(i))
        return BundleOutcome::ResourceFailed;
    if (!write(rt::manifestName, rt::writeManifest(manifest)))
      return BundleOutcome::ResourceFailed;
    if (std::string why = output.commit(refuseForeignFolder); !why.empty())
      return fail(BundleOutcome::ResourceFailed, why);
    return BundleOutcome::Written;
  }

private:
  BundleOutcome fail(BundleOutcome outcome, const std::string &why) {
    diagnostics.error({request.folder, 0, 0, {}}, "the bundle cannot be written: " + why);
    return outcome;
  }

  bool write(const std::string &name, llvm::StringRef content) {
    std::string why = output.write(name, content);
    return why.empty() || (fail(BundleOutcome::ResourceFailed, why), false);
  }

  /// "generator" for the first, "generator-1" for the second.
  static std::string baseName(size_t generator) {
    return generator == 0 ? "generator" : "generator-" + std::to_string(generator);
  }

  struct Imported {
    pack::Id settings;
    std::unique_ptr<MLIRContext> context;
    OwningOpRef<ModuleOp> module;
    std::optional<rt::DimensionData> dimension;
  };

  bool import(const pack::Id &id) {
    auto context = std::make_unique<MLIRContext>(MLIRContext::Threading::DISABLED);
    OwningOpRef<ModuleOp> module =
        compileToSamplers(*context, packs, CompileRequest{id, {}}, diagnostics);
    if (!module || !runPipelines(*module, backend.pipelines, diagnostics))
      return false;
    modules.push_back({id, std::move(context), std::move(module), std::nullopt});
    return true;
  }

  bool importDimension(const pack::Id &id) {
    auto context = std::make_unique<MLIRContext>(MLIRContext::Threading::DISABLED);
    auto made = compileDimension(*context, packs, id, request.worldPreset, diagnostics);
    if (!made || !runPipelines(*made->module, backend.pipelines, diagnostics))
      return false;
    modules.push_back(
        {made->settings, std::move(context), std::move(made->module), std::move(made->data)});
    return true;
  }

  bool emit(const Imported &imported) {
    DiagnosticBridge bridge(*imported.context, diagnostics);
    s::GraphOp graph = samplerGraph(imported.module.get());
    std::string inputs;
    for (const rt::ManifestFile &input : manifest.inputs)
      inputs += input.sha256 + " " + input.name + "\n";
    std::vector<std::string> header = {
        "Generator of " +
            (imported.dimension ? imported.dimension->dimension + ", " : std::string()) +
            imported.settings.str() + ", made by 'terrane compile'; do not edit.",
        "terrane " + manifest.terraneVersion + ", Minecraft Java " + manifest.gameVersion +
            ", kernel ABI " + std::to_string(manifest.kernelAbi),
        "pipelines: " + llvm::join(manifest.pipelines, ", "), "inputs: " + rt::sha256Hex(inputs)};
    // One text serves all levels, so it asks for the lowest.
    rt::CpuLevel level = levels.empty() ? rt::CpuLevel::Baseline : levels.front();
    auto emitted = backend.emit(graph, header, level, diagnostics);
    if (!emitted)
      return false;
    manifest.generators.push_back(describeGraph(graph, imported.settings));
    texts.push_back(std::move(*emitted));
    if (request.cuda || request.ptx || request.cudaHost) {
      std::optional<BundleBackend::CudaTexts> cuda = backend.emitCuda(graph, header, diagnostics);
      if (!cuda)
        return false;
      cudaTexts.push_back(std::move(*cuda));
    }
    return true;
  }

  bool compilePtx() {
    for (const BundleBackend::CudaTexts &text : cudaTexts) {
      std::optional<std::string> made = backend.compilePtx(text.device, diagnostics);
      if (!made)
        return false;
      ptxTexts.push_back(std::move(*made));
    }
    return true;
  }

  /// Listed with the sources: text, too, from which a driver makes code.
  bool writeCuda(size_t i) {
    auto add = [&](const char *suffix, const std::string &text) {
      std::string name = baseName(i) + suffix;
      manifest.generators[i].sources.push_back({name, text.size(), rt::sha256Hex(text)});
      return write(name, text);
    };
    return (!request.cuda || add(".cu", cudaTexts[i].device)) &&
           (!request.ptx || add(".ptx", ptxTexts[i])) && (!request.cudaHost || linkHost(i));
  }

  /// Compiled where it is written: for tests, of the lowest level that every machine has.
  bool linkHost(size_t i) {
    std::string name = baseName(i) + ".cuda-host.so";
    auto made = backend.compile(cudaTexts[i].host, rt::CpuLevel::Baseline, diagnostics);
    std::optional<rt::ManifestFile> file = made ? linkFile(name, *made) : std::nullopt;
    if (file)
      manifest.generators[i].sources.push_back(std::move(*file));
    return file.has_value();
  }

  bool compile() {
    objects.resize(texts.size());
    for (size_t i = 0; i < texts.size(); ++i)
      for (rt::CpuLevel level : levels) {
        auto made = backend.compile(texts[i], level, diagnostics);
        if (!made)
          return false;
        objects[i].push_back(std::move(*made));
      }
    return true;
  }

  bool writeDimension(size_t i) {
    if (!modules[i].dimension)
      return true;
    std::string name = baseName(i) + ".dimension.json";
    std::string text = rt::writeDimension(*modules[i].dimension);
    manifest.generators[i].dimension = {modules[i].dimension->dimension,
                                        {name, text.size(), rt::sha256Hex(text)}};
    return write(name, text);
  }

  bool writeSources(size_t i) {
    for (size_t k = 0; k < texts[i].size(); ++k) {
      std::string part = k == 0 ? "" : ".part" + std::to_string(k);
      std::string name = baseName(i) + part + ".cpp";
      if (!write(name, texts[i][k]))
        return false;
      manifest.generators[i].sources.push_back(
          {name, texts[i][k].size(), rt::sha256Hex(texts[i][k])});
    }
    return true;
  }

  bool link(size_t i) {
    for (size_t k = 0; k < levels.size(); ++k) {
      std::string level = k == 0 ? "" : "." + std::string(rt::cpuLevelName(levels[k]));
      std::string name = baseName(i) + level + ".so";
      std::optional<rt::ManifestFile> file = linkFile(name, objects[i][k]);
      if (!file)
        return false;
      manifest.generators[i].libraries.push_back({levels[k], std::move(*file)});
    }
    return true;
  }

  /// Links objects to a file of the bundle; nothing after an error.
  std::optional<rt::ManifestFile> linkFile(const std::string &name,
                                           llvm::ArrayRef<std::string> from) {
    if (!backend.link(from, output.pathOf(name), diagnostics))
      return std::nullopt;
    auto bytes = llvm::MemoryBuffer::getFile(output.pathOf(name), /*IsText=*/false,
                                             /*RequiresNullTerminator=*/false);
    std::string why = bytes ? output.flush(name) : name + ": " + bytes.getError().message();
    if (!why.empty()) {
      fail(BundleOutcome::ResourceFailed, why);
      return std::nullopt;
    }
    llvm::StringRef content = (*bytes)->getBuffer();
    return rt::ManifestFile{name, content.size(), rt::sha256Hex(content)};
  }

  const pack::Stack &packs;
  const BundleRequest &request;
  const BundleBackend &backend;
  Diagnostics &diagnostics;
  OutputFolder output;
  rt::BundleManifest manifest;
  std::vector<rt::CpuLevel> levels;
  std::vector<Imported> modules;
  std::vector<std::vector<std::string>> texts;                ///< per generator
  std::vector<BundleBackend::CudaTexts> cudaTexts;            ///< per generator
  std::vector<std::string> ptxTexts;                          ///< per generator
  std::vector<std::vector<std::vector<std::string>>> objects; ///< per generator and level
};

} // namespace

rt::ManifestGenerator terrane::describeGraph(s::GraphOp graph, const pack::Id &settings) {
  rt::ManifestGenerator out;
  out.settings = settings.str();
  out.legacyRandomSource = graph.getLegacyRandomSource();
  NoiseList noises(graph->getParentOfType<ModuleOp>(), out.noises);
  auto addCellSize = [&](s::InterpolatedOp op) {
    rt::ManifestCellSize size{static_cast<int>(op.getCellSizeXz()),
                              static_cast<int>(op.getCellSizeY())};
    auto same = [&](const rt::ManifestCellSize &o) { return o.xz == size.xz && o.y == size.y; };
    if (llvm::none_of(out.cellSizes, same))
      out.cellSizes.push_back(size);
  };
  // What no entry reaches is not compiled either.
  llvm::DenseSet<Operation *> reached;
  for (Operation &op : llvm::reverse(graph.getBody().front())) {
    if (isa<s::EntryOp>(op))
      reached.insert(&op);
    if (reached.contains(&op))
      for (Value operand : op.getOperands())
        reached.insert(operand.getDefiningOp());
  }
  for (Operation &op : graph.getBody().front()) {
    if (!reached.contains(&op))
      continue;
    llvm::TypeSwitch<Operation *>(&op)
        .Case([&](s::EntryOp o) { out.entries.push_back(o.getName().str()); })
        .Case<s::NoiseOp, s::ShiftedNoiseOp, s::ShiftBOp>(
            [&](auto o) { noises.add(o.getNoiseAttr()); })
        .Case([&](s::BlendedNoiseOp o) { noises.add(o); })
        .Case([&](s::InterpolatedOp o) { addCellSize(o); })
        .Case([&](s::CacheOp o) {
          out.caches = std::max(out.caches, static_cast<int>(o.getCell()) + 1);
        });
  }
  if (material::GraphOp rules = materialGraph(graph->getParentOfType<ModuleOp>())) {
    llvm::SetVector<Operation *> used;
    if (Value rule = rules.getRule())
      used.insert(rule.getDefiningOp());
    for (size_t i = 0; i < used.size(); ++i) {
      if (auto threshold = dyn_cast<material::NoiseThresholdOp>(used[i]))
        noises.add(threshold.getNoiseAttr(), rt::KernelNoise::Material);
      for (Value operand : used[i]->getOperands())
        used.insert(operand.getDefiningOp());
    }
  }
  return out;
}

BundleOutcome terrane::writeBundle(const pack::Stack &packs, const BundleRequest &request,
                                   const BundleBackend &backend, Diagnostics &diagnostics) {
  return BundleWriter(packs, request, backend, diagnostics).run();
}
