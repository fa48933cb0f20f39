// The chain and tape forms of a kernel, by its operation and types.
#ifndef PADDOCK_SIMD_ELEMENTWISE_KERNEL_FORMS_H_
#define PADDOCK_SIMD_ELEMENTWISE_KERNEL_FORMS_H_

#include "simd/elementwise/element_types.h"
#include "simd/elementwise/elementwise_kernel.h"

namespace paddock::simd {

// The kernels that a row of a table describes.
struct KernelPattern {
  ElementwiseOp operation;
  ElementTypes operands;
  // kConvert only; other results follow from the operands.
  ElementTypes results = ElementTypes::All();
  // kCompare only: a direction that is not mirrored.
  ComparisonDirection direction = ComparisonDirection::kEq;

  constexpr bool Matches(const ElementwiseKernel& kernel) const {
    return operation == kernel.operation && direction == Unmirrored(kernel.direction) &&
           operands.Contains(kernel.operand) && results.Contains(kernel.result);
  }

 private:
  static constexpr ComparisonDirection Unmirrored(ComparisonDirection direction) {
    if (!IsMirrored(direction)) return direction;
    return direction == ComparisonDirection::kGe ? ComparisonDirection::kLe
                                                 : ComparisonDirection::kLt;
  }
};

// `kernel` has its operation, direction and types.
ChainForms FindChainForms(const ElementwiseKernel& kernel);
TapeFormsFunction FindTapeForms(const ElementwiseKernel& kernel);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_ELEMENTWISE_KERNEL_FORMS_H_
