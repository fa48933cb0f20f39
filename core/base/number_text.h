// Exact conversions between numbers and their text.
#ifndef PADDOCK_CORE_BASE_NUMBER_TEXT_H_
#define PADDOCK_CORE_BASE_NUMBER_TEXT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace paddock {

// Converts decimal text ("-1.5e-3", "7", "inf", "-nan") to the nearest number, ties to even.
// Numbers that round past the largest finite one become infinities. Returns nothing unless all of
// `text` is a number.
std::optional<double> ParseF64(std::string_view text);
std::optional<float> ParseF32(std::string_view text);

// Returns the sign of (the exact value of `text`) - `value`, for a second rounding. `text` is
// decimal and finite, `value` is ParseF64(text).
int CompareDecimal(std::string_view text, double value);

// Converts "0x1F" to 31. Returns nothing if the text is no hexadecimal number or has more than 64
// bits.
std::optional<uint64_t> ParseHexadecimal(std::string_view text);

// An integer in a text: sign and magnitude.
struct IntegerText {
  bool is_negative = false;
  uint64_t magnitude = 0;

  // The value modulo 2^64.
  uint64_t bits() const { return is_negative ? 0 - magnitude : magnitude; }
  // Returns whether the value is in [-2^(width-1), 2^(width-1) - 1], or in [0, 2^width - 1].
  bool FitsSigned(int width) const;
  bool FitsUnsigned(int width) const;
};

// Reads "-12", "0x1F" or "-0x1". Returns nothing if the text is no integer or has more than 64
// bits.
std::optional<IntegerText> ParseInteger(std::string_view text);

// Returns the shortest decimal text that reads back as the same number, always with a point: "1.0",
// "0.1", "1.0e-05". Infinities and NaNs are "inf", "-inf", "nan", "-nan".
std::string FormatF64(double value);
std::string FormatF32(float value);

// Returns "0x" and `digits` upper-case hexadecimal digits.
std::string FormatHexadecimal(uint64_t value, int digits);

}  // namespace paddock

#endif  // PADDOCK_CORE_BASE_NUMBER_TEXT_H_
