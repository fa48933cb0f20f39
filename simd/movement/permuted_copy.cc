#ifndef __wasm__

#include "simd/movement/permuted_copy.h"

#include <algorithm>
#include <cstring>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/movement/permuted_copy.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "simd/movement/permuted_runs-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

// Vectors of 16 bytes have too few elements.
template <class T>
inline constexpr bool kPermutesCopies = kPermutesRuns<T> && HWY_MAX_BYTES >= 32;

// Plans the vectors of a copy.
template <class T>
class CopyPlanner {
 public:
  CopyPlanner(std::span<const int32_t> sources, int64_t source_count)
      : sources_(sources), source_count_(source_count) {}

  std::optional<PermutedCopy> Plan() {
    PermutedCopy copy;
    copy.element_bytes = sizeof(T);
    copy.count = static_cast<int64_t>(sources_.size());
    copy.source_count = source_count_;
    const size_t vectors = (sources_.size() + LaneCount() - 1) / LaneCount();
    copy.starts.resize(2 * vectors);
    copy.places.resize(vectors * LaneCount() * sizeof(T));
    for (size_t i = 0; i < vectors; ++i) {
      const size_t first = i * LaneCount();
      const auto taken = sources_.subspan(first, std::min(LaneCount(), sources_.size() - first));
      if (!PlanVector(taken, copy.starts.data() + 2 * i, copy.places.data() + first * sizeof(T))) {
        return std::nullopt;
      }
    }
    return copy;
  }

 private:
  static size_t LaneCount() { return hn::Lanes(hn::ScalableTag<T>()); }

  // A vector from `element` on, or earlier, so that it does not reach past the source.
  int32_t StartAt(int32_t element) const {
    const auto last = static_cast<int32_t>(source_count_ - static_cast<int64_t>(LaneCount()));
    return std::max(0, std::min(element, last));
  }

  bool PlanVector(std::span<const int32_t> taken, int32_t* starts, uint8_t* places) const {
    const auto lanes = static_cast<int32_t>(LaneCount());
    starts[0] = StartAt(std::ranges::min(taken));
    const auto is_in_first = [&](int32_t one) { return one < starts[0] + lanes; };
    int32_t other = std::numeric_limits<int32_t>::max();
    for (const int32_t one : taken) {
      if (!is_in_first(one)) other = std::min(other, one);
    }
    starts[1] = std::ranges::all_of(taken, is_in_first) ? starts[0] : StartAt(other);
    for (size_t i = 0; i < taken.size(); ++i) {
      const bool is_first = is_in_first(taken[i]);
      const int32_t in_vector = taken[i] - starts[is_first ? 0 : 1];
      if (in_vector >= lanes) return false;
      const auto place =
          static_cast<hwy::MakeUnsigned<T>>(is_first ? in_vector : lanes + in_vector);
      std::memcpy(places + i * sizeof(T), &place, sizeof(T));
    }
    return true;
  }

  const std::span<const int32_t> sources_;
  const int64_t source_count_;
};

// `load` reads a vector of the source.
template <class T, class Load>
HWY_INLINE void WriteCopy(const PermutedCopy& copy, T* to, const Load& load) {
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  const int32_t* start = copy.starts.data();
  const auto* place = reinterpret_cast<const T*>(copy.places.data());
  const auto taken = [&]() HWY_ATTR {
    const auto indices = hn::IndicesFromVec(d, hn::LoadU(d, place));
    return hn::TwoTablesLookupLanes(d, load(start[0]), load(start[1]), indices);
  };
  int64_t left = copy.count;
  for (; left >= lanes; left -= lanes, start += 2, place += lanes, to += lanes) {
    hn::StoreU(taken(), d, to);
  }
  if (left > 0) hn::StoreN(taken(), d, to, static_cast<size_t>(left));
}

template <class T>
void RunCopy(const PermutedCopy& copy, const std::byte* source, std::byte* result) {
  if constexpr (kPermutesCopies<T>) {
    const hn::ScalableTag<T> d;
    const auto* const from = reinterpret_cast<const T*>(source);
    auto* const to = reinterpret_cast<T*>(result);
    const auto lanes = static_cast<int64_t>(hn::Lanes(d));
    if (copy.source_count < lanes) {
      const auto all = hn::LoadN(d, from, static_cast<size_t>(copy.source_count));
      return WriteCopy(copy, to, [&](int32_t) HWY_ATTR { return all; });
    }
    WriteCopy(copy, to, [&](int32_t start) HWY_ATTR { return hn::LoadU(d, from + start); });
  }
}

template <class T>
std::optional<PermutedCopy> PlanCopy(std::span<const int32_t> sources, int64_t source_count) {
  if constexpr (kPermutesCopies<T>) return CopyPlanner<T>(sources, source_count).Plan();
  return std::nullopt;
}

}  // namespace

std::optional<PermutedCopy> PlanCopyHere(size_t element_bytes, std::span<const int32_t> sources,
                                         int64_t source_count) {
  switch (element_bytes) {
    case 1:
      return PlanCopy<uint8_t>(sources, source_count);
    case 2:
      return PlanCopy<uint16_t>(sources, source_count);
    case 4:
      return PlanCopy<uint32_t>(sources, source_count);
    case 8:
      return PlanCopy<uint64_t>(sources, source_count);
    default:
      return std::nullopt;
  }
}

void RunCopyHere(const PermutedCopy& copy, const std::byte* source, std::byte* result) {
  switch (copy.element_bytes) {
    case 1:
      return RunCopy<uint8_t>(copy, source, result);
    case 2:
      return RunCopy<uint16_t>(copy, source, result);
    case 4:
      return RunCopy<uint32_t>(copy, source, result);
    default:
      return RunCopy<uint64_t>(copy, source, result);
  }
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {

HWY_EXPORT(PlanCopyHere);
HWY_EXPORT(RunCopyHere);

std::optional<PermutedCopy> PlanPermutedCopy(size_t element_bytes, std::span<const int32_t> sources,
                                             int64_t source_count) {
  return HWY_DYNAMIC_DISPATCH(PlanCopyHere)(element_bytes, sources, source_count);
}

void RunPermutedCopy(const PermutedCopy& copy, const std::byte* source, std::byte* result) {
  HWY_DYNAMIC_DISPATCH(RunCopyHere)(copy, source, result);
}

}  // namespace paddock::simd
#endif  // HWY_ONCE

#endif  // __wasm__
