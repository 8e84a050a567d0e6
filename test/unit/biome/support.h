//===- support.h - Contexts that make up their samples --------------------===//

#ifndef TERRANE_TEST_UNIT_BIOME_SUPPORT_H
#define TERRANE_TEST_UNIT_BIOME_SUPPORT_H

#include "runtime/biome/source.h"
#include <array>
#include <functional>

namespace terrane::test {

/// A sample per entry and block, the same on both paths; records what was asked for.
class MadeUpContext : public SamplerContext {
public:
  using Function = std::function<float(unsigned entry, int x, int y, int z)>;
  explicit MadeUpContext(Function function) : function(std::move(function)) {}

  void volume(unsigned entry, float *out, const rt::Volume &v) override {
    volumes.emplace_back(entry, v);
    for (int k = 0; k < v.sz; ++k)
      for (int i = 0; i < v.sx; ++i)
        for (int j = 0; j < v.sy; ++j)
          out[v.index(i, j, k)] = function(entry, v.blockX(i), v.blockY(j), v.blockZ(k));
  }
  float point(unsigned entry, int x, int y, int z) override {
    points.push_back({int(entry), x, y, z});
    return function(entry, x, y, z);
  }
  void reset(ContextFields) override {}

  std::vector<std::pair<unsigned, rt::Volume>> volumes;
  std::vector<std::array<int, 4>> points;

private:
  Function function;
};

constexpr rt::ClimateEntries madeUpEntries = {{40, 41, 42, 43, 44, 45}};

} // namespace terrane::test

#endif // TERRANE_TEST_UNIT_BIOME_SUPPORT_H
