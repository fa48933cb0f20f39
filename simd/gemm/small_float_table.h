// The values of the floats that are stored in one byte.
#ifndef PADDOCK_SIMD_GEMM_SMALL_FLOAT_TABLE_H_
#define PADDOCK_SIMD_GEMM_SMALL_FLOAT_TABLE_H_

#include "core/types/element_type.h"

namespace paddock::simd {

// 256 values, by stored byte; bits above the type's own do not matter.
const float* SmallFloatTable(ElementType type);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_GEMM_SMALL_FLOAT_TABLE_H_
