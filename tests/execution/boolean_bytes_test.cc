// Booleans that become integers of 8 bits are the same bytes, with the bits of level faithful.
#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "core/exec/machine/testing.h"
#include "core/types/type.h"
#include "tests/execution/levels_testing.h"

namespace paddock {
namespace {

using namespace testing;

Tensor RandomBooleans(const std::vector<int64_t>& shape, std::mt19937& random) {
  Tensor tensor = Tensor::Allocate(ElementType::kI1, shape);
  std::byte* const bytes = tensor.mutable_data();
  for (size_t i = 0; i < tensor.byte_size(); ++i) bytes[i] = static_cast<std::byte>(random() % 2);
  return tensor;
}

TEST_CASE("booleans become bytes wherever they come from", "[exec]") {
  std::mt19937 random(52);
  for (const char* type : {"i8", "ui8"}) {
    for (const int64_t columns : {1, 7, 64, 130}) {
      const std::string shape = "20x" + std::to_string(columns), row = std::to_string(columns);
      const std::string whole = "tensor<" + shape + "xi1>",
                        bytes = "tensor<" + shape + "x" + type + ">",
                        line = "tensor<" + row + "xi1>";
      std::string text = "func.func @main(%x: " + whole + ", %r: " + line + ") -> (" + bytes +
                         ", " + bytes + ", " + bytes + ", " + bytes + ") {\n";
      const std::string converted = " : (" + whole + ") -> " + bytes + "\n";
      text += "  %a = stablehlo.convert %x" + converted;
      text += "  %t = stablehlo.reverse %x, dims = [0] : " + whole +
              "\n  %b = stablehlo.convert %t" + converted;
      text += "  %s = stablehlo.broadcast_in_dim %r, dims = [1] : (" + line + ") -> " + whole +
              "\n  %c = stablehlo.convert %s" + converted;
      text +=
          "  %o = stablehlo.xor %x, %s : " + whole + "\n  %d = stablehlo.convert %o" + converted;
      text += "  %k = stablehlo.constant dense<true> : " + whole + "\n  %e = stablehlo.convert %k" +
              converted;
      text += "  %u = stablehlo.add %b, %e : " + bytes +
              "\n  %v = stablehlo.multiply %c, %u : " + bytes +
              "\n  %w = stablehlo.add %d, %a : " + bytes + "\n  return %a, %c, %v, %w : " + bytes +
              ", " + bytes + ", " + bytes + ", " + bytes + "\n}";
      INFO(text);
      CheckAtBothLevels(Program(text),
                        {RandomBooleans({20, columns}, random), RandomBooleans({columns}, random)});
    }
  }
}

TEST_CASE("booleans that a loop carries become bytes", "[exec]") {
  const Program program(R"(
func.func @main(%x: tensor<40xi1>) -> (tensor<40xi1>, tensor<40xi8>) {
  %zero = stablehlo.constant dense<0> : tensor<40xi8>
  %none = stablehlo.constant dense<0> : tensor<i32>
  %r:3 = stablehlo.while(%i = %none, %b = %x, %t = %zero) : tensor<i32>, tensor<40xi1>, tensor<40xi8>
  cond {
    %most = stablehlo.constant dense<9> : tensor<i32>
    %c = stablehlo.compare LT, %i, %most : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %n = stablehlo.convert %b : (tensor<40xi1>) -> tensor<40xi8>
    %u = stablehlo.add %t, %n : tensor<40xi8>
    %f = stablehlo.not %b : tensor<40xi1>
    %m = stablehlo.convert %f : (tensor<40xi1>) -> tensor<40xi8>
    %v = stablehlo.subtract %u, %m : tensor<40xi8>
    stablehlo.return %j, %f, %v : tensor<i32>, tensor<40xi1>, tensor<40xi8>
  }
  return %r#1, %r#2 : tensor<40xi1>, tensor<40xi8>
})");
  std::mt19937 random(53);
  CheckAtBothLevels(program, {RandomBooleans({40}, random)});
}

// jnp.packbits of booleans
TEST_CASE("bytes of booleans are not converted", "[exec]") {
  const Program program(R"(
func.func @main(%x: tensor<400xi1>) -> tensor<400xi8> {
  %n = stablehlo.convert %x : (tensor<400xi1>) -> tensor<400xi8>
  return %n : tensor<400xi8>
})");
  std::mt19937 random(54);
  CheckAtBothLevels(program, {RandomBooleans({400}, random)});
  CHECK(StepsOfKind(program, OpKind::kStablehloConvert) == 0);
}

}  // namespace
}  // namespace paddock
