//===- cache.cpp - Cache cells (spec 10, 5.3 and 5.4) and shared values ---===//

#include "targets/reference/nodes.h"

#include "runtime/math/java.h"

#include <algorithm>

using namespace terrane::reference;
using namespace terrane;

Cell::Cell() : value(fromBits(0x7FC00000u)) {}

namespace {

/// 26 bits of x and z, 12 of y: distant blocks can share a key.
i64 packedKey(i32 x, i32 y, i32 z) {
  return i64((u64(u32(x) & 0x3FFFFFFu) << 38) | (u64(u32(z) & 0x3FFFFFFu) << 12) |
             u64(u32(y) & 0xFFFu));
}

/// Index of a block on one axis of a lattice, or -1.
i32 onAxis(i32 block, i32 min, i32 size, i32 step) {
  i32 r = wrapSub(block, min);
  return r >= 0 && r < wrapMul(size, step) && r % step == 0 ? r / step : -1;
}

struct CacheNode : Sampler {
  Node input;
  unsigned id;
  CacheNode(Node input, unsigned id) : input(input), id(id) {}

  void volume(Context &context, f32 *out, const Volume &v) const override {
    if (!context.caches)
      return input->volume(context, out, v);
    if (context.cell(id).buffer.empty() || context.cell(id).volume != v) {
      std::vector<f32> buffer(v.count());
      // The input may ask other cells, which can move this one.
      input->volume(context, buffer.data(), v);
      Cell &cell = context.cell(id);
      cell.volume = v;
      cell.buffer = std::move(buffer);
    }
    const std::vector<f32> &buffer = context.cell(id).buffer;
    std::copy(buffer.begin(), buffer.end(), out);
  }

  f32 point(Context &context, i32 x, i32 y, i32 z) const override {
    if (!context.caches)
      return input->point(context, x, y, z);
    i64 key = packedKey(x, y, z);
    const Cell &cell = context.cell(id);
    if (cell.key == key && !isNaN(cell.value))
      return cell.value;
    if (!cell.buffer.empty()) {
      const Volume &v = cell.volume;
      i32 i = onAxis(x, v.mx, v.sx, v.tx), j = onAxis(y, v.my, v.sy, v.ty),
          k = onAxis(z, v.mz, v.sz, v.tz);
      if (i >= 0 && j >= 0 && k >= 0)
        return cell.buffer[v.index(i, j, k)];
    }
    f32 value = input->point(context, x, y, z);
    Cell &now = context.cell(id);
    now.key = key;
    now.value = value;
    return value;
  }
};

constexpr std::size_t maxMemoFloats = 32u << 20, maxMemoPoints = 1u << 20;

struct SharedNode : Sampler {
  Node input;
  explicit SharedNode(Node input) : input(input) {}
  void volume(Context &context, f32 *out, const Volume &v) const override {
    auto &memo = context.memo;
    auto found = memo.volumes.find({this, v});
    if (found != memo.volumes.end()) {
      std::copy(found->second.begin(), found->second.end(), out);
      return;
    }
    input->volume(context, out, v);
    if (memo.floats + v.count() > maxMemoFloats) {
      memo.volumes.clear();
      memo.floats = 0;
    }
    memo.floats += v.count();
    memo.volumes.emplace(Context::Memo::VolumeKey{this, v}, std::vector<f32>(out, out + v.count()));
  }
  f32 point(Context &context, i32 x, i32 y, i32 z) const override {
    auto &memo = context.memo;
    auto found = memo.points.find({this, x, y, z});
    if (found != memo.points.end())
      return found->second;
    f32 value = input->point(context, x, y, z);
    if (memo.points.size() >= maxMemoPoints)
      memo.points.clear();
    memo.points.emplace(Context::Memo::PointKey{this, x, y, z}, value);
    return value;
  }
};

std::size_t mix(std::size_t h, u32 v) {
  return (h ^ v) * 0x9E3779B97F4A7C15ull;
}

} // namespace

std::size_t Context::Memo::Hash::operator()(const VolumeKey &k) const {
  std::size_t h = reinterpret_cast<std::size_t>(k.node);
  const Volume &v = k.volume;
  for (i32 n : {v.sx, v.sy, v.sz, v.mx, v.my, v.mz, v.tx, v.ty, v.tz})
    h = mix(h, u32(n));
  return h ^ (h >> 32);
}

std::size_t Context::Memo::Hash::operator()(const PointKey &k) const {
  std::size_t h = reinterpret_cast<std::size_t>(k.node);
  for (i32 n : {k.x, k.y, k.z})
    h = mix(h, u32(n));
  return h ^ (h >> 32);
}

NodePtr reference::cache(Node input, unsigned cell) {
  return std::make_unique<CacheNode>(input, cell);
}
NodePtr reference::shared(Node input) {
  return std::make_unique<SharedNode>(input);
}
