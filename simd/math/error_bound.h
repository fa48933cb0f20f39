// How far a published kernel's results may lie from the exact ones, in the terms in which a
// program asks for accuracy.
#ifndef PADDOCK_SIMD_MATH_ERROR_BOUND_H_
#define PADDOCK_SIMD_MATH_ERROR_BOUND_H_

#include <optional>
#include <string_view>

#include "core/types/element_type.h"

namespace paddock::simd {

// |error| <= ulps * epsilon * |exact result|, of complex numbers too; a result below the type's
// least normal number counts as that number.
struct ErrorBound {
  double ulps;
  // From 1 to the next number of the type, or of a part.
  double epsilon;
  // |error| whatever the result; infinity where results know no bound.
  double absolute;
};

// In both numerics, of the element types that math.h has and of the floats that go through f32.
std::optional<ErrorBound> FindErrorBound(std::string_view function, ElementType type);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_MATH_ERROR_BOUND_H_
