//===- scratch_test.cpp - The scratch stack -------------------------------===//

#include "runtime/kernel/scratch.h"

#include <cstring>
#include <gtest/gtest.h>

using namespace terrane::rt;

TEST(Scratch, MemoryIsAlignedAndDistinct) {
  ScratchStack stack;
  std::vector<char *> taken;
  for (i64 bytes : {1, 0, 64, 65, 100000, 7, 1 << 20}) {
    char *memory = static_cast<char *>(stack.push(bytes));
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory) % 64, 0u);
    std::memset(memory, int(taken.size()) + 1, std::size_t(bytes));
    for (char *other : taken)
      EXPECT_NE(memory, other);
    taken.push_back(memory);
  }
  EXPECT_EQ(taken[0][0], 1);
  EXPECT_EQ(taken[2][63], 3);
  EXPECT_EQ(taken[3][64], 4);
  EXPECT_EQ(taken[4][99999], 5);
  EXPECT_EQ(taken[5][6], 6);
  while (!taken.empty()) {
    stack.pop(taken.back());
    taken.pop_back();
  }
  EXPECT_TRUE(stack.empty());
}

TEST(Scratch, KeepsOneBlockAsLargeAsTheDeepestUse) {
  ScratchStack stack;
  auto use = [&] {
    void *a = stack.push(50000), *b = stack.push(90000), *c = stack.push(1000000);
    stack.pop(c);
    void *d = stack.push(200000);
    stack.pop(d);
    stack.pop(b);
    stack.pop(a);
  };
  use();
  i64 kept = stack.capacity();
  EXPECT_GE(kept, 50000 + 90000 + 1000000);
  EXPECT_LE(kept, 50000 + 90000 + 1000000 + 3 * 64);
  use();
  EXPECT_EQ(stack.capacity(), kept);
}

TEST(Scratch, AFirstRequestAboveTheBlockSkipsIt) {
  ScratchStack stack;
  stack.pop(stack.push(10));
  void *large = stack.push(1 << 24);
  EXPECT_FALSE(stack.empty());
  void *small = stack.push(10);
  stack.pop(small);
  stack.pop(large);
  EXPECT_TRUE(stack.empty());
  EXPECT_GE(stack.capacity(), 1 << 24);
}

TEST(ScratchDeathTest, MisuseEndsTheProcessWithAMessage) {
  ScratchStack stack;
  void *a = stack.push(10);
  stack.push(10);
  EXPECT_DEATH(stack.pop(a), "out of order");
  EXPECT_DEATH(stack.push(-1), "impossible amount");
}
