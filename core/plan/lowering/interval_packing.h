// Offsets for blocks of memory with known lifetimes (offline packing).
#ifndef PADDOCK_CORE_PLAN_LOWERING_INTERVAL_PACKING_H_
#define PADDOCK_CORE_PLAN_LOWERING_INTERVAL_PACKING_H_

#include <cstdint>
#include <span>

namespace paddock {

// A block that is live from step `first` to step `last`, inclusive.
struct MemoryInterval {
  uint32_t first = 0;
  uint32_t last = 0;
  uint64_t bytes = 0;
  uint64_t offset = 0;
};

// Arrays whose sizes are powers of two would share the sets of the caches, so that a loop over more
// arrays than a set has lines would evict each line before its next use. An odd number of lines
// behind each array of at least this size gives up to 64 of them sets of their own.
inline constexpr uint64_t kLeastStaggered = 32 << 10;

// Returns the bytes that a block of `bytes` occupies. Blocks begin at multiples of 64 bytes; blocks
// of at most 32 bytes at multiples of 16.
uint64_t PaddedBytes(uint64_t bytes);

// Sets the offsets so that intervals with a common step share no byte. Returns the bytes needed,
// usually the maximum of the padded live bytes.
uint64_t PackIntervals(std::span<MemoryInterval> intervals);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_LOWERING_INTERVAL_PACKING_H_
