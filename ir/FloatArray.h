//===- FloatArray.h - Text form of float arrays, all bits kept ------------===//
//
// MLIR prints the elements of a dense float array with six digits and infinities as words that it
// does not read. Operations with such arrays print them through these functions instead, element by
// element like any float attribute. (The generic form of an operation still uses MLIR's own.)
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_IR_FLOATARRAY_H
#define TERRANE_IR_FLOATARRAY_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/OpImplementation.h"

namespace terrane {

template <typename T, typename ArrayAttr>
mlir::ParseResult parseFloatArray(mlir::OpAsmParser &parser, mlir::Type type, ArrayAttr &array) {
  llvm::SmallVector<T> values;
  auto parseElement = [&]() -> mlir::ParseResult {
    mlir::FloatAttr value;
    if (parser.parseAttribute(value, type))
      return mlir::failure();
    if constexpr (std::is_same_v<T, float>)
      values.push_back(value.getValue().convertToFloat());
    else
      values.push_back(value.getValue().convertToDouble());
    return mlir::success();
  };
  if (parser.parseCommaSeparatedList(mlir::AsmParser::Delimiter::Square, parseElement))
    return mlir::failure();
  array = ArrayAttr::get(parser.getContext(), values);
  return mlir::success();
}

template <typename ArrayAttr>
void printFloatArray(mlir::OpAsmPrinter &printer, mlir::Type type, ArrayAttr array) {
  printer << '[';
  llvm::interleaveComma(array.asArrayRef(), printer, [&](auto value) {
    printer.printAttributeWithoutType(mlir::FloatAttr::get(type, llvm::APFloat(value)));
  });
  printer << ']';
}

/// `custom<Floats>` and `custom<Doubles>` of the assembly formats.
inline mlir::ParseResult parseFloats(mlir::OpAsmParser &parser, mlir::DenseF32ArrayAttr &array) {
  return parseFloatArray<float>(parser, parser.getBuilder().getF32Type(), array);
}
inline void printFloats(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                        mlir::DenseF32ArrayAttr array) {
  printFloatArray(printer, mlir::Float32Type::get(op->getContext()), array);
}
inline mlir::ParseResult parseDoubles(mlir::OpAsmParser &parser, mlir::DenseF64ArrayAttr &array) {
  return parseFloatArray<double>(parser, parser.getBuilder().getF64Type(), array);
}
inline void printDoubles(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                         mlir::DenseF64ArrayAttr array) {
  printFloatArray(printer, mlir::Float64Type::get(op->getContext()), array);
}

} // namespace terrane

#endif // TERRANE_IR_FLOATARRAY_H
