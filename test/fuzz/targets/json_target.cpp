//===- json_target.cpp - Fuzz target: the JSON reader ---------------------===//

#include "target.h"

#include "compiler/import/fields.h"
#include "compiler/json/json.h"

using namespace terrane;

namespace {

/// Asks everything that a decoder may ask of a value.
void visit(const json::Value &v) {
  Diagnostics d;
  fuzz::require(v.line() >= 1 && v.column() >= 1, "values have a place");
  fuzz::require(v.where().pointer.empty() || v.where().pointer[0] == '/', "it is a JSON pointer");
  import::readVal(v, "it", d);
  import::readF32(v, "it", d);
  import::readF64(v, "it", -1.0, 1.0, d);
  import::readInt(v, "it", d);
  import::readBool(v, "it", d);
  import::readString(v, "it", d);
  import::readChoice(v, "it", {"left", "right"}, d);
  for (const json::Value &element : v.elements())
    visit(element);
  if (v.isObject())
    import::Fields(v, "it", d).required("input");
  for (const json::Member &member : v.members()) {
    fuzz::require(v.findMember(member.key) == &member, "members are found by their keys");
    visit(member.value);
  }
  d.print(llvm::nulls());
  d.printJson(llvm::nulls());
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  Diagnostics d;
  llvm::StringRef text(reinterpret_cast<const char *>(data), size);
  auto document = json::Document::parse(text, "f.json", d);
  fuzz::require(d.errorCount() == (document ? 0u : 1u), "one error, or a document");
  d.print(llvm::nulls());
  if (document)
    visit(document->root());
  return 0;
}
