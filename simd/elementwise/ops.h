// The functions of element-wise kernels, for the lookups of elementwise.cc.
#ifndef PADDOCK_SIMD_ELEMENTWISE_OPS_H_
#define PADDOCK_SIMD_ELEMENTWISE_OPS_H_

#include "core/types/element_type.h"
#include "simd/elementwise/elementwise_kernel.h"
#include "simd/kernel.h"

namespace paddock::simd {

// One lookup for each file of kernels; null if the file has no such kernel.
ElementwiseFunction FindFloatArithmetic(ElementwiseOp op, ElementType type);
ElementwiseFunction FindIntegerArithmetic(ElementwiseOp op, ElementType type);
ElementwiseFunction FindIntegerDivision(ElementwiseOp op, ElementType type);
ElementwiseFunction FindBitwise(ElementwiseOp op, ElementType type);
ElementwiseFunction FindRounding(ElementwiseOp op, ElementType type);
ElementwiseFunction FindFloatRemainder(ElementwiseOp op, ElementType type);
ElementwiseFunction FindFusedMultiplyAdd(ElementwiseOp op, ElementType type);
ElementwiseFunction FindReducePrecision(ElementwiseOp op, ElementType type);
ElementwiseFunction FindComplex(ElementwiseOp op, ElementType type);
// is_inf, mulhi, next_after and so on.
ElementwiseFunction FindChlo(ElementwiseOp op, ElementType type);
ElementwiseFunction FindSelect(ElementType type);
ElementwiseFunction FindConvertFunction(ElementType from, ElementType to);
ElementwiseFunction FindCompareFunction(ComparisonDirection direction, bool total_order,
                                        ElementType type);
// Transcendental ops of the small floats.
ElementwiseFunction FindSmallFloatMath(ElementwiseOp op, ElementType type, Numerics numerics);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_ELEMENTWISE_OPS_H_
