//===- text_rules.cpp - Pragmas and command lines -------------------------===//

#include "tools/terrane-lint/rules.h"

#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;
using namespace terrane::lint;

namespace {

class PragmaWatch : public PPCallbacks {
public:
  PragmaWatch(const SourceManager &sources, Report &report) : sources(sources), report(report) {}

  void FileChanged(SourceLocation where, FileChangeReason reason, SrcMgr::CharacteristicKind,
                   FileID) override {
    if (reason == EnterFile)
      report.lookAt(sources, sources.getFileID(where));
  }

  void PragmaDirective(SourceLocation where, PragmaIntroducerKind) override {
    SourceLocation place = sources.getExpansionLoc(where);
    std::pair<FileID, unsigned> at = sources.getDecomposedLoc(place);
    llvm::StringRef line =
        sources.getBufferData(at.first).substr(at.second).split('\n').first.trim();
    if (isAboutFloats(line))
      report.add(sources, place, "pragma",
                 "a pragma changes the rules of floats; the command line alone sets them");
  }

private:
  static bool isAboutFloats(llvm::StringRef line) {
    if (line.contains("FP_CONTRACT"))
      return !line.ends_with("OFF");
    if (line.contains("clang fp"))
      return !line.ends_with("contract(off)");
    for (llvm::StringRef word : {"float_control", "GCC optimize", "FENV_ACCESS", "FENV_ROUND",
                                 "fenv_access", "CX_LIMITED_RANGE", "reduction", "fp_contract"})
      if (line.contains(word))
        return true;
    return false;
  }

  const SourceManager &sources;
  Report &report;
};

} // namespace

void terrane::lint::watchPragmas(CompilerInstance &instance, Report &report) {
  instance.getPreprocessor().addPPCallbacks(
      std::make_unique<PragmaWatch>(instance.getSourceManager(), report));
}

void terrane::lint::checkOptions(const CompilerInstance &instance, llvm::StringRef file,
                                 Report &report) {
  const LangOptions &language = instance.getLangOpts();
  const CodeGenOptions &code = instance.getCodeGenOpts();
  auto refuse = [&](bool found, llvm::StringRef what, llvm::StringRef remedy) {
    if (found)
      report.addForFile(file, "flags", (what + "; " + remedy).str());
  };
  refuse(language.getDefaultFPContractMode() != LangOptions::FPM_Off,
         "it is compiled without -ffp-contract=off", "see terrane_exact in CMakeLists.txt");
  refuse(language.FastMath || language.UnsafeFPMath || language.AllowFPReassoc ||
             language.AllowRecip || language.NoSignedZero || language.ApproxFunc ||
             language.NoHonorNaNs || language.NoHonorInfs,
         "its command allows inexact arithmetic", "no option of -ffast-math may be there");
  refuse(code.FPDenormalMode != llvm::DenormalMode::getIEEE(), "its command flushes denormals",
         "no -fdenormal-fp-math");
}

void terrane::lint::checkCommand(const std::vector<std::string> &command, llvm::StringRef file,
                                 Report &report) {
  for (llvm::StringRef word : command)
    for (llvm::StringRef bad : {"-mfpmath=387", "-mfpmath=both", "-mdaz-ftz", "-ffp-model=fast",
                                "-ftz=true", "--use_fast_math", "-use_fast_math", "-mrecip",
                                "-mno-sse", "-mno-sse2", "-freciprocal-math", "-Ofast"})
      if (word == bad || (bad == "-mrecip" && word.starts_with("-mrecip=")))
        report.addForFile(file, "flags",
                          ("its command has " + word + "; floats round as IEEE says").str());
}
