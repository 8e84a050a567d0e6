//===- map_image.h - An image in memory, and as PNG -----------------------===//

#ifndef TERRANE_TOOLS_TERRANE_MAP_IMAGE_H
#define TERRANE_TOOLS_TERRANE_MAP_IMAGE_H

#include "tools/terrane/map_colors.h"

#include <string>
#include <vector>

namespace terrane::tool {

/// 24-bit colours, row by row from the top left. Its size is at least 1 x 1.
class MapImage {
public:
  MapImage(unsigned width, unsigned height)
      : width(width), height(height), pixels(size_t(width) * height * 3) {}

  Color at(unsigned x, unsigned y) const {
    const unsigned char *p = &pixels[(size_t(y) * width + x) * 3];
    return {p[0], p[1], p[2]};
  }
  void set(unsigned x, unsigned y, Color color) {
    unsigned char *p = &pixels[(size_t(y) * width + x) * 3];
    p[0] = color.r, p[1] = color.g, p[2] = color.b;
  }

  /// The bytes of a PNG file, a function of the image alone. Empty, with a message in `error`,
  /// where the library fails.
  std::string png(std::string &error) const;

private:
  unsigned width, height;
  std::vector<unsigned char> pixels;
};

} // namespace terrane::tool

#endif // TERRANE_TOOLS_TERRANE_MAP_IMAGE_H
