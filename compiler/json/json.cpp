//===- json.cpp - The tree of a JSON document -----------------------------===//

#include "compiler/json/json.h"

#include "llvm/Support/ErrorHandling.h"

#include <algorithm>

namespace terrane::json {

llvm::StringRef describe(Kind kind) {
  switch (kind) {
  case Kind::Null:
    return "null";
  case Kind::Boolean:
    return "a boolean";
  case Kind::Number:
    return "a number";
  case Kind::String:
    return "a string";
  case Kind::Array:
    return "a list";
  case Kind::Object:
    return "an object";
  }
  llvm_unreachable("a kind without a description");
}

const Member *Value::findMember(llvm::StringRef key) const {
  if (byKey) {
    auto less = [&](std::uint32_t index, llvm::StringRef wanted) {
      return llvm::StringRef(fields[index].key) < wanted;
    };
    auto it = std::lower_bound(byKey->begin(), byKey->end(), key, less);
    return it != byKey->end() && fields[*it].key == key ? &fields[*it] : nullptr;
  }
  for (const Member &member : fields)
    if (member.key == key)
      return &member;
  return nullptr;
}

const Value *Value::find(llvm::StringRef key) const {
  const Member *member = findMember(key);
  return member && !member->value.isNull() ? &member->value : nullptr;
}

std::string Value::pointer() const {
  std::vector<std::string> steps;
  for (const Value *value = this; value->parent; value = value->parent) {
    const Value &holder = *value->parent;
    if (holder.isArray()) {
      steps.push_back(std::to_string(value - holder.items.data()));
      continue;
    }
    for (const Member &member : holder.fields) {
      if (&member.value != value)
        continue;
      std::string escaped;
      for (char c : member.key) // RFC 6901, section 3
        if (c == '~')
          escaped += "~0";
        else if (c == '/')
          escaped += "~1";
        else
          escaped += c;
      steps.push_back(std::move(escaped));
      break;
    }
  }
  std::string result;
  for (auto step = steps.rbegin(); step != steps.rend(); ++step)
    result += "/" + *step;
  return result;
}

llvm::StringRef Value::file() const {
  return owner ? owner->file() : llvm::StringRef();
}

SourcePosition Value::where() const {
  return {file().str(), valueLine, valueColumn, pointer()};
}

} // namespace terrane::json
