//===- verify_carvers.cpp - Carvers against reference vectors -------------===//

#include "tools/terrane/verify_carvers.h"

#include "compiler/import/carver.h"
#include "compiler/import/providers.h"
#include "runtime/carver/plan.h"
#include "runtime/carver/sine.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/SHA256.h"

using namespace terrane;
using namespace terrane::tool;
using Json = nlohmann::json;

std::string tool::sha256Of(llvm::ArrayRef<uint8_t> bytes) {
  return llvm::toHex(llvm::SHA256::hash(bytes), /*LowerCase=*/true);
}

namespace {

std::string hexOf(uint64_t bits) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format_hex_no_prefix(bits, 16);
  return text;
}

rt::GenerationRange rangeOf(const Json &row) {
  const Json &context = row.at("context");
  return {context.at("min_y"), context.at("height"), context.at("sea_level")};
}

/// Reads a part of the vectors as if it stood in a pack.
template <typename Read> auto readPart(const Json &part, Read read, Diagnostics &diagnostics) {
  auto document = json::Document::parse(part.dump(), "(vectors)", diagnostics);
  return document ? read(document->root()) : decltype(read(document->root()))();
}

void verifySine(const Json &sine, CompareValues compare) {
  const auto &table = rt::sineTable();
  std::vector<uint8_t> bytes;
  for (float entry : table)
    for (int i = 0; i < 4; ++i)
      bytes.push_back(uint8_t(rt::bitsOf(entry) >> (8 * i)));
  compare(sha256Of(bytes) == sine.at("table_sha256").get<std::string>(),
          static_cast<long long>(table.size()), [] { return "the sine table differs"; });
  for (const Json &row : sine.at("table_samples"))
    compare(hexBits(table.at(row.at(0).get<size_t>())) == row.at(1).get<std::string>(), 1,
            [&] { return "entry " + row.at(0).dump() + " of the sine table differs"; });
  for (const Json &row : sine.at("rows")) {
    rt::u64 bits = std::stoull(row.at(0).get<std::string>(), nullptr, 16);
    double x = rt::fromBits(bits);
    std::string sin = hexBits(rt::Sine().sin(x)), cos = hexBits(rt::Sine().cos(x));
    compare(sin == row.at(1).get<std::string>() && cos == row.at(2).get<std::string>(), 2,
            [&] { return "sine and cosine of " + row.dump() + " are " + sin + " and " + cos; });
  }
}

/// Draws `values` and what comes after them; `next` is one sample as the vectors write it.
template <typename Next>
void verifyDraws(const Json &row, rt::StartRandom &random, Next next, CompareValues compare) {
  size_t n = 0;
  for (const Json &expected : row.at("values")) {
    Json got = next();
    compare(got == expected && !random.failed(), 1, [&] {
      return row.at("kind").get<std::string>() + " provider " + row.at("provider").dump() +
             ": value " + std::to_string(n) + " is " + got.dump() + ", expected " + expected.dump();
    });
    ++n;
  }
  std::string after = hexOf(uint64_t(random.nextLong()));
  compare(after == row.at("next_long_after").get<std::string>(), 1, [&] {
    return row.at("kind").get<std::string>() + " provider " + row.at("provider").dump() +
           ": the generator is elsewhere after the values";
  });
}

void verifyProvider(const Json &row, CompareValues compare, Diagnostics &diagnostics) {
  const Json &json = row.at("provider");
  rt::StartRandom random;
  random.setSeed(std::stoll(row.at("seed").get<std::string>()));
  std::string kind = row.at("kind");
  auto with = [&](auto read, auto sample) {
    auto provider = readPart(
        json, [&](const json::Value &v) { return read(v, "the provider", diagnostics); },
        diagnostics);
    if (provider)
      verifyDraws(row, random, [&] { return Json(sample(*provider)); }, compare);
  };
  if (kind == "float")
    with(import::readFloatProvider,
         [&](const rt::FloatProvider &p) { return hexBits(p.sample(random)); });
  else if (kind == "int")
    with(import::readIntProvider, [&](const rt::IntProvider &p) { return p.sample(random); });
  else if (kind == "height")
    with(import::readHeightProvider,
         [&](const rt::HeightProvider &p) { return p.sample(random, rangeOf(row)); });
  else
    diagnostics.error({}, "a row of providers is of the unknown kind '" + kind + "'",
                      "float, int or height");
}

/// Both forms of the mask: plain, and planned.
void verifyMask(const Json &row, CompareValues compare, Diagnostics &diagnostics) {
  rt::CarverSet set;
  set.lists.emplace_back();
  for (const Json &json : row.at("carvers")) {
    auto carver = readPart(
        json, [&](const json::Value &v) { return import::readCarver(v, {}, diagnostics); },
        diagnostics);
    if (!carver)
      return;
    set.lists.front().push_back(unsigned(set.carvers.size()));
    set.carvers.push_back(std::move(*carver));
  }
  rt::CarverWorld world{&set, std::stoll(row.at("seed").get<std::string>()), rangeOf(row)};
  auto listAt = [](rt::i32, rt::i32) { return 0u; };
  int x = row.at("chunk").at(0), z = row.at("chunk").at(1);
  std::string place = row.at("name").get<std::string>() + " chunk " + row.at("chunk").dump(), error;
  rt::CarvingMask plain, planned;
  std::vector<rt::CarverStart> starts;
  bool fine = plainCarvingMask(world, listAt, x, z, plain, error, &starts) &&
              rt::CarverPlanner(world, listAt).mask(x, z, planned, error);
  compare(fine, 1, [&] { return place + ": " + error; });
  if (!fine)
    return;
  compare(row.at("starts") == starts.size(), 1,
          [&] { return place + ": " + std::to_string(starts.size()) + " starts"; });
  for (const rt::CarvingMask *mask : {&plain, &planned}) {
    const char *form = mask == &plain ? " (plain)" : " (planned)";
    compare(mask->minY() == row.at("mask_min_y") && mask->maxY() == row.at("mask_max_y"), 2,
            [&] { return place + form + ": the mask has other rows"; });
    compare(mask->count() == row.at("mask_bits"), 1, [&] {
      return place + form + ": " + std::to_string(mask->count()) +
             " blocks in the mask, expected " + row.at("mask_bits").dump();
    });
    compare(sha256Of(mask->bytes()) == row.at("mask_sha256").get<std::string>(),
            256ll * mask->height(), [&] { return place + form + ": the mask differs"; });
  }
}

} // namespace

void tool::verifyCarvers(const Json &file, const Common &common, CompareValues compare,
                         Diagnostics &diagnostics) {
  bool any = false;
  auto each = [&](const char *key, auto verify) {
    if (!file.contains(key))
      return;
    any = true;
    for (const Json &row : file.at(key))
      verify(row, compare, diagnostics);
  };
  if (file.contains("sin")) {
    any = true;
    verifySine(file.at("sin"), compare);
  }
  each("providers", verifyProvider);
  each("masks", verifyMask);
  if (file.contains("chunks") || file.contains("game") || file.contains("game_fill")) {
    any = true;
    verifyCarvedChunks(file, common, compare, diagnostics);
  }
  if (!any)
    diagnostics.error({}, "the file holds no rows of carvers",
                      "one of 'sin', 'providers', 'masks', 'chunks', 'game', 'game_fill'");
}
