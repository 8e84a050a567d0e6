//===- bundle.cpp - Opening a compiled bundle (docs/formats.md) -----------===//

#include "runtime/bundle/bundle.h"

#include "runtime/bundle/sha256.h"
#include "runtime/kernel/host.h"

#include <cerrno>
#include <cstring>
#include <set>
#include <utility>

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace terrane::rt {

namespace {

/// A file that stays open, so that its identity stays taken.
class OpenFile {
public:
  explicit OpenFile(const std::string &path) : fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
  ~OpenFile() {
    if (fd >= 0)
      ::close(fd);
  }
  OpenFile(const OpenFile &) = delete;
  OpenFile &operator=(const OpenFile &) = delete;

  bool opened() const { return fd >= 0; }

  /// All bytes; false, with errno set, where they cannot be read.
  bool read(std::string &bytes) const {
    char buffer[1 << 16];
    while (true) {
      ssize_t got = ::read(fd, buffer, sizeof(buffer));
      if (got == 0)
        return true;
      if (got > 0)
        bytes.append(buffer, std::size_t(got));
      else if (errno != EINTR)
        return false;
    }
  }

  /// Whether `path` still leads to this file.
  bool isAt(const std::string &path) const {
    struct stat mine, there;
    return ::fstat(fd, &mine) == 0 && ::stat(path.c_str(), &there) == 0 &&
           mine.st_dev == there.st_dev && mine.st_ino == there.st_ino;
  }

private:
  int fd;
};

/// The loader takes a path it has loaded before for the same library, even if the file there is
/// another by now: a bundle compiled anew in its place would run the old code. So the path is
/// spelled by the content: one more "/" or "/." per bit of the hash, which leads to the same file.
std::string pathByContent(const std::string &folder, const ManifestFile &file) {
  std::string path = folder;
  for (char digit : file.sha256.substr(0, 16)) {
    int value = digit <= '9' ? digit - '0' : digit - 'a' + 10;
    for (int bit = 3; bit >= 0; --bit)
      path += value >> bit & 1 ? "/." : "/";
  }
  return path + "/" + file.name;
}

/// Kinds and ids of noises; their order is the library's own.
template <class Noises> std::multiset<std::pair<int, std::string>> namesOf(const Noises &noises) {
  std::multiset<std::pair<int, std::string>> names;
  for (const auto &noise : noises)
    names.emplace(noise.kind,
                  noise.kind == KernelNoise::Density || noise.kind == KernelNoise::Material
                      ? std::string(noise.id)
                      : "");
  return names;
}

/// What of a module contradicts the manifest; empty where nothing does.
std::string compare(const KernelModule &module, const ManifestGenerator &said, CpuLevel level) {
  std::string wrong = checkModule(module);
  if (!wrong.empty())
    return wrong;
  if (module.level > level)
    return "its code needs CPU level " + std::string(cpuLevelName(module.level));
  if ((module.legacyRandomSource != 0) != said.legacyRandomSource)
    return "its random source is another";
  if (std::size_t(module.numEntries) != said.entries.size())
    return "it has " + std::to_string(module.numEntries) + " entries instead of " +
           std::to_string(said.entries.size());
  for (i32 i = 0; i < module.numEntries; ++i)
    if (said.entries[i] != module.entries[i].name)
      return "its entry " + std::to_string(i) + " is '" + module.entries[i].name + "'";
  std::vector<KernelNoise> noises(module.noises, module.noises + module.numNoises);
  if (namesOf(noises) != namesOf(said.noises))
    return "it needs other noises";
  if ((module.terrain != nullptr) != said.dimension.has_value())
    return module.terrain ? "it has a terrain step" : "it has no terrain step";
  return {};
}

constexpr const char *whatBundlesAre = "a bundle is a folder made by 'terrane compile'";
constexpr const char *moduleSymbol = "terrane_generator";

BundleError manifestError(const std::string &path, const ManifestError &error) {
  BundleError::Kind kind = error.kind == ManifestError::Abi      ? BundleError::Abi
                           : error.kind == ManifestError::Format ? BundleError::Format
                                                                 : BundleError::Manifest;
  return {kind, path + ": " + error.message};
}

/// Which of the libraries to take, as an index; of each generator the same.
std::optional<std::size_t> chooseLibrary(const std::vector<ManifestLibrary> &libraries,
                                         CpuLevel machine) {
  std::optional<std::size_t> chosen;
  for (std::size_t i = 0; i < libraries.size(); ++i)
    if (libraries[i].level <= machine && (!chosen || libraries[i].level > libraries[*chosen].level))
      chosen = i;
  return chosen;
}

/// The bytes of a file that was opened at `path`, whose size and hash are right; false after an
/// error.
bool readWhole(const OpenFile &opened, const std::string &path, const ManifestFile &file,
               std::string &bytes, BundleError &error) {
  auto fail = [&](BundleError::Kind kind, const std::string &message) {
    error = {kind, path + ": " + message};
    return false;
  };
  if (!opened.opened() && errno == ENOENT)
    return fail(BundleError::Damaged, "is missing, though the manifest names it");
  if (!opened.opened() || !opened.read(bytes))
    return fail(BundleError::Unreadable, std::string("cannot be read: ") + std::strerror(errno));
  if (bytes.size() != file.size)
    return fail(BundleError::Damaged, "has " + std::to_string(bytes.size()) + " bytes instead of " +
                                          std::to_string(file.size) +
                                          (bytes.size() < file.size ? ": it is truncated" : ""));
  if (sha256Hex(bytes) != file.sha256)
    return fail(BundleError::Damaged, "is damaged: its SHA-256 differs from the manifest's");
  return true;
}

/// Loads a library after its size and hash were found right; null after an error.
void *load(const std::string &folder, const ManifestFile &file, BundleError &error) {
  auto fail = [&](BundleError::Kind kind, const std::string &message) {
    error = {kind, folder + "/" + file.name + ": " + message};
    return nullptr;
  };
  std::string path = folder + "/" + file.name, bytes;
  OpenFile opened(path);
  if (!readWhole(opened, path, file, bytes, error))
    return nullptr;
  void *library = ::dlopen(pathByContent(folder, file).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *reason = ::dlerror();
    return fail(BundleError::Library,
                std::string("cannot be loaded: ") + (reason ? reason : "unknown reason"));
  }
  // Between the check and the loading the bundle may have been replaced.
  if (!opened.isAt(path)) {
    ::dlclose(library);
    return fail(BundleError::Library, "was replaced while it was opened");
  }
  return library;
}

/// A dimension whose file belongs to the module of its generator; nothing after an error.
std::optional<BundleDimension> loadDimension(const std::string &folder,
                                             const ManifestDimension &said,
                                             const KernelModule &module, BundleError &error) {
  std::string path = folder + "/" + said.file.name, bytes, wrong;
  if (!readWhole(OpenFile(path), path, said.file, bytes, error))
    return std::nullopt;
  std::optional<DimensionData> data = readDimension(bytes, wrong);
  const TerrainSettings &terrain = *module.terrain;
  if (data && data->dimension != said.id)
    wrong = "it is the dimension '" + data->dimension + "'";
  bool same = data && std::size_t(terrain.numStates) == data->states.size();
  for (i32 i = 0; same && i < terrain.numStates; ++i)
    same = data->states[i] == terrain.states[i].name;
  if (data && wrong.empty() && !same)
    wrong = "its block states are not those of the library";
  if (!wrong.empty()) {
    error = {BundleError::Library,
             path + ": is not what the manifest says of '" + said.id + "': " + wrong};
    return std::nullopt;
  }
  BundleDimension result;
  result.id = said.id;
  result.level = data->level;
  result.biomes = std::make_shared<const BiomeSource>(data->biomeSource());
  result.carvers = std::make_shared<const CarverSet>(std::move(data->carvers));
  return result;
}

} // namespace

std::shared_ptr<const Bundle> Bundle::open(const std::string &folder, BundleError &error) {
  CpuLevelChoice choice = chooseCpuLevel();
  if (choice.level)
    return open(folder, *choice.level, error);
  error = {BundleError::CpuLevel, choice.error};
  return nullptr;
}

std::shared_ptr<const Bundle> Bundle::open(const std::string &folder, CpuLevel machine,
                                           BundleError &error) {
  auto fail = [&](BundleError::Kind kind, const std::string &message) {
    error = {kind, message};
    return nullptr;
  };
  auto systemError = [] { return std::string(std::strerror(errno)); };

  struct stat status;
  if (::stat(folder.c_str(), &status) != 0)
    return fail(BundleError::Unreadable, folder + ": cannot be opened: " + systemError());
  if (!S_ISDIR(status.st_mode))
    return fail(BundleError::Unreadable, folder + ": is no folder; " + whatBundlesAre);

  std::string manifestPath = folder + "/" + manifestName, text;
  OpenFile manifestFile(manifestPath);
  if (!manifestFile.opened() && errno == ENOENT)
    return fail(BundleError::Manifest,
                folder + ": holds no " + manifestName + "; " + whatBundlesAre);
  if (!manifestFile.opened() || !manifestFile.read(text))
    return fail(BundleError::Unreadable, manifestPath + ": cannot be read: " + systemError());
  ManifestError wrong;
  std::optional<BundleManifest> manifest = readManifest(text, wrong);
  if (!manifest) {
    error = manifestError(manifestPath, wrong);
    return nullptr;
  }

  const std::vector<ManifestLibrary> &levels = manifest->generators.front().libraries;
  if (levels.empty())
    return fail(BundleError::NoLibrary,
                folder + ": holds sources alone; compile it with '--target so' to load it");
  std::optional<std::size_t> chosen = chooseLibrary(levels, machine);
  if (!chosen)
    return fail(BundleError::CpuLevel, folder + ": needs a CPU of level " +
                                           std::string(cpuLevelName(levels.front().level)) +
                                           ", this machine has " +
                                           std::string(cpuLevelName(machine)));

  std::shared_ptr<Bundle> bundle(new Bundle);
  bundle->place = folder;
  bundle->loadedLevel = levels[*chosen].level;
  for (const ManifestGenerator &generator : manifest->generators) {
    const ManifestFile &file = generator.libraries[*chosen].file;
    void *library = load(folder, file, error);
    if (!library)
      return nullptr;
    bundle->libraries.push_back(library);
    auto *module = static_cast<const KernelModule *>(::dlsym(library, moduleSymbol));
    std::string contradiction = module ? compare(*module, generator, bundle->loadedLevel)
                                       : std::string("it has no symbol '") + moduleSymbol + "'";
    if (!contradiction.empty())
      return fail(BundleError::Library, folder + "/" + file.name +
                                            ": is not what the manifest says of '" +
                                            generator.settings + "': " + contradiction);
    bundle->modules.push_back(module);
    if (!generator.dimension)
      continue;
    auto dimension = loadDimension(folder, *generator.dimension, *module, error);
    if (!dimension)
      return nullptr;
    dimension->generator = bundle->modules.size() - 1;
    bundle->allDimensions.push_back(std::move(*dimension));
  }
  bundle->description = std::move(*manifest);
  return bundle;
}

std::optional<std::string> Bundle::ptx(std::size_t generator, BundleError &error) const {
  const ManifestGenerator &said = description.generators[generator];
  for (const ManifestFile &file : said.sources) {
    const std::string_view suffix = ".ptx", name = file.name;
    if (name.size() < suffix.size() || name.substr(name.size() - suffix.size()) != suffix)
      continue;
    std::string path = place + "/" + file.name, bytes;
    return readWhole(OpenFile(path), path, file, bytes, error) ? std::optional(std::move(bytes))
                                                               : std::nullopt;
  }
  error = {BundleError::NoLibrary, place + ": holds no PTX of '" + said.settings +
                                       "'; compile it with '--target so,ptx' for devices"};
  return std::nullopt;
}

Bundle::~Bundle() {
  for (void *library : libraries)
    ::dlclose(library);
}

} // namespace terrane::rt
