// Copies of many tuples by permutations: small matrices that are transposed or cut. A vector of the
// result takes its elements from a few vectors of the source, at the same places in each group of
// tuples.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <type_traits>

#include "simd/movement/copy_kernels.h"

#if defined(PADDOCK_SIMD_MOVEMENT_PERMUTED_TUPLES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_MOVEMENT_PERMUTED_TUPLES_INL_H_
#undef PADDOCK_SIMD_MOVEMENT_PERMUTED_TUPLES_INL_H_
#else
#define PADDOCK_SIMD_MOVEMENT_PERMUTED_TUPLES_INL_H_
#endif

#include "hwy/highway.h"
#include "simd/movement/permuted_runs-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

// Tuples of `size` elements follow each other in the result. In the source, they begin `step`
// elements apart, and element i of each is places[i] elements after its beginning.
struct Tuples {
  int64_t count = 0;
  int64_t size = 0;
  int64_t step = 0;
  const int64_t* places = nullptr;
};

// Whether elements of 1 and 2 bytes are looked up in blocks of 16 bytes, because permutations of
// them take several instructions. WebAssembly leaves it out, for size.
template <class T>
inline constexpr bool kPermutesBlocks = !HWY_ARCH_WASM && sizeof(T) < 4 && !kPermutesRuns<T>;

// The same as WritePermuted with blocks instead of vectors, each ored from what `kTables` have.
template <int64_t kTables, class T>
HWY_NOINLINE void WriteBlocks(const T* from, const int64_t* blocks, int64_t advance,
                              const T* places, T* to, int64_t written, int64_t count) {
  constexpr size_t kBytes = 16, kWidth = sizeof(T);
  const hn::FixedTag<uint8_t, kBytes> d;
  hn::Vec<decltype(d)> lookups[kTables];
  int64_t begins[kTables];
  for (size_t i = 0; i < kTables; ++i) {
    begins[i] = blocks[i];
    // A byte that another table has becomes 0.
    constexpr uint8_t kNone = 0x80;
    HWY_ALIGN uint8_t bytes[kBytes];
    for (size_t k = 0; k < kBytes; ++k) {
      const size_t at = places[k / kWidth] * kWidth + k % kWidth;
      bytes[k] = at / kBytes == i ? static_cast<uint8_t>(at % kBytes) : kNone;
    }
    lookups[i] = hn::Load(d, bytes);
  }
  const auto look_up = [&](size_t i) HWY_ATTR {
    const auto* block = reinterpret_cast<const uint8_t*>(from + begins[i]);
    return hn::TableLookupBytesOr0(hn::LoadU(d, block), lookups[i]);
  };
  for (int64_t row = 0; row < count; ++row, from += advance, to += written) {
    auto block = look_up(0);
    for (size_t i = 1; i < kTables; ++i) block = hn::Or(block, look_up(i));
    hn::StoreU(block, d, reinterpret_cast<uint8_t*>(to));
  }
}

template <class T>
class PermutedTuples {
 public:
  explicit PermutedTuples(const Tuples& tuples) : tuples_(tuples) {}

  // Returns the number of tuples that were copied; 0 if they are too few or too far apart.
  int64_t Copy(const T* source, T* result) {
    // Finding the places takes as long as copying as many elements one by one.
    constexpr int64_t kFewestElements = 512;
    if (tuples_.count * tuples_.size < kFewestElements) return 0;
    FindElements();
    const int64_t elements = group_ * tuples_.size;
    const int64_t vectors = (elements + lanes_ - 1) / lanes_;
    int64_t most_tables = 0;
    for (int64_t i = 0; i < vectors; ++i) {
      vectors_[i].first = vectors == 1 ? 0 : std::min(i * lanes_, elements - lanes_);
      most_tables = std::max(most_tables, FindTables(vectors_[i]));
      if (most_tables > kMostTables) return 0;
    }
    if (most_tables == 1) return Write<1>(vectors, source, result);
    return most_tables == 2 ? Write<2>(vectors, source, result) : Write<4>(vectors, source, result);
  }

 private:
  using D =
      std::conditional_t<kPermutesBlocks<T>, hn::FixedTag<T, 16 / sizeof(T)>, hn::ScalableTag<T>>;
  static constexpr auto kMostLanes = static_cast<int64_t>(hn::MaxLanes(D()));
  static constexpr int64_t kMostElements = std::max(kMostLanes, kMostOfTuple);
  // Before AVX-512, a permutation of two vectors takes several instructions.
  static constexpr int64_t kMostTables = kPermutesBlocks<T> || HWY_TARGET <= HWY_AVX3 ? 4 : 2;

  // A vector of a group. The last of several overlaps the one before it; a single one is
  // overwritten by that of the next group from its end on.
  struct Vector {
    int64_t first = 0;
    // Vectors of the source, which reach past what they have towards the tuples that follow.
    int64_t begins[kMostTables] = {};
  };

  // Finds the elements of a group in the source.
  void FindElements() {
    group_ = std::max<int64_t>(1, lanes_ / tuples_.size);
    int64_t* element = elements_;
    for (int64_t i = 0; i < group_; ++i) {
      for (int64_t k = 0; k < tuples_.size; ++k) *element++ = i * tuples_.step + tuples_.places[k];
    }
  }

  int64_t ElementsOf(const Vector& vector) const {
    return std::min(lanes_, group_ * tuples_.size - vector.first);
  }

  // Finds vectors of the source that have all elements of a vector of the result. Returns their
  // number, of which only kMostTables are found.
  int64_t FindTables(Vector& vector) const {
    const int64_t* const elements = elements_ + vector.first;
    const int64_t count = ElementsOf(vector);
    const bool is_backwards = tuples_.step < 0;
    // Backwards, the negative element is compared.
    const auto place = [&](int64_t k) { return is_backwards ? -elements[k] : elements[k]; };
    int64_t tables = 0, covered = INT64_MIN;
    while (tables <= kMostTables) {
      int64_t next = INT64_MAX;
      for (int64_t k = 0; k < count; ++k) {
        if (place(k) >= covered) next = std::min(next, place(k));
      }
      if (next == INT64_MAX) break;
      covered = next + lanes_;
      if (tables < kMostTables) vector.begins[tables] = is_backwards ? 1 - covered : next;
      ++tables;
    }
    for (int64_t i = tables; i < kMostTables; ++i) vector.begins[i] = vector.begins[0];
    return tables;
  }

  // Stores the places of the elements in the vectors of the source, one after another.
  void StorePlaces(const Vector& vector, int64_t tables, T* places) const {
    for (int64_t k = 0; k < ElementsOf(vector); ++k) {
      const int64_t element = elements_[vector.first + k];
      int64_t table = 0;
      const auto has = [&](int64_t i) {
        return element >= vector.begins[i] && element < vector.begins[i] + lanes_;
      };
      while (table + 1 < tables && !has(table)) ++table;
      places[k] = static_cast<T>(table * lanes_ + element - vector.begins[table]);
    }
  }

  // Returns how many groups read, and write, only what tuples have.
  int64_t CountGroups(int64_t vectors) const {
    const auto [low, high] = std::minmax_element(tuples_.places, tuples_.places + tuples_.size);
    const int64_t advance = group_ * tuples_.step, last = (tuples_.count - 1) * tuples_.step;
    int64_t groups = tuples_.count / group_;
    if (vectors == 1) {
      const int64_t space = tuples_.count * tuples_.size - lanes_;
      groups = space < 0 ? 0 : std::min(groups, space / (group_ * tuples_.size) + 1);
    }
    for (int64_t i = 0; i < vectors; ++i) {
      for (const int64_t begin : vectors_[i].begins) {
        const int64_t space =
            tuples_.step < 0 ? begin - last - *low : last + *high + 1 - begin - lanes_;
        groups = space < 0 ? 0 : std::min(groups, space / std::abs(advance) + 1);
      }
    }
    return groups;
  }

  template <int64_t kTables>
  int64_t Write(int64_t vectors, const T* source, T* result) const {
    if constexpr (kTables > kMostTables) {
      return 0;
    } else {
      const int64_t groups = CountGroups(vectors);
      for (int64_t i = 0; i < vectors; ++i) {
        T places[kMostLanes] = {};
        StorePlaces(vectors_[i], kTables, places);
        const int64_t* const begins = vectors_[i].begins;
        const int64_t advance = group_ * tuples_.step, written = group_ * tuples_.size;
        T* const to = result + vectors_[i].first;
        if constexpr (kPermutesBlocks<T>) {
          WriteBlocks<kTables>(source, begins, advance, places, to, written, groups);
        } else {
          WritePermuted<kTables>(source, begins, advance, places, to, written, groups);
        }
      }
      return groups * group_;
    }
  }

  const int64_t lanes_ = static_cast<int64_t>(hn::Lanes(D()));
  const Tuples& tuples_;
  int64_t group_ = 1;
  // Elements of a group in the source, relative to its beginning.
  int64_t elements_[kMostElements];
  Vector vectors_[kMostOfTuple];
};

}  // namespace
}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_MOVEMENT_PERMUTED_TUPLES_INL_H_
