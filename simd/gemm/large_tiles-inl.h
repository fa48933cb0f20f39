// Large tiles of sums of real floats.

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "simd/gemm/tile_loops-inl.h"

#if defined(PADDOCK_SIMD_GEMM_LARGE_TILES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_GEMM_LARGE_TILES_INL_H_
#undef PADDOCK_SIMD_GEMM_LARGE_TILES_INL_H_
#else
#define PADDOCK_SIMD_GEMM_LARGE_TILES_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {
namespace gemm {

// Large tiles, with a kernel for each number of vectors in the last panel, and for an even number
// of rows under a whole panel.
template <class Op>
class LargeTiles {
 public:
  using T = typename Op::T;

  LargeTiles(const BlockedStep& at, const LhsBlock<T>& lhs, const RhsBlock<T>& rhs)
      : at_(at), lhs_(lhs), rhs_(rhs) {}

  void Run(const SumTile<T>& sums, T* edge) const {
    ForEachTile<Op, kLargeRows, kColumns>(
        at_, sums, edge,
        [](int64_t height, int64_t width) {
          return height == kHeight || (width == kWidth && height % 2 == 0);
        },
        [&](int64_t i, int64_t j, int64_t height, const SumTile<T>& tile, const T* next) HWY_ATTR {
          const Place place{i, j, tile, next};
          if (height == 2) return RunRows<2>(place);
          if (height == 4) return RunRows<4>(place);
          RunRows<kLargeRows>(place);
        });
  }

 private:
  static constexpr auto kLanesOfVector = static_cast<int64_t>(kRegisterLanes<T>);
  static constexpr size_t kColumns = kLargeVectors * kRegisterLanes<T>;
  static constexpr auto kWidth = static_cast<int64_t>(kColumns);
  static constexpr auto kHeight = static_cast<int64_t>(kLargeRows);

  struct Place {
    int64_t i, j;
    const SumTile<T>& tile;
    const T* next;
  };

  template <size_t kRows>
  HWY_INLINE void RunRows(const Place& place) const {
    if (lhs_.panels != nullptr) {
      return RunColumns<kRows>(place,
                               PackedLhs<T, 1, kLargeRows>{lhs_.panels + place.i * at_.depth});
    }
    RunColumns<kRows>(place, RowsInPlace<T, kRows>(lhs_, place.i));
  }

  template <size_t kRows, class Lhs>
  HWY_INLINE void RunColumns(const Place& place, const Lhs& lhs) const {
    const PackedRhs<T, 1, kColumns> packed{rhs_.panels + place.j * at_.depth};
    const int64_t left = at_.tile.n_count - place.j;
    if constexpr (kRows == kLargeRows) {
      if (left < kWidth) return MultiplyCut<kRows>(place, left, lhs, packed);
    }
    if (place.i == 0 && left >= kWidth && rhs_.rows != nullptr) {
      const RhsInPassing<T, kWidth> in_passing{rhs_.rows + place.j, rhs_.row_stride,
                                               rhs_.room + place.j * at_.depth};
      return Multiply<kRows, kLargeVectors>(place, lhs, in_passing);
    }
    Multiply<kRows, kLargeVectors>(place, lhs, packed);
  }

  // The last panel of fewer columns.
  template <size_t kRows, class Lhs, class Rhs>
  HWY_INLINE void MultiplyCut(const Place& place, int64_t width, const Lhs& lhs,
                              const Rhs& rhs) const {
    const auto multiply = [&](auto vectors) HWY_ATTR {
      constexpr size_t kVectors = decltype(vectors)::value;
      const int64_t last = width - static_cast<int64_t>(kVectors - 1) * kLanesOfVector;
      MicroKernel<Op, kRows, kVectors>(static_cast<size_t>(at_.depth), lhs, rhs, place.tile,
                                       !at_.is_first_k, place.next, nullptr,
                                       FewerLanes{static_cast<size_t>(last)});
    };
    if (width <= kLanesOfVector) return multiply(std::integral_constant<size_t, 1>());
    if (width <= 2 * kLanesOfVector) return multiply(std::integral_constant<size_t, 2>());
    if (width <= 3 * kLanesOfVector) return multiply(std::integral_constant<size_t, 3>());
    multiply(std::integral_constant<size_t, 4>());
  }

  template <size_t kRows, size_t kVectors, class Lhs, class Rhs>
  HWY_INLINE void Multiply(const Place& place, const Lhs& lhs, const Rhs& rhs) const {
    MicroKernel<Op, kRows, kVectors>(static_cast<size_t>(at_.depth), lhs, rhs, place.tile,
                                     !at_.is_first_k, place.next);
  }

  const BlockedStep& at_;
  const LhsBlock<T>& lhs_;
  const RhsBlock<T>& rhs_;
};

}  // namespace gemm
// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_GEMM_LARGE_TILES_INL_H_
