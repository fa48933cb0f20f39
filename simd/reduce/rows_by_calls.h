// Totals of rows by the other kernels of a monoid, for bodies that have no reduce_rows of their own
// in WebAssembly, for code size.
#ifndef PADDOCK_SIMD_REDUCE_ROWS_BY_CALLS_H_
#define PADDOCK_SIMD_REDUCE_ROWS_BY_CALLS_H_

#include <cstdint>

#include "core/types/element_type.h"
#include "simd/reduce/monoid.h"

namespace paddock::simd {

struct RowCalls {
  decltype(MonoidKernels::combine) combine;
  decltype(MonoidKernels::accumulate) accumulate;
};

// As reduce_rows (monoid.h).
void ReduceRowsByCalls(const RowCalls& calls, ElementType type, const void* operand,
                       int64_t row_stride, int64_t count, void* result, int64_t rows);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_REDUCE_ROWS_BY_CALLS_H_
