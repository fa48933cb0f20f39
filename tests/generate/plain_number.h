// Numbers of the specification's grammar, read independently of core/text and core/tensor, which
// are tested against this.
#ifndef PADDOCK_TESTS_GENERATE_PLAIN_NUMBER_H_
#define PADDOCK_TESTS_GENERATE_PLAIN_NUMBER_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace paddock::generate {

// A float format of at most 16 bits.
struct PlainFormat {
  std::string_view type;
  int exponent_bits;
  int mantissa_bits;
  int bias;
  enum Kind : uint8_t {
    kIeee,    // the greatest exponent holds infinities and NaNs
    kFinite,  // every code is a number
    kOneNan,  // all ones are NaN
    kNoZero,  // the code of -0 is NaN
    kScale,   // no sign and no mantissa: f8E8M0FNU
  } kind;

  int width() const { return exponent_bits + mantissa_bits + (kind == kScale ? 0 : 1); }
  // Returns the greatest code without a sign whose value is a number.
  uint64_t greatest() const;
  double ValueOf(uint64_t code) const;
};

// Null if `type` is not such a format.
const PlainFormat* FindPlainFormat(std::string_view type);

// Returns the bits of a numeric type such as i8, ui4, f32, f8E5M2 or index; 0 for other types.
int PlainWidth(std::string_view type);

bool IsPlainInteger(std::string_view type);
bool IsPlainUnsigned(std::string_view type);

// Returns the bits of `literal` as a value of `type`; nothing if the specification gives it none.
std::optional<uint64_t> PlainBits(std::string_view literal, std::string_view type);

}  // namespace paddock::generate

#endif  // PADDOCK_TESTS_GENERATE_PLAIN_NUMBER_H_
