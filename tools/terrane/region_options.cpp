//===- region_options.cpp - How the command line names a region -----------===//

#include "tools/terrane/region_options.h"

#include "llvm/Support/Threading.h"

#include <algorithm>

using namespace terrane;
using namespace terrane::tool;

/// The game's worlds end at 30,000,000 blocks.
constexpr long long firstChunk = -1875000, lastChunk = 1874999;

void RegionOptions::addTo(CLI::App &app) {
  auto *byCorners = app.add_option("--chunks", corners,
                                   "The region: two opposite corners in chunks, both inclusive")
                        ->type_name("X0,Z0,X1,Z1");
  auto *bySize =
      app.add_option("--size", size, "The region, by its size in chunks: N for a square, or NX,NZ")
          ->type_name("N[,NZ]")
          ->excludes(byCorners);
  app.add_option("--center", center,
                 "With --size: the chunk in the middle (of an even number, the one after it); "
                 "default: 0,0")
      ->type_name("X,Z")
      ->needs(bySize);
}

/// Whole numbers separated by commas; empty where there is anything else.
static std::vector<long long> parseNumbers(llvm::StringRef text) {
  llvm::SmallVector<llvm::StringRef> parts;
  text.split(parts, ',');
  std::vector<long long> numbers;
  for (llvm::StringRef part : parts) {
    long long value = 0;
    if (part.trim().getAsInteger(10, value) || value < -(1ll << 40) || value > (1ll << 40))
      return {};
    numbers.push_back(value);
  }
  return numbers;
}

std::optional<rt::ChunkRect> RegionOptions::parse(Diagnostics &diagnostics) const {
  auto fail = [&](const std::string &message, const std::string &expected) {
    diagnostics.error({}, message, expected);
    return std::nullopt;
  };
  std::vector<long long> at;
  if (!corners.empty()) {
    at = parseNumbers(corners);
    if (at.size() != 4)
      return fail("--chunks '" + corners + "' is no pair of corners",
                  "X0,Z0,X1,Z1 in chunks, such as -2,-2,1,1");
    if (at[0] > at[2])
      std::swap(at[0], at[2]);
    if (at[1] > at[3])
      std::swap(at[1], at[3]);
  } else if (!size.empty()) {
    std::vector<long long> extent = parseNumbers(size), middle = center.empty()
                                                                     ? std::vector<long long>{0, 0}
                                                                     : parseNumbers(center);
    if (extent.size() == 1)
      extent.push_back(extent[0]);
    if (extent.size() != 2 || extent[0] < 1 || extent[1] < 1)
      return fail("--size '" + size + "' is no size", "N or NX,NZ, in chunks, at least 1");
    if (middle.size() != 2)
      return fail("--center '" + center + "' is no chunk", "X,Z, such as 0,-3");
    for (int i = 0; i < 2; ++i)
      at.push_back(middle[i] - extent[i] / 2);
    for (int i = 0; i < 2; ++i)
      at.push_back(at[i] + extent[i] - 1);
  } else {
    return fail("no region given", "--chunks X0,Z0,X1,Z1, or --size N with --center X,Z");
  }
  for (long long c : at)
    if (c < firstChunk || c > lastChunk)
      return fail("the region leaves the world: there is no chunk " + std::to_string(c),
                  "chunks -1875000 to 1874999");
  return rt::ChunkRect{int(at[0]), int(at[1]), int(at[2]), int(at[3])};
}

unsigned tool::threadCount(const Common &common) {
  // What this process may use, which can be less than what the machine has.
  return common.threads ? common.threads
                        : std::max(1u, llvm::hardware_concurrency().compute_thread_count());
}
