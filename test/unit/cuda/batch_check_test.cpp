//===- batch_check_test.cpp - Which graphs can be made in batches ---------===//
//
// Every condition of targets/cuda/batch_check.cpp from both sides: a graph that keeps to it, and
// the nearest one that does not.
//
//===----------------------------------------------------------------------===//

#include "targets/cuda/batch_check.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"

#include <gtest/gtest.h>

using namespace mlir;
using namespace terrane;

namespace {

enum Answer { Fine, Cells, Sizes };

struct Case {
  const char *shows;
  const char *entry;
  const char *body; ///< its value is %f
  Answer answer;
};

class WhyNoBatch : public ::testing::TestWithParam<Case> {};

/// Values by the axes on which they depend; a search for each.
const char *const leaves = R"(
  %c = sampler.constant 0.5
  %x = sampler.gradient x clamp_to_edge from 0 to 8 value 0.0 factor 1.0
  %y = sampler.gradient y clamp_to_edge from 0 to 8 value 0.0 factor 1.0
  %xz = sampler.end_outer_islands
  %n = sampler.noise @n scale 0.25, 0.0
  %oncePerColumn = sampler.cache %xz cell 90
  %oncePerBlock = sampler.cache %y cell 91
)";

TEST_P(WhyNoBatch, IsSaid) {
  const Case &given = GetParam();
  MLIRContext context;
  context.loadDialect<sampler::SamplerDialect>();
  OwningOpRef<ModuleOp> module =
      parseSourceString<ModuleOp>("sampler.graph @g {" + std::string(leaves) + given.body +
                                      "\nsampler.entry \"" + given.entry + "\" %f\n}",
                                  &context);
  ASSERT_TRUE(module);
  const std::string why = cuda::whyNoBatch(*module->getOps<sampler::GraphOp>().begin());
  const std::string cells = std::string("what caches hold can be seen in ") + given.entry,
                    sizes = std::string("the cells of an interpolation do not fit a section, in ") +
                            given.entry;
  EXPECT_EQ(why, given.answer == Fine ? "" : given.answer == Cells ? cells : sizes);
}

constexpr const char *barrier = "aquifers:barrier", *surface = "aquifers:surface_level",
                     *density = "router:final_density", *vein = "vein:0:density",
                     *gap = "vein:0:filler_gap";

const Case cases[] = {
    // Points at caches.
    {"columns", barrier, "%f = sampler.cache %xz cell 0", Fine},
    {"blocks", barrier, "%f = sampler.cache %y cell 0", Cells},
    {"above", barrier, "%f = sampler.unary abs %oncePerBlock", Cells},
    {"gap", gap, "%f = sampler.cache %y cell 0", Cells},
    {"gap_columns", gap, "%f = sampler.cache %xz cell 0", Fine},
    {"surface", surface, "%f = sampler.cache %y cell 0", Cells},
    {"volumes", density, "%f = sampler.cache %y cell 0", Fine},
    {"vein_volumes", vein, "%f = sampler.cache %y cell 0", Fine},
    {"others", "router:temperature", "%f = sampler.cache %y cell 0", Fine},
    {"nobody", "probe:f", "%f = sampler.cache %y cell 0", Fine},
    {"shared", barrier,
     "%s = sampler.cache %x cell 0\n%t = sampler.cache %xz cell 0\n%f = sampler.binary add %s, %t",
     Cells},
    {"shared_alike", barrier,
     "%s = sampler.cache %xz cell 0\n%t = sampler.cache %xz cell 0\n%f = sampler.binary add %s, %t",
     Fine},
    // What has one value on both paths.
    {"power", barrier, "%f = sampler.cache %n cell 0", Fine},
    {"no_power", barrier, "%g = sampler.noise @n scale 0.3, 0.0\n%f = sampler.cache %g cell 0",
     Cells},
    {"upwards", barrier, "%g = sampler.noise @n scale 0.25, 0.5\n%f = sampler.cache %g cell 0",
     Cells},
    {"only_upwards_no_power", barrier,
     "%g = sampler.noise @n scale 0.0, 0.3\n%h = sampler.slice %g y 4\n%f = sampler.cache %h cell "
     "0",
     Cells},
    {"shift", barrier, "%g = sampler.shift_b @n\n%f = sampler.cache %g cell 0", Fine},
    {"shifted", barrier,
     "%g = sampler.shifted_noise @n scale 0.3, 0.0 x %n z %n\n%f = sampler.cache %g cell 0", Fine},
    {"shifted_upwards", barrier,
     "%g = sampler.shifted_noise @n scale 0.3, 0.0 x %n z %y\n%f = sampler.cache %g cell 0", Cells},
    {"shifted_by_scale", barrier,
     "%g = sampler.shifted_noise @n scale 0.3, 0.1 x %n z %n\n%f = sampler.cache %g cell 0", Cells},
    {"sum", barrier, "%g = sampler.binary add %n, %c\n%f = sampler.cache %g cell 0", Fine},
    {"product", barrier, "%g = sampler.binary mul %n, %c\n%f = sampler.cache %g cell 0", Cells},
    {"factor", barrier, "%g = sampler.scalar mul %n, 2.0\n%f = sampler.cache %g cell 0", Fine},
    {"bound", barrier, "%g = sampler.scalar min %n, 2.0\n%f = sampler.cache %g cell 0", Cells},
    {"at_a_height", barrier,
     "%g = sampler.binary add %n, %y\n%h = sampler.slice %g y 4\n%f = sampler.cache %h cell 0",
     Fine},
    {"at_a_place", barrier,
     "%g = sampler.binary add %n, %y\n%h = sampler.slice %g x 4\n%f = sampler.cache %h cell 0",
     Cells},
    {"cache_in_cache", barrier,
     "%g = sampler.unary abs %oncePerColumn\n%f = sampler.cache %g cell 0", Fine},
    // Volumes ask for points where a search does.
    {"search_columns", density,
     "%f = sampler.find_top_surface %oncePerColumn below %c above 0 step 8", Fine},
    {"search_blocks", density,
     "%f = sampler.find_top_surface %oncePerBlock below %c above 0 step 8", Cells},
    {"bound_of_search", density,
     "%f = sampler.find_top_surface %y below %oncePerBlock above 0 step 8", Fine},
    // Slices that lead to where blocks share keys.
    {"slice", barrier, "%f = sampler.slice %oncePerColumn x 33554431", Fine},
    {"slice_far_x", barrier, "%f = sampler.slice %oncePerColumn x 33554432", Cells},
    {"slice_far_z", barrier, "%f = sampler.slice %oncePerColumn z -33554432", Cells},
    {"slice_far_y", barrier, "%f = sampler.slice %oncePerColumn y 33554432", Fine},
    {"slice_without_cell", barrier, "%f = sampler.slice %xz x 33554432", Fine},
    {"slice_volume", density,
     "%g = sampler.find_top_surface %oncePerColumn below %c above 0 step 8\n"
     "%f = sampler.slice %g x 33554431",
     Fine},
    {"slice_far_volume", density,
     "%g = sampler.find_top_surface %oncePerColumn below %c above 0 step 8\n"
     "%f = sampler.slice %g x 33554432",
     Cells},
    {"slice_far_of_cache", density, "%f = sampler.slice %oncePerColumn x 33554432", Fine},
    // Interpolations over searches that ask for points at their corners.
    {"corners", barrier,
     "%g = sampler.find_top_surface %oncePerColumn below %c above 0 step 8\n"
     "%f = sampler.interpolated %g cell 16, 8",
     Fine},
    {"corners_far", barrier,
     "%g = sampler.find_top_surface %oncePerColumn below %c above 0 step 8\n"
     "%f = sampler.interpolated %g cell 17, 8",
     Cells},
    {"corners_without_search", barrier, "%f = sampler.interpolated %oncePerColumn cell 17, 8",
     Fine},
    // The volumes of chunks begin and end elsewhere.
    {"cells", density, "%f = sampler.interpolated %xz cell 4, 8", Fine},
    {"cells_16", density, "%f = sampler.interpolated %xz cell 16, 16", Fine},
    {"cells_xz", density, "%f = sampler.interpolated %xz cell 12, 8", Sizes},
    {"cells_y", density, "%f = sampler.interpolated %xz cell 4, 12", Sizes},
    {"cells_large", density, "%f = sampler.interpolated %xz cell 32, 8", Sizes},
    {"cells_below", density, "%g = sampler.interpolated %xz cell 12, 8\n%f = sampler.unary abs %g",
     Sizes},
    {"edge_xz", density, "%f = sampler.interpolated %xz cell 1, 8", Sizes},
    {"edge_y", density, "%f = sampler.interpolated %xz cell 4, 1", Fine},
    {"edge_y_vein", vein, "%f = sampler.interpolated %xz cell 4, 1", Sizes},
    {"edge_y_gap", gap, "%f = sampler.interpolated %xz cell 4, 1", Sizes},
    {"nothing_interpolated", density, "%f = sampler.interpolated %xz cell 1, 1", Fine},
    {"nothing_interpolated_vein", vein, "%f = sampler.interpolated %xz cell 1, 1", Fine},
    {"cells_surface", surface, "%f = sampler.interpolated %xz cell 12, 8", Sizes},
    {"cells_at_points", barrier, "%f = sampler.interpolated %xz cell 12, 8", Fine},
};

INSTANTIATE_TEST_SUITE_P(Conditions, WhyNoBatch, ::testing::ValuesIn(cases),
                         [](const auto &info) { return std::string(info.param.shows); });

} // namespace
