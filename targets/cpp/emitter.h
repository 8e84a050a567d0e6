//===- emitter.h - The parts of the C++ emitter ---------------------------===//
//
// A generator's text is a set of static functions over nodes of the graph, made on demand:
//
//   volume_N   node N on the volume path, with what it does to cache cells
//   kernel_K   values of a set of nodes over a volume, cells left alone (kernel.cpp)
//   touch_N    what evaluating node N over a volume does to cells (touch.cpp)
//   point_N    node N on the point path, cells included (point.cpp)
//   column_N   the same, for many blocks of one column (column.cpp)
//
// A node is *independent* if its values on the volume path do not depend on cells. Then kernel_K
// computes values in any order, skipping what no lattice point needs, and touch_N replays, in the
// game's order, which volume each cell retains; the values themselves are only computed when a
// point request asks for one. Only `find_top_surface` over caches is not independent, since it
// drives the point path: such nodes are evaluated literally (literal.cpp).
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_TARGETS_CPP_EMITTER_H
#define TERRANE_TARGETS_CPP_EMITTER_H

#include "ir/SamplerAnalysis.h"
#include "targets/cpp/emit.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"

#include <map>
#include <string>
#include <vector>

namespace terrane::cpp {

using mlir::Operation;
using mlir::Value;
using Values = llvm::SmallVector<Value>;

/// What is known of every node of a graph: its purity (ir/SamplerAnalysis.h), its number.
class Nodes : public sampler::Purity {
public:
  explicit Nodes(sampler::GraphOp graph);

  unsigned number(Value v) const { return numbers.lookup(v.getDefiningOp()); }
  /// Used by more than one operand.
  bool shared(Value v) const { return !v.hasOneUse() && !v.use_empty(); }
  /// The parts of its density that a search asks only once per column, as the kernel passes marked
  /// them (ir/SamplerMarks.h).
  Values columnParts(sampler::FindTopSurfaceOp search) const;

private:
  llvm::DenseMap<Operation *, unsigned> numbers;
  llvm::DenseMap<int64_t, Value> parts;
};

/// The scales (xz, y) of a stack of old_blended_noise as a plain noise node.
std::pair<double, double> blendedScales(sampler::BlendedNoiseOp op);

/// A float as C++ text: hexadecimal, exact.
std::string literal(float v);
std::string literal(double v);
std::string literal(int32_t v);
/// A string as C++ text, in quotes.
std::string quoted(llvm::StringRef text);
/// The row of a noise in a table of `KernelNoise`; its modifiers, if any, become a table
/// `modifiers_NAME` that is added to `tables`.
std::string noiseText(const rt::KernelNoise &noise, const std::string &name, std::string &tables);

/// The expression of a pointwise node on the given path, from the expressions of its operands;
/// empty for nodes that are not pointwise. Short cuts of the point path are the caller's business.
std::string pointwise(Operation *op, llvm::ArrayRef<std::string> operands, bool onVolume);
/// The scalar expression of a leaf at a block; empty for other nodes. `onVolume` chooses the volume
/// form, where leaves differ by path.
std::string leaf(class Emitter &emitter, Operation *op, const std::string &x, const std::string &y,
                 const std::string &z, bool onVolume);

class Emitter {
public:
  explicit Emitter(sampler::GraphOp graph) : graph(graph), nodes(graph) {}
  virtual ~Emitter() = default;

  /// Nothing, after an error was emitted.
  std::optional<std::vector<std::string>> run(const CppOptions &options);

  // The functions; each returns its name and makes it on first use.
  virtual std::string volumeFunction(Value v);
  std::string kernelFunction(llvm::ArrayRef<Value> outputs, bool flat);
  std::string touchFunction(Value v);
  std::string pointFunction(Value v);
  /// The value of a retained lattice point of a cache: `f32 f(ctx, cell, x, y, z, index)`.
  std::string retainedFunction(sampler::CacheOp cache);
  std::string literalFunction(Value v);
  /// Whether a cell over this node keeps no values, but has them computed when a point is asked
  /// for.
  virtual bool recomputed(Value v) const { return nodes.independent(v); }
  /// The point function of a search's density whose column parts are remembered in a `ColumnParts`;
  /// empty where it has none.
  std::string columnFunction(sampler::FindTopSurfaceOp search);
  /// The expression of a search at the column (x, z), from that of its upper bound.
  std::string findTop(sampler::FindTopSurfaceOp op, const std::string &upper, const std::string &x,
                      const std::string &z);

  /// Numbers the noises of the graph in the order of the manifest, before any other. So the modules
  /// of all targets number them alike.
  void numberNoises();
  /// Index of a noise in the module's table. `ofRules`: as material rules get it.
  unsigned noise(mlir::FlatSymbolRefAttr symbol, bool ofRules = false);
  unsigned noise(sampler::BlendedNoiseOp op);
  /// A call of what evaluates a spline, up to the last argument, which gives its coordinates.
  virtual std::string splineCall(sampler::SplineOp op) {
    return "splineValue(" + splineTables(op) + ", ";
  }
  /// "splineN_nodes, splineN_points, root" of a spline's tables.
  std::string splineTables(sampler::SplineOp op);
  /// Index into SplineNeeds, for splines with caches below a coordinate.
  unsigned splineNeeds(sampler::SplineOp op);
  bool recordsNeeds(sampler::SplineOp op) const;

  sampler::GraphOp graph;
  Nodes nodes;
  unsigned cells = 0;

protected:
  /// Declares a function and adds its text.
  void define(const std::string &signature, const std::string &body);
  bool begin(const std::string &name) { return made.insert(name).second; }

  std::vector<std::string> declarations, functions;
  size_t maxColumnParts = 1;
  std::vector<std::pair<std::string, std::string>> tables; ///< name, text
  std::vector<std::string> noiseRows;

private:
  void definePoint(Value v, llvm::ArrayRef<Value> columnParts, const std::string &name);
  void emitTouch(std::string &text, Value v, const std::string &volume, const std::string &indent,
                 unsigned &temporaries);

  void emitTouchOf(std::string &text, Operation *op, const std::string &volume,
                   const std::string &indent, unsigned &temporaries);

  llvm::StringSet<> made;
  std::map<std::string, unsigned> noiseIndex;
  std::map<std::vector<unsigned>, unsigned> kernels;
  llvm::MapVector<Operation *, unsigned> needs;
  llvm::DenseMap<Operation *, std::string> splines;
};

} // namespace terrane::cpp

#endif // TERRANE_TARGETS_CPP_EMITTER_H
