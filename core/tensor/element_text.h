// Text of one element of a tensor.
#ifndef PADDOCK_CORE_TENSOR_ELEMENT_TEXT_H_
#define PADDOCK_CORE_TENSOR_ELEMENT_TEXT_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/types/element_type.h"

namespace paddock {

// Syntax of numbers.
enum class NumberSyntax : uint8_t {
  kProgram,  // IntegerLiteral and FloatLiteral of the specification
  kValue,    // values outside programs: also "inf", "-nan", ".5"
};

// Reads "-1", "0x7F", "true", "1.5", "nan" into ByteSize(type) bytes, with one rounding.
// Hexadecimal text is the bit pattern of a float, with all of its digits. Complex types are not
// supported: their parts are read separately. Returns false if the text is no number that the type
// can represent.
bool ParseElement(std::string_view text, ElementType type, std::byte* element,
                  NumberSyntax syntax = NumberSyntax::kValue);

// Appends the shortest text that ParseElement reads back to the same bits; "(re, im)" for a complex
// element. Infinities and NaNs are written as bit patterns.
void AppendElement(std::string& out, ElementType type, const std::byte* element);

// Returns the exact value of a float element.
double FloatValue(ElementType type, const std::byte* element);

}  // namespace paddock

#endif  // PADDOCK_CORE_TENSOR_ELEMENT_TEXT_H_
