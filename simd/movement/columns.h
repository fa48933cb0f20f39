// Columns of tensors with a small last dimension: parts of complex numbers, coordinates, colors.
#ifndef PADDOCK_SIMD_MOVEMENT_COLUMNS_H_
#define PADDOCK_SIMD_MOVEMENT_COLUMNS_H_

#include <cstddef>
#include <cstdint>

namespace paddock::simd {

inline constexpr int64_t kMostColumns = 16;

// columns[k][i] = tuples[i * stride + k] for `count` elements of 1, 2, 4, 8 or 16 bytes, and
// nothing for null columns. There are at most kMostColumns columns; stride >= 2, stride >= columns.
// `are_far`: the tuples are in memory rather than in a cache, and others follow them.
void SplitColumns(const std::byte* tuples, size_t element_bytes, std::byte* const* columns,
                  int64_t column_count, int64_t stride, int64_t count, bool are_far = false);

// tuples[i * columns + k] = columns[k][i], for 2 to kMostColumns columns.
void JoinColumns(const std::byte* const* columns, size_t element_bytes, std::byte* tuples,
                 int64_t column_count, int64_t count);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_MOVEMENT_COLUMNS_H_
