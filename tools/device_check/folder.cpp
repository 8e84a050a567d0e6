//===- folder.cpp - What script/device-bundle has put together ------------===//

#include "tools/device_check/folder.h"

#include "runtime/bundle/sha256.h"
#include "runtime/bundle/terrain.h"
#include "runtime/cuda/host_device.h"
#include "runtime/cuda/text_check.h"
#include "tools/device_check/say.h"

#include <algorithm>
#include <dirent.h>
#include <dlfcn.h>
#include <fstream>
#include <sstream>
#include <unistd.h>

using namespace terrane;
using namespace terrane::check;
using rt::cuda::Device;
using rt::cuda::DeviceError;

namespace {

std::string readFile(const std::string &path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  if (!in)
    throw BadInput("cannot read " + path);
  return text.str();
}

std::vector<std::string> filesOf(const std::string &path, const std::string &ending) {
  std::vector<std::string> names;
  DIR *folder = ::opendir(path.c_str());
  if (!folder)
    throw BadInput("no folder " + path);
  while (const dirent *entry = ::readdir(folder)) {
    std::string name = entry->d_name;
    if (name.size() > ending.size() &&
        name.compare(name.size() - ending.size(), ending.size(), ending) == 0)
      names.push_back(name);
  }
  ::closedir(folder);
  std::sort(names.begin(), names.end());
  return names;
}

/// The file of a generator with this ending, as the manifest names it; null where there is none.
const rt::ManifestFile *sourceOf(const rt::ManifestGenerator &generator,
                                 const std::string &ending) {
  for (const rt::ManifestFile &file : generator.sources)
    if (file.name.size() > ending.size() &&
        file.name.compare(file.name.size() - ending.size(), ending.size(), ending) == 0)
      return &file;
  return nullptr;
}

/// The library stays open: its code may be in use until the end.
const rt::cuda::HostKernels &hostKernels(const std::string &path) {
  void *library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  const void *symbol = library ? ::dlsym(library, "terrane_host_kernels") : nullptr;
  if (!symbol)
    throw BadInput(path + " is no CUDA text compiled as C++: " + ::dlerror());
  return *static_cast<const rt::cuda::HostKernels *>(symbol);
}

} // namespace

CheckFolder::CheckFolder(const std::string &path, DeviceChoice given)
    : path(path), choice(std::move(given)) {
  rt::BundleError error;
  opened = rt::Bundle::open(path + "/bundle", error);
  if (!opened)
    throw BadInput(error.message);
  if (opened->dimensions().empty())
    throw BadInput("the bundle has no dimension");
  if (choice.libraries.size() > 1 && choice.libraries.size() != opened->dimensions().size())
    throw BadInput("--cpu names " + std::to_string(choice.libraries.size()) +
                   " files, the bundle has " + std::to_string(opened->dimensions().size()) +
                   " dimensions");
  for (const std::string &name : filesOf(path + "/vectors", ".json")) {
    Json rows = Json::parse(readFile(path + "/vectors/" + name), nullptr, false);
    if (!rows.is_array() || rows.empty())
      throw BadInput("vectors/" + name + " is no list of rows");
    files.push_back({name, std::move(rows)});
  }
  if (files.empty())
    throw BadInput("no vectors in " + path + "/vectors");
  // Rows of one dimension side by side, those of the dimension that is measured first.
  std::size_t first = measured();
  auto key = [&](const VectorFile &file) {
    std::size_t dimension = dimensionOf(file.rows[0]);
    return std::pair(dimension == first ? 0 : dimension + 1, file.name);
  };
  std::sort(files.begin(), files.end(),
            [&](const VectorFile &a, const VectorFile &b) { return key(a) < key(b); });
}

std::size_t CheckFolder::dimensionOf(const Json &row) const {
  const auto &all = opened->dimensions();
  std::size_t found = all.size();
  std::string settings = row.at("settings"), id = row.value("dimension", std::string());
  rt::Level level{row.at("min_y"), row.at("height")};
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (opened->manifest().generators[all[i].generator].settings != settings ||
        all[i].level.minY != level.minY || all[i].level.height != level.height ||
        (!id.empty() && all[i].id != id))
      continue;
    if (found != all.size())
      throw BadInput("several dimensions of the bundle have settings " + settings);
    found = i;
  }
  if (found == all.size())
    throw BadInput("no dimension " + id + " of the bundle has settings " + settings +
                   ", lowest block " + std::to_string(level.minY) + " and height " +
                   std::to_string(level.height));
  return found;
}

std::size_t CheckFolder::measured() const {
  const auto &all = opened->dimensions();
  for (std::size_t i = 0; i < all.size(); ++i)
    if (opened->manifest().generators[all[i].generator].settings == "minecraft:overworld")
      return i;
  return 0;
}

std::string CheckFolder::describe(std::size_t dimension) const {
  const rt::BundleDimension &of = opened->dimensions()[dimension];
  return of.id + " (" + opened->manifest().generators[of.generator].settings + ")";
}

std::shared_ptr<Device> CheckFolder::makeDevice(std::size_t dimension) const {
  const rt::ManifestGenerator &generator =
      opened->manifest().generators[opened->dimensions()[dimension].generator];
  if (choice.cpu) {
    std::string file;
    if (!choice.libraries.empty())
      file = choice.libraries[choice.libraries.size() > 1 ? dimension : 0];
    else if (const rt::ManifestFile *own = sourceOf(generator, ".cuda-host.so"))
      file = path + "/bundle/" + own->name;
    else
      throw BadInput("the bundle has no library for --cpu of " + describe(dimension));
    return rt::cuda::makeHostDevice(hostKernels(file), choice.threads);
  }
  const rt::ManifestFile *file = sourceOf(generator, ".ptx");
  if (!file)
    throw BadInput("the bundle has no PTX of " + describe(dimension));
  std::string ptx = readFile(path + "/bundle/" + file->name);
  if (rt::sha256Hex(ptx) != file->sha256)
    throw BadInput(path + "/bundle/" + file->name + " is damaged");
  // Assembled beforehand for just this generation of devices, perhaps.
  const rt::cuda::Driver::Gpu &gpu = choice.driver->gpus()[0];
  std::string cubin = path + "/cubin/" + file->name + format(".sm_%d%d", gpu.major, gpu.minor);
  if (choice.maxRegisters == 0 && ::access(cubin.c_str(), R_OK) == 0)
    ptx = readFile(cubin);
  return rt::cuda::makeDriverDevice(ptx, 0, choice.driver, choice.maxRegisters);
}

void CheckFolder::load(const std::vector<std::size_t> &dimensions) {
  for (std::size_t dimension : dimensions)
    if (!devices.count(dimension))
      devices[dimension] =
          std::async(std::launch::async, [this, dimension] {
            Stopwatch watch;
            std::shared_ptr<Device> device = makeDevice(dimension);
            say("loaded " + describe(dimension) + " in " + seconds(watch.seconds()));
            return device;
          }).share();
}

CheckedWorld CheckFolder::world(std::size_t dimension, rt::i64 seed) {
  load({dimension});
  std::shared_ptr<Device> device = devices[dimension].get();
  std::string error;
  CheckedWorld result;
  result.world = rt::makeTerrainWorld(opened, dimension, seed, error);
  if (result.world)
    result.parts.module = rt::KernelWorld::create(
        opened->module(opened->dimensions()[dimension].generator), seed, error, opened);
  if (!result.parts.module)
    throw BadInput(describe(dimension) + ": " + error);
  result.parts.world = result.world;
  result.batches = device->kernel("fill_columns") != nullptr;
  if (result.batches)
    rt::cuda::checkText(*device, result.parts.module->module());
  result.parts.device = std::move(device);
  return result;
}
