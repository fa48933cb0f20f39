// The source of packing: a block of an operand, its runs of neighbours, and panels of such elements
// that are stored as lanes.

#include <cstddef>
#include <cstdint>

#include "simd/gemm/ops-inl.h"
#include "simd/gemm/plan.h"

#if defined(PADDOCK_SIMD_GEMM_PACK_SOURCE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_GEMM_PACK_SOURCE_INL_H_
#undef PADDOCK_SIMD_GEMM_PACK_SOURCE_INL_H_
#else
#define PADDOCK_SIMD_GEMM_PACK_SOURCE_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {
namespace gemm {

// A block of an operand: element (i, l) lies outer_offsets[i] + k_offsets[l]
// elements from `base`. An operand of another kind (the windows of a
// convolution) is another pair of lists.
struct PackSource {
  const std::byte* base;
  const int64_t* outer_offsets;
  int64_t outer_count;
  const int64_t* k_offsets;
  int64_t k_count;
  int64_t element_bytes;
  const GemmDecoder* decoder;
#ifndef __wasm__
  // The elements are known to be neighbours at each k.
  bool is_contiguous = false;
#endif
};

inline bool IsKnownContiguous([[maybe_unused]] const PackSource& source) {
#ifdef __wasm__
  return false;
#else
  return source.is_contiguous && source.outer_count > 1;
#endif
}

inline bool AreNeighbours(const int64_t* offsets, int64_t count) {
  for (int64_t i = 1; i < count; ++i) {
    if (offsets[i] != offsets[0] + i) return false;
  }
  return true;
}

// The elements of k in runs of neighbours: `first` elements, then runs of `rest`, of which the last
// may be shorter. A window's cells make such runs: its features, or a line of it.
struct RunsOfK {
  int64_t first;
  int64_t rest;
  int64_t count;

  int64_t EndOf(int64_t begin) const { return begin == 0 ? first : HWY_MIN(begin + rest, count); }
  bool is_one_run() const { return first == count; }
  // Shorter ones are gathered element by element.
  bool are_long() const { return is_one_run() || rest >= kLeastRun; }
  static constexpr int64_t kLeastRun = 4;
};

inline RunsOfK FindRuns(const int64_t* offsets, int64_t count) {
  RunsOfK runs{0, 0, count};
  int64_t begin = 0;
  while (begin < count) {
    int64_t end = begin + 1;
    while (end < count && offsets[end] == offsets[end - 1] + 1) ++end;
    if (begin == 0) {
      runs.first = end;
    } else if (runs.rest == 0) {
      runs.rest = end - begin;
    } else if (end - begin > runs.rest || (end < count && end - begin < runs.rest)) {
      // Lists that do not come from windows.
      return {1, 1, count};
    }
    begin = end;
  }
  return runs;
}

inline const std::byte* ElementAt(const PackSource& source, int64_t offset) {
  return source.base + offset * source.element_bytes;
}

// The outer elements of a panel in runs of neighbours. Windows of a convolution are neighbours up
// to the end of a line.
template <int64_t kWidth>
struct RunsOfOuter {
  // Beginnings of runs, and the end of the last one. More runs are not worth a copy each.
  static constexpr int64_t kMost = HWY_MAX(kWidth / 8, int64_t{1});
  int64_t begins[kMost + 1];
  int64_t count = 0;

  // Returns false if there are too many runs.
  bool Find(const int64_t* offsets, int64_t outer_count) {
    for (int64_t i = 0; i < outer_count; ++i) {
      if (i > 0 && offsets[i] == offsets[i - 1] + 1) continue;
      if (count == kMost) return false;
      begins[count++] = i;
    }
    begins[count] = outer_count;
    return true;
  }
};

// Whether a masked copy or a gather of lanes takes little more than a whole one.
template <class T>
inline constexpr bool kHasMaskedLanes =
    HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3 && (sizeof(T) == 4 || sizeof(T) == 8);

// Panels of whole registers of this many lanes or more are gathered.
inline constexpr int64_t kLanesOfGather = 8;

// One panel of runs of neighbours that are stored as lanes, of which `count` exist. A run takes a
// masked copy or a few.
template <class T, int64_t kWidth>
void CopyRuns(const PackSource& source, int64_t first, int64_t count,
              const RunsOfOuter<kWidth>& runs, T* HWY_RESTRICT to) {
  const hn::CappedTag<T, kWidth> d;
  constexpr auto kStep = static_cast<int64_t>(HWY_MAX_LANES_D(decltype(d)));
  const T* from[RunsOfOuter<kWidth>::kMost];
  for (int64_t r = 0; r < runs.count; ++r) {
    from[r] =
        reinterpret_cast<const T*>(ElementAt(source, source.outer_offsets[first + runs.begins[r]]));
  }
  for (int64_t l = 0; l < source.k_count; ++l, to += kWidth) {
    const int64_t k_offset = source.k_offsets[l];
    for (int64_t r = 0; r < runs.count; ++r) {
      const int64_t begin = runs.begins[r], size = runs.begins[r + 1] - begin;
      for (int64_t i = 0; i < size; i += kStep) {
        const auto left = static_cast<size_t>(HWY_MIN(size - i, kStep));
        hn::StoreN(hn::LoadN(d, from[r] + k_offset + i, left), d, to + begin + i, left);
      }
    }
    for (int64_t i = count; i < kWidth; ++i) to[i] = T{0};
  }
}

// Gathers one panel of elements that are stored as lanes, of which `count` exist: a register at
// once for each k. Returns false, and does nothing, if their distances are too large.
template <class T, int64_t kWidth>
bool GatherPanel(const PackSource& source, int64_t first, int64_t count, T* HWY_RESTRICT to) {
  const hn::CappedTag<T, kWidth> d;
  const hn::RebindToSigned<decltype(d)> di;
  using Index = hn::TFromD<decltype(di)>;
  constexpr auto kStep = static_cast<int64_t>(HWY_MAX_LANES_D(decltype(d)));
  static_assert(kWidth % kStep == 0);
  HWY_ALIGN Index places[kWidth] = {};
  const int64_t* const offsets = source.outer_offsets + first;
  for (int64_t i = 0; i < count; ++i) {
    places[i] = static_cast<Index>(offsets[i] - offsets[0]);
    if (places[i] != offsets[i] - offsets[0]) return false;
  }
  const T* const base = reinterpret_cast<const T*>(ElementAt(source, offsets[0]));
  for (int64_t l = 0; l < source.k_count; ++l, to += kWidth) {
    const T* const from = base + source.k_offsets[l];
    for (int64_t i = 0; i < kWidth; i += kStep) {
      const auto existing = static_cast<size_t>(HWY_MIN(HWY_MAX(count - i, int64_t{0}), kStep));
      const auto lanes = hn::GatherIndex(d, from, hn::Load(di, places + i));
      hn::StoreU(hn::IfThenElseZero(hn::FirstN(d, existing), lanes), d, to + i);
    }
  }
  return true;
}

}  // namespace gemm
// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_GEMM_PACK_SOURCE_INL_H_
