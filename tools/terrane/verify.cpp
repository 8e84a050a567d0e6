//===- verify.cpp - terrane verify: comparison with reference vectors -----===//

#include "runtime/cuda/device.h"
#include "runtime/verify/verify_values.h"
#include "tools/terrane/common.h"
#include "tools/terrane/verify_carvers.h"
#include "tools/terrane/verify_chunks.h"
#include "tools/terrane/verify_engines.h"
#include "tools/terrane/verify_terrain.h"

#include <nlohmann/json.hpp>

#include <fstream>
#include <iostream>
#include <set>

using namespace terrane;
using namespace terrane::tool;
using Json = nlohmann::json;

namespace {

struct Options {
  Common common;
  std::string kind;
  std::vector<std::string> files;
  std::string write; ///< kind chunks: where the chunks that are named go, instead of a comparison
};

/// Counts comparisons and prints the first mismatches.
struct Tally {
  long long values = 0, mismatches = 0;
  long long refused = 0; ///< requests that the engine refuses by name
  bool resourceFailed = false;
  static constexpr long long maxPrinted = 20;

  void compare(bool same, long long count, llvm::function_ref<std::string()> what) {
    values += count;
    if (same)
      return;
    if (++mismatches <= maxPrinted)
      llvm::errs() << "mismatch: " << what() << '\n';
    else if (mismatches == maxPrinted + 1)
      llvm::errs() << "further mismatches are counted only\n";
  }
};

rt::Volume volumeOf(const Json &v) {
  rt::Volume out;
  out.sx = v.at("size").at(0), out.sy = v.at("size").at(1), out.sz = v.at("size").at(2);
  out.mx = v.at("min").at(0), out.my = v.at("min").at(1), out.mz = v.at("min").at(2);
  out.tx = v.at("step").at(0), out.ty = v.at("step").at(1), out.tz = v.at("step").at(2);
  return out;
}

std::string describe(const rt::Volume &v) {
  std::string text;
  llvm::raw_string_ostream(text) << "volume size " << v.sx << ',' << v.sy << ',' << v.sz << " min "
                                 << v.mx << ',' << v.my << ',' << v.mz << " step " << v.tx << ','
                                 << v.ty << ',' << v.tz;
  return text;
}

/// Functions of one noise settings file on both paths (`functions` and `probes` share the form).
class FunctionVerifier {
public:
  FunctionVerifier(const Options &o, const Json &file, Tally &tally, Diagnostics &diagnostics)
      : o(o), file(file), tally(tally), diagnostics(diagnostics),
        context(mlir::MLIRContext::Threading::DISABLED) {}

  void run() {
    packs = pack::openStack(o.common.packs, diagnostics);
    if (!packs)
      return;
    seed = std::stoll(text(file.at("seed")));
    request.settings = parseId(file.at("settings").get<std::string>(), "settings", diagnostics);
    const Json &functions = file.at("functions");
    std::vector<std::string> refused;
    for (auto it = functions.begin(); it != functions.end(); ++it) {
      bool ofSettings =
          it.key().compare(0, 7, "router:") == 0 || it.key().compare(0, 9, "aquifers:") == 0;
      if (it->contains("error"))
        refused.push_back(it.key());
      else if (!ofSettings)
        if (auto id = parseId(it.key(), "a function", diagnostics))
          request.functions.push_back(*id);
    }
    if (diagnostics.hasErrors())
      return;
    auto module = compileToSamplers(context, *packs, request, diagnostics);
    auto generator = module ? makeGenerator(*module, o.common, seed, diagnostics) : nullptr;
    if (!generator)
      return;
    for (auto it = functions.begin(); it != functions.end(); ++it)
      if (!it->contains("error"))
        verifyFunction(*generator, it.key(), *it);
    for (const std::string &name : refused)
      verifyRefused(name);
  }

private:
  static std::string text(const Json &v) { return v.is_string() ? v.get<std::string>() : v.dump(); }

  /// Requests that the engine refuses are counted, and the first of each reason is named.
  bool refuses(const Generator &generator, unsigned entry, RequestKind kind, bool caches,
               const std::string &name) {
    std::string why = generator.refusal(entry, kind, caches);
    if (why.empty())
      return false;
    ++tally.refused;
    std::string what = name + (kind == RequestKind::Volume ? ", volumes" : ", points") +
                       " on a context with caches: " + why;
    if (told.insert(what).second && !o.common.quiet && !o.common.json)
      llvm::outs() << "refused: " << what << '\n';
    return true;
  }

  void volume(SamplerContext &sampling, unsigned entry, const std::string &name, const Json &row) {
    rt::Volume v = volumeOf(row);
    std::vector<float> values(v.count());
    sampling.volume(entry, values.data(), v);
    tally.compare(hashOf(values) == row.at("sha256").get<std::string>(), v.count(), [&] {
      std::string what = name + ": " + describe(v);
      if (row.contains("samples"))
        for (const Json &s : row.at("samples")) {
          float got = values[s.at(0).get<size_t>()];
          if (hexBits(got) != s.at(1).get<std::string>())
            return what + ": index " + s.at(0).dump() + " is " + hexBits(got) + ", expected " +
                   s.at(1).get<std::string>();
        }
      return what + ": sha256 differs (every listed sample agrees)";
    });
  }

  void point(SamplerContext &sampling, unsigned entry, const std::string &name, const Json &row) {
    int x = row.at(0), y = row.at(1), z = row.at(2);
    float got = sampling.point(entry, x, y, z);
    tally.compare(hexBits(got) == row.at(3).get<std::string>(), 1,
                  [&] { return name + ": point " + row.dump() + " is " + hexBits(got); });
  }

  void verifyFunction(const Generator &generator, const std::string &name, const Json &rows) {
    auto entry = generator.entry(name);
    if (!entry) {
      tally.compare(false, 1, [&] { return name + ": the settings have no such entry"; });
      return;
    }
    int n = 0;
    for (const Json &row : rows.at("volumes")) {
      bool cached = row.contains("cached") ? row.at("cached").get<bool>() : n % 3 != 2;
      ++n;
      if (!refuses(generator, *entry, RequestKind::Volume, cached, name))
        volume(*generator.context(cached), *entry, name, row);
    }
    auto plain = generator.context(false);
    for (const Json &row : rows.at("points"))
      point(*plain, *entry, name, row);
    for (const char *key : {"sequence", "sequence_b"}) {
      if (!rows.contains(key))
        continue;
      auto sampling = generator.context(true);
      int step = 0;
      for (const Json &row : rows.at(key)) {
        std::string place = name + " " + key + "[" + std::to_string(step++) + "]";
        auto kind = row.is_object() ? RequestKind::Volume : RequestKind::Point;
        if (refuses(generator, *entry, kind, true, name))
          continue;
        if (row.is_object())
          volume(*sampling, *entry, place, row);
        else
          point(*sampling, *entry, place, row);
      }
    }
  }

  /// A function that the game refuses to compile must be refused, for a reason of its own.
  void verifyRefused(const std::string &name) {
    Diagnostics own;
    CompileRequest alone{request.settings, {}};
    auto id = parseId(name, "a function", own);
    if (id)
      alone.functions.push_back(*id);
    auto module = id ? compileToSamplers(context, *packs, alone, own) : nullptr;
    tally.compare(!module && own.hasErrors(), 1,
                  [&] { return name + ": compiles, but the game refuses it"; });
  }

  const Options &o;
  const Json &file;
  Tally &tally;
  Diagnostics &diagnostics;
  mlir::MLIRContext context;
  std::unique_ptr<pack::Stack> packs;
  CompileRequest request;
  long long seed = 0;
  std::set<std::string> told; ///< refusals
};

/// The report of a built-in parameter list, as nlohmann's JSON.
Json parameterList(const pack::Stack &packs, const std::string &id, Diagnostics &diagnostics) {
  std::optional<pack::Id> list = parseId(id, "a parameter list", diagnostics);
  std::string path = "reports/biome_parameters/";
  if (list)
    path += list->space + "/" + list->path + ".json";
  std::optional<std::string> text;
  if (list)
    text = packs.readPath(path, diagnostics);
  if (list && !text)
    diagnostics.error({}, "no pack has " + path, "--pack with the game's reports");
  return text ? Json::parse(*text) : Json{{"biomes", Json::array()}};
}

void writeChunks(const Options &o, const Json &file, Tally &tally, Diagnostics &diagnostics) {
  std::string text = describeChunks(file, o.common, diagnostics);
  if (!diagnostics.hasErrors())
    tally.resourceFailed = !writeFile(o.write, text, diagnostics);
}

void verifyFile(const Options &o, const std::string &path, Tally &tally, Diagnostics &diagnostics) {
  std::ifstream in(path, std::ios::binary);
  if (!in) {
    diagnostics.error({path, 0, 0, {}}, "cannot be read: " + std::string(std::strerror(errno)));
    return;
  }
  try {
    Json file = Json::parse(in);
    if (o.kind == "functions" || o.kind == "probes") {
      if (o.common.packs.empty())
        diagnostics.error({}, "no pack given", "--pack PATH");
      else
        FunctionVerifier(o, file, tally, diagnostics).run();
      return;
    }
    if (o.kind == "chunks") {
      if (o.common.packs.empty())
        diagnostics.error({}, "no pack given", "--pack PATH");
      else if (!o.write.empty())
        writeChunks(o, file, tally, diagnostics);
      else
        verifyChunks(
            file, o.common,
            [&](bool same, long long count, auto what) { tally.compare(same, count, what); },
            diagnostics);
      return;
    }
    if (o.kind == "carvers") {
      verifyCarvers(
          file, o.common,
          [&](bool same, long long count, auto what) { tally.compare(same, count, what); },
          diagnostics);
      return;
    }
    if (o.kind == "biomes") {
      auto packs = pack::openStack(o.common.packs, diagnostics);
      if (!packs)
        return;
      auto preset = [&](const std::string &id) { return parameterList(*packs, id, diagnostics); };
      rt::VerifyCount count = rt::verifyBiomes(file, preset, std::cerr);
      tally.values += count.values;
      tally.mismatches += count.mismatches;
      return;
    }
    rt::VerifyCount count = o.kind == "random"  ? rt::verifyRandom(file, std::cerr)
                            : o.kind == "noise" ? rt::verifyNoise(file, std::cerr)
                                                : rt::verifyBeardifier(file, std::cerr);
    tally.values += count.values;
    tally.mismatches += count.mismatches;
  } catch (const rt::cuda::DeviceError &e) {
    diagnostics.error({}, e.what());
    tally.resourceFailed = true;
  } catch (const std::exception &e) {
    // Of the JSON library, or of a conversion: a number out of range, a size that no memory holds.
    diagnostics.error({path, 0, 0, {}}, std::string("is no file of reference vectors of kind '") +
                                            o.kind + "': " + e.what());
  }
}

/// Kind `engines`: the words are functions (none: all of the packs), compared between --engine and
/// the reference engine on requests chosen by --seed.
void verifyEngines(const Options &o, Tally &tally, Diagnostics &diagnostics) {
  auto packs = pack::openStack(o.common.packs, diagnostics);
  if (!packs)
    return;
  std::vector<pack::Id> functions;
  for (const std::string &text : o.files)
    if (auto id = parseId(text, "a function", diagnostics))
      functions.push_back(*id);
  if (o.files.empty())
    functions = packs->ids("density_function");
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  // Graphs of a few functions, so that a function that is refused takes no other with it for long.
  constexpr size_t graphSize = 40;
  size_t refused = 0;
  for (size_t first = 0; first < functions.size() && !diagnostics.hasErrors(); first += graphSize) {
    CompileRequest request;
    for (size_t i = first; i < std::min(first + graphSize, functions.size()); ++i) {
      Diagnostics own;
      if (compileToSamplers(context, *packs, {std::nullopt, {functions[i]}}, own))
        request.functions.push_back(functions[i]);
      else
        ++refused;
    }
    auto module = compileToSamplers(context, *packs, request, diagnostics);
    Common plain = o.common;
    plain.engine = "reference";
    long long seed = o.common.seed();
    auto reference = module ? makeGenerator(*module, plain, seed, diagnostics) : nullptr;
    auto other = module ? makeGenerator(*module, o.common, seed, diagnostics) : nullptr;
    if (!reference || !other)
      return;
    for (const pack::Id &id : request.functions)
      tally.refused +=
          compareEngines(*reference, *other, id.str(), seed, [&](auto same, auto count, auto what) {
            tally.compare(same, count, what);
          });
  }
  if (!o.common.quiet && !o.common.json)
    llvm::outs() << "compared " << functions.size() - refused << " functions, " << refused
                 << " refused\n";
}

/// Kind `terrain`: the words are dimensions (none: all of the packs).
void verifyDimensions(const Options &o, Tally &tally, Diagnostics &diagnostics) {
  auto packs = pack::openStack(o.common.packs, diagnostics);
  if (packs)
    verifyTerrain(
        *packs, o.files, o.common,
        [&](bool same, long long count, auto what) { tally.compare(same, count, what); },
        diagnostics);
}

int run(const Options &o) {
  Diagnostics diagnostics;
  Tally tally;
  o.common.device.check(o.common.engine, diagnostics);
  if (o.common.engine == "cuda" && o.kind != "chunks")
    diagnostics.error({}, "the engine cuda makes chunks; it does not go with kind '" + o.kind + "'",
                      "--engine cuda-host (its text on the CPU), or kind chunks");
  if (diagnostics.hasErrors())
    return report(diagnostics, o.common);
  if (o.kind == "engines")
    verifyEngines(o, tally, diagnostics);
  else if (o.kind == "terrain")
    verifyDimensions(o, tally, diagnostics);
  else if (o.files.empty())
    diagnostics.error({}, "no file given", "files of reference vectors");
  else if (!o.write.empty() && (o.kind != "chunks" || o.files.size() != 1))
    diagnostics.error({},
                      "--write does not go with kind '" + o.kind + "' and " +
                          std::to_string(o.files.size()) + " files",
                      "verify chunks --write OUT FILE");
  else
    for (const std::string &path : o.files)
      verifyFile(o, path, tally, diagnostics);
  if (diagnostics.hasErrors() || !o.write.empty()) {
    int code = report(diagnostics, o.common);
    return tally.resourceFailed ? int(Exit::resourceFailed) : code;
  }
  if (tally.values == 0) {
    diagnostics.error({}, "the files hold nothing to compare");
    return report(diagnostics, o.common);
  }
  if (tally.refused && !o.common.quiet && !o.common.json)
    llvm::outs() << "refused " << tally.refused << " requests\n";
  if (o.common.json)
    llvm::outs() << "{\"values\": " << tally.values << ", \"mismatches\": " << tally.mismatches
                 << "}\n";
  else
    llvm::outs() << "verified " << tally.values << " values, " << tally.mismatches
                 << " mismatches\n";
  return tally.mismatches ? Exit::mismatch : Exit::ok;
}

} // namespace

void tool::addVerify(CLI::App &app, int &exitCode) {
  CLI::App *sub = app.add_subcommand("verify", "Compare with reference vectors; the last line is "
                                               "'verified N values, M mismatches'");
  auto o = std::make_shared<Options>();
  o->common.addTo(*sub);
  o->common.device.addTo(*sub, /*withPlan=*/false);
  sub->add_option("kind", o->kind, "What the files hold")
      ->required()
      ->check(CLI::IsMember({"functions", "probes", "noise", "random", "beardifier", "chunks",
                             "biomes", "carvers", "engines", "terrain"}));
  sub->add_option("files", o->files,
                  "Files of reference vectors; for engines: functions, for terrain: dimensions to "
                  "compare (default: all)")
      ->type_name("FILE");
  sub->add_option("--write", o->write,
                  "With kind chunks: make the chunks that FILE names and write them as vectors, "
                  "compare nothing")
      ->type_name("OUT");
  sub->callback([o, &exitCode] { exitCode = onDeepStack([&] { return run(*o); }); });
}
