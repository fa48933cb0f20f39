// Integers divided by constant powers of two, and operations on constants: level kFast computes
// them in another way.
#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "core/exec/machine/machine.h"
#include "core/exec/machine/testing.h"
#include "tests/execution/levels_testing.h"

namespace paddock {
namespace {

using namespace testing;

// Divides 70 integers by 2^power.
template <class T>
void CheckDivision(ElementType element, int power) {
  const std::string type = "tensor<70x" + std::string(Spelling(element)) + ">";
  const std::string divisor = std::to_string(uint64_t{1} << power);
  INFO(type << " by " << divisor);
  const Program program("func.func @main(%x: " + type + ") -> (" + type + ", " + type + R"() {
  %d = stablehlo.constant dense<)" +
                        divisor + "> : " + type + R"(
  %q = stablehlo.divide %x, %d : )" +
                        type + R"(
  %r = stablehlo.remainder %x, %d : )" +
                        type + R"(
  return %q, %r : )" + type +
                        ", " + type + "\n}");
  std::vector<T> elements = {std::numeric_limits<T>::min(), std::numeric_limits<T>::max()};
  for (int i = 2; i < 70; ++i) {
    const auto spread = static_cast<uint64_t>(i - 35) * (i % 3 == 0 ? 1 : 0x123456789ABCDEFU);
    elements.push_back(static_cast<T>(spread));
  }
  CheckAtBothLevels(program, {TensorOf<T>(element, {70}, elements)});
}

TEST_CASE("a division by a power of two has the bits of any division", "[exec]") {
  for (int power = 0; power < 32; ++power) {
    if (power < 7) CheckDivision<int8_t>(ElementType::kI8, power);
    if (power < 8) CheckDivision<uint8_t>(ElementType::kUI8, power);
    if (power < 15) CheckDivision<int16_t>(ElementType::kI16, power);
    if (power < 16) CheckDivision<uint16_t>(ElementType::kUI16, power);
    if (power < 31) CheckDivision<int32_t>(ElementType::kI32, power);
    CheckDivision<uint32_t>(ElementType::kUI32, power);
    CheckDivision<int64_t>(ElementType::kI64, power);
    CheckDivision<uint64_t>(ElementType::kUI64, power);
  }
}

// JAX replaces a divisor of 0 by 1 even where it is a constant.
constexpr const char* kDivisor = R"(
func.func @main(%x: tensor<9xi32>) -> tensor<9xi32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %given = stablehlo.constant dense<4> : tensor<i32>
  %none = stablehlo.compare EQ, %given, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %chosen = stablehlo.select %none, %one, %given : tensor<i1>, tensor<i32>
  %d = stablehlo.broadcast_in_dim %chosen, dims = [] : (tensor<i32>) -> tensor<9xi32>
  %r = stablehlo.remainder %x, %d : tensor<9xi32>
  return %r : tensor<9xi32>
})";

constexpr const char* kDirect = R"(
func.func @main(%x: tensor<9xi32>) -> tensor<9xi32> {
  %d = stablehlo.constant dense<4> : tensor<9xi32>
  %r = stablehlo.remainder %x, %d : tensor<9xi32>
  return %r : tensor<9xi32>
})";

TEST_CASE("an operation on constants is computed while planning", "[exec]") {
  const Program program(kDivisor);
  const Tensor x = TensorOf<int32_t>(ElementType::kI32, {9}, {-9, -8, -5, -1, 0, 3, 4, 5, 8});
  CheckAtBothLevels(program, {x});
  const Program direct(kDirect);
  CHECK(PlanOf(program, At(Level::kFast))->steps().size() ==
        PlanOf(direct, At(Level::kFast))->steps().size());
  CHECK(ElementsOf<int32_t>(Run(program, Level::kFast, {x})[0]) ==
        std::vector<int32_t>{-1, 0, -1, -1, 0, 3, 0, 1, 0});
}

}  // namespace
}  // namespace paddock
