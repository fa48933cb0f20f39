// Matrix multiplication of integers of at most 16 bits by dot instructions.
#include "simd/gemm/kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/gemm/gemm_dot.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
//
#include "simd/gemm/kernels-inl.h"
#include "simd/gemm/tiles-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {

GemmKernels KernelsDot(ElementType lhs, ElementType rhs) {
  const auto fits = [](ElementType type) {
    return ByteSize(type) == 1 || (ByteSize(type) == 2 && IsSigned(type));
  };
  if (!fits(lhs) || !fits(rhs)) return {};
#if PADDOCK_GEMM_HAS_QUADS
  if (ByteSize(lhs) == 1 && ByteSize(rhs) == 1) {
    return IsSigned(rhs)
               ? gemm::MakeDotKernels<gemm::QuadOp<true>>(ElementType::kUI8, ElementType::kI8)
               : gemm::MakeDotKernels<gemm::QuadOp<false>>(ElementType::kI8, ElementType::kUI8);
  }
#endif
#if PADDOCK_GEMM_HAS_PAIRS
  return gemm::MakeDotKernels<gemm::PairOp>(ElementType::kI16, ElementType::kI16);
#else
  return {};
#endif
}

GemmKernels KernelsTiles([[maybe_unused]] ElementType lhs, [[maybe_unused]] ElementType rhs) {
#if PADDOCK_GEMM_HAS_QUADS
  if (ByteSize(lhs) == 1 && ByteSize(rhs) == 1) return gemm::MakeTileKernels(lhs, rhs);
#endif
  return {};
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {

HWY_EXPORT(KernelsDot);
HWY_EXPORT(KernelsTiles);
GemmKernels GemmKernelsDot(ElementType lhs, ElementType rhs) {
  return HWY_DYNAMIC_DISPATCH(KernelsDot)(lhs, rhs);
}
GemmKernels GemmKernelsTiles(ElementType lhs, ElementType rhs) {
  return HWY_DYNAMIC_DISPATCH(KernelsTiles)(lhs, rhs);
}

}  // namespace paddock::simd
#endif  // HWY_ONCE
