//===- old_formats.cpp - Names of pre-26.3 density functions --------------===//

#include "compiler/import/old_formats.h"

#include "llvm/ADT/StringSwitch.h"

namespace terrane::import {

namespace {

std::optional<std::string> found(llvm::StringRef text) {
  return text.empty() ? std::nullopt : std::optional<std::string>(text.str());
}

llvm::StringRef bare(llvm::StringRef type) {
  type.consume_front("minecraft:");
  return type;
}

} // namespace

std::optional<std::string> replacedType(llvm::StringRef oldType) {
  return found(
      llvm::StringSwitch<llvm::StringRef>(bare(oldType))
          .Cases("flat_cache", "cache_2d", "cache_once", "cache_all_in_cell", "'cache'")
          .Case("shifted_noise", "'noise' with 'shift_x', 'shift_y' and 'shift_z'")
          .Case("y_clamped_gradient",
                "'gradient' with 'axis' \"y\", 'from_coordinate' and 'to_coordinate'")
          .Case("weird_scaled_sampler",
                "'interval_select' over its input, choosing between scaled 'noise' functions")
          .Case("end_islands", "a tree over 'end_outer_islands'")
          .Case("invert", "'reciprocal'")
          .Case("slide", "'lerp' with a 'gradient' as its 'alpha'")
          .Cases("terrain_shaper_spline", "terrain_shaper", "'spline'")
          .Default({}));
}

std::optional<std::string> replacedField(llvm::StringRef type, llvm::StringRef oldField) {
  type = bare(type);
  if (type == "shift_a" || type == "shift_b" || type == "shift")
    return oldField == "argument" ? found("noise") : std::nullopt;
  if (type == "constant")
    return oldField == "argument" ? found("value") : std::nullopt;
  bool binary = llvm::StringSwitch<bool>(type)
                    .Cases("add", "sub", "mul", "div", "min", "max", true)
                    .Default(false);
  if (binary)
    return found(llvm::StringSwitch<llvm::StringRef>(oldField)
                     .Case("argument1", "left")
                     .Case("argument2", "right")
                     .Default({}));
  if (type == "gradient" || type == "y_clamped_gradient")
    return found(llvm::StringSwitch<llvm::StringRef>(oldField)
                     .Case("from_y", "from_coordinate")
                     .Case("to_y", "to_coordinate")
                     .Default({}));
  bool unary =
      llvm::StringSwitch<bool>(type)
          .Cases("abs", "square", "cube", "half_negative", "quarter_negative", "squeeze", true)
          .Cases("invert", "reciprocal", "interpolated", "blend_density", "cache", true)
          .Cases("flat_cache", "cache_2d", "cache_once", "cache_all_in_cell", true)
          .Default(false);
  if (unary && oldField == "argument")
    return found("input");
  return std::nullopt;
}

} // namespace terrane::import
