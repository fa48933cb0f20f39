// iota: values that are indices along one dimension.
#ifndef PADDOCK_SIMD_MOVEMENT_IOTA_H_
#define PADDOCK_SIMD_MOVEMENT_IOTA_H_

#include <cstdint>
#include <span>

#include "core/types/element_type.h"

namespace paddock::simd {

// Writes `count` values first, first + 1, ...; first >= 0.
using RampKernel = void (*)(void* result, int64_t first, int64_t count);

// The result is `outer` repetitions of the values 0 .. size - 1, each `inner` times.
struct IotaPlan {
  RampKernel ramp;
  int64_t element_bytes;
  int64_t outer;
  int64_t size;
  int64_t inner;
};

// Integers wrap, and floats round once, as in core/types/small_float.h. Complex numbers have
// imaginary part 0, and i1 is value != 0.
IotaPlan PlanIota(ElementType type, std::span<const int64_t> shape, int64_t iota_dimension);

int64_t ChunkCount(const IotaPlan& plan);
// Chunks are independent of each other.
void RunChunk(const IotaPlan& plan, void* result, int64_t chunk);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_MOVEMENT_IOTA_H_
