//===- diagnostics.cpp - Errors and warnings with their place in a pack ---===//

#include "compiler/diagnostics/diagnostics.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

#include <algorithm>

namespace terrane {

namespace {

llvm::StringRef severityName(Severity severity) {
  switch (severity) {
  case Severity::Error:
    return "error";
  case Severity::Warning:
    return "warning";
  case Severity::Note:
    return "note";
  }
  llvm_unreachable("a severity without a name");
}

/// Keys and file names come from packs: a line break or an escape sequence in one of them must not
/// tear the output apart.
void printSafely(llvm::raw_ostream &os, llvm::StringRef text) {
  for (char c : text) {
    unsigned char byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f)
      os << "\\x" << llvm::hexdigit(byte >> 4, true) << llvm::hexdigit(byte & 15, true);
    else
      os << c;
  }
}

void printOne(llvm::raw_ostream &os, const Diagnostic &diagnostic) {
  const SourcePosition &where = diagnostic.where;
  if (!where.file.empty()) {
    printSafely(os, where.file);
    if (where.line != 0) {
      os << ':' << where.line;
      if (where.column != 0)
        os << ':' << where.column;
    }
    os << ": ";
  }
  os << severityName(diagnostic.severity) << ": ";
  printSafely(os, diagnostic.message);
  if (!where.pointer.empty()) {
    os << " [at ";
    printSafely(os, where.pointer);
    os << ']';
  }
  os << '\n';
  if (!diagnostic.expected.empty()) {
    os << "  expected: ";
    printSafely(os, diagnostic.expected);
    os << '\n';
  }
  for (const Diagnostic &note : diagnostic.notes)
    printOne(os, note);
}

void writeJson(llvm::json::OStream &json, const Diagnostic &diagnostic) {
  auto text = [&](llvm::StringRef key, llvm::StringRef value) {
    json.attribute(key, llvm::json::isUTF8(value) ? value.str() : llvm::json::fixUTF8(value));
  };
  json.object([&] {
    text("severity", severityName(diagnostic.severity));
    text("file", diagnostic.where.file);
    json.attribute("line", diagnostic.where.line);
    json.attribute("column", diagnostic.where.column);
    text("pointer", diagnostic.where.pointer);
    text("message", diagnostic.message);
    text("expected", diagnostic.expected);
    json.attributeArray("notes", [&] {
      for (const Diagnostic &note : diagnostic.notes)
        writeJson(json, note);
    });
  });
}

} // namespace

Diagnostic &Diagnostics::error(SourcePosition where, std::string message, std::string expected) {
  ++numErrors;
  list.push_back(
      {Severity::Error, std::move(where), std::move(message), std::move(expected), /*notes=*/{}});
  return list.back();
}

Diagnostic &Diagnostics::warning(SourcePosition where, std::string message, std::string expected) {
  list.push_back(
      {Severity::Warning, std::move(where), std::move(message), std::move(expected), /*notes=*/{}});
  return list.back();
}

void Diagnostics::print(llvm::raw_ostream &os) const {
  for (const Diagnostic &diagnostic : list)
    printOne(os, diagnostic);
}

void Diagnostics::printJson(llvm::raw_ostream &os) const {
  llvm::json::OStream json(os, /*IndentSize=*/2);
  json.array([&] {
    for (const Diagnostic &diagnostic : list)
      writeJson(json, diagnostic);
  });
  os << '\n';
}

std::string nearest(llvm::StringRef word, llvm::ArrayRef<llvm::StringRef> known, unsigned most) {
  llvm::StringRef best;
  unsigned bestDistance = std::min(static_cast<unsigned>(word.size() + 2) / 3, most) + 1;
  for (llvm::StringRef candidate : known) {
    unsigned distance =
        candidate.equals_insensitive(word)
            ? 0
            : word.edit_distance(candidate, /*AllowReplacements=*/true, bestDistance);
    // A word that shares nothing with the candidate is no misspelling of it.
    if (distance < bestDistance && distance < std::max(word.size(), candidate.size())) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best.str();
}

} // namespace terrane
