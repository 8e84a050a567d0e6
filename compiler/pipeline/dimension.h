//===- dimension.h - A dimension, compiled for its terrain step -----------===//

#ifndef TERRANE_COMPILER_PIPELINE_DIMENSION_H
#define TERRANE_COMPILER_PIPELINE_DIMENSION_H

#include "compiler/pipeline/compile.h"
#include "runtime/bundle/dimension_data.h"

#include <optional>

namespace terrane {

/// What the terrain step of a dimension is made from: the module with the functions and the
/// material rule, and everything besides them.
struct CompiledDimension {
  pack::Id settings;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  rt::DimensionData data;
};

/// Compiles the dimension `id`, which is looked for in the packs and in the world preset `preset`.
/// Nothing after errors.
std::optional<CompiledDimension> compileDimension(mlir::MLIRContext &context,
                                                  const pack::Stack &packs, const pack::Id &id,
                                                  const pack::Id &preset, Diagnostics &diagnostics);

} // namespace terrane

#endif // TERRANE_COMPILER_PIPELINE_DIMENSION_H
