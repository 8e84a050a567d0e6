//===- numbers.cpp - Decimal text to the types fields ask for -------------===//

#include "compiler/json/numbers.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Error.h"

#include <cassert>
#include <cmath>

namespace terrane::json {

namespace {

/// A JSON number taken apart: the value is (-1)^negative * 0.d1d2d3... * 10^exponent, where the
/// digits have neither leading nor trailing zeros. Zero has no digits.
struct Decimal {
  bool negative = false;
  llvm::SmallString<32> digits;
  std::int64_t exponent = 0;
};

/// Exponents saturate here: no document is long enough for its digits to bring one back into the
/// range of any type.
constexpr std::int64_t hugeExponent = std::int64_t(1) << 60;

Decimal takeApart(llvm::StringRef text) {
  Decimal result;
  result.negative = text.consume_front("-");
  std::size_t end = text.find_first_of("eE");
  llvm::StringRef mantissa = text.substr(0, end);
  std::int64_t exponent = 0;
  if (end != llvm::StringRef::npos) {
    llvm::StringRef tail = text.substr(end + 1);
    bool negative = tail.consume_front("-");
    if (!negative)
      tail.consume_front("+");
    for (char c : tail)
      if (exponent < hugeExponent / 16)
        exponent = exponent * 10 + (c - '0');
    if (negative)
      exponent = -exponent;
  }

  std::size_t dot = mantissa.find('.');
  llvm::StringRef whole = mantissa.substr(0, dot);
  llvm::StringRef fraction =
      dot == llvm::StringRef::npos ? llvm::StringRef() : mantissa.substr(dot + 1);
  whole = whole.ltrim('0');
  if (whole.empty()) {
    llvm::StringRef significant = fraction.ltrim('0');
    exponent -= static_cast<std::int64_t>(fraction.size() - significant.size());
    fraction = significant;
  }
  exponent += static_cast<std::int64_t>(whole.size());
  result.digits = whole;
  result.digits += fraction;
  while (!result.digits.empty() && result.digits.back() == '0')
    result.digits.pop_back();
  result.exponent = result.digits.empty() ? 0 : exponent;
  return result;
}

/// The correctly rounded value in `semantics` (at most binary64).
llvm::APFloat convert(llvm::StringRef text, const llvm::fltSemantics &semantics) {
  Decimal decimal = takeApart(text);
  // Outside these bounds the value is beyond twice the largest double or below half the smallest.
  if (decimal.digits.empty() || decimal.exponent < -400)
    return llvm::APFloat::getZero(semantics, decimal.negative);
  if (decimal.exponent > 400)
    return llvm::APFloat::getInf(semantics, decimal.negative);
  // A value halfway between two doubles has at most 767 significant digits (between two floats at
  // most 112). So cutting after 800 and marking the loss by one more digit keeps the side on which
  // the value lies, and with it the rounding; it also keeps the exponent small.
  constexpr std::size_t enough = 800;
  if (decimal.digits.size() > enough) {
    decimal.digits.resize(enough);
    decimal.digits.push_back('1');
  }
  llvm::SmallString<48> canonical;
  if (decimal.negative)
    canonical.push_back('-');
  canonical += decimal.digits;
  canonical.push_back('e');
  canonical += llvm::itostr(decimal.exponent - static_cast<std::int64_t>(decimal.digits.size()));
  llvm::APFloat value(semantics);
  auto status = value.convertFromString(canonical, llvm::APFloat::rmNearestTiesToEven);
  assert(status && "a canonical decimal must be readable");
  if (!status)
    llvm::consumeError(status.takeError());
  return value;
}

} // namespace

float toF32(llvm::StringRef decimal) {
  return convert(decimal, llvm::APFloat::IEEEsingle()).convertToFloat();
}

double toF64(llvm::StringRef decimal) {
  return convert(decimal, llvm::APFloat::IEEEdouble()).convertToDouble();
}

std::int32_t toI32(llvm::StringRef text) {
  // The three cases of spec 10, 2.2 are one: the integer part modulo 2^32.
  Decimal decimal = takeApart(text);
  std::uint32_t value = 0;
  std::int64_t wholeDigits = decimal.exponent;
  for (char c : decimal.digits) {
    if (wholeDigits <= 0)
      break;
    value = value * 10u + static_cast<std::uint32_t>(c - '0');
    --wholeDigits;
  }
  // Zeros to append: 10^32 is a multiple of 2^32.
  if (wholeDigits >= 32)
    value = 0;
  for (; wholeDigits > 0 && value != 0; --wholeDigits)
    value *= 10u;
  if (decimal.negative)
    value = 0u - value;
  return static_cast<std::int32_t>(value);
}

bool totalLess(float a, float b) {
  return a < b || (a == b && std::signbit(a) && !std::signbit(b));
}

bool totalLess(double a, double b) {
  return a < b || (a == b && std::signbit(a) && !std::signbit(b));
}

} // namespace terrane::json
