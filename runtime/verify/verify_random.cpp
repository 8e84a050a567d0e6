//===- verify_random.cpp - Reference vectors of the generators (spec 20, 2.1 to 2.10) -===//

#include "runtime/random/hashes.h"
#include "runtime/random/world_random.h"
#include "runtime/random/worldgen_random.h"
#include "runtime/verify/checker.h"

namespace terrane::rt {

using namespace verify;

namespace {

/// The game's logarithm may err by an ulp; halving through the square root, products and quotients
/// leave a few.
constexpr i64 gaussianUlps = 4;

void checkSupport(Checker &check, const Json &support) {
  Checker::Scope scope(check, ".support");
  check.each(support, "mix_stafford_13", [&](const Json &row) {
    check.bits(row.at("out"), mixStafford13(i64(parseHex(row.at("in")))));
  });
  check.each(support, "upgrade_seed_unmixed", [&](const Json &row) {
    SeedPair pair = upgradeSeedUnmixed(parseSeed(row.at("seed")));
    check.bits(row.at("lo"), pair.lo);
    check.bits(row.at("hi"), pair.hi);
  });
  check.each(support, "string_hashes", [&](const Json &row) {
    std::string name = row.at("name");
    SeedPair pair = md5Pair(name);
    check.bits(row.at("md5_lo"), pair.lo);
    check.bits(row.at("md5_hi"), pair.hi);
    check.number(row.at("java_string_hash"), javaStringHash(name));
  });
  check.each(support, "block_seed", [&](const Json &row) {
    const Json &pos = row.at("pos");
    check.bits(row.at("seed"), blockHash(pos[0], pos[1], pos[2]));
  });
  check.each(support, "xoroshiro_raw_state", [&](const Json &row) {
    Xoroshiro random(i64(parseHex(row.at("state_lo"))), i64(parseHex(row.at("state_hi"))));
    check.each(row, "next_long", [&](const Json &v) { check.bits(v, random.nextLong()); });
  });
}

void checkFactory(Checker &check, const Json &row, const PositionalFactory &factory) {
  if (row.contains("seed_lo")) {
    check.bits(row.at("seed_lo"), factory.words().lo);
    check.bits(row.at("seed_hi"), factory.words().hi);
  } else {
    check.bits(row.at("seed"), factory.words().lo);
  }
  check.each(row, "at", [&](const Json &r) {
    const Json &pos = r.at("pos");
    Random longs = factory.at(pos[0], pos[1], pos[2]), floats = longs;
    check.each(r, "next_long", [&](const Json &v) { check.bits(v, longs.nextLong()); });
    check.each(r, "next_float", [&](const Json &v) { check.bits(v, floats.nextFloat()); });
  });
  check.each(row, "from_hash_of", [&](const Json &r) {
    Random longs = factory.fromHashOf(r.at("name").get<std::string>()), doubles = longs;
    check.each(r, "next_long", [&](const Json &v) { check.bits(v, longs.nextLong()); });
    check.bits(r.at("next_double"), doubles.nextDouble());
  });
  check.each(row, "from_seed", [&](const Json &r) {
    Random longs = factory.fromSeed(parseSeed(r.at("seed")));
    check.each(r, "next_long", [&](const Json &v) { check.bits(v, longs.nextLong()); });
  });
}

/// Every output of a freshly seeded generator of any kind.
template <class Generator>
void checkMethods(Checker &check, const Json &row, const Generator &fresh) {
  auto list = [&](const char *key, auto draw) {
    Generator random = fresh;
    check.each(row, key, [&](const Json &v) { draw(v, random); });
  };
  list("next_int", [&](const Json &v, Generator &r) { check.number(v, r.nextInt()); });
  check.each(row, "next_int_bound", [&](const Json &r) {
    Generator random = fresh;
    i32 bound = r.at("bound");
    check.each(r, "values", [&](const Json &v) { check.number(v, random.nextInt(bound)); });
  });
  list("next_int_range_minus5_to_20",
       [&](const Json &v, Generator &r) { check.number(v, nextIntInRange(r, -5, 20)); });
  list("next_int_between_inclusive_minus5_20",
       [&](const Json &v, Generator &r) { check.number(v, nextIntBetweenInclusive(r, -5, 20)); });
  list("next_long", [&](const Json &v, Generator &r) { check.bits(v, r.nextLong()); });
  list("next_boolean", [&](const Json &v, Generator &r) { check.number(v, r.nextBoolean()); });
  list("next_float", [&](const Json &v, Generator &r) { check.bits(v, r.nextFloat()); });
  list("next_double", [&](const Json &v, Generator &r) { check.bits(v, r.nextDouble()); });
  list("next_gaussian",
       [&](const Json &v, Generator &r) { check.close(v, r.nextGaussian(), gaussianUlps); });
  {
    const char *key = "mixed_int_long_boolean_float_double_int100_int";
    Checker::Scope scope(check, std::string(".") + key);
    const Json &v = row.at(key);
    Generator random = fresh;
    check.number(v.at(0), random.nextInt());
    check.bits(v.at(1), random.nextLong());
    check.number(v.at(2), random.nextBoolean());
    check.bits(v.at(3), random.nextFloat());
    check.bits(v.at(4), random.nextDouble());
    check.number(v.at(5), random.nextInt(100));
    check.number(v.at(6), random.nextInt());
  }
  {
    Generator random = fresh;
    random.consume(262);
    check.each(row, "after_consume_262_next_int",
               [&](const Json &v) { check.number(v, random.nextInt()); });
  }
  {
    Checker::Scope scope(check, ".fork");
    const Json &fork = row.at("fork");
    Generator random = fresh;
    auto forked = random.fork();
    check.each(fork, "forked_next_long", [&](const Json &v) { check.bits(v, forked.nextLong()); });
    check.bits(fork.at("parent_next_long_after"), random.nextLong());
  }
  {
    Checker::Scope scope(check, ".fork_positional");
    const Json &fork = row.at("fork_positional");
    Generator random = fresh;
    checkFactory(check, fork, random.forkPositional());
    check.bits(fork.at("parent_next_long_after"), random.nextLong());
  }
}

void checkWrapper(Checker &check, const Json &row) {
  i64 seed = parseSeed(row.at("seed"));
  bool legacy = row.at("inner") == "legacy";
  WorldgenRandom fresh(legacy ? Random(Legacy(seed)) : Random(Xoroshiro(seed)));
  checkMethods(check, row, fresh);

  // The fields' names hold the arguments.
  WorldgenRandom decoration = fresh;
  check.bits(row.at("set_decoration_seed_42_5_minus7"), decoration.setDecorationSeed(42, 5, -7));
  auto ints = [&](const char *key, WorldgenRandom random) {
    check.each(row, key, [&](const Json &v) { check.number(v, random.nextInt()); });
  };
  ints("then_next_int", decoration);
  WorldgenRandom random = fresh;
  random.setFeatureSeed(99, 3, 4);
  ints("set_feature_seed_99_3_4_next_int", random);
  random.setLargeFeatureSeed(99, -3, 4);
  ints("set_large_feature_seed_99_minus3_4_next_int", random);
  random.setLargeFeatureWithSalt(99, -3, 4, 10387312);
  ints("set_large_feature_with_salt_99_minus3_4_10387312_next_int", random);
}

} // namespace

VerifyCount verifyRandom(const Json &vectors, std::ostream &report) {
  Checker check(report);
  check.number(vectors.at("format"), 1);
  checkSupport(check, vectors.at("support"));
  check.each(vectors, "xoroshiro", [&](const Json &row) {
    i64 seed = parseSeed(row.at("seed"));
    Xoroshiro random(seed);
    check.bits(row.at("state_lo"), random.lo());
    check.bits(row.at("state_hi"), random.hi());
    checkMethods(check, row, Random(random));
  });
  check.each(vectors, "legacy", [&](const Json &row) {
    Legacy random(parseSeed(row.at("seed")));
    check.bits(row.at("state"), random.rawState());
    checkMethods(check, row, Random(random));
  });
  check.each(vectors, "worldgen_random", [&](const Json &row) { checkWrapper(check, row); });
  check.each(vectors, "world_roots", [&](const Json &row) {
    WorldRandom world(parseSeed(row.at("world_seed")), row.at("legacy_random_source"));
    check.each(row, "positional_factories", [&](const Json &r) {
      PositionalFactory factory = world.positional(r.at("name").get<std::string>());
      Random floats = factory.at(10, -20, 30), doubles = floats;
      check.each(r, "at_10_minus20_30_next_float",
                 [&](const Json &v) { check.bits(v, floats.nextFloat()); });
      check.bits(r.at("at_10_minus20_30_next_double"), doubles.nextDouble());
    });
  });
  return check.total();
}

} // namespace terrane::rt
