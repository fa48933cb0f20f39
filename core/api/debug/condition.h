// Condition of a breakpoint: stops after an operation, if the value that it computed is remarkable.
#ifndef PADDOCK_CORE_API_DEBUG_CONDITION_H_
#define PADDOCK_CORE_API_DEBUG_CONDITION_H_

#include <cstdint>

#include "core/tensor/tensor.h"

namespace paddock {

// Holds if any element of the value is of this kind. Complex elements count by absolute value.
struct Condition {
  enum class Kind : uint8_t {
    kNone = 0,  // no condition: stops before the operation
    // Kinds of elements, as bits of a block's mark (simd/bytes/bytes.h).
    kNan = 1,
    kInfinity = 6,
    kNonFinite = 7,
    kChange = 8,   // differs by more than `limit` from the previous execution, or became NaN
    kGreater = 9,  // > limit
    kLess = 10,    // < limit
  };
  Kind kind = Kind::kNone;
  double limit = 0;
};

// `before` is the value of the previous execution, without elements if there is none. A change of
// the number of elements counts as one by more than any limit.
bool Holds(const Condition& condition, const Tensor& now, const Tensor& before);

}  // namespace paddock

#endif  // PADDOCK_CORE_API_DEBUG_CONDITION_H_
