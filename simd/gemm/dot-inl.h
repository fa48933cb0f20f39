// Ops of instructions that multiply several elements of k at once and add all products to one sum
// of 32 bits. Each is exact modulo 2^32. Pairs of i16 exceed i32 only if both products are 2^30;
// 2^31 then wraps as the sums do. Instructions that saturate, or that may, are not used. A lane of
// a panel holds a group of neighbours along k, the first in its low bits.

#include <cstddef>
#include <cstdint>

#include "simd/gemm/micro_kernel-inl.h"

#if defined(PADDOCK_SIMD_GEMM_DOT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_GEMM_DOT_INL_H_
#undef PADDOCK_SIMD_GEMM_DOT_INL_H_
#else
#define PADDOCK_SIMD_GEMM_DOT_INL_H_
#endif

// VNNI multiplies four bytes of a lane, one operand unsigned and one signed. NEON without its dot
// extension has no instruction that processes more i8 or i16 than its multiply-add of 32 bits.
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3_DL
#define PADDOCK_GEMM_HAS_QUADS 1
#else
#define PADDOCK_GEMM_HAS_QUADS 0
#endif
#if HWY_ARCH_X86 || HWY_ARCH_WASM
#define PADDOCK_GEMM_HAS_PAIRS 1
#else
#define PADDOCK_GEMM_HAS_PAIRS 0
#endif

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {
namespace gemm {

template <class Op>
concept HasComponents = requires { typename Op::Component; };

#if PADDOCK_GEMM_HAS_QUADS
// Four bytes: rhs signed or unsigned, lhs the opposite.
template <bool kRhsIsSigned>
struct QuadOp {
  using T = uint32_t;
  using Component = uint8_t;
  static constexpr size_t kPlanes = 1;
  static constexpr bool kStarts = true;

  template <class V>
  static HWY_INLINE void MulAdd(const V* a, const V* b, V* sum) {
    const hn::DFromV<V> d;
    const hn::RebindToSigned<decltype(d)> di;
    const hn::Repartition<uint8_t, decltype(d)> d_unsigned;
    const hn::Repartition<int8_t, decltype(d)> d_signed;
    const V of_unsigned = kRhsIsSigned ? a[0] : b[0];
    const V of_signed = kRhsIsSigned ? b[0] : a[0];
    sum[0] = hn::BitCast(
        d, hn::SumOfMulQuadAccumulate(di, hn::BitCast(d_unsigned, of_unsigned),
                                      hn::BitCast(d_signed, of_signed), hn::BitCast(di, sum[0])));
  }
};
#endif

#if PADDOCK_GEMM_HAS_PAIRS
// Two i16.
struct PairOp {
  using T = uint32_t;
  using Component = uint16_t;
  static constexpr size_t kPlanes = 1;
  static constexpr bool kStarts = false;

  template <class V>
  static HWY_INLINE void MulAdd(const V* a, const V* b, V* sum) {
    const hn::DFromV<V> d;
    const hn::RebindToSigned<decltype(d)> di;
    const hn::Repartition<int16_t, decltype(d)> d16;
    auto unused = hn::Zero(di);
    sum[0] = hn::BitCast(
        d, hn::ReorderWidenMulAccumulate(di, hn::BitCast(d16, a[0]), hn::BitCast(d16, b[0]),
                                         hn::BitCast(di, sum[0]), unused));
  }
};
#endif

// starts[j] = shift * sum over k of column j of the packed panels. With lhs = component + shift, it
// corrects the components' products: lhs * rhs = component * rhs + shift * rhs.
template <class Op, size_t kVectors>
HWY_NOINLINE void SumColumns(const typename Op::T* HWY_RESTRICT panels, int64_t depth,
                             int64_t columns, int32_t shift, typename Op::T* HWY_RESTRICT starts) {
  const hn::ScalableTag<typename Op::T> d;
  using V = hn::Vec<decltype(d)>;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  constexpr auto kCount = static_cast<int64_t>(kVectors);
  const V ones = hn::Set(d, 0x01010101u);
  const V factor = hn::Set(d, static_cast<uint32_t>(shift));
  for (int64_t j = 0; j < columns; j += kCount * lanes) {
    for (int64_t v = 0; v < kCount; ++v) {
      V sum = hn::Zero(d);
      for (int64_t l = 0; shift != 0 && l < depth; ++l) {
        const V b = hn::Load(d, panels + j * depth + (l * kCount + v) * lanes);
        Op::MulAdd(&ones, &b, &sum);
      }
      hn::Store(hn::Mul(sum, factor), d, starts + j + v * lanes);
    }
  }
}

}  // namespace gemm
// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_GEMM_DOT_INL_H_
