//===- verify_biomes.cpp - Reference vectors of the biomes (spec 50) ------===//

#include "runtime/biome/source.h"
#include "runtime/biome/zoom.h"
#include "runtime/verify/checker.h"
#include <cstdlib>
#include <map>

namespace terrane::rt {

using namespace verify;

namespace {

[[noreturn]] void fail(const std::string &what) {
  throw Json::other_error::create(501, what, nullptr);
}

//===----------------------------------------------------------------------===//
// Parameter lists
//===----------------------------------------------------------------------===//

/// The text of a number goes to f32 in one rounding. The text is the shortest one that gives the
/// f64 which the parser made of it: the file's own, if that has no more than 15 digits.
i64 quantized(const Json &number) {
  return quantizeClimate(std::strtof(number.dump().c_str(), nullptr));
}

/// An entry in the form of 1.3.
ClimateBox boxOfParameters(const Json &parameters) {
  static const char *const names[numTargetDimensions] = {
      "temperature", "humidity", "continentalness", "erosion", "depth", "weirdness"};
  ClimateBox box;
  for (i32 d = 0; d < numTargetDimensions; ++d) {
    const Json &interval = parameters.at(names[d]);
    const Json &lo = interval.is_array()    ? interval.at(0)
                     : interval.is_object() ? interval.at("min")
                                            : interval;
    const Json &hi = interval.is_array()    ? interval.at(1)
                     : interval.is_object() ? interval.at("max")
                                            : interval;
    box.lo[d] = quantized(lo), box.hi[d] = quantized(hi);
  }
  box.lo[numTargetDimensions] = box.hi[numTargetDimensions] = quantized(parameters.at("offset"));
  return box;
}

/// An entry of a made-up list: pairs of bounds, offset, biome.
ClimateBox boxOfRow(const Json &row) {
  ClimateBox box;
  for (std::size_t d = 0; d < numTargetDimensions; ++d)
    box.lo[d] = row.at(2 * d), box.hi[d] = row.at(2 * d + 1);
  box.lo[numTargetDimensions] = box.hi[numTargetDimensions] = row.at(12);
  return box;
}

using Trees = std::map<std::string, SearchTree>;

/// The leaves' values are their indices plus one, so that an index cannot pass for a value.
Trees buildTrees(const Json &lists, const PresetEntries &preset) {
  Trees trees;
  for (const Json &list : lists) {
    std::vector<SearchTree::Entry> entries;
    auto add = [&](const ClimateBox &box) { entries.push_back({box, i32(entries.size()) + 1}); };
    if (list.contains("preset")) {
      Json file = preset(list.at("preset"));
      for (const Json &entry : file.at("biomes"))
        add(boxOfParameters(entry.at("parameters")));
    } else {
      for (const Json &row : list.at("entries"))
        add(boxOfRow(row));
    }
    if (entries.empty())
      fail("a parameter list is empty");
    trees.emplace(list.at("name").get<std::string>(), SearchTree(entries));
  }
  return trees;
}

const SearchTree &treeOf(const Trees &trees, const Json &row) {
  auto found = trees.find(row.at("list").get<std::string>());
  if (found == trees.end())
    fail("no list " + row.at("list").dump());
  return found->second;
}

void checkNumbers(Checker &check, const Json &row, const char *key,
                  const std::vector<i32> &actual) {
  check.number(Json(row.at(key).size()), i64(actual.size()));
  std::size_t i = 0;
  check.each(row, key, [&](const Json &v) {
    if (i < actual.size())
      check.number(v, actual[i++]);
  });
}

void checkTree(Checker &check, const Json &row, const SearchTree &tree) {
  std::vector<i32> counts = tree.childCounts();
  check.number(row.at("children_per_node"), SearchTree::maxChildren);
  check.number(row.at("leaves"), tree.numLeaves());
  check.number(row.at("inner"), i64(counts.size()) - tree.numLeaves());
  check.number(row.at("max_depth"), tree.maxDepth());
  checkNumbers(check, row, "preorder_child_counts", counts);
  checkNumbers(check, row, "dfs_leaf_order", tree.leafOrder());
}

//===----------------------------------------------------------------------===//
// Searching
//===----------------------------------------------------------------------===//

/// Numbers, or decimal strings where they may be large.
i64 integerOf(const Json &v) {
  return v.is_string() ? parseSeed(v) : v.get<i64>();
}

ClimateTarget targetOf(const Json &row) {
  ClimateTarget target;
  for (std::size_t d = 0; d < numTargetDimensions; ++d)
    target.values[d] = integerOf(row.at(d));
  return target;
}

/// Both searches, and the value of the leaf.
i32 checkSearch(Checker &check, const SearchTree &tree, const ClimateTarget &target, i32 candidate,
                const Json &expected) {
  Json leaf = integerOf(expected);
  i32 found = tree.find(target, candidate);
  check.number(leaf, found);
  check.number(leaf, tree.findLiteral(target, candidate));
  if (found != SearchTree::none)
    check.number(leaf, tree.value(found) - 1);
  return found;
}

/// The six coordinates, leaf without a candidate, candidate, leaf with it.
void checkCase(Checker &check, const SearchTree &tree, const Json &row) {
  ClimateTarget target = targetOf(row);
  checkSearch(check, tree, target, SearchTree::none, row.at(6));
  checkSearch(check, tree, target, i32(integerOf(row.at(7))), row.at(8));
}

void checkLists(Checker &check, const Json &vectors, const PresetEntries &preset) {
  Trees trees = buildTrees(vectors.at("lists"), preset);
  check.each(vectors, "trees", [&](const Json &row) { checkTree(check, row, treeOf(trees, row)); });
  check.each(vectors, "search", [&](const Json &row) {
    const SearchTree &tree = treeOf(trees, row);
    check.each(row, "cases", [&](const Json &r) { checkCase(check, tree, r); });
  });
  check.each(vectors, "sequence", [&](const Json &row) {
    const SearchTree &tree = treeOf(trees, row);
    i32 candidate = SearchTree::none;
    check.each(row, "steps", [&](const Json &r) {
      candidate = checkSearch(check, tree, targetOf(r), candidate, r.at(6));
    });
  });
  auto overworld = trees.find("minecraft:overworld");
  if (overworld == trees.end())
    fail("no list minecraft:overworld");
  check.each(vectors, "overflow", [&](const Json &r) { checkCase(check, overworld->second, r); });
}

//===----------------------------------------------------------------------===//
// Sources and zoom
//===----------------------------------------------------------------------===//

void checkZoom(Checker &check, const Json &vectors) {
  check.each(vectors, "zoom_seed",
             [&](const Json &r) { check.text(r[1], std::to_string(zoomSeed(parseSeed(r[0])))); });
  check.each(vectors, "fiddle", [&](const Json &r) {
    check.bits(r[7], zoomDistance(parseSeed(r[0]), r[1], r[2], r[3], r[4], r[5], r[6]));
  });
  check.each(vectors, "zoom", [&](const Json &row) {
    i64 seed = zoomSeed(parseSeed(row.at("seed")));
    check.each(row, "cases", [&](const Json &r) {
      Quart quart = zoomedQuart(seed, r[0], r[1], r[2]);
      check.number(r[3], quart.x);
      check.number(r[4], quart.y);
      check.number(r[5], quart.z);
    });
  });
}

/// Gives one sample and remembers where it was taken.
class OneSample : public SamplerContext {
public:
  explicit OneSample(f32 sample) : sample(sample) {}
  void volume(unsigned, float *, const Volume &) override { fail("sampled a volume"); }
  float point(unsigned entry, int x, int y, int z) override {
    samples.push_back({i32(entry), x, y, z});
    return sample;
  }
  void reset(ContextFields) override {}

  std::vector<std::array<i32, 4>> samples; ///< entry, block

private:
  f32 sample;
};

constexpr ClimateEntries numberedEntries = {{0, 1, 2, 3, 4, 5}};

BiomeSource checkerboard(BiomeId count, i32 scale) {
  CheckerboardSource board = {{}, scale};
  for (BiomeId i = 0; i < count; ++i)
    board.biomes.push_back(i);
  return {std::move(board), {}};
}

void checkSources(Checker &check, const Json &vectors) {
  check.each(vectors, "checkerboard", [&](const Json &r) {
    OneSample context(0);
    i32 candidate = SearchTree::none;
    check.number(r[4], biomeAtQuart(checkerboard(r[0], r[1]), numberedEntries, context, r[2], 0,
                                    r[3], candidate));
  });
  static const char *const names[] = {"minecraft:the_end", "minecraft:end_highlands",
                                      "minecraft:end_midlands", "minecraft:small_end_islands",
                                      "minecraft:end_barrens"};
  BiomeSource end = {TheEndSource{{0, 1, 2, 3, 4}}, {}};
  check.each(vectors, "end", [&](const Json &r) {
    OneSample context(parseF32(r[3]));
    i32 candidate = SearchTree::none;
    BiomeId biome = biomeAtQuart(end, numberedEntries, context, r[0], r[1], r[2], candidate);
    check.text(r[5], names[biome]);
    check.number(Json(r[4].is_null() ? 0 : 1), i64(context.samples.size()));
    if (r[4].is_null() || context.samples.empty())
      return;
    check.number(Json(3), context.samples[0][0]); // the router's erosion
    for (std::size_t axis = 0; axis < 3; ++axis)
      check.number(r[4].at(axis), context.samples[0][axis + 1]);
  });
}

} // namespace

VerifyCount verifyBiomes(const Json &vectors, const PresetEntries &preset, std::ostream &report) {
  Checker check(report);
  check.number(vectors.at("format"), 1);
  check.each(vectors, "quantize", [&](const Json &r) {
    check.text(r[1], std::to_string(quantizeClimate(parseF32(r[0]))));
  });
  checkLists(check, vectors, preset);
  checkZoom(check, vectors);
  checkSources(check, vectors);
  return check.total();
}

} // namespace terrane::rt
