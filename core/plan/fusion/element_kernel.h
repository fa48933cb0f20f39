// Selection of the kernel for an element-wise operation by element types.
#ifndef PADDOCK_CORE_PLAN_FUSION_ELEMENT_KERNEL_H_
#define PADDOCK_CORE_PLAN_FUSION_ELEMENT_KERNEL_H_

#include <cstdint>
#include <span>

#include "core/base/arena.h"
#include "core/ir/operation.h"
#include "simd/elementwise/elementwise_kernel.h"
#include "simd/kernel.h"

namespace paddock {

struct ElementKernel {
  simd::ElementwiseKernel kernel;  // no function: no kernel exists
  const void* attributes = nullptr;
};

// `operation` has a kernel in the table, or is convert or compare.
ElementKernel FindElementKernel(const Operation& operation, std::span<const ElementType> operands,
                                ElementType result, simd::Numerics numerics, Arena& arena);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_FUSION_ELEMENT_KERNEL_H_
