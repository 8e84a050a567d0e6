//===- manifest.cpp - What a bundle says about itself (docs/formats.md) ---===//

#include "runtime/bundle/manifest.h"

#include "runtime/bundle/json_node.h"
#include "runtime/kernel/cpu_level.h"

#include <algorithm>

namespace terrane::rt {

const char *terraneVersion() {
  return TERRANE_VERSION;
}

namespace {

constexpr const char *formatName = "terrane-bundle";
constexpr const char *kindNames[] = {"density", "blended_low", "blended_high", "blended_main",
                                     "material"};
constexpr const char *normalizeNames[] = {"off", "on", "legacy"};
constexpr const char *blendedNames[] = {"xzScale", "yScale", "xzFactor", "yFactor",
                                        "smearScaleMultiplier"};

Json toJson(const ManifestFile &file) {
  return {{"file", file.name}, {"size", file.size}, {"sha256", file.sha256}};
}

/// Whether a noise is one of the registry.
bool hasId(KernelNoise::Kind kind) {
  return kind == KernelNoise::Density || kind == KernelNoise::Material;
}

Json toJson(const ManifestNoise &noise) {
  Json out = {{"kind", kindNames[noise.kind]}};
  if (hasId(noise.kind)) {
    out["id"] = noise.id;
    out["baseOctave"] = noise.parameters.baseOctave;
    out["octaveCount"] = noise.parameters.octaveCount;
    out["baseAmplitude"] = noise.parameters.baseAmplitude;
    out["normalize"] = normalizeNames[int(noise.parameters.normalize)];
    out["amplitudeModifiers"] = noise.parameters.amplitudeModifiers;
  } else {
    for (int i = 0; i < 5; ++i)
      out[blendedNames[i]] = noise.blended[i];
  }
  return out;
}

Json toJson(const ManifestGenerator &generator) {
  Json dimensions = Json::array(), noises = Json::array(), cellSizes = Json::array(),
       sources = Json::array(), libraries = Json::array();
  if (generator.dimension) {
    Json entry = {{"id", generator.dimension->id}};
    entry.update(toJson(generator.dimension->file));
    dimensions.push_back(entry);
  }
  for (const ManifestNoise &noise : generator.noises)
    noises.push_back(toJson(noise));
  for (const ManifestCellSize &size : generator.cellSizes)
    cellSizes.push_back({{"xz", size.xz}, {"y", size.y}});
  for (const ManifestFile &source : generator.sources)
    sources.push_back(toJson(source));
  for (const ManifestLibrary &library : generator.libraries) {
    Json entry = {{"cpuLevel", std::string(cpuLevelName(library.level))}};
    entry.update(toJson(library.file));
    libraries.push_back(entry);
  }
  return {{"settings", generator.settings},
          {"dimensions", dimensions},
          {"legacyRandomSource", generator.legacyRandomSource},
          {"entries", generator.entries},
          {"noises", noises},
          {"cellSizes", cellSizes},
          {"caches", generator.caches},
          {"sources", sources},
          {"libraries", libraries}};
}

ManifestFile readFile(const Node &node) {
  ManifestFile file{node.at("file").text(), node.at("size").integer<u64>(),
                    node.at("sha256").text()};
  if (file.sha256.size() != 64 ||
      file.sha256.find_first_not_of("0123456789abcdef") != std::string::npos)
    node.at("sha256").fail("a SHA-256 of 64 lower-case hex digits");
  return file;
}

/// A file of the bundle lies in its folder and nowhere else.
ManifestFile readOwnFile(const Node &node) {
  ManifestFile file = readFile(node);
  if (file.name.empty() || file.name == "." || file.name == ".." ||
      file.name.find_first_of(std::string("/\\\0", 3)) != std::string::npos)
    node.at("file").fail("the plain name of a file");
  return file;
}

ManifestNoise readNoise(const Node &node) {
  ManifestNoise noise;
  noise.kind = static_cast<KernelNoise::Kind>(node.at("kind").among(kindNames));
  if (!hasId(noise.kind)) {
    for (int i = 0; i < 5; ++i)
      noise.blended[i] = node.at(blendedNames[i]).number();
    return noise;
  }
  noise.id = node.at("id").text();
  noise.parameters.baseOctave = node.at("baseOctave").integer<std::int32_t>();
  noise.parameters.octaveCount = node.at("octaveCount").integer<std::int32_t>();
  noise.parameters.baseAmplitude = node.at("baseAmplitude").number();
  noise.parameters.normalize = static_cast<Normalize>(node.at("normalize").among(normalizeNames));
  node.at("amplitudeModifiers").each([&](const Node &modifier) {
    noise.parameters.amplitudeModifiers.push_back(modifier.number());
  });
  return noise;
}

ManifestGenerator readGenerator(const Node &node) {
  ManifestGenerator generator;
  generator.settings = node.at("settings").text();
  node.at("dimensions").each([&](const Node &dimension) {
    if (generator.dimension)
      node.at("dimensions").fail("a list of at most one dimension");
    generator.dimension = {dimension.at("id").text(), readOwnFile(dimension)};
  });
  generator.legacyRandomSource = node.at("legacyRandomSource").flag();
  node.at("entries").each([&](const Node &entry) { generator.entries.push_back(entry.text()); });
  node.at("noises").each([&](const Node &noise) { generator.noises.push_back(readNoise(noise)); });
  node.at("cellSizes").each([&](const Node &size) {
    generator.cellSizes.push_back({size.at("xz").integer<i32>(), size.at("y").integer<i32>()});
  });
  generator.caches = node.at("caches").integer<i32>();
  node.at("sources").each(
      [&](const Node &source) { generator.sources.push_back(readOwnFile(source)); });
  node.at("libraries").each([&](const Node &library) {
    std::optional<CpuLevel> level = parseCpuLevel(library.at("cpuLevel").text());
    if (!level)
      library.at("cpuLevel").fail("a CPU level that this runtime knows");
    generator.libraries.push_back({*level, readOwnFile(library)});
  });
  return generator;
}

BundleManifest readRest(const Node &root) {
  BundleManifest manifest;
  manifest.gameVersion = root.at("gameVersion").text();
  manifest.terraneVersion = root.at("terraneVersion").text();
  manifest.compiler = root.at("compiler").text();
  root.at("pipelines").each([&](const Node &name) { manifest.pipelines.push_back(name.text()); });
  root.at("generators").each([&](const Node &generator) {
    manifest.generators.push_back(readGenerator(generator));
  });
  root.at("inputs").each([&](const Node &input) { manifest.inputs.push_back(readFile(input)); });
  if (manifest.generators.empty())
    root.at("generators").fail("a list with at least one generator");
  auto sameLevels = [](const ManifestLibrary &a, const ManifestLibrary &b) {
    return a.level == b.level;
  };
  const std::vector<ManifestLibrary> &first = manifest.generators.front().libraries;
  for (const ManifestGenerator &generator : manifest.generators)
    if (!std::equal(first.begin(), first.end(), generator.libraries.begin(),
                    generator.libraries.end(), sameLevels))
      root.at("generators").fail("a list of generators with the same CPU levels");
  return manifest;
}

} // namespace

std::string writeManifest(const BundleManifest &manifest) {
  Json generators = Json::array(), inputs = Json::array();
  for (const ManifestGenerator &generator : manifest.generators)
    generators.push_back(toJson(generator));
  for (const ManifestFile &input : manifest.inputs)
    inputs.push_back(toJson(input));
  Json root = {{"format", formatName},
               {"formatVersion", manifestFormat},
               {"kernelAbi", manifest.kernelAbi},
               {"gameVersion", manifest.gameVersion},
               {"terraneVersion", manifest.terraneVersion},
               {"compiler", manifest.compiler},
               {"pipelines", manifest.pipelines},
               {"generators", generators},
               {"inputs", inputs}};
  return root.dump(2) + "\n";
}

std::optional<BundleManifest> readManifest(std::string_view text, ManifestError &error) {
  auto fail = [&](ManifestError::Kind kind, std::string message) {
    error = {kind, std::move(message)};
    return std::nullopt;
  };
  try {
    Json json = Json::parse(text);
    Node root(json, "");
    if (root.at("format").text() != formatName)
      return fail(ManifestError::Malformed, "it is not the manifest of a terrane bundle");
    u32 format = root.at("formatVersion").integer<u32>();
    if (format != manifestFormat)
      return fail(ManifestError::Format, "the bundle has format version " + std::to_string(format) +
                                             ", this runtime reads " +
                                             std::to_string(manifestFormat));
    u32 abi = root.at("kernelAbi").integer<u32>();
    if (abi != kernelAbi)
      return fail(ManifestError::Abi, "the bundle was made for kernel ABI " + std::to_string(abi) +
                                          ", this runtime has " + std::to_string(kernelAbi) +
                                          ": compile it anew");
    return readRest(root);
  } catch (const Json::parse_error &e) {
    return fail(ManifestError::Malformed,
                "it is no complete JSON document (byte " + std::to_string(e.byte) + ")");
  } catch (const std::exception &e) {
    return fail(ManifestError::Malformed, e.what());
  }
}

} // namespace terrane::rt
