// Tests packing by itself, for all panel widths: each panel equals its definition, and nothing
// outside is written. A row that runs into the next panel fails here. In a product it would only
// fail if no later row overwrites it.
#include <catch2/catch_test_macros.hpp>
#include <cstring>
#include <vector>

#include "simd/movement/testing.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/gemm/pack_test.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
//
#include "simd/gemm/pack_groups-inl.h"

#ifndef PADDOCK_SIMD_GEMM_PACK_TEST_ONCE
#define PADDOCK_SIMD_GEMM_PACK_TEST_ONCE
namespace paddock::simd {

// A block of elements of kPlanes lanes each, as PackSource has it, and where it goes.
struct PackingJob {
  const std::byte* base;
  const int64_t* outer_offsets;
  int64_t outer_count;
  const int64_t* k_offsets;
  int64_t k_count;
  const GemmDecoder* decoder;
  std::byte* to;
  std::byte* stage;
};

struct Packing {
  ElementType type;
  GemmAccumulation accumulation;
  size_t lane_bytes;
  int64_t planes;
  int64_t width;
  void (*run)(const PackingJob& job);
  // Elements of k in a lane, lane_bytes being an element's.
  int64_t group = 1;
};

}  // namespace paddock::simd
#endif  // PADDOCK_SIMD_GEMM_PACK_TEST_ONCE

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {

template <class T, int64_t kPlanes, int64_t kWidth>
void RunPacking(const PackingJob& job) {
  const gemm::PackSource source{job.base,      job.outer_offsets, job.outer_count,
                                job.k_offsets, job.k_count,       int64_t{sizeof(T)} * kPlanes,
                                job.decoder};
  gemm::PackPanels<T, kPlanes, kWidth>(source, reinterpret_cast<T*>(job.to),
                                       reinterpret_cast<T*>(job.stage));
}

template <class T, int64_t kPlanes, int64_t... kWidths>
void AddPackings(ElementType type, GemmAccumulation accumulation, std::vector<Packing>& packings) {
  (packings.push_back(
       {type, accumulation, sizeof(T), kPlanes, kWidths, &RunPacking<T, kPlanes, kWidths>}),
   ...);
}

template <class Component, int64_t kWidth>
void RunGroupPacking(const PackingJob& job) {
  const gemm::PackSource source{job.base,      job.outer_offsets, job.outer_count,
                                job.k_offsets, job.k_count,       int64_t{sizeof(Component)},
                                job.decoder};
  gemm::PackGroups<Component, kWidth>(source, reinterpret_cast<uint32_t*>(job.to),
                                      reinterpret_cast<Component*>(job.stage));
}

template <class Component, int64_t... kWidths>
void AddGroupPackings(ElementType type, std::vector<Packing>& packings) {
  (packings.push_back({type, GemmAccumulation::kU32, sizeof(Component), 1, kWidths,
                       &RunGroupPacking<Component, kWidths>, gemm::kGroupSize<Component>}),
   ...);
}

// Widths of lhs and rhs panels of all targets.
void ListPackings(std::vector<Packing>& packings) {
  using E = ElementType;
  AddPackings<float, 1, 4, 6, 8, 16, 32, 64>(E::kF32, GemmAccumulation::kF32, packings);
  AddPackings<double, 1, 4, 6, 8, 16, 32>(E::kF64, GemmAccumulation::kF64, packings);
  AddPackings<uint32_t, 1, 6, 8>(E::kUI32, GemmAccumulation::kU32, packings);
  AddPackings<uint64_t, 1, 6, 8>(E::kUI64, GemmAccumulation::kU64, packings);
  AddPackings<uint8_t, 1, 4, 6, 8, 32, 128>(E::kI1, GemmAccumulation::kI1, packings);
  AddPackings<float, 2, 2, 4, 8>(E::kC64, GemmAccumulation::kC64, packings);
  AddPackings<double, 2, 2, 4>(E::kC128, GemmAccumulation::kC128, packings);
  AddGroupPackings<uint8_t, 8, 16, 32>(E::kUI8, packings);
  AddGroupPackings<uint16_t, 4, 6, 8, 16, 32>(E::kI16, packings);
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {
namespace {

HWY_EXPORT(ListPackings);

// Memory of exactly its own size. The outer dimension or k is last; or k is in overlapping runs, as
// in windows, beginning within one; or there are lines of windows side by side; or gaps.
enum class PackLayout { kOuterNeighbours, kNeighboursOfK, kRunsOfK, kLines, kGaps };

class PackingCase {
 public:
  PackingCase(const Packing& packing, PackLayout layout, int64_t outer_count, int64_t k_count)
      : packing_(packing), outer_count_(outer_count), k_count_(k_count) {
    const bool k_is_last = layout == PackLayout::kNeighboursOfK;
    const int64_t gap = layout == PackLayout::kGaps ? 2 : 1;
    const int64_t outer_stride = k_is_last ? k_count : layout == PackLayout::kRunsOfK ? 3 : gap;
    const int64_t k_stride = k_is_last ? 1 : outer_count * gap;
    const bool has_lines = layout == PackLayout::kLines;
    for (int64_t i = 0; i < outer_count; ++i) {
      outer_offsets_.push_back(has_lines ? i / 11 * 14 + i % 11 : i * outer_stride);
    }
    for (int64_t l = 0; l < k_count; ++l) {
      const int64_t cell = l + 2;
      if (has_lines) {
        k_offsets_.push_back(l / 3 * 14 + l % 3);
        continue;
      }
      k_offsets_.push_back(layout == PackLayout::kRunsOfK ? cell / 6 * 40 + cell % 6 - 2
                                                          : l * k_stride);
    }
    const int64_t elements = outer_offsets_.back() + k_offsets_.back() + 1;
    source_.resize(static_cast<size_t>(elements * packing.planes) * packing.lane_bytes);
    // Elements differ in their bytes. None is a NaN or zero, which is padding.
    for (size_t i = 0; i < source_.size(); ++i) source_[i] = std::byte(i * 37 % 63 + 1);
  }

  // Whether the panels are right, and the bytes around them whole.
  bool Holds() const {
    const int64_t panels = (outer_count_ + packing_.width - 1) / packing_.width;
    const int64_t lanes = panels * packing_.width * packing_.planes * PaddedK();
    testing::GuardedBuffer packed(static_cast<size_t>(lanes) * packing_.lane_bytes, 0);
    std::vector<std::byte> stage(static_cast<size_t>(packing_.width * packing_.planes * PaddedK()) *
                                 packing_.lane_bytes);
    const GemmDecoder decoder = packing_.group > 1
                                    ? GemmComponentDecoderFor(packing_.type, packing_.type)
                                    : GemmDecoderFor(packing_.type, packing_.accumulation);
    packing_.run({source_.data(), outer_offsets_.data(), outer_count_, k_offsets_.data(), k_count_,
                  &decoder, reinterpret_cast<std::byte*>(packed.data()), stage.data()});
    if (!packed.guards_are_whole()) return false;
    for (int64_t lane = 0; lane < lanes; ++lane) {
      if (!IsRight(reinterpret_cast<const std::byte*>(packed.data()), lane)) return false;
    }
    return true;
  }

 private:
  int64_t PaddedK() const {
    return (k_count_ + packing_.group - 1) / packing_.group * packing_.group;
  }

  // panel, group of k, plane, place, k in the group: the last one fastest.
  bool IsRight(const std::byte* packed, int64_t lane) const {
    const int64_t in_group = lane % packing_.group;
    const int64_t row = lane / packing_.group / packing_.width;
    const int64_t place = lane / packing_.group % packing_.width;
    const int64_t plane = row % packing_.planes;
    const int64_t depth = PaddedK() / packing_.group;
    const int64_t l = row / packing_.planes % depth * packing_.group + in_group;
    const int64_t panel = row / packing_.planes / depth;
    const int64_t outer = panel * packing_.width + place;
    std::vector<std::byte> expected(packing_.lane_bytes);
    if (outer < outer_count_ && l < k_count_) {
      const int64_t element =
          outer_offsets_[static_cast<size_t>(outer)] + k_offsets_[static_cast<size_t>(l)];
      const auto at = static_cast<size_t>(element * packing_.planes + plane) * packing_.lane_bytes;
      std::memcpy(expected.data(), source_.data() + at, packing_.lane_bytes);
    }
    return std::memcmp(packed + static_cast<size_t>(lane) * packing_.lane_bytes, expected.data(),
                       packing_.lane_bytes) == 0;
  }

  const Packing& packing_;
  int64_t outer_count_;
  int64_t k_count_;
  std::vector<int64_t> outer_offsets_;
  std::vector<int64_t> k_offsets_;
  std::vector<std::byte> source_;
};

void CheckPacking(const Packing& packing, PackLayout layout) {
  INFO(Spelling(packing.type) << ", panels of " << packing.width << ", layout "
                              << static_cast<int>(layout));
  // More panels than are packed together, with a partial one.
  std::vector<int64_t> outer_counts = {10 * packing.width + 1};
  for (int64_t count = 1; count <= 3 * packing.width + 1; ++count) outer_counts.push_back(count);
  for (const int64_t outer_count : outer_counts) {
    for (const int64_t k_count : {1, 2, 3, 4, 5, 17, 22}) {
      INFO(outer_count << " elements at " << k_count << " of k");
      REQUIRE(PackingCase(packing, layout, outer_count, k_count).Holds());
    }
  }
}

}  // namespace

TEST_CASE("packing fills panels of any width, and nothing outside of them") {
  testing::ForEachTarget([] {
    std::vector<Packing> packings;
    HWY_DYNAMIC_DISPATCH(ListPackings)(packings);
    for (const Packing& packing : packings) {
      for (const PackLayout layout :
           {PackLayout::kOuterNeighbours, PackLayout::kNeighboursOfK, PackLayout::kRunsOfK,
            PackLayout::kLines, PackLayout::kGaps}) {
        CheckPacking(packing, layout);
      }
    }
  });
}

}  // namespace paddock::simd
#endif  // HWY_ONCE
