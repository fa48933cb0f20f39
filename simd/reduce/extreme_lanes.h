// Single lanes and elements of extreme.h, as the low bits of 64.
#ifndef PADDOCK_SIMD_REDUCE_EXTREME_LANES_H_
#define PADDOCK_SIMD_REDUCE_EXTREME_LANES_H_

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "core/types/element_type.h"
#include "simd/reduce/extreme.h"
#include "simd/reduce/monoid.h"

namespace paddock::simd {

// Rows of columns that are added at once, so that totals are loaded less often.
inline constexpr int64_t kRowsAtOnce = 8;

// Positions in the dimension of the selected value and the selected place.
struct ExtremeTotal {
  int64_t value;
  int64_t place;
};

// Combines adjacent pairs, leaves in order: total_of(i) of `count` > 0 leaves, combine(left,
// right). The stack holds subtrees of decreasing sizes, powers of two.
template <class TotalOf, class Combine>
ExtremeTotal TotalOfPairs(int64_t count, TotalOf total_of, Combine combine) {
  ExtremeTotal stack[64];
  size_t depth = 0;
  for (int64_t i = 0; i < count; ++i) {
    ExtremeTotal total = total_of(i);
    for (int64_t rest = i; (rest & 1) != 0; rest >>= 1) total = combine(stack[--depth], total);
    stack[depth++] = total;
  }
  ExtremeTotal total = stack[--depth];
  while (depth > 0) total = combine(stack[--depth], total);
  return total;
}

inline size_t AlignedBytes(int64_t bytes) { return static_cast<size_t>((bytes + 63) / 64 * 64); }

template <class Lane>
inline Lane LaneOf(uint64_t bits) {
  return std::bit_cast<Lane>(
      static_cast<std::conditional_t<sizeof(Lane) == 4, uint32_t, uint64_t>>(bits));
}

template <class Bits>
inline uint64_t LoadBits(const std::byte* from) {
  Bits bits;
  std::memcpy(&bits, from, sizeof(bits));
  return bits;
}

// Elements have 1, 2, 4 or 8 bytes. A copy of a size that the compiler does not know would be a
// call, and its bytes would wait in memory for a load of all eight.
// In WebAssembly calls are smaller.
inline uint64_t LoadElement(const std::byte* from, size_t bytes) {
  if constexpr (kIsWeb) {
    uint64_t value = 0;
    std::memcpy(&value, from, bytes);
    return value;
  }
  if (bytes == 4) return LoadBits<uint32_t>(from);
  if (bytes == 8) return LoadBits<uint64_t>(from);
  return bytes == 2 ? LoadBits<uint16_t>(from) : LoadBits<uint8_t>(from);
}

template <class Bits>
inline void StoreBits(std::byte* to, uint64_t value) {
  const auto bits = static_cast<Bits>(value);
  std::memcpy(to, &bits, sizeof(bits));
}

inline void StoreElement(std::byte* to, size_t bytes, uint64_t value) {
  if constexpr (kIsWeb) {
    std::memcpy(to, &value, bytes);
    return;
  }
  if (bytes == 4) return StoreBits<uint32_t>(to, value);
  if (bytes == 8) return StoreBits<uint64_t>(to, value);
  bytes == 2 ? StoreBits<uint16_t>(to, value) : StoreBits<uint8_t>(to, value);
}

template <class Float>
inline ValueRelation RelationOfFloats(Float left, Float right) {
  const bool left_is_nan = std::isnan(left), right_is_nan = std::isnan(right);
  if (left_is_nan) return right_is_nan ? ValueRelation::kBothNaN : ValueRelation::kLeftNaN;
  if (right_is_nan) return ValueRelation::kRightNaN;
  if (left == right) return ValueRelation::kEqual;
  return left < right ? ValueRelation::kLess : ValueRelation::kGreater;
}

inline ValueRelation RelationOfIntegers(int64_t left, int64_t right) {
  if (left == right) return ValueRelation::kEqual;
  return left < right ? ValueRelation::kLess : ValueRelation::kGreater;
}

// Compares two stored lanes of type `Lane`.
template <class Lane>
inline ValueRelation RelationOfLanes(const ExtremePlan& plan, uint64_t left, uint64_t right) {
  if constexpr (std::is_floating_point_v<Lane>) {
    return RelationOfFloats(LaneOf<Lane>(left), LaneOf<Lane>(right));
  } else {
    return RelationOfIntegers(LaneOf<Lane>(left ^ plan.order_flip),
                              LaneOf<Lane>(right ^ plan.order_flip));
  }
}

// Compares two stored lanes.
inline ValueRelation RelationOf(const ExtremePlan& plan, uint64_t left, uint64_t right) {
  switch (plan.lane_type) {
    case ElementType::kF32:
      return RelationOfLanes<float>(plan, left, right);
    case ElementType::kF64:
      return RelationOfLanes<double>(plan, left, right);
    case ElementType::kI32:
      return RelationOfLanes<int32_t>(plan, left, right);
    default:
      return RelationOfLanes<int64_t>(plan, left, right);
  }
}

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_REDUCE_EXTREME_LANES_H_
