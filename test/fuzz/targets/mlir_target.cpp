//===- mlir_target.cpp - Fuzz target: the text form of our dialects -------===//
//
// What parses must print, parse again and print the same.
//
//===----------------------------------------------------------------------===//

#include "target.h"

#include "ir/Density.h"
#include "ir/Material.h"
#include "ir/Sampler.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/thread.h"

using namespace terrane;

namespace {

std::string printed(mlir::ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  module->print(os);
  return text;
}

void parse(llvm::StringRef text) {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  context
      .loadDialect<density::DensityDialect, sampler::SamplerDialect, material::MaterialDialect>();
  mlir::ScopedDiagnosticHandler quiet(&context, [](mlir::Diagnostic &) { return mlir::success(); });
  auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
  if (!module)
    return;
  std::string once = printed(*module);
  auto again = mlir::parseSourceString<mlir::ModuleOp>(once, &context);
  fuzz::require(bool(again), "what is printed can be read");
  fuzz::require(printed(*again) == once, "what is read again prints the same");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  // MLIR's lexer wants a zero behind the text.
  std::string text(reinterpret_cast<const char *>(data), size);
  llvm::thread worker(std::optional<unsigned>(1u << 25), [&] { parse(text); });
  worker.join();
  return 0;
}
