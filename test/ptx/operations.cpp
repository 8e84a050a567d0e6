//===- operations.cpp - What PTX instructions do --------------------------===//
//
// After the PTX ISA: shifts clamp, conversions saturate, the smaller of two numbers is the one that
// is no NaN, a result that is NaN has one bit pattern. Every handler computes all lanes and keeps
// those that run.
//
//===----------------------------------------------------------------------===//

#include "test/ptx/machine.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <set>
#include <type_traits>

using namespace terrane;
using namespace terrane::ptx;

namespace {

using Handler = void (*)(Warp &, const Instruction &);
using Opcode = std::vector<std::string>;

template <class To, class From> To bitsAs(From from) {
  static_assert(sizeof(To) == sizeof(From), "a change of type, not of size");
  To to;
  std::memcpy(&to, &from, sizeof to);
  return to;
}

template <class T> T canonical(T value) {
  if constexpr (std::is_same_v<T, f32>)
    return value != value ? bitsAs<f32>(u32(0x7FFFFFFF)) : value;
  else
    return value;
}

/// Sets the lanes that run to f(lane).
template <class T, class F> void each(Warp &w, const Operand &out, F &&f) {
  T *to = w.write<T>(out);
  if (w.active == ~u32(0)) {
    for (int l = 0; l < lanes; ++l)
      to[l] = f(l);
  } else {
    for (int l = 0; l < lanes; ++l)
      to[l] = w.on(l) ? f(l) : to[l];
  }
}

template <class T, class Op> void unary(Warp &w, const Instruction &i) {
  const T *a = w.read<T>(i.operands[1]);
  each<T>(w, i.operands[0], [&](int l) { return T(Op::of(a[l])); });
}
template <class T, class Op> void binary(Warp &w, const Instruction &i) {
  const T *a = w.read<T>(i.operands[1]), *b = w.read<T>(i.operands[2]);
  each<T>(w, i.operands[0], [&](int l) { return T(Op::of(a[l], b[l])); });
}

template <class T> using Unsigned = std::make_unsigned_t<T>;

/// Whole numbers wrap, floating point numbers are rounded once.
template <class T, class F> T wrapping(T a, T b, F f) {
  if constexpr (std::is_floating_point_v<T>)
    return canonical(T(f(a, b)));
  else
    return T(f(u64(Unsigned<T>(a)), u64(Unsigned<T>(b))));
}
struct Add {
  template <class T> static T of(T a, T b) {
    return wrapping(a, b, [](auto x, auto y) { return x + y; });
  }
};
struct Sub {
  template <class T> static T of(T a, T b) {
    return wrapping(a, b, [](auto x, auto y) { return x - y; });
  }
};
struct Mul {
  template <class T> static T of(T a, T b) {
    return wrapping(a, b, [](auto x, auto y) { return x * y; });
  }
};
struct MulHigh {
  template <class T> static T of(T a, T b) {
    using Wide = std::conditional_t<std::is_signed_v<T>, __int128, unsigned __int128>;
    return T(Wide(a) * Wide(b) >> (8 * sizeof(T)));
  }
};
/// Of a division by zero of whole numbers a device says nothing; here it gives all ones.
struct Div {
  template <class T> static T of(T a, T b) {
    if constexpr (std::is_floating_point_v<T>)
      return canonical(a / b);
    else if (b == 0)
      return T(-1);
    else if (std::is_signed_v<T> && b == T(-1))
      return T(0 - Unsigned<T>(a));
    else
      return T(a / b);
  }
};
struct Rem {
  template <class T> static T of(T a, T b) {
    if (b == 0)
      return T(-1);
    return std::is_signed_v<T> && b == T(-1) ? T(0) : T(a % b);
  }
};
struct Min {
  template <class T> static T of(T a, T b) {
    if constexpr (std::is_floating_point_v<T>)
      return canonical(a != a   ? b
                       : b != b ? a
                       : a == b ? (std::signbit(a) ? a : b)
                                : std::min(a, b));
    else
      return std::min(a, b);
  }
};
struct Max {
  template <class T> static T of(T a, T b) {
    if constexpr (std::is_floating_point_v<T>)
      return canonical(a != a   ? b
                       : b != b ? a
                       : a == b ? (std::signbit(a) ? b : a)
                                : std::max(a, b));
    else
      return std::max(a, b);
  }
};
struct And {
  template <class T> static T of(T a, T b) { return T(a & b); }
};
struct Or {
  template <class T> static T of(T a, T b) { return T(a | b); }
};
struct Xor {
  template <class T> static T of(T a, T b) { return T(a ^ b); }
};
struct Not {
  template <class T> static T of(T a) { return T(~a); }
};
struct NotPredicate {
  static u8 of(u8 a) { return u8(a ^ 1); }
};
struct Neg {
  template <class T> static T of(T a) {
    if constexpr (std::is_floating_point_v<T>)
      return -a;
    else
      return T(0 - Unsigned<T>(a));
  }
};
struct Abs {
  template <class T> static T of(T a) {
    if constexpr (std::is_floating_point_v<T>)
      return std::fabs(a);
    else
      return a < 0 ? Neg::of(a) : a;
  }
};
struct Reciprocal {
  template <class T> static T of(T a) { return canonical(T(1) / a); }
};
struct Root {
  template <class T> static T of(T a) { return canonical(std::sqrt(a)); }
};
struct Move {
  template <class T> static T of(T a) { return a; }
};

template <class Op> Handler unaryOf(const std::string &type) {
  if constexpr (std::is_same_v<Op, Move>) {
    switch (bytesOf(type)) {
    case 1:
      return unary<u8, Op>;
    case 2:
      return unary<u16, Op>;
    case 4:
      return unary<u32, Op>;
    case 8:
      return unary<u64, Op>;
    default:
      return nullptr;
    }
  } else {
    if (type == "f32")
      return unary<f32, Op>;
    return type == "f64" ? unary<f64, Op> : nullptr;
  }
}
template <class Op> Handler floatOf(const std::string &type) {
  if (type == "f32")
    return binary<f32, Op>;
  return type == "f64" ? binary<f64, Op> : nullptr;
}
template <class Op> Handler wholeOf(const std::string &type) {
  static const std::map<std::string, Handler> all = {
      {"s16", binary<i16, Op>}, {"u16", binary<u16, Op>}, {"s32", binary<i32, Op>},
      {"u32", binary<u32, Op>}, {"s64", binary<i64, Op>}, {"u64", binary<u64, Op>}};
  auto found = all.find(type);
  return found == all.end() ? nullptr : found->second;
}
template <class Op> Handler bitsOf(const std::string &type) {
  static const std::map<std::string, Handler> all = {{"pred", binary<u8, Op>},
                                                     {"b16", binary<u16, Op>},
                                                     {"b32", binary<u32, Op>},
                                                     {"b64", binary<u64, Op>}};
  auto found = all.find(type);
  return found == all.end() ? nullptr : found->second;
}
template <class Op> Handler signedOf(const std::string &type) {
  if (type == "s16")
    return unary<i16, Op>;
  if (type == "s32")
    return unary<i32, Op>;
  return type == "s64" ? unary<i64, Op> : unaryOf<Op>(type);
}

// Shifts: the amount is a u32, and one of all bits or more shifts all out.
template <class T> void shiftLeft(Warp &w, const Instruction &i) {
  const T *a = w.read<T>(i.operands[1]);
  const u32 *b = w.read<u32>(i.operands[2]);
  each<T>(w, i.operands[0],
          [&](int l) { return b[l] < 8 * sizeof(T) ? T(u64(a[l]) << b[l]) : T(0); });
}
template <class T> void shiftRight(Warp &w, const Instruction &i) {
  const T *a = w.read<T>(i.operands[1]);
  const u32 *b = w.read<u32>(i.operands[2]);
  const u32 last = 8 * sizeof(T) - 1;
  each<T>(w, i.operands[0], [&](int l) {
    const T shifted = T(a[l] >> std::min(b[l], last));
    return b[l] > last && !std::is_signed_v<T> ? T(0) : shifted;
  });
}

template <class To, class T> void mulWide(Warp &w, const Instruction &i) {
  const T *a = w.read<T>(i.operands[1]), *b = w.read<T>(i.operands[2]);
  each<To>(w, i.operands[0], [&](int l) { return To(To(a[l]) * To(b[l])); });
}
template <class To, class T> void madWide(Warp &w, const Instruction &i) {
  const T *a = w.read<T>(i.operands[1]), *b = w.read<T>(i.operands[2]);
  const To *c = w.read<To>(i.operands[3]);
  each<To>(w, i.operands[0], [&](int l) { return Add::of(To(To(a[l]) * To(b[l])), c[l]); });
}
template <class T> void madLow(Warp &w, const Instruction &i) {
  const T *a = w.read<T>(i.operands[1]), *b = w.read<T>(i.operands[2]);
  const T *c = w.read<T>(i.operands[3]);
  each<T>(w, i.operands[0], [&](int l) { return Add::of(Mul::of(a[l], b[l]), c[l]); });
}

template <class T> void select(Warp &w, const Instruction &i) {
  const T *a = w.read<T>(i.operands[1]), *b = w.read<T>(i.operands[2]);
  const u8 *p = w.read<u8>(i.operands[3]);
  each<T>(w, i.operands[0], [&](int l) { return p[l] ? a[l] : b[l]; });
}

/// bfi: so many bits of a into b from a place on.
void insertBits(Warp &w, const Instruction &i) {
  const u32 *a = w.read<u32>(i.operands[1]), *b = w.read<u32>(i.operands[2]);
  const u32 *place = w.read<u32>(i.operands[3]), *length = w.read<u32>(i.operands[4]);
  each<u32>(w, i.operands[0], [&](int l) {
    const u64 start = place[l] & 255;
    const u64 end = std::min<u64>(start + (length[l] & 255), 32);
    const u64 mask = start >= end ? 0 : (u64(1) << end) - (u64(1) << start);
    return u32((u64(b[l]) & ~mask) | (u64(a[l]) << std::min<u64>(start, 32) & mask));
  });
}

/// prmt without a mode: each nibble chooses one of eight bytes, or its sign.
void permuteBytes(Warp &w, const Instruction &i) {
  const u32 *a = w.read<u32>(i.operands[1]), *b = w.read<u32>(i.operands[2]);
  const u32 *choice = w.read<u32>(i.operands[3]);
  each<u32>(w, i.operands[0], [&](int l) {
    const u64 both = u64(b[l]) << 32 | a[l];
    u32 value = 0;
    for (u32 n = 0; n < 4; ++n) {
      const u32 nibble = choice[l] >> (4 * n) & 15;
      u32 byte = u32(both >> (8 * (nibble & 7)) & 255);
      if (nibble & 8)
        byte = byte & 128 ? 255 : 0;
      value |= byte << (8 * n);
    }
    return value;
  });
}

// Comparisons.
template <class T, class F> void compare(Warp &w, const Instruction &i) {
  const T *a = w.read<T>(i.operands[1]), *b = w.read<T>(i.operands[2]);
  each<u8>(w, i.operands[0], [&](int l) { return u8(F::of(a[l], b[l])); });
}
struct Equal {
  template <class T> static bool of(T a, T b) { return a == b; }
};
struct Less {
  template <class T> static bool of(T a, T b) { return a < b; }
};
struct LessEqual {
  template <class T> static bool of(T a, T b) { return a <= b; }
};
struct Greater {
  template <class T> static bool of(T a, T b) { return a > b; }
};
struct GreaterEqual {
  template <class T> static bool of(T a, T b) { return a >= b; }
};
struct Ordered {
  template <class T> static bool of(T a, T b) { return a == a && b == b; }
};
struct NotEqual { // of whole numbers
  template <class T> static bool of(T a, T b) { return a != b; }
};
/// `ne` is false where an operand is NaN.
struct OrderedNotEqual {
  template <class T> static bool of(T a, T b) { return a < b || a > b; }
};
/// Comparisons that a NaN makes true.
template <class F> struct Opposite {
  template <class T> static bool of(T a, T b) { return !F::of(a, b); }
};

template <class F> Handler comparisonOf(const std::string &type, bool floats) {
  static const std::map<std::string, Handler> whole = {
      {"b16", compare<u16, F>}, {"s16", compare<i16, F>}, {"u16", compare<u16, F>},
      {"b32", compare<u32, F>}, {"s32", compare<i32, F>}, {"u32", compare<u32, F>},
      {"b64", compare<u64, F>}, {"s64", compare<i64, F>}, {"u64", compare<u64, F>}};
  if (floats)
    return type == "f32" ? compare<f32, F> : type == "f64" ? compare<f64, F> : nullptr;
  auto found = whole.find(type);
  return found == whole.end() ? nullptr : found->second;
}

Handler comparison(const std::string &name, const std::string &type) {
  const bool floats = type == "f32" || type == "f64";
  if (name == "eq")
    return comparisonOf<Equal>(type, floats);
  if (name == "ne")
    return floats ? comparisonOf<OrderedNotEqual>(type, true) : comparisonOf<NotEqual>(type, false);
  if (name == "lt")
    return comparisonOf<Less>(type, floats);
  if (name == "le")
    return comparisonOf<LessEqual>(type, floats);
  if (name == "gt")
    return comparisonOf<Greater>(type, floats);
  if (name == "ge")
    return comparisonOf<GreaterEqual>(type, floats);
  if (!floats)
    return nullptr;
  if (name == "equ")
    return comparisonOf<Opposite<OrderedNotEqual>>(type, true);
  if (name == "neu")
    return comparisonOf<Opposite<Equal>>(type, true);
  if (name == "ltu")
    return comparisonOf<Opposite<GreaterEqual>>(type, true);
  if (name == "leu")
    return comparisonOf<Opposite<Greater>>(type, true);
  if (name == "gtu")
    return comparisonOf<Opposite<LessEqual>>(type, true);
  if (name == "geu")
    return comparisonOf<Opposite<Less>>(type, true);
  if (name == "num")
    return comparisonOf<Ordered>(type, true);
  return name == "nan" ? comparisonOf<Opposite<Ordered>>(type, true) : nullptr;
}

// Conversions. Registers may be wider than the types: of a source its low bits count, a result is
// extended to the register as its type says.
u64 bitsAt(const Warp &w, const Operand &operand, int lane) {
  switch (operand.bytes) {
  case 1:
    return w.read<u8>(operand)[lane];
  case 2:
    return w.read<u16>(operand)[lane];
  case 4:
    return w.read<u32>(operand)[lane];
  default:
    return w.read<u64>(operand)[lane];
  }
}
void setBits(Warp &w, const Operand &operand, int lane, u64 bits) {
  switch (operand.bytes) {
  case 1:
    w.write<u8>(operand)[lane] = u8(bits);
    break;
  case 2:
    w.write<u16>(operand)[lane] = u16(bits);
    break;
  case 4:
    w.write<u32>(operand)[lane] = u32(bits);
    break;
  default:
    w.write<u64>(operand)[lane] = bits;
  }
}
template <class T> T valueOf(u64 bits) {
  T value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}
template <class T> u64 extended(T value) {
  if constexpr (std::is_floating_point_v<T>) {
    u64 bits = 0;
    std::memcpy(&bits, &value, sizeof value);
    return bits;
  } else {
    return u64(i64(value));
  }
}

enum Rounding : u8 { None, Nearest, Zero, Down, Up, NearestWhole };

template <class T> T toWhole(T value, u8 rounding) {
  switch (rounding) {
  case Zero:
    return std::trunc(value);
  case Down:
    return std::floor(value);
  case Up:
    return std::ceil(value);
  case NearestWhole:
    return std::nearbyint(value);
  default:
    return value;
  }
}

template <class To, class From> To converted(From from, u8 rounding) {
  if constexpr (std::is_floating_point_v<From> && !std::is_floating_point_v<To>) {
    // A NaN gives zero only where both sides have 32 bits or fewer.
    if (from != from)
      return sizeof(From) < 8 && sizeof(To) < 8 ? To(0)
                                                : To(Unsigned<To>(1) << (8 * sizeof(To) - 1));
    const From whole = toWhole(from, rounding);
    // The first number above To's largest is a power of two, whatever From is.
    const From above = std::ldexp(From(1), int(8 * sizeof(To)) - (std::is_signed_v<To> ? 1 : 0));
    if (whole >= above)
      return std::numeric_limits<To>::max();
    if (whole <= From(std::numeric_limits<To>::min()))
      return std::numeric_limits<To>::min();
    return To(whole);
  } else if constexpr (std::is_same_v<From, To> && std::is_floating_point_v<To>) {
    return canonical(toWhole(from, rounding));
  } else if constexpr (std::is_floating_point_v<To>) {
    return canonical(To(from));
  } else {
    return To(from);
  }
}

template <class To, class From> void convert(Warp &w, const Instruction &i) {
  const Operand &in = i.operands[1], &out = i.operands[0];
  if (in.bytes == sizeof(From) && out.bytes == sizeof(To)) {
    const From *from = w.read<From>(in);
    each<To>(w, out, [&](int l) { return converted<To>(from[l], i.extra); });
    return;
  }
  for (int l = 0; l < lanes; ++l)
    if (w.on(l))
      setBits(w, out, l, extended(converted<To>(valueOf<From>(bitsAt(w, in, l)), i.extra)));
}
template <class To> Handler convertFrom(const std::string &type) {
  static const std::map<std::string, Handler> all = {
      {"s8", convert<To, i8>},   {"u8", convert<To, u8>},   {"s16", convert<To, i16>},
      {"u16", convert<To, u16>}, {"s32", convert<To, i32>}, {"u32", convert<To, u32>},
      {"s64", convert<To, i64>}, {"u64", convert<To, u64>}, {"f32", convert<To, f32>},
      {"f64", convert<To, f64>}};
  auto found = all.find(type);
  return found == all.end() ? nullptr : found->second;
}
Handler conversion(const std::string &to, const std::string &from) {
  static const std::map<std::string, Handler (*)(const std::string &)> all = {
      {"s8", convertFrom<i8>},   {"u8", convertFrom<u8>},   {"s16", convertFrom<i16>},
      {"u16", convertFrom<u16>}, {"s32", convertFrom<i32>}, {"u32", convertFrom<u32>},
      {"s64", convertFrom<i64>}, {"u64", convertFrom<u64>}, {"f32", convertFrom<f32>},
      {"f64", convertFrom<f64>}};
  auto found = all.find(to);
  return found == all.end() ? nullptr : found->second(from);
}

// Memory. `extra`: a load extends the sign.
template <class T> T *placeOf(u64 address) {
  return reinterpret_cast<T *>(address); // NOLINT(performance-no-int-to-ptr): a device's address
}
template <class T> void load(Warp &w, const Instruction &i) {
  const u64 *at = w.addresses(i, int(sizeof(T)) * i.vector);
  for (int n = 0; n < i.vector; ++n) {
    const Operand &out = i.operands[n];
    for (int l = 0; l < lanes; ++l)
      if (w.on(l)) {
        T value;
        std::memcpy(&value, placeOf<T>(at[l]) + n, sizeof value);
        if (out.bytes == sizeof(T))
          w.write<T>(out)[l] = value;
        else
          setBits(w, out, l, i.extra ? u64(i64(std::make_signed_t<T>(value))) : u64(value));
      }
  }
}
template <class T> void store(Warp &w, const Instruction &i) {
  const u64 *at = w.addresses(i, int(sizeof(T)) * i.vector);
  for (int n = 0; n < i.vector; ++n)
    for (int l = 0; l < lanes; ++l)
      if (w.on(l)) {
        const T value = T(bitsAt(w, i.operands[n], l));
        std::memcpy(placeOf<T>(at[l]) + n, &value, sizeof value);
      }
}
void addressOf(Warp &w, const Instruction &i) {
  const u64 *at = w.addresses(i, 0);
  each<u64>(w, i.operands[0], [&](int l) { return at[l]; });
}

template <class Parts, class Whole> void unpack(Warp &w, const Instruction &i) {
  const Whole *from = w.read<Whole>(i.operands[2]);
  for (int l = 0; l < lanes; ++l)
    if (w.on(l)) {
      const Whole value = from[l];
      w.write<Parts>(i.operands[0])[l] = Parts(value);
      w.write<Parts>(i.operands[1])[l] = Parts(value >> (8 * sizeof(Parts)));
    }
}
template <class Parts, class Whole> void pack(Warp &w, const Instruction &i) {
  const Parts *low = w.read<Parts>(i.operands[1]), *high = w.read<Parts>(i.operands[2]);
  each<Whole>(w, i.operands[0],
              [&](int l) { return Whole(Whole(high[l]) << (8 * sizeof(Parts)) | low[l]); });
}

/// The handler of a move: of an address, of halves, or of a value.
Handler move(const Instruction &i, const std::string &type) {
  if (i.address != Address::Operand)
    return addressOf;
  if (i.vector == 2)
    return type == "b32"   ? i.operands[0].bytes == 2 ? unpack<u16, u32> : pack<u16, u32>
             : type == "b64" ? i.operands[0].bytes == 4 ? unpack<u32, u64> : pack<u32, u64>
                             : nullptr;
  return i.vector == 1 ? unaryOf<Move>(type) : nullptr;
}

/// Whether all that the opcode says besides name and type is among `allowed`.
bool onlySays(const Opcode &opcode, const std::set<std::string> &allowed) {
  return std::all_of(opcode.begin() + 1, opcode.end() - 1,
                     [&](const std::string &word) { return allowed.count(word) > 0; });
}

/// The handler of a load or a store, with or without a vector.
Handler memory(Instruction &i, const Opcode &opcode) {
  if (!onlySays(opcode, {"global", "local", "param", "const", "nc", "v2", "v4"}))
    return nullptr;
  const std::string &type = opcode.back(), &space = opcode[1];
  const bool loads = opcode[0] == "ld";
  i.extra = type[0] == 's';
  i.cost = space == "local" ? Cost::Local : space == "param" ? Cost::Parameter : Cost::Global;
  switch (bytesOf(type)) {
  case 1:
    return loads ? load<u8> : store<u8>;
  case 2:
    return loads ? load<u16> : store<u16>;
  case 4:
    return loads ? load<u32> : store<u32>;
  case 8:
    return loads ? load<u64> : store<u64>;
  default:
    return nullptr;
  }
}

/// Opcodes without their type, as the text has them: exact ones only.
Handler arithmetic(const std::string &name, const std::string &type, bool floats) {
  static const std::map<std::string, Handler (*)(const std::string &)> ofFloats = {
      {"add.rn", floatOf<Add>},  {"sub.rn", floatOf<Sub>}, {"mul.rn", floatOf<Mul>},
      {"div.rn", floatOf<Div>},  {"min", floatOf<Min>},    {"max", floatOf<Max>},
      {"neg", unaryOf<Neg>},     {"abs", unaryOf<Abs>},    {"rcp.rn", unaryOf<Reciprocal>},
      {"sqrt.rn", unaryOf<Root>}};
  static const std::map<std::string, Handler (*)(const std::string &)> ofWhole = {
      {"add", wholeOf<Add>}, {"sub", wholeOf<Sub>},        {"mul.lo", wholeOf<Mul>},
      {"div", wholeOf<Div>}, {"mul.hi", wholeOf<MulHigh>}, {"rem", wholeOf<Rem>},
      {"min", wholeOf<Min>}, {"max", wholeOf<Max>},        {"and", bitsOf<And>},
      {"or", bitsOf<Or>},    {"xor", bitsOf<Xor>},         {"neg", signedOf<Neg>},
      {"abs", signedOf<Abs>}};
  const auto &all = floats ? ofFloats : ofWhole;
  auto found = all.find(name);
  return found == all.end() ? nullptr : found->second(type);
}

Handler byName(Instruction &i, const Opcode &opcode, const std::string &name,
               const std::string &type) {
  const bool floats = type == "f32" || type == "f64";
  if (opcode[0] == "ld" || opcode[0] == "st")
    return memory(i, opcode);
  if (opcode[0] == "mov")
    return move(i, type);
  if (opcode[0] == "cvta")
    return onlySays(opcode, {"to", "global", "local", "param", "const"}) ? unaryOf<Move>(type)
                                                                         : nullptr;
  if (opcode[0] == "setp" && opcode.size() == 3)
    return comparison(opcode[1], type);
  if (opcode[0] == "cvt" && opcode.size() >= 3) {
    static const std::map<std::string, Rounding> roundings = {
        {"rn", Nearest}, {"rzi", Zero}, {"rmi", Down}, {"rpi", Up}, {"rni", NearestWhole}};
    if (opcode.size() == 4) {
      auto found = roundings.find(opcode[1]);
      if (found == roundings.end())
        return nullptr;
      i.extra = found->second;
    }
    return opcode.size() > 4 ? nullptr : conversion(opcode[opcode.size() - 2], type);
  }
  if (name == "not")
    return type == "pred"  ? unary<u8, NotPredicate>
           : type == "b16" ? unary<u16, Not>
           : type == "b32" ? unary<u32, Not>
           : type == "b64" ? unary<u64, Not>
                           : nullptr;
  if (name == "selp")
    switch (bytesOf(type)) {
    case 2:
      return select<u16>;
    case 4:
      return select<u32>;
    case 8:
      return select<u64>;
    default:
      return nullptr;
    }
  if (name == "shl")
    return type == "b16"   ? shiftLeft<u16>
           : type == "b32" ? shiftLeft<u32>
           : type == "b64" ? shiftLeft<u64>
                           : nullptr;
  if (name == "shr") {
    static const std::map<std::string, Handler> all = {
        {"u16", shiftRight<u16>}, {"s16", shiftRight<i16>}, {"u32", shiftRight<u32>},
        {"s32", shiftRight<i32>}, {"u64", shiftRight<u64>}, {"s64", shiftRight<i64>},
        {"b16", shiftRight<u16>}, {"b32", shiftRight<u32>}, {"b64", shiftRight<u64>}};
    auto found = all.find(type);
    return found == all.end() ? nullptr : found->second;
  }
  if (name == "mul.wide")
    return type == "s32"   ? mulWide<i64, i32>
           : type == "u32" ? mulWide<u64, u32>
           : type == "u16" ? mulWide<u32, u16>
           : type == "s16" ? mulWide<i32, i16>
                           : nullptr;
  if (name == "mad.wide")
    return type == "s32" ? madWide<i64, i32> : type == "u32" ? madWide<u64, u32> : nullptr;
  if (name == "mad.lo")
    return type == "s32"   ? madLow<i32>
           : type == "u32" ? madLow<u32>
           : type == "s64" ? madLow<i64>
                           : nullptr;
  if (name == "bfi" && type == "b32")
    return insertBits;
  if (name == "prmt" && type == "b32")
    return permuteBytes;
  return arithmetic(name, type, floats);
}

Cost costOf(const Opcode &opcode, const std::string &name, const std::string &type) {
  const bool wide = bytesOf(type) == 8;
  if (opcode[0] == "cvt") {
    const std::string &to = opcode[opcode.size() - 2];
    const bool floats = type[0] == 'f' || to[0] == 'f';
    return floats && (wide || bytesOf(to) == 8) ? Cost::Convert64 : Cost::Int32;
  }
  if (type == "f32")
    return opcode[0] == "div" || opcode[0] == "rcp" || opcode[0] == "sqrt" ? Cost::DivideF32
                                                                           : Cost::F32;
  if (type == "f64")
    return opcode[0] == "div" || opcode[0] == "rcp" || opcode[0] == "sqrt" ? Cost::DivideF64
           : opcode[0] == "mov" || opcode[0] == "selp"                     ? Cost::Int64
                                                                           : Cost::F64;
  if (opcode[0] == "div" || opcode[0] == "rem")
    return wide ? Cost::Divide64 : Cost::Divide32;
  if (name == "mul.lo" || name == "mul.hi" || name == "mad.lo")
    return wide ? Cost::Mul64 : Cost::Int32;
  return wide ? Cost::Int64 : Cost::Int32;
}

} // namespace

void ptx::resolve(Instruction &i, const Opcode &opcode) {
  std::string name = opcode[0];
  for (size_t n = 1; n + 1 < opcode.size(); ++n)
    name += "." + opcode[n];
  const std::string &type = opcode.back();
  const bool memory = opcode[0] == "ld" || opcode[0] == "st";
  if (!memory && opcode.size() > 1)
    i.cost = costOf(opcode, name, type);
  if (opcode.size() > 1)
    i.run = byName(i, opcode, name, type);
  if (!i.run)
    throw PtxError("the machine does not know " + name + (opcode.size() > 1 ? "." + type : ""));
}
