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
    hn::Vec<decltype(d)> high;
    if constexpr (kVectors == 3) {
      const auto in_vector = hn::And(place, hn::Set(d, static_cast<T>(lanes - 1)));
      high = hn::TableLookupLanes(load(2), hn::IndicesFromVec(d, in_vector));
    } else {
      high = hn::TwoTablesLookupLanes(d, load(2), load(3), indices);
    }
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

// Writes `count` neighbouring vectors, each with begins and places of its own.
template <int64_t kVectors, class T>
HWY_NOINLINE void WriteEach(const T* from, const int64_t* vectors, const T* places, T* to,
                            int64_t count) {
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  for (int64_t i = 0; i < count; ++i, vectors += kVectors, places += lanes, to += lanes) {
    hn::StoreU(TakePlaces<kVectors>(from, vectors, hn::LoadU(d, places)), d, to);
  }
}

// T is unsigned. Each vector of a row has a group of whole runs; the next one overwrites what is
// behind them. If there are many runs, the last ones of a row, whose number is a period, are
// written by vectors that end with the row. Example with vectors of 4 lanes, runs of 3 elements
// that are 4 apart:
//
//   source     .. a b c .   d e f .   g h i .   j k l      is read to l, but not beyond
//   groups     .. a b c ?
//   period                  and its three vectors:
//              .. a b c d
//                         e f g h
//                                 i j k l
template <class T>
class PermutedRuns {
 public:
  explicit PermutedRuns(const ShortRuns& runs) : runs_(runs) {}

  // Whether a vector has so many runs that a load and a store for each may take longer.
  static bool MayPay(const ShortRuns& runs) {
    constexpr auto kLanes = static_cast<int64_t>(hn::MaxLanes(D()));
    return runs.step != 0 && runs.size * kFewestOfGroup <= kLanes;
  }

  // Finds the places for rows of `count` runs together. Returns false if these are too few, or if a
  // load and a store for each take less time.
  bool Plan(int64_t count, int64_t rows) {
    // Finding one vector of places takes as long as copying as many runs, those of a period as long
    // as copying the last runs of as many rows one by one.
    constexpr int64_t kFewestRuns = 64, kFewestRows = 4;
    if (count < kFewestRuns || !FindGroup()) return false;
    const bool are_many = rows >= kFewestRows && count >= rows * lanes_;
    has_period_ = are_many && runs_.size <= kMostVectors && FindPeriod();
    const int64_t low = runs_.step < 0 ? (group_ - 1) * runs_.step : 0;
    group_tables_ = TablesOf(ExtentOf(group_));
    StoreVector(0, low, has_period_ || runs_.step < 0 ? PeriodEnd() : INT64_MAX, group_tables_,
                group_begins_, group_places_);
    return true;
  }

  // Copies the first runs of a row. Returns their number.
  int64_t CopyRow(int64_t count, const T* from, T* to) const {
    if (!has_period_ || count < period_) {
      const int64_t groups = GroupsOf(count);
      CopyGroups(groups, from, to);
      return groups * group_;
    }
    const int64_t last = count - period_;
    CopyGroups((last + group_ - 1) / group_, from, to);
    CallWith(tables_, [&](auto tables) {
      WriteEach<tables()>(from + last * runs_.step, begins_, places_, to + last * runs_.size,
                          vectors_);
    });
    return count;
  }

 private:
  using D = hn::ScalableTag<T>;
  static constexpr auto kMostLanes = static_cast<int64_t>(hn::MaxLanes(D()));
  static constexpr int64_t kMostTables = 4;
  static constexpr int64_t kFewestOfGroup = 3;
  // Those of longer runs take too long to find.
  static constexpr int64_t kMostVectors = 4;

  // Finds the runs of a group. Returns false if these are so few that a load and a store for each
  // take less time.
  bool FindGroup() {
    group_ = RunOf(lanes_);
    const int64_t reach = MostTables() * lanes_;
    if (ExtentOf(group_) > reach) {
      group_ = (reach - run_elements()) / std::abs(runs_.step) + 1;
    }
    return group_ >= kFewestOfGroup;
  }

  // Finds the vectors of a period. Returns false if their places are too far apart.
  HWY_NOINLINE bool FindPeriod() {
    const int64_t unit = lanes_ / std::min(runs_.size & -runs_.size, lanes_);
    do {
      period_ += unit;
    } while (ExtentOf(period_) < lanes_);
    vectors_ = period_ * runs_.size / lanes_;
    int64_t most = 0;
    for (int64_t i = 0; i < vectors_; ++i) {
      most = std::max(most, FindWindow(i * lanes_, lanes_, lows_[i]));
    }
    tables_ = TablesOf(most);
    if (tables_ > kMostTables) return false;
    for (int64_t i = 0; i < vectors_; ++i) {
      StoreVector(i * lanes_, lows_[i], PeriodEnd(), tables_, begins_ + i * tables_,
                  places_ + i * lanes_);
    }
    return true;
  }

  // Returns the groups that read, and write, nothing but what `count` runs have.
  int64_t GroupsOf(int64_t count) const {
    const int64_t distance = std::abs(runs_.step);
    const int64_t read = runs_.step < 0
                             ? (count - 1) * distance + group_begins_[0]
                             : ExtentOf(count) - lanes_ - group_begins_[group_tables_ - 1];
    const int64_t written = count * runs_.size - lanes_;
    if (read < 0 || written < 0) return 0;
    if (distance == runs_.size) return std::min(read, written) / (group_ * distance) + 1;
    return std::min(read / (group_ * distance), written / (group_ * runs_.size)) + 1;
  }

  void CopyGroups(int64_t groups, const T* from, T* to) const {
    CallWith(group_tables_, [&](auto tables) {
      WritePermuted<tables()>(from, group_begins_, group_ * runs_.step, group_places_, to,
                              group_ * runs_.size, groups);
    });
  }

  template <class Function>
  static void CallWith(int64_t tables, const Function& function) {
    switch (tables) {
      case 1:
        return function(std::integral_constant<int64_t, 1>());
      case 2:
        return function(std::integral_constant<int64_t, 2>());
      case 3:
        return function(std::integral_constant<int64_t, 3>());
      default:
        return function(std::integral_constant<int64_t, kMostTables>());
    }
  }

  // A load and a store for each run take less time than a permutation of several vectors from
  // kLeastBytes of a run on. AVX2 has no permutation of two vectors: three instructions take longer
  // than a vector for each run, except backwards.
  int64_t MostTables() const {
    constexpr int64_t kLeastBytes = 12;
    const bool is_backwards = runs_.step < 0 && !runs_.is_repeated;
    if (HWY_TARGET == HWY_AVX2 && runs_.size > 1 && !is_backwards) return 1;
    return runs_.size * static_cast<int64_t>(sizeof(T)) < kLeastBytes ? kMostTables : 1;
  }

  int64_t run_elements() const { return runs_.is_repeated ? 1 : runs_.size; }

  // Returns the elements from the first to the last one that `count` runs read.
  int64_t ExtentOf(int64_t count) const {
    return (count - 1) * std::abs(runs_.step) + run_elements();
  }

  int64_t TablesOf(int64_t elements) const { return (elements + lanes_ - 1) / lanes_; }

  // Finds the first element in the source of `count` elements from `first` on, relative to the
  // first run's beginning. Returns the number of elements from it to the last one.
  int64_t FindWindow(int64_t first, int64_t count, int64_t& window) const {
    const int64_t last = first + count - 1;
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
    window = low;
    return high + 1 - low;
  }

  // Returns the run of an element of a period.
  int64_t RunOf(int64_t element) const { return element * inverse_ >> 16; }

  // Returns the end of what a period reads, relative to the first run's beginning.
  int64_t PeriodEnd() const { return runs_.step < 0 ? run_elements() : ExtentOf(period_); }

  // Stores where the tables of the vector of elements from `first` on begin, and their places
  // there. The window begins at `low`; nothing is read from `end` on. Lanes after the last element
  // of a group are arbitrary.
  void StoreVector(int64_t first, int64_t low, int64_t end, int64_t tables, int64_t* begins,
                   T* places) const {
    for (int64_t k = 0; k < tables; ++k) begins[k] = std::min(low + k * lanes_, end - lanes_);
    using Wide = std::conditional_t<(sizeof(T) < 4), uint32_t, T>;
    const hn::ScalableTag<Wide> wide;
    const hn::Rebind<T, decltype(wide)> narrow;
    const auto set = [&](int64_t value)
                         HWY_ATTR { return hn::Set(wide, static_cast<Wide>(value)); };
    const auto lanes = static_cast<int64_t>(hn::Lanes(wide));
    for (int64_t i = 0; i < lanes_; i += lanes) {
      const auto element = hn::Iota(wide, static_cast<Wide>(first + i));
      const auto run = hn::ShiftRight<16>(hn::Mul(element, set(inverse_)));
      auto offset = hn::Sub(hn::Mul(run, set(runs_.step)), set(low));
      if (!runs_.is_repeated) {
        offset = hn::Add(offset, hn::Sub(element, hn::Mul(run, set(runs_.size))));
      }
      auto place = hn::Add(offset, set(low - begins[0]));
      for (int64_t k = 1; k < tables; ++k) {
        const auto there = hn::Add(offset, set(low + k * lanes_ - begins[k]));
        place = hn::IfThenElse(hn::Ge(offset, set(k * lanes_)), there, place);
      }
      // Places of arbitrary lanes are valid, too.
      place = hn::And(place, set((tables > 2 ? kMostTables : tables) * lanes_ - 1));
      if constexpr (sizeof(T) < 4) {
        hn::StoreU(hn::TruncateTo(narrow, place), narrow, places + i);
      } else {
        hn::StoreU(place, narrow, places + i);
      }
    }
  }

  const int64_t lanes_ = static_cast<int64_t>(hn::Lanes(D()));
  const ShortRuns& runs_;
  // (x * inverse_) >> 16 is x / size: x is less than 16 * 64. A division takes as long as ten
  // vectors.
  const int64_t inverse_ = int64_t{65536 / static_cast<uint32_t>(runs_.size)} + 1;
  bool has_period_ = false;
  int64_t group_ = 0, group_tables_ = 0;
  int64_t period_ = 0, vectors_ = 0, tables_ = 0;
  int64_t lows_[kMostVectors];
  int64_t group_begins_[kMostTables];
  int64_t begins_[kMostVectors * kMostTables];
  HWY_ALIGN T group_places_[kMostLanes];
  HWY_ALIGN T places_[kMostVectors * kMostLanes];
};

}  // namespace
}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_MOVEMENT_PERMUTED_RUNS_INL_H_
