//===- column.cpp - Searches that hold on to what a column has one of -----===//
//
// find_top_surface asks its density at many blocks of one column. What of it need be asked only
// once is marked by the pass `sampler-mark-column-parts`, which has the proof.
//
//===----------------------------------------------------------------------===//

#include "targets/cpp/emitter.h"

using namespace mlir;
using namespace terrane;
using namespace terrane::cpp;
namespace s = terrane::sampler;

std::string Emitter::columnFunction(s::FindTopSurfaceOp search) {
  Values parts = nodes.columnParts(search);
  if (parts.empty())
    return {};
  Value density = search.getDensity(); // searches of one density have the same parts
  std::string name = "column_" + std::to_string(nodes.number(density));
  if (begin(name))
    definePoint(density, parts, name);
  return name;
}

std::string Emitter::findTop(s::FindTopSurfaceOp op, const std::string &upper, const std::string &x,
                             const std::string &z) {
  std::string column = columnFunction(op);
  std::string head = column.empty() ? "" : "ColumnParts parts; ";
  std::string call = column.empty()
                         ? pointFunction(op.getDensity()) + "(ctx, " + x + ", top, " + z + ")"
                         : column + "(ctx, " + x + ", top, " + z + ", parts)";
  std::string search = "findTopSurface(" + upper + ", " + literal(int32_t(op.getLowerBound())) +
                       ", " + literal(int32_t(op.getCellHeight())) + ", [&](i32 top) { return " +
                       call + "; })";
  return column.empty() ? search : "[&] { " + head + "return " + search + "; }()";
}
