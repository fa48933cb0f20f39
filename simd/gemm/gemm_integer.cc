// Matrix multiplication with sums in integers, which wrap, and in i1.
#include "simd/gemm/kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/gemm/gemm_integer.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
//
#include "simd/gemm/kernels-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {

GemmKernels KernelsU32() { return gemm::MakeKernels<gemm::RealOp<uint32_t, false>>(); }
GemmKernels KernelsU64() { return gemm::MakeKernels<gemm::RealOp<uint64_t, false>>(); }
GemmKernels KernelsI1() { return gemm::MakeKernels<gemm::BooleanOp>(); }

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {

HWY_EXPORT(KernelsU32);
HWY_EXPORT(KernelsU64);
HWY_EXPORT(KernelsI1);
GemmKernels GemmKernelsU32() { return HWY_DYNAMIC_DISPATCH(KernelsU32)(); }
GemmKernels GemmKernelsU64() { return HWY_DYNAMIC_DISPATCH(KernelsU64)(); }
GemmKernels GemmKernelsI1() { return HWY_DYNAMIC_DISPATCH(KernelsI1)(); }

}  // namespace paddock::simd
#endif  // HWY_ONCE
