// Arithmetic on sizes with overflow checks.
#ifndef PADDOCK_CORE_BASE_OVERFLOW_H_
#define PADDOCK_CORE_BASE_OVERFLOW_H_

#include <cstdint>
#include <optional>
#include <span>

namespace paddock {

inline std::optional<int64_t> CheckedMultiply(int64_t a, int64_t b) {
  int64_t product;
  if (__builtin_mul_overflow(a, b, &product)) return std::nullopt;
  return product;
}

inline std::optional<int64_t> CheckedAdd(int64_t a, int64_t b) {
  int64_t sum;
  if (__builtin_add_overflow(a, b, &sum)) return std::nullopt;
  return sum;
}

// Returns the product of all nonzero sizes, 1 for none; nothing if it does not fit 63 bits. Sizes
// are >= 0. The strides of a dense array of these sizes do not exceed it.
inline std::optional<int64_t> CheckedReach(std::span<const int64_t> sizes) {
  std::optional<int64_t> product = 1;
  for (int64_t size : sizes) {
    if (size != 0) product = CheckedMultiply(*product, size);
    if (!product) return std::nullopt;
  }
  return product;
}

// Returns the product of all sizes, 1 for none; nothing if their reach does not fit 63 bits. Sizes
// are >= 0.
inline std::optional<int64_t> CheckedProduct(std::span<const int64_t> sizes) {
  const std::optional<int64_t> reach = CheckedReach(sizes);
  for (int64_t size : sizes) {
    if (reach && size == 0) return 0;
  }
  return reach;
}

}  // namespace paddock

#endif  // PADDOCK_CORE_BASE_OVERFLOW_H_
