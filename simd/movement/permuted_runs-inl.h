// Copies of many short runs by permutations: a vector of the result takes its elements from a few
// vectors of the source, at places that repeat after as many vectors as a run has elements.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <type_traits>

#include "simd/movement/short_runs.h"

#if defined(PADDOCK_SIMD_MOVEMENT_PERMUTED_RUNS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_MOVEMENT_PERMUTED_RUNS_INL_H_
#undef PADDOCK_SIMD_MOVEMENT_PERMUTED_RUNS_INL_H_
#else
#define PADDOCK_SIMD_MOVEMENT_PERMUTED_RUNS_INL_H_
#endif

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

// WebAssembly leaves them out, for size. Before AVX-512 VBMI, permutations of elements of 1 and 2
// bytes take several instructions.
template <class T>
inline constexpr bool kPermutesRuns =
    !HWY_ARCH_WASM && sizeof(T) <= 8 && (sizeof(T) >= 4 || HWY_TARGET <= HWY_AVX3_DL);

// Returns the elements at places of `kVectors` vectors, which begin at begins[i].
template <int64_t kVectors, class T>
HWY_INLINE hn::Vec<hn::ScalableTag<T>> TakePlaces(const T* from, const int64_t* begins,
                                                  hn::Vec<hn::ScalableTag<T>> place) {
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  const auto load = [&](int64_t i) HWY_ATTR { return hn::LoadU(d, from + begins[i]); };
  if constexpr (kVectors == 1) {
    // Lanes after the last element are arbitrary.
    const auto in_vector = hn::And(place, hn::Set(d, static_cast<T>(lanes - 1)));
    return hn::TableLookupLanes(load(0), hn::IndicesFromVec(d, in_vector));
  } else if constexpr (kVectors == 2) {
    return hn::TwoTablesLookupLanes(d, load(0), load(1), hn::IndicesFromVec(d, place));
  } else {
    const auto in_pair = hn::And(place, hn::Set(d, static_cast<T>(2 * lanes - 1)));
    const auto indices = hn::IndicesFromVec(d, in_pair);
    const auto low = hn::TwoTablesLookupLanes(d, load(0), load(1), indices);
    const auto high = hn::TwoTablesLookupLanes(d, load(2), load(3), indices);
    return hn::IfThenElse(hn::Ge(place, hn::Set(d, static_cast<T>(2 * lanes))), high, low);
  }
}

// Writes `count` vectors, `written` elements apart, each from vectors that begin `advance` elements
// after those before. Not inline: registers hold what the loop uses.
template <int64_t kVectors, class T>
HWY_NOINLINE void WritePermuted(const T* from, const int64_t* vectors, int64_t advance,
                                const T* places, T* to, int64_t written, int64_t count) {
  const auto place = hn::LoadU(hn::ScalableTag<T>(), places);
  int64_t begins[kVectors];
  for (int64_t i = 0; i < kVectors; ++i) begins[i] = vectors[i];
  for (int64_t i = 0; i < count; ++i, from += advance, to += written) {
    hn::StoreU(TakePlaces<kVectors>(from, begins, place), hn::ScalableTag<T>(), to);
  }
}

// T is unsigned. Example with vectors of 4 lanes, runs of 3 elements that are 4 apart:
//
//   source     a b c .   d e f .   g h i .   j k l .
//   vector 0   a b c d             begins at a
//   vector 1           e f g h     begins at e
//   vector 2                   i j k l
//   from the next 16 elements of the source on, the same places follow
template <class T>
class PermutedRuns {
 public:
  // Returns whether there are enough runs to pay for the places. A load and a store for each run
  // take less time than a permutation from kLeastBytes of a run on. AVX2 has no permutation of two
  // vectors: three instructions take longer than a vector for each run, except backwards.
  static bool Pays(const ShortRuns& runs) {
    constexpr int64_t kLeastBytes = 12;
    const bool is_backwards = runs.step < 0 && !runs.is_repeated;
    if (HWY_TARGET == HWY_AVX2 && runs.size > 1 && !is_backwards) return false;
    if (runs.size * static_cast<int64_t>(sizeof(T)) >= kLeastBytes) return false;
    return runs.step != 0 && runs.count >= kFewestPeriods * static_cast<int64_t>(hn::Lanes(D()));
  }

  explicit PermutedRuns(const ShortRuns& runs) : runs_(runs) {}

  // Returns the number of runs that were copied: whole periods whose vectors read nothing but
  // elements between those of the first run and those of the last one.
  int64_t Copy(const T* source, T* result) {
    for (int64_t i = 0; i < runs_.size; ++i) most_window_ = std::max(most_window_, FindWindow(i));
    if (most_window_ <= lanes_) return CopyPeriods<1>(source, result);
    if (most_window_ <= 2 * lanes_) return CopyPeriods<2>(source, result);
    return most_window_ <= 4 * lanes_ ? CopyPeriods<4>(source, result) : 0;
  }

  // Copies some runs from a vector of the source to a vector of the result, which the next one
  // overwrites from their end on. Returns the number of runs that were copied; 0 if a vector has
  // so few that a load and a store for each take less time.
  int64_t CopyGroups(const T* source, T* result) const {
    constexpr int64_t kFewestOfGroup = 3;
    // Choosing a group takes as long as copying as many runs.
    constexpr int64_t kFewestRuns = 64;
    if (runs_.step == 0 || runs_.size > lanes_ || runs_.count < kFewestRuns) return 0;
    const int64_t distance = std::abs(runs_.step), elements = run_elements();
    const int64_t group = std::min(lanes_ / runs_.size, (lanes_ - elements) / distance + 1);
    const int64_t extent = (runs_.count - 1) * distance + elements;
    const int64_t written = runs_.count * runs_.size;
    if (group < kFewestOfGroup || extent < lanes_ || written < lanes_) return 0;
    const int64_t groups = std::min((extent - lanes_) / (group * distance),
                                    (written - lanes_) / (group * runs_.size)) +
                           1;
    const int64_t begin = runs_.step < 0 ? elements - lanes_ : 0;
    HWY_ALIGN T places[kMostLanes];
    StorePlaces(0, begin, places);
    WritePermuted<1>(source, &begin, group * runs_.step, places, result, group * runs_.size,
                     groups);
    return groups * group;
  }

 private:
  using D = hn::ScalableTag<T>;
  // Computing the places takes as long as copying as many periods.
  static constexpr int64_t kFewestPeriods = 3;
  // Periods in which one vector is written after another: source and result stay in L1.
  static constexpr int64_t kAtOnce = 16;
  static constexpr auto kMostLanes = static_cast<int64_t>(hn::MaxLanes(D()));

  int64_t run_elements() const { return runs_.is_repeated ? 1 : runs_.size; }

  // Finds the elements that vector `i` of a period reads, relative to the first run's beginning.
  // Returns the number of elements from the first to the last one.
  int64_t FindWindow(int64_t i) {
    const int64_t first = i * lanes_, last = first + lanes_ - 1;
    const int64_t first_run = RunOf(first), last_run = RunOf(last);
    const auto offset = [&](int64_t element) {
      const int64_t run = RunOf(element);
      return run * runs_.step + (runs_.is_repeated ? 0 : element - run * runs_.size);
    };
    int64_t low = std::min(offset(first), offset(last)),
            high = std::max(offset(first), offset(last));
    // The runs at the ends may be cut.
    if (first_run != last_run) {
      for (const int64_t begin : {(first_run + 1) * runs_.size, last_run * runs_.size}) {
        low = std::min(low, offset(begin));
        high = std::max(high, offset(begin - 1));
      }
    }
    low_[i] = low;
    high_[i] = high + 1;
    return high_[i] - low_[i];
  }

  // Returns the run of an element of a period.
  int64_t RunOf(int64_t element) const { return element * inverse_ >> 16; }

  // Stores the places that vector `i` takes from vectors that begin at element `begin`.
  void StorePlaces(int64_t i, int64_t begin, T* places) const {
    using Wide = std::conditional_t<(sizeof(T) < 4), uint32_t, T>;
    const hn::ScalableTag<Wide> wide;
    const hn::Rebind<T, decltype(wide)> narrow;
    const auto set = [&](int64_t value)
                         HWY_ATTR { return hn::Set(wide, static_cast<Wide>(value)); };
    const auto lanes = static_cast<int64_t>(hn::Lanes(wide));
    for (int64_t k = 0; k < lanes_; k += lanes) {
      const auto element = hn::Iota(wide, static_cast<Wide>(i * lanes_ + k));
      const auto run = hn::ShiftRight<16>(hn::Mul(element, set(inverse_)));
      auto place = hn::Sub(hn::Mul(run, set(runs_.step)), set(begin));
      if (!runs_.is_repeated) {
        place = hn::Add(place, hn::Sub(element, hn::Mul(run, set(runs_.size))));
      }
      if constexpr (sizeof(T) < 4) {
        hn::StoreU(hn::TruncateTo(narrow, place), narrow, places + k);
      } else {
        hn::StoreU(place, narrow, places + k);
      }
    }
  }

  template <int64_t kVectors>
  int64_t CopyPeriods(const T* source, T* result) {
    HWY_ALIGN T places[ShortRuns::kMostElements * kMostLanes];
    int64_t begins[ShortRuns::kMostElements] = {};
    int64_t lowest = 0, highest = 0;
    for (int64_t i = 0; i < runs_.size; ++i) {
      // Vectors reach past the window towards the runs that follow.
      begins[i] = runs_.step < 0 ? high_[i] - kVectors * lanes_ : low_[i];
      StorePlaces(i, begins[i], places + i * lanes_);
      lowest = std::min(lowest, begins[i]);
      highest = std::max(highest, begins[i] + kVectors * lanes_);
    }
    const int64_t advance = lanes_ * runs_.step, last = (runs_.count - 1) * runs_.step;
    int64_t periods = runs_.count / lanes_;
    if (runs_.step < 0) {
      if (lowest < last) return 0;
      periods = std::min(periods, (last - lowest) / advance + 1);
    } else {
      const int64_t space = last + run_elements() - highest;
      if (space < 0) return 0;
      periods = std::min(periods, space / advance + 1);
    }
    const int64_t size = runs_.size, written = size * lanes_;
    int64_t vectors[kVectors];
    for (int64_t i = 0; i < kVectors; ++i) vectors[i] = i * lanes_;
    for (int64_t first = 0; first < periods; first += kAtOnce) {
      const int64_t some = std::min(kAtOnce, periods - first);
      for (int64_t i = 0; i < size; ++i) {
        WritePermuted<kVectors>(source + first * advance + begins[i], vectors, advance,
                                places + i * lanes_, result + first * written + i * lanes_, written,
                                some);
      }
    }
    return periods * lanes_;
  }

  const int64_t lanes_ = static_cast<int64_t>(hn::Lanes(D()));
  const ShortRuns& runs_;
  // (x * inverse_) >> 16 is x / size: x is less than 12 * 64. A division takes as long as ten
  // vectors.
  const int64_t inverse_ = 65536 / runs_.size + 1;
  int64_t most_window_ = 0;
  int64_t low_[ShortRuns::kMostElements], high_[ShortRuns::kMostElements];
};

}  // namespace
}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_MOVEMENT_PERMUTED_RUNS_INL_H_
