// Remainders that level kFast computes from the quotient of the same numbers.
#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "core/exec/machine/testing.h"
#include "tests/execution/levels_testing.h"

namespace paddock {
namespace {

using namespace testing;

// Pairs of the extremes, zero, small numbers and others, with every divisor.
template <class T>
std::vector<Tensor> Pairs(ElementType type) {
  const T least = std::numeric_limits<T>::min(), most = std::numeric_limits<T>::max();
  const std::vector<T> numbers = {least,
                                  static_cast<T>(least + 1),
                                  static_cast<T>(-7),
                                  static_cast<T>(-1),
                                  T{0},
                                  T{1},
                                  T{2},
                                  T{5},
                                  T{100},
                                  static_cast<T>(most - 1),
                                  most};
  std::vector<T> lhs, rhs;
  for (const T x : numbers) {
    for (const T y : numbers) {
      lhs.push_back(x);
      rhs.push_back(y);
    }
  }
  const auto count = static_cast<int64_t>(lhs.size());
  return {TensorOf<T>(type, {count}, lhs), TensorOf<T>(type, {count}, rhs)};
}

template <class T>
void CheckType(ElementType element) {
  const std::string type = TensorText({121}, std::string(Spelling(element)));
  const auto text = [&](const std::string& operations) {
    return Program("func.func @main(%x: " + type + ", %y: " + type + ") -> (" + type + ", " + type +
                   ") {\n" + operations + "  return %q, %r : " + type + ", " + type + "\n}");
  };
  const std::string quotient = "  %q = stablehlo.divide %x, %y : " + type + "\n";
  const std::string remainder = "  %r = stablehlo.remainder %x, %y : " + type + "\n";
  INFO(type);
  CheckAtBothLevels(text(quotient + remainder), Pairs<T>(element));
  CheckAtBothLevels(text(remainder + quotient), Pairs<T>(element));
  // The operands of the quotient in the other order.
  CheckAtBothLevels(text("  %q = stablehlo.divide %y, %x : " + type + "\n" + remainder),
                    Pairs<T>(element));
}

TEST_CASE("a remainder beside the quotient has the bits of one alone", "[exec]") {
  CheckType<int8_t>(ElementType::kI8);
  CheckType<int16_t>(ElementType::kI16);
  CheckType<int32_t>(ElementType::kI32);
  CheckType<int64_t>(ElementType::kI64);
  CheckType<uint8_t>(ElementType::kUI8);
  CheckType<uint16_t>(ElementType::kUI16);
  CheckType<uint32_t>(ElementType::kUI32);
  CheckType<uint64_t>(ElementType::kUI64);
}

TEST_CASE("a remainder of 4-bit integers is not computed from the quotient", "[exec]") {
  const Program program(R"(
func.func @main(%x: tensor<5xi4>, %y: tensor<5xi4>) -> (tensor<5xi4>, tensor<5xi4>) {
  %q = stablehlo.divide %x, %y : tensor<5xi4>
  %r = stablehlo.remainder %x, %y : tensor<5xi4>
  return %q, %r : tensor<5xi4>, tensor<5xi4>
})");
  CheckAtBothLevels(program, {TensorOf<int8_t>(ElementType::kI4, {5}, {-8, -8, 7, 3, 5}),
                              TensorOf<int8_t>(ElementType::kI4, {5}, {-1, 3, -2, 0, 4})});
}

TEST_CASE("a remainder of floats is not computed from the quotient", "[exec]") {
  const Program program(R"(
func.func @main(%x: tensor<300xf32>, %y: tensor<300xf32>) -> (tensor<300xf32>, tensor<300xf32>) {
  %q = stablehlo.divide %x, %y : tensor<300xf32>
  %r = stablehlo.remainder %x, %y : tensor<300xf32>
  return %q, %r : tensor<300xf32>, tensor<300xf32>
})");
  CheckAtBothLevels(program, {WaveTensor({300}), WaveTensor({300})});
}

}  // namespace
}  // namespace paddock
