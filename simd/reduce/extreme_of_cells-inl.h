// Minima and maxima of many floats, faster than applying the body one by one.
#include <cstddef>
#include <type_traits>

#if defined(PADDOCK_SIMD_REDUCE_EXTREME_OF_CELLS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_REDUCE_EXTREME_OF_CELLS_INL_H_
#undef PADDOCK_SIMD_REDUCE_EXTREME_OF_CELLS_INL_H_
#else
#define PADDOCK_SIMD_REDUCE_EXTREME_OF_CELLS_INL_H_
#endif

#include "hwy/highway.h"
#include "simd/reduce/real_body-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

template <class Body>
inline constexpr bool kIsFloatMinimum =
    std::is_same_v<Body, RealBody<typename Body::Storage, MinimumFloatOp>>;
template <class Body>
inline constexpr bool kIsFloatMaximum =
    std::is_same_v<Body, RealBody<typename Body::Storage, MaximumFloatOp>>;

template <class Body>
inline constexpr bool kIsFloatExtreme = kIsFloatMinimum<Body> || kIsFloatMaximum<Body>;

// Minimum or maximum of numbers with one instruction per cell. The signs of all cells determine
// which zero is the result. A NaN makes the sum NaN, and so do infinities of both signs. The result
// is then undefined, and the body's own op must be used. In WebAssembly also for a maximum of -0,
// which is rarer than +0 and may hide one: the signs would take a third of the time.
template <class Body, class D>
class ExtremeOfCells {
 public:
  using V = hn::Vec<D>;
  static constexpr bool kIgnoresSigns = HWY_ARCH_WASM && kIsFloatMaximum<Body>;
  // Each takes three of 16 registers. With four at once, WebAssembly takes 1.16 times as long.
  static constexpr size_t kAtOnce = kIgnoresSigns ? 4 : 2;
  HWY_INLINE void Begin(V cell) { extreme_ = signs_ = sum_ = cell; }
  HWY_INLINE void Add(const Body&, V cell) {
    if constexpr (kIgnoresSigns) {
      // Keeps the first of equal numbers.
      extreme_ = hn::Max(cell, extreme_);
    } else if constexpr (kIsFloatMaximum<Body>) {
      extreme_ = hn::Max(extreme_, cell);
      signs_ = hn::And(signs_, cell);
    } else {
      extreme_ = hn::Min(extreme_, cell);
      signs_ = hn::Or(signs_, cell);
    }
    sum_ = hn::Add(sum_, cell);
  }
  HWY_INLINE V WithInit(const Body& body, V init) {
    Add(body, init);
    return Total();
  }
  HWY_INLINE V Total() const { return kIgnoresSigns ? extreme_ : hn::CopySign(extreme_, signs_); }
  HWY_INLINE bool IsOpen() const {
    const D d;
    auto is_open = hn::IsNaN(sum_);
    if constexpr (kIgnoresSigns) {
      const hn::RebindToSigned<D> di;
      const auto minus_zero = hn::Set(d, static_cast<hn::TFromD<D>>(-0.0));
      const auto is_minus_zero = hn::Eq(hn::BitCast(di, extreme_), hn::BitCast(di, minus_zero));
      is_open = hn::Or(is_open, hn::RebindMask(d, is_minus_zero));
    }
    return !hn::AllFalse(d, is_open);
  }

 private:
  V extreme_, signs_, sum_;
};

}  // namespace
}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_REDUCE_EXTREME_OF_CELLS_INL_H_
