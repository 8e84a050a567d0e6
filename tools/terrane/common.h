//===- common.h - What the subcommands share ------------------------------===//

#ifndef TERRANE_TOOLS_TERRANE_COMMON_H
#define TERRANE_TOOLS_TERRANE_COMMON_H

#include "compiler/pipeline/compile.h"
#include "runtime/chunk/generator.h"
#include "targets/jit/objects.h"
#include "tools/terrane/device_options.h"

#include <CLI/CLI.hpp>

#include <memory>
#include <string>
#include <vector>

namespace terrane::tool {

/// Exit codes; scripts rely on them.
enum Exit { ok = 0, mismatch = 1, badInput = 2, resourceFailed = 3, internalBug = 70 };

/// Options that every subcommand takes.
struct Common {
  std::vector<std::string> packs;
  std::string seedText = "0";
  std::string engine = "reference"; ///< another default of a subcommand: set before `addTo`
  unsigned threads = 0;             ///< 0: as many as the machine has
  bool quiet = false;
  bool json = false;
  DeviceOptions device; ///< of subcommands that add them

  void addTo(CLI::App &app);
  /// The world seed: a decimal i64, or any other text hashed as the game hashes it.
  long long seed() const;
};

/// Ends a subcommand: prints the diagnostics (as JSON to stdout with --json, else to stderr) and
/// returns the exit code they call for.
int report(const Diagnostics &diagnostics, const Common &common);

/// An id from the command line; reports an error where it is none.
std::optional<pack::Id> parseId(llvm::StringRef text, llvm::StringRef what,
                                Diagnostics &diagnostics);

/// How code is compiled in process, as the options say.
jit::BuildOptions buildOptions(const Common &common);

/// The graph of a module on the chosen engine. Null after an error.
std::unique_ptr<Generator> makeGenerator(mlir::ModuleOp module, const Common &common,
                                         long long seed, Diagnostics &diagnostics);

/// Writes a file under a temporary name and renames it, so that it is whole or not there; `-` is
/// stdout. False after an error was reported.
bool writeFile(const std::string &path, llvm::StringRef content, Diagnostics &diagnostics);

/// Calls `run` on a thread with a stack deep enough for any graph that fits into memory: samplers
/// of a pack may be nested as deeply as the pack has files.
int onDeepStack(llvm::function_ref<int()> run);

/// "x,y,z" as three i32.
std::optional<std::array<int, 3>> parseTriple(llvm::StringRef text, llvm::StringRef what,
                                              Diagnostics &diagnostics);

/// The bits of a value as 8 hex digits; every NaN is 7fc00000.
std::string hexBits(float v);
/// Values as the reference vectors hash them: 4 bytes little-endian each, every NaN 7fc00000.
std::string littleEndian(llvm::ArrayRef<float> values);
/// SHA-256 of that, in hex.
std::string hashOf(llvm::ArrayRef<float> values);

void addCheck(CLI::App &app, int &exitCode);
void addImport(CLI::App &app, int &exitCode);
void addCompile(CLI::App &app, int &exitCode);
void addEval(CLI::App &app, int &exitCode);
void addBench(CLI::App &app, int &exitCode);
void addGenerate(CLI::App &app, int &exitCode);
void addMap(CLI::App &app, int &exitCode);
void addVerify(CLI::App &app, int &exitCode);
void addDoctor(CLI::App &app, int &exitCode);

} // namespace terrane::tool

#endif // TERRANE_TOOLS_TERRANE_COMMON_H
