// Lanes of interleaved matrices, and the subtraction that all their factorizations consist of.
#include <cstddef>
#include <cstdint>

#include "simd/linalg/interleaved.h"

#if defined(PADDOCK_SIMD_LINALG_INTERLEAVED_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_LINALG_INTERLEAVED_INL_H_
#undef PADDOCK_SIMD_LINALG_INTERLEAVED_INL_H_
#else
#define PADDOCK_SIMD_LINALG_INTERLEAVED_INL_H_
#endif

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

// One vector of a group's lanes. A kernel computes a whole factorization for a vector before the
// next one.
using GroupTag = hn::CappedTag<double, static_cast<size_t>(kInterleaved)>;
using GroupVector = hn::Vec<GroupTag>;

constexpr bool kGroupCanFuse = HWY_NATIVE_FMA;

// Calls run(lane) for the first lane of each vector, which returns the lanes that have failed.
// Returns their bits.
template <class Run>
HWY_INLINE uint32_t ForEachVector(Run run) {
  const GroupTag d;
  uint32_t failed = 0;
  for (int64_t lane = 0; lane < kInterleaved; lane += static_cast<int64_t>(hn::Lanes(d))) {
    uint8_t bits[8] = {};
    hn::StoreMaskBits(d, run(lane), bits);
    failed |= static_cast<uint32_t>(bits[0]) << lane;
  }
  return failed;
}

// Returns the view from lane `lane` on.
HWY_INLINE Interleaved FromLane(Interleaved matrix, int64_t lane) {
  matrix.data += lane;
  return matrix;
}

// For each column c: target(c) = ((target(c) - f(0) * row(0, c)) - f(1) * row(1, c)) - .. Steps are
// in numbers. Targets are none of the rows.
struct GroupSubtraction {
  double* targets;
  int64_t target_step;
  const double* rows;
  int64_t row_step;
  int64_t column_step;
  const double* factors;
  int64_t factor_step;
  int64_t count;
};

template <bool kFused>
HWY_INLINE GroupVector SubtractFrom(GroupVector sum, GroupVector factor, GroupVector value) {
  if constexpr (kFused) {
    return hn::NegMulAdd(factor, value, sum);
  } else {
    return hn::Sub(sum, hn::Mul(factor, value));
  }
}

template <bool kFused, size_t kColumns>
HWY_INLINE void SubtractGroupColumns(const GroupSubtraction& all, int64_t c) {
  const GroupTag d;
  double* const targets = all.targets + c * all.target_step;
  const double* row = all.rows + c * all.column_step;
  const double* factor = all.factors;
  GroupVector sums[kColumns];
  HWY_UNROLL(4)
  for (size_t i = 0; i < kColumns; ++i) {
    sums[i] = hn::LoadU(d, targets + static_cast<int64_t>(i) * all.target_step);
  }
  for (int64_t k = 0; k < all.count; ++k) {
    const GroupVector f = hn::LoadU(d, factor);
    HWY_UNROLL(4)
    for (size_t i = 0; i < kColumns; ++i) {
      const GroupVector value = hn::LoadU(d, row + static_cast<int64_t>(i) * all.column_step);
      sums[i] = SubtractFrom<kFused>(sums[i], f, value);
    }
    row += all.row_step;
    factor += all.factor_step;
  }
  HWY_UNROLL(4)
  for (size_t i = 0; i < kColumns; ++i) {
    hn::StoreU(sums[i], d, targets + static_cast<int64_t>(i) * all.target_step);
  }
}

// Columns are independent: four hide the latency of a subtraction and share their factor.
template <bool kFused>
HWY_INLINE void SubtractGroup(const GroupSubtraction& all, int64_t columns) {
  if (all.count == 0) return;
  int64_t c = 0;
  for (; c + 4 <= columns; c += 4) SubtractGroupColumns<kFused, 4>(all, c);
  if (c + 2 <= columns) {
    SubtractGroupColumns<kFused, 2>(all, c);
    c += 2;
  }
  if (c < columns) SubtractGroupColumns<kFused, 1>(all, c);
}

}  // namespace
}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_LINALG_INTERLEAVED_INL_H_
