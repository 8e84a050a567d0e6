//===- analysis_test.cpp - Axes, ranges and structural classes ------------===//
//
// Spec 10, 3.1 to 3.3, on graphs in the text form. A value is found by the name of its entry.
//
//===----------------------------------------------------------------------===//

#include "ir/Analysis.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"

#include <gtest/gtest.h>

using namespace mlir;
using namespace terrane;

namespace {

/// A graph with one noise, `@n`, and the given body.
struct Graph {
  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  density::GraphOp graph;

  explicit Graph(const std::string &body) {
    context.loadDialect<density::DensityDialect>();
    module = parseSourceString<ModuleOp>(
        "density.noise_parameters @n octaves 0 count 1 amplitude 1.0 normalize "
        "on modifiers []\n"
        "density.noise_parameters @m octaves 0 count 1 amplitude 1.0 normalize "
        "on modifiers []\n"
        "density.graph @g {\n" +
            body + "\n}",
        &context);
    if (module)
      graph = *module->getOps<density::GraphOp>().begin();
  }

  Value at(llvm::StringRef name) {
    for (auto entry : graph.getBody().getOps<density::EntryOp>())
      if (entry.getName() == name)
        return entry.getValue();
    ADD_FAILURE() << "no entry " << name.str();
    return {};
  }
};

/// Values that most graphs below use: `%x`, `%y`, `%z` and `%xz`, `%xyz` by their axes, `%c`.
const char *const leaves = R"(
  %c = density.constant 0.5
  %zero = density.constant 0.0
  %x = density.gradient x clamp_to_edge from 0 at 0.0 to 1 at 1.0
  %y = density.gradient y clamp_to_edge from 0 at 0.0 to 1 at 1.0
  %z = density.gradient z clamp_to_edge from 0 at 0.0 to 1 at 1.0
  %xz = density.shift_a @n
  %xyz = density.beardifier
)";

struct AxesCase {
  const char *shows;
  const char *body;
  Axes axes;
};

class AxesOf : public ::testing::TestWithParam<AxesCase> {};

TEST_P(AxesOf, IsThatOfTheTable) {
  Graph g(leaves + std::string(GetParam().body) + "\ndensity.entry \"f\" %f");
  ASSERT_TRUE(g.module);
  density::AxesAnalysis axes(g.graph.getBody().front());
  EXPECT_EQ(axes.of(g.at("f")), GetParam().axes);
}

constexpr Axes X = axisX, Y = axisY, Z = axisZ;

const AxesCase axesTable[] = {
    {"constant", "%f = density.constant 1.0", 0},
    {"gradient_x", "%f = density.gradient x repeat from 0 at 0.0 to 1 at 1.0", X},
    {"gradient_y", "%f = density.gradient y repeat from 0 at 0.0 to 1 at 1.0", Y},
    {"gradient_z", "%f = density.gradient z repeat from 0 at 0.0 to 1 at 1.0", Z},
    {"blend_alpha", "%f = density.blend_alpha", X | Z},
    {"blend_offset", "%f = density.blend_offset", X | Z},
    {"end_outer_islands", "%f = density.end_outer_islands", X | Z},
    {"shift_a", "%f = density.shift_a @n", X | Z},
    {"shift_b", "%f = density.shift_b @n", X | Z},
    {"shift", "%f = density.shift @n", X | Y | Z},
    {"beardifier", "%f = density.beardifier", X | Y | Z},
    {"distance_to_point", "%f = density.distance_to_point manhattan 0, 0, 0", X | Y | Z},
    {"old_blended_noise",
     "%f = density.old_blended_noise scale 1.0, 1.0 factor 1.0, 1.0 smear "
     "1.0",
     X | Y | Z},
    {"noise", "%f = density.noise @n scale 1.0, 1.0 shift %zero, %zero, %zero", X | Y | Z},
    {"noise_without_y", "%f = density.noise @n scale 1.0, 0.0 shift %zero, %zero, %zero", X | Z},
    {"noise_with_minus_zero_scales",
     "%f = density.noise @n scale -0.0, -0.0 shift %zero, %zero, %zero", 0},
    {"noise_without_xz", "%f = density.noise @n scale 0.0, 1.0 shift %zero, %zero, %zero", Y},
    {"noise_takes_the_axes_of_its_shifts",
     "%f = density.noise @n scale 0.0, 0.0 shift %zero, %x, %y", X | Y},
    {"slice_removes_its_axis", "%f = density.slice y 7 %xyz", X | Z},
    {"slice_of_an_axis_that_is_not_there", "%f = density.slice y 7 %x", X},
    {"find_top_surface_unites_both_without_y",
     "%f = density.find_top_surface %y below %x above 0 step 1", X},
    {"interval_select", "%f = density.interval_select %x at [0.0] of %y, %c", X | Y},
    {"cache", "%f = density.cache %xz", X | Z},
    {"interpolated", "%f = density.interpolated %xz cell 4, 8", X | Z},
    {"blend_density_takes_its_inputs", "%f = density.blend_density %y", Y},
    {"unary", "%f = density.abs %z", Z},
    {"clamp", "%f = density.clamp %z to 0.0, 1.0", Z},
    {"binary", "%f = density.add %x, %z", X | Z},
    {"pow", "%f = density.pow %x, %y", X | Y},
    {"rounding", "%f = density.floor %x, %y", X | Y},
    {"lerp", "%f = density.lerp %x, %y, %c", X | Y},
    {"range_choice", "%f = density.range_choice %x in 0.0, 1.0 then %y else %z", X | Y | Z},
    {"constant_spline", "%s = density.spline_constant 1.0\n%f = density.spline %s", 0},
    {"spline_unites_coordinates_at_any_depth",
     "%k = density.spline_constant 1.0\n"
     "%s = density.spline_points %x at [0.0] slope [0.0] of %k\n"
     "%t = density.spline_points %z at [0.0] slope [0.0] of %s\n"
     "%f = density.spline %t",
     X | Z},
};

INSTANTIATE_TEST_SUITE_P(Table, AxesOf, ::testing::ValuesIn(axesTable),
                         [](const auto &info) { return std::string(info.param.shows); });

//===----------------------------------------------------------------------===//
// Structural equality
//===----------------------------------------------------------------------===//

struct EqualityCase {
  const char *shows;
  const char *body; ///< defines %f and %g
  bool equal;
};

class Equality : public ::testing::TestWithParam<EqualityCase> {};

TEST_P(Equality, IsTheGames) {
  Graph g(leaves + std::string(GetParam().body) +
          "\ndensity.entry \"f\" %f\ndensity.entry \"g\" %g");
  ASSERT_TRUE(g.module);
  density::StructuralClasses classes;
  EXPECT_EQ(classes.of(g.at("f")) == classes.of(g.at("g")), GetParam().equal);
}

const EqualityCase equalityTable[] = {
    {"same_type_and_fields", "%f = density.add %x, %y\n%g = density.add %x, %y", true},
    {"recursively",
     "%a = density.abs %x\n%b = density.abs %x\n%f = density.mul %a, %y\n%g = density.mul %b, %y",
     true},
    {"order_of_children_counts", "%f = density.add %x, %y\n%g = density.add %y, %x", false},
    {"type_counts", "%f = density.add %x, %y\n%g = density.sub %x, %y", false},
    {"zeros_of_either_sign_differ", "%f = density.constant 0.0\n%g = density.constant -0.0", false},
    {"f64_fields_by_their_bits",
     "%f = density.noise @n scale 0.0, 1.0 shift %c, %c, %c\n"
     "%g = density.noise @n scale -0.0, 1.0 shift %c, %c, %c",
     false},
    {"noises_by_their_entry", "%f = density.shift_a @n\n%g = density.shift_a @m", false},
    {"references_to_one_entry", "%f = density.ref @a\n%g = density.ref @a", true},
    {"references_to_two_entries", "%f = density.ref @a\n%g = density.ref @b", false},
    {"a_reference_is_no_copy", "%f = density.ref @a\n%g = density.abs %x", false},
    {"parameterless_leaves", "%f = density.blend_alpha\n%g = density.blend_alpha", true},
    {"end_outer_islands", "%f = density.end_outer_islands\n%g = density.end_outer_islands", true},
    {"enumerations",
     "%f = density.distance_to_point euclidean 0, 0, 0\n"
     "%g = density.distance_to_point chebyshev 0, 0, 0",
     false},
    {"points",
     "%f = density.distance_to_point euclidean 0, 0, 1\n"
     "%g = density.distance_to_point euclidean 0, 0, 2",
     false},
    {"function_lists_by_length",
     "%f = density.interval_select %x at [0.0] of %y, %c\n"
     "%g = density.interval_select %x at [0.0, 0.0] of %y, %c, %c",
     false},
    {"thresholds",
     "%f = density.interval_select %x at [0.0] of %y, %c\n"
     "%g = density.interval_select %x at [-0.0] of %y, %c",
     false},
    {"prepared_caches_by_cell_alone",
     "%f = density.prepared %x cell 3\n%g = density.prepared %y cell 3", true},
    {"prepared_caches_of_two_cells",
     "%f = density.prepared %x cell 3\n%g = density.prepared %x cell 4", false},
    {"a_cache_is_not_its_input", "%f = density.cache %x\n%g = density.slice y 0 %x", false},
    {"equal_splines",
     "%k = density.spline_constant 1.0\n%l = density.spline_constant 1.0\n"
     "%s = density.spline_points %x at [0.0] slope [0.0] of %k\n"
     "%t = density.spline_points %x at [0.0] slope [0.0] of %l\n"
     "%f = density.spline %s\n%g = density.spline %t",
     true},
    {"constant_splines_by_their_bits",
     "%k = density.spline_constant 0.0\n%l = density.spline_constant -0.0\n"
     "%f = density.spline %k\n%g = density.spline %l",
     false},
    {"spline_slopes",
     "%k = density.spline_constant 1.0\n"
     "%s = density.spline_points %x at [0.0] slope [0.0] of %k\n"
     "%t = density.spline_points %x at [0.0] slope [-0.0] of %k\n"
     "%f = density.spline %s\n%g = density.spline %t",
     false},
    {"spline_coordinates",
     "%k = density.spline_constant 1.0\n"
     "%s = density.spline_points %x at [0.0] slope [0.0] of %k\n"
     "%t = density.spline_points %y at [0.0] slope [0.0] of %k\n"
     "%f = density.spline %s\n%g = density.spline %t",
     false},
    {"a_constant_spline_is_no_constant",
     "%k = density.spline_constant 0.5\n%f = density.spline %k\n%g = density.abs %c", false},
};

INSTANTIATE_TEST_SUITE_P(Table, Equality, ::testing::ValuesIn(equalityTable),
                         [](const auto &info) { return std::string(info.param.shows); });

//===----------------------------------------------------------------------===//
// Ranges of whole graphs
//===----------------------------------------------------------------------===//

/// Collects what is emitted while it lives.
struct Errors {
  std::vector<std::string> messages;
  ScopedDiagnosticHandler handler;
  explicit Errors(MLIRContext &context)
      : handler(&context, [this](Diagnostic &d) { messages.push_back(d.str()); }) {}
};

IntervalOr rangeIn(Graph &g) {
  NoiseRanges noises = density::noiseRanges(*g.module);
  return density::RangeAnalysis(noises).of(g.at("f"));
}

TEST(Range, OfLeaves) {
  Graph g(leaves + std::string("%f = density.mul %xz, %c\ndensity.entry \"f\" %f"));
  ASSERT_TRUE(g.module);
  // One octave of amplitude 1: the range is 2, the shift's 8 (spec 20, section 4).
  IntervalOr range = rangeIn(g);
  ASSERT_TRUE(succeeded(range));
  EXPECT_EQ(*range, Interval::of(-4, 4));
}

TEST(Range, ARangeChoiceIgnoresTheRangeOfItsInput) {
  Graph g(leaves + std::string("%m = density.constant -1.0\n%l = density.log %m\n"
                               "%f = density.range_choice %l in 0.0, 1.0 then %c else "
                               "%m\ndensity.entry \"f\" %f"));
  ASSERT_TRUE(g.module);
  EXPECT_EQ(*rangeIn(g), Interval::of(-1, 0.5f));
}

const char *const nestedSpline = R"(
  %m = density.constant -1.0
  %nai = density.log %m
  %k = density.spline_constant 1.0
  %inner = density.spline_points %nai at [0.0] slope [0.0] of %k
)";

TEST(Range, ANaiSplineUnderANaiCoordinateIsNaiBeforeItsValuesAreLookedAt) {
  Graph g(leaves + std::string(nestedSpline) +
          "%s = density.spline_points %nai at [0.0] slope [0.0] of %inner\n"
          "%f = density.spline %s\ndensity.entry \"f\" %f");
  ASSERT_TRUE(g.module);
  IntervalOr range = rangeIn(g);
  ASSERT_TRUE(succeeded(range));
  EXPECT_TRUE(range->isNai());
}

TEST(Range, ANaiSplineUnderAnotherCoordinateIsAnError) {
  Graph g(leaves + std::string(nestedSpline) +
          "%s = density.spline_points %x at [0.0] slope [0.0] of %inner\n"
          "%f = density.spline %s\ndensity.entry \"f\" %f");
  ASSERT_TRUE(g.module);
  Errors errors(g.context);
  EXPECT_TRUE(failed(rangeIn(g)));
  ASSERT_EQ(errors.messages.size(), 1u);
}

TEST(Range, FindTopSurfaceNeedsARangedUpperBound) {
  Graph g(leaves + std::string("%m = density.constant -1.0\n%nai = density.log %m\n"
                               "%f = density.find_top_surface %y below %nai above 0 step 1 "
                               "\ndensity.entry \"f\" %f"));
  ASSERT_TRUE(g.module);
  Errors errors(g.context);
  EXPECT_TRUE(failed(rangeIn(g)));
  EXPECT_EQ(errors.messages.size(), 1u);
}

} // namespace
