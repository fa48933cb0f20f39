// Quantized elements that are stored in 64 bits, for which neither f64 nor i64 arithmetic is exact.
#ifndef PADDOCK_CORE_PLAN_QUANTIZED_QUANTIZED_WIDE_H_
#define PADDOCK_CORE_PLAN_QUANTIZED_QUANTIZED_WIDE_H_

#include "core/plan/lowering/composition.h"

namespace paddock {

bool IsStoredIn64(const QuantizedType& type);

// Returns the zero points of `type`, one for each element of `stored`, in its element type.
Value* ZeroPointsFor(Composition& made, const Value* stored, const QuantizedType& type);
// Returns stored - zero point, rounded once to `computation`, a float type.
Value* DifferenceOf64(Composition& made, Value* stored, const QuantizedType& type,
                      ElementType computation);
// Returns `value`, a float, rounded to nearest even and clamped to the range of `type`. NaN becomes
// 0.
Value* RoundedTo64(Composition& made, Value* value, const QuantizedType& type);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_QUANTIZED_QUANTIZED_WIDE_H_
