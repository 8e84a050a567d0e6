//===- noise_parameters_test.cpp - `worldgen/noise` files (spec 20, 3) ----===//

#include "compiler/import/noise_parameters.h"
#include "compiler/json/numbers.h"
#include "compiler/pack/pack.h"
#include "support.h"

#include <gtest/gtest.h>

using namespace terrane;

namespace {

struct Outcome {
  std::optional<rt::NoiseParameters> parameters;
  std::string errors;
};

Outcome read(llvm::StringRef text) {
  Outcome outcome;
  outcome.errors = test::complaints(text, [&](const json::Value &v, Diagnostics &d) {
    outcome.parameters = import::readNoiseParameters(v, d);
    EXPECT_EQ(outcome.parameters.has_value(), !d.hasErrors());
  });
  return outcome;
}

bool refused(llvm::StringRef text, llvm::StringRef why) {
  Outcome outcome = read(text);
  return !outcome.parameters && llvm::StringRef(outcome.errors).contains(why);
}

} // namespace

TEST(NoiseParameters, HaveDefaults) {
  Outcome o = read("{\"base_octave\": -7, \"extra\": 1, \"normalize\": null}");
  ASSERT_TRUE(o.parameters) << o.errors;
  EXPECT_EQ(o.parameters->baseOctave, -7);
  EXPECT_EQ(o.parameters->octaveCount, 1);
  EXPECT_EQ(o.parameters->baseAmplitude, 1.0);
  EXPECT_EQ(o.parameters->normalize, rt::Normalize::On);
  EXPECT_TRUE(o.parameters->amplitudeModifiers.empty());
}

TEST(NoiseParameters, AllFields) {
  Outcome o = read("{\"base_octave\": 32, \"octave_count\": 3, \"base_amplitude\": 0.25, "
                   "\"normalize\": \"legacy\", \"amplitude_modifiers\": [0, 1.5, 1e6]}");
  ASSERT_TRUE(o.parameters) << o.errors;
  EXPECT_EQ(o.parameters->octaveCount, 3);
  EXPECT_EQ(o.parameters->baseAmplitude, 0.25);
  EXPECT_EQ(o.parameters->normalize, rt::Normalize::Legacy);
  EXPECT_EQ(o.parameters->amplitudeModifiers, (std::vector<double>{0, 1.5, 1e6}));
  EXPECT_EQ(read("{\"base_octave\": 0, \"normalize\": false}").parameters->normalize,
            rt::Normalize::Off);
  EXPECT_TRUE(
      read("{\"base_octave\": 0, \"octave_count\": 3, \"amplitude_modifiers\": []}").parameters);
}

TEST(NoiseParameters, NumbersFollowTheRules) {
  EXPECT_EQ(read("{\"base_octave\": -32.9}").parameters->baseOctave, -32) << "truncated";
  EXPECT_EQ(read("{\"base_octave\": 4294967296}").parameters->baseOctave, 0) << "low 32 bits";
  EXPECT_TRUE(read("{\"base_octave\": 0, \"base_amplitude\": 9.999999747378752E-6}").parameters);
  EXPECT_TRUE(
      refused("{\"base_octave\": 0, \"base_amplitude\": 9.99999974737875E-6}", "out of range"));
  EXPECT_TRUE(refused("{\"base_octave\": 0, \"amplitude_modifiers\": [-0]}",
                      "element 0 of field 'amplitude_modifiers' of noise parameters is -0, out of "
                      "range [at /amplitude_modifiers/0]\n  expected: a number from 0 to 1000000"));
}

TEST(NoiseParameters, ErrorsNameTheField) {
  EXPECT_TRUE(refused("[]", "noise parameters are a list\n  expected: an object"));
  EXPECT_TRUE(refused("{}", "missing field 'base_octave' of noise parameters"));
  EXPECT_TRUE(refused("{\"base_octave\": true}", "'base_octave' of noise parameters is a boolean"));
  EXPECT_TRUE(refused("{\"base_octave\": 33}", "an integer from -32 to 32"));
  EXPECT_TRUE(refused("{\"base_octave\": 0, \"octave_count\": 0}", "an integer from 1 to 32"));
  EXPECT_TRUE(refused("{\"base_octave\": 0, \"normalize\": 1}",
                      "'normalize' of noise parameters is a number"));
  EXPECT_TRUE(refused("{\"base_octave\": 0, \"normalize\": \"on\"}",
                      "is 'on' [at /normalize]\n  expected: true, false or \"legacy\""));
  EXPECT_TRUE(refused("{\"base_octave\": 0, \"amplitude_modifiers\": 1}", "a list of numbers"));
  EXPECT_TRUE(refused("{\"base_octave\": 0, \"octave_count\": 3, \"amplitude_modifiers\": [1]}",
                      "has 1 element, but 'octave_count' is 3 [at /amplitude_modifiers]"));
  EXPECT_TRUE(refused("{\"base_octave\": 0, \"amplitude_modifiers\": [1, 1]}",
                      "has 2 elements, but 'octave_count' is 1 (its default)"));
  std::string many = "1";
  for (int i = 0; i < 32; ++i)
    many += ",1";
  EXPECT_TRUE(
      refused("{\"base_octave\": 0, \"octave_count\": 32, \"amplitude_modifiers\": [" + many + "]}",
              "has 33 elements [at /amplitude_modifiers]\n  expected: at most 32"));
}

TEST(NoiseParameters, OlderFilesAreNamedAndConverted) {
  Outcome o = read("{\"firstOctave\": -3, \"amplitudes\": [1.0, 0.0]}");
  EXPECT_FALSE(o.parameters);
  EXPECT_NE(o.errors.find("noise parameters of a version before 26.3"), std::string::npos);
  EXPECT_NE(o.errors.find("for this file {\"base_octave\": -3, \"octave_count\": 2, "
                          "\"base_amplitude\": "),
            std::string::npos)
      << o.errors;
  EXPECT_NE(o.errors.find("\"amplitude_modifiers\": [1, 0]}"), std::string::npos);
  EXPECT_NE(read("{\"firstOctave\": -3, \"amplitudes\": [0]}")
                .errors.find("\"base_amplitude\": 1, \"amplitude_modifiers\": [0]}"),
            std::string::npos)
      << "nothing to normalise";
  EXPECT_TRUE(refused("{\"firstOctave\": \"x\"}", "carries the ratio"));
  EXPECT_EQ(read("{\"firstOctave\": -3, \"amplitudes\": []}").errors.find("for this file"),
            std::string::npos);
  // With the new fields beside them the old ones are simply unknown keys.
  EXPECT_TRUE(read("{\"base_octave\": 1, \"firstOctave\": -3}").parameters);
}

// The 26.2 export, converted by the message, must be the 26.3 export.
TEST(NoiseParameters, ConversionAgreesWithTheShippedFiles) {
  std::filesystem::path reference = test::referenceFolder();
  if (!std::filesystem::is_directory(reference / "vanilla/26.2") ||
      !std::filesystem::is_directory(reference / "vanilla/26.3"))
    GTEST_SKIP() << "no reference material (vanilla); set TERRANE_REFERENCE";
  Diagnostics d;
  auto older = pack::openStack({(reference / "vanilla/26.2").string()}, d);
  auto newer = pack::openStack({(reference / "vanilla/26.3").string()}, d);
  ASSERT_TRUE(older && newer) << test::printed(d);
  unsigned compared = 0;
  for (const pack::Id &id : older->ids("noise")) {
    bool found = false;
    const json::Document *oldFile = older->load("noise", id, d, found);
    const json::Document *newFile = newer->load("noise", id, d, found);
    ASSERT_NE(oldFile, nullptr);
    if (!found)
      continue;
    ASSERT_NE(newFile, nullptr);
    Diagnostics complaint;
    EXPECT_FALSE(import::readNoiseParameters(oldFile->root(), complaint));
    ASSERT_EQ(complaint.errorCount(), 1u);
    auto [before, text] = llvm::StringRef(complaint.all()[0].expected).split("for this file ");
    ASSERT_FALSE(text.empty()) << id.str();
    Outcome converted = read(text);
    ASSERT_TRUE(converted.parameters) << converted.errors;
    std::optional<rt::NoiseParameters> now = import::readNoiseParameters(newFile->root(), d);
    ASSERT_TRUE(now) << test::printed(d);
    EXPECT_EQ(converted.parameters->baseOctave, now->baseOctave) << id.str();
    EXPECT_EQ(converted.parameters->octaveCount, now->octaveCount) << id.str();
    EXPECT_EQ(converted.parameters->baseAmplitude, now->baseAmplitude) << id.str();
    EXPECT_EQ(converted.parameters->amplitudeModifiers, now->amplitudeModifiers) << id.str();
    ++compared;
  }
  EXPECT_GE(compared, 60u);
}
