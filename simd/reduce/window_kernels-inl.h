// The kernels of monoid.h for windows: scans and totals of blocks, and totals of separate cells.
// For bodies with one position in an element, which is stored as one element.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "simd/reduce/monoid.h"

#if defined(PADDOCK_SIMD_REDUCE_WINDOW_KERNELS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_REDUCE_WINDOW_KERNELS_INL_H_
#undef PADDOCK_SIMD_REDUCE_WINDOW_KERNELS_INL_H_
#else
#define PADDOCK_SIMD_REDUCE_WINDOW_KERNELS_INL_H_
#endif

#include "hwy/highway.h"
#include "simd/reduce/column_kernels-inl.h"
#include "simd/reduce/extreme_of_cells-inl.h"
#include "simd/reduce/monoid_kernels-inl.h"
#include "simd/reduce/real_body-inl.h"
#include "simd/reduce/row_kernels-inl.h"
#include "simd/reduce/scatter_kernels-inl.h"
#include "simd/reduce/shared_cells-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

// WebAssembly has them only for a few bodies of f32, for code size.
template <class Body>
inline constexpr bool kIsFloatSum = std::is_same_v<Body, RealBody<float, AddOp>>;
template <class Body>
inline constexpr bool kHasScans =
    kIsWeb ? kIsFloatSum<Body> : Body::kParts == 1 && Body::kStoragePerPosition == 1;
template <class Body>
inline constexpr bool kFoldsCells =
    kHasScans<Body> || std::is_same_v<Body, RealBody<float, MaximumFloatOp>>;

template <class Body>
inline constexpr bool kCombinesRows = !kIsWeb || kIsFloatSum<Body>;

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

// Applies the body's own op to the cells in order.
template <class Body, class D>
class TotalOfCells {
 public:
  using V = hn::Vec<D>;
  static constexpr size_t kAtOnce = 4;
  HWY_INLINE void Begin(V cell) { total_ = cell; }
  HWY_INLINE void Add(const Body& body, V cell) { total_ = body.Combine(D(), total_, cell); }
  HWY_INLINE V WithInit(const Body& body, V init) { return body.CombineToStore(D(), init, total_); }
  HWY_INLINE V Total() const { return total_; }
  HWY_INLINE bool IsOpen() const { return false; }

 private:
  V total_;
};

template <template <class, class> class Cells, class Body>
class CellFolder {
 public:
  using Storage = typename Body::Storage;

  CellFolder(const Body& body, const CellFold& fold) : body_(body), fold_(fold) {
    for (int64_t i = 0; i < fold.cell_count; ++i) {
      cells_[i] = static_cast<const Storage*>(fold.cells[i].first);
    }
    if (fold.init == nullptr) return;
    const hn::CappedTag<typename Body::Lane, 1> d1;
    init_ = hn::GetLane(body.Load(d1, static_cast<const Storage*>(fold.init)));
  }

  // Returns whether all results equal those of the body's own op.
  HWY_INLINE bool Run(Storage* result) {
    const auto unit = static_cast<size_t>(fold_.unit);
    bool is_open = false;
    for (int64_t u = 0; u < fold_.units; ++u, result += fold_.result_step) {
      size_t i = 0;
      for (; i + kStep <= unit; i += kStep) is_open |= Fold<kAtOnce>(i, result + i);
      while (i < unit) {
        // The last vector overlaps the previous one, so some elements are computed twice.
        i = std::min(i, unit - kLanes);
        is_open |= Fold<1>(i, result + i);
        i += kLanes;
      }
      for (int64_t c = 0; c < fold_.cell_count; ++c) cells_[c] += fold_.cells[c].step;
    }
    return !is_open;
  }

 private:
  using D = hn::ScalableTag<typename Body::Lane>;
  static constexpr size_t kLanes = hn::MaxLanes(D());
  static constexpr size_t kAtOnce = Cells<Body, D>::kAtOnce;
  static constexpr size_t kStep = kAtOnce * kLanes;
  static_assert(kLanes * sizeof(Storage) <= kLeastFoldedBytes);

  template <size_t kVectors>
  HWY_INLINE bool Fold(size_t at, Storage* result) const {
    const D d;
    Cells<Body, D> totals[kVectors];
    PADDOCK_UNROLLED
    for (size_t v = 0; v < kVectors; ++v) {
      totals[v].Begin(body_.Load(d, cells_[0] + at + v * kLanes));
    }
    for (int64_t c = 1; c < fold_.cell_count; ++c) {
      PADDOCK_UNROLLED
      for (size_t v = 0; v < kVectors; ++v) {
        totals[v].Add(body_, body_.Load(d, cells_[c] + at + v * kLanes));
      }
    }
    bool is_open = false;
    const auto init = hn::Set(d, init_);
    PADDOCK_UNROLLED
    for (size_t v = 0; v < kVectors; ++v) {
      const auto value =
          fold_.init != nullptr ? totals[v].WithInit(body_, init) : totals[v].Total();
      is_open |= totals[v].IsOpen();
      body_.Store(d, value, result + v * kLanes);
    }
    return is_open;
  }

  const Body& body_;
  const CellFold& fold_;
  const Storage* cells_[kMostFoldedCells];
  typename Body::Lane init_ = {};
};

template <class Body>
bool FoldCells(ElementType type, const CellFold& fold, void* result) {
  auto* to = static_cast<typename Body::Storage*>(result);
  const Body body(type);
#if HWY_ARCH_WASM
  if constexpr (std::is_same_v<Body, RealBody<float, MaximumFloatOp>>) {
    SharedCells cells;
    if (fold.units > 1 && cells.Find(fold)) return MaximaOfSharedCells(fold, cells).Run(to);
  }
#endif
  if constexpr (kIsFloatExtreme<Body>) {
    return CellFolder<ExtremeOfCells, Body>(body, fold).Run(to);
  } else {
    return CellFolder<TotalOfCells, Body>(body, fold).Run(to);
  }
}

template <class Body>
constexpr MonoidKernels KernelsOf(ElementType type) {
  MonoidKernels kernels = {};
  kernels.type = type;
  kernels.combine = &Combine<Body>;
  kernels.accumulate = &Accumulate<Body>;
  kernels.reduce_rows = &ReduceRows<Body>;
  kernels.has_fast_short_rows = kFoldsRows<Body>;
  kernels.combine_at = &CombineAt<Body>;
  if constexpr (kHasCombineBehind) kernels.combine_behind = &CombineBehind<Body>;
  if constexpr (kCombinesRows<Body>) kernels.combine_rows = &CombineRows<Body>;
  if constexpr (kHasCombineRowsAt) kernels.combine_rows_at = &CombineRowsAt<Body>;
#ifndef __wasm__
  if constexpr (kReducesColumns<Body>) kernels.reduce_columns = &ReduceColumns<Body>;
#endif
  if constexpr (kHasCombineIndexed) kernels.combine_indexed = &CombineIndexed<Body>;
  if constexpr (kFoldsCells<Body>) kernels.fold_cells = &FoldCells<Body>;
  if constexpr (kHasScans<Body>) {
    kernels.scan_prefix = &ScanBlock<true, Body>;
    kernels.scan_suffix = &ScanBlock<false, Body>;
    kernels.fold_block = &FoldBlock<Body>;
  }
  return kernels;
}

}  // namespace
}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_REDUCE_WINDOW_KERNELS_INL_H_
