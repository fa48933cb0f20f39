// bitcast_convert: bits of one element type taken as another's. Elements follow
// each other from the lowest bit on (little-endian), and 1-, 2-, 4- and 6-bit
// ones have their true width, though each is stored in a byte of its own.
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
  // A unit is one stored byte of the wider type and, of a narrower one without
  // whole bytes, the elements in it.
  int64_t unit_count = 0;
  int64_t operand_unit_bytes = 1;
  int64_t result_unit_bytes = 1;
  int64_t units_per_chunk = 1;
};

// The bits of all operand elements make whole elements of the result; one
// type's width is a multiple of the other's.
BitcastPlan PlanBitcastConvert(ElementType operand_type, ElementType result_type,
                               int64_t operand_count);

int64_t ChunkCount(const BitcastPlan& plan);
// Chunks are independent of each other.
void RunChunk(const BitcastPlan& plan, const void* operand, void* result, int64_t chunk);
// As RunStridedCopy: true when all is done; `work_budget` in bytes.
bool RunBitcastConvert(const BitcastPlan& plan, const void* operand, void* result,
                       int64_t* position, int64_t work_budget);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_MOVEMENT_BITCAST_H_
