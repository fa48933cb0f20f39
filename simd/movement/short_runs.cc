#include "simd/movement/short_runs.h"

#include <algorithm>
#include <cstring>

#include "core/base/element_width.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/movement/short_runs.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "simd/movement/index_value.h"
#include "simd/movement/permuted_runs-inl.h"
#include "simd/movement/reversed_row-inl.h"
#include "simd/movement/reversed_triples-inl.h"
#include "simd/movement/spread_runs-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

// Copies runs `begin` .. `end`, element by element.
template <class T>
void CopyEach(const ShortRuns& runs, int64_t begin, int64_t end, const T* source, T* result) {
  constexpr auto kBytes = static_cast<int64_t>(sizeof(T));
  const auto* const read = reinterpret_cast<const std::byte*>(source);
  auto* const written = reinterpret_cast<std::byte*>(result);
  for (int64_t run = begin; run < end; ++run) {
    for (int64_t i = 0; i < runs.size; ++i) {
      const int64_t from = run * runs.step + (runs.is_repeated ? 0 : i);
      std::memcpy(written + (run * runs.size + i) * kBytes, read + from * kBytes, kBytes);
    }
  }
}

// Repeats an element for each run, of at least a vector.
template <class T>
void FillLongRuns(const ShortRuns& runs, const T* source, T* result) {
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  for (int64_t run = 0; run < runs.count; ++run, result += runs.size) {
    const auto vector = hn::Set(d, LoadUnaligned<T>(source + run * runs.step));
    int64_t i = 0;
#if !HWY_ARCH_WASM
    // A loop of one store takes twice as long where it crosses a line of the cache.
    for (; i + 4 * lanes <= runs.size; i += 4 * lanes) {
      hn::StoreU(vector, d, result + i);
      hn::StoreU(vector, d, result + i + lanes);
      hn::StoreU(vector, d, result + i + 2 * lanes);
      hn::StoreU(vector, d, result + i + 3 * lanes);
    }
#endif
    for (; i + lanes <= runs.size; i += lanes) hn::StoreU(vector, d, result + i);
    hn::StoreU(vector, d, result + runs.size - lanes);
  }
}

// Copies runs of at least a vector. The last vector of each overlaps the one before it.
template <class T>
void CopyLongRuns(const ShortRuns& runs, const T* source, T* result) {
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  for (int64_t run = 0; run < runs.count; ++run, result += runs.size, source += runs.step) {
    for (int64_t i = 0; i + lanes < runs.size; i += lanes) {
      hn::StoreU(hn::LoadU(d, source + i), d, result + i);
    }
    const int64_t last = runs.size - lanes;
    hn::StoreU(hn::LoadU(d, source + last), d, result + last);
  }
}

// Returns how many runs, `stride` apart, can be accessed as `lanes` elements before `end`.
int64_t RunsBefore(int64_t end, int64_t lanes, int64_t stride) {
  return end < lanes ? 0 : (end - lanes) / stride + 1;
}

// Writes a vector for each of `count` runs.
template <class T, class D, class Load>
void WriteVectors(const ShortRuns& runs, int64_t count, D d, const T* source, T* result,
                  const Load& load) {
  const int64_t step = runs.step, size = runs.size;
  int64_t run = 0;
#if !HWY_ARCH_WASM
  // The loop would take longer than a load and a store.
  for (; run + 4 <= count; run += 4, source += 4 * step, result += 4 * size) {
    const auto v0 = load(source), v1 = load(source + step);
    const auto v2 = load(source + 2 * step), v3 = load(source + 3 * step);
    hn::StoreU(v0, d, result);
    hn::StoreU(v1, d, result + size);
    hn::StoreU(v2, d, result + 2 * size);
    hn::StoreU(v3, d, result + 3 * size);
  }
#endif
  for (; run < count; ++run, source += step, result += size) hn::StoreU(load(source), d, result);
}

// Writes a vector for each run, which the next one overwrites from its end on.
template <class T, size_t kLanes>
void CopyVectors(const ShortRuns& runs, const T* source, T* result) {
  const hn::CappedTag<T, kLanes> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  int64_t first = 0;
  int64_t end = lanes < runs.size ? 0 : RunsBefore(runs.count * runs.size, lanes, runs.size);
  HWY_ALIGN T same[kLanes] = {};
  const bool is_same = runs.step == 0 && !runs.is_repeated;
  if (is_same) {
    std::memcpy(same, source, std::min(static_cast<size_t>(runs.size), kLanes) * sizeof(T));
    source = same;
  } else if (!HWY_ARCH_WASM && !runs.is_repeated && runs.step < 0) {
    // Vectors of the first runs would reach past the end of the first one.
    first = std::min((lanes - runs.size - runs.step - 1) / -runs.step, end);
  } else if (!runs.is_repeated) {
    end = std::min(end, RunsBefore((runs.count - 1) * runs.step + runs.size, lanes, runs.step));
  }
  CopyEach(runs, 0, first, source, result);
  const T* const from = source + first * runs.step;
  T* const to = result + first * runs.size;
  if (runs.is_repeated) {
    WriteVectors(runs, end - first, d, from, to,
                 [&](const T* element) HWY_ATTR { return hn::Set(d, LoadUnaligned<T>(element)); });
  } else {
    WriteVectors(runs, end - first, d, from, to,
                 [&](const T* run) HWY_ATTR { return hn::LoadU(d, run); });
  }
  CopyEach(runs, end, runs.count, source, result);
}

// Copies run by run.
template <class T>
void CopyOneByOne(const ShortRuns& runs, const T* from, T* to) {
#if HWY_ARCH_WASM
  // One width is enough there: the size of the engine counts.
  if constexpr (sizeof(T) == 4) {
    if (runs.size <= 4) return CopyVectors<T, 4>(runs, from, to);
    return runs.is_repeated ? FillLongRuns(runs, from, to) : CopyLongRuns(runs, from, to);
  }
  CopyEach(runs, 0, runs.count, from, to);
#else
  // Vectors of one run would not reach its end.
  if (runs.size > static_cast<int64_t>(hn::Lanes(hn::ScalableTag<T>()))) {
    return runs.is_repeated ? FillLongRuns(runs, from, to) : CopyLongRuns(runs, from, to);
  }
  if (runs.size <= 4) return CopyVectors<T, 4>(runs, from, to);
  return runs.size <= 8 ? CopyVectors<T, 8>(runs, from, to) : CopyVectors<T, 16>(runs, from, to);
#endif
}

using Rows = std::span<const ShortRunRow>;

template <class T>
void CopyEachRow(const ShortRuns& runs, Rows rows, const T* from, T* to) {
  ShortRuns row_runs = runs;
  for (const ShortRunRow& row : rows) {
    row_runs.count = row.count;
    CopyOneByOne(row_runs, from + row.source, to + row.result);
  }
}

#if !HWY_ARCH_WASM
// Returns false, and copies nothing, if the elements are not spread.
template <class T>
bool CopySpread(const ShortRuns& runs, Rows rows, const T* from, T* to) {
  const auto spread = FindSpread<T>(runs);
  if (spread == nullptr) return false;
  spread(rows, from, to);
  const auto lanes = static_cast<int64_t>(hn::Lanes(hn::ScalableTag<T>()));
  for (const ShortRunRow& row : rows) {
    if (row.count < lanes) CopyEachRow(runs, Rows(&row, 1), from, to);
  }
  return true;
}

// Returns false, and copies nothing, if the runs are no triples backwards.
template <class T>
bool CopyTriples(const ShortRuns& runs, Rows rows, const T* from, T* to) {
  // A vector of fewer elements has too few runs.
  constexpr size_t kFewestLanes = 16;
  if constexpr (TriplePlaces<T>::kLanes >= kFewestLanes) {
    if (runs.is_repeated || runs.size != 3 || runs.step != -3) return false;
    for (const ShortRunRow& row : rows) {
      if (ReverseTriples(from + row.source, to + row.result, row.count)) continue;
      CopyEachRow(runs, Rows(&row, 1), from, to);
    }
    return true;
  }
  return false;
}

// Returns false, and copies nothing, if the runs are not permuted.
template <class T>
bool CopyPermuted(const ShortRuns& runs, Rows rows, const T* from, T* to) {
  if (!PermutedRuns<T>::MayPay(runs)) return false;
  int64_t count = 0;
  for (const ShortRunRow& row : rows) count += row.count;
  PermutedRuns<T> permuted(runs);
  if (!permuted.Plan(count, static_cast<int64_t>(rows.size()))) return false;
  for (const ShortRunRow& row : rows) {
    const int64_t done = permuted.CopyRow(row.count, from + row.source, to + row.result);
    if (done == row.count) continue;
    const ShortRunRow rest{row.source + done * runs.step, row.result + done * runs.size,
                           row.count - done};
    CopyEachRow(runs, Rows(&rest, 1), from, to);
  }
  return true;
}
#endif

template <class T>
void CopyByWidth(const ShortRuns& runs, Rows rows, const std::byte* source, std::byte* result) {
  const auto* const from = reinterpret_cast<const T*>(source);
  auto* const to = reinterpret_cast<T*>(result);
#if !HWY_ARCH_WASM
  if constexpr (kPermutesRuns<T>) {
    const bool is_copied = CopySpread(runs, rows, from, to) || CopyTriples(runs, rows, from, to) ||
                           CopyPermuted(runs, rows, from, to);
    if (is_copied) return;
  }
#endif
  CopyEachRow(runs, rows, from, to);
}

struct Bytes16 {
  uint64_t half[2];
};

#if !HWY_ARCH_WASM
// Copies runs that touch backwards, such as the pixels of a row, as wider elements.
template <size_t kBytes>
void ReverseRows(Rows rows, size_t element_bytes, const std::byte* source, std::byte* result) {
  const auto bytes = static_cast<int64_t>(element_bytes);
  for (const ShortRunRow& row : rows) {
    ReverseRow<kBytes>(reinterpret_cast<const uint8_t*>(source) + row.source * bytes,
                       reinterpret_cast<uint8_t*>(result) + row.result * bytes, row.count);
  }
}

// Returns false, and copies nothing, if no element is as wide as a run.
bool CopyReversed(const ShortRuns& runs, Rows rows, size_t element_bytes, const std::byte* source,
                  std::byte* result) {
  if (runs.is_repeated || runs.step != -runs.size) return false;
  const size_t run_bytes = static_cast<size_t>(runs.size) * element_bytes;
  if (run_bytes > 16 || (run_bytes & (run_bytes - 1)) != 0) return false;
  VisitWidth(run_bytes,
             [&](auto width) HWY_ATTR { ReverseRows<width>(rows, element_bytes, source, result); });
  return true;
}
#endif

}  // namespace

void CopyRowsHere(const ShortRuns& runs, Rows rows, size_t element_bytes, const std::byte* source,
                  std::byte* result) {
#if !HWY_ARCH_WASM
  if (CopyReversed(runs, rows, element_bytes, source, result)) return;
#endif
  switch (element_bytes) {
    case 1:
      return CopyByWidth<uint8_t>(runs, rows, source, result);
    case 2:
      return CopyByWidth<uint16_t>(runs, rows, source, result);
    case 4:
      return CopyByWidth<uint32_t>(runs, rows, source, result);
    case 8:
      return CopyByWidth<uint64_t>(runs, rows, source, result);
    default:
      for (const ShortRunRow& row : rows) {
        CopyEach(runs, 0, row.count, reinterpret_cast<const Bytes16*>(source) + row.source,
                 reinterpret_cast<Bytes16*>(result) + row.result);
      }
  }
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {

HWY_EXPORT(CopyRowsHere);

void CopyShortRuns(const ShortRuns& runs, size_t element_bytes, const std::byte* source,
                   std::byte* result) {
  const ShortRunRow row{0, 0, runs.count};
  CopyShortRuns(runs, {&row, 1}, element_bytes, source, result);
}

void CopyShortRuns(const ShortRuns& runs, std::span<const ShortRunRow> rows, size_t element_bytes,
                   const std::byte* source, std::byte* result) {
  HWY_DYNAMIC_DISPATCH(CopyRowsHere)(runs, rows, element_bytes, source, result);
}

}  // namespace paddock::simd
#endif  // HWY_ONCE
