// Descriptions of element texts that ParseElement refuses.
#ifndef PADDOCK_CORE_TENSOR_ELEMENT_PROBLEM_H_
#define PADDOCK_CORE_TENSOR_ELEMENT_PROBLEM_H_

#include <string>
#include <string_view>

#include "core/types/element_type.h"

namespace paddock {

struct ElementProblem {
  // Message such as "'128' is not a value of type i8, which holds -128 to 127".
  std::string message;
  // Program text for the same value; empty if there is none.
  std::string replacement;
};

// Returns why ParseElement refuses `text`, which must not be empty.
ElementProblem DescribeProblem(std::string_view text, ElementType type);

// Returns the range of an integer or float type, such as "-128 to 127".
std::string RangeText(ElementType type);

}  // namespace paddock

#endif  // PADDOCK_CORE_TENSOR_ELEMENT_PROBLEM_H_
