// compare and select of every type.
#include <bit>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstring>
#include <limits>

#include "core/types/small_float.h"
#include "simd/elementwise/elementwise.h"
#include "simd/elementwise/testing.h"

namespace paddock::simd::testing {
namespace {

using enum ComparisonDirection;
constexpr ComparisonDirection kDirections[] = {kEq, kNe, kGe, kGt, kLe, kLt};

template <class T>
bool Compare(ComparisonDirection direction, T a, T b) {
  switch (direction) {
    case kEq:
      return a == b;
    case kNe:
      return a != b;
    case kGe:
      return a >= b;
    case kGt:
      return a > b;
    case kLe:
      return a <= b;
    case kLt:
      return a < b;
  }
  return false;
}

// Pairs are ordered by their first parts if these differ or do not compare, else by the second.
bool ComparePairs(ComparisonDirection direction, const double* a, const double* b) {
  const bool both_equal = a[0] == b[0] && a[1] == b[1];
  if (direction == kEq) return both_equal;
  if (direction == kNe) return !both_equal;
  return Compare(direction, a[0] == b[0] ? a[1] : a[0], a[0] == b[0] ? b[1] : b[0]);
}

// Returns the position of a value in totalOrder: its f32 or f64 bits, in descending order for
// negative values.
int64_t TotalOrderPosition(ElementType type, const uint8_t* element) {
  if (type == ElementType::kF64) {
    int64_t bits;
    memcpy(&bits, element, sizeof(bits));
    return bits >= 0 ? bits : std::numeric_limits<int64_t>::min() - bits - 1;
  }
  uint32_t bits = 0;
  memcpy(&bits, element, ByteSize(type));
  if (type != ElementType::kF32) bits = std::bit_cast<uint32_t>(DecodeSmallFloat(type, bits));
  const int64_t magnitude = bits & 0x7FFFFFFF;
  return (bits >> 31) == 0 ? magnitude : -1 - magnitude;
}

bool CompareElements(ComparisonDirection direction, bool total_order, ElementType type,
                     const uint8_t* a, const uint8_t* b) {
  if (IsComplex(type)) {
    const size_t part = ByteSize(type) / 2;
    const double lhs[] = {ReadFloat(PartType(type), a), ReadFloat(PartType(type), a + part)};
    const double rhs[] = {ReadFloat(PartType(type), b), ReadFloat(PartType(type), b + part)};
    return ComparePairs(direction, lhs, rhs);
  }
  if (!IsFloat(type)) return Compare(direction, ReadInteger(type, a), ReadInteger(type, b));
  if (!total_order) return Compare(direction, ReadFloat(type, a), ReadFloat(type, b));
  return Compare(direction, TotalOrderPosition(type, a), TotalOrderPosition(type, b));
}

void CheckCompare(ElementType type, bool total_order) {
  for (const ComparisonDirection direction : kDirections) {
    KernelCase kernel_case{
        .name = "compare " + std::to_string(static_cast<int>(direction)) + " " +
                std::string(Spelling(type)) + (total_order ? " in total order" : ""),
        .operand_types = {type, type},
        .result_type = ElementType::kI1,
        .reference =
            [=](std::span<const uint8_t* const> operands, uint8_t* result) {
              *result = CompareElements(direction, total_order, type, operands[0], operands[1]);
            },
        .limit = 130};
    ForEachTarget([&] {
      kernel_case.kernel = FindCompare(direction, total_order, type).function;
      CheckKernel(kernel_case);
    });
  }
}

}  // namespace

TEST_CASE("compare follows IEEE 754 and the integers' signs", "[simd]") {
  for (const ElementType type : AllElementTypes()) CheckCompare(type, false);
}

TEST_CASE("compare in total order orders NaN and zeros", "[simd]") {
  for (const ElementType type : AllElementTypes()) {
    if (IsFloat(type)) {
      CheckCompare(type, true);
    } else {
      CHECK(FindCompare(kEq, true, type).function == nullptr);
    }
  }
}

TEST_CASE("total order is by bits", "[simd]") {
  const uint32_t ascending[] = {0xFFC00001, 0xFFC00000, 0xFF800000, 0xBF800000,
                                0x80000001, 0x80000000, 0x00000000, 0x00000001,
                                0x3F800000, 0x7F800000, 0x7FC00000, 0x7FC00001};
  for (size_t i = 0; i < std::size(ascending); ++i) {
    for (size_t j = 0; j < std::size(ascending); ++j) {
      const void* operands[] = {&ascending[i], &ascending[j]};
      for (const ComparisonDirection direction : kDirections) {
        uint8_t result = 2;
        FindCompare(direction, true, ElementType::kF32).function(operands, &result, 1, nullptr);
        CHECK(result == Compare(direction, i, j));
      }
    }
  }
}

TEST_CASE("select takes whole elements of every width", "[simd]") {
  for (const ElementType type : AllElementTypes()) {
    KernelCase kernel_case{
        .name = "select " + std::string(Spelling(type)),
        .operand_types = {ElementType::kI1, type, type},
        .result_type = type,
        .reference = [=](std::span<const uint8_t* const> operands, uint8_t* result) {
          memcpy(result, operands[*operands[0] != 0 ? 1 : 2], ByteSize(type));
        }};
    ForEachTarget([&] {
      kernel_case.kernel = FindElementwise("select", type, Numerics::kPortable).function;
      CheckKernel(kernel_case);
    });
  }
}

}  // namespace paddock::simd::testing
