// Scans and totals of blocks (monoid.h), for bodies with one position in an element, which is
// stored as one element.
#include <cstddef>
#include <cstdint>

#include "simd/reduce/monoid.h"

#if defined(PADDOCK_SIMD_REDUCE_SCAN_KERNELS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_REDUCE_SCAN_KERNELS_INL_H_
#undef PADDOCK_SIMD_REDUCE_SCAN_KERNELS_INL_H_
#else
#define PADDOCK_SIMD_REDUCE_SCAN_KERNELS_INL_H_
#endif

#include "hwy/highway.h"
#include "simd/reduce/monoid_kernels-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

template <class Body>
using BlockTag = hn::CappedTag<typename Body::Lane, static_cast<size_t>(kReduceLanes)>;

// Returns lanes of two neighbouring vectors from lane `kFrom` of the first one on.
template <size_t kFrom, class D, class V = hn::Vec<D>>
HWY_INLINE V LanesFrom(D d, V first, V second) {
  using T = hn::TFromD<D>;
  if constexpr (hn::MaxLanes(d) * sizeof(T) == 16) {
    return hn::CombineShiftRightBytes<kFrom * sizeof(T)>(d, second, first);
  } else {
    using Index = hn::TFromD<hn::RebindToSigned<D>>;
    const hn::RebindToSigned<D> di;
    const auto from = hn::Iota(di, static_cast<Index>(kFrom));
    return hn::TwoTablesLookupLanes(d, first, second, hn::IndicesFromVec(d, from));
  }
}

// Doubles the number of elements in each lane's total, until it equals the number of lanes.
// `before` holds the preceding vector's totals of every length, and is replaced by this vector's.
template <bool kIsPrefix, bool kIsFirst, size_t kShift, class Body, class D, class V = hn::Vec<D>>
HWY_INLINE V ScanLanes(const Body& body, D d, V value, V* neighbours) {
  constexpr size_t kLanes = hn::MaxLanes(D());
  if constexpr (kShift < kLanes) {
    const V neighbour = kIsFirst ? value : *neighbours;
    *neighbours = value;
    V total;
    if constexpr (kIsPrefix) {
      total = body.Combine(d, LanesFrom<kLanes - kShift>(d, neighbour, value), value);
      // The block has no such neighbour, so the value is the total.
      if constexpr (kIsFirst) total = hn::IfThenElse(hn::FirstN(d, kShift), value, total);
    } else {
      total = body.Combine(d, value, LanesFrom<kShift>(d, value, neighbour));
      if constexpr (kIsFirst) total = hn::IfThenElse(hn::FirstN(d, kLanes - kShift), total, value);
    }
    return ScanLanes<kIsPrefix, kIsFirst, 2 * kShift>(body, d, total, neighbours + 1);
  } else {
    return value;
  }
}

// Doubles the number of rows in each total kLevels times at once, so that rows are loaded and
// stored once for all.
template <bool kIsPrefix, size_t kLevels, int64_t kRows, class Body, class D>
class RowScan {
 public:
  using Storage = typename Body::Storage;
  using V = hn::Vec<D>;

  HWY_INLINE explicit RowScan(const Body& body) : body_(body) {}

  // The rows are the first ones in scan order, and the next ones are a step behind them.
  HWY_INLINE void Run(const Storage* from, int64_t from_step, Storage* to, int64_t to_step) {
    Group<true>(from, from_step, to, to_step);
    for (int64_t i = kGroup; i < kRows; i += kGroup) {
      from += kGroup * from_step;
      to += kGroup * to_step;
      Group<false>(from, from_step, to, to_step);
    }
  }

 private:
  static constexpr int64_t kGroup = 4;

  HWY_INLINE V Join(V before, V value) const {
    return kIsPrefix ? body_.Combine(D(), before, value) : body_.Combine(D(), value, before);
  }

  // The first rows of the first group have no rows before them.
  template <bool kIsFirst>
  HWY_INLINE void Group(const Storage* from, int64_t from_step, Storage* to, int64_t to_step) {
    const D d;
    const V a0 = body_.Load(d, from), a1 = body_.Load(d, from + from_step);
    const V a2 = body_.Load(d, from + 2 * from_step), a3 = body_.Load(d, from + 3 * from_step);
    const V b0 = kIsFirst ? a0 : Join(one_, a0);
    const V b1 = Join(a0, a1), b2 = Join(a1, a2), b3 = Join(a2, a3);
    V c0 = kIsFirst ? b0 : Join(two_0_, b0), c1 = kIsFirst ? b1 : Join(two_1_, b1);
    V c2 = Join(b0, b2), c3 = Join(b1, b3);
    one_ = a3;
    two_0_ = b2;
    two_1_ = b3;
    if constexpr (kLevels == 3) {
      const V d0 = c0, d1 = c1, d2 = c2, d3 = c3;
      if constexpr (!kIsFirst) {
        c0 = Join(four_0_, c0);
        c1 = Join(four_1_, c1);
        c2 = Join(four_2_, c2);
        c3 = Join(four_3_, c3);
      }
      four_0_ = d0;
      four_1_ = d1;
      four_2_ = d2;
      four_3_ = d3;
    }
    body_.Store(d, c0, to);
    body_.Store(d, c1, to + to_step);
    body_.Store(d, c2, to + 2 * to_step);
    body_.Store(d, c3, to + 3 * to_step);
  }

  const Body& body_;
  V one_, two_0_, two_1_, four_0_, four_1_, four_2_, four_3_;
};

// Scans every kStep-th of kRows rows. The rows of an operand are `from_stride` elements apart.
template <bool kIsPrefix, size_t kLevels, int64_t kStep, int64_t kRows, class Body, class D>
HWY_INLINE void ScanEvery(const Body& body, D, const typename Body::Storage* from,
                          int64_t from_stride, typename Body::Storage* to, int64_t to_stride) {
  constexpr int64_t kNext = kIsPrefix ? kStep : -kStep;
  for (int64_t i = 0; i < kStep; ++i) {
    const int64_t first = kIsPrefix ? i : kRows - 1 - i;
    RowScan<kIsPrefix, kLevels, kRows / kStep, Body, D>(body).Run(
        from + first * from_stride, kNext * from_stride, to + first * to_stride, kNext * to_stride);
  }
}

template <bool kIsPrefix, class Body>
void ScanBlock(ElementType type, const void* operand, void* result) {
  using Storage = typename Body::Storage;
  const Body body(type);
  const BlockTag<Body> d;
  using V = hn::Vec<BlockTag<Body>>;
  constexpr size_t kLanes = hn::MaxLanes(BlockTag<Body>());
  constexpr size_t kBlock = kWindowBlock;
  // Offset in elements of the nth vector in scan order.
  const auto at = [](size_t i) { return kIsPrefix ? i : kBlock - kLanes - i; };
  const auto* from = static_cast<const Storage*>(operand);
  auto* to = static_cast<Storage*>(result);
  V neighbours[5];
  const V first = body.Load(d, from + at(0));
  body.Store(d, ScanLanes<kIsPrefix, true, 1>(body, d, first, neighbours), to + at(0));
  for (size_t i = kLanes; i < kBlock; i += kLanes) {
    const V value = body.Load(d, from + at(i));
    body.Store(d, ScanLanes<kIsPrefix, false, 1>(body, d, value, neighbours), to + at(i));
  }
  if constexpr (kLanes == 4) {
    // Vectors are rows.
    ScanEvery<kIsPrefix, 3, 1, kWindowBlock / 4>(body, d, to, 4, to, 4);
    return ScanEvery<kIsPrefix, 3, 8, kWindowBlock / 4>(body, d, to, 4, to, 4);
  }
  for (size_t shift = kLanes; shift < kBlock; shift *= 2) {
    for (size_t i = kBlock; i > shift;) {
      i -= kLanes;
      const V value = body.Load(d, to + at(i));
      const V neighbour = body.Load(d, to + at(i - shift));
      body.Store(d,
                 kIsPrefix ? body.CombineToStore(d, neighbour, value)
                           : body.CombineToStore(d, value, neighbour),
                 to + at(i));
    }
  }
}

// Returns the total of eight rows by halves.
template <class Body, class D>
HWY_INLINE hn::Vec<D> TotalOfEight(const Body& body, D d, const typename Body::Storage* row,
                                   int64_t step) {
  const auto pair = [&](int64_t i) HWY_ATTR {
    return body.Combine(d, body.Load(d, row + i * step), body.Load(d, row + (i + 4) * step));
  };
  return body.Combine(d, body.Combine(d, pair(0), pair(2)), body.Combine(d, pair(1), pair(3)));
}

// Stores the total of each column of kWindowBlock rows by halves.
template <class Body, class D>
HWY_INLINE void FoldColumns(const Body& body, D d, const typename Body::Storage* rows,
                            int64_t stride, typename Body::Storage* result) {
  using Storage = typename Body::Storage;
  constexpr auto kLanes = static_cast<int64_t>(hn::MaxLanes(D()));
  constexpr int64_t kEighth = kWindowBlock / 8, kLast = kEighth / 8;
  static_assert(kLast == 4);
  HWY_ALIGN Storage totals[static_cast<size_t>(kEighth * kLanes)];
  for (int64_t i = 0; i < kEighth; ++i) {
    body.Store(d, TotalOfEight(body, d, rows + i * stride, kEighth * stride), totals + i * kLanes);
  }
  const auto last = [&](int64_t i) HWY_ATTR {
    return TotalOfEight(body, d, totals + i * kLanes, kLast * kLanes);
  };
  body.Store(d,
             body.Combine(d, body.Combine(d, last(0), last(2)), body.Combine(d, last(1), last(3))),
             result);
}

// Calls `visit` with the first column of each vector, in vectors of at most kLanes lanes, and not
// more than there are columns.
template <size_t kLanes, class Body, class Visit>
HWY_INLINE void ForEachColumns(const Body& body, int64_t tile, int64_t column, Visit visit) {
  const hn::CappedTag<typename Body::Lane, kLanes> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  for (; column + lanes <= tile; column += lanes) visit(d, column);
  if constexpr (kLanes > 1) {
    if (column < tile) ForEachColumns<kIsWeb ? 1 : kLanes / 2>(body, tile, column, visit);
  }
}

template <class Body>
inline constexpr size_t kColumnLanes = hn::MaxLanes(hn::ScalableTag<typename Body::Lane>());

template <bool kIsPrefix, class Body>
void ScanColumns(const Body& body, const typename Body::Storage* from, int64_t stride,
                 typename Body::Storage* to, int64_t tile) {
  static_assert(kWindowBlock == 256);
  ForEachColumns<kColumnLanes<Body>>(body, tile, 0, [&](auto d, int64_t i) HWY_ATTR {
    ScanEvery<kIsPrefix, 3, 1, kWindowBlock>(body, d, from + i, stride, to + i, tile);
    ScanEvery<kIsPrefix, 3, 8, kWindowBlock>(body, d, to + i, tile, to + i, tile);
    ScanEvery<kIsPrefix, 2, 64, kWindowBlock>(body, d, to + i, tile, to + i, tile);
  });
}

template <class Body>
void ScanRows(ElementType type, const void* operand, int64_t stride, void* result, int64_t tile,
              bool is_prefix) {
  using Storage = typename Body::Storage;
  const auto scan = is_prefix ? &ScanColumns<true, Body> : &ScanColumns<false, Body>;
  scan(Body(type), static_cast<const Storage*>(operand), stride, static_cast<Storage*>(result),
       tile);
}

template <class Body>
void FoldRows(ElementType type, const void* operand, int64_t stride, void* result, int64_t tile) {
  using Storage = typename Body::Storage;
  const Body body(type);
  ForEachColumns<kColumnLanes<Body>>(body, tile, 0, [&](auto d, int64_t i) HWY_ATTR {
    FoldColumns(body, d, static_cast<const Storage*>(operand) + i, stride,
                static_cast<Storage*>(result) + i);
  });
}

// Returns the total of every kStep-th group of lanes, from `operand` on.
template <size_t kStep, class Body, class D>
HWY_INLINE hn::Vec<D> TotalOfGroups(const Body& body, D d, const typename Body::Storage* operand) {
  constexpr size_t kGroup = static_cast<size_t>(kReduceLanes);
  if constexpr (kStep * kGroup == static_cast<size_t>(kWindowBlock)) {
    return body.Load(d, operand);
  } else {
    return body.Combine(d, TotalOfGroups<2 * kStep>(body, d, operand),
                        TotalOfGroups<2 * kStep>(body, d, operand + kStep * kGroup));
  }
}

template <class Body>
void FoldBlock(ElementType type, const void* operand, void* result) {
  using Storage = typename Body::Storage;
  const Body body(type);
  const BlockTag<Body> d;
  HWY_ALIGN typename Body::Lane lanes[kReduceLanes];
  for (size_t i = 0; i < static_cast<size_t>(kReduceLanes); i += hn::MaxLanes(d)) {
    body.StoreLanes(d, TotalOfGroups<1>(body, d, static_cast<const Storage*>(operand) + i),
                    lanes + i);
  }
  FoldHalf<8>(body, lanes, 16);
  FoldHalf<4>(body, lanes, 8);
  FoldHalf<2>(body, lanes, 4);
  FoldHalf<1>(body, lanes, 2);
  const hn::CappedTag<typename Body::Lane, 1> d1;
  body.Store(d1, body.LoadLanes(d1, lanes), static_cast<Storage*>(result));
}

}  // namespace
}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_REDUCE_SCAN_KERNELS_INL_H_
