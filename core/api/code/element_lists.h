// Elements of tensors as nested lists of numbers.
#ifndef PADDOCK_CORE_API_CODE_ELEMENT_LISTS_H_
#define PADDOCK_CORE_API_CODE_ELEMENT_LISTS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/api/code/layout.h"
#include "core/tensor/tensor.h"

namespace paddock::code {

// A function of number_code.h.
using NumberFunction = std::optional<std::string> (*)(ElementType type, const std::byte* element);

// Returns the numbers of the elements, one for a splat; nothing if one has no number, or there are
// too many.
std::vector<std::string> NumbersOf(const Tensor& value, NumberFunction number_of);

// Returns the elements of type i64.
std::vector<int64_t> IntegersOf(const Tensor& value);

// Returns nested lists of the numbers with this shape; of shape [] the number.
Code NestedLists(std::span<const std::string> numbers, std::span<const int64_t> shape,
                 const std::string& open, const std::string& close);

}  // namespace paddock::code

#endif  // PADDOCK_CORE_API_CODE_ELEMENT_LISTS_H_
