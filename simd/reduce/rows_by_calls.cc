#include "simd/reduce/rows_by_calls.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

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
    int64_t left = std::min(count, kReduceLanes);
    std::memcpy(lanes, from, static_cast<size_t>(left * bytes));
    if (groups > 1) calls.accumulate(type, lanes, from + kReduceLanes * bytes, groups - 1);
    if (groups > 0 && rest > 0) {
      calls.combine(type, lanes, from + groups * kReduceLanes * bytes, rest);
    }
    for (int64_t half = kReduceLanes / 2; half >= 1; half /= 2) {
      if (left <= half) continue;
      calls.combine(type, lanes, lanes + half * bytes, left - half);
      left = half;
    }
    std::memcpy(to, lanes, static_cast<size_t>(bytes));
  }
}

}  // namespace paddock::simd
