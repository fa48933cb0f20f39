// Division of arrays by one divisor, which is a product with its inverse, against a scalar
// reference. integer_test.cc has pairs of operands in any order.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <vector>

#include "simd/elementwise/testing.h"

namespace paddock::simd::testing {
namespace {

using Elements = std::vector<std::vector<uint8_t>>;

Wide Quotient(Wide lhs, Wide rhs) { return rhs == 0 ? -1 : lhs / rhs; }
Wide Remainder(Wide lhs, Wide rhs) { return rhs == 0 ? lhs : lhs % rhs; }

// The samples of a type, and powers of two with their neighbours.
Elements DivisorsOf(ElementType type) {
  Elements result = Samples(type, 300);
  for (int bit = 1; bit < BitWidth(type); ++bit) {
    for (const int step : {-1, 0, 1}) {
      std::vector<uint8_t> element(ByteSize(type));
      WriteInteger(type, (Wide{1} << bit) + step, element.data());
      result.push_back(element);
    }
  }
  return result;
}

// Divides `count` of `values`, in turn, by `divisor` in place of operand `in_place` (2: neither).
void CheckDivisor(const std::string& op, ElementType type, const Elements& values,
                  const std::vector<uint8_t>& divisor, size_t count, size_t in_place) {
  const size_t bytes = ByteSize(type);
  GuardedBuffer lhs(count * bytes, 1), rhs(count * bytes, 3), separate(count * bytes, 2);
  GuardedBuffer* const arrays[] = {&lhs, &rhs, &separate};
  for (size_t i = 0; i < count; ++i) {
    std::ranges::copy(values[i % values.size()], lhs.data() + i * bytes);
    std::ranges::copy(divisor, rhs.data() + i * bytes);
  }
  const void* operands[] = {lhs.data(), rhs.data()};
  GuardedBuffer& result = *arrays[in_place];
  Find(op, type)(operands, result.data(), count, nullptr);

  const Wide by = ReadInteger(type, divisor.data());
  std::vector<uint8_t> expected(bytes);
  for (size_t i = 0; i < count; ++i) {
    const Wide value = ReadInteger(type, values[i % values.size()].data());
    WriteInteger(type, op == "divide" ? Quotient(value, by) : Remainder(value, by),
                 expected.data());
    if (std::equal(expected.begin(), expected.end(), result.data() + i * bytes)) continue;
    FAIL(op << " of " << Spelling(type) << ": " << static_cast<int64_t>(value) << " by "
            << static_cast<int64_t>(by) << ", element " << i << " of " << count);
  }
  for (const GuardedBuffer* array : arrays) REQUIRE(array->guards_are_whole());
}

}  // namespace

TEST_CASE("a division by one divisor gives the exact quotient and remainder", "[simd]") {
  for (const ElementType type : IntegerTypes()) {
    const Elements values = DivisorsOf(type);
    for (const std::vector<uint8_t>& divisor : values) {
      ForEachTarget([&] {
        CheckDivisor("divide", type, values, divisor, values.size() + 64, 2);
        CheckDivisor("remainder", type, values, divisor, values.size() + 64, 2);
      });
    }
  }
}

TEST_CASE("a division by one divisor takes any count, in place of either operand", "[simd]") {
  for (const ElementType type : IntegerTypes()) {
    const Elements values = Samples(type);
    std::vector<uint8_t> divisor(ByteSize(type));
    WriteInteger(type, 3, divisor.data());
    for (size_t count = 60; count < 200; ++count) {
      ForEachTarget([&] {
        CheckDivisor("divide", type, values, divisor, count, count % 3);
        CheckDivisor("remainder", type, values, divisor, 1024 + count, count % 3);
      });
    }
  }
}

TEST_CASE("a divisor that differs only in the last element is not taken for all", "[simd]") {
  for (size_t count = 64; count < 600; count += 67) {
    std::vector<int32_t> lhs(count, 100), rhs(count, 7), result(count);
    rhs.back() = 9;
    const void* operands[] = {lhs.data(), rhs.data()};
    ForEachTarget([&] {
      Find("divide", ElementType::kI32)(operands, result.data(), count, nullptr);
      CHECK(result.front() == 14);
      CHECK(result.back() == 11);
    });
  }
}

}  // namespace paddock::simd::testing
