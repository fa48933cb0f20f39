// Recognizes argmax and argmin in any form, by evaluating the body of a reduction of values and
// places symbolically in every case.
#ifndef PADDOCK_CORE_PLAN_BODIES_EXTREME_BODY_H_
#define PADDOCK_CORE_PLAN_BODIES_EXTREME_BODY_H_

#include <cstddef>
#include <optional>

#include "core/ir/operation.h"
#include "simd/reduce/extreme.h"

namespace paddock {

// Recognizes a body of two operands, of which `value_operand` holds the values. It must return one
// of the two values and one of the two places, chosen by their order; returns nothing otherwise.
// All four arguments are scalars.
std::optional<simd::ExtremeBody> MatchExtremeBody(const Block& body, size_t value_operand);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_BODIES_EXTREME_BODY_H_
