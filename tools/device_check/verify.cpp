//===- verify.cpp - Rows of chunk vectors on a device -----------------------===//

#include "tools/device_check/verify.h"

#include "runtime/verify/chunk_values.h"

#include <optional>

using namespace terrane;
using namespace terrane::check;
using rt::ChunkRect;
using rt::i32;
using rt::cuda::BatchOptions;
using rt::cuda::BatchPipeline;
using rt::cuda::BatchResult;

namespace {

constexpr long long maxSaid = 20; ///< mismatches of one file that are written out

/// One way to make the chunk of a row.
class Pass {
public:
  /// The slots, which are streams of the device, for the fill alone and for all.
  Pass(const BatchPipeline::Parts &parts, i32 border, bool narrow, int fillSlot, int allSlot)
      : border(border), fillSlot(fillSlot), allSlot(allSlot),
        fill(parts, options(border, narrow, false, fillSlot)),
        all(parts, options(border, narrow, true, allSlot)), step(parts.world),
        chunk(step.makeChunk()), world(*parts.world) {}

  std::string name() const {
    return border == 0            ? "alone"
           : all.options().narrow ? "within 3x3, states as bytes"
                                  : "within 3x3";
  }

  /// Gives the row's chunk to the device. A reason where batches are refused there.
  std::string submit(const Json &row) {
    i32 x = row.at("chunk").at(0), z = row.at("chunk").at(1);
    ChunkRect area{x - border, z - border, x + border, z + border};
    std::string refused = BatchPipeline::refusal(world, area);
    if (!refused.empty())
      return refused;
    fill.submit(fillSlot, area);
    all.submit(allSlot, area);
    return {};
  }

  /// The values of the row that was submitted; nothing where its chunk was left to another engine.
  std::optional<Json> wait(const Json &row) {
    Json made = rt::chunkRow(row);
    bool filled = take(fill.wait(fillSlot));
    if (filled) {
      rt::addBlockValues(made, "fill", chunk, world.settings());
      rt::addFluidUpdates(made, chunk);
    }
    if (!take(all.wait(allSlot)) || !filled)
      return std::nullopt;
    rt::addBiomeValues(made, biomes, world.biomes().table);
    rt::addBlockValues(made, "terrain", chunk, world.settings());
    return made;
  }

private:
  static BatchOptions options(i32 border, bool narrow, bool materials, int slot) {
    BatchOptions options;
    options.chunksX = options.chunksZ = 2 * border + 1;
    options.slots = slot + 1;
    options.materials = materials;
    options.narrow = narrow;
    return options;
  }

  bool take(const BatchResult &result) {
    i32 middle = border + border * (2 * border + 1);
    if (result.mustRedo(middle))
      return false;
    result.copyTo(middle, chunk);
    result.copyBiomes(border, border, biomes);
    return true;
  }

  i32 border;
  int fillSlot, allSlot;
  BatchPipeline fill, all;
  rt::TerrainStep step;
  rt::Chunk chunk;
  rt::ChunkBiomes biomes;
  const rt::TerrainWorld &world;
};

/// The passes of a world, kept from row to row.
class Passes {
public:
  explicit Passes(CheckFolder &folder) : folder(folder) {}

  /// None where the generator cannot be asked for batches.
  std::vector<std::unique_ptr<Pass>> &of(const Json &row) {
    std::size_t dimension = folder.dimensionOf(row);
    rt::i64 seed = std::stoll(row.at("seed").get<std::string>());
    if (!known || dimension != lastDimension || seed != lastSeed) {
      list.clear();
      CheckedWorld world = folder.world(dimension, seed);
      if (world.batches) {
        list.push_back(std::make_unique<Pass>(world.parts, 0, false, 0, 1));
        list.push_back(std::make_unique<Pass>(world.parts, 1, true, 2, 0));
      }
      known = true;
      lastDimension = dimension;
      lastSeed = seed;
    }
    return list;
  }

private:
  CheckFolder &folder;
  bool known = false;
  std::size_t lastDimension = 0;
  rt::i64 lastSeed = 0;
  std::vector<std::unique_ptr<Pass>> list;
};

/// Compares the rows of a file and says what was seen.
void verifyFile(const VectorFile &file, Passes &passes, const TimeLimit &limit, double mostSeconds,
                VerifyResult &total) {
  Stopwatch watch;
  VerifyResult here;
  for (const Json &row : file.rows) {
    if (limit.used() > mostSeconds) {
      ++here.noTime;
      continue;
    }
    std::vector<std::unique_ptr<Pass>> &ways = passes.of(row);
    bool refused = ways.empty(), anew = false, compared = false;
    std::vector<Pass *> submitted;
    for (const std::unique_ptr<Pass> &pass : ways)
      if (pass->submit(row).empty())
        submitted.push_back(pass.get());
    refused |= submitted.size() != ways.size();
    for (Pass *pass : submitted) {
      std::optional<Json> made = pass->wait(row);
      anew |= !made;
      if (!made)
        continue;
      compared = true;
      std::string place = rt::placeOfChunk(row) + " (" + pass->name() + ")";
      rt::compareChunkRow(
          row, *made, place,
          [&](bool same, long long values, const std::function<std::string()> &what) {
            here.values += values;
            if (!same && here.mismatches++ < maxSaid)
              say("mismatch: " + what());
          });
    }
    here.rows += compared;
    here.refused += refused;
    here.madeAnew += anew;
  }
  if (here.mismatches > maxSaid)
    say("and " + std::to_string(here.mismatches - maxSaid) + " mismatches more");
  std::string line = file.name + ": " + std::to_string(here.rows) + " rows, verified " +
                     std::to_string(here.values) + " values, " + std::to_string(here.mismatches) +
                     " mismatches (" + seconds(watch.seconds());
  auto note = [&](long long count, const char *what) {
    if (count)
      line += "; " + std::to_string(count) + " rows " + what;
  };
  note(here.madeAnew, "with a chunk that the batch leaves to another engine");
  note(here.refused, "that cannot be made in batches");
  note(here.noTime, "without time left");
  say(line + ")");
  total.values += here.values;
  total.mismatches += here.mismatches;
  total.rows += here.rows;
  total.madeAnew += here.madeAnew;
  total.refused += here.refused;
  total.noTime += here.noTime;
  total.complete = total.complete && here.values > 0 && here.noTime == 0;
}

} // namespace

VerifyResult check::verifyVectors(CheckFolder &folder, const TimeLimit &limit, double mostSeconds) {
  VerifyResult total;
  Passes passes(folder);
  for (const VectorFile &file : folder.vectors()) {
    say("verifying " + file.name + ": " + std::to_string(file.rows.size()) + " chunks of " +
        folder.describe(folder.dimensionOf(file.rows[0])));
    try {
      verifyFile(file, passes, limit, mostSeconds, total);
    } catch (const nlohmann::json::exception &error) {
      throw BadInput(file.name + " is no file of chunk vectors: " + error.what());
    }
  }
  return total;
}
