//===- kernel.cpp - Emitted kernel text -----------------------------------===//

#include "tools/terrane-lint/kernel.h"

#include "targets/jit/clang.h"
#include "targets/jit/kernel_headers.h"
#include "tools/terrane-lint/rules.h"
#include "tools/terrane-lint/visitor.h"

#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "llvm/Support/VirtualFileSystem.h"

using namespace terrane;
using namespace terrane::lint;

bool terrane::lint::lintKernel(const std::string &path, Report &report) {
  auto text = llvm::MemoryBuffer::getFile(path);
  if (!text) {
    llvm::errs() << path << ": " << text.getError().message() << '\n';
    return false;
  }
  auto files = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  if (files->setCurrentWorkingDirectory("/"))
    return false; // cannot be: files in memory have a root
  for (const jit::KernelHeader &header : jit::kernelHeaders())
    files->addFile(header.path, 0, llvm::MemoryBuffer::getMemBuffer(header.text, header.path));
  // What the flags include declares the exported symbol; its declaration changes no arithmetic.
  files->addFile("terrane_export.h", 0, llvm::MemoryBuffer::getMemBuffer(""));
  files->addFile(path, 0, std::move(*text));

  std::vector<std::string> flags = jit::kernelFlags(jit::CpuLevel::Baseline);
  checkCommand(flags, path, report);
  if (llvm::StringRef(path).ends_with(".cu")) // as C++, as the engine cuda-host compiles it
    flags.insert(flags.end(), {"-x", "c++", "-include", "runtime/cuda/host_shim.h"});
  flags.push_back(path);
  std::vector<const char *> arguments;
  arguments.reserve(flags.size());
  for (const std::string &flag : flags)
    arguments.push_back(flag.c_str());

  auto options = llvm::makeIntrusiveRefCnt<clang::DiagnosticOptions>();
  clang::TextDiagnosticPrinter printer(llvm::errs(), options.get());
  clang::DiagnosticsEngine engine(new clang::DiagnosticIDs, options, &printer,
                                  /*ShouldOwnClient=*/false);
  auto invocation = std::make_shared<clang::CompilerInvocation>();
  if (!clang::CompilerInvocation::CreateFromArgs(*invocation, arguments, engine))
    return false;
  clang::CompilerInstance instance;
  instance.setInvocation(std::move(invocation));
  instance.createDiagnostics(&printer, /*ShouldOwnClient=*/false);
  instance.createFileManager(files);
  std::unique_ptr<clang::FrontendAction> action = makeLintAction(report);
  return instance.ExecuteAction(*action) && !instance.getDiagnostics().hasErrorOccurred();
}
