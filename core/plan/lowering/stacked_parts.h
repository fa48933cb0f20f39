// Operations on a few tensors that are stacked: computed part by part, they need no stack.
#ifndef PADDOCK_CORE_PLAN_LOWERING_STACKED_PARTS_H_
#define PADDOCK_CORE_PLAN_LOWERING_STACKED_PARTS_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/plan/lowering/composition.h"

namespace paddock {

// More parts are computed as fast from the stack.
inline constexpr int64_t kMostStacked = 8;

// Returns whether the only use of the result takes it apart: a scan of few elements or a search for
// the greatest one, also behind calls, conversions and further concatenations.
bool IsTakenApart(const Lowering& lowering, const Operation& operation);

// The slices of one element along the dimension.
std::vector<Value*> SlicesAlong(Composition& made, Value* operand, size_t dimension);

// Computes a conversion of booleans that are a deferred stack of tensors and that the next
// operation takes apart, part by part. Returns false for any other conversion.
Result<bool> ConvertStack(Lowering& lowering, const Operation& operation);

// Computes a scan of a deferred stack along `dimension`, by an operation of integers, part by part:
// from the first part on, or from the last one. Returns false if the operand is no such stack.
Result<bool> ScanStack(Lowering& lowering, const Operation& operation, OpKind body,
                       size_t dimension, bool is_reversed);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_LOWERING_STACKED_PARTS_H_
