//===- function_reader.h - One density function JSON value to operations --===//

#ifndef TERRANE_COMPILER_IMPORT_FUNCTION_READER_H
#define TERRANE_COMPILER_IMPORT_FUNCTION_READER_H

#include "compiler/import/fields.h"
#include "compiler/import/importer.h"

namespace terrane::import {

/// Reads functions (spec 10, section 2) and creates their operations at the builder's insertion
/// point. Every method returns a null value after it has reported an error.
class FunctionReader {
public:
  FunctionReader(Importer &importer, mlir::OpBuilder &builder)
      : importer(importer), builder(builder), diagnostics(importer.diagnostics) {}

  /// A field of kind F: an id, a number or an object.
  mlir::Value read(const json::Value &v, llvm::StringRef what);
  /// The content of a registry file: a number or an object.
  mlir::Value readFile(const json::Value &v);

private:
  struct Object; ///< an inline function being read
  template <typename Op> mlir::Value unary(Object &o);
  template <typename Op> mlir::Value binary(Object &o);
  template <typename Op> mlir::Value rounding(Object &o);
  template <typename Op> mlir::Value shift(Object &o);
  using Handler = mlir::Value (FunctionReader::*)(Object &);
  static const llvm::StringMap<Handler> &handlers();

  mlir::Value readObject(const json::Value &v);
  mlir::Value constant(Object &o);
  mlir::Value blendAlpha(Object &o);
  mlir::Value blendOffset(Object &o);
  mlir::Value beardifier(Object &o);
  mlir::Value endOuterIslands(Object &o);
  mlir::Value noise(Object &o);
  mlir::Value distanceToPoint(Object &o);
  mlir::Value gradient(Object &o);
  mlir::Value oldBlendedNoise(Object &o);
  mlir::Value pow(Object &o);
  mlir::Value lerp(Object &o);
  mlir::Value clamp(Object &o);
  mlir::Value rangeChoice(Object &o);
  mlir::Value intervalSelect(Object &o);
  mlir::Value spline(Object &o);
  mlir::Value readSpline(const json::Value &v);
  mlir::Value interpolated(Object &o);
  mlir::Value slice(Object &o);
  mlir::Value findTopSurface(Object &o);

  Importer &importer;
  mlir::OpBuilder &builder;
  Diagnostics &diagnostics;
};

} // namespace terrane::import

#endif // TERRANE_COMPILER_IMPORT_FUNCTION_READER_H
