//===- region.cpp - All chunks of a rectangle, on several threads ---------===//
//
// Work is cut into tickets with a fixed order, which workers take one after the other: the biomes
// of the first three rows (the rectangle with a border of one chunk), then row by row the chunks,
// each next to the biomes of a chunk three rows further on.
//
// No worker waits for ever: a ticket waits only for earlier tickets and for deliveries, which
// themselves wait only for earlier tickets; and the earliest unfinished ticket has been taken.
//
//===----------------------------------------------------------------------===//

#include "runtime/chunk/region.h"

#include "runtime/chunk/old_area.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <pthread.h>

namespace terrane::rt {

namespace {

/// A thread with a stack of a chosen size, which std::thread cannot have. Joined at the latest when
/// destroyed.
class Worker {
public:
  Worker() = default;
  Worker(const Worker &) = delete;
  Worker &operator=(const Worker &) = delete;
  ~Worker() { join(); }

  /// `run` must live until join(). False where the system refuses.
  bool start(std::size_t stackBytes, std::function<void()> &run) {
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0)
      return false;
    bool fine = stackBytes == 0 || pthread_attr_setstacksize(&attributes, stackBytes) == 0;
    started = fine && pthread_create(&handle, &attributes, &entry, &run) == 0;
    pthread_attr_destroy(&attributes);
    return started;
  }
  void join() {
    if (started)
      pthread_join(handle, nullptr);
    started = false;
  }

private:
  static void *entry(void *run) {
    (*static_cast<std::function<void()> *>(run))();
    return nullptr;
  }

  pthread_t handle{};
  bool started = false;
};

/// Adds the time of its life to a sum.
class Timed {
public:
  explicit Timed(f64 &sum) : sum(sum), start(Clock::now()) {}
  ~Timed() { sum += std::chrono::duration<f64>(Clock::now() - start).count(); }
  Timed(const Timed &) = delete;
  Timed &operator=(const Timed &) = delete;

private:
  using Clock = std::chrono::steady_clock;
  f64 &sum;
  Clock::time_point start;
};

struct BiomeSlot {
  ChunkBiomes biomes;
  i64 row = -1; ///< whose biomes are ready here
  std::exception_ptr failure;
};

struct ChunkSlot {
  explicit ChunkSlot(Chunk chunk) : chunk(std::move(chunk)) {}

  Chunk chunk;
  i64 index = -1; ///< which chunk is ready here
  /// Of the 3 x 3 chunks around it those that are its own: that old chunks reach, or that a chunk
  /// made elsewhere brings; the others are not used.
  std::array<ChunkBiomes, 9> own;
  const ChunkBiomes *biomes = nullptr; ///< the chunk's, where they are its own
  bool batched = false;                ///< made by the engine for batches
  std::string error;
  std::exception_ptr failure;
};

/// Rows of biomes count from 0 at z0 - 1, their columns from 0 at x0 - 1; rows and columns of
/// chunks from 0 at z0 and x0.
struct Ticket {
  bool isChunk;
  i64 row, column;
};

class RegionRun {
public:
  RegionRun(const std::shared_ptr<const TerrainWorld> &world, const RegionRequest &request,
            const std::function<bool(const RegionChunk &)> &deliver)
      : request(request), deliver(deliver), width(request.area.width()),
        depth(request.area.depth()), count(request.area.count()),
        threads(std::min<i64>(count, std::max(1u, request.threads))) {
    for (i64 i = 0; i < threads; ++i)
      steps.push_back(std::make_unique<TerrainStep>(world));
    if (world->batches() && request.lastStage != TerrainStage::Biomes)
      premade = world->batches()->open(world, request.area,
                                       std::min(request.lastStage, TerrainStage::Materials));
    seconds.resize(threads);
    window = std::min(count, threads == 1 ? 1 : threads * 4);
    for (i64 i = 0; i < window; ++i)
      chunks.emplace_back(steps[0]->makeChunk());
    // Four rows are in use at any time; the rest is slack for chunks that are not delivered yet.
    biomeRows = std::min(depth + 2, 5 + (window + width - 1) / width);
    biomes.resize(biomeRows * (width + 2));
    numTickets = 3 * (width + 2) + count + std::max<i64>(0, depth - 1) * (width + 2);
  }

  RegionResult run() {
    if (threads == 1)
      runHere();
    else
      runOnThreads();
    result.delivered = delivered;
    for (const StageSeconds &s : seconds) {
      result.seconds.biomes += s.biomes;
      result.seconds.fill += s.fill;
      result.seconds.materials += s.materials;
      result.seconds.carvers += s.carvers;
    }
    return std::move(result);
  }

private:
  Ticket ticketAt(i64 number) const {
    i64 biomeWidth = width + 2, prologue = 3 * biomeWidth;
    if (number < prologue)
      return {false, number / biomeWidth, number % biomeWidth};
    number -= prologue;
    i64 length = width + biomeWidth, row = number / length, place = number % length;
    if (row >= depth - 1) // all rows of biomes have been given out
      return {true, depth - 1, number - (depth - 1) * length};
    if (place >= 2 * width)
      return {false, row + 3, place - width};
    return place % 2 ? Ticket{true, row, place / 2} : Ticket{false, row + 3, place / 2};
  }

  BiomeSlot &biomeSlot(i64 row, i64 column) {
    return biomes[row % biomeRows * (width + 2) + column];
  }
  ChunkSlot &chunkSlot(i64 index) { return chunks[index % window]; }

  // The lock is held: what must have happened before a ticket.
  bool ready(const Ticket &t) {
    if (!t.isChunk) // the row whose memory this one takes serves the chunks up to row - biomeRows
      return delivered >= (t.row - biomeRows + 1) * width;
    if (t.row * width + t.column >= delivered + window)
      return false;
    for (i64 i = 0; i < 9; ++i)
      if (biomeSlot(t.row + i / 3, t.column + i % 3).row != t.row + i / 3)
        return false;
    return true;
  }

  void compute(const Ticket &t, TerrainStep &step, StageSeconds &sums) {
    if (t.isChunk) {
      ChunkSlot &slot = chunkSlot(t.row * width + t.column);
      slot.error.clear();
      slot.failure = nullptr;
      slot.biomes = nullptr;
      try {
        computeChunk(t, step, sums, slot);
      } catch (...) {
        slot.failure = std::current_exception();
      }
      return;
    }
    BiomeSlot &slot = biomeSlot(t.row, t.column);
    slot.failure = nullptr;
    if (premade) // they come with the chunk
      return;
    try {
      Timed timed(sums.biomes);
      step.biomes(i32(request.area.x0 - 1 + t.column), i32(request.area.z0 - 1 + t.row),
                  slot.biomes);
    } catch (...) {
      slot.failure = std::current_exception();
    }
  }

  void computeChunk(const Ticket &t, TerrainStep &step, StageSeconds &sums, ChunkSlot &slot) {
    i32 x = i32(request.area.x0 + t.column), z = i32(request.area.z0 + t.row);
    ChunkInputs given;
    if (request.inputs)
      given = request.inputs(x, z);
    slot.batched = premade && takePremade(x, z, given, step, sums, slot);
    if (slot.batched)
      return;
    std::array<const ChunkBiomes *, 9> around{};
    for (i64 i = 0; i < 9; ++i) {
      BiomeSlot &neighbour = biomeSlot(t.row + i / 3, t.column + i % 3);
      if (neighbour.failure)
        std::rethrow_exception(neighbour.failure);
      around[i] = premade ? &slot.own[i] : &neighbour.biomes;
      if (premade) {
        Timed timed(sums.biomes);
        step.biomes(x + i32(i % 3) - 1, z + i32(i / 3) - 1, slot.own[i]);
      }
    }
    slot.biomes = premade ? &slot.own[4] : nullptr;
    if (!given.oldChunks.empty()) {
      Timed timed(sums.biomes);
      blendBiomes(x, z, given.oldChunks, step, slot, around);
    }
    if (request.lastStage == TerrainStage::Biomes) {
      slot.chunk.reset(x, z);
      return;
    }
    Beardifier beardifier;
    Blender blender;
    BlendingFilter filter;
    if (!given.pieces.empty())
      beardifier = Beardifier::forChunk(x, z, given.pieces);
    if (!given.oldChunks.empty()) {
      filter = OldArea::forChunk(x, z, given.oldChunks).filter();
      blender = Blender::forChunk(x, z, std::move(given.oldChunks));
    }
    {
      Timed timed(sums.fill);
      step.fill(slot.chunk, x, z, beardifier.empty() ? nullptr : &beardifier, &blender);
    }
    if (request.lastStage == TerrainStage::Fill)
      return;
    {
      Timed timed(sums.materials);
      if (!step.materials(slot.chunk, around, slot.error)) {
        if (slot.error.empty())
          slot.error = "the material rules fail";
        return;
      }
    }
    if (request.lastStage == TerrainStage::Materials)
      return;
    Timed timed(sums.carvers);
    carve(step, slot, filter);
  }

  /// Takes a chunk that has been made elsewhere, and carves it. False where it is to be made here.
  bool takePremade(i32 x, i32 z, const ChunkInputs &given, TerrainStep &step, StageSeconds &sums,
                   ChunkSlot &slot) {
    {
      Timed timed(sums.fill);
      if (!premade->take(x, z, slot.chunk, slot.own[4]) || !given.pieces.empty() ||
          !given.oldChunks.empty())
        return false;
    }
    slot.biomes = &slot.own[4];
    Timed timed(sums.carvers);
    if (request.lastStage == TerrainStage::Carvers) {
      step.adopt(x, z);
      carve(step, slot, {});
    }
    return true;
  }

  static void carve(TerrainStep &step, ChunkSlot &slot, const BlendingFilter &filter) {
    if (!step.carve(slot.chunk, slot.error, filter) && slot.error.empty())
      slot.error = "the carvers fail";
  }

  /// Puts blended biomes in the place of those of `around` that old chunks reach and that the stage
  /// needs.
  void blendBiomes(i32 x, i32 z, const std::vector<OldChunk> &old, TerrainStep &step,
                   ChunkSlot &slot, std::array<const ChunkBiomes *, 9> &around) {
    bool all = request.lastStage >= TerrainStage::Materials;
    for (i32 i = 0; i < 9; ++i) {
      if (i != 4 && !all)
        continue;
      i32 bx = x + i % 3 - 1, bz = z + i / 3 - 1;
      BiomeBlender blender = BiomeBlender::forChunk(bx, bz, old);
      if (blender.empty())
        continue;
      step.biomes(bx, bz, slot.own[i], &blender);
      around[i] = &slot.own[i];
    }
    if (around[4] == &slot.own[4])
      slot.biomes = around[4];
  }

  // The lock is held.
  void markDone(const Ticket &t) {
    if (t.isChunk)
      chunkSlot(t.row * width + t.column).index = t.row * width + t.column;
    else
      biomeSlot(t.row, t.column).row = t.row;
  }

  /// Delivers the next chunk, which is ready. False where the run ends. The lock is not held.
  bool deliverNext(i64 index) {
    ChunkSlot &slot = chunkSlot(index);
    if (slot.failure)
      std::rethrow_exception(slot.failure);
    i64 row = index / width, column = index % width;
    if (!slot.error.empty()) {
      result.state = RegionResult::Failed;
      result.chunkX = i32(request.area.x0 + column);
      result.chunkZ = i32(request.area.z0 + row);
      result.error = slot.error;
      return false;
    }
    const ChunkBiomes &biomes = slot.biomes ? *slot.biomes : biomeSlot(row + 1, column + 1).biomes;
    if (!deliver({slot.chunk, biomes, index})) {
      result.state = RegionResult::Stopped;
      return false;
    }
    result.batched += slot.batched;
    return true;
  }
  void reportProgress() {
    if (request.progress)
      request.progress(delivered, count);
  }
  bool isCancelled() const { return request.cancelled && request.cancelled->load(); }

  void runHere() {
    result.threads = 1;
    for (i64 number = 0; number < numTickets; ++number) {
      if (isCancelled()) {
        result.state = RegionResult::Stopped;
        return;
      }
      Ticket t = ticketAt(number);
      compute(t, *steps[0], seconds[0]);
      markDone(t);
      if (!t.isChunk)
        continue;
      if (!deliverNext(delivered))
        return;
      ++delivered;
      reportProgress();
    }
  }

  void work(TerrainStep &step, StageSeconds &sums) {
    std::unique_lock<std::mutex> lock(mutex);
    while (!stopping && nextTicket < numTickets) {
      Ticket t = ticketAt(nextTicket++);
      mayWork.wait(lock, [&] { return stopping || ready(t); });
      stopping = stopping || isCancelled();
      if (stopping)
        break;
      lock.unlock();
      compute(t, step, sums);
      lock.lock();
      markDone(t);
      mayWork.notify_all();
      if (t.isChunk)
        mayDeliver.notify_one();
    }
    mayWork.notify_all();
    mayDeliver.notify_one();
  }

  void runOnThreads() {
    std::vector<std::function<void()>> jobs(threads);
    // Ends the workers whatever happens here, before what they use goes away.
    struct Team {
      explicit Team(RegionRun &run) : run(run), workers(run.threads) {}
      ~Team() {
        std::lock_guard<std::mutex> lock(run.mutex);
        run.stopping = true;
        run.mayWork.notify_all();
      }
      RegionRun &run;
      std::vector<Worker> workers;
    };
    {
      Team team(*this);
      for (i64 i = 0; i < threads; ++i) {
        jobs[i] = [this, i] { work(*steps[i], seconds[i]); };
        if (!team.workers[i].start(request.stackBytes, jobs[i]))
          break;
        ++result.threads;
      }
      if (result.threads > 0)
        deliverAll();
    }
    if (result.threads == 0)
      runHere();
  }

  void deliverAll() {
    std::unique_lock<std::mutex> lock(mutex);
    while (delivered < count) {
      i64 index = delivered;
      mayDeliver.wait(lock, [&] { return stopping || chunkSlot(index).index == index; });
      if (stopping || isCancelled()) {
        result.state = RegionResult::Stopped;
        return;
      }
      lock.unlock();
      if (!deliverNext(index))
        return;
      lock.lock();
      ++delivered;
      mayWork.notify_all();
      lock.unlock();
      reportProgress();
      lock.lock();
    }
  }

  const RegionRequest &request;
  const std::function<bool(const RegionChunk &)> &deliver;
  const i64 width, depth, count, threads;
  i64 window, biomeRows, numTickets;
  std::vector<std::unique_ptr<TerrainStep>> steps; ///< per thread
  std::unique_ptr<PremadeChunks> premade;          ///< may be null
  std::vector<StageSeconds> seconds;               ///< per thread
  RegionResult result;

  std::mutex mutex;
  std::condition_variable mayWork, mayDeliver;
  // Guarded by the lock; of the slots, the marks of what is ready.
  i64 nextTicket = 0, delivered = 0;
  bool stopping = false;
  std::vector<BiomeSlot> biomes;
  std::vector<ChunkSlot> chunks;
};

} // namespace

RegionResult generateRegion(const std::shared_ptr<const TerrainWorld> &world,
                            const RegionRequest &request,
                            const std::function<bool(const RegionChunk &)> &deliver) {
  return RegionRun(world, request, deliver).run();
}

} // namespace terrane::rt
