// Rows of large arrays are fetched before they are read: a processor foresees too little of a loop
// that reads some lines and then does something else.
#ifndef PADDOCK_SIMD_FETCH_AHEAD_H_
#define PADDOCK_SIMD_FETCH_AHEAD_H_

#include <cstdint>

namespace paddock::simd {

// Bytes of an array that no cache has, and of a row that is short.
inline constexpr int64_t kFewestFetched = int64_t{8} << 20, kMostFetched = 1 << 10;

// Fetches `bytes` of a row some rows behind `row`. Rows are `distance` > 0 bytes apart.
inline void FetchAhead(const uint8_t* row, int64_t distance, int64_t bytes) {
  constexpr int64_t kAhead = 4096, kFewestRows = 4, kLine = 64;
  row +=
      distance >= kAhead ? kFewestRows * distance : (kAhead + distance - 1) / distance * distance;
  for (int64_t i = 0; i < bytes; i += kLine) __builtin_prefetch(row + i);
}

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_FETCH_AHEAD_H_
