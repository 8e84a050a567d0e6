//===- allocations.h - Counts what the test program allocates -------------===//

#ifndef TERRANE_TEST_UNIT_KERNEL_ALLOCATIONS_H
#define TERRANE_TEST_UNIT_KERNEL_ALLOCATIONS_H

namespace terrane::test {

/// Allocations so far, of all threads.
long long numAllocations();

} // namespace terrane::test

#endif // TERRANE_TEST_UNIT_KERNEL_ALLOCATIONS_H
