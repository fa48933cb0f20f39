// The mathematical kernels: transcendental element-wise functions, by the
// specification's op names, for f32, f64, complex<f32> and complex<f64>.
// docs/numerics.md states how each is computed and how its bound was measured.
#ifndef PADDOCK_SIMD_MATH_MATH_H_
#define PADDOCK_SIMD_MATH_MATH_H_

#include <cstddef>
#include <span>
#include <string_view>

#include "core/types/element_type.h"
#include "simd/kernel.h"

namespace paddock::simd {

// One row a function. Bounds are in ULP of the exact result rounded to the
// type; 0 where the function has no kernel of that type. For complex types the
// bound is of each part, in ULP of that part where `parts` says so and else of
// the greater part.
struct MathKernel {
  std::string_view name;
  int operand_count;
  double max_ulp_f32;
  double max_ulp_f64;
  // Where results are neither exactly representable nor 0 or infinite in f64:
  // what accuracy tests and benchmarks sample.
  double low;
  double high;
  // Whether `result` may be one of the operands.
  bool may_alias;
};

std::span<const MathKernel> MathKernels();

// The kernel for the CPU this runs on, or null when there is none.
ElementwiseKernel FindMathKernel(std::string_view name, ElementType type, Numerics numerics);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_MATH_MATH_H_
