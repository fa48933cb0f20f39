// Sums of lists of a matrix at lhs: rows of results (sparse.h).

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "simd/gemm/ops-inl.h"
#include "simd/gemm/sparse_lists.h"

#if defined(PADDOCK_SIMD_GEMM_SPARSE_ROWS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_GEMM_SPARSE_ROWS_INL_H_
#undef PADDOCK_SIMD_GEMM_SPARSE_ROWS_INL_H_
#else
#define PADDOCK_SIMD_GEMM_SPARSE_ROWS_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {
namespace gemm {

// One list, and the elements of the other operand: offsets count `stride` of them.
template <class T>
struct SparseSum {
  const int32_t* offsets;
  const T* values;
  int64_t count;
  const T* from;
  int64_t stride;
};

template <class T>
HWY_INLINE SparseSum<T> SumOfList(const SparseLists& lists, int64_t list, const T* from,
                                  int64_t stride = 1) {
  const int32_t begin = list == 0 ? 0 : lists.ends[list - 1];
  return {lists.offsets + begin, static_cast<const T*>(lists.values) + begin,
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
    const auto* const from = sum.from + sum.offsets[i] * sum.stride;
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

// `count` results beside each other, of a row of lhs.
template <class Op>
HWY_NOINLINE void SumRow(SparseSum<typename Op::T> sum, typename Op::T* to, int64_t count) {
  using T = typename Op::T;
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
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

// Rows of results at `to`, `to_stride` apart: `run` elements for each list, of the rows at `from`.
// `room`: elements of the operand from the last of these on.
template <class T>
struct SparseRows {
  const SparseLists& lists;
  const T* from;
  int64_t room;
  T* to;
  int64_t to_stride;
  int64_t run;
};

// kLists rows of results, whose lists have the same kTerms indices, in whole vectors.
template <class Op, size_t kTerms, size_t kLists, class D, class T = hn::TFromD<D>>
HWY_INLINE void SumVectorsOfRows(D d, const T* const* from, const T* values, T* to,
                                 int64_t to_stride, int64_t count) {
  using V = hn::Vec<D>;
  constexpr auto kTogether = static_cast<int64_t>(kTerms * kLists <= 4 ? 2 : 1);
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  V factors[kLists * kTerms];
  const T* operands[kTerms];
  T* results[kLists];
  HWY_UNROLL(8)
  for (size_t i = 0; i < kLists * kTerms; ++i) factors[i] = hn::Set(d, values[i]);
  HWY_UNROLL(4)
  for (size_t t = 0; t < kTerms; ++t) operands[t] = from[t];
  HWY_UNROLL(2)
  for (size_t l = 0; l < kLists; ++l) results[l] = to + static_cast<int64_t>(l) * to_stride;
  const auto sum_at = [&](int64_t at) HWY_ATTR {
    V sums[kLists];
    HWY_UNROLL(2)
    for (size_t l = 0; l < kLists; ++l) sums[l] = hn::Zero(d);
    HWY_UNROLL(4)
    for (size_t t = 0; t < kTerms; ++t) {
      const V b = hn::LoadU(d, operands[t] + at);
      HWY_UNROLL(2)
      for (size_t l = 0; l < kLists; ++l) Op::MulAdd(&factors[l * kTerms + t], &b, &sums[l]);
    }
    HWY_UNROLL(2)
    for (size_t l = 0; l < kLists; ++l) hn::StoreU(sums[l], d, results[l] + at);
  };
  // Pointers that move take fewer instructions in WebAssembly than an index.
  const auto move = [&](int64_t elements) HWY_ATTR {
    HWY_UNROLL(4)
    for (size_t t = 0; t < kTerms; ++t) operands[t] += elements;
    HWY_UNROLL(2)
    for (size_t l = 0; l < kLists; ++l) results[l] += elements;
  };
  const T* const end = to + count;
  for (; kTogether * lanes <= end - results[0]; move(kTogether * lanes)) {
    HWY_UNROLL(2)
    for (int64_t v = 0; v < kTogether; ++v) sum_at(v * lanes);
  }
  if (kTogether > 1 && results[0] < end) sum_at(0);
}

// Rows begin .. end, of lists of kTerms elements.
template <class Op, size_t kTerms, class D>
HWY_NOINLINE void SumFew(D d, const SparseRows<typename Op::T>& rows, int64_t begin, int64_t end) {
  using T = typename Op::T;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  const int64_t run = rows.run, to_stride = rows.to_stride;
  const int64_t rest = run % lanes, count = run - rest;
  const T* const first = rows.from;
  const int32_t* offsets = rows.lists.offsets + begin * static_cast<int64_t>(kTerms);
  const T* values = static_cast<const T*>(rows.lists.values) + begin * static_cast<int64_t>(kTerms);
  T* to = rows.to + begin * to_stride;
  int64_t row = begin;
  const auto sum_rows = [&](auto lists, int64_t elements) HWY_ATTR {
    constexpr size_t kLists = decltype(lists)::value;
    const T* from[kTerms];
    HWY_UNROLL(4)
    for (size_t t = 0; t < kTerms; ++t) from[t] = first + offsets[t];
    SumVectorsOfRows<Op, kTerms, kLists>(d, from, values, to, to_stride, elements);
    offsets += kLists * kTerms;
    values += kLists * kTerms;
    to += static_cast<int64_t>(kLists) * to_stride;
  };
  const std::integral_constant<size_t, 1> one;
  const std::integral_constant<size_t, 2> two;
  // A vector may exceed a row if elements that are written later follow it.
  const int64_t whole = rest == 0 ? count : count + lanes;
  const int64_t last = rest == 0                                ? end
                       : to_stride == run && rows.room >= whole ? end - (whole - 1) / run
                                                                : begin;
  if (run <= lanes) {
    for (; row < last; ++row) sum_rows(one, lanes);
  }
  while (row < end) {
    const bool is_whole = row < last;
    bool is_shared = row + 1 < end && (rest == 0 || !is_whole);
    for (size_t t = 0; t < kTerms; ++t) {
      is_shared = is_shared && offsets[t] == offsets[kTerms + t];
    }
    if (is_shared) {
      sum_rows(two, count);
    } else {
      sum_rows(one, is_whole ? whole : count);
    }
    const int64_t next = row + (is_shared ? 2 : 1);
    for (; !is_whole && row < next; ++row) {
      SumRow<Op>(SumOfList(rows.lists, row, first + count), rows.to + row * to_stride + count,
                 rest);
    }
    row = next;
  }
}

// Rows begin .. end, of lists of any length, in one vector each. It may exceed a row: elements that
// are written later follow.
template <class Op, class D>
HWY_NOINLINE void SumShort(D d, const SparseRows<typename Op::T>& rows, int64_t begin,
                           int64_t end) {
  using T = typename Op::T;
  using V = hn::Vec<D>;
  const int64_t run = rows.run;
  const T* const from = rows.from;
  const int32_t* const ends = rows.lists.ends;
  const int32_t* const offsets = rows.lists.offsets;
  const T* const values = static_cast<const T*>(rows.lists.values);
  T* to = rows.to + begin * run;
  int32_t i = begin == 0 ? 0 : ends[begin - 1];
  for (int64_t row = begin; row < end; ++row, to += run) {
    V sum = hn::Zero(d);
    for (; i < ends[row]; ++i) {
      const V a = hn::Set(d, values[i]), b = hn::LoadU(d, from + offsets[i]);
      Op::MulAdd(&a, &b, &sum);
    }
    hn::StoreU(sum, d, to);
  }
}

// Rows begin .. end of results, in vectors of `d`.
template <class Op, class D>
void SumRows(D d, const SparseRows<typename Op::T>& rows, int64_t begin, int64_t end) {
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  const int64_t terms = rows.lists.header->terms, run = rows.run;
  // A fused sum of one product has the same bits.
  if (terms == 1) return SumFew<RealOp<typename Op::T, false>, 1>(d, rows, begin, end);
  if (terms == 2) return SumFew<Op, 2>(d, rows, begin, end);
  if (terms == 4) return SumFew<Op, 4>(d, rows, begin, end);
  if (run <= lanes && rows.to_stride == run && rows.room >= lanes) {
    const int64_t last = end - (lanes - 1) / run;
    if (begin < last) {
      SumShort<Op>(d, rows, begin, last);
      begin = last;
    }
  }
  for (int64_t row = begin; row < end; ++row) {
    SumRow<Op>(SumOfList(rows.lists, row, rows.from), rows.to + row * rows.to_stride, run);
  }
}

// Rows begin .. end of results.
template <class Op>
void SumRows(const SparseRows<typename Op::T>& rows, int64_t begin, int64_t end) {
  using T = typename Op::T;
  const hn::CappedTag<T, 16 / sizeof(T)> few;
  if constexpr (kRegisterLanes<T> > 16 / sizeof(T)) {
    if (rows.run > static_cast<int64_t>(hn::Lanes(few))) {
      return SumRows<Op>(hn::ScalableTag<T>(), rows, begin, end);
    }
  }
  SumRows<Op>(few, rows, begin, end);
}

}  // namespace gemm
// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_GEMM_SPARSE_ROWS_INL_H_
