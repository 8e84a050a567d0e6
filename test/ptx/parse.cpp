//===- parse.cpp - PTX text to instructions -------------------------------===//

#include "test/ptx/module.h"

#include <algorithm>
#include <cctype>
#include <cstring>

using namespace terrane;
using namespace terrane::ptx;

namespace {

struct Token {
  std::string text;
  int line;
};

bool ofWord(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$' || c == '%' ||
         c == '.';
}

std::vector<Token> tokensOf(const std::string &text) {
  std::vector<Token> tokens;
  int line = 1;
  for (size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c == '\n')
      ++line;
    if (c == '\0')
      break;
    if (std::isspace(static_cast<unsigned char>(c))) {
      ++at;
    } else if (text.compare(at, 2, "//") == 0) {
      at = std::min(text.find('\n', at), text.size());
    } else {
      size_t end = at + 1;
      if (c == '"')
        end = std::min(text.find('"', at + 1), text.size() - 1) + 1;
      else if (ofWord(c))
        while (end < text.size() && ofWord(text[end]))
          ++end;
      tokens.push_back({text.substr(at, end - at), line});
      at = end;
    }
  }
  tokens.push_back({"", line});
  return tokens;
}

i64 aligned(i64 at, i64 to) {
  return (at + to - 1) / to * to;
}

std::vector<std::string> split(const std::string &word) {
  std::vector<std::string> parts(1);
  for (char c : word)
    if (c == '.')
      parts.emplace_back();
    else
      parts.back() += c;
  return parts;
}

class Parser {
public:
  explicit Parser(const std::string &text) : tokens(tokensOf(text)) {}
  Module run();

private:
  [[noreturn]] void fail(const std::string &what) const {
    throw PtxError("PTX line " + std::to_string(token().line) + ": " + what);
  }
  const Token &token() const { return tokens[at]; }
  bool is(const char *text) const { return token().text == text; }
  std::string next() {
    if (token().text.empty())
      fail("the text ends too early");
    return tokens[at++].text;
  }
  bool accept(const char *text) {
    if (!is(text))
      return false;
    ++at;
    return true;
  }
  void expect(const char *text) {
    if (!accept(text))
      fail(std::string("'") + text + "' expected, found '" + token().text + "'");
  }
  i64 number();

  /// `.align 8 .b8 name[16]` and the like: name and bytes.
  struct Declaration {
    std::string name;
    int align = 1, element = 0;
    i64 bytes = 0;
  };
  Declaration declaration();
  Slot reserve(const Declaration &d);

  void variable();
  u64 initial();
  void functionDeclaration(bool entry);
  void body();
  void statement();
  void registers();
  void instruction();
  void operandsOf(Instruction &i, const std::vector<std::string> &opcode);
  void address(Instruction &i, int &count);
  Operand operand(int bytes, bool wider = false, bool predicate = false);
  Operand constant(u64 bits, int bytes);
  void call(Instruction &i);
  std::vector<Slot> slots();
  const Slot *stackSlot(const std::string &name) const;

  std::vector<Token> tokens;
  size_t at = 0;
  Module module;

  // Of the function at hand.
  Function function;
  std::map<std::string, Operand> known;
  std::vector<std::map<std::string, Slot>> scopes;
  std::vector<i32> tops; ///< of the stack, per scope
  std::map<std::string, i32> labels;
  std::vector<std::pair<i32, std::string>> jumps;
  std::map<std::pair<u64, int>, Operand> constants;
};

/// A whole number, or the bits of another (0f3F800000, 0d3FF0000000000000).
i64 Parser::number() {
  const bool negative = accept("-");
  const std::string word = next();
  const bool bits = word.compare(0, 2, "0f") == 0 || word.compare(0, 2, "0d") == 0;
  size_t used = 0;
  u64 value = 0;
  try {
    value = bits ? std::stoull("0x" + word.substr(2), &used, 16) : std::stoull(word, &used, 0);
  } catch (const std::exception &) {
    used = 0;
  }
  if (used == 0 || (used < word.size() && word.substr(used) != "U"))
    fail("'" + word + "' is no number");
  return i64(negative ? 0 - value : value);
}

Parser::Declaration Parser::declaration() {
  Declaration d;
  for (;;) {
    if (accept(".align"))
      d.align = int(number());
    else if (const int bytes = token().text[0] == '.' ? bytesOf(token().text.substr(1)) : 0)
      d.element = bytes, ++at;
    else
      break;
  }
  if (!d.element)
    fail("a type expected, found '" + token().text + "'");
  d.align = std::max(d.align, d.element);
  d.name = next();
  d.bytes = d.element;
  if (accept("[")) {
    d.bytes = d.element * number();
    expect("]");
  }
  return d;
}

Slot Parser::reserve(const Declaration &d) {
  const Slot slot = {i32(aligned(tops.back(), std::max(d.align, 8))), i32(d.bytes)};
  tops.back() = slot.at + slot.bytes;
  function.stackBytes = std::max(function.stackBytes, i32(aligned(tops.back(), 16)));
  return slot;
}

/// One number of a variable's initial value.
u64 Parser::initial() {
  if (accept("generic")) {
    expect("(");
    auto found = module.variables.find(next());
    if (found == module.variables.end())
      fail("unknown variable in generic()");
    expect(")");
    return reinterpret_cast<u64>(found->second.start) + (accept("+") ? u64(number()) : 0);
  }
  return u64(number());
}

void Parser::variable() {
  const Declaration d = declaration();
  Variable v;
  v.bytes = d.bytes;
  v.memory = std::make_unique<u8[]>(size_t(d.bytes + 16));
  v.start = v.memory.get() + aligned(i64(reinterpret_cast<u64>(v.memory.get())), 16) -
            i64(reinterpret_cast<u64>(v.memory.get()));
  if (accept("=")) {
    const bool list = accept("{");
    for (i64 offset = 0; offset < d.bytes; offset += d.element) {
      const u64 value = initial();
      std::memcpy(v.start + offset, &value, size_t(d.element));
      if (!list || !accept(","))
        break;
    }
    if (list)
      expect("}");
  }
  expect(";");
  module.variables.emplace(d.name, std::move(v));
}

void Parser::functionDeclaration(bool entry) {
  function = Function();
  known.clear();
  scopes.assign(1, {});
  tops.assign(1, 0);
  labels.clear();
  jumps.clear();
  constants.clear();
  function.entry = entry;

  auto parameters = [&](std::vector<Slot> &all) {
    expect("(");
    while (!accept(")")) {
      expect(".param");
      const Declaration d = declaration();
      Slot slot = {0, i32(d.bytes)};
      if (!entry)
        slot = reserve(d);
      else if (!all.empty())
        fail("a kernel has one parameter here");
      all.push_back(slot);
      if (!entry)
        scopes.back()[d.name] = slot;
      else
        function.parameterBytes = i32(d.bytes), known[d.name] = Operand{Operand::Constant, 0, 0};
      accept(",");
    }
  };
  if (is("("))
    parameters(function.results);
  function.name = next();
  if (is("("))
    parameters(function.parameters);
  for (;;) {
    if (accept(".maxntid")) {
      function.maxThreads = i32(number());
      while (accept(","))
        function.maxThreads *= i32(number());
    } else if (accept(".minnctapersm")) {
      number();
    } else {
      break;
    }
  }
  if (accept(";"))
    return;
  body();
  module.numbers[function.name] = i32(module.functions.size());
  module.functions.push_back(std::move(function));
}

void Parser::body() {
  expect("{");
  while (scopes.size() > 0) {
    if (accept("{")) {
      scopes.emplace_back();
      tops.push_back(tops.back());
    } else if (accept("}")) {
      scopes.pop_back();
      tops.pop_back();
    } else {
      statement();
    }
  }
  Instruction last;
  last.kind = Instruction::Return;
  last.cost = Cost::Control;
  function.code.push_back(last);
  for (const auto &[number, label] : jumps) {
    auto found = labels.find(label);
    if (found == labels.end())
      fail("no label '" + label + "' in " + function.name);
    function.code[size_t(number)].target = found->second;
  }
}

void Parser::statement() {
  if (token().text.empty())
    fail("the text ends too early");
  if (accept(".reg"))
    return registers();
  if (accept(".pragma")) {
    next();
    return expect(";");
  }
  if (accept(".local") || accept(".param")) {
    const Declaration d = declaration();
    scopes.back()[d.name] = reserve(d);
    return expect(";");
  }
  if (tokens[at + 1].text == ":") {
    labels[next()] = i32(function.code.size());
    return expect(":");
  }
  instruction();
}

void Parser::registers() {
  const std::string type = next();
  const int bytes = type[0] == '.' ? bytesOf(type.substr(1)) : 0;
  if (!bytes)
    fail("unknown type " + type);
  auto add = [&](const std::string &name) {
    known[name] = Operand{Operand::Register, u8(bytes), u32(function.frameBytes)};
    function.frameBytes += bytes * lanes;
  };
  do {
    const std::string name = next();
    if (accept("<")) {
      const i64 count = number();
      expect(">");
      for (i64 i = 0; i < count; ++i)
        add(name + std::to_string(i));
    } else {
      add(name);
    }
  } while (accept(","));
  expect(";");
}

void Parser::instruction() {
  Instruction i;
  i.line = token().line;
  if (accept("@")) {
    i.guardNegated = accept("!");
    const Operand predicate = operand(1);
    if (predicate.base != Operand::Register || predicate.bytes != 1)
      fail("a predicate expected after '@'");
    i.guard = i32(predicate.at);
  }
  const std::vector<std::string> opcode = split(next());
  if (opcode[0] == "bra") {
    i.kind = Instruction::Branch;
    i.cost = Cost::Control;
    jumps.emplace_back(i32(function.code.size()), next());
  } else if (opcode[0] == "ret") {
    i.kind = Instruction::Return;
    i.cost = Cost::Control;
  } else if (opcode[0] == "call") {
    i.kind = Instruction::Call;
    i.cost = Cost::Control;
    call(i);
  } else {
    operandsOf(i, opcode);
  }
  expect(";");
  function.code.push_back(i);
}

const Slot *Parser::stackSlot(const std::string &name) const {
  for (size_t n = scopes.size(); n-- > 0;)
    if (auto found = scopes[n].find(name); found != scopes[n].end())
      return &found->second;
  return nullptr;
}

std::vector<Slot> Parser::slots() {
  std::vector<Slot> all;
  expect("(");
  while (!accept(")")) {
    const Slot *slot = stackSlot(next());
    if (!slot)
      fail("a declared parameter expected");
    all.push_back(*slot);
    accept(",");
  }
  return all;
}

void Parser::call(Instruction &i) {
  Call made;
  made.line = token().line;
  if (is("(")) {
    made.results = slots();
    expect(",");
  }
  made.callee = next();
  if (accept(","))
    made.arguments = slots();
  i.target = i32(function.calls.size());
  function.calls.push_back(std::move(made));
}

Operand Parser::constant(u64 bits, int bytes) {
  auto [found, added] = constants.try_emplace({bits, bytes});
  if (added) {
    std::vector<u8> all(size_t(bytes) * lanes);
    for (int lane = 0; lane < lanes; ++lane)
      std::memcpy(all.data() + size_t(lane) * size_t(bytes), &bits, size_t(bytes));
    found->second = {Operand::Constant, u8(bytes), u32(function.constants.size() * 8)};
    function.constants.resize(function.constants.size() + all.size() / 8);
    std::memcpy(reinterpret_cast<u8 *>(function.constants.data()) + found->second.at, all.data(),
                all.size());
  }
  return found->second;
}

/// A register of so many bytes, or a number; 0: of any.
Operand Parser::operand(int bytes, bool wider, bool predicate) {
  const std::string &word = token().text;
  if (word == "-" || std::isdigit(static_cast<unsigned char>(word[0])))
    return constant(predicate ? number() & 1 : u64(number()), // a predicate's true is -1
                    std::max(bytes, 1));
  static const std::map<std::string, SpecialRegister> specials = {
      {"%tid.x", SpecialRegister::Thread},
      {"%ntid.x", SpecialRegister::Threads},
      {"%ctaid.x", SpecialRegister::Block},
      {"%nctaid.x", SpecialRegister::Blocks}};
  Operand found = {Operand::Constant, 0, 0};
  if (auto special = specials.find(word); special != specials.end())
    found = {Operand::Special, 4, u32(special->second) * lanes * 4};
  else if (auto own = known.find(word); own != known.end())
    found = own->second;
  if (found.base == Operand::Constant)
    fail("unknown operand '" + word + "'");
  if (bytes && (found.bytes < bytes || (found.bytes > bytes && !wider)))
    fail("'" + word + "' has " + std::to_string(found.bytes) + " bytes, not " +
         std::to_string(bytes));
  ++at;
  return found;
}

/// A place in memory: `%rd1+-16`, `param0+8`, `symbol`.
void Parser::address(Instruction &i, int &count) {
  const std::string word = token().text;
  if (const Slot *slot = stackSlot(word)) {
    i.address = Address::Stack;
    i.displacement = slot->at;
    ++at;
  } else if (auto found = module.variables.find(word); found != module.variables.end()) {
    i.address = Address::Absolute;
    i.displacement = reinterpret_cast<i64>(found->second.start);
    ++at;
  } else if (auto parameter = known.find(word);
             parameter != known.end() && parameter->second.base == Operand::Constant) {
    i.address = Address::Parameter;
    ++at;
  } else {
    i.address = Address::Operand;
    i.operands[count++] = operand(8);
  }
  if (accept("+"))
    i.displacement += number();
}

/// Bytes of the operand at a place; 0 where only the opcode can be wrong.
int sizeAt(const std::vector<std::string> &opcode, int place) {
  const std::string &name = opcode[0];
  const int bytes = bytesOf(opcode.back());
  if (name == "cvt" && place == 0 && opcode.size() > 2)
    return bytesOf(opcode[opcode.size() - 2]);
  if ((name == "setp" && (place == 0 || place == 3)) || (name == "selp" && place == 3))
    return 1;
  if (((name == "shl" || name == "shr") && place == 2) || (name == "bfi" && place >= 3))
    return 4;
  if (opcode.size() > 2 && opcode[1] == "wide" && (place == 0 || place == 3))
    return 2 * bytes;
  return bytes;
}

/// How many operands an opcode that the machine knows has; those in braces are one.
int operandCount(const std::string &name) {
  static const std::map<std::string, int> all = {
      {"mov", 2}, {"cvt", 2}, {"cvta", 2}, {"ld", 2},  {"st", 2},   {"neg", 2},  {"abs", 2},
      {"not", 2}, {"rcp", 2}, {"sqrt", 2}, {"mad", 4}, {"selp", 4}, {"prmt", 4}, {"bfi", 5}};
  auto found = all.find(name);
  return found == all.end() ? 3 : found->second;
}

/// The operands of all that is neither branch nor call. In memory instructions the values come
/// before the address, whichever way the text has them.
void Parser::operandsOf(Instruction &i, const std::vector<std::string> &opcode) {
  const bool moves = opcode[0] == "mov", predicate = opcode.back() == "pred";
  const bool wider = opcode[0] == "cvt" || opcode[0] == "ld" || opcode[0] == "st";
  std::vector<Operand> values;
  int count = 0, place = 0;
  Instruction where;
  bool hasAddress = false;
  while (!is(";")) {
    const std::string &word = token().text;
    const int size = sizeAt(opcode, place);
    const bool symbol = moves && size == 8 && place == 1 &&
                        (stackSlot(word) || module.variables.count(word) ||
                         (known.count(word) && known.at(word).base == Operand::Constant));
    if (symbol || is("[")) {
      const bool brackets = accept("[");
      int none = 0;
      address(where, none);
      if (brackets)
        expect("]");
      hasAddress = true;
    } else if (accept("{")) {
      i.vector = 0;
      do {
        values.push_back(operand(moves ? size / 2 : size, wider)); // a move's are halves
        ++i.vector;
      } while (accept(","));
      expect("}");
    } else {
      values.push_back(operand(size, wider, predicate));
    }
    ++place;
    if (!accept(",") && !is(";"))
      fail("';' expected, found '" + token().text + "'");
  }
  if (hasAddress) {
    i.address = where.address;
    i.displacement = where.displacement;
    if (where.address == Address::Operand)
      values.push_back(where.operands[0]);
  }
  if (values.size() > std::size(i.operands))
    fail("more operands than the machine takes");
  for (const Operand &value : values)
    i.operands[count++] = value;
  try {
    resolve(i, opcode);
  } catch (const PtxError &error) {
    fail(error.what());
  }
  if (place != operandCount(opcode[0]))
    fail(opcode[0] + " has " + std::to_string(operandCount(opcode[0])) + " operands");
}

bool fit(const std::vector<Slot> &a, const std::vector<Slot> &b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const Slot &x, const Slot &y) { return x.bytes == y.bytes; });
}

Module Parser::run() {
  while (!token().text.empty()) {
    if (accept(".version") || accept(".target") || accept(".address_size")) {
      next();
    } else if (accept(".visible") || accept(".weak")) {
    } else if (accept(".global") || accept(".const")) {
      variable();
    } else if (accept(".func")) {
      functionDeclaration(false);
    } else if (accept(".entry")) {
      functionDeclaration(true);
    } else {
      fail("'" + token().text + "' is nothing that the machine knows");
    }
  }
  for (Function &f : module.functions)
    for (Call &c : f.calls) {
      const std::string line = "PTX line " + std::to_string(c.line) + ": ";
      auto found = module.numbers.find(c.callee);
      if (found == module.numbers.end())
        throw PtxError(line + "function " + c.callee + " has no body");
      c.function = found->second;
      const Function &callee = module.functions[size_t(c.function)];
      if (!fit(c.arguments, callee.parameters) || !fit(c.results, callee.results))
        throw PtxError(line + "the call does not fit " + c.callee);
    }
  return std::move(module);
}

} // namespace

int ptx::bytesOf(const std::string &type) {
  static const std::map<std::string, int> all = {{"pred", 1}, {"b8", 1},  {"u8", 1},  {"s8", 1},
                                                 {"b16", 2},  {"u16", 2}, {"s16", 2}, {"b32", 4},
                                                 {"u32", 4},  {"s32", 4}, {"f32", 4}, {"b64", 8},
                                                 {"u64", 8},  {"s64", 8}, {"f64", 8}};
  auto found = all.find(type);
  return found == all.end() ? 0 : found->second;
}

Module ptx::parse(const std::string &text) {
  return Parser(text).run();
}
