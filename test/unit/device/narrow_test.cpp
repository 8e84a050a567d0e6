//===- narrow_test.cpp - States of a batch as bytes ------------------------===//

#include "runtime/cuda/host_device.h"
#include "runtime/cuda/narrow.h"
#include "runtime/cuda/pipeline.h"

#include <gtest/gtest.h>

#include <vector>

using namespace terrane::rt;
using namespace terrane::rt::cuda;

namespace {

void narrowThread(i64 thread, const void *parameter) {
  narrowSome(*static_cast<const NarrowArguments *>(parameter), thread);
}

TEST(Narrow, EveryStateBecomesItsByteAndNothingElseIsWritten) {
  HostKernel kernel{};
  kernel.name = "narrow_states";
  kernel.bytes = sizeof(NarrowArguments);
  kernel.run = narrowThread;
  const HostKernels kernels = {1, 0, &kernel, nullptr};
  for (unsigned threads : {1u, 3u}) {
    auto cpu = makeHostDevice(kernels, threads);
    for (i64 count : {i64(0), i64(8), i64(4096), i64(65536)}) {
      std::vector<StateId> states(size_t(count) + 8, 77);
      for (i64 i = 0; i < count; ++i)
        states[size_t(i)] = StateId((i * 167 + i / 256) % 256);
      const DeviceBuffer from(*cpu, i64(states.size() * sizeof(StateId))), to(*cpu, count + 8);
      cpu->upload(from.address(), states.data(), from.bytes(), 0);
      cpu->fill(to.address(), 0xEE, to.bytes(), 0);
      const NarrowArguments arguments = {from.as<StateId>(), to.as<u8>(), count};
      cpu->launch(cpu->kernel("narrow_states"), count / narrowStates, &arguments, sizeof(arguments),
                  0);
      std::vector<u8> bytes(size_t(count) + 8);
      cpu->download(bytes.data(), to.address(), to.bytes(), 0);
      cpu->synchronize(0);
      for (i64 i = 0; i < count + 8; ++i)
        ASSERT_EQ(bytes[size_t(i)], i < count ? states[size_t(i)] : 0xEE) << i << " of " << count;
    }
  }
}

TEST(Narrow, ResultsAreTheSameInEitherForm) {
  const Level level = {-32, 64};
  std::vector<BlockState> palette(256, BlockState{"a:b", 1, StateMotion});
  palette[0] = {"minecraft:air", 0, StateAir};
  TerrainSettings settings{};
  settings.numStates = 256;
  settings.states = palette.data();
  const i64 chunks = 3, states = 256 * level.height;
  std::vector<StateId> wide(size_t(chunks * states));
  for (size_t i = 0; i < wide.size(); ++i)
    wide[i] = StateId(i * i % 251);
  const std::vector<u8> bytes(wide.begin(), wide.end());
  const std::vector<i32> heights(size_t(chunks * 256), 5);
  const std::vector<u32> marks(size_t(chunks * 256 * 2), 0x10), redo(size_t(chunks), 0);
  BatchResult result{};
  result.area = {4, -2, 6, -2};
  result.level = level;
  result.worldSurface = result.oceanFloor = heights.data();
  result.fillMarks = result.materialMarks = marks.data();
  result.redo = redo.data();
  Chunk first(0, 0, level, settings), second(0, 0, level, settings);
  for (i32 chunk = 0; chunk < chunks; ++chunk) {
    result.blocks = wide.data();
    result.narrowBlocks = nullptr;
    result.copyTo(chunk, first);
    result.blocks = nullptr;
    result.narrowBlocks = bytes.data();
    result.copyTo(chunk, second);
    EXPECT_EQ(first.blocks(), second.blocks());
    EXPECT_EQ(first.get(3, -32, 7), wide[size_t(chunk * states + (3 + 16 * 7) * level.height)]);
    EXPECT_EQ(first.fluidMarks(), second.fluidMarks());
  }
}

} // namespace
