// convert for every pair of types, against exact scalar conversions.
#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "simd/elementwise/elementwise.h"
#include "simd/elementwise/testing.h"

namespace paddock::simd::testing {
namespace {

bool IsWhole(ElementType type) { return IsInteger(type) || IsBoolean(type); }

Wide TruncateAndSaturate(ElementType to, double value) {
  if (std::isnan(value)) return 0;
  const int bits = BitWidth(to);
  const Wide least = IsSigned(to) ? -(Wide{1} << (bits - 1)) : 0;
  const Wide greatest = (Wide{1} << (IsSigned(to) ? bits - 1 : bits)) - 1;
  if (value <= static_cast<double>(least)) return least;
  if (value >= static_cast<double>(greatest)) return greatest;
  return static_cast<Wide>(value);
}

// Writes the nearest value of `to` without rounding to double first. A large integer is truncated
// to a double, with a sticky bit for the rest.
void WriteRounded(ElementType to, Wide value, uint8_t* result) {
  if (to == ElementType::kF64) return WriteFloat(to, static_cast<double>(value), result);
  if (to == ElementType::kF32) {
    const float rounded = static_cast<float>(value);
    memcpy(result, &rounded, sizeof(rounded));
    return;
  }
  const bool is_negative = value < 0;
  uint64_t magnitude = static_cast<uint64_t>(is_negative ? -value : value);
  if (magnitude >> 32 != 0)
    magnitude = (magnitude & ~uint64_t{0xFFFF}) | ((magnitude & 0xFFFF) != 0 ? 0x8000 : 0);
  const double exact = static_cast<double>(magnitude);
  WriteFloat(to, is_negative ? -exact : exact, result);
}

void Reference(ElementType from, ElementType to, const uint8_t* operand, uint8_t* result) {
  if (IsComplex(to)) {
    const size_t part = ByteSize(to) / 2;
    Reference(from, PartType(to), operand, result);
    if (IsComplex(from)) {
      return Reference(PartType(from), PartType(to), operand + ByteSize(from) / 2, result + part);
    }
    return WriteFloat(PartType(to), 0, result + part);
  }
  if (IsComplex(from)) return Reference(PartType(from), to, operand, result);
  if (IsBoolean(to)) {
    *result = IsFloat(from) ? ReadFloat(from, operand) != 0 : ReadInteger(from, operand) != 0;
  } else if (IsWhole(from) && IsWhole(to)) {
    WriteInteger(to, ReadInteger(from, operand), result);
  } else if (IsWhole(to)) {
    WriteInteger(to, TruncateAndSaturate(to, ReadFloat(from, operand)), result);
  } else if (IsWhole(from)) {
    WriteRounded(to, ReadInteger(from, operand), result);
  } else {
    WriteFloat(to, ReadFloat(from, operand), result);
  }
}

void CheckFrom(ElementType from) {
  for (const ElementType to : AllElementTypes()) {
    KernelCase kernel_case{
        .name = std::string(Spelling(from)) + " to " + std::string(Spelling(to)),
        .operand_types = {from},
        .result_type = to,
        .reference = [=](std::span<const uint8_t* const> operands, uint8_t* result) {
          Reference(from, to, operands[0], result);
        }};
    ForEachTarget([&] {
      kernel_case.kernel = FindConvert(from, to).function;
      CheckKernel(kernel_case);
    });
  }
}

}  // namespace

TEST_CASE("integers convert to every type", "[simd]") {
  CheckFrom(ElementType::kI1);
  for (const ElementType from : IntegerTypes()) CheckFrom(from);
}

TEST_CASE("floats convert to every type", "[simd]") {
  for (const ElementType from : FloatTypes()) CheckFrom(from);
}

TEST_CASE("complex numbers convert to every type", "[simd]") {
  CheckFrom(ElementType::kC64);
  CheckFrom(ElementType::kC128);
}

}  // namespace paddock::simd::testing
