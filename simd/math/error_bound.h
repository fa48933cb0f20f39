// Error bounds of published kernels, in the terms in which a program requests accuracy.
#ifndef PADDOCK_SIMD_MATH_ERROR_BOUND_H_
#define PADDOCK_SIMD_MATH_ERROR_BOUND_H_

#include <optional>
#include <string_view>

#include "core/types/element_type.h"

namespace paddock::simd {

// |error| <= ulps * epsilon * |exact result|, also for complex numbers. A result below the type's
// least normal number counts as that number.
struct ErrorBound {
  double ulps;
  // Distance from 1 to the next number of the type, or of a part's type.
  double epsilon;
  // |error| for any result; infinity if results have no bound.
  double absolute;
};

// Returns the bound for both numerics, for the element types of math.h and the floats computed in
// f32.
std::optional<ErrorBound> FindErrorBound(std::string_view function, ElementType type);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_MATH_ERROR_BOUND_H_
