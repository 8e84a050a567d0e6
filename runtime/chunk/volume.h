//===- volume.h - The lattice volume (spec 10, section 4) -----------------===//

#ifndef TERRANE_RUNTIME_CHUNK_VOLUME_H
#define TERRANE_RUNTIME_CHUNK_VOLUME_H

#include "runtime/math/base.h"

namespace terrane::rt {

/// Sizes (samples), minimum block and step (blocks) per axis. Index order: Y fastest, then X, then
/// Z. Sizes and steps are at least 1.
struct Volume {
  i32 sx = 1, sy = 1, sz = 1;
  i32 mx = 0, my = 0, mz = 0;
  i32 tx = 1, ty = 1, tz = 1;

  TERRANE_FN i64 count() const { return i64(sx) * sy * sz; }
  TERRANE_FN i64 index(i32 i, i32 j, i32 k) const { return j + (i + i64(k) * sx) * sy; }
  TERRANE_FN i32 blockX(i32 i) const { return i32(u32(mx) + u32(i) * u32(tx)); }
  TERRANE_FN i32 blockY(i32 j) const { return i32(u32(my) + u32(j) * u32(ty)); }
  TERRANE_FN i32 blockZ(i32 k) const { return i32(u32(mz) + u32(k) * u32(tz)); }
  TERRANE_FN bool operator==(const Volume &o) const {
    return sx == o.sx && sy == o.sy && sz == o.sz && mx == o.mx && my == o.my && mz == o.mz &&
           tx == o.tx && ty == o.ty && tz == o.tz;
  }
  TERRANE_FN bool operator!=(const Volume &o) const { return !(*this == o); }
};

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_CHUNK_VOLUME_H
