//===- main.cpp - terrane-device-check: a device, checked and measured ------===//
//
// For a machine that has a driver and nothing of ours: one program, linked statically, and a folder
// that script/device-bundle makes.
//
//===----------------------------------------------------------------------===//

#include "tools/device_check/measure.h"
#include "tools/device_check/verify.h"

#include <CLI/CLI.hpp>

#include <set>
#include <thread>

using namespace terrane;
using namespace terrane::check;
using rt::cuda::DeviceError;
using rt::cuda::Driver;

namespace {

/// Of the time, at most, where something is to be measured as well.
constexpr double verifyShare = 0.75;

enum ExitCode { Fine = 0, Differs = 1, BadUse = 2, NoDevice = 3 };

struct Options {
  std::string folder = ".";
  std::vector<std::string> cpu;
  bool onCpu = false, verify = true, measure = true;
  double limit = 200;
  unsigned threads = 0;
  int maxRegisters = 0;
  MeasureOptions measured{{1, 16, 64, 256, 1024, 4096, 16384}, 128, 7};
};

/// Says what there is; false where there is nothing.
bool openDriver(DeviceChoice &choice) {
  choice.driver = Driver::find();
  const Driver &driver = *choice.driver;
  if (!driver) {
    say("no device: " + driver.problem());
    if (!driver.advice().empty())
      say(driver.advice());
    return false;
  }
  const Driver::Gpu &gpu = driver.gpus()[0];
  say("device: " + gpu.name +
      format(", compute capability %d.%d, %.1f GiB; driver ", gpu.major, gpu.minor,
             double(gpu.bytes) / double(1 << 30)) +
      driver.versionText() + ", " + std::to_string(driver.gpus().size()) + " in all");
  return true;
}

int run(const Options &o) {
  TimeLimit limit(o.limit);
  DeviceChoice choice;
  choice.cpu = o.onCpu;
  choice.libraries = o.cpu;
  choice.threads = o.threads;
  choice.maxRegisters = o.maxRegisters;
  if (choice.cpu)
    say("device: the CPU, " +
        std::to_string(o.threads ? o.threads : std::thread::hardware_concurrency()) + " threads");
  else if (!openDriver(choice))
    return NoDevice;

  CheckFolder folder(o.folder, choice);
  say(format("%d dimensions, %d files of vectors; time limit ",
             int(folder.bundle().dimensions().size()), int(folder.vectors().size())) +
      seconds(o.limit));
  std::vector<std::size_t> wanted;
  if (o.measure)
    wanted.push_back(folder.measured());
  if (o.verify)
    for (const VectorFile &file : folder.vectors())
      for (const Json &row : file.rows)
        if (std::size_t dimension = folder.dimensionOf(row);
            std::find(wanted.begin(), wanted.end(), dimension) == wanted.end())
          wanted.push_back(dimension);
  say(format("loading the generators of %d dimensions", int(wanted.size())));
  folder.load(wanted);

  bool fine = true;
  if (o.verify) {
    VerifyResult result = verifyVectors(folder, limit, o.limit * (o.measure ? verifyShare : 1));
    say("verified " + std::to_string(result.values) + " values, " +
        std::to_string(result.mismatches) + " mismatches");
    if (!result.complete)
      say("NOT complete: a file without values, or rows without time left");
    fine = result.complete && result.mismatches == 0;
  }
  if (o.measure) {
    std::size_t dimension = folder.measured();
    CheckedWorld world = folder.world(dimension, 1);
    for (std::size_t i = 0; !world.batches && i < folder.bundle().dimensions().size(); ++i)
      world = folder.world(dimension = i, 1);
    if (!world.batches)
      throw BadInput("no generator of the bundle makes chunks in batches");
    say("measuring " + folder.describe(dimension) + ", seed 1");
    MeasureResult result = measureBatches(world, o.measured, limit);
    say("of the measured batches " + std::to_string(result.compared) +
        " chunks were compared with the CPU's: " + std::to_string(result.different) + " differ");
    fine = fine && result.different == 0;
  }
  say(std::string(fine ? "ok" : "NOT ok") + ", " + seconds(limit.used()));
  return fine ? Fine : Differs;
}

} // namespace

int main(int argc, char **argv) {
  CLI::App app("Checks and measures the terrain step in batches on a device, with a folder of "
               "script/device-bundle");
  Options o;
  bool noVerify = false, noMeasure = false;
  app.add_option("folder", o.folder, "The folder")->capture_default_str();
  CLI::Option *cpu =
      app.add_option("--cpu", o.cpu,
                     "Run on the CPU: the CUDA text compiled as C++, one library or one per "
                     "dimension; without a file, those of the bundle (generator.cuda-host.so)")
          ->expected(0, -1)
          ->type_name("FILE.so");
  app.add_option("--threads", o.threads, "With --cpu: threads; 0: all")->capture_default_str();
  app.add_option("--registers", o.maxRegisters,
                 "At most so many registers of a thread (the driver compiles the PTX then, also "
                 "where there is a cubin); 0: as the driver finds good")
      ->check(CLI::Range(0, 255))
      ->excludes(cpu)
      ->capture_default_str();
  app.add_option("--limit", o.limit, "Seconds in all")->capture_default_str();
  app.add_option("--sizes", o.measured.sizes, "Batches to measure, in chunks, by commas")
      ->delimiter(',')
      ->check(CLI::Range(1, 1 << 16))
      ->capture_default_str();
  app.add_option("--region", o.measured.region, "Side of the measured region; 0: none")
      ->check(CLI::Range(0, 1024))
      ->capture_default_str();
  app.add_option("--runs", o.measured.runs, "Runs of a measurement, where there is time")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  app.add_flag("--no-verify", noVerify, "Measure alone");
  app.add_flag("--no-measure", noMeasure, "Verify alone");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError &error) {
    return app.exit(error) == 0 ? Fine : BadUse;
  }
  o.onCpu = cpu->count() > 0;
  o.cpu.erase(std::remove(o.cpu.begin(), o.cpu.end(), std::string()), o.cpu.end());
  o.verify = !noVerify;
  o.measure = !noMeasure;
  try {
    return run(o);
  } catch (const BadInput &error) {
    say(std::string("error: ") + error.what());
    return BadUse;
  } catch (const nlohmann::json::exception &error) {
    say(std::string("error: a row of the vectors is malformed: ") + error.what());
    return BadUse;
  } catch (const DeviceError &error) {
    say(std::string("error: ") + error.what());
    return error.kind == DeviceError::Absent ? NoDevice : Differs;
  } catch (const std::exception &error) {
    say(std::string("error: ") + error.what());
    return Differs;
  }
}
