// Columns of tensors with a small last dimension: parts of complex numbers, coordinates, colors.
#ifndef PADDOCK_SIMD_MOVEMENT_COLUMNS_H_
#define PADDOCK_SIMD_MOVEMENT_COLUMNS_H_

#include <cstddef>
#include <cstdint>

namespace paddock::simd {

inline constexpr int64_t kMostColumns = 8;

// columns[k][i] = tuples[i * columns + k], for 2 to kMostColumns columns of `count` elements of 1,
// 2, 4, 8 or 16 bytes.
void SplitColumns(const std::byte* tuples, size_t element_bytes, std::byte* const* columns,
                  int64_t column_count, int64_t count);

// tuples[i * columns + k] = columns[k][i].
void JoinColumns(const std::byte* const* columns, size_t element_bytes, std::byte* tuples,
                 int64_t column_count, int64_t count);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_MOVEMENT_COLUMNS_H_
