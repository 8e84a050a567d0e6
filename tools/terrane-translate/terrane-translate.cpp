//===- terrane-translate.cpp - One density function file to MLIR ----------===//
//
// `--import-json` reads the JSON of one density function from a file or from standard input,
// without a pack around it; `--mlir-to-mlir` reads and prints the text form.
//
//===----------------------------------------------------------------------===//

#include "compiler/import/importer.h"
#include "ir/Sampler.h"

#include "mlir/Tools/mlir-translate/MlirTranslateMain.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/SourceMgr.h"

using namespace terrane;

namespace {

llvm::cl::list<std::string> packPaths(
    "pack", llvm::cl::value_desc("path"),
    llvm::cl::desc("--import-json: a pack folder, repeatable; with one, every name must be in it. "
                   "Without, names stay unresolved"));
llvm::cl::opt<std::string> idText("id", llvm::cl::value_desc("namespace:path"),
                                  llvm::cl::init("minecraft:function"),
                                  llvm::cl::desc("--import-json: the name the function gets"));

mlir::OwningOpRef<mlir::Operation *> importJson(llvm::SourceMgr &sources,
                                                mlir::MLIRContext *context) {
  Diagnostics diagnostics;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::optional<pack::Id> id = pack::parseId(idText);
  if (!id)
    diagnostics.error({}, "--id is '" + idText + "', not a valid id",
                      "namespace:path of characters a-z 0-9 _ . - (and / in the path)");
  std::vector<std::string> paths(packPaths.begin(), packPaths.end());
  std::unique_ptr<pack::Stack> packs = pack::openStack(paths, diagnostics);
  const llvm::MemoryBuffer *buffer = sources.getMemoryBuffer(sources.getMainFileID());
  auto document =
      json::Document::parse(buffer->getBuffer(), buffer->getBufferIdentifier().str(), diagnostics);
  if (id && packs && document) {
    import::Importer importer(*context, *packs, diagnostics);
    if (paths.empty())
      importer.keepUnresolved();
    importer.beginGraph("functions", /*legacyRandomSource=*/false);
    importer.addFile(*id, document->root());
    importer.addEntry(id->str(), *id);
    module = importer.finish();
  }
  diagnostics.print(llvm::errs());
  return module.release().getOperation();
}

} // namespace

int main(int argc, char **argv) {
  mlir::TranslateToMLIRRegistration import(
      "import-json", "a density function file to the density dialect", importJson);
  mlir::TranslateFromMLIRRegistration print(
      "mlir-to-mlir", "the text form to itself",
      [](mlir::Operation *op, llvm::raw_ostream &os) {
        op->print(os);
        os << '\n';
        return mlir::success();
      },
      [](mlir::DialectRegistry &registry) {
        registry.insert<density::DensityDialect, sampler::SamplerDialect>();
      });
  bool failed = mlir::failed(mlir::mlirTranslateMain(argc, argv, "Terrane's translations\n"));
  return failed ? 2 : 0; // the input is wrong
}
