//===- measure.cpp - How fast a device makes batches ------------------------===//
//
// Every run makes chunks that no run before has made. Times are the host's, from before the first
// batch is submitted until the last one is there.
//
//===----------------------------------------------------------------------===//

#include "tools/device_check/measure.h"

#include "tools/device_check/kernel_times.h"

#include <algorithm>
#include <array>
#include <optional>
#include <unistd.h>

using namespace terrane;
using namespace terrane::check;
using rt::ChunkRect;
using rt::i32;
using rt::i64;
using rt::cuda::BatchMemory;
using rt::cuda::BatchOptions;
using rt::cuda::BatchPipeline;
using rt::cuda::BatchResult;
using rt::cuda::DeviceError;

namespace {

/// What is measured; an end-to-end run has several batches under way.
struct Kind {
  const char *name;
  bool materials, narrow, download;
};
constexpr Kind kernels{"kernels", true, false, false};
constexpr Kind fillKernels{"kernels, fill alone", false, false, false};
constexpr Kind endToEnd{"end to end", true, false, true};
constexpr Kind endToEndBytes{"end to end, bytes", true, true, true};

constexpr int slotsEndToEnd = 3;
constexpr double mostSeconds = 5;    ///< of one measurement, once it has three runs
constexpr double secondsPerGb = 0.7; ///< to take and give back pinned memory, at a guess
constexpr double reserve = 3;        ///< seconds to leave for what comes after

/// Times of one measurement.
struct Row {
  std::string kind, size;
  i64 chunks; ///< of a run
  std::vector<double> times;

  double median() const {
    std::vector<double> sorted = times;
    std::sort(sorted.begin(), sorted.end());
    std::size_t n = sorted.size();
    return n % 2 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
  }
  std::string text() const {
    double lowest = *std::min_element(times.begin(), times.end()),
           highest = *std::max_element(times.begin(), times.end()), middle = median();
    return format("%-20s %-26s %2d runs, median %11.3f ms (%.3f .. %.3f), %11.1f chunks/s, %9.2f "
                  "us/chunk",
                  kind.c_str(), size.c_str(), int(times.size()), middle * 1e3, lowest * 1e3,
                  highest * 1e3, double(chunks) / middle, middle * 1e6 / double(chunks));
  }
};

class Measurement {
public:
  Measurement(const CheckedWorld &checked, const MeasureOptions &options, const TimeLimit &limit)
      : world(checked), options(options), limit(limit), step(checked.world) {}

  void run() {
    // What matters most comes first, large batches last: there may not be time for all.
    std::vector<i32> all = sides();
    auto some = [&](bool large) {
      for (i32 side : all)
        if ((side > 32) == large)
          for (const Kind &kind : {kernels, endToEnd, endToEndBytes})
            batches(kind, side);
    };
    some(false);
    if (options.region > 0)
      for (std::array<i32, 2> shape : shapes())
        for (const Kind &kind : {endToEnd, endToEndBytes})
          region(kind, shape[0], shape[1]);
    for (i32 side : all)
      if (side <= 32 && (side == 32 || side == all.back())) {
        batches(fillKernels, side);
        eachKernel(side);
      }
    some(true);
    say("");
    say("all measurements again, as a table:");
    for (const Row &row : rows)
      say(row.text());
  }

  MeasureResult result;

private:
  std::vector<i32> sides() const {
    std::vector<i32> list;
    for (i32 size : options.sizes) {
      i32 side = 1;
      while ((side + 1) * (side + 1) <= size)
        ++side;
      list.push_back(side);
    }
    return list;
  }

  /// Of the batches of the region.
  std::vector<std::array<i32, 2>> shapes() const {
    i32 side = options.region;
    if (side < 64)
      return {{(side + 1) / 2, (side + 1) / 2}};
    return {{32, 32}, {side, 8}, {64, 64}};
  }

  static BatchOptions optionsOf(const Kind &kind, i32 width, i32 depth, int slots) {
    BatchOptions options;
    options.chunksX = width;
    options.chunksZ = depth;
    options.slots = slots;
    options.materials = kind.materials;
    options.narrow = kind.narrow;
    options.download = kind.download;
    return options;
  }

  /// Null, after saying why, where there is no room or no time.
  std::unique_ptr<BatchPipeline> prepare(const Kind &kind, const std::string &what, i32 width,
                                         i32 depth, i64 chunksAtLeast, int slots) {
    return prepare(world.parts, kind, what, width, depth, chunksAtLeast, slots);
  }
  std::unique_ptr<BatchPipeline> prepare(const BatchPipeline::Parts &parts, const Kind &kind,
                                         const std::string &what, i32 width, i32 depth,
                                         i64 chunksAtLeast, int slots) {
    if (kind.narrow && world.world->settings().numStates > 256)
      return nullptr;
    BatchOptions chosen = optionsOf(kind, width, depth, slots);
    BatchMemory memory = BatchPipeline::plan(parts, chosen);
    i64 device = memory.world + memory.device, free = parts.device->freeBytes();
    i64 host = i64(::sysconf(_SC_AVPHYS_PAGES)) * i64(::sysconf(_SC_PAGESIZE));
    double gb = double(device) / 1e9, pinned = double(memory.pinned) / 1e9;
    std::string title = std::string(kind.name) + ", " + what;
    if (device > free / 20 * 19 || memory.pinned > host / 10 * 8) {
      say(title + format(": left out, it takes %.2f GB of %.2f GB on the device and %.2f GB of "
                         "%.2f GB on the host",
                         gb, double(free) / 1e9, pinned, double(host) / 1e9));
      return nullptr;
    }
    double expected = secondsPerChunk * double(chunksAtLeast) + pinned * secondsPerGb;
    if (expected + reserve > limit.left()) {
      say(title + ": left out, " + seconds(expected) + " are expected and " +
          seconds(limit.left()) + " left");
      return nullptr;
    }
    say("measuring " + title +
        format(": %.3f GB on the device, %.3f GB pinned, %.0f s left", gb, pinned, limit.left()));
    try {
      return std::make_unique<BatchPipeline>(parts, chosen);
    } catch (const DeviceError &error) {
      if (error.kind != DeviceError::OutOfMemory)
        throw;
      say(title + ": left out: " + error.what());
      return nullptr;
    }
  }

  /// The next rectangle; they lie side by side from the origin.
  ChunkRect next(i32 width, i32 depth) {
    ChunkRect area{place, 0, place + width - 1, depth - 1};
    place += width;
    return area;
  }

  bool another(const Row &row, double began) const {
    int have = int(row.times.size());
    double used = began - limit.left(), each = have ? row.times.back() : 0;
    return have == 0 || (have < options.runs && each + reserve < limit.left() &&
                         (have < 3 || used < mostSeconds));
  }

  void keep(Row row) {
    say(row.text());
    secondsPerChunk = row.median() / double(row.chunks);
    rows.push_back(std::move(row));
  }

  void batches(const Kind &kind, i32 side) {
    int slots = kind.download ? slotsEndToEnd : 1;
    // As many batches as give several rounds of the slots.
    i64 count = kind.download ? 2 * slots : 1;
    std::string what = format("%d chunks", side * side);
    auto pipeline = prepare(kind, what, side, side, i64(side) * side * (slots + count), slots);
    if (!pipeline)
      return;
    // First, what a first run alone has to do.
    many(*pipeline, slots, side, side);
    Row row{kind.name,
            what + (count > 1 ? format(" x %d batches", int(count)) : ""),
            i64(side) * side * count,
            {}};
    double began = limit.left();
    while (another(row, began))
      row.times.push_back(many(*pipeline, count, side, side));
    keep(std::move(row));
    if (kind.download)
      compareSome(last);
  }

  /// Where the time of one batch goes: every kernel by itself.
  void eachKernel(i32 side) {
    auto timed = std::make_shared<TimedDevice>(world.parts.device);
    BatchPipeline::Parts parts = world.parts;
    parts.device = timed;
    Kind kind{"kernels one by one", true, world.world->settings().numStates <= 256, false};
    auto pipeline =
        prepare(parts, kind, format("%d chunks", side * side), side, side, 2 * i64(side) * side, 1);
    if (!pipeline)
      return;
    many(*pipeline, 1, side, side); // first, what a first run alone has to do
    timed->take();
    many(*pipeline, 1, side, side);
    std::vector<KernelTime> times = timed->take();
    double all = 0;
    for (const KernelTime &time : times)
      all += time.seconds;
    for (const KernelTime &time : times)
      say(format("  %-20s %4lld launches, %11lld threads, %11.3f ms, %5.1f %%", time.kernel.c_str(),
                 static_cast<long long>(time.launches), static_cast<long long>(time.threads),
                 time.seconds * 1e3, 100 * time.seconds / all));
  }

  /// Seconds for `count` batches, the slots used in turns.
  double many(BatchPipeline &pipeline, i64 count, i32 width, i32 depth) {
    const i64 slots = pipeline.options().slots;
    Stopwatch watch;
    for (i64 i = 0; i < count + slots; ++i) {
      if (i >= slots && i - slots < count)
        last = pipeline.wait(int(i % slots));
      if (i < count)
        pipeline.submit(int(i % slots), next(width, depth));
    }
    return watch.seconds();
  }

  void region(const Kind &kind, i32 width, i32 depth) {
    std::string what = format("%d x %d in %d x %d", options.region, options.region, width, depth);
    i64 side = options.region;
    auto pipeline = prepare(kind, what, width, depth, side * side, 2);
    if (!pipeline)
      return;
    Row row{kind.name, what, side * side, {}};
    double began = limit.left();
    const i64 slots = 2;
    while (another(row, began)) {
      Stopwatch watch;
      std::vector<ChunkRect> parts;
      for (i32 z = 0; z < options.region; z += depth)
        for (i32 x = 0; x < options.region; x += width)
          parts.push_back({place + x, z, place + std::min(x + width, options.region) - 1,
                           std::min(z + depth, options.region) - 1});
      place += options.region;
      for (i64 i = 0; i < i64(parts.size()) + slots; ++i) {
        if (i >= slots)
          last = pipeline->wait(int(i % slots));
        if (i < i64(parts.size()))
          pipeline->submit(int(i % slots), parts[std::size_t(i)]);
      }
      row.times.push_back(watch.seconds());
    }
    keep(std::move(row));
    compareSome(last);
  }

  /// Some chunks of a batch against the CPU's own, so that large batches are known to be right,
  /// too.
  void compareSome(const BatchResult &batch) {
    const i32 width = i32(batch.area.width()), count = i32(batch.area.count());
    rt::Chunk here = step.makeChunk();
    std::array<rt::ChunkBiomes, 9> biomes;
    std::array<const rt::ChunkBiomes *, 9> around;
    for (i32 n : {0, count / 2 + width / 2, count - 1}) {
      if (batch.mustRedo(n) || limit.left() < reserve)
        continue;
      i32 x = batch.area.x0 + n % width, z = batch.area.z0 + n / width;
      for (i32 i = 0; i < 9; ++i) {
        step.biomes(x + i % 3 - 1, z + i / 3 - 1, biomes[std::size_t(i)]);
        around[std::size_t(i)] = &biomes[std::size_t(i)];
      }
      rt::Chunk chunk = step.makeChunk();
      step.fill(chunk, x, z);
      std::string error;
      if (!step.materials(chunk, around, error))
        continue;
      batch.copyTo(n, here);
      ++result.compared;
      bool same = here.blocks() == chunk.blocks() && here.oceanFloors() == chunk.oceanFloors() &&
                  here.worldSurfaces() == chunk.worldSurfaces() &&
                  here.fluidMarks() == chunk.fluidMarks();
      if (!same) {
        ++result.different;
        say(format("mismatch: chunk [%d,%d] of a batch of %d differs from that of the CPU", x, z,
                   count));
      }
    }
  }

  const CheckedWorld &world;
  const MeasureOptions &options;
  const TimeLimit &limit;
  rt::TerrainStep step;
  std::vector<Row> rows;
  BatchResult last{};
  i32 place = 0;              ///< where the next rectangle begins
  double secondsPerChunk = 0; ///< of the last measurement
};

} // namespace

MeasureResult check::measureBatches(const CheckedWorld &world, const MeasureOptions &options,
                                    const TimeLimit &limit) {
  Measurement measurement(world, options, limit);
  measurement.run();
  return measurement.result;
}
