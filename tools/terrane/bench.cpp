//===- bench.cpp - terrane bench: engines side by side --------------------===//

#include "tools/terrane/bench_terrain.h"
#include "tools/terrane/common.h"

#include "targets/jit/cpp_engine.h"

#include "llvm/Support/Format.h"

#include <benchmark/benchmark.h>

#include <chrono>

using namespace terrane;
using namespace terrane::tool;

namespace {

struct Options {
  Common common;
  DimensionOptions dimension;
  bool terrain = false;
  int region = 16;
  std::string size = "16,384,16", min = "0,-64,0", step = "1,1,1";
  std::vector<std::string> entries, engines = {"reference", "cpp"};
  int repetitions = 9;
  double minTime = 0.2;
  bool jit = false;
};

void evaluate(benchmark::State &state, SamplerContext &sampling, unsigned entry,
              const rt::Volume &v) {
  std::vector<float> values(v.count());
  for (auto _ : state) {
    sampling.volume(entry, values.data(), v);
    benchmark::DoNotOptimize(values.data());
  }
  // Points of the lattice per second; its inverse is the time per lattice point.
  state.counters["per_point"] =
      benchmark::Counter(double(v.count()), benchmark::Counter::kIsIterationInvariantRate |
                                                benchmark::Counter::kInvert);
}

int runBenchmarks(const Options &o) {
  std::vector<std::string> arguments = {
      "terrane", o.common.json ? "--benchmark_format=json" : "--benchmark_format=console",
      // Repetitions of the engines in turns: a machine that gets
      // slower meanwhile changes no ratio.
      "--benchmark_enable_random_interleaving=true"};
  std::vector<char *> argv;
  argv.reserve(arguments.size());
  for (std::string &a : arguments)
    argv.push_back(a.data());
  int argc = static_cast<int>(argv.size());
  benchmark::Initialize(&argc, argv.data());
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return Exit::ok;
}

int run(const Options &o) {
  Diagnostics diagnostics;
  if (o.common.packs.empty())
    diagnostics.error({}, "no pack given", "--pack PATH");
  if (o.terrain) {
    for (const std::string &engine : o.engines)
      if (llvm::StringRef(engine).starts_with("cuda"))
        diagnostics.error({}, "the engine " + engine + " makes chunks in batches, without stages",
                          "--engines reference,cpp; terrane-device-check times batches");
    auto packs = diagnostics.hasErrors() ? nullptr : pack::openStack(o.common.packs, diagnostics);
    bool fine = packs && registerTerrainBenchmarks(o.dimension, *packs, o.common, o.engines,
                                                   o.region, o.repetitions, diagnostics);
    return fine ? runBenchmarks(o) : report(diagnostics, o.common);
  }
  if (o.dimension.settings.empty())
    diagnostics.error({}, "no noise settings given", "--settings ID");
  auto size = parseTriple(o.size, "--volume", diagnostics),
       min = parseTriple(o.min, "--min", diagnostics),
       step = parseTriple(o.step, "--step", diagnostics);
  CompileRequest request;
  if (!o.dimension.settings.empty())
    request.settings = parseId(o.dimension.settings, "noise settings", diagnostics);
  auto packs = diagnostics.hasErrors() ? nullptr : pack::openStack(o.common.packs, diagnostics);
  if (!packs)
    return report(diagnostics, o.common);
  rt::Volume v;
  v.sx = (*size)[0], v.sy = (*size)[1], v.sz = (*size)[2];
  v.mx = (*min)[0], v.my = (*min)[1], v.mz = (*min)[2];
  v.tx = (*step)[0], v.ty = (*step)[1], v.tz = (*step)[2];
  if (v.sx < 1 || v.sy < 1 || v.sz < 1 || v.tx < 1 || v.ty < 1 || v.tz < 1) {
    diagnostics.error({}, "a volume has a size or step below 1", "sizes and steps of at least 1");
    return report(diagnostics, o.common);
  }

  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  using Clock = std::chrono::steady_clock;
  auto started = Clock::now();
  auto module = compileToSamplers(context, *packs, request, diagnostics);
  double compileMs = std::chrono::duration<double, std::milli>(Clock::now() - started).count();
  if (!module)
    return report(diagnostics, o.common);
  if (o.jit) {
    // Cold without the object cache, then twice with it: the second is a hit.
    for (auto [name, cache] : {std::pair("cold", false), {"filling", true}, {"warm", true}}) {
      jit::EngineTimes times;
      jit::BuildOptions build = buildOptions(o.common);
      build.useCache = cache;
      if (!jit::makeCppGenerator(samplerGraph(*module), o.common.seed(), diagnostics, build,
                                 &times))
        return report(diagnostics, o.common);
      llvm::outs() << llvm::format(
          "%-8s import and passes %.1f ms, emit %.1f ms, compile and load %.1f ms, seed %.1f ms\n",
          name, compileMs, times.emit, times.load, times.seed);
    }
    return Exit::ok;
  }

  std::vector<std::pair<std::string, std::unique_ptr<Generator>>> engines;
  for (const std::string &engine : o.engines) {
    Common common = o.common;
    common.engine = engine;
    auto generator = makeGenerator(*module, common, o.common.seed(), diagnostics);
    if (!generator)
      return report(diagnostics, o.common);
    engines.emplace_back(engine, std::move(generator));
  }
  std::vector<std::unique_ptr<SamplerContext>> contexts;
  for (const std::string &name : o.entries)
    for (auto &[engine, generator] : engines) {
      std::optional<unsigned> entry = generator->entry(name);
      if (!entry) {
        diagnostics.error({}, "the settings have no entry '" + name + "'");
        return report(diagnostics, o.common);
      }
      // Without caches, so that asking for the same volume again computes it again.
      contexts.push_back(generator->context(false));
      SamplerContext *sampling = contexts.back().get();
      benchmark::RegisterBenchmark(
          (name + "/" + engine).c_str(),
          [=](benchmark::State &state) { evaluate(state, *sampling, *entry, v); })
          ->Unit(benchmark::kMillisecond)
          ->Repetitions(o.repetitions)
          ->MinTime(o.minTime)
          ->ReportAggregatesOnly(true);
    }
  return runBenchmarks(o);
}

} // namespace

void tool::addBench(CLI::App &app, int &exitCode) {
  CLI::App *sub = app.add_subcommand(
      "bench", "Time entries of noise settings over a volume, or the terrain step (--terrain), "
               "engines side by side in one run");
  auto o = std::make_shared<Options>();
  o->common.addTo(*sub);
  o->dimension.addTo(*sub);
  sub->add_flag("--terrain", o->terrain,
                "Time the terrain step of a dimension by stage instead, one thread");
  sub->add_option("--region", o->region, "With --terrain: chunks along each side of the region")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  sub->add_option("--entry", o->entries, "Entries to time (default: router:final_density)")
      ->type_name("NAME");
  CLI::Option *engine = sub->get_option("--engine");
  sub->add_option("--engines", o->engines, "Engines to compare; --engine names a single one")
      ->excludes(engine)
      ->check(CLI::IsMember({"reference", "cpp", "cuda-host"}))
      ->delimiter(',')
      ->capture_default_str();
  sub->add_option("--volume", o->size, "Sizes of the volume")->capture_default_str();
  sub->add_option("--min", o->min, "Its minimum block")->capture_default_str();
  sub->add_option("--step", o->step, "Its steps")->capture_default_str();
  sub->add_option("--repetitions", o->repetitions, "Measurements per entry and engine")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  sub->add_option("--min-time", o->minTime, "Seconds per measurement")->capture_default_str();
  sub->add_flag("--jit", o->jit, "Time emission and in-process compilation instead");
  sub->callback([o, engine, &exitCode] {
    if (engine->count())
      o->engines = {o->common.engine};
    if (o->entries.empty())
      o->entries = {"router:final_density"};
    exitCode = onDeepStack([&] { return run(*o); });
  });
}
