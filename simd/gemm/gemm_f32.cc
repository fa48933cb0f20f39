// Matrix multiplication with sums in f32.
#include "simd/gemm/kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/gemm/gemm_f32.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
//
#include "simd/gemm/kernels-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {

GemmKernels KernelsF32(Numerics numerics) {
  return numerics == Numerics::kFast ? gemm::MakeKernels<gemm::RealOp<float, true>>()
                                     : gemm::MakeKernels<gemm::RealOp<float, false>>();
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {

HWY_EXPORT(KernelsF32);
GemmKernels GemmKernelsF32(Numerics numerics) { return HWY_DYNAMIC_DISPATCH(KernelsF32)(numerics); }

}  // namespace paddock::simd
#endif  // HWY_ONCE
