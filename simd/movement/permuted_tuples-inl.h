// Copies of many tuples by permutations: small matrices that are transposed or cut. A vector of the
// result takes its elements from a few vectors of the source, at the same places in each group of
// tuples.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

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

template <class T>
class PermutedTuples {
 public:
  explicit PermutedTuples(const Tuples& tuples) : tuples_(tuples) {
    const auto [low, high] = std::minmax_element(tuples.places, tuples.places + tuples.size);
    low_ = *low;
    high_ = *high + 1;
  }

  // Returns the number of tuples that were copied; 0 if they are too few or too far apart.
  int64_t Copy(const T* source, T* result) {
    // Finding the places takes as long as copying as many elements one by one.
    constexpr int64_t kFewestElements = 512;
    if (tuples_.count * tuples_.size < kFewestElements) return 0;
    const int64_t vectors = FindVectors();
    if (vectors == 0) return 0;
    switch (tables_) {
      case 1:
        return Write<1>(vectors, source, result);
      case 2:
        return Write<2>(vectors, source, result);
      default:
        return Write<4>(vectors, source, result);
    }
  }

 private:
  using D = hn::ScalableTag<T>;
  static constexpr auto kMostLanes = static_cast<int64_t>(hn::MaxLanes(D()));
  static constexpr int64_t kMostVectors = kMostOfTuple;
  // Before AVX-512, a permutation of two vectors takes several instructions.
  static constexpr int64_t kMostTables = HWY_TARGET <= HWY_AVX3 ? 4 : 2;

  int64_t PlaceOf(int64_t element) const {
    return element / tuples_.size * tuples_.step + tuples_.places[element % tuples_.size];
  }

  // Finds the vectors of a group, and the parts of the source that they read. Returns their number;
  // 0 if a part is too large. The last of several vectors overlaps the one before it; a single one
  // is overwritten by that of the next group from its end on.
  int64_t FindVectors() {
    group_ = std::max<int64_t>(1, lanes_ / tuples_.size);
    const int64_t elements = group_ * tuples_.size;
    const int64_t vectors = (elements + lanes_ - 1) / lanes_;
    int64_t most = 0;
    for (int64_t i = 0; i < vectors; ++i) {
      firsts_[i] = vectors == 1 ? 0 : std::min(i * lanes_, elements - lanes_);
      lows_[i] = highs_[i] = PlaceOf(firsts_[i]);
      for (int64_t k = 1; k < std::min(lanes_, elements - firsts_[i]); ++k) {
        lows_[i] = std::min(lows_[i], PlaceOf(firsts_[i] + k));
        highs_[i] = std::max(highs_[i], PlaceOf(firsts_[i] + k));
      }
      most = std::max(most, ++highs_[i] - lows_[i]);
    }
    tables_ = most <= lanes_ ? 1 : most <= 2 * lanes_ ? 2 : 4;
    return tables_ <= kMostTables && most <= tables_ * lanes_ ? vectors : 0;
  }

  // Returns how many groups read, and write, only what tuples have.
  int64_t CountGroups(int64_t vectors, const int64_t* begins) const {
    const int64_t advance = group_ * tuples_.step, last = (tuples_.count - 1) * tuples_.step;
    int64_t groups = tuples_.count / group_;
    if (vectors == 1) {
      const int64_t space = tuples_.count * tuples_.size - lanes_;
      groups = space < 0 ? 0 : std::min(groups, space / (group_ * tuples_.size) + 1);
    }
    for (int64_t i = 0; i < vectors; ++i) {
      const int64_t space =
          tuples_.step < 0 ? begins[i] - last - low_ : last + high_ - begins[i] - tables_ * lanes_;
      groups = space < 0 ? 0 : std::min(groups, space / std::abs(advance) + 1);
    }
    return groups;
  }

  template <int64_t kTables>
  int64_t Write(int64_t vectors, const T* source, T* result) const {
    const int64_t elements = group_ * tuples_.size, advance = group_ * tuples_.step;
    int64_t begins[kMostVectors];
    for (int64_t i = 0; i < vectors; ++i) {
      // Vectors reach past their part towards the tuples that follow.
      begins[i] = tuples_.step < 0 ? highs_[i] - kTables * lanes_ : lows_[i];
    }
    const int64_t groups = CountGroups(vectors, begins);
    for (int64_t i = 0; i < vectors; ++i) {
      T places[kMostLanes] = {};
      for (int64_t k = 0; k < std::min(lanes_, elements - firsts_[i]); ++k) {
        places[k] = static_cast<T>(PlaceOf(firsts_[i] + k) - begins[i]);
      }
      WritePermuted<kTables>(source + begins[i], advance, places, result + firsts_[i], elements,
                             groups);
    }
    return groups * group_;
  }

  const int64_t lanes_ = static_cast<int64_t>(hn::Lanes(D()));
  const Tuples& tuples_;
  int64_t low_ = 0, high_ = 0;
  int64_t group_ = 1;
  int64_t tables_ = 1;
  int64_t firsts_[kMostVectors], lows_[kMostVectors], highs_[kMostVectors];
};

}  // namespace
}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_MOVEMENT_PERMUTED_TUPLES_INL_H_
