// The mathematical kernels: transcendental element-wise functions, by the
// specification's op names, for f32, f64, complex<f32> and complex<f64>.
// docs/numerics.md states how each is computed and how its bound was measured.
#ifndef PADDOCK_SIMD_MATH_MATH_H_
#define PADDOCK_SIMD_MATH_MATH_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/types/element_type.h"
#include "simd/kernel.h"

namespace paddock::simd {

// Measure of the error of a complex result: ULP of each part, or of the greater part. A small part
// may be a difference of two larger numbers.
enum class ComplexError : uint8_t { kEachPart, kGreaterPart };

// One row for each function. Bounds are in ULP of the exact result; 0 if the function has no kernel
// of that type.
struct MathKernel {
  std::string_view name;
  int operand_count;
  double max_ulp_f32;
  double max_ulp_f64;
  double max_ulp_c64;
  double max_ulp_c128;
  ComplexError complex_error;
  // Results below this are counted in its ULP: for functions whose terms cancel, also at their
  // zeros.
  double least;
  // Range of operands in real accuracy tests and benchmarks.
  double low;
  double high;
  // Whether `result` may be one of the operands.
  bool may_alias;
};

std::span<const MathKernel> MathKernels();

// Returns the kernel for this CPU, or null if there is none.
ElementwiseFunction FindMathFunction(std::string_view name, ElementType type, Numerics numerics);

#ifndef __wasm__
// Returns the address of the function that a kernel of f32 or f64 applies, for four elements in
// registers (four-inl.h). 0: there is none, as for rare functions and on most processors.
uintptr_t FindFunctionOfFour(ElementwiseFunction kernel);
#endif

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_MATH_MATH_H_
