//===- reference.h - Where the tests find the reference material ----------===//

#ifndef TERRANE_TEST_UNIT_RUNTIME_REFERENCE_H
#define TERRANE_TEST_UNIT_RUNTIME_REFERENCE_H

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>

namespace terrane::test {

inline std::filesystem::path referenceFile(const char *name) {
  const char *given = std::getenv("TERRANE_REFERENCE");
  std::filesystem::path folder =
      given && *given ? std::filesystem::path(given)
                      : std::filesystem::path(TERRANE_SOURCE_DIR).parent_path() / "shared";
  return folder / name;
}

/// The parsed file, or nothing where there is none. An ill-formed file throws.
inline std::optional<nlohmann::json> readReference(const char *name) {
  std::ifstream in(referenceFile(name));
  if (!in)
    return std::nullopt;
  return nlohmann::json::parse(in);
}

} // namespace terrane::test

#endif // TERRANE_TEST_UNIT_RUNTIME_REFERENCE_H
