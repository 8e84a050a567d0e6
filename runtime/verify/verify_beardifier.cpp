//===- verify_beardifier.cpp - Reference vectors of the beardifier (spec 30, 8) -===//

#include "runtime/chunk/beardifier.h"
#include "runtime/verify/checker.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SHA256.h"

namespace terrane::rt {

using namespace verify;

namespace {

Adaptation adaptationOf(const std::string &name) {
  const std::pair<const char *, Adaptation> names[] = {{"none", Adaptation::None},
                                                       {"bury", Adaptation::Bury},
                                                       {"beard_thin", Adaptation::BeardThin},
                                                       {"beard_box", Adaptation::BeardBox},
                                                       {"encapsulate", Adaptation::Encapsulate}};
  for (auto &[text, value] : names)
    if (name == text)
      return value;
  throw Json::other_error::create(501, "unknown terrain adaptation " + name, nullptr);
}

StructurePiece pieceOf(const Json &row) {
  StructurePiece piece;
  const Json &box = row.at("box");
  piece.box = {box[0], box[1], box[2], box[3], box[4], box[5]};
  piece.adaptation = adaptationOf(row.at("adjustment"));
  piece.poolElement = row.at("pool_element");
  piece.rigid = row.at("rigid");
  piece.groundLevelDelta = row.at("ground_level_delta");
  for (const Json &j : row.at("junctions"))
    piece.junctions.push_back({j[0], j[1], j[2]});
  return piece;
}

/// SHA-256 over the values, four bytes each, little-endian, any NaN as 7fc00000.
std::string hashOf(const std::vector<f32> &values) {
  std::vector<u8> bytes;
  bytes.reserve(values.size() * 4);
  for (f32 v : values) {
    u32 b = isNaN(v) ? 0x7FC00000u : bitsOf(v);
    for (int shift = 0; shift < 32; shift += 8)
      bytes.push_back(u8(b >> shift));
  }
  return llvm::toHex(llvm::SHA256::hash(bytes), /*LowerCase=*/true);
}

} // namespace

VerifyCount verifyBeardifier(const Json &vectors, std::ostream &report) {
  Checker check(report);
  check.each(vectors, "cases", [&](const Json &row) {
    std::vector<StructurePiece> pieces;
    for (const Json &piece : row.at("pieces"))
      pieces.push_back(pieceOf(piece));
    Beardifier beardifier =
        Beardifier::forChunk(row.at("chunk").at(0), row.at("chunk").at(1), pieces);
    check.each(row, "volumes", [&](const Json &r) {
      const Json &size = r.at("size"), &min = r.at("min"), &step = r.at("step");
      Volume v;
      v.sx = size[0], v.sy = size[1], v.sz = size[2];
      v.mx = min[0], v.my = min[1], v.mz = min[2];
      v.tx = step[0], v.ty = step[1], v.tz = step[2];
      std::vector<f32> out(std::size_t(v.count()), 123.0f); // old content must not shine through
      beardifier.fillVolume(v, out.data());
      i64 nonzero = 0;
      for (f32 value : out)
        nonzero += value != 0.0f; // exact: counts values
      check.number(r.at("nonzero"), nonzero);
      check.hash(r.at("sha256"), hashOf(out), v.count());
    });
    check.each(row, "points",
               [&](const Json &r) { check.bits(r[3], beardifier.value(r[0], r[1], r[2])); });
  });
  return check.total();
}

} // namespace terrane::rt
