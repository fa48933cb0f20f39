// Totals of columns (reduce_columns in monoid.h), whose lanes stay in registers.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#if defined(PADDOCK_SIMD_REDUCE_COLUMN_KERNELS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_REDUCE_COLUMN_KERNELS_INL_H_
#undef PADDOCK_SIMD_REDUCE_COLUMN_KERNELS_INL_H_
#else
#define PADDOCK_SIMD_REDUCE_COLUMN_KERNELS_INL_H_
#endif

#include "hwy/highway.h"
#include "simd/reduce/keyed_extreme-inl.h"
#include "simd/reduce/monoid_kernels-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

// Whether any order of applications gives the same bits.
template <class Body>
inline constexpr bool kHasAnyOrder = false;
template <class T, class Op>
inline constexpr bool kHasAnyOrder<RealBody<T, Op>> = std::is_integral_v<T>;

// Complex numbers and rare bodies have no kernel.
template <class Body>
inline constexpr bool kReducesColumns =
    !kIsWeb && !kIsRare<Body> && Body::kParts == 1 && Body::kStoragePerPosition == 1;

struct ColumnShape {
  size_t stride;
  size_t rows;
  size_t columns;
};

// The total of one vector of columns, of rows that are `stride` apart.
template <class Body, class D, class Load>
class ColumnTotal {
 public:
  using Storage = typename Body::Storage;
  using V = typename Body::template Value<D>;

  HWY_INLINE ColumnTotal(const Body& body, D d, const Storage* row, size_t stride, const Load& load)
      : body_(body), d_(d), row_(row), stride_(stride), load_(load) {}

  HWY_INLINE V Of(size_t rows) const {
    if constexpr (kHasAnyOrder<Body>) {
      V total = Row(0);
      for (size_t r = 1; r < rows; ++r) total = body_.Combine(d_, total, Row(r));
      return total;
    } else {
      if constexpr (kIsFloatExtreme<Body>) {
        ExtremeOfCells<Body, D> extreme;
        extreme.Begin(Row(0));
        for (size_t r = 1; r < rows; ++r) extreme.Add(body_, Row(r));
        if (!extreme.IsOpen()) return extreme.Total();
      }
      return rows < kLanes ? OfFew(rows) : OfMany(rows);
    }
  }

 private:
  static constexpr auto kLanes = static_cast<size_t>(kReduceLanes);

  HWY_INLINE V Row(size_t r) const { return load_(row_ + r * stride_); }

  // The lanes are registers: branches on the number of rows are predicted, loads of what was just
  // stored would wait.
  HWY_INLINE V OfFew(size_t rows) const {
    constexpr size_t kHalf = kLanes / 2;
    V lanes[kHalf];
    lanes[0] = Row(0);
    PADDOCK_UNROLLED
    for (size_t i = 1; i < kHalf; ++i) lanes[i] = i < rows ? Row(i) : lanes[0];
    PADDOCK_UNROLLED
    for (size_t i = 0; i + 1 < kHalf; ++i) {
      if (i + kHalf < rows) lanes[i] = body_.Combine(d_, lanes[i], Row(i + kHalf));
    }
    FoldFew<kHalf / 2>(lanes, rows);
    return lanes[0];
  }

  template <size_t kHalf>
  HWY_INLINE void FoldFew(V (&lanes)[kLanes / 2], size_t rows) const {
    PADDOCK_UNROLLED
    for (size_t i = 0; i < kHalf; ++i) {
      if (i + kHalf < rows) lanes[i] = body_.Combine(d_, lanes[i], lanes[i + kHalf]);
    }
    if constexpr (kHalf > 1) FoldFew<kHalf / 2>(lanes, rows);
  }

  // Half of the lanes after the other, because all of them do not fit 16 registers.
  HWY_INLINE V OfMany(size_t rows) const {
    V upper[kLanes / 2], lanes[kLanes / 2];
    FillHalf(kLanes / 2, rows, upper);
    FillHalf(0, rows, lanes);
    PADDOCK_UNROLLED
    for (size_t i = 0; i < kLanes / 2; ++i) lanes[i] = body_.Combine(d_, lanes[i], upper[i]);
    Fold<kLanes / 4>(lanes);
    return lanes[0];
  }

  // Lanes from `first` on.
  HWY_INLINE void FillHalf(size_t first, size_t rows, V (&lanes)[kLanes / 2]) const {
    constexpr size_t kHalf = kLanes / 2;
    PADDOCK_UNROLLED
    for (size_t i = 0; i < kHalf; ++i) lanes[i] = Row(first + i);
    size_t r = first + kLanes;
    for (; r + kHalf <= rows; r += kLanes) {
      PADDOCK_UNROLLED
      for (size_t i = 0; i < kHalf; ++i) lanes[i] = body_.Combine(d_, lanes[i], Row(r + i));
    }
    PADDOCK_UNROLLED
    for (size_t i = 0; i < kHalf - 1; ++i) {
      if (r + i < rows) lanes[i] = body_.Combine(d_, lanes[i], Row(r + i));
    }
  }

  template <size_t kHalf>
  HWY_INLINE void Fold(V (&lanes)[kLanes / 2]) const {
    PADDOCK_UNROLLED
    for (size_t i = 0; i < kHalf; ++i) lanes[i] = body_.Combine(d_, lanes[i], lanes[i + kHalf]);
    if constexpr (kHalf > 1) Fold<kHalf / 2>(lanes);
  }

  const Body& body_;
  const D d_;
  const Storage* row_;
  const size_t stride_;
  const Load& load_;
};

template <class Body, class D, class Load>
HWY_INLINE typename Body::template Value<D> TotalOfColumns(const Body& body, D d,
                                                           const typename Body::Storage* from,
                                                           const ColumnShape& shape,
                                                           const typename Body::Storage* inits,
                                                           const Load& load) {
  const auto total = ColumnTotal<Body, D, Load>(body, d, from, shape.stride, load).Of(shape.rows);
  return inits == nullptr ? total : body.CombineToStore(d, body.Load(d, inits), total);
}

// At least a vector of columns. The last vector overlaps the one before it.
template <class Body, class D>
void ReduceWholeVectors(const Body& body, D d, const typename Body::Storage* from,
                        const ColumnShape& shape, const typename Body::Storage* inits,
                        typename Body::Storage* to) {
  const size_t lanes = hn::Lanes(d);
  const auto load = [&](const typename Body::Storage* at) HWY_ATTR { return body.Load(d, at); };
  for (size_t i = 0; i < shape.columns; i += lanes) {
    const size_t first = std::min(i, shape.columns - lanes);
    body.Store(d, TotalOfColumns(body, d, from + first, shape, inits, load), to + first);
  }
}

// The same where the lanes are keys. Returns the number of columns that it reduced.
template <class Body>
size_t ReduceKeyedColumns(const Body& body, const typename Body::Storage* from,
                          const ColumnShape& shape, const typename Body::Storage* inits,
                          typename Body::Storage* to) {
  const hn::ScalableTag<int16_t> d;
  const hn::ScalableTag<typename Body::Lane> half;
  const size_t lanes = hn::Lanes(d);
  size_t i = 0;
  for (; i + lanes <= shape.columns; i += lanes) {
    typename Body::template KeyedExtreme<decltype(d)> extreme;
    const auto* row = from + i;
    extreme.Begin(extreme.Load(row));
    for (size_t r = 1; r < shape.rows; ++r) extreme.Add(extreme.Load(row += shape.stride));
    if (inits != nullptr) extreme.Add(hn::Set(d, static_cast<int16_t>(inits[0])));
    if (extreme.IsOpen()) {
      const ColumnShape part{shape.stride, shape.rows, lanes};
      ReduceWholeVectors(body, half, from + i, part, inits, to + i);
    } else {
      StoreAny(d, extreme.Total(), to + i);
    }
  }
  return i;
}

template <class Body>
void ReduceColumns(ElementType type, const void* operand, int64_t row_stride, int64_t rows,
                   const void* init, void* result, int64_t count) {
  using Storage = typename Body::Storage;
  const Body body(type);
  const hn::ScalableTag<typename Body::Lane> d;
  const hn::Half<decltype(d)> half;
  constexpr size_t kMostLanes = hn::MaxLanes(d);
  ColumnShape shape{static_cast<size_t>(row_stride), static_cast<size_t>(rows),
                    static_cast<size_t>(count)};
  const auto* from = static_cast<const Storage*>(operand);
  auto* to = static_cast<Storage*>(result);
  HWY_ALIGN Storage repeated[kMostLanes];
  const Storage* const inits = init == nullptr ? nullptr : repeated;
  if (init != nullptr) {
    Storage one;
    memcpy(&one, init, sizeof(one));
    std::fill_n(repeated, kMostLanes, one);
  }
  if constexpr (kHasKeys<Body>) {
    const size_t reduced = ReduceKeyedColumns(body, from, shape, inits, to);
    from += reduced;
    to += reduced;
    shape.columns -= reduced;
    if (shape.columns == 0) return;
  }
  if (shape.columns >= hn::Lanes(d)) {
    return ReduceWholeVectors(body, d, from, shape, inits, to);
  }
  if (shape.columns >= hn::Lanes(half)) {
    return ReduceWholeVectors(body, half, from, shape, inits, to);
  }
  const auto load = [&](const Storage* at) HWY_ATTR { return body.LoadN(d, at, shape.columns); };
  body.StoreN(d, TotalOfColumns(body, d, from, shape, inits, load), to, shape.columns);
}

}  // namespace
}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_REDUCE_COLUMN_KERNELS_INL_H_
