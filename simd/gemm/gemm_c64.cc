// Matrix multiplication with sums in c64.
#include "simd/gemm/kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/gemm/gemm_c64.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
//
#include "simd/gemm/kernels-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {

GemmKernels KernelsC64(Numerics numerics) {
  return numerics == Numerics::kFast ? gemm::MakeKernels<gemm::ComplexOp<float, true>>()
                                     : gemm::MakeKernels<gemm::ComplexOp<float, false>>();
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {

HWY_EXPORT(KernelsC64);
GemmKernels GemmKernelsC64(Numerics numerics) { return HWY_DYNAMIC_DISPATCH(KernelsC64)(numerics); }

}  // namespace paddock::simd
#endif  // HWY_ONCE
