// Matrix multiplication with sums in f64.
#include "simd/gemm/kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/gemm/gemm_f64.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
//
#include "simd/gemm/kernels-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {

GemmKernels KernelsF64(Numerics numerics) {
  return numerics == Numerics::kFast ? gemm::MakeKernels<gemm::RealOp<double, true>>()
                                     : gemm::MakeKernels<gemm::RealOp<double, false>>();
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {

HWY_EXPORT(KernelsF64);
GemmKernels GemmKernelsF64(Numerics numerics) { return HWY_DYNAMIC_DISPATCH(KernelsF64)(numerics); }

}  // namespace paddock::simd
#endif  // HWY_ONCE
