//===- scratch.cpp - Scratch memory of a sampler context ------------------===//

#include "runtime/kernel/scratch.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <new>

namespace terrane::rt {

namespace {

constexpr std::align_val_t alignment{std::size_t(ScratchStack::alignment)};
constexpr i64 smallestBlock = 1 << 16;
constexpr i64 largestRequest = i64(1) << 46; // more than any machine has, far from overflow

i64 rounded(i64 bytes) {
  i64 whole = std::max<i64>(bytes, 1) + ScratchStack::alignment - 1;
  return whole - whole % ScratchStack::alignment;
}

} // namespace

void fatalError(const char *message) {
  std::fprintf(stderr, "terrane: %s\n", message);
  std::abort();
}

void *allocateAligned(i64 bytes) {
  void *memory = bytes < 0 || bytes > largestRequest
                     ? nullptr
                     : ::operator new(std::size_t(bytes), alignment, std::nothrow);
  if (!memory)
    fatalError("no memory for a generator's values");
  return memory;
}

void freeAligned(void *memory) {
  ::operator delete(memory, alignment);
}

ScratchStack::~ScratchStack() {
  for (Block &block : blocks)
    freeAligned(block.memory);
}

void *ScratchStack::push(i64 bytes) {
  if (bytes < 0 || bytes > largestRequest)
    fatalError("a generator asked for an impossible amount of scratch memory");
  i64 size = rounded(bytes);
  if (blocks.empty() || blocks[current].size - blocks[current].used < size)
    grow(size);
  Block &block = blocks[current];
  live.push_back({current, block.used});
  char *memory = block.memory + block.used;
  block.used += size;
  inUse += size;
  mostInUse = std::max(mostInUse, inUse);
  return memory;
}

void ScratchStack::pop(void *memory) {
  if (live.empty() || blocks[live.back().block].memory + live.back().start != memory)
    fatalError("a generator released scratch memory out of order");
  Block &block = blocks[live.back().block];
  inUse -= block.used - live.back().start;
  block.used = live.back().start;
  live.pop_back();
  current = live.empty() ? 0 : live.back().block;
  if (live.empty() && blocks.size() > 1)
    merge();
}

i64 ScratchStack::capacity() const {
  i64 sum = 0;
  for (const Block &block : blocks)
    sum += block.size;
  return sum;
}

void ScratchStack::grow(i64 bytes) {
  i64 size = std::max(smallestBlock, bytes);
  if (!blocks.empty()) {
    size = std::max(size, 2 * blocks[current].size);
    // Unused blocks from here on: one that fits is taken, the others make room for a larger one.
    while (blocks.size() > current + 1) {
      if (blocks[current + 1].size >= bytes) {
        ++current;
        return;
      }
      freeAligned(blocks.back().memory);
      blocks.pop_back();
    }
    ++current;
  }
  addBlock(size);
}

void ScratchStack::addBlock(i64 size) {
  blocks.push_back({static_cast<char *>(allocateAligned(size)), size, 0});
}

void ScratchStack::merge() {
  for (Block &block : blocks)
    freeAligned(block.memory);
  blocks.clear();
  addBlock(mostInUse);
}

} // namespace terrane::rt
