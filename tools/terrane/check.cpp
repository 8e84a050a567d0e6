//===- check.cpp - terrane check: every file of a pack stack --------------===//

#include "compiler/import/importer.h"
#include "tools/terrane/common.h"

using namespace terrane;
using namespace terrane::tool;

namespace {

/// Loads every function, noise and noise settings file; what loads is then compiled, since some
/// errors (value ranges) only show there.
int check(const Common &common) {
  Diagnostics diagnostics;
  if (common.packs.empty())
    diagnostics.error({}, "no pack given", "--pack PATH");
  auto packs = diagnostics.hasErrors() ? nullptr : pack::openStack(common.packs, diagnostics);
  if (!packs)
    return report(diagnostics, common);

  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  std::vector<pack::Id> functions = packs->ids("density_function"), noises = packs->ids("noise"),
                        settings = packs->ids("noise_settings");
  DiagnosticBridge bridge(context, diagnostics);
  import::Importer importer(context, *packs, diagnostics);
  for (const pack::Id &id : noises)
    importer.addNoise(id);
  for (const pack::Id &id : settings)
    importer.addSettings(id);
  importer.beginGraph("functions", false);
  for (const pack::Id &id : functions)
    importer.addEntry(id.str(), id);
  if (auto module = importer.finish())
    runPipelines(*module, {"vanilla-26.3"}, diagnostics);

  if (!common.quiet && !common.json && !diagnostics.hasErrors())
    llvm::outs() << "checked " << functions.size() << " density functions, " << noises.size()
                 << " noises, " << settings.size() << " noise settings: no errors\n";
  return report(diagnostics, common);
}

} // namespace

void tool::addCheck(CLI::App &app, int &exitCode) {
  CLI::App *sub = app.add_subcommand(
      "check", "Load a pack stack and report every error with file, line, column and JSON pointer");
  auto common = std::make_shared<Common>();
  common->addTo(*sub);
  sub->callback([common, &exitCode] { exitCode = onDeepStack([&] { return check(*common); }); });
}
