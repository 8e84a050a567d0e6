//===- compile.cpp - From a pack stack to sampler graphs ------------------===//

#include "compiler/pipeline/compile.h"

#include "compiler/import/importer.h"
#include "compiler/import/noise_settings.h"
#include "passes/vanilla/Passes.h"

#include "mlir/Pass/PassRegistry.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace terrane;

DiagnosticBridge::DiagnosticBridge(MLIRContext &context, Diagnostics &diagnostics)
    : handler(&context, [&diagnostics](mlir::Diagnostic &d) {
        SourcePosition where = import::positionOf(d.getLocation());
        terrane::Diagnostic *ours = nullptr;
        // Messages about packs have a second part as those of the importer have.
        std::string text = d.str(), expected;
        constexpr llvm::StringLiteral separator("; expected: ");
        if (size_t cut = text.find(separator); cut != std::string::npos) {
          expected = text.substr(cut + separator.size());
          text.resize(cut);
        }
        if (d.getSeverity() == DiagnosticSeverity::Error)
          ours = &diagnostics.error(where, text, expected);
        else if (d.getSeverity() == DiagnosticSeverity::Warning)
          ours = &diagnostics.warning(where, text, expected);
        if (ours)
          for (mlir::Diagnostic &note : d.getNotes())
            ours->notes.push_back(
                {Severity::Note, import::positionOf(note.getLocation()), note.str(), {}, {}});
        return success();
      }) {
  context.printOpOnDiagnostic(false); // the place in the pack says it better
}

OwningOpRef<ModuleOp> terrane::importRequest(MLIRContext &context, const pack::Stack &packs,
                                             const CompileRequest &request,
                                             terrane::Diagnostics &diagnostics) {
  DiagnosticBridge bridge(context, diagnostics);
  import::Importer importer(context, packs, diagnostics);
  if (request.settings && request.terrain)
    importer.addTerrain(*request.settings);
  else if (request.settings)
    importer.addSettings(*request.settings);
  else
    importer.beginGraph("functions", /*legacyRandomSource=*/false);
  if (!diagnostics.hasErrors())
    for (const pack::Id &id : request.functions)
      importer.addEntry(id.str(), id);
  return importer.finish();
}

bool terrane::runPipelines(ModuleOp module, llvm::ArrayRef<std::string> pipelines,
                           terrane::Diagnostics &diagnostics,
                           llvm::function_ref<void(PassManager &)> configure) {
  DiagnosticBridge bridge(*module.getContext(), diagnostics);
  PassManager manager(module.getContext());
  for (const std::string &text : pipelines) {
    auto [name, options] = llvm::StringRef(text).split('{');
    options.consume_back("}");
    const PassPipelineInfo *info = PassPipelineInfo::lookup(name);
    if (!info) {
      diagnostics.error({}, "unknown pipeline '" + name.str() + "'",
                        "vanilla-26.3, material or kernel");
      return false;
    }
    auto fail = [&](const llvm::Twine &message) {
      diagnostics.error({}, message.str());
      return failure();
    };
    if (failed(info->addToPipeline(manager, options, fail)))
      return false;
  }
  if (configure)
    configure(manager);
  if (succeeded(manager.run(module)))
    return true;
  if (!diagnostics.hasErrors())
    diagnostics.error({}, "a pass failed without saying why");
  return false;
}

OwningOpRef<ModuleOp> terrane::compileToSamplers(MLIRContext &context, const pack::Stack &packs,
                                                 const CompileRequest &request,
                                                 terrane::Diagnostics &diagnostics) {
  OwningOpRef<ModuleOp> module = importRequest(context, packs, request, diagnostics);
  std::vector<std::string> pipelines = {"vanilla-26.3"};
  if (request.terrain) {
    std::string possible = llvm::join(request.possibleBiomes, ",");
    pipelines.push_back(possible.empty() ? "material" : "material{possible=" + possible + "}");
  }
  if (module && !runPipelines(*module, pipelines, diagnostics))
    return {};
  return module;
}

sampler::GraphOp terrane::samplerGraph(ModuleOp module) {
  auto graphs = module.getOps<sampler::GraphOp>();
  return graphs.empty() ? sampler::GraphOp() : *graphs.begin();
}
