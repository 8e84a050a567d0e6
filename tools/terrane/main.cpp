//===- main.cpp - The terrane command -------------------------------------===//

#include "passes/kernel/Passes.h"
#include "passes/material/Passes.h"
#include "passes/vanilla/Passes.h"
#include "tools/terrane/common.h"

#include <exception>

using namespace terrane;
using namespace terrane::tool;

static int run(int argc, char **argv) {
  registerTerraneVanillaPasses();
  registerVanillaPipeline();
  registerTerraneMaterialPasses();
  registerMaterialPipeline();
  registerTerraneKernelPasses();
  registerKernelPipeline();

  CLI::App app("Compiles the terrain description of a Minecraft Java 26.3 data pack, bit for bit.\n"
               "Exit codes: 0 ok, 1 a comparison failed, 2 the input is wrong, 3 a resource "
               "failed, 70 a bug.",
               "terrane");
  app.set_version_flag("--version", "terrane 0.1.0 (Minecraft Java 26.3)");
  app.require_subcommand(1);
  app.get_formatter()->column_width(34);
  int exitCode = Exit::ok;
  addCheck(app, exitCode);
  addImport(app, exitCode);
  addCompile(app, exitCode);
  addEval(app, exitCode);
  addGenerate(app, exitCode);
  addMap(app, exitCode);
  addVerify(app, exitCode);
  addBench(app, exitCode);
  addDoctor(app, exitCode);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError &e) {
    // --help and --version arrive here, too, with code 0.
    return app.exit(e) == 0 ? Exit::ok : Exit::badInput;
  }
  return exitCode;
}

int main(int argc, char **argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception &e) {
    llvm::errs() << "terrane: internal error: " << e.what() << "\n";
  } catch (...) {
    llvm::errs() << "terrane: internal error\n";
  }
  return Exit::internalBug;
}
