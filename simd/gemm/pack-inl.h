// Packing: copies a block of an operand, whatever its strides and stored type,
// into the panels that a micro-kernel reads one after the other.
//
//   panel 0: k = 0: plane 0: [outer 0 .. width), plane 1: [...], k = 1: ...
//   panel 1: outer width .. 2 * width, the last one padded with zeros

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "simd/gemm/ops-inl.h"
#include "simd/gemm/pack_source-inl.h"
#include "simd/gemm/plan.h"
#include "simd/gemm/transpose_rows-inl.h"

#if defined(PADDOCK_SIMD_GEMM_PACK_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_GEMM_PACK_INL_H_
#undef PADDOCK_SIMD_GEMM_PACK_INL_H_
#else
#define PADDOCK_SIMD_GEMM_PACK_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {
namespace gemm {

// Lanes of the vectors in which rows of a panel are copied. With AVX-512, one masked copy is faster
// than a whole and a masked one.
template <int64_t kWidth>
inline constexpr size_t kCopiedLanes =
    HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3 && kWidth == 6 ? 8 : kWidth;

// Copies a whole row of a panel in vectors, and nothing past it, which is another panel's.
template <class T, int64_t kWidth>
HWY_INLINE void CopyPanelRow(const std::byte* from, T* HWY_RESTRICT to) {
  const hn::CappedTag<T, kCopiedLanes<kWidth>> d;
  constexpr auto kStep = static_cast<int64_t>(HWY_MAX_LANES_D(decltype(d)));
  constexpr int64_t kWhole = kWidth / kStep * kStep;
  const T* const elements = reinterpret_cast<const T*>(from);
  for (int64_t i = 0; i < kWhole; i += kStep) hn::StoreU(hn::LoadU(d, elements + i), d, to + i);
  if constexpr (kWhole < kWidth) {
    constexpr size_t kLeft = static_cast<size_t>(kWidth - kWhole);
    hn::StoreN(hn::LoadN(d, elements + kWhole, kLeft), d, to + kWhole, kLeft);
  }
}

// Copies rows of `panels` panels of lanes. `to` is the first row of the first one.
template <class T, int64_t kWidth>
void CopyNeighbours(const std::byte* base, const int64_t* k_offsets, int64_t k_count,
                    int64_t panels, T* HWY_RESTRICT to) {
  const int64_t panel_stride = kWidth * k_count;
  for (int64_t l = 0; l < k_count; ++l) {
    const std::byte* from = base + k_offsets[l] * static_cast<int64_t>(sizeof(T));
    T* row = to + l * kWidth;
    for (int64_t j = 0; j < panels; ++j, row += panel_stride) {
      CopyPanelRow<T, kWidth>(from, row);
      from += kWidth * static_cast<int64_t>(sizeof(T));
    }
  }
}

template <class T, int64_t kPlanes, int64_t kWidth>
HWY_INLINE void PackPanelRow(const GemmDecoder& decoder, const std::byte* from, T* to) {
  if (kPlanes == 1 && decoder.is_identity) {
    CopyPanelRow<T, kWidth>(from, to);
  } else {
    decoder.run(decoder.table, from, kWidth, to, kWidth);
  }
}

// Panels side by side that make a row of 1 KiB. With shorter rows a reader is slower by half while
// caches are busy. Longer rows map to the same cache sets.
template <int64_t kWidth>
inline constexpr int64_t kPanelsTogether = HWY_MIN(8, HWY_MAX(256 / kWidth, 1));

// `panels` whole panels whose elements are all neighbours at each k: copies row by row.
template <class T, int64_t kPlanes, int64_t kWidth>
void PackNeighbours(const PackSource& source, int64_t first, int64_t panels, T* to) {
  // WebAssembly leaves it out, for size.
  if constexpr (kPlanes == 1 && !HWY_ARCH_WASM) {
    if (source.decoder->is_identity) {
      return CopyNeighbours<T, kWidth>(ElementAt(source, source.outer_offsets[first]),
                                       source.k_offsets, source.k_count, panels, to);
    }
  }
  const int64_t panel_stride = kWidth * kPlanes * source.k_count;
  for (int64_t l = 0; l < source.k_count; ++l, to += kWidth * kPlanes) {
    const std::byte* from = ElementAt(source, source.outer_offsets[first] + source.k_offsets[l]);
    for (int64_t j = 0; j < panels; ++j, from += kWidth * source.element_bytes) {
      PackPanelRow<T, kPlanes, kWidth>(*source.decoder, from, to + j * panel_stride);
    }
  }
}

// One panel of neighbours that are stored as lanes, of which `count` exist.
template <class T, int64_t kWidth>
void CopyPaddedRows(const PackSource& source, int64_t first, int64_t count, T* HWY_RESTRICT to) {
  const hn::CappedTag<T, kWidth> d;
  constexpr auto kStep = static_cast<int64_t>(HWY_MAX_LANES_D(decltype(d)));
  const int64_t* const k_offsets = source.k_offsets;
  const int64_t k_count = source.k_count;
  const std::byte* const base = ElementAt(source, source.outer_offsets[first]);
  for (int64_t l = 0; l < k_count; ++l, to += kWidth) {
    const T* const from =
        reinterpret_cast<const T*>(base + k_offsets[l] * static_cast<int64_t>(sizeof(T)));
    HWY_UNROLL(4)
    for (int64_t i = 0; i < kWidth; i += kStep) {
      const auto existing = static_cast<size_t>(HWY_MIN(HWY_MAX(count - i, int64_t{0}), kStep));
      const auto lanes = hn::LoadN(d, from + i, existing);
      if (i + kStep <= kWidth) {
        hn::StoreU(lanes, d, to + i);
      } else {
        hn::StoreN(lanes, d, to + i, static_cast<size_t>(kWidth - i));
      }
    }
  }
}

// One panel of runs of neighbours, of which `count` elements exist.
template <class T, int64_t kPlanes, int64_t kWidth>
void PackSomeNeighbours(const PackSource& source, int64_t first, int64_t count,
                        const RunsOfOuter<kWidth>& runs, T* to) {
  // WebAssembly leaves it out, for size.
  if constexpr (kPlanes == 1 && !HWY_ARCH_WASM) {
    if (runs.count == 1 && source.decoder->is_identity) {
      return CopyPaddedRows<T, kWidth>(source, first, count, to);
    }
  }
  if constexpr (kPlanes == 1 && kHasMaskedLanes<T>) {
    if (source.decoder->is_identity) return CopyRuns<T, kWidth>(source, first, count, runs, to);
  }
  for (int64_t l = 0; l < source.k_count; ++l) {
    for (int64_t r = 0; r < runs.count; ++r) {
      const int64_t begin = runs.begins[r];
      const std::byte* from =
          ElementAt(source, source.outer_offsets[first + begin] + source.k_offsets[l]);
      source.decoder->run(source.decoder->table, from, runs.begins[r + 1] - begin, to + begin,
                          kWidth);
    }
    for (int64_t p = 0; p < kPlanes; ++p, to += kWidth) {
      std::memset(to + count, 0, static_cast<size_t>(kWidth - count) * sizeof(T));
    }
  }
}

// The elements along k at one index of the outer dimensions, decoded into `staged`.
template <class Staged>
HWY_INLINE void StageRow(const PackSource& source, int64_t outer_offset, const RunsOfK& runs,
                         Staged* staged, int64_t plane_stride) {
  const GemmDecoder& decoder = *source.decoder;
  const std::byte* const from = ElementAt(source, outer_offset);
  if (!runs.are_long()) {
    decoder.gather(decoder.table, from, source.k_offsets, source.k_count, staged, plane_stride);
    return;
  }
  for (int64_t l = 0; l < source.k_count;) {
    const int64_t end = runs.EndOf(l);
    decoder.run(decoder.table, from + source.k_offsets[l] * source.element_bytes, end - l,
                staged + l, plane_stride);
    l = end;
  }
}

// Transposes runs of rows along k in place.
template <class T, int64_t kWidth>
void PackRowsInPlace(const PackSource& source, int64_t first, int64_t count, const RunsOfK& runs,
                     T* to) {
  const T* rows[kWidth] = {};
  for (int64_t i = 0; i < count; ++i) {
    rows[i] = reinterpret_cast<const T*>(
        ElementAt(source, source.outer_offsets[first + i] + source.k_offsets[0]));
  }
  for (int64_t l = 0;;) {
    const int64_t end = runs.EndOf(l);
    TransposeRows(rows, count, kWidth, end - l, to + l * kWidth, kWidth);
    if (end == source.k_count) return;
    const int64_t step = source.k_offsets[end] - source.k_offsets[l];
    for (int64_t i = 0; i < count; ++i) rows[i] += step;
    l = end;
  }
}

// Reads along k, into `stage` unless the operand can be read in place, and transposes.
template <class T, int64_t kPlanes, int64_t kWidth>
void PackRows(const PackSource& source, int64_t first, int64_t count, const RunsOfK& runs, T* to,
              T* stage) {
  if (kPlanes == 1 && runs.are_long() && source.decoder->is_identity) {
    PackRowsInPlace<T, kWidth>(source, first, count, runs, to);
    return;
  }
  const T* rows[kWidth] = {};
  for (int64_t i = 0; i < count; ++i) {
    T* const staged = stage + i * kPlanes * source.k_count;
    StageRow(source, source.outer_offsets[first + i], runs, staged, source.k_count);
    rows[i] = staged;
  }
  for (int64_t p = 0; p < kPlanes; ++p) {
    TransposeRows(rows, count, kWidth, source.k_count, to + p * kWidth, kWidth * kPlanes);
    for (int64_t i = 0; i < count; ++i) rows[i] += source.k_count;
  }
}

// Panel layout for PackAll: kPlanes lanes an element.
template <class T, int64_t kPlanes, int64_t kPanelWidth>
struct PanelsOfLanes {
  static constexpr int64_t kWidth = kPanelWidth;
  using Lane = T;
  using Staged = T;

  static int64_t LanesOfPanel(const PackSource& source) {
    return kWidth * kPlanes * source.k_count;
  }
  static void PackWhole(const PackSource& source, int64_t first, int64_t panels, T* to, T*) {
    PackNeighbours<T, kPlanes, kWidth>(source, first, panels, to);
  }
  static void PackSome(const PackSource& source, int64_t first, int64_t count, T* to, T*) {
    RunsOfOuter<kWidth> one;
    one.begins[0] = 0;
    one.begins[1] = count;
    one.count = 1;
    PackSomeNeighbours<T, kPlanes, kWidth>(source, first, count, one, to);
  }
  // Returns false, and does nothing, if they are no runs of neighbours.
  static bool PackInRuns(const PackSource& source, int64_t first, int64_t count, T* to) {
    if constexpr (RunsOfOuter<kWidth>::kMost == 1) return false;
    RunsOfOuter<kWidth> runs;
    if (!runs.Find(source.outer_offsets + first, count)) return false;
    PackSomeNeighbours<T, kPlanes, kWidth>(source, first, count, runs, to);
    return true;
  }
  static void PackAlongK(const PackSource& source, int64_t first, int64_t count,
                         const RunsOfK& runs, T* to, T* stage) {
    if constexpr (kPlanes == 1 && kHasMaskedLanes<T> && kWidth % kLanesOfGather == 0) {
      const bool gathers = source.decoder->is_identity && !runs.are_long();
      if (gathers && GatherPanel<T, kWidth>(source, first, count, to)) return;
    }
    PackRows<T, kPlanes, kWidth>(source, first, count, runs, to, stage);
  }
};

// All panels of a block, each by the function of Panels that reads neighbours.
template <class Panels>
void PackAll(const PackSource& source, typename Panels::Lane* to, typename Panels::Staged* stage) {
  if (source.k_count == 0) return;
  constexpr int64_t kWidth = Panels::kWidth;
  const bool is_known = IsKnownContiguous(source);
  const RunsOfK runs = is_known ? RunsOfK{} : FindRuns(source.k_offsets, source.k_count);
  int64_t panels = 1;
  for (int64_t first = 0; first < source.outer_count; first += panels * kWidth) {
    const int64_t left = source.outer_count - first;
    const int64_t count = HWY_MIN(kWidth, left);
    panels = HWY_MAX(HWY_MIN(kPanelsTogether<kWidth>, left / kWidth), int64_t{1});
    if (!is_known && !AreNeighbours(source.outer_offsets + first, panels * count)) panels = 1;
    const bool are_neighbours = is_known || (AreNeighbours(source.outer_offsets + first, count) &&
                                             !(runs.is_one_run() && count == 1));
    if (are_neighbours && count == kWidth) {
      Panels::PackWhole(source, first, panels, to, stage);
    } else if (are_neighbours) {
      Panels::PackSome(source, first, count, to, stage);
    } else if (runs.is_one_run() || !Panels::PackInRuns(source, first, count, to)) {
      panels = 1;
      Panels::PackAlongK(source, first, count, runs, to, stage);
    }
    to += panels * Panels::LanesOfPanel(source);
  }
}

// Panels of kWidth; `stage` has room for kWidth * k_count elements.
template <class T, int64_t kPlanes, int64_t kWidth>
void PackPanels(const PackSource& source, T* to, T* stage) {
  PackAll<PanelsOfLanes<T, kPlanes, kWidth>>(source, to, stage);
}

}  // namespace gemm
// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_GEMM_PACK_INL_H_
