// Totals of rows (reduce_rows in monoid.h), several at once where a lane is a stored element.
#include <algorithm>
#include <cstddef>
#include <cstdint>

#if defined(PADDOCK_SIMD_REDUCE_ROW_KERNELS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_REDUCE_ROW_KERNELS_INL_H_
#undef PADDOCK_SIMD_REDUCE_ROW_KERNELS_INL_H_
#else
#define PADDOCK_SIMD_REDUCE_ROW_KERNELS_INL_H_
#endif

#include "hwy/highway.h"
#include "simd/chunks.h"
#include "simd/fold_rows-inl.h"
#include "simd/reduce/monoid_kernels-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

// WebAssembly has those that softmax and means need, for code size.
template <class Body>
inline constexpr bool kFoldsRows = false;
template <class T, class Op>
inline constexpr bool kFoldsRows<RealBody<T, Op>> =
    kIsWeb
        ? hwy::IsSame<T, float>() && (hwy::IsSame<Op, AddOp>() || hwy::IsSame<Op, MaximumFloatOp>())
        : sizeof(T) >= 4;

// Reduces contiguous rows of 2, 3 or 4 elements, as many at once as a vector has lanes. Returns the
// number of rows that it reduced.
template <class Body>
int64_t ReduceShortestRows(const Body& body, const typename Body::Storage* operand, int64_t count,
                           typename Body::Storage* result, int64_t rows) {
  const hn::ScalableTag<typename Body::Lane> d;
  using V = hn::Vec<decltype(d)>;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  int64_t row = 0;
  for (; row + lanes <= rows; row += lanes) {
    const auto* from = operand + row * count;
    V x0, x1, x2, x3;
    if (count == 2) {
      hn::LoadInterleaved2(d, from, x0, x1);
    } else if (count == 3) {
      hn::LoadInterleaved3(d, from, x0, x1, x2);
      x0 = body.Combine(d, x0, x2);
    } else {
      hn::LoadInterleaved4(d, from, x0, x1, x2, x3);
      x0 = body.Combine(d, x0, x2);
      x1 = body.Combine(d, x1, x3);
    }
    hn::StoreU(body.Combine(d, x0, x1), d, result + row);
  }
  return row;
}

// Adds the last `rest` elements to their lanes; reads all kReduceLanes.
template <class Body>
HWY_INLINE void AccumulateRest(const Body& body, LaneVectors<Body>& lanes,
                               const typename Body::Storage* operand, size_t rest) {
  using Vectors = LaneVectors<Body>;
  const LaneTag<Body> d;
  PADDOCK_UNROLLED
  for (size_t v = 0; v < Vectors::kCount; ++v) {
    const size_t first = v * Vectors::kLanesPerVector;
    const auto both = body.Combine(d, lanes.vectors[v], body.Load(d, operand + first));
    const auto is_filled = hn::FirstN(d, rest - std::min(rest, first));
    lanes.vectors[v] = hn::IfThenElse(is_filled, both, lanes.vectors[v]);
  }
}

// Reduces rows of at least kReduceLanes elements into lanes. Reads kReduceLanes elements from the
// last group on, even if the row has fewer.
template <class Body>
HWY_INLINE void FillLanes(const Body& body, const typename Body::Storage* operand, size_t count,
                          typename Body::Lane* lanes) {
  using Vectors = LaneVectors<Body>;
  const LaneTag<Body> d;
  constexpr size_t kGroup = static_cast<size_t>(kReduceLanes);
  Vectors vectors;
  PADDOCK_UNROLLED
  for (size_t v = 0; v < Vectors::kCount; ++v) {
    vectors.vectors[v] = body.Load(d, operand + v * Vectors::kLanesPerVector);
  }
  const size_t groups = count / kGroup, rest = count % kGroup;
  AccumulateGroups(body, vectors, operand + kGroup, groups - 1);
  if (rest != 0) AccumulateRest(body, vectors, operand + groups * kGroup, rest);
  PADDOCK_UNROLLED
  for (size_t v = 0; v < Vectors::kCount; ++v) {
    body.StoreLanes(d, vectors.vectors[v], lanes + v * Vectors::kLanesPerVector);
  }
}

// Copies a row to kReduceLanes elements. Reads its elements only.
template <class Body>
HWY_INLINE void CopyLanes(const Body& body, const typename Body::Storage* operand, size_t count,
                          typename Body::Lane* lanes) {
  const LaneTag<Body> d;
  constexpr size_t kStep = LaneVectors<Body>::kLanesPerVector;
  for (size_t i = 0; i < count; i += kStep) {
    body.StoreLanes(d, body.LoadN(d, operand + i, std::min(kStep, count - i)), lanes + i);
  }
}

// FillLanes that reads the row's elements only.
template <class Body>
HWY_INLINE void FillLanesExactly(const Body& body, const typename Body::Storage* operand,
                                 size_t count, typename Body::Lane* lanes) {
  constexpr size_t kGroup = static_cast<size_t>(kReduceLanes);
  if (count < kGroup) return CopyLanes(body, operand, count, lanes);
  const size_t rest = count % kGroup;
  FillLanes(body, operand, count - rest, lanes);
  AccumulateTail(body, lanes, operand + (count - rest), rest);
}

// Reduces a vector of rows at once. Returns the number of rows that it reduced.
template <class Body>
int64_t ReduceRowsTogether(const Body& body, const typename Body::Storage* operand,
                           int64_t row_stride, int64_t count, typename Body::Storage* result,
                           int64_t rows) {
  using T = typename Body::Lane;
  constexpr auto kLanes = static_cast<size_t>(kReduceLanes);
  using Whole = RowFold<T, kLanes, true, Body>;
  using Part = RowFold<T, kLanes, false, Body>;
  constexpr auto kRows = static_cast<int64_t>(Whole::kRows);
  const typename Whole::D d;
  const auto elements = static_cast<size_t>(count);
  // Rows up to which reads of whole groups of lanes end before the operand does.
  const int64_t beyond = CeilDivide(count, kReduceLanes) * kReduceLanes - count;
  const int64_t safe = rows - CeilDivide(beyond, row_stride);
  HWY_ALIGN T lanes[static_cast<size_t>(kRows) * kLanes];
  int64_t row = 0;
  for (; row + kRows <= rows; row += kRows) {
    const auto* from = operand + row * row_stride;
    const bool is_safe = row + kRows <= safe;
    if (is_safe && count < kReduceLanes) {
      const Part fold(body, from, static_cast<size_t>(row_stride), elements);
      hn::StoreU(fold.Totals(), d, result + row);
      continue;
    }
    for (int64_t i = 0; i < kRows; ++i) {
      T* const to = lanes + static_cast<size_t>(i) * kLanes;
      if (row + i < safe && count >= kReduceLanes) {
        FillLanes(body, from + i * row_stride, elements, to);
      } else {
        FillLanesExactly(body, from + i * row_stride, elements, to);
      }
    }
    const auto totals = count < kReduceLanes ? Part(body, lanes, kLanes, elements).Totals()
                                             : Whole(body, lanes, kLanes, kLanes).Totals();
    hn::StoreU(totals, d, result + row);
  }
  return row;
}

template <class Body>
void ReduceRows(ElementType type, const void* operand, int64_t row_stride, int64_t count,
                void* result, int64_t rows) {
  using Storage = typename Body::Storage;
  const Body body(type);
  constexpr auto kUnits = static_cast<int64_t>(Body::kParts * kStride<Body>);
  const auto* from = static_cast<const Storage*>(operand);
  auto* to = static_cast<Storage*>(result);
  int64_t row = 0;
  if constexpr (kFoldsRows<Body>) {
    const bool are_shortest = count >= 2 && count <= 4 && row_stride == count;
    row = are_shortest ? ReduceShortestRows(body, from, count, to, rows)
                       : ReduceRowsTogether(body, from, row_stride, count, to, rows);
  }
  for (; row < rows; ++row) {
    ReduceRow(body, from + row * row_stride * kUnits, static_cast<size_t>(count),
              to + row * kUnits);
  }
}

}  // namespace
}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_REDUCE_ROW_KERNELS_INL_H_
