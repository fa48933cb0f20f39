// The total of one row, whose lanes stay in registers. Rows that are reduced together are
// transposed, which takes longer than a single one.
#include <algorithm>
#include <cstddef>
#include <cstdint>

#if defined(PADDOCK_SIMD_REDUCE_SINGLE_ROW_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_REDUCE_SINGLE_ROW_INL_H_
#undef PADDOCK_SIMD_REDUCE_SINGLE_ROW_INL_H_
#else
#define PADDOCK_SIMD_REDUCE_SINGLE_ROW_INL_H_
#endif

#include "hwy/highway.h"
#include "simd/reduce/monoid_kernels-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

// Adds the last `rest` elements to their lanes; with kReadsAll it reads all kReduceLanes.
template <bool kReadsAll, class Body>
HWY_INLINE void AccumulateRest(const Body& body, LaneVectors<Body>& lanes,
                               const typename Body::Storage* operand, size_t rest) {
  using Vectors = LaneVectors<Body>;
  const LaneTag<Body> d;
  PADDOCK_UNROLLED
  for (size_t v = 0; v < Vectors::kCount; ++v) {
    const size_t first = v * Vectors::kLanesPerVector;
    const size_t filled = rest - std::min(rest, first);
    if (!kReadsAll && filled == 0) break;
    const auto x = kReadsAll || filled >= Vectors::kLanesPerVector
                       ? body.Load(d, operand + first)
                       : body.LoadN(d, operand + first, filled);
    const auto both = body.Combine(d, lanes.vectors[v], x);
    lanes.vectors[v] = hn::IfThenElse(hn::FirstN(d, filled), both, lanes.vectors[v]);
  }
}

// Returns how many of the lanes from `first` on have elements.
HWY_INLINE size_t LanesFrom(size_t count, size_t first) { return count - std::min(count, first); }

// A body whose lanes are the stored elements, of 4 or 8 bytes.
template <class Body>
class SingleRow {
 public:
  HWY_INLINE SingleRow(const Body& body, const typename Body::Storage* row, size_t count)
      : body_(body), count_(std::min(count, kLanes)) {
    const D d;
    if (count < kLanes) {
      for (size_t v = 0; v < Vectors::kCount; ++v) {
        const size_t first = v * Vectors::kLanesPerVector;
        const size_t filled = std::min(LanesFrom(count, first), Vectors::kLanesPerVector);
        lanes_.vectors[v] = body_.LoadN(d, row + std::min(first, count), filled);
      }
      return;
    }
    PADDOCK_UNROLLED
    for (size_t v = 0; v < Vectors::kCount; ++v) {
      lanes_.vectors[v] = body_.Load(d, row + v * Vectors::kLanesPerVector);
    }
    const size_t groups = count / kLanes, rest = count % kLanes;
    AccumulateGroups(body_, lanes_, row + kLanes, groups - 1);
    if (rest != 0) AccumulateRest<false>(body_, lanes_, row + groups * kLanes, rest);
  }

  // Combines the lower half of the lanes with the upper one until one is left.
  HWY_INLINE typename Body::Lane Total() {
    FoldVectors<Vectors::kCount>();
    return FoldLanes(D(), lanes_.vectors[0]);
  }

 private:
  using Vectors = LaneVectors<Body>;
  using D = LaneTag<Body>;
  static constexpr auto kLanes = static_cast<size_t>(kReduceLanes);

  template <size_t kVectors>
  HWY_INLINE void FoldVectors() {
    if constexpr (kVectors > 1) {
      constexpr size_t kHalf = kVectors / 2;
      const D d;
      PADDOCK_UNROLLED
      for (size_t v = 0; v < kHalf; ++v) {
        const size_t filled = LanesFrom(count_, (v + kHalf) * Vectors::kLanesPerVector);
        const auto both = body_.Combine(d, lanes_.vectors[v], lanes_.vectors[v + kHalf]);
        lanes_.vectors[v] = hn::IfThenElse(hn::FirstN(d, filled), both, lanes_.vectors[v]);
      }
      FoldVectors<kHalf>();
    }
  }

  template <class AnyD>
  HWY_INLINE typename Body::Lane FoldLanes(AnyD, hn::Vec<AnyD> lanes) const {
    if constexpr (hn::MaxLanes(AnyD()) == 1) {
      return hn::GetLane(lanes);
    } else {
      const hn::Half<AnyD> half;
      const auto lower = hn::LowerHalf(half, lanes);
      const auto both = body_.Combine(half, lower, hn::UpperHalf(half, lanes));
      const auto is_filled = hn::FirstN(half, LanesFrom(count_, hn::MaxLanes(half)));
      return FoldLanes(half, hn::IfThenElse(is_filled, both, lower));
    }
  }

  const Body& body_;
  size_t count_;
  Vectors lanes_;
};

}  // namespace
}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_REDUCE_SINGLE_ROW_INL_H_
