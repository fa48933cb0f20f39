// The comparisons of the check dialect.
#ifndef PADDOCK_CORE_PLAN_OPS_ELEMENT_COMPARE_H_
#define PADDOCK_CORE_PLAN_OPS_ELEMENT_COMPARE_H_

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

#include "core/types/element_type.h"

namespace paddock {

struct ElementRule {
  enum class Kind : uint8_t {
    kEqual,  // integers and booleans bit by bit; floats by IEEE: NaN differs from itself, -0 equals
             // 0
    kAlmostEqual,  // within an absolute tolerance; NaN equals NaN, and an infinity equals itself
    kClose,        // units in the last place between two bounds
  };
  Kind kind = Kind::kEqual;
  double tolerance = 1e-4;
  uint64_t min_ulp = 0;
  uint64_t max_ulp = 1;
};

struct Mismatch {
  int64_t count = 0;  // number of elements that break the rule
  int64_t first = 0;  // linear index of the first of them
};

// Compares `count` elements of `type` (at any alignment) and adds to `mismatch`;
// `first_index` is the linear index of the first of them.
void CompareElements(const ElementRule& rule, ElementType type, const std::byte* lhs,
                     const std::byte* rhs, int64_t first_index, int64_t count, Mismatch& mismatch);

// Returns the distance of two floats of a type on their sign-magnitude bits: 0 for two NaNs, the
// greatest number if only one is finite. For complex numbers, the greater distance of the two
// parts.
uint64_t UlpDistance(ElementType type, const std::byte* lhs, const std::byte* rhs);

// "1.5", "-3", "true", "(1, 2)".
std::string ElementText(ElementType type, const std::byte* element);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_OPS_ELEMENT_COMPARE_H_
