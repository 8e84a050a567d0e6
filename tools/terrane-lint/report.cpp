//===- report.cpp - Findings, and the notes that answer them --------------===//

#include "tools/terrane-lint/report.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace terrane::lint;

namespace {

constexpr llvm::StringLiteral marker = "// exact:";
/// A reason is words, not a tick.
constexpr std::size_t shortestReason = 8;

} // namespace

bool Scope::contains(llvm::StringRef path) const {
  if (files.find(path) != files.end())
    return true;
  for (const std::string &folder : folders)
    if (path.size() > folder.size() && path.starts_with(folder) && path[folder.size()] == '/')
      return true;
  return false;
}

std::string terrane::lint::pathOf(const clang::SourceManager &sources, clang::FileID file) {
  clang::OptionalFileEntryRef entry = sources.getFileEntryRefForID(file);
  if (!entry)
    return {};
  llvm::StringRef real = entry->getFileEntry().tryGetRealPathName();
  return (real.empty() ? entry->getName() : real).str();
}

Report::Notes Report::readNotes(llvm::StringRef text) {
  Notes result;
  llvm::SmallVector<llvm::StringRef, 0> lines;
  text.split(lines, '\n');
  unsigned open = 0; // the line of a note whose comment goes on, else 0
  for (unsigned i = 0; i < lines.size(); ++i) {
    unsigned line = i + 1;
    llvm::StringRef content = lines[i].trim();
    std::size_t at = content.find(marker);
    bool isComment = content.starts_with("//");
    if (at == llvm::StringRef::npos) {
      if (open)
        result.answers[line] = open;
      if (!isComment)
        open = 0;
      continue;
    }
    if (content.substr(at + marker.size()).trim().size() < shortestReason) {
      result.reasonless.push_back(line);
      continue;
    }
    result.answers[line] = line;
    result.used[line] = false;
    open = isComment ? line : 0;
  }
  return result;
}

void Report::lookAt(const clang::SourceManager &sources, clang::FileID file) {
  std::string path = pathOf(sources, file);
  if (path.empty() || !scope.contains(path) || hasSeen(path))
    return;
  bool invalid = false;
  llvm::StringRef text = sources.getBufferData(file, &invalid);
  if (!invalid)
    notes.emplace(std::move(path), readNotes(text));
}

void Report::add(const clang::SourceManager &sources, clang::SourceLocation where,
                 llvm::StringRef rule, llvm::StringRef message) {
  clang::SourceLocation place = sources.getExpansionLoc(where);
  if (place.isInvalid())
    return;
  std::string path = pathOf(sources, sources.getFileID(place));
  auto file = notes.find(path);
  if (file == notes.end())
    return;
  unsigned line = sources.getExpansionLineNumber(place);
  Place key{std::move(path), line, sources.getExpansionColumnNumber(place), rule.str()};
  auto answer = file->second.answers.find(line);
  if (answer == file->second.answers.end()) {
    findings.emplace(std::move(key), message.str());
    return;
  }
  file->second.used[answer->second] = true;
  noted.insert(std::move(key));
}

void Report::addForFile(llvm::StringRef file, llvm::StringRef rule, llvm::StringRef message) {
  findings.emplace(Place{file.str(), 0, 0, rule.str() + llvm::utostr(findings.size())},
                   message.str());
}

void Report::finish() {
  for (const auto &[path, file] : notes) {
    for (unsigned line : file.reasonless)
      findings.emplace(Place{path, line, 1, "note"},
                       "a note without a reason; write `// exact: REASON`");
    for (auto [line, used] : file.used)
      if (!used)
        findings.emplace(Place{path, line, 1, "note"},
                         "this note answers no finding; remove it, or move it to the line it is "
                         "about or the one above");
  }
}

void Report::print(llvm::raw_ostream &os) const {
  for (const auto &[place, message] : findings) {
    const auto &[path, line, column, rule] = place;
    os << path;
    if (line)
      os << ':' << line << ':' << column;
    // addForFile numbers its rules to keep them apart.
    os << ": [" << llvm::StringRef(rule).rtrim("0123456789") << "] " << message << '\n';
  }
}
