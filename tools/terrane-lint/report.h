//===- report.h - Findings, and the notes that answer them ----------------===//
//
// A finding is answered by a comment `// exact: REASON` on its line, or at the head of a comment
// that ends on the line above. A note without a reason answers nothing.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_TOOLS_TERRANE_LINT_REPORT_H
#define TERRANE_TOOLS_TERRANE_LINT_REPORT_H

#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace terrane::lint {

/// The files whose findings count: those under the given folders, and those named. Paths are real
/// paths, absolute.
class Scope {
public:
  void addFolder(std::string folder) { folders.push_back(std::move(folder)); }
  void addFile(std::string file) { files.insert(std::move(file)); }
  bool contains(llvm::StringRef path) const;

private:
  std::vector<std::string> folders;
  std::set<std::string, std::less<>> files;
};

/// What was found in all translation units together. What several of them see in a header is one
/// finding. One thread at a time.
class Report {
public:
  explicit Report(Scope scope) : scope(std::move(scope)) {}

  /// A file that was parsed; nothing where it is out of scope.
  void lookAt(const clang::SourceManager &sources, clang::FileID file);
  /// Nothing where `where` is out of scope. `rule` is the short name that tests and people know.
  void add(const clang::SourceManager &sources, clang::SourceLocation where, llvm::StringRef rule,
           llvm::StringRef message);
  /// A finding about a file as a whole, or about no file's text: no note answers it.
  void addForFile(llvm::StringRef file, llvm::StringRef rule, llvm::StringRef message);

  bool isInScope(llvm::StringRef path) const { return scope.contains(path); }
  bool hasSeen(llvm::StringRef path) const { return notes.find(path) != notes.end(); }
  std::size_t numFiles() const { return notes.size(); }
  std::size_t numFindings() const { return findings.size(); }
  std::size_t numNoted() const { return noted.size(); }
  /// Notes that answered nothing and notes without a reason become findings; call it once, after
  /// the last translation unit.
  void finish();
  /// One line a finding, sorted by place: `file:line:column: [rule] message`.
  void print(llvm::raw_ostream &os) const;

private:
  struct Notes {
    /// By line: the line of the note that answers it. Several lines share a note.
    std::map<unsigned, unsigned> answers;
    std::map<unsigned, bool> used; ///< by the note's line
    std::vector<unsigned> reasonless;
  };
  using Place = std::tuple<std::string, unsigned, unsigned, std::string>;
  static Notes readNotes(llvm::StringRef text);

  Scope scope;
  std::map<std::string, Notes, std::less<>> notes; ///< by file; all that were looked at
  std::map<Place, std::string> findings;
  std::set<Place> noted;
};

/// The absolute real path of a file of a translation unit; for a file in memory its name.
std::string pathOf(const clang::SourceManager &sources, clang::FileID file);

} // namespace terrane::lint

#endif // TERRANE_TOOLS_TERRANE_LINT_REPORT_H
