// Packing for dot instructions: panels as in pack-inl.h, whose lanes hold a group of
// components that are neighbours along k, with zeros behind the last k.
//
//   panel 0: k = 0 .. group: [outer 0 .. width), k = group .. 2 * group: ...

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "simd/gemm/pack-inl.h"

#if defined(PADDOCK_SIMD_GEMM_PACK_GROUPS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_GEMM_PACK_GROUPS_INL_H_
#undef PADDOCK_SIMD_GEMM_PACK_GROUPS_INL_H_
#else
#define PADDOCK_SIMD_GEMM_PACK_GROUPS_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {
namespace gemm {

template <class Component>
inline constexpr int64_t kGroupSize = int64_t{sizeof(uint32_t) / sizeof(Component)};

// Lane i of `to` gets element i of each row.
template <class Component, int64_t kWidth>
HWY_INLINE void InterleaveRows(const Component* const* rows, uint32_t* HWY_RESTRICT to) {
  const hn::CappedTag<Component, HWY_MIN(kWidth, int64_t{16 / sizeof(Component)})> d;
  constexpr auto kStep = static_cast<int64_t>(HWY_MAX_LANES_D(decltype(d)));
  if constexpr (kWidth % kStep != 0) {
    for (int64_t i = 0; i < kWidth; ++i) {
      for (int64_t r = 0; r < kGroupSize<Component>; ++r) {
        std::memcpy(reinterpret_cast<Component*>(to + i) + r, rows[r] + i, sizeof(Component));
      }
    }
  } else {
    const hn::Repartition<uint16_t, decltype(d)> d16;
    const hn::Repartition<uint32_t, decltype(d)> d32;
    constexpr int64_t kLanesOut = kStep * int64_t{sizeof(Component)} / 4;
    for (int64_t i = 0; i < kWidth; i += kStep) {
      const auto a = hn::LoadU(d, rows[0] + i);
      const auto b = hn::LoadU(d, rows[1] + i);
      const auto low = hn::BitCast(d16, hn::InterleaveLower(d, a, b));
      const auto high = hn::BitCast(d16, hn::InterleaveUpper(d, a, b));
      if constexpr (sizeof(Component) == 2) {
        hn::StoreU(hn::BitCast(d32, low), d32, to + i);
        hn::StoreU(hn::BitCast(d32, high), d32, to + i + kLanesOut);
      } else {
        const auto c = hn::LoadU(d, rows[2] + i);
        const auto e = hn::LoadU(d, rows[3] + i);
        const auto next_low = hn::BitCast(d16, hn::InterleaveLower(d, c, e));
        const auto next_high = hn::BitCast(d16, hn::InterleaveUpper(d, c, e));
        const auto store = [&](auto quads, int64_t at) HWY_ATTR {
          hn::StoreU(hn::BitCast(d32, quads), d32, to + i + at * kLanesOut);
        };
        store(hn::InterleaveLower(d16, low, next_low), 0);
        store(hn::InterleaveUpper(d16, low, next_low), 1);
        store(hn::InterleaveLower(d16, high, next_high), 2);
        store(hn::InterleaveUpper(d16, high, next_high), 3);
      }
    }
  }
}

// Panel layout for PackAll: lanes with a group each.
template <class Component, int64_t kPanelWidth>
struct PanelsOfGroups {
  static constexpr int64_t kWidth = kPanelWidth;
  static constexpr int64_t kGroup = kGroupSize<Component>;
  using Lane = uint32_t;
  using Staged = Component;

  static int64_t GroupsOf(const PackSource& source) {
    return (source.k_count + kGroup - 1) / kGroup;
  }
  static int64_t LanesOfPanel(const PackSource& source) { return kWidth * GroupsOf(source); }

  // The `count` components of a row of one k: where they lie, or staged, with zeros up to the
  // panel's width and in rows behind the last k.
  static const Component* ReadRow(const PackSource& source, int64_t first, int64_t l, int64_t count,
                                  Component* staged) {
    int64_t read = 0;
    if (l < source.k_count) {
      const std::byte* const from =
          ElementAt(source, source.outer_offsets[first] + source.k_offsets[l]);
      if (count == kWidth && source.decoder->is_identity) {
        return reinterpret_cast<const Component*>(from);
      }
      source.decoder->run(source.decoder->table, from, count, staged, count);
      read = count;
    }
    std::memset(staged + read, 0, static_cast<size_t>(kWidth - read) * sizeof(Component));
    return staged;
  }

  static void PackRowsOfGroup(const PackSource& source, int64_t first, int64_t group, int64_t count,
                              uint32_t* to, Component* stage) {
    const Component* rows[kGroup];
    for (int64_t r = 0; r < kGroup; ++r) {
      rows[r] = ReadRow(source, first, group * kGroup + r, count, stage + r * kWidth);
    }
    InterleaveRows<Component, kWidth>(rows, to);
  }

  // `panels` side by side of one whole group, read where they lie.
  static void InterleavePanels(const PackSource& source, int64_t first, int64_t group,
                               int64_t panels, uint32_t* to) {
    const Component* rows[kGroup];
    for (int64_t r = 0; r < kGroup; ++r) {
      rows[r] = reinterpret_cast<const Component*>(
          ElementAt(source, source.outer_offsets[first] + source.k_offsets[group * kGroup + r]));
    }
    for (int64_t j = 0; j < panels; ++j, to += LanesOfPanel(source)) {
      InterleaveRows<Component, kWidth>(rows, to);
      for (const Component*& row : rows) row += kWidth;
    }
  }

  static void PackWhole(const PackSource& source, int64_t first, int64_t panels, uint32_t* to,
                        Component* stage) {
    const int64_t whole = source.decoder->is_identity ? source.k_count / kGroup : 0;
    for (int64_t group = 0; group < GroupsOf(source); ++group, to += kWidth) {
      if (group < whole) {
        InterleavePanels(source, first, group, panels, to);
        continue;
      }
      for (int64_t j = 0; j < panels; ++j) {
        PackRowsOfGroup(source, first + j * kWidth, group, kWidth, to + j * LanesOfPanel(source),
                        stage);
      }
    }
  }

  static void PackSome(const PackSource& source, int64_t first, int64_t count, uint32_t* to,
                       Component* stage) {
    const int64_t groups = GroupsOf(source);
    for (int64_t group = 0; group < groups; ++group, to += kWidth) {
      PackRowsOfGroup(source, first, group, count, to, stage);
    }
  }

  static bool PackInRuns(const PackSource&, int64_t, int64_t, uint32_t*) { return false; }

  // A row along k is a row of lanes already, but for what is missing of its last group.
  static void PackAlongK(const PackSource& source, int64_t first, int64_t count,
                         const RunsOfK& runs, uint32_t* to, Component* stage) {
    const int64_t groups = GroupsOf(source);
    const int64_t padded = groups * kGroup;
    const bool in_place =
        runs.is_one_run() && source.decoder->is_identity && padded == source.k_count;
    const uint32_t* rows[kWidth] = {};
    for (int64_t i = 0; i < count; ++i) {
      const int64_t outer_offset = source.outer_offsets[first + i];
      if (in_place) {
        rows[i] = reinterpret_cast<const uint32_t*>(
            ElementAt(source, outer_offset + source.k_offsets[0]));
        continue;
      }
      Component* const staged = stage + i * padded;
      StageRow(source, outer_offset, runs, staged, padded);
      std::memset(staged + source.k_count, 0,
                  static_cast<size_t>(padded - source.k_count) * sizeof(Component));
      rows[i] = reinterpret_cast<const uint32_t*>(staged);
    }
    TransposeRows(rows, count, kWidth, groups, to, kWidth);
  }
};

// Panels of kWidth; `stage` has room for kWidth * k_count components, rounded up to groups.
template <class Component, int64_t kWidth>
void PackGroups(const PackSource& source, uint32_t* to, Component* stage) {
  PackAll<PanelsOfGroups<Component, kWidth>>(source, to, stage);
}

}  // namespace gemm
// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_GEMM_PACK_GROUPS_INL_H_
