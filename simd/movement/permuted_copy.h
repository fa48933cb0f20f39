// Copies of few elements from places that are known beforehand, such as the rows of a small tensor
// that a broadcast repeats: a vector of the result takes its elements from two vectors of the
// source. WebAssembly leaves them out, for size.
#ifndef PADDOCK_SIMD_MOVEMENT_PERMUTED_COPY_H_
#define PADDOCK_SIMD_MOVEMENT_PERMUTED_COPY_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace paddock::simd {

struct PermutedCopy {
  // More elements have tables that take the space of the elements in the first cache.
  static constexpr int64_t kMostElements = 2048;

  size_t element_bytes = 0;
  // Elements of the result, and of the source, all of which may be read.
  int64_t count = 0;
  int64_t source_count = 0;
  // For each vector of the result, the first elements of its two vectors of the source.
  std::vector<int32_t> starts;
  // For each element of the result, its place in these, with as many bytes.
  std::vector<uint8_t> places;
};

// Returns the copy of source[sources[i]] to result[i]. Returns nothing if a vector of the result
// has elements of more than two vectors, or if the target has no fast permutations.
std::optional<PermutedCopy> PlanPermutedCopy(size_t element_bytes, std::span<const int32_t> sources,
                                             int64_t source_count);

// The result does not overlap the source.
void RunPermutedCopy(const PermutedCopy& copy, const std::byte* source, std::byte* result);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_MOVEMENT_PERMUTED_COPY_H_
