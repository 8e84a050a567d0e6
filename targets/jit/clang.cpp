//===- clang.cpp - Kernel text to a native object by the Clang library ----===//

#include "targets/jit/clang.h"

#include "targets/jit/kernel_headers.h"

#include "clang/Basic/Version.h"
#include "clang/CodeGen/CodeGenAction.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/MultiplexConsumer.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <chrono>
#include <mutex>

using namespace terrane;
using namespace terrane::jit;
using Clock = std::chrono::steady_clock;

namespace {

constexpr llvm::StringLiteral exportHeader = "terrane_export.h";

/// The definition in kernel text inherits the visibility of this declaration.
constexpr llvm::StringLiteral exportText = "#include \"runtime/kernel/abi.h\"\n"
                                           "extern \"C\" __attribute__((visibility(\"default\")))\n"
                                           "const terrane::rt::KernelModule terrane_generator;\n";

/// Clang's messages as ours. Notes go to the error that they belong to.
class MessageCollector : public clang::DiagnosticConsumer {
public:
  explicit MessageCollector(Diagnostics &diagnostics) : diagnostics(diagnostics) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic &info) override {
    DiagnosticConsumer::HandleDiagnostic(level, info);
    SourcePosition where;
    if (info.hasSourceManager() && info.getLocation().isValid()) {
      clang::PresumedLoc place = info.getSourceManager().getPresumedLoc(info.getLocation());
      if (place.isValid())
        where = {place.getFilename(), place.getLine(), place.getColumn(), {}};
    }
    llvm::SmallString<128> message;
    info.FormatDiagnostic(message);
    if (level >= clang::DiagnosticsEngine::Error)
      last = &diagnostics.error(std::move(where), std::string(message));
    else if (level == clang::DiagnosticsEngine::Note && last)
      last->notes.push_back({Severity::Note, std::move(where), std::string(message), {}, {}});
  }

private:
  Diagnostics &diagnostics;
  Diagnostic *last = nullptr; ///< valid until the next error or warning
};

/// Notes when the parser is done; runs before the consumer that generates code.
class EndOfText : public clang::ASTConsumer {
public:
  explicit EndOfText(Clock::time_point &time) : time(time) {}
  void HandleTranslationUnit(clang::ASTContext &) override { time = Clock::now(); }

private:
  Clock::time_point &time;
};

class KernelAction : public clang::EmitObjAction {
public:
  Clock::time_point parsed;

protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &instance,
                                                        llvm::StringRef file) override {
    std::unique_ptr<clang::ASTConsumer> code = EmitObjAction::CreateASTConsumer(instance, file);
    if (!code)
      return nullptr;
    std::vector<std::unique_ptr<clang::ASTConsumer>> both;
    both.push_back(std::make_unique<EndOfText>(parsed));
    both.push_back(std::move(code));
    return std::make_unique<clang::MultiplexConsumer>(std::move(both));
  }
};

void initializeTarget() {
  static std::once_flag once;
  std::call_once(once, [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    llvm::InitializeNativeTargetAsmParser(); // for asm statements
    llvm::InitializeNativeTargetAsmParser(); // kernels hold inline assembly
  });
}

/// Nothing but the kernel's own files: whatever the machine has in its include folders, or lacks,
/// the same text compiles to the same object.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> kernelFiles(llvm::StringRef text,
                                                            llvm::StringRef name) {
  auto files = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  files->setCurrentWorkingDirectory("/");
  auto add = [&](llvm::StringRef path, llvm::StringRef content) {
    files->addFile(path, 0, llvm::MemoryBuffer::getMemBuffer(content, path));
  };
  for (const KernelHeader &header : kernelHeaders())
    add(header.path, header.text);
  add(exportHeader, exportText);
  // The text may be a slice of something longer.
  files->addFile(name, 0, llvm::MemoryBuffer::getMemBufferCopy(text, name));
  return files;
}

double milliseconds(Clock::duration time) {
  return std::chrono::duration<double, std::milli>(time).count();
}

} // namespace

std::optional<CpuLevel> jit::detectCpuLevel(Diagnostics &diagnostics) {
  rt::CpuLevelChoice choice = rt::chooseCpuLevel();
  if (!choice.level)
    diagnostics.error({}, choice.error);
  return choice.level;
}

std::vector<std::string> jit::kernelFlags(CpuLevel level) {
  std::vector<std::string> flags = {
      "-triple", "x86_64-unknown-linux-gnu", "-x", "c++", "-std=c++17", "-O3", "-vectorize-loops",
      "-vectorize-slp", "-ffp-contract=off", "-ffreestanding", "-nostdsysteminc", "-nobuiltininc",
      "-nostdinc++", "-fno-rtti", "-mrelocation-model", "pic", "-pic-level", "2",
      "-fvisibility=hidden", "-mframe-pointer=none",
      // Generated expressions nest deeply; warnings are for people.
      "-fbracket-depth", "65536", "-w", "-fno-caret-diagnostics", "-ferror-limit", "20", "-I", ".",
      "-include", exportHeader.str()};
  auto add = [&](std::initializer_list<const char *> more) {
    flags.insert(flags.end(), more.begin(), more.end());
  };
  switch (level) {
  case CpuLevel::Baseline:
    add({"-target-cpu", "x86-64"});
    break;
  case CpuLevel::Avx2:
    add({"-target-cpu", "x86-64-v3", "-target-feature", "-fma"});
    break;
  case CpuLevel::Avx512:
    add({"-target-cpu", "x86-64-v3", "-mprefer-vector-width=512"});
    for (const char *feature : {"+avx512f", "+avx512bw", "+avx512dq", "+avx512vl", "+avx512vbmi"})
      add({"-target-feature", feature});
    break;
  }
  return flags;
}

std::optional<std::string> jit::compileObject(llvm::StringRef text, llvm::StringRef name,
                                              CpuLevel level, Diagnostics &diagnostics,
                                              CompileTimes *times) {
  initializeTarget();
  Clock::time_point start = Clock::now();
  std::vector<std::string> flags = kernelFlags(level);
  flags.insert(flags.end(), {"-main-file-name", name.str(), name.str()});
  std::vector<const char *> arguments;
  for (const std::string &flag : flags)
    arguments.push_back(flag.c_str());

  MessageCollector messages(diagnostics);
  auto engine = llvm::makeIntrusiveRefCnt<clang::DiagnosticsEngine>(
      new clang::DiagnosticIDs, new clang::DiagnosticOptions, &messages,
      /*ShouldOwnClient=*/false);
  auto invocation = std::make_shared<clang::CompilerInvocation>();
  if (!clang::CompilerInvocation::CreateFromArgs(*invocation, arguments, *engine))
    return std::nullopt;

  llvm::SmallVector<char, 0> object;
  clang::CompilerInstance instance;
  instance.setInvocation(std::move(invocation));
  instance.createDiagnostics(&messages, /*ShouldOwnClient=*/false);
  instance.createFileManager(kernelFiles(text, name));
  instance.setOutputStream(std::make_unique<llvm::raw_svector_ostream>(object));
  KernelAction action;
  unsigned errorsBefore = diagnostics.errorCount();
  bool done = instance.ExecuteAction(action);
  if (!done || diagnostics.errorCount() != errorsBefore) {
    if (diagnostics.errorCount() == errorsBefore)
      diagnostics.error({name.str(), 0, 0, {}}, "the compiler failed without a message");
    return std::nullopt;
  }
  if (times) {
    times->frontend += milliseconds(action.parsed - start);
    times->codegen += milliseconds(Clock::now() - action.parsed);
  }
  return std::string(object.data(), object.size());
}

std::string jit::clangVersion() {
  return clang::getClangFullVersion();
}

std::string jit::objectKey(llvm::StringRef text, llvm::StringRef name, CpuLevel level) {
  llvm::SHA256 hash;
  // Every field with its length, so that no two lists of fields read alike.
  auto add = [&](llvm::StringRef field) {
    hash.update(llvm::Twine(field.size()).str() + ":");
    hash.update(field);
  };
  add(clangVersion());
  add(std::to_string(rt::kernelAbi));
  for (const std::string &flag : kernelFlags(level))
    add(flag);
  add(exportText);
  for (const KernelHeader &header : kernelHeaders()) {
    add(header.path);
    add(header.text);
  }
  add(name);
  add(text);
  return llvm::toHex(hash.final(), /*LowerCase=*/true);
}
