// The kernels of monoid.h over a Body, once per SIMD target. A Body defines how elements are
// loaded, combined and stored:
//   Storage, Lane         types in memory, and of the lanes that hold partial totals
//   kParts                positions of an element: 2 for complex numbers taken as two floats
//   kStoragePerPosition   2 where a position is a whole complex number, else 1
//   Body(ElementType)
//   Load/LoadN(d, const Storage*[, count]), LoadLanes/LoadLanesN(d, const Lane*[, count])
//   Store/StoreN(d, value, Storage*[, count]), StoreLanes/StoreLanesN(d, value, Lane*[, count])
//   Combine(d, lhs, rhs), CombineToStore(d, lhs, rhs): the latter's value is only stored
// where d is a tag of Lane, and counts are of positions.
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "simd/reduce/monoid.h"

#if defined(PADDOCK_SIMD_REDUCE_MONOID_KERNELS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_REDUCE_MONOID_KERNELS_INL_H_
#undef PADDOCK_SIMD_REDUCE_MONOID_KERNELS_INL_H_
#else
#define PADDOCK_SIMD_REDUCE_MONOID_KERNELS_INL_H_
#endif

#include "hwy/highway.h"
#include "simd/reduce/extreme_of_cells-inl.h"
#include "simd/reduce/keyed_extreme-inl.h"

// Marks loops over a few vectors that stay in registers only if unrolled. For WebAssembly, loops
// here are not unrolled otherwise (tools/cmake/Stage.cmake).
#ifndef PADDOCK_UNROLLED
#if defined(__clang__)
#define PADDOCK_UNROLLED _Pragma("clang loop unroll(full)")
#else
#define PADDOCK_UNROLLED
#endif
#endif

HWY_BEFORE_NAMESPACE();
namespace paddock::simd::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

template <class Body>
constexpr size_t kStride = Body::kStoragePerPosition;

// Bodies whose programs are rare: they have no kernels of columns and windows. Each such kernel
// takes time to compile and space in every SIMD target.
template <class Body>
inline constexpr bool kIsRare = false;

template <class Body>
void CombineParts(const Body& body, typename Body::Storage* result,
                  const typename Body::Storage* operand, size_t count) {
  const hn::ScalableTag<typename Body::Lane> d;
  constexpr size_t kUnits = kStride<Body>;
  const size_t lanes = hn::Lanes(d);
  size_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    const auto lhs = body.Load(d, result + i * kUnits);
    const auto rhs = body.Load(d, operand + i * kUnits);
    body.Store(d, body.CombineToStore(d, lhs, rhs), result + i * kUnits);
  }
  if (i == count) return;
  if constexpr (!kIsWeb && kUnits == 1) {
    // A masked load would wait for the store of a total.
    if (i + 1 == count) {
      const hn::CappedTag<typename Body::Lane, 1> one;
      const auto combined =
          body.CombineToStore(one, body.Load(one, result + i), body.Load(one, operand + i));
      return body.Store(one, combined, result + i);
    }
  }
  const auto lhs = body.LoadN(d, result + i * kUnits, count - i);
  const auto rhs = body.LoadN(d, operand + i * kUnits, count - i);
  body.StoreN(d, body.CombineToStore(d, lhs, rhs), result + i * kUnits, count - i);
}

template <class Body>
void Combine(ElementType type, void* result, const void* operand, int64_t count) {
  using Storage = typename Body::Storage;
  CombineParts(Body(type), static_cast<Storage*>(result), static_cast<const Storage*>(operand),
               static_cast<size_t>(count) * Body::kParts);
}

// Processes the last lanes first, including those of a partial vector.
template <class Body>
void CombinePartsBehind(const Body& body, typename Body::Storage* result,
                        const typename Body::Storage* operand, size_t count) {
  const hn::ScalableTag<typename Body::Lane> d;
  constexpr size_t kUnits = kStride<Body>;
  const size_t lanes = hn::Lanes(d);
  const size_t rest = count % lanes;
  size_t i = count - rest;
  if (rest != 0) {
    const auto lhs = body.LoadN(d, operand + i * kUnits, rest);
    const auto rhs = body.LoadN(d, result + i * kUnits, rest);
    body.StoreN(d, body.CombineToStore(d, lhs, rhs), result + i * kUnits, rest);
  }
  while (i > 0) {
    i -= lanes;
    const auto lhs = body.Load(d, operand + i * kUnits);
    const auto rhs = body.Load(d, result + i * kUnits);
    body.Store(d, body.CombineToStore(d, lhs, rhs), result + i * kUnits);
  }
}

template <class Body>
void CombineBehind(ElementType type, void* result, const void* operand, int64_t count) {
  using Storage = typename Body::Storage;
  CombinePartsBehind(Body(type), static_cast<Storage*>(result),
                     static_cast<const Storage*>(operand),
                     static_cast<size_t>(count) * Body::kParts);
}

// Combines `total` with the vectors at `row`, row + stride, ... in order. `load` is body.Load or
// body.LoadN.
template <class Body, class D, class V, class Load>
HWY_INLINE V CombineDown(const Body& body, D d, V total, const typename Body::Storage* row,
                         size_t stride, int64_t rows, Load load) {
  if constexpr (kIsFloatExtreme<Body>) {
    ExtremeOfCells<Body, D> extreme;
    extreme.Begin(total);
    for (int64_t r = 0; r < rows; ++r)
      extreme.Add(body, load(row + static_cast<size_t>(r) * stride));
    if (!extreme.IsOpen()) return extreme.Total();
  }
  for (int64_t r = 0; r < rows; ++r, row += stride) total = body.Combine(d, total, load(row));
  return total;
}

// Combines the first columns with all rows, whole vectors of them. Returns their number.
template <class Body>
size_t CombineKeyedRows(const Body& body, typename Body::Storage* result,
                        const typename Body::Storage* operand, size_t count, size_t stride,
                        int64_t rows) {
  const hn::ScalableTag<int16_t> d;
  const hn::ScalableTag<typename Body::Lane> half;
  const auto load = [&](const typename Body::Storage* at) HWY_ATTR { return body.Load(half, at); };
  const size_t lanes = hn::Lanes(d);
  size_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    typename Body::template KeyedExtreme<decltype(d)> extreme;
    extreme.Begin(extreme.Load(result + i));
    const auto* row = operand + i;
    for (int64_t r = 0; r < rows; ++r, row += stride) extreme.Add(extreme.Load(row));
    if (!extreme.IsOpen()) {
      StoreAny(d, extreme.Total(), result + i);
      continue;
    }
    for (size_t at = i; at < i + lanes; at += hn::Lanes(half)) {
      const auto total = body.Load(half, result + at);
      body.Store(half, CombineDown(body, half, total, operand + at, stride, rows, load),
                 result + at);
    }
  }
  return i;
}

// The results stay in a register for all rows.
template <class Body>
void CombineRows(ElementType type, void* result, const void* operand, int64_t count,
                 int64_t row_stride, int64_t rows) {
  using Storage = typename Body::Storage;
  const Body body(type);
  const hn::ScalableTag<typename Body::Lane> d;
  constexpr size_t kUnits = kStride<Body>;
  const size_t lanes = hn::Lanes(d), parts = static_cast<size_t>(count) * Body::kParts;
  const size_t stride = static_cast<size_t>(row_stride) * Body::kParts * kUnits;
  auto* to = static_cast<Storage*>(result);
  const auto* from = static_cast<const Storage*>(operand);
  size_t i = 0;
  if constexpr (kHasKeys<Body>) i = CombineKeyedRows(body, to, from, parts, stride, rows);
  for (; i + lanes <= parts; i += lanes) {
    const auto load = [&](const Storage* at) HWY_ATTR { return body.Load(d, at); };
    const auto total = body.Load(d, to + i * kUnits);
    body.Store(d, CombineDown(body, d, total, from + i * kUnits, stride, rows, load),
               to + i * kUnits);
  }
  if (i == parts) return;
  if constexpr (kIsWeb) {
    for (int64_t r = 0; r < rows; ++r, from += stride) {
      CombineParts(body, to + i * kUnits, from + i * kUnits, parts - i);
    }
  } else {
    const auto load = [&](const Storage* at) HWY_ATTR { return body.LoadN(d, at, parts - i); };
    const auto total = body.LoadN(d, to + i * kUnits, parts - i);
    body.StoreN(d, CombineDown(body, d, total, from + i * kUnits, stride, rows, load),
                to + i * kUnits, parts - i);
  }
}

template <class Body>
constexpr size_t kLaneParts = static_cast<size_t>(kReduceLanes) * Body::kParts;
template <class Body>
using LaneTag = hn::CappedTag<typename Body::Lane, kLaneParts<Body>>;

// Keeps the lanes as vectors in registers.
template <class Body>
struct LaneVectors {
  static constexpr size_t kLanesPerVector = hn::MaxLanes(LaneTag<Body>());
  static constexpr size_t kCount = kLaneParts<Body> / kLanesPerVector;
  typename Body::template Value<LaneTag<Body>> vectors[kCount];
};

// Returns whether it processed all. WebAssembly has it only for f32, for code size.
template <class Body>
HWY_INLINE bool AccumulateExtremes(const Body& body, LaneVectors<Body>& lanes,
                                   const typename Body::Storage* operand, size_t groups) {
  using Vectors = LaneVectors<Body>;
  const LaneTag<Body> d;
  ExtremeOfCells<Body, LaneTag<Body>> extremes[Vectors::kCount];
  PADDOCK_UNROLLED
  for (size_t v = 0; v < Vectors::kCount; ++v) extremes[v].Begin(lanes.vectors[v]);
  for (size_t group = 0; group < groups; ++group) {
    const auto* from = operand + group * kLaneParts<Body>;
    PADDOCK_UNROLLED
    for (size_t v = 0; v < Vectors::kCount; ++v) {
      extremes[v].Add(body, body.Load(d, from + v * Vectors::kLanesPerVector));
    }
  }
  bool is_open = false;
  PADDOCK_UNROLLED
  for (size_t v = 0; v < Vectors::kCount; ++v) is_open |= extremes[v].IsOpen();
  if (is_open) return false;
  PADDOCK_UNROLLED
  for (size_t v = 0; v < Vectors::kCount; ++v) lanes.vectors[v] = extremes[v].Total();
  return true;
}

// Processes whole vectors of keys, in an order of their own. Returns the number of groups that it
// processed: none if they have a NaN.
template <class Body>
HWY_INLINE size_t AccumulateKeys(const Body& body, LaneVectors<Body>& lanes,
                                 const typename Body::Storage* operand, size_t groups) {
  using Vectors = LaneVectors<Body>;
  const LaneTag<Body> d;
  const hn::ScalableTag<int16_t> keys;
  constexpr size_t kLanes = hn::MaxLanes(keys), kGroup = kLaneParts<Body>;
  constexpr size_t kAtOnce = std::max<size_t>(2, kGroup / kLanes), kStep = kAtOnce * kLanes;
  const size_t count = groups * kGroup / kStep * kStep;
  if (count < 2 * kStep) return 0;
  typename Body::template KeyedExtreme<decltype(keys)> extremes[kAtOnce];
  PADDOCK_UNROLLED
  for (size_t k = 0; k < kAtOnce; ++k) extremes[k].Begin(extremes[k].Load(operand + k * kLanes));
  for (size_t i = kStep; i < count; i += kStep) {
    PADDOCK_UNROLLED
    for (size_t k = 0; k < kAtOnce; ++k)
      extremes[k].Add(extremes[k].Load(operand + i + k * kLanes));
  }
  HWY_ALIGN typename Body::Storage totals[kStep];
  bool is_open = false;
  PADDOCK_UNROLLED
  for (size_t k = 0; k < kAtOnce; ++k) {
    is_open |= extremes[k].IsOpen();
    StoreAny(keys, extremes[k].Total(), totals + k * kLanes);
  }
  if (is_open) return 0;
  for (size_t i = 0; i < kStep; i += kGroup) {
    PADDOCK_UNROLLED
    for (size_t v = 0; v < Vectors::kCount; ++v) {
      const auto x = body.Load(d, totals + i + v * Vectors::kLanesPerVector);
      lanes.vectors[v] = body.Combine(d, lanes.vectors[v], x);
    }
  }
  return count / kGroup;
}

template <class Body>
HWY_INLINE void AccumulateGroups(const Body& body, LaneVectors<Body>& lanes,
                                 const typename Body::Storage* operand, size_t groups) {
  using Vectors = LaneVectors<Body>;
  const LaneTag<Body> d;
  if constexpr (kIsFloatExtreme<Body> && (!kIsWeb || sizeof(typename Body::Storage) == 4)) {
    if (AccumulateExtremes(body, lanes, operand, groups)) return;
  }
  size_t group = 0;
  if constexpr (kHasKeys<Body>) group = AccumulateKeys(body, lanes, operand, groups);
  for (; group < groups; ++group) {
    const auto* from = operand + group * kLaneParts<Body> * kStride<Body>;
    PADDOCK_UNROLLED
    for (size_t v = 0; v < Vectors::kCount; ++v) {
      const auto x = body.Load(d, from + v * Vectors::kLanesPerVector * kStride<Body>);
      lanes.vectors[v] = body.Combine(d, lanes.vectors[v], x);
    }
  }
}

template <class Body>
void Accumulate(ElementType type, void* lanes, const void* operand, int64_t groups) {
  using Storage = typename Body::Storage;
  using Vectors = LaneVectors<Body>;
  const Body body(type);
  const LaneTag<Body> d;
  auto* stored = static_cast<Storage*>(lanes);
  Vectors vectors;
  PADDOCK_UNROLLED
  for (size_t v = 0; v < Vectors::kCount; ++v) {
    vectors.vectors[v] = body.Load(d, stored + v * Vectors::kLanesPerVector * kStride<Body>);
  }
  AccumulateGroups(body, vectors, static_cast<const Storage*>(operand),
                   static_cast<size_t>(groups));
  PADDOCK_UNROLLED
  for (size_t v = 0; v < Vectors::kCount; ++v) {
    body.Store(d, vectors.vectors[v], stored + v * Vectors::kLanesPerVector * kStride<Body>);
  }
}

// lanes[i] = body(lanes[i], lanes[i + kHalf]) for all i + kHalf < count.
template <size_t kHalf, class Body>
HWY_INLINE size_t FoldHalf(const Body& body, typename Body::Lane* lanes, size_t count) {
  constexpr size_t kParts = kHalf * Body::kParts;
  if (count <= kHalf) return count;
  const hn::CappedTag<typename Body::Lane, kParts> d;
  constexpr size_t kStep = hn::MaxLanes(decltype(d)());
  auto* upper = lanes + kParts * kStride<Body>;
  const size_t parts = (count - kHalf) * Body::kParts;
  for (size_t i = 0; i < kParts; i += kStep) {
    auto* at = lanes + i * kStride<Body>;
    const auto* from = upper + i * kStride<Body>;
    if (i + kStep <= parts) {
      body.StoreLanes(d, body.Combine(d, body.LoadLanes(d, at), body.LoadLanes(d, from)), at);
    } else if (i < parts) {
      const size_t rest = parts - i;
      const auto lhs = body.LoadLanesN(d, at, rest);
      const auto rhs = body.LoadLanesN(d, from, rest);
      body.StoreLanesN(d, body.Combine(d, lhs, rhs), at, rest);
    }
  }
  return kHalf;
}

// Processes the elements after the last whole group, each in its lane.
template <class Body>
HWY_INLINE void AccumulateTail(const Body& body, typename Body::Lane* lanes,
                               const typename Body::Storage* operand, size_t count) {
  const LaneTag<Body> d;
  constexpr size_t kStep = LaneVectors<Body>::kLanesPerVector;
  const size_t parts = count * Body::kParts;
  for (size_t i = 0; i < parts; i += kStep) {
    const size_t rest = std::min(kStep, parts - i);
    auto* at = lanes + i * kStride<Body>;
    const auto x = body.LoadN(d, operand + i * kStride<Body>, rest);
    body.StoreLanesN(d, body.Combine(d, body.LoadLanesN(d, at, rest), x), at, rest);
  }
}

template <class Body>
HWY_INLINE void LoadFewLanes(const Body& body, typename Body::Lane* lanes,
                             const typename Body::Storage* operand, size_t count) {
  const LaneTag<Body> d;
  constexpr size_t kStep = LaneVectors<Body>::kLanesPerVector;
  const size_t parts = count * Body::kParts;
  for (size_t i = 0; i < parts; i += kStep) {
    const size_t rest = std::min(kStep, parts - i);
    const auto x = body.LoadN(d, operand + i * kStride<Body>, rest);
    body.StoreLanesN(d, x, lanes + i * kStride<Body>, rest);
  }
}

template <class Body>
HWY_INLINE void ReduceRow(const Body& body, const typename Body::Storage* operand, size_t count,
                          typename Body::Storage* result) {
  using Vectors = LaneVectors<Body>;
  const LaneTag<Body> d;
  constexpr size_t kGroup = static_cast<size_t>(kReduceLanes);
  constexpr size_t kUnits = kStride<Body>;
  HWY_ALIGN typename Body::Lane lanes[kLaneParts<Body> * kUnits];
  if (count < kGroup) {
    LoadFewLanes(body, lanes, operand, count);
  } else {
    Vectors vectors;
    PADDOCK_UNROLLED
    for (size_t v = 0; v < Vectors::kCount; ++v) {
      vectors.vectors[v] = body.Load(d, operand + v * Vectors::kLanesPerVector * kUnits);
    }
    const size_t groups = count / kGroup;
    AccumulateGroups(body, vectors, operand + kLaneParts<Body> * kUnits, groups - 1);
    PADDOCK_UNROLLED
    for (size_t v = 0; v < Vectors::kCount; ++v) {
      body.StoreLanes(d, vectors.vectors[v], lanes + v * Vectors::kLanesPerVector * kUnits);
    }
    AccumulateTail(body, lanes, operand + groups * kLaneParts<Body> * kUnits,
                   count - groups * kGroup);
  }
  size_t left = std::min(count, kGroup);
  left = FoldHalf<8>(body, lanes, left);
  left = FoldHalf<4>(body, lanes, left);
  left = FoldHalf<2>(body, lanes, left);
  FoldHalf<1>(body, lanes, left);
  const hn::CappedTag<typename Body::Lane, Body::kParts> d1;
  for (size_t i = 0; i < Body::kParts; i += hn::MaxLanes(d1)) {
    body.Store(d1, body.LoadLanes(d1, lanes + i * kUnits), result + i * kUnits);
  }
}

}  // namespace
}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_REDUCE_MONOID_KERNELS_INL_H_
