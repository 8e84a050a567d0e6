//===- import.cpp - terrane import: the MLIR of functions or settings -----===//

#include "tools/terrane/common.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Support/Timing.h"

using namespace terrane;
using namespace terrane::tool;

namespace {

struct Options {
  Common common;
  std::vector<std::string> functions, pipelines;
  std::string settings, output = "-";
  bool terrain = false, locations = false, printAfterAll = false, timing = false;
};

int run(const Options &o) {
  Diagnostics diagnostics;
  CompileRequest request;
  if (o.common.packs.empty())
    diagnostics.error({}, "no pack given", "--pack PATH");
  if (o.settings.empty() && o.functions.empty())
    diagnostics.error({}, "nothing to import", "the id of a function, or --settings ID");
  if (o.terrain && o.settings.empty())
    diagnostics.error({}, "--terrain without noise settings", "--settings ID");
  request.terrain = o.terrain;
  if (!o.settings.empty())
    request.settings = parseId(o.settings, "noise settings", diagnostics);
  for (const std::string &f : o.functions)
    if (auto id = parseId(f, "a function", diagnostics))
      request.functions.push_back(*id);
  auto packs = diagnostics.hasErrors() ? nullptr : pack::openStack(o.common.packs, diagnostics);
  if (!packs)
    return report(diagnostics, o.common);

  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  mlir::DefaultTimingManager timing;
  timing.setEnabled(o.timing);
  mlir::TimingScope whole = timing.getRootScope();
  mlir::OwningOpRef<mlir::ModuleOp> module;
  {
    mlir::TimingScope scope = whole.nest("import");
    module = importRequest(context, *packs, request, diagnostics);
  }
  mlir::TimingScope passes = whole.nest("pipelines");
  bool fine =
      module && runPipelines(*module, o.pipelines, diagnostics, [&](mlir::PassManager &manager) {
        manager.enableTiming(passes);
        if (o.printAfterAll)
          manager.enableIRPrinting([](mlir::Pass *, mlir::Operation *) { return false; },
                                   [](mlir::Pass *, mlir::Operation *) { return true; },
                                   /*printModuleScope=*/false,
                                   /*printAfterOnlyOnChange=*/false);
      });
  passes.stop();
  whole.stop();
  if (fine) {
    std::string text;
    llvm::raw_string_ostream os(text);
    mlir::OpPrintingFlags flags;
    if (o.locations)
      flags.enableDebugInfo(true);
    module->print(os, flags);
    os << "\n";
    fine = writeFile(o.output, text, diagnostics);
    if (!fine) {
      diagnostics.print(llvm::errs());
      return Exit::resourceFailed;
    }
  }
  if (fine && o.common.json)
    return Exit::ok; // the module was the output
  return report(diagnostics, o.common);
}

} // namespace

void tool::addImport(CLI::App &app, int &exitCode) {
  CLI::App *sub =
      app.add_subcommand("import", "Print the MLIR of density functions or of noise settings");
  auto o = std::make_shared<Options>();
  o->common.addTo(*sub);
  sub->add_option("functions", o->functions, "Ids of density functions")->type_name("ID");
  sub->add_option("--settings", o->settings, "Id of noise settings: all of their functions")
      ->type_name("ID");
  sub->add_flag("--terrain", o->terrain,
                "With --settings: what makes their terrain, with the material rule, instead of all "
                "functions");
  sub->add_option("--pipeline", o->pipelines,
                  "Pipelines to run before printing, in order (vanilla-26.3, material)")
      ->type_name("NAME")
      ->allow_extra_args(false);
  sub->add_option("-o,--output", o->output, "File to write; - is standard output")
      ->type_name("FILE")
      ->capture_default_str();
  sub->add_flag("--locations", o->locations, "Print where in the pack each operation comes from");
  sub->add_flag("--print-ir-after-all", o->printAfterAll, "Print the module after every pass");
  sub->add_flag("--timing", o->timing, "Print what import and each pass took");
  sub->callback([o, &exitCode] { exitCode = onDeepStack([&] { return run(*o); }); });
}
