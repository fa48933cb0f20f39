// Sorting of unsigned numbers in vectors: Highway's VQSort, a quicksort with partitions and
// smallest cases in vector instructions. Equal keys have equal bits, so the result is unique.
#ifndef PADDOCK_SIMD_SORT_VECTOR_SORT_H_
#define PADDOCK_SIMD_SORT_VECTOR_SORT_H_

#include <cstddef>
#include <cstdint>

namespace paddock::simd {

// WebAssembly omits it: 60 KB of code for a task that sorting by digits also does.
#ifdef __EMSCRIPTEN__
inline constexpr bool kHasVectorSort = false;
#else
inline constexpr bool kHasVectorSort = true;
#endif

struct alignas(16) Key128 {
  uint64_t low;
  uint64_t high;
  friend bool operator<(const Key128& a, const Key128& b) {
    return a.high != b.high ? a.high < b.high : a.low < b.low;
  }
};

// Sorts in ascending order, in place. A call is not interrupted, and takes about 5 ns a key.
void SortKeys(uint32_t* keys, size_t count);
void SortKeys(uint64_t* keys, size_t count);
void SortKeys(Key128* keys, size_t count);

// Positions of a split: keys less than its pivot go from `low` upwards, others from `high`
// downwards.
template <class Key>
struct SplitEnds {
  Key* low;
  Key* high;
};

// Moves `count` keys between the positions, which are at least that far apart, and returns the new
// positions.
SplitEnds<uint32_t> SplitKeys(const uint32_t* keys, size_t count, uint32_t pivot,
                              SplitEnds<uint32_t> ends);
SplitEnds<uint64_t> SplitKeys(const uint64_t* keys, size_t count, uint64_t pivot,
                              SplitEnds<uint64_t> ends);
SplitEnds<Key128> SplitKeys(const Key128* keys, size_t count, const Key128& pivot,
                            SplitEnds<Key128> ends);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_SORT_VECTOR_SORT_H_
