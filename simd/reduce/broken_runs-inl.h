// Runs of neighbouring rows whose elements are in several runs (kBrokenRows), in lanes of their
// own.
#include <cstddef>
#include <cstdint>

#include "simd/reduce/monoid.h"

#if defined(PADDOCK_SIMD_REDUCE_BROKEN_RUNS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_REDUCE_BROKEN_RUNS_INL_H_
#undef PADDOCK_SIMD_REDUCE_BROKEN_RUNS_INL_H_
#else
#define PADDOCK_SIMD_REDUCE_BROKEN_RUNS_INL_H_
#endif

#include "hwy/highway.h"
#include "simd/reduce/column_kernels-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

// Combines lanes begin .. end with the elements for them; `group` is where that of lane 0 would be.
// Lanes stay in registers: a part of one that was stored could not be loaded at once.
template <class Body>
HWY_INLINE void AccumulatePart(const Body& body, LaneVectors<Body>& lanes,
                               const typename Body::Storage* group, size_t begin, size_t end) {
  using Vectors = LaneVectors<Body>;
  constexpr size_t kLanes = Vectors::kLanesPerVector;
  const LaneTag<Body> d;
  PADDOCK_UNROLLED
  for (size_t v = 0; v < Vectors::kCount; ++v) {
    const size_t first = v * kLanes, last = first + kLanes;
    if (end <= first || begin >= last) continue;
    // Behind the run there may be no memory.
    const auto x =
        end < last ? body.LoadN(d, group + first, end - first) : body.Load(d, group + first);
    const auto combined = body.Combine(d, lanes.vectors[v], x);
    const auto before = hn::FirstN(d, begin > first ? begin - first : 0);
    const auto taken = hn::AndNot(before, hn::FirstN(d, std::min(end - first, kLanes)));
    lanes.vectors[v] = hn::IfThenElse(taken, combined, lanes.vectors[v]);
  }
}

template <class Body>
HWY_INLINE void AccumulateBrokenRun(const Body& body, LaneVectors<Body>& lanes,
                                    const typename Body::Storage* run, size_t lane, size_t count) {
  constexpr size_t kGroup = static_cast<size_t>(kReduceLanes);
  if (lane != 0) {
    const size_t end = std::min(kGroup, lane + count);
    AccumulatePart(body, lanes, run - lane, lane, end);
    run += end - lane;
    count -= end - lane;
  }
  AccumulateGroups(body, lanes, run, count / kGroup);
  const size_t rest = count % kGroup;
  if (rest != 0) AccumulatePart(body, lanes, run + (count - rest), 0, rest);
}

template <class Body>
void AccumulateRuns(ElementType type, void* lanes, const void* operand, const BrokenRuns& runs) {
  using Storage = typename Body::Storage;
  using Vectors = LaneVectors<Body>;
  const Body body(type);
  const LaneTag<Body> d;
  auto* stored = static_cast<Storage*>(lanes);
  const auto* run = static_cast<const Storage*>(operand);
  for (int64_t i = 0; i < runs.count; ++i, run += runs.stride, stored += kReduceLanes) {
    Vectors vectors;
    PADDOCK_UNROLLED
    for (size_t v = 0; v < Vectors::kCount; ++v) {
      vectors.vectors[v] = body.Load(d, stored + v * Vectors::kLanesPerVector);
    }
    AccumulateBrokenRun(body, vectors, run, static_cast<size_t>(runs.lane),
                        static_cast<size_t>(runs.length));
    PADDOCK_UNROLLED
    for (size_t v = 0; v < Vectors::kCount; ++v) {
      body.Store(d, vectors.vectors[v], stored + v * Vectors::kLanesPerVector);
    }
  }
}

}  // namespace
}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_REDUCE_BROKEN_RUNS_INL_H_
