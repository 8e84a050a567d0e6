//===- verify_engines.cpp - Engines compared with each other --------------===//

#include "tools/terrane/verify_engines.h"

#include "runtime/random/xoroshiro.h"
#include "tools/terrane/common.h"

using namespace terrane;
using namespace terrane::tool;

namespace {

/// Requests of every kind that tells paths, caches and steps apart.
class Requests {
public:
  explicit Requests(unsigned long long seed) : random(static_cast<long long>(seed)) {}

  int below(int n) { return random.nextInt(n); }
  /// Near the origin, so that points meet the volumes asked for before; now and then far out, where
  /// packed keys collide and coordinates wrap.
  int block(bool y) {
    static const int far[] = {1 << 24, 29999984, -29999984, 1 << 25, 1 << 26, 4096, -2048};
    int near = below(48) - 20;
    return below(8) == 0 ? near + (y ? 4096 * (below(3) - 1) : far[below(7)]) : near;
  }
  rt::Volume volume() {
    static const int steps[] = {1, 1, 1, 2, 3, 4, 8};
    rt::Volume v;
    v.sx = 1 + below(6), v.sy = 1 + below(12), v.sz = 1 + below(6);
    v.mx = block(false), v.my = block(true), v.mz = block(false);
    v.tx = steps[below(7)], v.ty = steps[below(7)], v.tz = below(2) ? v.tx : steps[below(7)];
    if (below(3) == 0) // aligned, as chunks ask
      v.mx &= ~15, v.my &= ~15, v.mz &= ~15;
    if (below(12) == 0) // longer than a row of lanes
      v.sy = 60 + below(80), v.sx = 1, v.sz = 2;
    return v;
  }

private:
  rt::Xoroshiro random;
};

std::string describe(const rt::Volume &v) {
  std::string text;
  llvm::raw_string_ostream(text) << "size " << v.sx << ',' << v.sy << ',' << v.sz << " min " << v.mx
                                 << ',' << v.my << ',' << v.mz << " step " << v.tx << ',' << v.ty
                                 << ',' << v.tz;
  return text;
}

/// What an engine refuses by name (Generator::refusal) is not asked for, only counted.
class Asked {
public:
  Asked(const Generator &generator, unsigned entry, bool caches) {
    for (RequestKind kind : {RequestKind::Volume, RequestKind::Point})
      refuses[kind == RequestKind::Point] = !generator.refusal(entry, kind, caches).empty();
  }
  bool skip(RequestKind kind, long long &refused) const {
    bool skipped = refuses[kind == RequestKind::Point];
    refused += skipped;
    return skipped;
  }

private:
  bool refuses[2];
};

using Compare = llvm::function_ref<void(bool, long long, llvm::function_ref<std::string()>)>;

/// The same few points again and again in contexts that begin anew, with volumes between: what an
/// engine remembers of a point must not show.
void compareRepeats(const Generator &reference, const Generator &other, const std::string &name,
                    bool caches, Requests &requests, Compare compare, long long &refused) {
  unsigned a = *reference.entry(name), b = *other.entry(name);
  const Asked asked(other, b, caches);
  auto left = reference.context(caches), right = other.context(caches);
  right->expectRepeats(b);
  int points[5][3];
  for (auto &p : points)
    p[0] = requests.block(false), p[1] = requests.block(true), p[2] = requests.block(false);
  for (int round = 0; round < 4; ++round) {
    left->reset({});
    right->reset({});
    for (int step = 0; step < 8; ++step) {
      const auto &p = points[requests.below(5)];
      if (requests.below(4) == 0) { // a volume that holds the point
        rt::Volume v = requests.volume();
        v.mx = p[0], v.my = p[1], v.mz = p[2];
        if (asked.skip(RequestKind::Volume, refused))
          continue;
        std::vector<float> l(v.count()), r(v.count());
        left->volume(a, l.data(), v);
        right->volume(b, r.data(), v);
        continue;
      }
      if (asked.skip(RequestKind::Point, refused))
        continue;
      float l = left->point(a, p[0], p[1], p[2]), r = right->point(b, p[0], p[1], p[2]);
      compare(hexBits(l) == hexBits(r), 1, [&] {
        return name + (caches ? " cached" : "") + " round " + std::to_string(round) + " step " +
               std::to_string(step) + ": repeated point is " + hexBits(r) + ", reference " +
               hexBits(l);
      });
    }
  }
}

} // namespace

long long tool::compareEngines(const Generator &reference, const Generator &other,
                               const std::string &name, unsigned long long seed, Compare compare) {
  unsigned a = *reference.entry(name), b = *other.entry(name);
  long long refused = 0;
  Requests requests(seed);
  // Without caches, then a sequence on one context with them.
  for (bool caches : {false, true}) {
    auto left = reference.context(caches), right = other.context(caches);
    const Asked asked(other, b, caches);
    rt::Volume last;
    for (int step = 0; step < 24; ++step) {
      std::string place = name + (caches ? " cached" : "") + " step " + std::to_string(step);
      if (requests.below(3) == 0) {
        last = requests.below(4) && step ? last : requests.volume();
        if (asked.skip(RequestKind::Volume, refused))
          continue;
        std::vector<float> l(last.count()), r(last.count());
        left->volume(a, l.data(), last);
        right->volume(b, r.data(), last);
        size_t at = 0;
        while (at < l.size() && hexBits(l[at]) == hexBits(r[at]))
          ++at;
        compare(at == l.size(), last.count(), [&] {
          return place + ": volume " + describe(last) + ": index " + std::to_string(at) + " is " +
                 hexBits(r[at]) + ", reference " + hexBits(l[at]);
        });
        if (requests.below(3) == 0)
          last = requests.volume();
        continue;
      }
      int x = requests.block(false), y = requests.block(true), z = requests.block(false);
      if (step && requests.below(2)) // on the lattice of the volume asked for last
        x = last.blockX(requests.below(last.sx)), y = last.blockY(requests.below(last.sy)),
        z = last.blockZ(requests.below(last.sz));
      if (asked.skip(RequestKind::Point, refused))
        continue;
      float l = left->point(a, x, y, z), r = right->point(b, x, y, z);
      compare(hexBits(l) == hexBits(r), 1, [&] {
        return place + ": point " + std::to_string(x) + "," + std::to_string(y) + "," +
               std::to_string(z) + " is " + hexBits(r) + ", reference " + hexBits(l);
      });
    }
  }
  for (bool caches : {true, false})
    compareRepeats(reference, other, name, caches, requests, compare, refused);
  return refused;
}
