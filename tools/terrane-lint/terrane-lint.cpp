//===- terrane-lint.cpp - Finds what breaks bit-exactness -----------------===//
//
//   terrane-lint -p BUILD --under DIR...     what the build compiles below the folders, all of it
//   terrane-lint --kernel FILE...            kernel text of a bundle
//   terrane-lint FILE... -- FLAGS            any text
//
// Exit code: 0 clean, 1 findings, 2 nothing was looked at or something could not be.
//
//===----------------------------------------------------------------------===//

#include "tools/terrane-lint/kernel.h"
#include "tools/terrane-lint/rules.h"
#include "tools/terrane-lint/visitor.h"

#include "clang/Tooling/JSONCompilationDatabase.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"

using namespace terrane::lint;
namespace tooling = clang::tooling;

namespace {

llvm::cl::OptionCategory category("terrane-lint options");
llvm::cl::opt<std::string> buildPath("p", llvm::cl::desc("folder of compile_commands.json"),
                                     llvm::cl::value_desc("folder"), llvm::cl::cat(category));
llvm::cl::list<std::string> under("under",
                                  llvm::cl::desc("examine every source and header below a folder; "
                                                 "repeatable"),
                                  llvm::cl::value_desc("folder"), llvm::cl::cat(category));
llvm::cl::opt<bool> kernel("kernel", llvm::cl::desc("the files are kernel text"),
                           llvm::cl::cat(category));
llvm::cl::list<std::string> files(llvm::cl::Positional, llvm::cl::desc("[FILE... [-- FLAGS]]"),
                                  llvm::cl::cat(category));

int badInput(const llvm::Twine &message) {
  llvm::errs() << "terrane-lint: " << message << '\n';
  return 2;
}

std::string realPath(llvm::StringRef path) {
  llvm::SmallString<256> real;
  return llvm::sys::fs::real_path(path, real) ? path.str() : std::string(real);
}

class Factory : public tooling::FrontendActionFactory {
public:
  explicit Factory(Report &report) : report(report) {}
  std::unique_ptr<clang::FrontendAction> create() override { return makeLintAction(report); }

private:
  Report &report;
};

bool runTool(const tooling::CompilationDatabase &database, const std::vector<std::string> &sources,
             Report &report) {
  for (const std::string &source : sources)
    for (const tooling::CompileCommand &command : database.getCompileCommands(source))
      checkCommand(command.CommandLine, source, report);
  tooling::ClangTool tool(database, sources);
  tool.setPrintErrorMessage(false); // of its own; Clang's messages are printed
  tool.appendArgumentsAdjuster(tooling::getInsertArgumentAdjuster(
      {"-resource-dir", TERRANE_CLANG_RESOURCE_DIR, "-w"}, tooling::ArgumentInsertPosition::END));
  Factory factory(report);
  return tool.run(&factory) == 0;
}

/// Sources and headers below the folders that no translation unit has shown; they would pass
/// unseen.
std::vector<std::string> findUnseen(const std::vector<std::string> &folders, const Report &report) {
  std::vector<std::string> unseen;
  for (const std::string &folder : folders) {
    std::error_code error;
    for (llvm::sys::fs::recursive_directory_iterator i(folder, error), end; i != end && !error;
         i.increment(error)) {
      llvm::StringRef path = i->path();
      if ((path.ends_with(".h") || path.ends_with(".cpp")) && !report.hasSeen(realPath(path)))
        unseen.push_back(realPath(path));
    }
  }
  return unseen;
}

bool isHeader(const std::string &path) {
  return llvm::StringRef(path).ends_with(".h");
}

} // namespace

int main(int argc, char **argv) {
  std::string error;
  std::unique_ptr<tooling::CompilationDatabase> database =
      tooling::FixedCompilationDatabase::loadFromCommandLine(argc, argv, error);
  llvm::cl::HideUnrelatedOptions(category);
  llvm::cl::ParseCommandLineOptions(argc, argv, "Finds what breaks bit-exactness\n");
  if (under.empty() == files.empty())
    return badInput("give files, or folders by --under");
  if (!under.empty() && buildPath.empty())
    return badInput("--under needs a build: -p FOLDER");

  Scope scope;
  std::vector<std::string> folders, sources;
  for (const std::string &folder : under) {
    if (!llvm::sys::fs::is_directory(folder))
      return badInput(folder + " is no folder");
    folders.push_back(realPath(folder));
    scope.addFolder(folders.back());
  }
  for (const std::string &file : files) {
    sources.push_back(realPath(file));
    scope.addFile(sources.back());
  }
  if (!buildPath.empty())
    database = tooling::CompilationDatabase::loadFromDirectory(buildPath, error);
  if (!kernel && !database)
    return badInput("no commands to compile with: " + error + "; give -p FOLDER or -- FLAGS");
  if (!under.empty())
    for (const std::string &file : database->getAllFiles())
      if (scope.contains(realPath(file)))
        sources.push_back(file);

  Report report(std::move(scope));
  bool parsed = true;
  if (kernel)
    for (const std::string &source : sources)
      parsed &= lintKernel(source, report);
  else
    parsed = runTool(*database, sources, report);
  // Headers that only generated code includes are read by themselves, under the options of a file
  // that is near.
  std::vector<std::string> headers;
  llvm::copy_if(findUnseen(folders, report), std::back_inserter(headers), isHeader);
  if (!headers.empty())
    parsed &= runTool(*database, headers, report);
  for (const std::string &file : findUnseen(folders, report))
    report.addForFile(file, "unseen", "the build does not compile this file");
  report.finish();
  report.print(llvm::outs());
  llvm::outs() << "terrane-lint: " << report.numFiles() << " files looked at, "
               << report.numFindings() << " findings, " << report.numNoted() << " noted\n";
  llvm::outs().flush();
  if (report.numFiles() == 0)
    return badInput("no file was looked at");
  if (!parsed)
    return badInput("not every file could be parsed");
  return report.numFindings() ? 1 : 0;
}
