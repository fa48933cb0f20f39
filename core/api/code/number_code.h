// Numbers as the code of a language.
#ifndef PADDOCK_CORE_API_CODE_NUMBER_CODE_H_
#define PADDOCK_CORE_API_CODE_NUMBER_CODE_H_

#include <optional>
#include <string>
#include <string_view>

#include "core/tensor/tensor.h"

namespace paddock::code {

// Tensors of more elements are written as hexadecimal digits.
inline constexpr int64_t kMaximumListed = 100;

// Returns a C++ expression of the type that the builder takes for `type`: "1.5f" for f32. Types
// without a type of C++ have int or float, and the builder converts them. Returns nothing if
// another element would come out.
std::optional<std::string> CplusplusNumber(ElementType type, const std::byte* element);
// Returns the same for JavaScript, where only integers of 64 bits differ from other numbers: "3n".
std::optional<std::string> JavascriptNumber(ElementType type, const std::byte* element);

// Returns a C++ expression of int, or of int64_t where int is too small.
std::string CplusplusInteger(int64_t value);

// Returns all bytes of the elements as hexadecimal digits.
std::string HexDigits(const Tensor& value);

// Returns whether all elements have the same bits.
bool HasEqualElements(const Tensor& value);

// Returns a string literal of C++ or JavaScript with these quotes.
std::string Quoted(std::string_view text, char quote);

}  // namespace paddock::code

#endif  // PADDOCK_CORE_API_CODE_NUMBER_CODE_H_
