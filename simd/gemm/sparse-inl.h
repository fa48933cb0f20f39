// Products with the elements of a matrix that are not zero (sparse.h).

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "simd/gemm/ops-inl.h"
#include "simd/gemm/sparse_lists.h"
#include "simd/gemm/sparse_rows-inl.h"
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
    for (; i + 4 * lanes <= end; i += 4 * lanes) {
      HWY_UNROLL(4)
      for (int64_t v = 0; v < 4; ++v) add(hn::LoadU(d, from + i + v * lanes));
    }
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

// Moves the ends of lists, which hold their lengths, to their beginnings. Makes all lists equally
// long if they are short.
inline void PlaceLists(const SparseLists& lists) {
  const int32_t longest = *std::max_element(lists.ends, lists.ends + lists.count);
  const int32_t terms = longest < 2 ? 1 : longest == 2 ? 2 : kFewTerms;
  const bool are_short = longest <= terms && lists.count * terms <= lists.capacity;
  lists.header->terms = are_short ? terms : 0;
  int32_t begin = 0;
  for (int64_t i = 0; i < lists.count; ++i) {
    const int32_t length = are_short ? terms : lists.ends[i];
    lists.ends[i] = begin;
    begin += length;
  }
}

// Fills lists that are shorter than all should be with zeros of the matrix, which are factors like
// others.
template <class T>
void FillUp(const SparseLists& lists, int32_t k, int32_t stride) {
  const auto terms = static_cast<int32_t>(lists.header->terms);
  for (int32_t i = 0; i < lists.count; ++i) {
    const int32_t begin = i * terms, end = begin + terms;
    for (int32_t& to = lists.ends[i]; to < end; ++to) {
      const int32_t before = to == begin ? -stride : lists.offsets[to - 1];
      lists.offsets[to] = before < (k - 1) * stride ? before + stride : before - stride;
      static_cast<T*>(lists.values)[to] = T{0};
    }
  }
}

// Sorts elements at these positions by their lists. Returns false if products with one of them
// could be rounded to zero.
template <class T, bool kFuses>
bool FillLists(const GemmPlan& plan, const T* from, const SparseLists& lists) {
  const bool is_rhs = lists.header->is_rhs;
  const auto& operand = is_rhs ? plan.rhs : plan.lhs;
  // Panels of lhs have their own stride.
  const auto stride = is_rhs ? 1 : static_cast<int32_t>(StrideOf(plan.rhs.k).value_or(0));
  const bool is_transposed = StrideOf(operand.k) != 1;
  const auto k = static_cast<int32_t>(plan.k), count = static_cast<int32_t>(lists.count);
  const auto list_of = [&](int32_t at) { return is_transposed ? at % count : at / k; };
  std::fill_n(lists.ends, lists.count, 0);
  const int64_t found = lists.header->entries;
  for (int64_t i = 0; i < found; ++i) ++lists.ends[list_of(lists.positions[i])];
  PlaceLists(lists);
  for (int64_t i = 0; i < found; ++i) {
    const int32_t at = lists.positions[i];
    const int32_t to = lists.ends[list_of(at)]++;
    const T value = from[at];
    if (kFuses && (value < T{0} ? -value : value) < kLeastFactor<T>) return false;
    lists.offsets[to] = stride * (is_transposed ? at / count : at % k);
    static_cast<T*>(lists.values)[to] = value;
  }
  if (lists.header->terms != 0) FillUp<T>(lists, k, stride);
  return true;
}

template <class Op>
bool FindNonzerosOf(const GemmPlan& plan, const GemmPointers& pointers, const SparseLists& lists) {
  using T = typename Op::T;
  const bool is_rhs = lists.header->is_rhs;
  const auto* const matrix = static_cast<const T*>(is_rhs ? pointers.rhs : pointers.lhs);
  lists.header->entries = CollectNonzeros(matrix, lists.count * plan.k, lists);
  return lists.header->entries >= 0 && FillLists<T, Op::kFuses>(plan, matrix, lists);
}

// Rows of results, of a matrix at lhs: each is a sum of rows of rhs.
template <class Op>
void RunSparseRows(const GemmPlan& plan, const GemmPointers& pointers, const SparseLists& lists,
                   int64_t begin, int64_t end) {
  using T = typename Op::T;
  const auto* const operand = static_cast<const T*>(pointers.rhs);
  const int64_t run = plan.rhs.outer.dimensions.back().size;
  const int64_t stride = StrideOf(plan.rhs.k).value_or(0);
  for (int64_t row = begin; row < end;) {
    const int64_t batch = row / plan.m, first = row % plan.m;
    const int64_t last = std::min(plan.m, first + end - row);
    for (int64_t j = 0; j < plan.n; j += run) {
      const int64_t from = OffsetAt(plan.rhs.batch, batch) + OffsetAt(plan.rhs.outer, j);
      const SparseRows<T> rows{
          .lists = lists,
          .from = operand + from,
          .room = lists.header->span - from - (plan.k - 1) * stride,
          .to = static_cast<T*>(pointers.result) + ResultRow(plan, batch, 0) + j,
          .to_stride = ResultRowStride(plan),
          .run = run};
      SumRows<Op>(rows, first, last);
    }
    row += last - first;
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

// Checks as large a part of the other operand as of the results before it computes them, so that it
// is in the cache.
template <class Op>
bool RunSparse(const GemmPlan& plan, const GemmPointers& pointers, const SparseLists& lists,
               std::byte* panel, int64_t begin, int64_t end) {
  using T = typename Op::T;
  const bool is_rhs = lists.header->is_rhs;
  const auto* const other = static_cast<const T*>(is_rhs ? pointers.lhs : pointers.rhs);
  const int64_t span = lists.header->span, rows = plan.batch * plan.m;
  const int64_t first = span * begin / rows, last = span * end / rows;
  if (!AreOrdinary<T, Op::kFuses>(other + first, last - first)) return false;
  if (is_rhs) {
    RunSparseColumns<Op>(plan, pointers, lists, reinterpret_cast<T*>(panel), begin, end);
  } else {
    RunSparseRows<Op>(plan, pointers, lists, begin, end);
  }
  return true;
}

}  // namespace gemm
// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_GEMM_SPARSE_INL_H_
