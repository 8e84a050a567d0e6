//===- eval.cpp - terrane eval: one function at blocks or over a volume ---===//

#include "tools/terrane/common.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"

#include <limits>

using namespace terrane;
using namespace terrane::tool;

namespace {

struct Options {
  Common common;
  std::string function, settings, size, min = "0,0,0", step = "1,1,1", output;
  std::vector<std::string> points;
  bool noCaches = false;
};

constexpr long long maxPrinted = 4096, maxVolume = 1ll << 30;

struct Evaluation {
  const Options &o;
  Diagnostics diagnostics;
  std::optional<rt::Volume> volume;
  std::vector<std::array<int, 3>> points;

  void parse() {
    for (const std::string &p : o.points)
      if (auto t = parseTriple(p, "--at", diagnostics))
        points.push_back(*t);
    if (o.points.empty() == o.size.empty())
      diagnostics.error({}, "nothing to evaluate, or both points and a volume",
                        "either --at x,y,z (repeatable) or --volume sx,sy,sz");
    if (o.size.empty())
      return;
    auto size = parseTriple(o.size, "--volume", diagnostics),
         min = parseTriple(o.min, "--min", diagnostics),
         step = parseTriple(o.step, "--step", diagnostics);
    if (!size || !min || !step)
      return;
    rt::Volume v;
    v.sx = (*size)[0], v.sy = (*size)[1], v.sz = (*size)[2];
    v.mx = (*min)[0], v.my = (*min)[1], v.mz = (*min)[2];
    v.tx = (*step)[0], v.ty = (*step)[1], v.tz = (*step)[2];
    bool positive = v.sx > 0 && v.sy > 0 && v.sz > 0 && v.tx > 0 && v.ty > 0 && v.tz > 0;
    if (!positive)
      diagnostics.error({}, "a volume has a size or step below 1", "sizes and steps of at least 1");
    else if (double(v.sx) * v.sy * v.sz > double(maxVolume))
      diagnostics.error({}, "the volume has more than 2^30 values", "a smaller --volume");
    else
      volume = v;
  }

  int run() {
    CompileRequest request;
    parse();
    if (o.common.packs.empty())
      diagnostics.error({}, "no pack given", "--pack PATH");
    if (!o.settings.empty())
      request.settings = parseId(o.settings, "noise settings", diagnostics);
    bool ofSettings = llvm::StringRef(o.function).starts_with("router:") ||
                      llvm::StringRef(o.function).starts_with("aquifers:");
    if (ofSettings && o.settings.empty())
      diagnostics.error({}, "'" + o.function + "' is an entry of noise settings", "--settings ID");
    if (!ofSettings)
      if (auto id = parseId(o.function, "a function", diagnostics))
        request.functions.push_back(*id);
    auto packs = diagnostics.hasErrors() ? nullptr : pack::openStack(o.common.packs, diagnostics);
    if (!packs)
      return report(diagnostics, o.common);
    mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
    auto module = compileToSamplers(context, *packs, request, diagnostics);
    auto generator =
        module ? makeGenerator(*module, o.common, o.common.seed(), diagnostics) : nullptr;
    if (!generator)
      return report(diagnostics, o.common);
    auto entry = generator->entry(ofSettings ? o.function : request.functions.front().str());
    if (!entry) {
      diagnostics.error({}, "the settings have no entry '" + o.function + "'");
      return report(diagnostics, o.common);
    }
    auto kind = volume ? RequestKind::Volume : RequestKind::Point;
    if (std::string why = generator->refusal(*entry, kind, !o.noCaches); !why.empty()) {
      diagnostics.error({}, "'" + o.function + "' is refused: " + why, "--no-caches");
      return report(diagnostics, o.common);
    }
    auto sampling = generator->context(!o.noCaches);
    return volume ? printVolume(*sampling, *entry) : printPoints(*sampling, *entry);
  }

  /// A NaN has no sign here: its bits are not told apart.
  static void printValue(int x, int y, int z, float v) {
    llvm::outs() << x << ' ' << y << ' ' << z << "  "
                 << llvm::format("%.9g", rt::isNaN(v) ? std::numeric_limits<float>::quiet_NaN() : v)
                 << "  " << hexBits(v) << '\n';
  }

  int printPoints(SamplerContext &sampling, unsigned entry) {
    llvm::json::Array rows;
    for (auto [x, y, z] : points) {
      float v = sampling.point(entry, x, y, z);
      if (o.common.json)
        rows.push_back(llvm::json::Array{x, y, z, hexBits(v)});
      else
        printValue(x, y, z, v);
    }
    if (o.common.json)
      llvm::outs() << llvm::json::Value(std::move(rows)) << '\n';
    return Exit::ok;
  }

  int printVolume(SamplerContext &sampling, unsigned entry) {
    const rt::Volume &v = *volume;
    std::vector<float> values(v.count());
    sampling.volume(entry, values.data(), v);
    std::string bytes = littleEndian(values);
    if (!o.output.empty()) {
      if (!writeFile(o.output, bytes, diagnostics)) {
        diagnostics.print(llvm::errs());
        return Exit::resourceFailed;
      }
      return Exit::ok;
    }
    std::string hash = hashOf(values);
    if (o.common.json) {
      llvm::json::Array all;
      if (v.count() <= maxPrinted)
        for (float f : values)
          all.push_back(hexBits(f));
      llvm::json::Object object{{"size", llvm::json::Array{v.sx, v.sy, v.sz}},
                                {"min", llvm::json::Array{v.mx, v.my, v.mz}},
                                {"step", llvm::json::Array{v.tx, v.ty, v.tz}},
                                {"sha256", hash}};
      if (v.count() <= maxPrinted)
        object["values"] = std::move(all);
      llvm::outs() << llvm::json::Value(std::move(object)) << '\n';
      return Exit::ok;
    }
    if (v.count() <= maxPrinted)
      for (int k = 0; k < v.sz; ++k)
        for (int i = 0; i < v.sx; ++i)
          for (int j = 0; j < v.sy; ++j)
            printValue(v.blockX(i), v.blockY(j), v.blockZ(k), values[v.index(i, j, k)]);
    if (!o.common.quiet)
      llvm::outs() << v.count() << " values, sha256 " << hash << '\n';
    return Exit::ok;
  }
};

} // namespace

void tool::addEval(CLI::App &app, int &exitCode) {
  CLI::App *sub = app.add_subcommand(
      "eval", "Evaluate a density function at blocks (point path) or over a volume (volume path)");
  auto o = std::make_shared<Options>();
  o->common.addTo(*sub);
  sub->add_option("function", o->function,
                  "Id of a density function, or router:NAME / aquifers:NAME of the settings")
      ->required()
      ->type_name("ID");
  sub->add_option("--settings", o->settings,
                  "Noise settings whose random source and entries are used (default: the modern "
                  "random source)")
      ->type_name("ID");
  sub->add_option("--at", o->points, "Block to evaluate at; repeatable, one context for all")
      ->type_name("X,Y,Z")
      ->allow_extra_args(false);
  sub->add_option("--volume", o->size, "Sizes of a volume")->type_name("SX,SY,SZ");
  sub->add_option("--min", o->min, "Its minimum block")->type_name("X,Y,Z")->capture_default_str();
  sub->add_option("--step", o->step, "Its steps in blocks")
      ->type_name("TX,TY,TZ")
      ->capture_default_str();
  sub->add_option("-o,--output", o->output,
                  "Write the volume as f32, little-endian, Y fastest, then X, then Z")
      ->type_name("FILE");
  sub->add_flag("--no-caches", o->noCaches, "A context without cache cells");
  sub->callback(
      [o, &exitCode] { exitCode = onDeepStack([&] { return Evaluation{*o, {}, {}, {}}.run(); }); });
}
