// Products with the elements of a matrix that are not zero (sparse.h).

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "simd/gemm/ops-inl.h"
#include "simd/gemm/sparse_lists.h"
#include "simd/gemm/transpose_rows-inl.h"

#if defined(PADDOCK_SIMD_GEMM_SPARSE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_GEMM_SPARSE_INL_H_
#undef PADDOCK_SIMD_GEMM_SPARSE_INL_H_
#else
#define PADDOCK_SIMD_GEMM_SPARSE_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {
namespace gemm {

// Elements that are listed whatever the zeros beside them.
constexpr int64_t kFreeNonzeros = 64;

// Writes the positions of elements other than zero. Returns their number, or -1 if they are more
// than one in eight of the first elements.
template <class T>
int64_t CollectNonzeros(const T* from, int64_t count, const SparseLists& lists) {
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  int64_t found = 0;
  const auto collect = [&](int64_t at) {
    lists.positions[found] = static_cast<int32_t>(at);
    found += from[at] != T{0} ? 1 : 0;
  };
  for (int64_t i = 0; i < count;) {
    const int64_t end = std::min(i + kSparseBlock, count);
    for (; i + lanes <= end; i += lanes) {
      if (hn::AllTrue(d, hn::Eq(hn::LoadU(d, from + i), hn::Zero(d)))) continue;
      for (int64_t j = 0; j < lanes; ++j) collect(i + j);
    }
    for (; i < end; ++i) collect(i);
    if (found > std::min(lists.capacity, kFreeNonzeros + end / 8)) return -1;
  }
  return found;
}

// The least magnitude of factors for which no fused sum of products is rounded to zero: each
// product is a multiple of the least normal number.
template <class T>
inline constexpr T kLeastFactor =
    sizeof(T) == 4 ? static_cast<T>(0x1p-40) : static_cast<T>(0x1p-400);

// Returns whether all elements are finite; and, if products are fused, zero or no less than
// kLeastFactor.
template <class T, bool kFuses>
bool AreOrdinary(const T* from, int64_t count) {
  using Bits = hwy::MakeUnsigned<T>;
  const hn::ScalableTag<T> d;
  const hn::RebindToUnsigned<decltype(d)> du;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  const auto bits_of = [](T value) { return hwy::BitCastScalar<Bits>(value); };
  const Bits infinity = bits_of(std::numeric_limits<T>::infinity());
  const Bits least_factor = bits_of(kLeastFactor<T>);
  constexpr int64_t kBlock = 4096;
  for (int64_t i = 0; i < count;) {
    const int64_t end = std::min(i + kBlock, count);
    // Magnitudes are in the order of their bits. Zeros wrap around.
    auto most = hn::Zero(du), least = hn::Set(du, least_factor);
    const auto add = [&](auto element) HWY_ATTR {
      const auto magnitude = hn::BitCast(du, hn::Abs(element));
      most = hn::Max(most, magnitude);
      if constexpr (kFuses) least = hn::Min(least, hn::Sub(magnitude, hn::Set(du, Bits{1})));
    };
    for (; i + lanes <= end; i += lanes) add(hn::LoadU(d, from + i));
    if (i < end) add(hn::LoadN(d, from + i, static_cast<size_t>(end - i)));
    i = end;
    if (!hn::AllTrue(du, hn::Lt(most, hn::Set(du, infinity))) ||
        !hn::AllTrue(du, hn::Ge(least, hn::Set(du, least_factor - 1)))) {
      return false;
    }
  }
  return true;
}

// Sorts elements at these positions by their lists. Returns false if products with one of them
// could be rounded to zero.
template <class T, bool kFuses>
bool FillLists(const GemmPlan& plan, const T* from, const SparseLists& lists) {
  const auto& operand = lists.header->is_rhs ? plan.rhs : plan.lhs;
  const bool is_transposed = StrideOf(operand.k) != 1;
  const auto k = static_cast<int32_t>(plan.k), count = static_cast<int32_t>(lists.count);
  const auto list_of = [&](int32_t at) { return is_transposed ? at % count : at / k; };
  std::fill_n(lists.ends, lists.count, 0);
  const int64_t found = lists.header->entries;
  for (int64_t i = 0; i < found; ++i) ++lists.ends[list_of(lists.positions[i])];
  int32_t begin = 0;
  for (int64_t i = 0; i < lists.count; ++i) {
    const int32_t length = lists.ends[i];
    lists.ends[i] = begin;
    begin += length;
  }
  for (int64_t i = 0; i < found; ++i) {
    const int32_t at = lists.positions[i];
    const int32_t to = lists.ends[list_of(at)]++;
    const T value = from[at];
    if (kFuses && (value < T{0} ? -value : value) < kLeastFactor<T>) return false;
    lists.indices[to] = is_transposed ? at / count : at % k;
    static_cast<T*>(lists.values)[to] = value;
  }
  return true;
}

template <class Op>
bool FindNonzerosOf(const GemmPlan& plan, const GemmPointers& pointers, const SparseLists& lists,
                    int64_t span) {
  using T = typename Op::T;
  const bool is_rhs = lists.header->is_rhs;
  const auto* const matrix = static_cast<const T*>(is_rhs ? pointers.rhs : pointers.lhs);
  const auto* const other = static_cast<const T*>(is_rhs ? pointers.lhs : pointers.rhs);
  lists.header->entries = CollectNonzeros(matrix, lists.count * plan.k, lists);
  return lists.header->entries >= 0 && AreOrdinary<T, Op::kFuses>(other, span) &&
         FillLists<T, Op::kFuses>(plan, matrix, lists);
}

// One list, and the elements of the other operand: `stride` apart along k.
template <class T>
struct SparseSum {
  const int32_t* indices;
  const T* values;
  int64_t count;
  const T* from;
  int64_t stride;
};

template <class T>
HWY_INLINE SparseSum<T> SumOfList(const SparseLists& lists, int64_t list, const T* from,
                                  int64_t stride) {
  const int32_t begin = list == 0 ? 0 : lists.ends[list - 1];
  return {lists.indices + begin, static_cast<const T*>(lists.values) + begin,
          lists.ends[list] - begin, from, stride};
}

template <class Op, size_t kVectors, class Load, class Store>
HWY_INLINE void SumVectors(const SparseSum<typename Op::T> sum, Load load, Store store) {
  const hn::ScalableTag<typename Op::T> d;
  using V = hn::Vec<decltype(d)>;
  V sums[kVectors];
  HWY_UNROLL(8)
  for (size_t v = 0; v < kVectors; ++v) sums[v] = hn::Zero(d);
  for (int64_t i = 0; i < sum.count; ++i) {
    const auto* const from = sum.from + sum.indices[i] * sum.stride;
    const V a = hn::Set(d, sum.values[i]);
    HWY_UNROLL(8)
    for (size_t v = 0; v < kVectors; ++v) {
      const V b = load(from + v * hn::Lanes(d));
      Op::MulAdd(&a, &b, &sums[v]);
    }
  }
  HWY_UNROLL(8)
  for (size_t v = 0; v < kVectors; ++v) store(sums[v], v * hn::Lanes(d));
}

// As SumRow, for lists of kTerms elements, which stay in registers: interpolations have two.
template <class Op, size_t kTerms>
HWY_INLINE void SumFew(const SparseSum<typename Op::T>& sum, typename Op::T* to, int64_t count) {
  using T = typename Op::T;
  const hn::ScalableTag<T> d;
  using V = hn::Vec<decltype(d)>;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  V factors[kTerms];
  const T* from[kTerms];
  HWY_UNROLL(2)
  for (size_t t = 0; t < kTerms; ++t) {
    factors[t] = hn::Set(d, sum.values[t]);
    from[t] = sum.from + sum.indices[t] * sum.stride;
  }
  const auto sum_at = [&](int64_t at, auto load) HWY_ATTR {
    V result = hn::Zero(d);
    HWY_UNROLL(2)
    for (size_t t = 0; t < kTerms; ++t) {
      const V b = load(from[t] + at);
      Op::MulAdd(&factors[t], &b, &result);
    }
    return result;
  };
  const auto load = [&](const T* at) HWY_ATTR { return hn::LoadU(d, at); };
  int64_t i = 0;
  for (; i + 2 * lanes <= count; i += 2 * lanes) {
    const V first = sum_at(i, load), second = sum_at(i + lanes, load);
    hn::StoreU(first, d, to + i);
    hn::StoreU(second, d, to + i + lanes);
  }
  for (; i + lanes <= count; i += lanes) hn::StoreU(sum_at(i, load), d, to + i);
  if (i == count) return;
  const auto rest = static_cast<size_t>(count - i);
  const V last = sum_at(i, [&](const T* at) HWY_ATTR { return hn::LoadN(d, at, rest); });
  hn::StoreN(last, d, to + i, rest);
}

// `count` results beside each other, of a row of lhs.
template <class Op>
HWY_INLINE void SumRow(SparseSum<typename Op::T> sum, typename Op::T* to, int64_t count) {
  using T = typename Op::T;
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  if (sum.count == 1) return SumFew<Op, 1>(sum, to, count);
  if (sum.count == 2) return SumFew<Op, 2>(sum, to, count);
  const auto load = [&](const T* at) HWY_ATTR { return hn::LoadU(d, at); };
  constexpr size_t kVectors = 4;
  const T* const from = sum.from;
  int64_t i = 0;
  const auto store = [&](auto value, size_t at) HWY_ATTR { hn::StoreU(value, d, to + i + at); };
  for (; i + static_cast<int64_t>(kVectors) * lanes <= count;
       i += static_cast<int64_t>(kVectors) * lanes) {
    sum.from = from + i;
    SumVectors<Op, kVectors>(sum, load, store);
  }
  for (; i + lanes <= count; i += lanes) {
    sum.from = from + i;
    SumVectors<Op, 1>(sum, load, store);
  }
  if (i == count) return;
  const auto rest = static_cast<size_t>(count - i);
  sum.from = from + i;
  SumVectors<Op, 1>(
      sum, [&](const T* at) HWY_ATTR { return hn::LoadN(d, at, rest); },
      [&](auto value, size_t) HWY_ATTR { hn::StoreN(value, d, to + i, rest); });
}

// Rows of results, of a matrix at lhs: each is a sum of rows of rhs.
template <class Op>
void RunSparseRows(const GemmPlan& plan, const GemmPointers& pointers, const SparseLists& lists,
                   int64_t begin, int64_t end) {
  using T = typename Op::T;
  const int64_t stride = StrideOf(plan.rhs.k).value_or(0);
  const int64_t run = plan.rhs.outer.dimensions.back().size;
  for (int64_t row = begin; row < end;) {
    const int64_t batch = row / plan.m, first = row % plan.m;
    const int64_t rows = std::min(plan.m - first, end - row);
    const T* const rhs = static_cast<const T*>(pointers.rhs) + OffsetAt(plan.rhs.batch, batch);
    for (int64_t j = 0; j < plan.n; j += run) {
      const T* const from = rhs + OffsetAt(plan.rhs.outer, j);
      T* result = static_cast<T*>(pointers.result) + ResultRow(plan, batch, first) + j;
      for (int64_t i = first; i < first + rows; ++i, result += ResultRowStride(plan)) {
        SumRow<Op>(SumOfList(lists, i, from, stride), result, run);
      }
    }
    row += rows;
  }
}

// Rows of lhs that are multiplied at once by each list of rhs.
template <class T>
inline constexpr size_t kSparseVectors = kRegisterLanes<T> * sizeof(T) == 16 ? 4 : 1;
template <class T>
inline constexpr size_t kSparseRows = kSparseVectors<T> * kRegisterLanes<T>;

// A panel of rows of lhs, where those of equal k are neighbours.
template <class T>
struct SparsePanel {
  const T* first;
  int64_t stride;
};

// Copies the elements of neighbouring rows at each k. `room`: lanes of the panel from the first row
// on; those of later rows are written later.
template <class T>
void CopyNeighbours(const T* from, int64_t stride, int64_t k, T* to, int64_t count, int64_t room,
                    int64_t to_stride) {
  const hn::CappedTag<T, 16 / sizeof(T)> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  for (int64_t i = 0; i < count; i += lanes) {
    // A vector may hold elements of the next k, but nothing beyond the last one.
    const int64_t beyond = std::max(lanes - (count - i), int64_t{0});
    const int64_t whole =
        i + lanes <= room ? std::max(k - (beyond + stride - 1) / stride, int64_t{0}) : 0;
    int64_t l = 0;
    for (; l < whole; ++l) {
      hn::StoreU(hn::LoadU(d, from + l * stride + i), d, to + l * to_stride + i);
    }
    for (; l < k; ++l) {
      for (int64_t j = i; j < std::min(i + lanes, count); ++j) {
        to[l * to_stride + j] = from[l * stride + j];
      }
    }
  }
}

template <class T>
SparsePanel<T> PanelOf(const GemmPlan& plan, const T* lhs, int64_t first, int64_t count,
                       T* memory) {
  constexpr auto kRows = static_cast<int64_t>(kSparseRows<T>);
  const int64_t stride = StrideOf(plan.lhs.k).value_or(0);
  const T* rows[kRows];
  bool are_neighbours = count == kRows;
  for (int64_t i = 0; i < count; ++i) {
    const int64_t row = first + i;
    rows[i] = lhs + OffsetAt(plan.lhs.batch, row / plan.m) + OffsetAt(plan.lhs.outer, row % plan.m);
    are_neighbours = are_neighbours && rows[i] == rows[0] + i;
  }
  if (are_neighbours) return {rows[0], stride};
  if (stride == 1) {
    TransposeRows(rows, count, kRows, plan.k, memory, kRows);
    return {memory, kRows};
  }
  for (int64_t i = 0; i < kRows;) {
    int64_t neighbours = 1;
    while (i + neighbours < count && rows[i + neighbours] == rows[i] + neighbours) ++neighbours;
    if (i < count) {
      CopyNeighbours(rows[i], stride, plan.k, memory + i, neighbours, kRows - i, kRows);
    } else {
      for (int64_t l = 0; l < plan.k; ++l) memory[l * kRows + i] = T{0};
    }
    i += neighbours;
  }
  return {memory, kRows};
}

// Columns of results, of a matrix at rhs: each is a sum of columns of lhs.
template <class Op>
void RunSparseColumns(const GemmPlan& plan, const GemmPointers& pointers, const SparseLists& lists,
                      typename Op::T* memory, int64_t begin, int64_t end) {
  using T = typename Op::T;
  constexpr auto kRows = static_cast<int64_t>(kSparseRows<T>);
  const hn::ScalableTag<T> d;
  // Results of one column are neighbours, before they are transposed.
  T* const sums = memory + kRows * plan.k;
  const T* columns[kSparseColumns];
  for (int64_t j = 0; j < kSparseColumns; ++j) columns[j] = sums + j * kRows;
  const auto load = [&](const T* at) HWY_ATTR { return hn::LoadU(d, at); };
  for (int64_t row = begin; row < end; row += kRows) {
    const int64_t count = std::min(kRows, end - row);
    const SparsePanel<T> panel =
        PanelOf(plan, static_cast<const T*>(pointers.lhs), row, count, memory);
    T* const result = static_cast<T*>(pointers.result) + row * plan.n;
    for (int64_t j = 0; j < plan.n; j += kSparseColumns) {
      const int64_t width = std::min(kSparseColumns, plan.n - j);
      for (int64_t i = 0; i < width; ++i) {
        SumVectors<Op, kSparseVectors<T>>(
            SumOfList(lists, j + i, panel.first, panel.stride), load,
            [&](auto value, size_t at) HWY_ATTR { hn::StoreU(value, d, sums + i * kRows + at); });
      }
      TransposeRows(columns, width, width, count, result + j, plan.n);
    }
  }
}

template <class Op>
void RunSparse(const GemmPlan& plan, const GemmPointers& pointers, const SparseLists& lists,
               std::byte* panel, int64_t begin, int64_t end) {
  if (!lists.header->is_rhs) return RunSparseRows<Op>(plan, pointers, lists, begin, end);
  RunSparseColumns<Op>(plan, pointers, lists, reinterpret_cast<typename Op::T*>(panel), begin, end);
}

}  // namespace gemm
// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_GEMM_SPARSE_INL_H_
