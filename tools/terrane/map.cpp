//===- map.cpp - terrane map: a region as a picture -----------------------===//

#include "tools/terrane/map_image.h"
#include "tools/terrane/output_file.h"
#include "tools/terrane/progress.h"
#include "tools/terrane/region_options.h"
#include "tools/terrane/terrain.h"

#include "llvm/Support/JSON.h"

using namespace terrane;
using namespace terrane::tool;

namespace {

struct Options {
  Common common;
  DimensionOptions dimension;
  RegionOptions region;
  std::string kind = "blocks", section, output;
  std::optional<int> y;
  bool noProgress = false;
};

/// A vertical plane: all blocks of one x or of one z.
struct Section {
  bool ofX;
  int at;
};

constexpr long long maxPixels = 1ll << 28;

std::optional<Section> parseSection(llvm::StringRef text, Diagnostics &diagnostics) {
  Section section{text.starts_with("x="), 0};
  if ((section.ofX || text.starts_with("z=")) && !text.drop_front(2).getAsInteger(10, section.at))
    return section;
  diagnostics.error({}, "--section '" + text.str() + "' is no vertical plane",
                    "x=N or z=N, N in blocks, such as z=-8");
  return std::nullopt;
}

/// Draws chunks as they are delivered.
class Painter {
public:
  Painter(const Options &o, const rt::TerrainWorld &world, const rt::ChunkRect &area,
          const std::optional<Section> &section)
      : o(o), area(area), section(section), level(world.level()), settings(world.settings()),
        lowest(world.filled().minY), end(world.filled().minY + world.filled().height),
        width(unsigned((section && section->ofX ? area.depth() : area.width()) * 16)),
        height(unsigned(section ? level.height : area.depth() * 16)), image(width, height) {
    for (int i = 0; i < settings.numStates; ++i)
      ofBlock.push_back(blockColor(settings.states[i].name));
    for (const rt::Biome &biome : world.biomes().table.biomes)
      ofBiome.push_back(biomeColor(biome.id));
    if (shaded())
      surface.resize(size_t(width) * height);
  }

  void paint(const rt::RegionChunk &given) {
    const rt::Chunk &chunk = given.chunk;
    int left = (chunk.chunkX() - area.x0) * 16, top = (chunk.chunkZ() - area.z0) * 16;
    for (int i = 0; section && i < 16; ++i) {
      int lx = section->ofX ? section->at & 15 : i, lz = section->ofX ? i : section->at & 15;
      for (int row = 0; row < level.height; ++row)
        image.set(unsigned((section->ofX ? top : left) + i), unsigned(level.height - 1 - row),
                  colorAt(given, lx, level.minY + row, lz));
    }
    for (int i = 0; !section && i < 256; ++i) {
      int lx = i & 15, lz = i >> 4;
      image.set(unsigned(left + lx), unsigned(top + lz), colorFromAbove(given, lx, lz));
      if (shaded())
        surface[size_t(top + lz) * width + size_t(left + lx)] = chunk.worldSurface(lx, lz);
    }
  }

  /// Slopes towards the north lie in the light, those towards the south in the shade.
  void shade() {
    for (unsigned row = 1; shaded() && row < height; ++row)
      for (unsigned column = 0; column < width; ++column) {
        size_t here = size_t(row) * width + column;
        int step = surface[here] - surface[here - width];
        double factor = step > 0 ? 1.1 : step < 0 ? 0.88 : 1.0;
        image.set(column, row, image.at(column, row).scaled(factor));
      }
  }

  const MapImage &result() const { return image; }
  unsigned pixelsWide() const { return width; }
  unsigned pixelsHigh() const { return height; }

private:
  bool shaded() const { return !section && o.kind == "blocks"; }

  Color colorAt(const rt::RegionChunk &given, int lx, int y, int lz) const {
    return o.kind == "biomes" ? ofBiome[given.biomes.at(lx >> 2, y >> 2, lz >> 2)]
                              : ofBlock[given.chunk.get(lx, y, lz)];
  }

  Color colorFromAbove(const rt::RegionChunk &given, int lx, int lz) const {
    int top = given.chunk.worldSurface(lx, lz), floor = given.chunk.oceanFloor(lx, lz);
    if (o.kind == "heights")
      return heightColor(floor, lowest, settings.seaLevel, end);
    if (o.kind == "biomes")
      return colorAt(given, lx, o.y ? *o.y : std::max(top - 1, level.minY), lz);
    Color color = colorAt(given, lx, top - 1, lz);
    bool fluid = given.chunk.flags(given.chunk.get(lx, top - 1, lz)) & rt::StateFluid;
    return fluid ? color.scaled(std::max(0.5, 1.0 - (top - floor) / 80.0)) : color;
  }

  const Options &o;
  const rt::ChunkRect area;
  const std::optional<Section> section;
  const rt::Level level;
  const rt::TerrainSettings &settings;
  int lowest, end;
  unsigned width, height;
  MapImage image;
  std::vector<Color> ofBlock, ofBiome;
  std::vector<int> surface; ///< first free y of every pixel
};

class Mapping {
public:
  explicit Mapping(const Options &o) : o(o) {}

  int run() {
    if (o.common.packs.empty())
      diagnostics.error({}, "no pack given", "--pack PATH");
    o.common.device.check(o.common.engine, diagnostics);
    std::optional<rt::ChunkRect> area = o.region.parse(diagnostics);
    std::optional<Section> section;
    if (!o.section.empty())
      section = parseSection(o.section, diagnostics);
    if (area && section)
      narrow(*area, *section);
    if (section && o.kind == "heights")
      diagnostics.error({}, "a section shows no heights", "--kind blocks or --kind biomes");
    if (o.y && (o.kind != "biomes" || section))
      diagnostics.error({}, "--y is for --kind biomes seen from above");
    if (o.output == "-" && o.common.json)
      diagnostics.error({}, "the picture and --json both go to stdout", "-o FILE");
    auto packs = diagnostics.hasErrors() ? nullptr : pack::openStack(o.common.packs, diagnostics);
    auto request = packs ? readRequest(o.dimension, *packs, diagnostics) : std::nullopt;
    if (request)
      checkSize(*area, section, request->level);
    auto dimension = request && !diagnostics.hasErrors()
                         ? Dimension::compile(std::move(*request), *packs, o.common, diagnostics)
                         : nullptr;
    auto world = dimension ? dimension->world(o.common.seed(), diagnostics) : nullptr;
    if (!world)
      return report(diagnostics, o.common);
    return draw(world, *area, section);
  }

private:
  int failed(Exit code) {
    report(diagnostics, o.common);
    return code;
  }

  /// Only the chunks that a section crosses.
  void narrow(rt::ChunkRect &area, const Section &section) {
    int &low = section.ofX ? area.x0 : area.z0, &high = section.ofX ? area.x1 : area.z1;
    int chunk = section.at >> 4;
    if (chunk < low || chunk > high)
      diagnostics.error({}, "--section " + o.section + " lies outside the region",
                        "a block from " + std::to_string(low * 16) + " to " +
                            std::to_string(high * 16 + 15));
    low = high = chunk;
  }

  void checkSize(const rt::ChunkRect &area, const std::optional<Section> &section,
                 rt::Level level) {
    long long pixels = section ? area.count() * 16 * level.height : area.count() * 256;
    // The format and the library take no more than 2^31 - 1 in one direction; this is stricter.
    if (area.count() > maxPixels / 16 || pixels > maxPixels)
      diagnostics.error({}, "the picture has more than 2^28 pixels", "a smaller region");
  }

  int draw(const std::shared_ptr<const rt::TerrainWorld> &world, const rt::ChunkRect &area,
           const std::optional<Section> &section) {
    rt::RegionRequest what;
    what.area = area;
    what.threads = threadCount(o.common);
    what.stackBytes = deepStackBytes;
    if (o.kind == "biomes")
      what.lastStage = section || o.y ? rt::TerrainStage::Biomes : rt::TerrainStage::Fill;
    ProgressBar bar(!o.common.quiet && !o.noProgress);
    what.progress = [&](long long done, long long total) { bar.show(done, total); };
    // A place that cannot be written shows before the work, not after.
    std::unique_ptr<OutputFile> file = OutputFile::create(o.output, diagnostics);
    if (!file)
      return failed(Exit::resourceFailed);
    Painter painter(o, *world, area, section);
    auto deliver = [&](const rt::RegionChunk &chunk) {
      painter.paint(chunk);
      return true;
    };
    std::optional<rt::RegionResult> made = generateOnDevice(world, what, deliver, diagnostics);
    bar.clear();
    if (!made)
      return failed(Exit::resourceFailed);
    const rt::RegionResult &result = *made;
    if (result.state == rt::RegionResult::Failed) {
      diagnostics.error({}, "chunk " + std::to_string(result.chunkX) + "," +
                                std::to_string(result.chunkZ) + ": " + result.error);
      return failed(Exit::badInput);
    }
    painter.shade();
    std::string error, png = painter.result().png(error);
    if (png.empty())
      diagnostics.error({o.output, 0, 0, {}}, "the picture cannot be made: " + error);
    file->write(png);
    if (png.empty() || !file->commit(diagnostics))
      return failed(Exit::resourceFailed);
    if (o.common.json)
      llvm::outs() << llvm::json::Value(llvm::json::Object{{"output", o.output},
                                                           {"chunks", int64_t(result.delivered)},
                                                           {"width", painter.pixelsWide()},
                                                           {"height", painter.pixelsHigh()}})
                   << '\n';
    else if (report(diagnostics, o.common); !o.common.quiet && !file->isStdout())
      llvm::outs() << "wrote " << o.output << ": " << painter.pixelsWide() << " x "
                   << painter.pixelsHigh() << " pixels, " << result.delivered << " chunks\n";
    return Exit::ok;
  }

  const Options &o;
  Diagnostics diagnostics;
};

} // namespace

void tool::addMap(CLI::App &app, int &exitCode) {
  CLI::App *sub =
      app.add_subcommand("map", "Draw a region as PNG: from above, or as a vertical section");
  auto o = std::make_shared<Options>();
  o->common.engine = "cpp"; // regions are worth compiling for
  o->common.addTo(*sub);
  o->dimension.addTo(*sub);
  o->region.addTo(*sub);
  o->common.device.addTo(*sub, /*withPlan=*/false);
  sub->add_option("--kind", o->kind,
                  "blocks (the topmost ones), biomes (at the surface) or heights (of the ground)")
      ->check(CLI::IsMember({"blocks", "biomes", "heights"}))
      ->capture_default_str();
  sub->add_option("--section", o->section,
                  "A vertical section instead: the blocks or biomes with one x or z of the region")
      ->type_name("x=N|z=N");
  sub->add_option("--y", o->y, "With --kind biomes: at this height; quick, as no block is made")
      ->type_name("Y");
  sub->add_option("-o,--output", o->output, "PNG file to write; - is stdout")
      ->required()
      ->type_name("FILE");
  sub->add_flag("--no-progress", o->noProgress, "No progress bar, which a terminal shows");
  sub->callback([o, &exitCode] { exitCode = onDeepStack([&] { return Mapping(*o).run(); }); });
}
