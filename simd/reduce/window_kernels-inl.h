// The kernels of monoid.h for windows (scan_kernels-inl.h has scans), and their table.
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
#include "simd/reduce/broken_runs-inl.h"
#include "simd/reduce/column_kernels-inl.h"
#include "simd/reduce/extreme_of_cells-inl.h"
#include "simd/reduce/monoid_kernels-inl.h"
#include "simd/reduce/real_body-inl.h"
#include "simd/reduce/row_kernels-inl.h"
#include "simd/reduce/rows_by_calls-inl.h"
#include "simd/reduce/scan_kernels-inl.h"
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
    kIsWeb ? kIsFloatSum<Body>
           : !kIsRare<Body> && Body::kParts == 1 && Body::kStoragePerPosition == 1;
template <class Body>
inline constexpr bool kHasPrefixes = !kIsWeb && kHasScans<Body>;
// Integers are summed from one end.
template <class Body>
inline constexpr bool kScansRows =
    kIsFloatSum<Body> || (!kIsWeb && std::is_same_v<Body, RealBody<double, AddOp>>);
template <class Body>
inline constexpr bool kFoldsCells =
    kHasScans<Body> || std::is_same_v<Body, RealBody<float, MaximumFloatOp>>;

template <class Body>
inline constexpr bool kCombinesRows = !kIsWeb || kIsFloatSum<Body>;

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
      // The last vectors overlap the previous ones, so some elements are computed twice.
      if (i < unit && i > 0) {
        is_open |= Fold<kAtOnce>(unit - kStep, result + unit - kStep);
        i = unit;
      }
      while (i < unit) {
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
    MaximaOfColumns columns;
    if (columns.Find(fold)) return columns.Run(fold, to);
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
inline constexpr bool kTakesAnyOrder =
    kReducesColumns<Body> && (kHasAnyOrder<Body> || kIsFloatExtreme<Body> || kHasKeys<Body>);

template <class Body>
void Prefixes(ElementType type, const void* operand, const void* init, void* result, int64_t count,
              int64_t step) {
  using Storage = typename Body::Storage;
  const Body body(type);
  const hn::CappedTag<typename Body::Lane, 1> d;
  const auto* const from = static_cast<const Storage*>(operand);
  auto* const to = static_cast<Storage*>(result);
  auto total = body.Load(d, static_cast<const Storage*>(init));
  for (int64_t i = 0; i < count; ++i) {
    total = body.Combine(d, total, body.Load(d, from + i * step));
    body.Store(d, total, to + i * step);
  }
}

template <class Body>
constexpr MonoidKernels KernelsOf(ElementType type) {
  MonoidKernels kernels = {};
  kernels.type = type;
  kernels.combine = &Combine<Body>;
  kernels.accumulate = &Accumulate<Body>;
  if constexpr (kReducesRowsByCalls<Body>) {
    kernels.reduce_rows = &RowsByCalls<Body>;
  } else {
    kernels.reduce_rows = &ReduceRows<Body>;
  }
  kernels.has_fast_short_rows = kFoldsRows<Body> || kFoldsNarrowRows<Body>;
  kernels.has_any_order = kTakesAnyOrder<Body>;
  kernels.has_keys = kHasKeys<Body>;
  kernels.combine_at = &CombineAt<Body>;
  if constexpr (kHasCombineBehind) kernels.combine_behind = &CombineBehind<Body>;
  if constexpr (kCombinesRows<Body>) kernels.combine_rows = &CombineRows<Body>;
  if constexpr (kHasCombineRowsAt) kernels.combine_rows_at = &CombineRowsAt<Body>;
#ifndef __wasm__
  if constexpr (kReducesColumns<Body>) {
    kernels.reduce_columns = &ReduceColumns<Body>;
    kernels.accumulate_runs = &AccumulateRuns<Body>;
  }
#endif
#ifdef __wasm__
  if constexpr (kIsShortSum<Body>) kernels.combine_indexed = &AddIndexed<typename Body::Lane>;
#else
  kernels.combine_indexed = &CombineIndexed<Body>;
#endif
  if constexpr (kFoldsCells<Body>) kernels.fold_cells = &FoldCells<Body>;
  if constexpr (kHasPrefixes<Body>) kernels.prefixes = &Prefixes<Body>;
  if constexpr (kHasScans<Body>) {
    kernels.scan_prefix = &ScanBlock<true, Body>;
    kernels.scan_suffix = &ScanBlock<false, Body>;
    if constexpr (kScansRows<Body>) {
      kernels.scan_rows = &ScanRows<Body>;
      kernels.fold_rows = &FoldRows<Body>;
    }
    kernels.fold_block = &FoldBlock<Body>;
  }
  return kernels;
}

}  // namespace
}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_REDUCE_WINDOW_KERNELS_INL_H_
