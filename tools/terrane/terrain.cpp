//===- terrain.cpp - From packs to a dimension whose chunks can be made ---===//

#include "tools/terrane/terrain.h"

#include "compiler/import/carver.h"
#include "compiler/import/noise_settings.h"
#include "runtime/material/compiled_rule.h"
#include "targets/cuda/device_engine.h"
#include "targets/jit/cpp_engine.h"
#include "targets/reference/engine.h"
#include "targets/reference/material_rule.h"
#include "tools/terrane/region_options.h"

#include "llvm/Support/JSON.h"

using namespace terrane;
using namespace terrane::tool;

void DimensionOptions::addTo(CLI::App &app) {
  auto *byId = app.add_option("--dimension", dimension,
                              "Dimension: its level, noise settings and biome source")
                   ->type_name("ID");
  app.add_option("--world-preset", worldPreset,
                 "World preset that is searched for dimensions without a file of their own")
      ->type_name("ID")
      ->capture_default_str();
  app.add_option("--settings", settings, "Noise settings, in the place of --dimension")
      ->type_name("ID")
      ->excludes(byId);
  app.add_option("--biomes", biomes,
                 "With --settings: the biome source, as a parameter list's id, 'fixed=BIOME' or "
                 "'the_end'")
      ->type_name("SOURCE")
      ->capture_default_str();
  app.add_option("--level", level,
                 "With --settings: lowest block and height of the level (default: what the "
                 "settings fill)")
      ->type_name("Y,H");
}

/// The JSON of a biome source that the command line names.
static std::string biomeSourceText(llvm::StringRef text) {
  llvm::json::Object source;
  if (text.consume_front("fixed="))
    source = llvm::json::Object{{"type", "minecraft:fixed"}, {"biome", text}};
  else if (text == "the_end" || text == "minecraft:the_end")
    source = llvm::json::Object{{"type", "minecraft:the_end"}};
  else
    source = llvm::json::Object{{"type", "minecraft:multi_noise"}, {"preset", text}};
  std::string result;
  llvm::raw_string_ostream(result) << llvm::json::Value(std::move(source));
  return result;
}

std::optional<DimensionRequest> tool::makeRequest(const std::string &settings,
                                                  const std::string &biomes, rt::Level level,
                                                  const pack::Stack &packs,
                                                  Diagnostics &diagnostics) {
  DimensionRequest request;
  std::optional<pack::Id> id = parseId(settings, "noise settings", diagnostics);
  request.own = json::Document::parse(biomeSourceText(biomes), "--biomes", diagnostics);
  if (!id || !request.own)
    return std::nullopt;
  import::BiomeRegistry registry(packs);
  std::optional<import::BiomeSourceForm> form =
      import::readBiomeSource(request.own->root(), registry, diagnostics);
  if (!form)
    return std::nullopt;
  request.settings = *id;
  request.level = level;
  request.biomes = std::move(*form);
  return request;
}

std::optional<DimensionRequest> tool::readRequest(const DimensionOptions &options,
                                                  const pack::Stack &packs,
                                                  Diagnostics &diagnostics) {
  if (options.settings.empty() && options.dimension.empty()) {
    diagnostics.error({}, "no dimension given",
                      "--dimension ID, or --settings ID with --biomes and --level");
    return std::nullopt;
  }
  if (!options.dimension.empty()) {
    std::optional<pack::Id> id = parseId(options.dimension, "a dimension", diagnostics),
                            preset = parseId(options.worldPreset, "a world preset", diagnostics);
    if (!id || !preset)
      return std::nullopt;
    import::BiomeRegistry registry(packs);
    std::optional<import::DimensionForm> form =
        import::readDimension(*id, *preset, registry, diagnostics);
    if (form && !form->settingsId) {
      diagnostics.error(form->settings->where(), "inline noise settings cannot be compiled",
                        "the id of a file in data/<namespace>/worldgen/noise_settings");
      return std::nullopt;
    }
    if (!form)
      return std::nullopt;
    return DimensionRequest{*form->settingsId, form->level, std::move(form->biomes), nullptr};
  }
  rt::Level level{0, 0};
  if (!options.level.empty()) {
    auto [y, height] = llvm::StringRef(options.level).split(',');
    bool fine = !y.trim().getAsInteger(10, level.minY) &&
                !height.trim().getAsInteger(10, level.height) && level.minY % 16 == 0 &&
                level.height % 16 == 0 && level.minY >= import::dimensionMinY &&
                level.height >= 16 && level.minY <= import::dimensionEndY - level.height;
    if (!fine) {
      diagnostics.error({}, "--level '" + options.level + "' is no level",
                        "Y,H: multiples of 16, Y of at least -2032, H of at least 16, Y + H of "
                        "at most 2032");
      return std::nullopt;
    }
  }
  auto request = makeRequest(options.settings, options.biomes, level, packs, diagnostics);
  if (!request || !options.level.empty())
    return request;
  // What the settings fill.
  bool found = false;
  const json::Document *document =
      packs.load("noise_settings", request->settings, diagnostics, found);
  Diagnostics unused; // reported when the settings are imported
  if (document)
    if (auto settings = import::readNoiseSettings(document->root(), unused))
      request->level = {settings->minY, std::max(settings->height, 16)};
  if (request->level.height == 0)
    request->level.height = 16; // the settings are missing or wrong, which is still to be reported
  return request;
}

std::unique_ptr<Dimension> Dimension::compile(DimensionRequest request, const pack::Stack &packs,
                                              const Common &common, Diagnostics &diagnostics) {
  auto result = std::make_unique<Dimension>();
  result->level = request.level;
  result->context = std::make_unique<mlir::MLIRContext>(mlir::MLIRContext::Threading::DISABLED);
  CompileRequest compile;
  compile.settings = request.settings;
  compile.terrain = true;
  for (const rt::Biome &biome : request.biomes.table.biomes)
    compile.possibleBiomes.push_back(biome.id.empty() ? "(inline)" : biome.id);
  result->module = compileToSamplers(*result->context, packs, compile, diagnostics);
  if (!result->module)
    return nullptr;
  DiagnosticBridge bridge(*result->context, diagnostics);
  result->terrain = OwnedTerrainSettings::create(*result->module);
  if (!result->terrain)
    return nullptr;
  import::CarverLists carvers(packs);
  if (!carvers.readAll(request.biomes, diagnostics))
    return nullptr;
  auto states = import::readCarvedFlags(result->terrain->settings(), packs, diagnostics);
  if (!states)
    return nullptr;
  carvers.set().states = std::move(*states);
  result->carvers = std::make_shared<const rt::CarverSet>(std::move(carvers.set()));
  result->biomes = std::make_shared<const rt::BiomeSource>(
      import::buildBiomeSource(request.biomes, /*literal=*/common.engine == "reference"));
  if (common.engine != "reference") {
    result->code =
        jit::loadCppModule(samplerGraph(*result->module), diagnostics, buildOptions(common));
    if (!result->code)
      return nullptr;
  }
  return result->setBatches(common, diagnostics) ? std::move(result) : nullptr;
}

/// Sets what engines for batches need; false after an error.
bool Dimension::setBatches(const Common &common, Diagnostics &diagnostics) {
  noBatch = "the engine " + common.engine + " makes chunk by chunk";
  if (common.engine == "cuda-host") {
    cudaCode = cuda::loadHostCode(samplerGraph(*module), diagnostics, buildOptions(common));
    if (!cudaCode)
      return false;
    noBatch = cudaCode->noBatch;
    if (noBatch.empty())
      batches = cuda::hostBatches(cudaCode, threadCount(common));
  } else if (common.engine == "cuda") {
    auto deviceCode = cuda::emitDeviceCode(samplerGraph(*module), diagnostics);
    if (!deviceCode)
      return false;
    noBatch = deviceCode->noBatch;
    if (noBatch.empty())
      batches = cuda::deviceBatches(std::move(deviceCode), code, common.device.ordinal.value_or(0),
                                    buildOptions(common));
    batches.fallBack = common.device.fallBack();
    batches.warn = warnOnce();
    if (!noBatch.empty() && !batches.fallBack) {
      diagnostics.error({}, "the dimension's chunks cannot be made in batches: " + noBatch,
                        "--engine cpp, or --fallback cpu");
      return false;
    }
    if (!noBatch.empty())
      batches.warn("the dimension's chunks cannot be made in batches: " + noBatch +
                   "; all are made on the CPU");
  }
  if (common.device.batch)
    batches.maxChunks = *common.device.batch;
  return true;
}

std::string Dimension::whyNoBatches(const rt::TerrainWorld &world,
                                    const rt::ChunkRect &area) const {
  return noBatch.empty() ? rt::cuda::BatchPipeline::refusal(world, area) : noBatch;
}

std::optional<rt::cuda::BatchMemory>
Dimension::plan(const std::shared_ptr<const rt::TerrainWorld> &world, const rt::ChunkRect &area,
                Diagnostics &diagnostics) const {
  try {
    return rt::cuda::planBatches(batches, world, area);
  } catch (const rt::cuda::DeviceError &error) {
    diagnostics.error({}, error.what());
    return std::nullopt;
  }
}

std::shared_ptr<const rt::TerrainWorld> Dimension::world(long long seed,
                                                         Diagnostics &diagnostics) const {
  DiagnosticBridge bridge(*context, diagnostics);
  rt::TerrainWorld::Parts parts;
  parts.seed = seed;
  parts.level = level;
  parts.settings = {terrain, &terrain->settings()};
  parts.biomes = biomes;
  parts.carvers = carvers;
  std::string error;
  if (code) {
    auto functions = KernelGenerator::create(code->module(), seed, error, code);
    if (functions) {
      parts.rule = std::make_shared<rt::CompiledRule>(functions->world(), level, biomes->table);
      parts.functions = std::move(functions);
    }
    if (noBatch.empty())
      parts.batches = rt::cuda::makeBatchEngine(batches);
    else if (cudaCode) // chunk by chunk, with the functions of the CUDA text
      parts.functions = cuda::makeCudaHostGenerator(cudaCode, seed, diagnostics);
  } else {
    std::unique_ptr<Generator> functions = reference::Engine::build(samplerGraph(*module), seed);
    if (functions)
      parts.rule = reference::buildRule(*module, seed, terrain->settings(), level, biomes->table,
                                        *functions);
    parts.functions = std::move(functions);
  }
  std::shared_ptr<const rt::TerrainWorld> result;
  if (parts.functions && parts.rule)
    result = rt::TerrainWorld::create(std::move(parts), error);
  if (!error.empty())
    diagnostics.error({}, error);
  return result;
}
