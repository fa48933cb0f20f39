#include "simd/reduce/rows_by_calls.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "simd/reduce/lane_totals.h"

namespace paddock::simd {

void ReduceRowsByCalls(const RowCalls& calls, ElementType type, const void* operand,
                       int64_t row_stride, int64_t count, void* result, int64_t rows) {
  constexpr size_t kMostBytes = 16;
  alignas(kMostBytes) uint8_t lanes[kReduceLanes * kMostBytes];
  const auto bytes = static_cast<int64_t>(ByteSize(type));
  const int64_t groups = count / kReduceLanes, rest = count % kReduceLanes;
  const auto* from = static_cast<const uint8_t*>(operand);
  auto* to = static_cast<uint8_t*>(result);
  for (int64_t row = 0; row < rows; ++row, from += row_stride * bytes, to += bytes) {
    std::memcpy(lanes, from, static_cast<size_t>(std::min(count, kReduceLanes) * bytes));
    if (groups > 1) calls.accumulate(type, lanes, from + kReduceLanes * bytes, groups - 1);
    if (groups > 0 && rest > 0) {
      calls.combine(type, lanes, from + groups * kReduceLanes * bytes, rest);
    }
    FoldLanes(calls.combine, type, bytes, lanes, count, 1);
    std::memcpy(to, lanes, static_cast<size_t>(bytes));
  }
}

}  // namespace paddock::simd
