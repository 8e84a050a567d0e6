//===- folder.h - What script/device-bundle has put together --------------===//
//
// A folder with `bundle`, a compiled bundle with the PTX of its generators; `vectors`, files of
// rows (test/Inputs/README.md); and perhaps `cubin`, the PTX assembled: `generator.ptx.sm_90` and
// so on. Rows find their dimension by its id, where they name one, else by settings and level,
// which must then fit one dimension alone.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_TOOLS_DEVICE_CHECK_FOLDER_H
#define TERRANE_TOOLS_DEVICE_CHECK_FOLDER_H

#include "runtime/bundle/bundle.h"
#include "runtime/cuda/device.h"
#include "runtime/cuda/driver.h"
#include "runtime/cuda/pipeline.h"

#include <future>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

namespace terrane::check {

using Json = nlohmann::json;

/// Something in the folder or the options is not as it must be: exit code 2.
struct BadInput : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct VectorFile {
  std::string name;
  Json rows;
};

/// Which devices are made, and from what.
struct DeviceChoice {
  bool cpu = false;
  /// CUDA texts as C++, compiled: one, or one per generator; empty: those of the bundle.
  std::vector<std::string> libraries;
  unsigned threads = 0; ///< of the CPU; 0: all
  std::shared_ptr<const rt::cuda::Driver> driver;
  int maxRegisters = 0; ///< of a thread, for PTX; 0: as the driver finds good
};

/// A world on its device.
struct CheckedWorld {
  std::shared_ptr<const rt::TerrainWorld> world;
  rt::cuda::BatchPipeline::Parts parts;
  bool batches; ///< whether the text makes chunks in batches; nothing else can be asked of it here
};

class CheckFolder {
public:
  /// Throws BadInput.
  explicit CheckFolder(const std::string &path, DeviceChoice choice);

  const std::vector<VectorFile> &vectors() const { return files; }
  const rt::Bundle &bundle() const { return *opened; }
  /// Index into the bundle's dimensions. Throws BadInput.
  std::size_t dimensionOf(const Json &row) const;
  /// The one to measure: of settings minecraft:overworld, else the first.
  std::size_t measured() const;
  std::string describe(std::size_t dimension) const;

  /// Begins to load the texts of these dimensions, on threads of their own: a driver takes its time
  /// to compile them.
  void load(const std::vector<std::size_t> &dimensions);
  /// Waits for the text. Throws DeviceError.
  CheckedWorld world(std::size_t dimension, rt::i64 seed);

private:
  std::shared_ptr<rt::cuda::Device> makeDevice(std::size_t dimension) const;

  std::string path;
  DeviceChoice choice;
  std::shared_ptr<const rt::Bundle> opened;
  std::vector<VectorFile> files;
  std::map<std::size_t, std::shared_future<std::shared_ptr<rt::cuda::Device>>> devices;
};

} // namespace terrane::check

#endif // TERRANE_TOOLS_DEVICE_CHECK_FOLDER_H
