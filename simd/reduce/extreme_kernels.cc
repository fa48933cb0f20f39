#include "simd/reduce/extreme_kernels.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/reduce/extreme_kernels.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
//
#include "hwy/highway.h"
#include "simd/reduce/monoid.h"
#include "simd/reduce/unaligned-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

template <class T>
T ReadLane(const void* from, int64_t index) {
  T lane;
  std::memcpy(&lane, static_cast<const char*>(from) + index * static_cast<int64_t>(sizeof(T)),
              sizeof(T));
  return lane;
}

template <class T>
void WriteLane(void* to, int64_t index, T lane) {
  std::memcpy(static_cast<char*>(to) + index * static_cast<int64_t>(sizeof(T)), &lane, sizeof(T));
}

template <class T>
struct FlippedLanes {
  using U = hwy::MakeUnsigned<T>;

  T One(int64_t index) const {
    const U bits = static_cast<U>(ReadLane<U>(lanes, index) ^ static_cast<U>(flip));
    T lane;
    std::memcpy(&lane, &bits, sizeof(T));
    return lane;
  }
  const char* AddressOf(int64_t index) const {
    return static_cast<const char*>(lanes) + index * static_cast<int64_t>(sizeof(T));
  }
  template <class D>
  HWY_INLINE hn::Vec<D> Load(D d, int64_t index) const {
    const hn::RebindToUnsigned<D> du;
    return hn::BitCast(d,
                       hn::Xor(LoadAny(du, AddressOf(index)), hn::Set(du, static_cast<U>(flip))));
  }

  const void* lanes;
  uint64_t flip;
};

template <class D, class V>
HWY_INLINE hn::Mask<D> NaNs(D d, V v) {
  if constexpr (hwy::IsFloat<hn::TFromD<D>>()) {
    return hn::IsNaN(v);
  } else {
    (void)v;
    return hn::MaskFalse(d);
  }
}

template <class T>
bool IsNaNLane(T lane) {
  if constexpr (hwy::IsFloat<T>()) return std::isnan(lane);
  return false;
}

template <class T>
bool FindGreatestOfFew(const FlippedLanes<T>& x, int64_t count, void* greatest) {
  T most = x.One(0);
  bool has_nan = IsNaNLane(most);
  for (int64_t i = 1; i < count; ++i) {
    const T lane = x.One(i);
    has_nan |= IsNaNLane(lane);
    if (lane > most) most = lane;
  }
  WriteLane(greatest, 0, most);
  return has_nan;
}

// Uses four vectors at once, because a maximum has a latency of several cycles. The running maximum
// is compared once per block of vectors; the block's number shows where to search.
template <class T>
class GreatestFinder {
 public:
  GreatestFinder(const FlippedLanes<T>& x, int64_t count) : x_(x), count_(count) {}

  bool Find(void* greatest, ExtremeSpan* span) {
    V most = x_.Load(D(), 0);
    auto first = hn::Zero(DU()), last = first;
    M nan = NaNs(D(), most);
    for (int64_t number = 0, begin = 0; begin < count_; ++number, begin += kBlock) {
      const V block = begin + kBlock <= count_ ? OfBlock(begin, nan) : OfRest(begin, nan);
      const auto numbers = hn::Set(DU(), static_cast<U>(number));
      first = hn::IfThenElse(hn::RebindMask(DU(), hn::Gt(block, most)), numbers, first);
      last = hn::IfThenElse(hn::RebindMask(DU(), hn::Ge(block, most)), numbers, last);
      most = hn::Max(most, block);
    }
    const T found = hn::ReduceMax(D(), most);
    WriteLane(greatest, 0, found);
    const auto has_it = hn::RebindMask(DU(), hn::Eq(most, hn::Set(D(), found)));
    const auto all = hn::Set(DU(), static_cast<U>(~U{0}));
    const U begin = hn::ReduceMin(DU(), hn::IfThenElse(has_it, first, all));
    const U end = hn::ReduceMax(DU(), hn::IfThenElseZero(has_it, last));
    *span = {static_cast<int64_t>(begin) * kBlock,
             std::min((static_cast<int64_t>(end) + 1) * kBlock, count_)};
    return !hn::AllFalse(D(), nan);
  }

 private:
  using D = hn::ScalableTag<T>;
  using DU = hn::RebindToUnsigned<D>;
  using U = hwy::MakeUnsigned<T>;
  using V = hn::Vec<D>;
  using M = hn::Mask<D>;
  static constexpr auto kStep = static_cast<int64_t>(hn::MaxLanes(D()));
  static constexpr int64_t kBlock = 16 * kStep;

  HWY_INLINE V OfBlock(int64_t begin, M& nan) const {
    V m0 = x_.Load(D(), begin), m1 = x_.Load(D(), begin + kStep);
    V m2 = x_.Load(D(), begin + 2 * kStep), m3 = x_.Load(D(), begin + 3 * kStep);
    M n0 = NaNs(D(), m0), n1 = NaNs(D(), m1), n2 = NaNs(D(), m2), n3 = NaNs(D(), m3);
    // The end is not a constant for the compiler. Otherwise it would unroll all and load in an
    // order that the hardware prefetcher does not follow: twice the time.
    const int64_t end = std::min(begin + kBlock, count_);
    for (int64_t i = begin + 4 * kStep; i < end; i += 4 * kStep) {
      const V v0 = x_.Load(D(), i), v1 = x_.Load(D(), i + kStep);
      const V v2 = x_.Load(D(), i + 2 * kStep), v3 = x_.Load(D(), i + 3 * kStep);
      m0 = hn::Max(m0, v0);
      m1 = hn::Max(m1, v1);
      m2 = hn::Max(m2, v2);
      m3 = hn::Max(m3, v3);
      n0 = hn::Or(n0, NaNs(D(), v0));
      n1 = hn::Or(n1, NaNs(D(), v1));
      n2 = hn::Or(n2, NaNs(D(), v2));
      n3 = hn::Or(n3, NaNs(D(), v3));
    }
    nan = hn::Or(nan, hn::Or(hn::Or(n0, n1), hn::Or(n2, n3)));
    return hn::Max(hn::Max(m0, m1), hn::Max(m2, m3));
  }

  // Processes the rest: the last whole vector of lanes, even if it begins before `begin`.
  HWY_INLINE V OfRest(int64_t begin, M& nan) const {
    V most = x_.Load(D(), count_ - kStep);
    nan = hn::Or(nan, NaNs(D(), most));
    for (int64_t i = begin; i + kStep <= count_; i += kStep) {
      const V v = x_.Load(D(), i);
      most = hn::Max(most, v);
      nan = hn::Or(nan, NaNs(D(), v));
    }
    return most;
  }

  const FlippedLanes<T> x_;
  const int64_t count_;
};

template <class T>
bool FindGreatest(const void* lanes, int64_t count, uint64_t flip, void* greatest,
                  ExtremeSpan* span) {
  const hn::ScalableTag<T> d;
  const FlippedLanes<T> x{lanes, flip};
  *span = {0, count};
  if (count < static_cast<int64_t>(hn::Lanes(d))) return FindGreatestOfFew(x, count, greatest);
  return GreatestFinder<T>(x, count).Find(greatest, span);
}

template <class T>
int64_t FindFirstEqual(const FlippedLanes<T>& x, int64_t count, T value) {
  const hn::ScalableTag<T> d;
  const auto step = static_cast<int64_t>(hn::Lanes(d));
  const auto sought = hn::Set(d, value);
  int64_t i = 0;
  for (; i + step <= count; i += step) {
    const auto is_equal = hn::Eq(x.Load(d, i), sought);
    if (!hn::AllFalse(d, is_equal)) {
      return i + static_cast<int64_t>(hn::FindKnownFirstTrue(d, is_equal));
    }
  }
  while (i + 1 < count && !(x.One(i) == value)) ++i;
  return i;
}

template <class T>
int64_t FindLastEqual(const FlippedLanes<T>& x, int64_t count, T value) {
  const hn::ScalableTag<T> d;
  const auto step = static_cast<int64_t>(hn::Lanes(d));
  const auto sought = hn::Set(d, value);
  int64_t end = count;
  for (; end >= step; end -= step) {
    const auto is_equal = hn::Eq(x.Load(d, end - step), sought);
    if (!hn::AllFalse(d, is_equal)) {
      return end - step + static_cast<int64_t>(hn::FindKnownLastTrue(d, is_equal));
    }
  }
  while (end > 1 && !(x.One(end - 1) == value)) --end;
  return end - 1;
}

template <class T>
int64_t FindEqual(const void* lanes, int64_t count, uint64_t flip, const void* value,
                  bool is_last) {
  const FlippedLanes<T> x{lanes, flip};
  const T sought = ReadLane<T>(value, 0);
  return is_last ? FindLastEqual(x, count, sought) : FindFirstEqual(x, count, sought);
}

// --- Columns.

template <class T>
struct ColumnAdder {
  using U = hwy::MakeUnsigned<T>;

  FlippedLanes<T> RowAt(int64_t row, int64_t column) const {
    const int64_t at = row * rows.row_stride + column;
    return {static_cast<const char*>(rows.lanes) + at * static_cast<int64_t>(sizeof(T)), flip};
  }

  // Processes one vector of columns, or one column. Adding a row twice changes nothing.
  template <class D>
  HWY_INLINE void AddVector(D d, int64_t column) const {
    const hn::RebindToUnsigned<D> du;
    auto* greatest = static_cast<T*>(columns.greatest) + column;
    auto* value_rows = static_cast<U*>(columns.value_rows) + column;
    auto* place_rows = static_cast<U*>(columns.place_rows) + column;
    auto* nans = static_cast<U*>(columns.nans) + column;
    const bool is_first = rows.first_row == 0;
    auto most = is_first ? RowAt(0, column).Load(d, 0) : hn::LoadU(d, greatest);
    auto value_row = is_first ? hn::Zero(du) : hn::LoadU(du, value_rows);
    auto place_row = is_first ? hn::Zero(du) : hn::LoadU(du, place_rows);
    auto nan = is_first ? hn::Zero(du) : hn::LoadU(du, nans);
    const U all = static_cast<U>(~U{0});
    const auto last_value =
        hn::MaskFromVec(hn::BitCast(d, hn::Set(du, is_last_value ? all : U{0})));
    const auto last_place =
        hn::MaskFromVec(hn::BitCast(d, hn::Set(du, is_last_place ? all : U{0})));
    for (int64_t row = 0; row < rows.rows; ++row) {
      const auto x = RowAt(row, column).Load(d, 0);
      const auto number = hn::Set(du, static_cast<U>(rows.first_row + row));
      const auto is_more = hn::Gt(x, most);
      const auto is_equal = hn::Eq(x, most);
      const auto takes_value = hn::Or(is_more, hn::And(is_equal, last_value));
      const auto takes_place = hn::Or(is_more, hn::And(is_equal, last_place));
      most = hn::IfThenElse(is_more, x, most);
      value_row = hn::IfThenElse(hn::RebindMask(du, takes_value), number, value_row);
      place_row = hn::IfThenElse(hn::RebindMask(du, takes_place), number, place_row);
      nan = hn::Or(nan, hn::BitCast(du, hn::VecFromMask(d, NaNs(d, x))));
    }
    hn::StoreU(most, d, greatest);
    hn::StoreU(value_row, du, value_rows);
    hn::StoreU(place_row, du, place_rows);
    hn::StoreU(nan, du, nans);
  }

  // In vectors of at most kLanes lanes, and not more than there are columns. WebAssembly has only
  // whole ones and single columns, for code size.
  template <size_t kLanes>
  HWY_INLINE void Add() const {
    const hn::CappedTag<T, kLanes> d;
    const auto step = static_cast<int64_t>(hn::Lanes(d));
    if constexpr (kLanes > 1) {
      if (rows.columns < step) return Add<HWY_ARCH_WASM ? 1 : kLanes / 2>();
    }
    int64_t column = 0;
    for (; column + step <= rows.columns; column += step) AddVector(d, column);
    if (column < rows.columns) AddVector(d, rows.columns - step);
  }

  const ExtremeRows& rows;
  uint64_t flip;
  bool is_last_value;
  bool is_last_place;
  const ExtremeColumns& columns;
};

template <class T>
void AddRows(const ExtremeRows& rows, uint64_t flip, bool takes_last_value, bool takes_last_place,
             const ExtremeColumns& columns) {
  ColumnAdder<T>{rows, flip, takes_last_value, takes_last_place, columns}
      .template Add<hn::MaxLanes(hn::ScalableTag<T>())>();
}

template <class T, size_t kLanes>
struct ColumnStorer {
  using U = hwy::MakeUnsigned<T>;
  using D = hn::CappedTag<T, kLanes>;

  // Stores a vector of columns, unless one of them has another result.
  HWY_INLINE bool Store(int64_t column) const {
    const D d;
    const hn::RebindToUnsigned<D> du;
    const auto greatest = hn::LoadU(du, static_cast<const U*>(columns.greatest) + column);
    const auto element = hn::Xor(greatest, hn::Set(du, static_cast<U>(flip)));
    const auto order = hn::Set(du, static_cast<U>(hwy::IsFloat<T>() ? 0 : stores.order_flip));
    const auto lane = hn::BitCast(d, hn::Xor(element, order));
    const auto init = hn::BitCast(d, hn::Xor(hn::Set(du, static_cast<U>(stores.init)), order));
    const auto greater = stores.takes_greater ? hn::Lt(init, lane) : hn::MaskFalse(d);
    const auto less = stores.takes_less ? hn::Lt(lane, init) : hn::MaskFalse(d);
    const auto nan = hn::LoadU(du, static_cast<const U*>(columns.nans) + column);
    auto taken = hn::And(hn::RebindMask(du, hn::Or(greater, less)), hn::Eq(nan, hn::Zero(du)));
    if (stores.skips_zeros) {
      taken = hn::And(taken, hn::RebindMask(du, hn::Ne(lane, hn::Zero(d))));
    }
    if (!hn::AllTrue(du, taken)) return false;
    StoreAny(du, element, static_cast<U*>(stores.values) + column);
    StorePlaces(hn::LoadU(du, static_cast<const U*>(columns.place_rows) + column), column);
    return true;
  }

  HWY_INLINE void StorePlaces(hn::Vec<hn::RebindToUnsigned<D>> places, int64_t column) const {
    const hn::RebindToUnsigned<D> du;
    if (stores.place_bytes == sizeof(T)) {
      StoreAny(du, places, static_cast<U*>(stores.places) + column);
    } else if constexpr (sizeof(T) == 8) {
      const hn::Rebind<uint32_t, D> narrow;
      StoreAny(narrow, hn::TruncateTo(narrow, places),
               static_cast<uint32_t*>(stores.places) + column);
    } else {
      const hn::RepartitionToWide<decltype(du)> wide;
      auto* const to = static_cast<uint64_t*>(stores.places) + column;
      StoreAny(wide, hn::PromoteLowerTo(wide, places), to);
      StoreAny(wide, hn::PromoteUpperTo(wide, places), to + hn::Lanes(wide));
    }
  }

  const ExtremeColumns& columns;
  uint64_t flip;
  const ExtremeStores& stores;
};

// In vectors of at most kLanes lanes, and not more than there are columns.
template <class T, size_t kLanes>
HWY_INLINE int64_t StoreVectors(const ExtremeColumns& columns, uint64_t flip,
                                const ExtremeStores& stores, int64_t begin, int64_t end) {
  const auto step = static_cast<int64_t>(hn::Lanes(hn::CappedTag<T, kLanes>()));
  if constexpr (kLanes * sizeof(T) > 16) {
    if (end < step) return StoreVectors<T, kLanes / 2>(columns, flip, stores, begin, end);
  }
  const ColumnStorer<T, kLanes> storer{columns, flip, stores};
  for (; begin + step <= end; begin += step) {
    if (!storer.Store(begin)) return begin;
  }
  // The last vector stores some columns twice.
  return begin < end && end >= step && storer.Store(end - step) ? end : begin;
}

template <class T>
int64_t StoreColumns(const ExtremeColumns& columns, uint64_t flip, const ExtremeStores& stores,
                     int64_t begin, int64_t end) {
  constexpr size_t kLanes = hn::MaxLanes(hn::ScalableTag<T>());
  return StoreVectors<T, kLanes>(columns, flip, stores, begin, end);
}

template <class T>
constexpr ExtremeKernels ExtremeKernelsOf() {
  ExtremeKernels kernels = {&FindGreatest<T>, &FindEqual<T>, &AddRows<T>, nullptr};
  // WebAssembly has it only for f32, for code size.
  if constexpr (!kIsWeb || hwy::IsSame<T, float>()) kernels.store_columns = &StoreColumns<T>;
  return kernels;
}

const ExtremeKernels* KernelsOfLane(ElementType type) {
  static constexpr ExtremeKernels kF32 = ExtremeKernelsOf<float>();
  static constexpr ExtremeKernels kF64 = ExtremeKernelsOf<double>();
  static constexpr ExtremeKernels kI32 = ExtremeKernelsOf<int32_t>();
  static constexpr ExtremeKernels kI64 = ExtremeKernelsOf<int64_t>();
  if (type == ElementType::kF32) return &kF32;
  if (type == ElementType::kF64) return &kF64;
  return type == ElementType::kI32 ? &kI32 : &kI64;
}

}  // namespace
}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {
namespace {
HWY_EXPORT(KernelsOfLane);
}  // namespace

const ExtremeKernels& FindExtremeKernels(ElementType lane_type) {
  return *HWY_DYNAMIC_DISPATCH(KernelsOfLane)(lane_type);
}

}  // namespace paddock::simd
#endif  // HWY_ONCE
