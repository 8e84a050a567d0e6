//===- json.cpp - The tree of a JSON document -----------------------------===//

#include "compiler/json/json.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
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
  // The values on the way from the top to here; every location of the importer is built like this.
  llvm::SmallVector<const Value *, 32> way;
  for (const Value *value = this; value->parent; value = value->parent)
    way.push_back(value);
  std::string result;
  for (const Value *value : llvm::reverse(way)) {
    const Value &holder = *value->parent;
    result += '/';
    if (holder.isArray()) {
      result += std::to_string(value - holder.items.data());
      continue;
    }
    for (const Member &member : holder.fields) {
      if (&member.value != value)
        continue;
      for (char c : member.key) // RFC 6901, section 3
        if (c == '~')
          result += "~0";
        else if (c == '/')
          result += "~1";
        else
          result += c;
      break;
    }
  }
  return result;
}

llvm::StringRef Value::file() const {
  return owner ? owner->file() : llvm::StringRef();
}

SourcePosition Value::where() const {
  return {file().str(), valueLine, valueColumn, pointer()};
}

} // namespace terrane::json
