// The element-wise ops by name, for the lookups of this folder.
#ifndef PADDOCK_SIMD_ELEMENTWISE_OPS_H_
#define PADDOCK_SIMD_ELEMENTWISE_OPS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/types/element_type.h"
#include "simd/kernel.h"

namespace paddock::simd {

enum class ElementwiseOp : uint8_t {
#define ELEMENTWISE_OP(name, spelling, arity, cost) k##name,
#include "simd/elementwise/ops.def"
#undef ELEMENTWISE_OP
};

std::optional<ElementwiseOp> ElementwiseOpFromSpelling(std::string_view spelling);

// One lookup for each file of kernels; null if the file has no such kernel.
ElementwiseKernel FindFloatArithmetic(ElementwiseOp op, ElementType type);
ElementwiseKernel FindIntegerArithmetic(ElementwiseOp op, ElementType type);
ElementwiseKernel FindIntegerDivision(ElementwiseOp op, ElementType type);
ElementwiseKernel FindBitwise(ElementwiseOp op, ElementType type);
ElementwiseKernel FindRounding(ElementwiseOp op, ElementType type);
ElementwiseKernel FindFloatRemainder(ElementwiseOp op, ElementType type);
ElementwiseKernel FindFusedMultiplyAdd(ElementwiseOp op, ElementType type);
ElementwiseKernel FindReducePrecision(ElementwiseOp op, ElementType type);
ElementwiseKernel FindComplex(ElementwiseOp op, ElementType type);
// is_inf, mulhi, next_after and so on.
ElementwiseKernel FindChlo(ElementwiseOp op, ElementType type);
ElementwiseKernel FindSelect(ElementType type);
// Transcendental ops of the small floats.
ElementwiseKernel FindSmallFloatMath(ElementwiseOp op, ElementType type, Numerics numerics);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_ELEMENTWISE_OPS_H_
