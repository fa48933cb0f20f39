// Lookups of element-wise kernels: one kernel per op and element type, found when planning.
//
// Operands and result are contiguous arrays of `count` elements, of any
// alignment. `result` may be one of the operands if both have elements of as
// many bytes. Every kernel but the transcendental ones (see simd/math/math.h)
// gives the same bits on every target, except which NaN an addition,
// subtraction, multiplication or division makes.
#ifndef PADDOCK_SIMD_ELEMENTWISE_ELEMENTWISE_H_
#define PADDOCK_SIMD_ELEMENTWISE_ELEMENTWISE_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/types/element_type.h"
#include "simd/elementwise/elementwise_kernel.h"
#include "simd/kernel.h"

namespace paddock::simd {

// Attributes of the reduce_precision kernels.
struct ReducePrecisionAttributes {
  int32_t exponent_bits;
  int32_t mantissa_bits;
};

size_t OperandCount(ElementwiseOp op);

// Returns the kernel of the op spelled `op` in the specification ("add",
// "exponential"), whose operands are of `type`: the greatest operand type, as
// in select's branches. Its function is null if there is no such op of that type. Of CHLO: conj,
// is_inf, is_neg_inf, is_pos_inf, mulhi, next_after, square, and what simd/math has; of math: fma,
// which rounds once; natively hypot, the abs of complex(lhs, rhs). `convert` and `compare` have
// lookups of their own.
//
// Results that the specification leaves open:
// - integers wrap; x / 0 = -1 (all ones), x rem 0 = x, MIN / -1 = MIN, MIN rem -1 = 0;
// - shift amounts are unsigned, and one past the width shifts everything out;
// - power of integers: 0^0 = 1; a negative exponent gives 0 but for 1 and -1;
// - a complex number is ordered by its real part, then by its imaginary part;
//   where a NaN leaves that open, maximum and minimum give the second operand;
// - sign of a complex number is the quotient of its parts and its abs.
// Types narrower than f32 compute in f32 and round once, to nearest even.
ElementwiseKernel FindElementwise(std::string_view op, ElementType type, Numerics numerics);

// Floats become integers by truncation, saturation, and NaN = 0; integers wrap;
// everything else rounds once, to nearest even. To i1: whether it is not zero
// (NaN is not). A complex number gives its real part.
ElementwiseKernel FindConvert(ElementType from, ElementType to);

// The result is i1. With `total_order` (floats only), -NaN < -inf < ... < -0 <
// +0 < ... < +inf < +NaN and equal means equal bits. Complex numbers compare by
// real part, then imaginary part, as pairs.
ElementwiseKernel FindCompare(ComparisonDirection direction, bool total_order, ElementType type);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_ELEMENTWISE_ELEMENTWISE_H_
