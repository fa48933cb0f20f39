// The text of one element of a tensor.
#ifndef PADDOCK_CORE_TENSOR_ELEMENT_TEXT_H_
#define PADDOCK_CORE_TENSOR_ELEMENT_TEXT_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/types/element_type.h"

namespace paddock {

// `value` plus an error of the sign of `residue` that is too small to show, rounded to the
// nearest number of a type narrower than f32, ties to even. NaN where the type has one and
// overflow has no infinity to go to; the largest number where it has neither.
uint32_t RoundToSmallFloat(ElementType type, double value, int residue = 0);
// The number that the bits of a float narrower than f32 stand for.
double SmallFloatValue(ElementType type, uint32_t bits);

// Reads "-1", "0x7F", "true", "1.5", "nan" into ByteSize(type) bytes, rounding once.
// Hexadecimal text is the bit pattern of a float. Not for complex types, whose parts
// are read one by one. False if the text is no number that the type can hold.
bool ParseElement(std::string_view text, ElementType type, std::byte* element);

// Appends the shortest text that ParseElement reads back to the same bits; of a complex
// element "(re, im)". Infinities and NaNs are bit patterns.
void AppendElement(std::string& out, ElementType type, const std::byte* element);

}  // namespace paddock

#endif  // PADDOCK_CORE_TENSOR_ELEMENT_TEXT_H_
