//===- emitter.h - The parts of the CUDA emitter --------------------------===//
//
// A generator's text has two sections, each a namespace of its own:
//
//   stages  values of contexts without caches and without user fields (stages.cpp), over a graph
//           that is rewritten first: caches are their inputs (spec 10, 5.3 and 5.4, caches off)
//           and user fields are what they fall back to (spec 10, 8). What remains is pure, so a
//           value may be computed by any thread, any number of times or not at all.
//   cached  literal requests on contexts with cells and fields (cached.cpp); not in the text for
//           devices
//
// Both use the scalar text of the C++ emitter (targets/cpp/scalar_text.h), whose functions become
// device functions.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_TARGETS_CUDA_EMITTER_H
#define TERRANE_TARGETS_CUDA_EMITTER_H

#include "targets/cpp/material.h"
#include "targets/cpp/scalar_text.h"

namespace terrane::cuda {

using cpp::Value;
using cpp::Values;

/// The first line of a kernel, without what comes behind its parameter.
std::string kernelSignature(const std::string &name, const std::string &arguments);
/// The arguments of sliceVolume behind the volume; also the place of a slice in a plan.
std::string sliceText(sampler::SliceOp op);
/// "i, j, k", with 0 on the axes that are cut.
std::string sliceIndex(sampler::SliceOp op);
/// "cellXz, cellY".
std::string cellText(sampler::InterpolatedOp op);

/// One of the sections. `functions` and `kernels` hold one definition each, with qualifiers.
struct Section {
  std::string name, context; ///< namespace; what KernelContext stands for in it
  size_t columnParts = 1;
  std::vector<std::pair<std::string, std::string>> tables; ///< name, text
  std::vector<std::string> declarations, functions, kernels, kernelDeclarations;
  std::vector<std::string> types; ///< behind the functions: StageEmitter::columnTypes
};

class DeviceEmitter : public cpp::Emitter {
public:
  DeviceEmitter(sampler::GraphOp graph, const char *contextType)
      : Emitter(graph), contextType(contextType) {
    numberNoises();
  }

  /// `f32 at_N(ctx, v, i, j, k)`: node N on the volume path at a lattice point of any volume. No
  /// caches and no user fields lie below it.
  std::string atFunction(Value v);

  /// Without recursion: runtime/cuda/splines.h.
  std::string splineCall(sampler::SplineOp op) override;

  void addKernel(const std::string &name, const std::string &arguments, const std::string &body);
  const std::vector<std::string> &noises() const { return noiseRows; }
  /// The tables of noise rows, for the host.
  std::string noiseTables() const;
  Section section(const char *name) const;

private:
  /// Nodes with points on the longest way from a node of a spline's tree to a constant.
  unsigned splineDepth(mlir::Operation *node);

  std::string contextType;
  llvm::DenseMap<mlir::Operation *, unsigned> splineDepths;
  std::vector<std::string> kernels, kernelDeclarations;
};

/// The section `stages`. The graph is without caches and user fields.
class StageEmitter : public DeviceEmitter {
public:
  explicit StageEmitter(sampler::GraphOp graph) : DeviceEmitter(graph, "const DeviceContext") {}

  std::string volumeFunction(Value v) override;

  /// An input of a stage: where it lies in the plan, and the values that are needed of it.
  struct Input {
    std::string plan; ///< fields of StageInputPlan behind `stage`
    Values values;
  };
  /// The stage of a set of values; made on first use.
  unsigned stage(llvm::ArrayRef<Value> outputs);
  /// `along_N`: what the stage of {v} gives along a column of its volume, of unit steps, with its
  /// inputs ready. Made from StageArguments and the column's indices i and k, of which it keeps the
  /// former; `at(j)` is cheapest from the lowest row to the highest. `up_N` is the same where no
  /// row is asked for after a higher one, in fewer registers.
  std::string columnType(Value v, bool upwards = false);
  const std::vector<std::string> &columnTypes() const { return columns; }
  /// Rows of terrane_stages and terrane_stage_inputs.
  void planRows(std::vector<std::string> &stageRows, std::vector<std::string> &inputRows) const;

  size_t stageCount() const { return stages.size(); }

private:
  struct Stage {
    size_t outputs;
    std::vector<std::string> inputs;
  };
  std::map<std::vector<unsigned>, unsigned> stageIndex;
  std::vector<Stage> stages;
  std::vector<std::string> columns;
};

/// The kernels of the batch pipeline and what they need.
struct BatchText {
  std::string tables, sizes; ///< for the host: as of cpp::MaterialText
  std::string code;          ///< for the device: the namespace `batch`, with a structure `Code`
};
/// `values` and `entries` are those of the graph of `stages`, by name.
BatchText emitBatch(StageEmitter &stages, mlir::ModuleOp module,
                    const OwnedTerrainSettings &settings, const llvm::StringMap<unsigned> &entries,
                    const llvm::StringMap<Value> &values);

/// The section `cached`.
class CachedEmitter : public DeviceEmitter {
public:
  explicit CachedEmitter(sampler::GraphOp graph);

  std::string volumeFunction(Value v) override;
  bool recomputed(Value v) const override { return false; } // a retained volume keeps its values

  /// A user field at or below the node.
  bool hasField(Value v) const { return fields.contains(v.getDefiningOp()); }
  unsigned cellCount() const { return numCells; }

private:
  llvm::DenseSet<mlir::Operation *> fields;
  unsigned numCells = 0;
};

} // namespace terrane::cuda

#endif // TERRANE_TARGETS_CUDA_EMITTER_H
