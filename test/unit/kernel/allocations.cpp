//===- allocations.cpp - Counts what the test program allocates -----------===//

#include "allocations.h"

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

static std::atomic<long long> count{0};

long long terrane::test::numAllocations() {
  return count;
}

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define TERRANE_SANITIZER_ALLOCATES
#endif
#endif

#ifdef TERRANE_SANITIZER_ALLOCATES

// Sanitizers have operators of their own, and hooks to watch them.
extern "C" int __sanitizer_install_malloc_and_free_hooks(void (*onMalloc)(const volatile void *,
                                                                          std::size_t),
                                                         void (*onFree)(const volatile void *));

static const int installed = __sanitizer_install_malloc_and_free_hooks(
    [](const volatile void *, std::size_t) { ++count; }, [](const volatile void *) {});

#else

// Every form of `operator new` that is not replaced here calls one that is.
static void *take(std::size_t size, std::size_t alignment) {
  ++count;
  size = (size + alignment - 1) / alignment * alignment;
  return std::aligned_alloc(alignment, size ? size : alignment);
}

void *operator new(std::size_t size) {
  if (void *memory = take(size, alignof(std::max_align_t)))
    return memory;
  throw std::bad_alloc();
}
void *operator new(std::size_t size, std::align_val_t alignment) {
  if (void *memory = take(size, std::size_t(alignment)))
    return memory;
  throw std::bad_alloc();
}
void operator delete(void *memory) noexcept {
  std::free(memory);
}
void operator delete(void *memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete(void *memory, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete(void *memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}

#endif
