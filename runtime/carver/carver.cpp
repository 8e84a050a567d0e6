//===- carver.cpp - Carvers as packs describe them (spec 60, 1) -----------===//

#include "runtime/carver/carver.h"

#include <algorithm>
#include <string_view>

namespace terrane::rt {

bool Carver::startUsesGaussian() const {
  auto any = [](std::initializer_list<const FloatProvider *> providers) {
    return std::any_of(providers.begin(), providers.end(),
                       [](const FloatProvider *p) { return p->usesGaussian(); });
  };
  if (const auto *cave = std::get_if<Cave>(&shape))
    return cave->count.usesGaussian() ||
           any({&cave->thickness, &cave->roomVerticalRadius, &cave->horizontalRadius,
                &cave->verticalRadius, &cave->startVerticalRadius, &cave->floorLevel});
  const auto &canyon = std::get<Canyon>(shape);
  // The horizontal factor is drawn by the tunnel's own generator.
  return any({&canyon.verticalRotation, &canyon.distanceFactor, &canyon.thickness, &canyon.yScale});
}

bool CarverSet::startsUseGaussian() const {
  return std::any_of(carvers.begin(), carvers.end(),
                     [](const Carver &carver) { return carver.startUsesGaussian(); });
}

u8 carvedFlags(const char *stateName) {
  std::string_view name = stateName;
  name = name.substr(0, name.find('['));
  if (name == "minecraft:grass_block" || name == "minecraft:mycelium")
    return CarvedGrass;
  return name == "minecraft:dirt" ? CarvedDirt : 0;
}

} // namespace terrane::rt
