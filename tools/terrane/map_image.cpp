//===- map_image.cpp - An image in memory, and as PNG ---------------------===//

#include "tools/terrane/map_image.h"

#include <png.h>

using namespace terrane::tool;

std::string MapImage::png(std::string &error) const {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = width;
  image.height = height;
  image.format = PNG_FORMAT_RGB;
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
  std::string bytes(size, '\0');
  if (!png_image_write_to_memory(&image, bytes.data(), &size, /*convert_to_8_bit=*/0, pixels.data(),
                                 /*row_stride=*/0, nullptr)) {
    error = image.message;
    return {};
  }
  bytes.resize(size);
  return bytes;
}
