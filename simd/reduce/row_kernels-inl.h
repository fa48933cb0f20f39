// Totals of rows (reduce_rows in monoid.h), several at once where a lane is a stored element.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>

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
#include "simd/reduce/narrow_rows-inl.h"
#include "simd/reduce/row_maxima-inl.h"
#include "simd/reduce/single_row-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

// WebAssembly has those that softmax and means need, for code size.
template <class Body>
inline constexpr bool kFoldsRows = false;
template <class T, class Op>
inline constexpr bool kFoldsRows<RealBody<T, Op>> =
    kIsWeb ? hwy::IsSame<T, float>() && !hwy::IsSame<Op, MinimumFloatOp>() : sizeof(T) >= 4;

// Integers whose rows are reduced in any order.
template <class Body>
inline constexpr bool kFoldsNarrowRows = false;
template <class T, class Op>
inline constexpr bool kFoldsNarrowRows<RealBody<T, Op>> = !kIsWeb && sizeof(T) < 4;
template <class Body>
struct NarrowRowsOf;
template <class T, class Op>
struct NarrowRowsOf<RealBody<T, Op>> {
  using Rows = NarrowRows<T, Op>;
};

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

// Reduces contiguous rows of 4 or 8 elements of 4 bytes, 16 at once.
template <class Body, int64_t kCount>
class RowsOfPower {
 public:
  static constexpr bool kIsHere = HWY_MAX_LANES_D(hn::ScalableTag<typename Body::Lane>) == 16 &&
                                  sizeof(typename Body::Lane) == 4;

  explicit RowsOfPower(const Body& body) : body_(body) {}

  // Returns the number of rows that it reduced.
  int64_t Reduce(const typename Body::Storage* operand, typename Body::Storage* result,
                 int64_t rows) const {
    int64_t row = 0;
    for (; row + kLanes <= rows; row += kLanes) {
      hn::StoreU(Reduced<1>(operand + row * kCount), D(), result + row);
    }
    return row;
  }

 private:
  using D = hn::ScalableTag<typename Body::Lane>;
  using V = hn::Vec<D>;
  static constexpr int64_t kLanes = 16;

  // Returns a vector of rows, each of which is reduced to kWidth lanes.
  template <int64_t kWidth>
  HWY_INLINE V Reduced(const typename Body::Storage* from) const {
    if constexpr (kWidth == kCount) {
      return hn::LoadU(D(), from);
    } else {
      const V first = Reduced<2 * kWidth>(from);
      const V second = Reduced<2 * kWidth>(from + kLanes / (2 * kWidth) * kCount);
      return body_.Combine(D(), Halves<kWidth>(first, second, false),
                           Halves<kWidth>(first, second, true));
    }
  }

  // Returns the lower or upper kWidth lanes of each row of twice as many.
  template <int64_t kWidth>
  HWY_INLINE V Halves(V first, V second, bool are_upper) const {
    if constexpr (kWidth == 4) {
      const hn::RebindToUnsigned<D> du;
      const auto lane = hn::Iota(du, 0);
      const auto from = hn::Add(lane, hn::AndNot(hn::Set(du, 3), lane));
      const auto lanes = hn::Add(from, hn::Set(du, are_upper ? 4 : 0));
      return hn::TwoTablesLookupLanes(D(), first, second, hn::IndicesFromVec(D(), lanes));
    } else {
      const hn::Repartition<hwy::UnsignedFromSize<4 * kWidth>, D> halves;
      const auto low = hn::BitCast(halves, first), high = hn::BitCast(halves, second);
      return hn::BitCast(
          D(), are_upper ? hn::ConcatOdd(halves, high, low) : hn::ConcatEven(halves, high, low));
    }
  }

  const Body& body_;
};

// Where a vector has four lanes, rows of 5 to 16 elements are reduced four at once, without lanes
// in memory. kVectors: vectors of a row, the last one with 1 to 4 elements.
template <class Body, size_t kVectors>
class ShortRowFold {
 public:
  using T = typename Body::Lane;
  using D = hn::CappedTag<T, 4>;
  using V = hn::Vec<D>;
  static constexpr int64_t kRows = 4;

  HWY_INLINE ShortRowFold(const Body& body, int64_t count)
      : body_(body), is_filled_(hn::FirstN(D(), static_cast<size_t>(count) - 4 * (kVectors - 1))) {}

  // Returns the total of row i in lane i. Reads whole vectors.
  HWY_INLINE V Totals(const T* rows, int64_t stride) const {
    const D d;
    const V even = Pairs(Row(rows), Row(rows + 2 * stride));
    const V odd = Pairs(Row(rows + stride), Row(rows + 3 * stride));
    return body_.Combine(d, hn::InterleaveEven(d, even, odd), hn::InterleaveOdd(d, even, odd));
  }

 private:
  HWY_INLINE V Filled(V lower, V upper) const {
    return hn::IfThenElse(is_filled_, body_.Combine(D(), lower, upper), lower);
  }

  // Combines lanes l, l + 4, ... by halves.
  HWY_INLINE V Row(const T* row) const {
    const D d;
    V first = body_.Load(d, row), second = body_.Load(d, row + 4);
    if constexpr (kVectors == 2) return Filled(first, second);
    const V third = body_.Load(d, row + 8);
    if constexpr (kVectors == 3) {
      first = Filled(first, third);
    } else {
      first = body_.Combine(d, first, third);
      second = Filled(second, body_.Load(d, row + 12));
    }
    return body_.Combine(d, first, second);
  }

  HWY_INLINE V Pairs(V a, V b) const {
    const D d;
    const hn::Repartition<uint64_t, D> pairs;
    const auto first = hn::BitCast(pairs, a), second = hn::BitCast(pairs, b);
    return body_.Combine(d, hn::BitCast(d, hn::InterleaveLower(pairs, first, second)),
                         hn::BitCast(d, hn::InterleaveUpper(pairs, first, second)));
  }

  const Body& body_;
  hn::Mask<D> is_filled_;
};

template <class Body, size_t kVectors>
int64_t FoldShortRows(const Body& body, const typename Body::Storage* operand, int64_t row_stride,
                      int64_t count, typename Body::Storage* result, int64_t rows) {
  using Fold = ShortRowFold<Body, kVectors>;
  const Fold fold(body, count);
  int64_t row = 0;
  for (; row + Fold::kRows <= rows; row += Fold::kRows) {
    hn::StoreU(fold.Totals(operand + row * row_stride, row_stride), typename Fold::D(),
               result + row);
  }
  return row;
}

template <class Body>
inline constexpr bool kFoldsShortRows = kIsWeb && sizeof(typename Body::Lane) == 4 &&
                                        hn::MaxLanes(hn::ScalableTag<typename Body::Lane>()) == 4;

// Reduces rows up to `rows`, four at a time. Returns the number of rows that it reduced.
template <class Body>
int64_t ReduceShortRows(const Body& body, const typename Body::Storage* operand, int64_t row_stride,
                        int64_t count, typename Body::Storage* result, int64_t rows) {
  if constexpr (kFoldsShortRows<Body>) {
    if (count <= 4 || count > kReduceLanes) return 0;
    const auto fold = count <= 8    ? &FoldShortRows<Body, 2>
                      : count <= 12 ? &FoldShortRows<Body, 3>
                                    : &FoldShortRows<Body, 4>;
    return fold(body, operand, row_stride, count, result, rows);
  }
  return 0;
}

// Reduces rows of at least kReduceLanes elements into lanes. With kReadsAll it reads kReduceLanes
// elements from the last group on, even if the row has fewer.
template <bool kReadsAll, class Body>
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
  if (rest != 0) AccumulateRest<kReadsAll>(body, vectors, operand + groups * kGroup, rest);
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

// Reduces a vector of rows at once.
template <class Body>
void ReduceRowsTogether(const Body& body, const typename Body::Storage* operand, int64_t row_stride,
                        int64_t count, typename Body::Storage* result, int64_t rows) {
  using T = typename Body::Lane;
  constexpr auto kLanes = static_cast<size_t>(kReduceLanes);
  using Whole = RowFold<T, kLanes, true, Body>;
  using Part = RowFold<T, kLanes, false, Body>;
  constexpr auto kRows = static_cast<int64_t>(Whole::kRows);
  const typename Whole::D d;
  const auto elements = static_cast<size_t>(count), stride = static_cast<size_t>(row_stride);
  // Rows up to which reads of whole groups of lanes end before the operand does.
  const int64_t beyond = CeilDivide(count, kReduceLanes) * kReduceLanes - count;
  const int64_t safe = rows - CeilDivide(beyond, row_stride);
  HWY_ALIGN T lanes[static_cast<size_t>(kRows) * kLanes];
  int64_t row = ReduceShortRows(body, operand, row_stride, count, result, safe);
  for (; row < rows; row += kRows) {
    const auto* from = operand + row * row_stride;
    const int64_t taken = std::min(kRows, rows - row);
    const bool is_safe = row + kRows <= safe;
    if (is_safe && count < kReduceLanes) {
      hn::StoreU(Part(body, from, stride, elements).Totals(), d, result + row);
      continue;
    }
    if (!kIsWeb && taken == kRows && count == kReduceLanes) {
      hn::StoreU(Whole(body, from, stride, kLanes).Totals(), d, result + row);
      continue;
    }
    for (int64_t i = 0; i < taken; ++i) {
      T* const to = lanes + static_cast<size_t>(i) * kLanes;
      if (count < kReduceLanes) {
        CopyLanes(body, from + i * row_stride, elements, to);
      } else if (row + i < safe) {
        FillLanes<true>(body, from + i * row_stride, elements, to);
      } else {
        FillLanes<false>(body, from + i * row_stride, elements, to);
      }
    }
    // Rows that are missing are folded too, and not stored.
    if (taken < kRows) {
      std::fill(lanes + static_cast<size_t>(taken) * kLanes, std::end(lanes), T());
    }
    const auto totals = count < kReduceLanes ? Part(body, lanes, kLanes, elements).Totals()
                                             : Whole(body, lanes, kLanes, kLanes).Totals();
    if (taken == kRows) {
      hn::StoreU(totals, d, result + row);
    } else {
      hn::StoreN(totals, d, result + row, static_cast<size_t>(taken));
    }
  }
}

// Stores the maxima of rows, of those with a NaN or a -0 with the body's own op.
template <class Body>
void ReduceToMaxima(const Body& body, const float* operand, int64_t row_stride, int64_t count,
                    float* result, int64_t rows) {
  for (int64_t row = 0; row < rows; row += RowMaxima::kRows) {
    const int64_t taken = std::min(rows - row, RowMaxima::kRows);
    const float* const from = operand + row * row_stride;
    if (taken == RowMaxima::kRows && RowMaxima::Store(from, row_stride, count, result + row)) {
      continue;
    }
    ReduceRowsTogether(body, from, row_stride, count, result + row, taken);
  }
}

// A row of at least a vector of keys. The last vector overlaps the one before it. Returns false if
// the row has a NaN.
template <class Body>
HWY_INLINE bool ReduceKeyedRow(const typename Body::Storage* row, size_t count,
                               typename Body::Storage* result) {
  const hn::ScalableTag<int16_t> d;
  const size_t lanes = hn::Lanes(d), last = count - lanes;
  typename Body::template KeyedExtreme<decltype(d)> first, second;
  first.Begin(first.Load(row));
  second.Begin(second.Load(row + last));
  size_t i = lanes;
  for (; i + lanes < last; i += 2 * lanes) {
    first.Add(first.Load(row + i));
    second.Add(second.Load(row + i + lanes));
  }
  if (i < last) first.Add(first.Load(row + i));
  first.Add(second);
  const hn::CappedTag<int16_t, 1> one;
  StoreAny(one, hn::Set(one, hn::GetLane(first.TotalOfLanes())), result);
  return !first.IsOpen();
}

// Fewer than those that are reduced together.
constexpr int64_t kFewRows = 3;

template <class Body>
void ReduceRows(ElementType type, const void* operand, int64_t row_stride, int64_t count,
                void* result, int64_t rows) {
  using Storage = typename Body::Storage;
  const Body body(type);
  constexpr auto kUnits = static_cast<int64_t>(Body::kParts * kStride<Body>);
  const auto* from = static_cast<const Storage*>(operand);
  auto* to = static_cast<Storage*>(result);
  if constexpr (kFoldsRows<Body>) {
    const bool are_contiguous = row_stride == count;
    int64_t row = 0;
    if constexpr (!kIsWeb) {
      if (rows <= kFewRows) {
        for (; row < rows; ++row) {
          SingleRow<Body> single(body, from + row * row_stride, static_cast<size_t>(count));
          const hn::CappedTag<typename Body::Lane, 1> one;
          StoreAny(one, hn::Set(one, single.Total()), to + row);
        }
        return;
      }
    }
    if constexpr (!kIsWeb && RowsOfPower<Body, 4>::kIsHere) {
      if (are_contiguous && count == 4) row = RowsOfPower<Body, 4>(body).Reduce(from, to, rows);
      if (are_contiguous && count == 8) row = RowsOfPower<Body, 8>(body).Reduce(from, to, rows);
    }
    const bool are_shortest = row == 0 && are_contiguous && count >= 2 && count <= 4;
    if (are_shortest) row = ReduceShortestRows(body, from, count, to, rows);
    if constexpr (kHasRowMaxima<Body>) {
      if (count > RowMaxima::kLeastCount) {
        return ReduceToMaxima(body, from, row_stride, count, to, rows);
      }
    }
    ReduceRowsTogether(body, from + row * row_stride, row_stride, count, to + row, rows - row);
  } else {
    int64_t row = 0;
    if constexpr (kFoldsNarrowRows<Body>) {
      const bool are_triples = count == 3 && row_stride == count;
      row = are_triples
                ? ReduceShortestRows(body, from, count, to, rows)
                : typename NarrowRowsOf<Body>::Rows(from, row_stride, count).Reduce(to, rows);
    }
    const hn::ScalableTag<int16_t> keys;
    const bool has_keys = kHasKeys<Body> && count >= static_cast<int64_t>(hn::Lanes(keys));
    for (; row < rows; ++row) {
      if constexpr (kHasKeys<Body>) {
        const bool is_done = has_keys && ReduceKeyedRow<Body>(from + row * row_stride,
                                                              static_cast<size_t>(count), to + row);
        if (is_done) continue;
      }
      ReduceRow(body, from + row * row_stride * kUnits, static_cast<size_t>(count),
                to + row * kUnits);
    }
  }
}

}  // namespace
}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_REDUCE_ROW_KERNELS_INL_H_
