// The text of one element of a tensor.
#ifndef PADDOCK_CORE_TENSOR_ELEMENT_TEXT_H_
#define PADDOCK_CORE_TENSOR_ELEMENT_TEXT_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/types/element_type.h"

namespace paddock {

// Which numbers there are.
enum class NumberSyntax : uint8_t {
  kProgram,  // IntegerLiteral and FloatLiteral of the specification
  kValue,    // from outside of a program: also "inf", "-nan", ".5"
};

// Reads "-1", "0x7F", "true", "1.5", "nan" into ByteSize(type) bytes, rounding once.
// Hexadecimal text is the bit pattern of a float, all of its digits. Not for complex types,
// whose parts are read one by one. False if the text is no number that the type can hold.
bool ParseElement(std::string_view text, ElementType type, std::byte* element,
                  NumberSyntax syntax = NumberSyntax::kValue);

// Appends the shortest text that ParseElement reads back to the same bits; of a complex
// element "(re, im)". Infinities and NaNs are bit patterns.
void AppendElement(std::string& out, ElementType type, const std::byte* element);

// The value of a float element, which is exact.
double FloatValue(ElementType type, const std::byte* element);

}  // namespace paddock

#endif  // PADDOCK_CORE_TENSOR_ELEMENT_TEXT_H_
