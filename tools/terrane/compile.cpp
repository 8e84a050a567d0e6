//===- compile.cpp - terrane compile: dimensions and settings to a bundle -===//

#include "compiler/pipeline/bundle.h"
#include "targets/cpp/emit.h"
#include "targets/cuda/emit.h"
#include "targets/cuda/nvrtc.h"
#include "targets/jit/link.h"
#include "targets/jit/objects.h"
#include "tools/terrane/common.h"

#include "llvm/ADT/StringExtras.h"

#include <csignal>

using namespace terrane;
using namespace terrane::tool;

namespace {

struct Options {
  Common common;
  std::vector<std::string> settings, dimensions, targets = {"cpp", "so"}, levels = {"native"};
  std::string folder, worldPreset = "minecraft:normal";
  std::string architecture = cuda::defaultArchitecture;
};

/// `nvrtc` is one that knows `architecture`, where PTX is asked for.
BundleBackend makeBackend(const Common &common, const std::shared_ptr<const cuda::Nvrtc> &nvrtc,
                          const std::string &architecture) {
  BundleBackend backend;
  backend.pipelines = {"kernel"};
  backend.emit = [](sampler::GraphOp graph, const std::vector<std::string> &header,
                    rt::CpuLevel level,
                    Diagnostics &diagnostics) -> std::optional<std::vector<std::string>> {
    cpp::CppOptions options;
    options.header = header;
    options.level = level;
    return cpp::emitCpp(graph, options, diagnostics);
  };
  backend.compile = [threads = common.threads](llvm::ArrayRef<std::string> texts,
                                               rt::CpuLevel level, Diagnostics &diagnostics) {
    jit::BuildOptions options;
    options.threads = threads;
    return jit::buildObjects(texts, level, diagnostics, options);
  };
  backend.link = jit::linkShared;
  backend.emitCuda = [](sampler::GraphOp graph, const std::vector<std::string> &header,
                        Diagnostics &) -> std::optional<BundleBackend::CudaTexts> {
    auto text = cuda::emitCuda(graph, header, rt::CpuLevel::Baseline);
    if (!text)
      return std::nullopt;
    return BundleBackend::CudaTexts{std::move(text->device), std::move(text->hostParts)};
  };
  backend.compilePtx = [nvrtc, architecture](const std::string &text, Diagnostics &diagnostics) {
    return nvrtc->compile(text, "generator.cu", architecture, diagnostics);
  };
  backend.compiler = jit::clangVersion() + ", " + jit::linkerName();
  return backend;
}

/// What the words on the command line ask for; errors go to `diagnostics`.
BundleRequest parse(const Options &o, Diagnostics &diagnostics) {
  BundleRequest request;
  request.folder = o.folder;
  auto parseAll = [&](const std::vector<std::string> &texts, llvm::StringRef what,
                      const char *whatIsTwice, std::vector<pack::Id> &ids) {
    for (const std::string &text : texts) {
      std::optional<pack::Id> id = parseId(text, what, diagnostics);
      if (!id)
        continue;
      for (const pack::Id &other : ids)
        if (other.str() == id->str())
          diagnostics.error({}, "the " + what.str() + " '" + id->str() + whatIsTwice);
      ids.push_back(std::move(*id));
    }
  };
  parseAll(o.settings, "settings", "' are named twice", request.settings);
  parseAll(o.dimensions, "dimension", "' is named twice", request.dimensions);
  if (o.settings.empty() && o.dimensions.empty())
    diagnostics.error({}, "nothing to compile is named", "--dimension ID or --settings ID");
  if (auto preset = parseId(o.worldPreset, "a world preset", diagnostics))
    request.worldPreset = std::move(*preset);
  request.sources = request.libraries = false;
  for (const std::string &target : o.targets) {
    if (target == "cpp")
      request.sources = true;
    else if (target == "so")
      request.libraries = true;
    else if (target == "cuda")
      request.cuda = true;
    else if (target == "ptx")
      request.ptx = true;
    else if (target == "cuda-host")
      request.cudaHost = true;
    else
      diagnostics.error({}, "unknown target '" + target + "'",
                        "cpp, so, cuda, ptx, cuda-host, or several: cpp,so");
  }
  request.levels.clear();
  for (const std::string &name : o.levels) {
    std::optional<rt::CpuLevel> level =
        name == "native" ? jit::detectCpuLevel(diagnostics) : rt::parseCpuLevel(name);
    if (level && !llvm::is_contained(request.levels, *level))
      request.levels.push_back(*level);
    else if (!level && name != "native")
      diagnostics.error({}, "unknown CPU level '" + name + "'", "baseline, avx2, avx512 or native");
  }
  return request;
}

int run(const Options &o) {
  Diagnostics diagnostics;
  if (o.common.packs.empty())
    diagnostics.error({}, "no pack given", "--pack PATH");
  BundleRequest request = parse(o, diagnostics);
  // Before anything is compiled in vain.
  std::shared_ptr<const cuda::Nvrtc> nvrtc;
  std::optional<std::string> architecture;
  if (request.ptx) {
    nvrtc = cuda::Nvrtc::find();
    if (*nvrtc)
      architecture = nvrtc->architecture(o.architecture, diagnostics);
    else if (!diagnostics.hasErrors()) {
      diagnostics.error({}, "PTX needs NVRTC: " + nvrtc->problem(), cuda::Nvrtc::advice());
      report(diagnostics, o.common);
      return Exit::resourceFailed;
    }
  }
  auto packs = diagnostics.hasErrors() ? nullptr : pack::openStack(o.common.packs, diagnostics);
  if (!packs)
    return report(diagnostics, o.common);
  // A limit on file sizes shall be an error like a full disk, not the end of the process with a
  // half-written folder left behind.
  std::signal(SIGXFSZ, SIG_IGN);
  BundleOutcome outcome = writeBundle(
      *packs, request, makeBackend(o.common, nvrtc, architecture.value_or("")), diagnostics);
  int code = report(diagnostics, o.common);
  if (outcome == BundleOutcome::ResourceFailed)
    return Exit::resourceFailed;
  if (outcome == BundleOutcome::Written && !o.common.quiet && !o.common.json) {
    size_t count = request.settings.size() + request.dimensions.size();
    llvm::outs() << "wrote " << o.folder << ": " << count
                 << (count == 1 ? " generator" : " generators");
    if (request.libraries) {
      llvm::outs() << ", CPU level";
      for (rt::CpuLevel level : request.levels)
        llvm::outs() << ' ' << llvm::StringRef(rt::cpuLevelName(level));
    }
    llvm::outs() << '\n';
  }
  return code;
}

} // namespace

void tool::addCompile(CLI::App &app, int &exitCode) {
  CLI::App *sub = app.add_subcommand(
      "compile", "Compile dimensions and noise settings to a bundle, which libterrane_rt opens "
                 "(docs/formats.md)");
  auto o = std::make_shared<Options>();
  o->common.addTo(*sub);
  sub->add_option("--settings", o->settings,
                  "Noise settings whose functions to compile; several share one bundle, with a "
                  "generator each")
      ->type_name("ID");
  sub->add_option("--dimension", o->dimensions,
                  "Dimensions whose terrain step to compile; several share one bundle, also with "
                  "--settings, with a generator each")
      ->type_name("ID");
  sub->add_option("--world-preset", o->worldPreset,
                  "World preset that is searched for dimensions without a file of their own")
      ->type_name("ID")
      ->capture_default_str();
  sub->add_option("-o,--output", o->folder,
                  "Folder of the bundle; a bundle that is there is replaced when the new one is "
                  "complete")
      ->required()
      ->type_name("DIR");
  sub->add_option(
         "--target", o->targets,
         "What to write: cpp (the sources), so (the libraries), cuda (the CUDA sources), ptx "
         "(those compiled, which needs NVRTC), cuda-host (the same for the CPU, for tests); "
         "separated by commas")
      ->delimiter(',')
      ->type_name("TARGETS")
      ->capture_default_str();
  sub->add_option("--cpu-level", o->levels,
                  "Instructions that the libraries may use: baseline, avx2, avx512 or native (this "
                  "machine's); of several, separated by commas, the best is chosen when loading")
      ->delimiter(',')
      ->type_name("LEVELS")
      ->capture_default_str();
  sub->add_option("--arch", o->architecture,
                  "Virtual architecture of the PTX; devices of that and of later ones run it")
      ->type_name("compute_N")
      ->capture_default_str();
  sub->callback([o, &exitCode] { exitCode = onDeepStack([&] { return run(*o); }); });
}
