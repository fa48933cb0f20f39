// bitcast_convert: reinterprets bits of one element type as another. Elements follow each other
// from the lowest bit on (little-endian). 1-, 2-, 4- and 6-bit elements count with their true
// width, though each is stored in a byte.
#ifndef PADDOCK_SIMD_MOVEMENT_BITCAST_H_
#define PADDOCK_SIMD_MOVEMENT_BITCAST_H_

#include <cstdint>

#include "core/types/element_type.h"

namespace paddock::simd {

// Converts `count` units, from `operand` to `result`.
using BitcastKernel = void (*)(const uint8_t* operand, uint8_t* result, int64_t count,
                               ElementType result_type);

struct BitcastPlan {
  BitcastKernel kernel = nullptr;
  ElementType result_type{};
  // A unit is one stored byte of the wider type. If the narrower type is smaller than a byte, a
  // unit is the elements in that byte.
  int64_t unit_count = 0;
  int64_t operand_unit_bytes = 1;
  int64_t result_unit_bytes = 1;
  int64_t units_per_chunk = 1;
};

// The operand's bits form whole elements of the result: one type's width is a multiple of the
// other's.
BitcastPlan PlanBitcastConvert(ElementType operand_type, ElementType result_type,
                               int64_t operand_count);

int64_t ChunkCount(const BitcastPlan& plan);
// Chunks are independent of each other.
void RunChunk(const BitcastPlan& plan, const void* operand, void* result, int64_t chunk);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_MOVEMENT_BITCAST_H_
