// Bits of values that a program can observe.
#include <bit>
#include <catch2/catch_test_macros.hpp>
#include <string>

#include "core/exec/machine/machine.h"
#include "core/exec/machine/testing.h"

namespace paddock {
namespace {

using namespace testing;

TEST_CASE("a NaN from arithmetic has the same bits on every machine", "[exec]") {
  const Program program(R"(
func.func @main(%a: tensor<3xf32>) -> (tensor<3xi32>, tensor<3xi32>) {
  %b = stablehlo.subtract %a, %a : tensor<3xf32>
  %bits = stablehlo.bitcast_convert %b : (tensor<3xf32>) -> tensor<3xi32>
  %as_given = stablehlo.bitcast_convert %a : (tensor<3xf32>) -> tensor<3xi32>
  return %bits, %as_given : tensor<3xi32>, tensor<3xi32>
})");
  const Tensor a = TensorOf<uint32_t>(ElementType::kF32, {3}, {0x7f800000, 0xff800001, 0x3f800000});
  for (Level level : kLevels) {
    const std::vector<Tensor> results = Run(program, level, {a});
    CHECK(ElementsOf<uint32_t>(results[0]) == std::vector<uint32_t>{0x7fc00000, 0x7fc00000, 0});
    // The payload of an argument does not change.
    CHECK(ElementsOf<uint32_t>(results[1])[1] == 0xff800001);
  }
}

TEST_CASE("bitcast_convert packs and unpacks elements", "[exec]") {
  const Program program(R"(
func.func @main(%a: tensor<2x4xi8>, %b: tensor<4xi4>, %c: tensor<16xi1>)
    -> (tensor<2xi32>, tensor<2x2x2xi16>, tensor<2xi8>, tensor<i16>, tensor<2x2xi4>) {
  %d = stablehlo.bitcast_convert %a : (tensor<2x4xi8>) -> tensor<2xi32>
  %e = stablehlo.bitcast_convert %a : (tensor<2x4xi8>) -> tensor<2xi32>
  %f = stablehlo.bitcast_convert %e : (tensor<2xi32>) -> tensor<2x2xi16>
  %g = stablehlo.concatenate %f, %f, dim = 0 : (tensor<2x2xi16>, tensor<2x2xi16>) -> tensor<4x2xi16>
  %h = stablehlo.reshape %g : (tensor<4x2xi16>) -> tensor<2x2x2xi16>
  %i = stablehlo.reshape %b : (tensor<4xi4>) -> tensor<2x2xi4>
  %j = stablehlo.bitcast_convert %i : (tensor<2x2xi4>) -> tensor<2xi8>
  %k = stablehlo.bitcast_convert %c : (tensor<16xi1>) -> tensor<i16>
  %l = stablehlo.bitcast_convert %j : (tensor<2xi8>) -> tensor<2x2xi4>
  return %d, %h, %j, %k, %l : tensor<2xi32>, tensor<2x2x2xi16>, tensor<2xi8>, tensor<i16>, tensor<2x2xi4>
})");
  const Tensor a = TensorOf<int8_t>(ElementType::kI8, {2, 4}, {1, 2, 3, 4, -1, 0, 0, -128});
  const Tensor b = TensorOf<int8_t>(ElementType::kI4, {4}, {1, -2, 7, -8});
  std::vector<uint8_t> bits(16, 0);
  bits[0] = bits[3] = bits[15] = 1;
  const Tensor c = TensorOf<uint8_t>(ElementType::kI1, {16}, bits);
  for (Level level : kLevels) {
    const std::vector<Tensor> results = Run(program, level, {a, b, c});
    CHECK(ElementsOf<uint32_t>(results[0]) == std::vector<uint32_t>{0x04030201, 0x800000ff});
    CHECK(ElementsOf<uint16_t>(results[1]) ==
          std::vector<uint16_t>{0x0201, 0x0403, 0x00ff, 0x8000, 0x0201, 0x0403, 0x00ff, 0x8000});
    CHECK(ElementsOf<uint8_t>(results[2]) == std::vector<uint8_t>{0xe1, 0x87});
    CHECK(ElementsOf<uint16_t>(results[3]) == std::vector<uint16_t>{0x8009});
    CHECK(ElementsOf<int8_t>(results[4]) == std::vector<int8_t>{1, -2, 7, -8});
  }
}

// In fast numerics a bitcast_convert is a view of a deferred value. Chains keep 16-bit floats as
// f32.
TEST_CASE("computed floats of 16 bits and their bits can be in one group", "[exec]") {
  for (const std::string type : {"f16", "bf16"}) {
    const std::string floats = "tensor<48x" + type + ">";
    const Program program(R"(
func.func @main(%x: )" + floats +
                          ") -> (tensor<48xi16>, " + floats + R"() {
  %two = stablehlo.constant dense<2.0> : )" +
                          floats + R"(
  %one = stablehlo.constant dense<1> : tensor<48xi16>
  %doubled = stablehlo.multiply %x, %two : )" +
                          floats + R"(
  %bits = stablehlo.bitcast_convert %doubled : ()" +
                          floats + R"() -> tensor<48xi16>
  %odd = stablehlo.or %bits, %one : tensor<48xi16>
  %next = stablehlo.bitcast_convert %odd : (tensor<48xi16>) -> )" +
                          floats + R"(
  %result = stablehlo.multiply %next, %two : )" +
                          floats + R"(
  return %odd, %result : tensor<48xi16>, )" +
                          floats + R"(
})");
    // Doubling a normal number increments its exponent.
    const uint16_t exponent = type == "f16" ? 0x0400 : 0x0080;
    std::vector<uint16_t> given(48), odd(48), results(48);
    for (size_t i = 0; i < given.size(); ++i) {
      given[i] = static_cast<uint16_t>(0x3C00 + 17 * i);
      odd[i] = (given[i] + exponent) | 1;
      results[i] = odd[i] + exponent;
    }
    const ElementType element = type == "f16" ? ElementType::kF16 : ElementType::kBF16;
    const Tensor x = TensorOf<uint16_t>(element, {48}, given);
    for (const Level level : kLevels) {
      PlanOptions options = At(level);
      options.numerics = simd::Numerics::kFast;
      const std::vector<Tensor> made = Run(program, options, {x});
      CHECK(ElementsOf<uint16_t>(made[0]) == odd);
      CHECK(ElementsOf<uint16_t>(made[1]) == results);
    }
  }
}

// HIGHEST selects the more accurate kernel, also in a fused group and in a body.
TEST_CASE("the highest accuracy is the portable kernel's in fast numerics too", "[exec]") {
  const Program program(R"(
func.func @main(%a: tensor<4096xf32>) -> (tensor<4096xf32>, tensor<4096xf32>) {
  %b = "stablehlo.exponential"(%a) {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : (tensor<4096xf32>) -> tensor<4096xf32>
  %c = "stablehlo.map"(%a) ({
    ^bb0(%x: tensor<f32>):
      %y = "stablehlo.exponential"(%x) {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : (tensor<f32>) -> tensor<f32>
      stablehlo.return %y : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<4096xf32>) -> tensor<4096xf32>
  return %b, %c : tensor<4096xf32>, tensor<4096xf32>
})");
  std::vector<float> elements(4096);
  for (size_t i = 0; i < elements.size(); ++i) elements[i] = static_cast<float>(i) * 0.0417f - 80;
  const Tensor a = TensorOf<float>(ElementType::kF32, {4096}, elements);
  const std::vector<uint32_t> portable = ElementsOf<uint32_t>(Run(program, Level::kFast, {a})[0]);
  for (Level level : kLevels) {
    PlanOptions options = At(level);
    options.numerics = simd::Numerics::kFast;
    const std::vector<Tensor> results = Run(program, options, {a});
    CHECK(ElementsOf<uint32_t>(results[0]) == portable);
    CHECK(ElementsOf<uint32_t>(results[1]) == portable);
  }
}

}  // namespace
}  // namespace paddock
