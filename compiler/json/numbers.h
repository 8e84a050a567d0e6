//===- numbers.h - Decimal text to the types fields ask for (spec 10, 2.2) -===//

#ifndef TERRANE_COMPILER_JSON_NUMBERS_H
#define TERRANE_COMPILER_JSON_NUMBERS_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>

namespace terrane::json {

/// Decimal text to binary32 in one rounding, nearest even; overflow gives an infinity, `-0` the
/// negative zero.
float toF32(llvm::StringRef decimal);
/// The same for binary64.
double toF64(llvm::StringRef decimal);
/// Integer text that fits i32: itself; that fits i64: its low 32 bits; anything else: the exact
/// decimal truncated toward zero, low 32 bits of the integer part (so 1e400 is 0: the low bits of
/// a multiple of 2^32 are zero).
std::int32_t toI32(llvm::StringRef decimal);
/// The order of Java's Float.compare / Double.compare for non-NaN values: -0.0 < +0.0.
bool totalLess(float a, float b);
bool totalLess(double a, double b);

} // namespace terrane::json

#endif // TERRANE_COMPILER_JSON_NUMBERS_H
