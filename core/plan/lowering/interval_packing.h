// Offsets for pieces of memory with known lifetimes (offline packing).
#ifndef PADDOCK_CORE_PLAN_LOWERING_INTERVAL_PACKING_H_
#define PADDOCK_CORE_PLAN_LOWERING_INTERVAL_PACKING_H_

#include <cstdint>
#include <span>

namespace paddock {

// Bytes that are needed from step `first` to step `last`, both included.
struct MemoryInterval {
  uint32_t first = 0;
  uint32_t last = 0;
  uint64_t bytes = 0;
  uint64_t offset = 0;
};

// Returns the bytes that a piece of `bytes` occupies. Pieces begin at multiples of 64 bytes; those
// of 32 bytes and fewer at multiples of 16.
uint64_t PaddedBytes(uint64_t bytes);

// Sets the offsets so that intervals with a common step share no byte. Returns the bytes needed:
// mostly the live bytes of the worst step, padded.
uint64_t PackIntervals(std::span<MemoryInterval> intervals);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_LOWERING_INTERVAL_PACKING_H_
