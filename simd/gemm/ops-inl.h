// Ops: the arithmetic of a micro-kernel for one pair of elements, by accumulation type.
// An Op has T, the lane; kPlanes, the lanes of an element in separate vectors; kStarts, whether
// sums start from a value of their column; and MulAdd(a, b, sum), which adds a * b to sum.
// docs/numerics.md has the formulas. Ops of dot instructions, with several elements of k in a lane,
// are in dot-inl.h.

#include <cstddef>
#include <cstdint>

#include "hwy/highway.h"
#include "simd/gemm/plan.h"

#if defined(PADDOCK_SIMD_GEMM_OPS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_GEMM_OPS_INL_H_
#undef PADDOCK_SIMD_GEMM_OPS_INL_H_
#else
#define PADDOCK_SIMD_GEMM_OPS_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {
namespace gemm {

namespace hn = hwy::HWY_NAMESPACE;

static_assert(!HWY_HAVE_SCALABLE, "vectors are array elements, and their sizes constants");

template <class T>
inline constexpr size_t kLanes = kVirtualBytes / sizeof(T);
template <class T>
inline constexpr size_t kRegisterLanes = HWY_MAX_LANES_D(hn::ScalableTag<T>);
template <class T>
inline constexpr size_t kRegisters = kLanes<T> / kRegisterLanes<T>;

#if HWY_NATIVE_FMA || defined(__wasm_relaxed_simd__)
inline constexpr bool kTargetFuses = true;
#else
inline constexpr bool kTargetFuses = false;
#endif

// sum + a * b: fused where the target can, if kFused.
// Highway 1.2 has no relaxed MulAdd for WASM, so that one is the intrinsic.
template <bool kFused, class V>
HWY_INLINE V MultiplyAdd(V a, V b, V sum) {
  if constexpr (!kFused || !hwy::IsFloat<hn::TFromV<V>>()) {
    return hn::Add(sum, hn::Mul(a, b));
  } else {
#if defined(__wasm_relaxed_simd__)
    if constexpr (sizeof(hn::TFromV<V>) == 4) {
      return V{wasm_f32x4_relaxed_madd(a.raw, b.raw, sum.raw)};
    } else {
      return V{wasm_f64x2_relaxed_madd(a.raw, b.raw, sum.raw)};
    }
#else
    return hn::MulAdd(a, b, sum);
#endif
  }
}

// sum - a * b: fused where the target can, if kFused.
template <bool kFused, class V>
HWY_INLINE V NegateMultiplyAdd(V a, V b, V sum) {
  if constexpr (!kFused) {
    return hn::Sub(sum, hn::Mul(a, b));
  } else {
    return MultiplyAdd<true>(hn::Neg(a), b, sum);
  }
}

template <class Lane, bool kFused>
struct RealOp {
  using T = Lane;
  static constexpr size_t kPlanes = 1;
  static constexpr bool kFuses = kFused && kTargetFuses;
  static constexpr bool kStarts = false;

  template <class V>
  static HWY_INLINE void MulAdd(const V* a, const V* b, V* sum) {
    sum[0] = MultiplyAdd<kFused>(a[0], b[0], sum[0]);
  }
  template <class V>
  static HWY_INLINE V Add(V a, V b) {
    return hn::Add(a, b);
  }
};

// Multiply is AND and add is OR.
struct BooleanOp {
  using T = uint8_t;
  static constexpr size_t kPlanes = 1;
  static constexpr bool kStarts = false;

  template <class V>
  static HWY_INLINE void MulAdd(const V* a, const V* b, V* sum) {
    sum[0] = hn::Or(sum[0], hn::And(a[0], b[0]));
  }
  template <class V>
  static HWY_INLINE V Add(V a, V b) {
    return hn::Or(a, b);
  }
};

// Without fusion: the naive product, then one addition to each part. With it: four fused
// multiply-adds, real * real and real * imaginary first.
template <class Lane, bool kFused>
struct ComplexOp {
  using T = Lane;
  static constexpr size_t kPlanes = 2;
  static constexpr bool kStarts = false;

  template <class V>
  static HWY_INLINE void MulAdd(const V* a, const V* b, V* sum) {
    if constexpr (kFused && kTargetFuses) {
      sum[0] = MultiplyAdd<true>(a[0], b[0], sum[0]);
      sum[0] = NegateMultiplyAdd<true>(a[1], b[1], sum[0]);
      sum[1] = MultiplyAdd<true>(a[0], b[1], sum[1]);
      sum[1] = MultiplyAdd<true>(a[1], b[0], sum[1]);
    } else {
      const V real = hn::Sub(hn::Mul(a[0], b[0]), hn::Mul(a[1], b[1]));
      const V imaginary = hn::Add(hn::Mul(a[0], b[1]), hn::Mul(a[1], b[0]));
      sum[0] = hn::Add(sum[0], real);
      sum[1] = hn::Add(sum[1], imaginary);
    }
  }
  template <class V>
  static HWY_INLINE V Add(V a, V b) {
    return hn::Add(a, b);
  }
};

}  // namespace gemm
// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_GEMM_OPS_INL_H_
