//===- map_colors.h - What colours maps give to names ---------------------===//

#ifndef TERRANE_TOOLS_TERRANE_MAP_COLORS_H
#define TERRANE_TOOLS_TERRANE_MAP_COLORS_H

#include "llvm/ADT/StringRef.h"

namespace terrane::tool {

struct Color {
  unsigned char r, g, b;

  /// All parts multiplied by `factor`, which is at least 0.
  Color scaled(double factor) const;
  static Color mix(Color a, Color b, double partOfB);
};

/// Of a block state as palettes name it, or of a biome's id: from a small table of our own, or by a
/// hash of the name, so that it is the same on every map.
Color blockColor(llvm::StringRef state);
Color biomeColor(llvm::StringRef id);

/// Of a height (first free y): blue below the sea level, then green, brown and white up to `end`.
Color heightColor(int y, int minY, int seaLevel, int end);

} // namespace terrane::tool

#endif // TERRANE_TOOLS_TERRANE_MAP_COLORS_H
