// Quantized elements that are stored in 64 bits, which neither f64 nor i64 arithmetic holds
// exactly.
#ifndef PADDOCK_CORE_PLAN_QUANTIZED_QUANTIZED_WIDE_H_
#define PADDOCK_CORE_PLAN_QUANTIZED_QUANTIZED_WIDE_H_

#include "core/plan/lowering/composition.h"

namespace paddock {

bool IsStoredIn64(const QuantizedType& type);

// The zero points of `type`, one for each element of `stored`, in its element type.
Value* ZeroPointsFor(Composition& made, const Value* stored, const QuantizedType& type);
// stored - zero point, rounded once to `computation`, a float type.
Value* DifferenceOf64(Composition& made, Value* stored, const QuantizedType& type,
                      ElementType computation);
// `value`, a float, rounded to nearest even and clamped to the range of `type`; NaN as 0.
Value* RoundedTo64(Composition& made, Value* value, const QuantizedType& type);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_QUANTIZED_QUANTIZED_WIDE_H_
