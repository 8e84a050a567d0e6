//===- diagnostics.h - Errors and warnings with their place in a pack -----===//
//
// Every complaint about a pack names the file, line, column and JSON pointer it is about, what is
// wrong, and what would be right. A `Diagnostics` collects them; tools print them and choose the
// exit code. Not thread-safe: one object per compilation.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_COMPILER_DIAGNOSTICS_DIAGNOSTICS_H
#define TERRANE_COMPILER_DIAGNOSTICS_DIAGNOSTICS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <string>
#include <vector>

namespace terrane {

/// A place in a pack. Lines and columns count from 1, columns in bytes; 0 means "the whole file".
/// `pointer` is the JSON pointer (RFC 6901) of the value, empty for the document itself.
struct SourcePosition {
  std::string file;
  unsigned line = 0;
  unsigned column = 0;
  std::string pointer;
};

enum class Severity { Error, Warning, Note };

struct Diagnostic {
  Severity severity = Severity::Error;
  SourcePosition where;
  std::string message;  ///< what is wrong, no trailing full stop
  std::string expected; ///< what would be right; may be empty
  std::vector<Diagnostic> notes;
};

class Diagnostics {
public:
  Diagnostic &error(SourcePosition where, std::string message, std::string expected = {});
  Diagnostic &warning(SourcePosition where, std::string message, std::string expected = {});

  bool hasErrors() const { return numErrors != 0; }
  unsigned errorCount() const { return numErrors; }
  llvm::ArrayRef<Diagnostic> all() const { return list; }

  /// Prints every diagnostic, in the order of appearance:
  ///   FILE:LINE:COL: error: MESSAGE [at /json/pointer]
  ///     expected: ...
  ///   FILE:LINE:COL: note: ...
  /// Line and column are left out where they are 0, the pointer where it is empty.
  void print(llvm::raw_ostream &os) const;

  /// The same as a JSON array of objects (for `--json`).
  void printJson(llvm::raw_ostream &os) const;

private:
  std::vector<Diagnostic> list;
  unsigned numErrors = 0;
};

/// The member of `known` nearest to `word` by edit distance, or an empty string if none is near
/// enough to be what was meant, or within `most` changes.
std::string nearest(llvm::StringRef word, llvm::ArrayRef<llvm::StringRef> known,
                    unsigned most = ~0u);

} // namespace terrane

#endif // TERRANE_COMPILER_DIAGNOSTICS_DIAGNOSTICS_H
