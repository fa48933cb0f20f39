// Kernel tables of the best target of this machine, one function a source file.
#ifndef PADDOCK_SIMD_GEMM_KERNELS_H_
#define PADDOCK_SIMD_GEMM_KERNELS_H_

#include "simd/gemm/plan.h"
#include "simd/kernel.h"

namespace paddock::simd {

GemmKernels GemmKernelsF32(Numerics numerics);
GemmKernels GemmKernelsF64(Numerics numerics);
GemmKernels GemmKernelsC64(Numerics numerics);
GemmKernels GemmKernelsC128(Numerics numerics);
GemmKernels GemmKernelsU32();
GemmKernels GemmKernelsU64();
GemmKernels GemmKernelsI1();

// Returns blocked products of integers of at most 16 bits by dot instructions, exact in sums of 32
// bits that wrap. It has no steps if the target has no such instructions for these types.
GemmKernels GemmKernelsDot(ElementType lhs, ElementType rhs);
// Returns products of bytes by tiles, for a large product whose lhs is read along k.
GemmKernels GemmKernelsTiles(ElementType lhs, ElementType rhs);

GemmKernels GemmKernelsFor(GemmAccumulation accumulation, Numerics numerics);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_GEMM_KERNELS_H_
