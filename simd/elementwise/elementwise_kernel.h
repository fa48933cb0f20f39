// ElementwiseKernel: the record of an element-wise kernel.
//
// The lookups of elementwise.h return it, and the planner's nodes and instructions hold copies. Its
// properties belong to the operation and the types: kernels of several types share a function, so
// an address does not determine them.
//
// A record is a value of 32 bytes. A static table would need 3,000 rows for each SIMD target,
// because functions and tape codes depend on the target. Chain operations do not, so the record
// contains them. The codes of a tape take 80 bytes and serve only loops of single elements, so the
// record contains the function that returns them.
#ifndef PADDOCK_SIMD_ELEMENTWISE_ELEMENTWISE_KERNEL_H_
#define PADDOCK_SIMD_ELEMENTWISE_ELEMENTWISE_KERNEL_H_

#include <cstdint>

#include "core/types/element_type.h"
#include "simd/elementwise/chain.h"
#include "simd/elementwise/tape.h"
#include "simd/kernel.h"

namespace paddock::simd {

enum class ElementwiseOp : uint8_t {
#define ELEMENTWISE_OP(name, spelling, arity, result, cost) k##name,
#include "simd/elementwise/ops.def"
#undef ELEMENTWISE_OP
};

enum class ComparisonDirection : uint8_t { kEq, kNe, kGe, kGt, kLe, kLt };

// Returns whether a comparison is computed as another one with its operands exchanged: GE as LE, GT
// as LT.
constexpr bool IsMirrored(ComparisonDirection direction) {
  return direction == ComparisonDirection::kGe || direction == ComparisonDirection::kGt;
}

struct ElementwiseKernel {
  // Null: there is no such kernel, and the other members are meaningless.
  ElementwiseFunction function = nullptr;
  // Null: tapes call `function`. A mirrored comparison has the codes of the other one, which take
  // its operands exchanged.
  TapeFormsFunction tape = nullptr;
  // Units of work of one element, beside the bytes that it moves.
  int64_t work = 1;
  // Empty: chains do not contain it.
  ChainForms chain;
  ElementwiseOp operation = ElementwiseOp::kConvert;
  // kCompare only.
  ComparisonDirection direction = ComparisonDirection::kEq;
  // Element type of the operands (of select, of the branches) and of the result.
  ElementType operand = ElementType::kI1;
  ElementType result = ElementType::kI1;
};

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_ELEMENTWISE_ELEMENTWISE_KERNEL_H_
