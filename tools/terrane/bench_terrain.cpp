//===- bench_terrain.cpp - The terrain step timed by stage ----------------===//

#include "tools/terrane/bench_terrain.h"

#include <benchmark/benchmark.h>

#include <chrono>

using namespace terrane;
using namespace terrane::tool;

namespace {

struct StageTimes {
  double biomes = 0, fill = 0, materials = 0, carvers = 0; ///< seconds, of the whole region
};

StageTimes generateRegion(rt::TerrainStep &step, rt::Chunk &chunk,
                          std::vector<rt::ChunkBiomes> &biomes, int size, std::string &error) {
  using Clock = std::chrono::steady_clock;
  auto seconds = [](Clock::time_point from) {
    return std::chrono::duration<double>(Clock::now() - from).count();
  };
  StageTimes times;
  auto started = Clock::now();
  int side = size + 2;
  for (int z = 0; z < side; ++z)
    for (int x = 0; x < side; ++x)
      step.biomes(x - 1, z - 1, biomes[z * side + x]);
  times.biomes = seconds(started);
  for (int z = 0; z < size; ++z)
    for (int x = 0; x < size; ++x) {
      started = Clock::now();
      step.fill(chunk, x, z);
      times.fill += seconds(started);
      started = Clock::now();
      std::array<const rt::ChunkBiomes *, 9> around;
      for (int i = 0; i < 9; ++i)
        around[i] = &biomes[(z + i / 3) * side + x + i % 3];
      step.materials(chunk, around, error);
      times.materials += seconds(started);
      started = Clock::now();
      step.carve(chunk, error);
      times.carvers += seconds(started);
    }
  return times;
}

void timeTerrain(benchmark::State &state, std::shared_ptr<const rt::TerrainWorld> world, int size) {
  rt::TerrainStep step(std::move(world));
  rt::Chunk chunk = step.makeChunk();
  std::vector<rt::ChunkBiomes> biomes((size + 2) * (size + 2));
  double chunks = double(size) * size, milliseconds = 1000 / chunks;
  StageTimes sum;
  for (auto _ : state) {
    std::string error;
    StageTimes times = generateRegion(step, chunk, biomes, size, error);
    if (!error.empty())
      state.SkipWithError(error.c_str());
    sum.biomes += times.biomes;
    sum.fill += times.fill;
    sum.materials += times.materials;
    sum.carvers += times.carvers;
    state.SetIterationTime((times.biomes + times.fill + times.materials + times.carvers) / chunks);
  }
  auto mean = [&](double part) {
    return benchmark::Counter(part * milliseconds, benchmark::Counter::kAvgIterations);
  };
  state.counters["biomes_ms"] = mean(sum.biomes);
  state.counters["fill_ms"] = mean(sum.fill);
  state.counters["materials_ms"] = mean(sum.materials);
  state.counters["carvers_ms"] = mean(sum.carvers);
  state.counters["chunks_per_s"] = benchmark::Counter(
      chunks * double(state.iterations()) / (sum.biomes + sum.fill + sum.materials + sum.carvers));
}

} // namespace

bool tool::registerTerrainBenchmarks(const DimensionOptions &dimension, const pack::Stack &packs,
                                     const Common &common, const std::vector<std::string> &engines,
                                     int size, int repetitions, Diagnostics &diagnostics) {
  for (const std::string &engine : engines) {
    Common own = common;
    own.engine = engine;
    auto request = readRequest(dimension, packs, diagnostics);
    auto compiled =
        request ? Dimension::compile(std::move(*request), packs, own, diagnostics) : nullptr;
    auto world = compiled ? compiled->world(common.seed(), diagnostics) : nullptr;
    if (!world)
      return false;
    // The world holds what it needs; a reference rule needs no more of the module.
    benchmark::RegisterBenchmark(
        ("terrain/" + engine).c_str(),
        [world, size](benchmark::State &state) { timeTerrain(state, world, size); })
        ->Unit(benchmark::kMillisecond)
        ->UseManualTime()
        ->Iterations(1)
        ->Repetitions(repetitions)
        ->ReportAggregatesOnly(true);
  }
  return true;
}
