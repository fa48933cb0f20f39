// Arithmetic on sizes that notices overflow.
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

// Product of all sizes, 1 for none; nothing if it does not fit 63 bits. Sizes are >= 0.
inline std::optional<int64_t> CheckedProduct(std::span<const int64_t> sizes) {
  for (int64_t size : sizes) {
    if (size == 0) return 0;
  }
  std::optional<int64_t> product = 1;
  for (int64_t size : sizes) {
    product = CheckedMultiply(*product, size);
    if (!product) return std::nullopt;
  }
  return product;
}

}  // namespace paddock

#endif  // PADDOCK_CORE_BASE_OVERFLOW_H_
