#include <catch2/catch_test_macros.hpp>
#include <memory>
#include <string>
#include <utility>

#include "core/plan/ops/threefry_call.h"
#include "core/text/parse/parse.h"

namespace paddock {
namespace {

// One round of Threefry on %x and %y, as text; `index` makes names unique.
std::string RoundText(int index) {
  const std::string i = std::to_string(index);
  return "  %s" + i + " = stablehlo.slice %now [" + i + ":" + std::to_string(index + 1) +
         "] : (tensor<4xui32>) -> tensor<1xui32>\n  %n" + i + " = stablehlo.reshape %s" + i +
         " : (tensor<1xui32>) -> tensor<ui32>\n  %r" + i + " = stablehlo.subtract %width, %n" + i +
         " : tensor<ui32>\n  %nb" + i + " = stablehlo.broadcast_in_dim %n" + i +
         ", dims = [] : (tensor<ui32>) -> tensor<5xui32>\n  %rb" + i +
         " = stablehlo.broadcast_in_dim %r" + i +
         ", dims = [] : (tensor<ui32>) -> tensor<5xui32>\n  %l" + i + " = stablehlo.shift_left %y" +
         i + ", %nb" + i + " : tensor<5xui32>\n  %g" + i + " = stablehlo.shift_right_logical %y" +
         i + ", %rb" + i + " : tensor<5xui32>\n  %o" + i + " = stablehlo.or %l" + i + ", %g" + i +
         " : tensor<5xui32>\n  %x" + std::to_string(index + 1) + " = stablehlo.add %x" + i +
         ", %y" + i + " : tensor<5xui32>\n  %y" + std::to_string(index + 1) +
         " = stablehlo.xor %o" + i + ", %x" + std::to_string(index + 1) + " : tensor<5xui32>\n";
}

std::string ThreeFryText() {
  return R"(
func.func @f(%a: tensor<ui32>, %b: tensor<ui32>, %low: tensor<5xui32>, %high: tensor<5xui32>) -> (tensor<5xui32>, tensor<5xui32>) {
  %even = stablehlo.constant dense<[13, 15, 26, 6]> : tensor<4xui32>
  %odd = stablehlo.constant dense<[17, 29, 16, 24]> : tensor<4xui32>
  %parity = stablehlo.constant dense<466688986> : tensor<ui32>
  %ab = stablehlo.xor %a, %b : tensor<ui32>
  %c = stablehlo.xor %ab, %parity : tensor<ui32>
  %ax = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<ui32>) -> tensor<5xui32>
  %bx = stablehlo.broadcast_in_dim %b, dims = [] : (tensor<ui32>) -> tensor<5xui32>
  %x = stablehlo.add %low, %ax : tensor<5xui32>
  %y = stablehlo.add %high, %bx : tensor<5xui32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %w:8 = stablehlo.while(%i = %zero, %u = %x, %v = %y, %k0 = %b, %k1 = %c, %k2 = %a, %m = %even, %n = %odd)
      : tensor<i32>, tensor<5xui32>, tensor<5xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>
  cond {
    %five = stablehlo.constant dense<5> : tensor<i32>
    %p = stablehlo.compare LT, %i, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %i, %one : tensor<i32>
    %four:2 = func.call @four(%u, %v, %k0, %k1, %next, %m) : (tensor<5xui32>, tensor<5xui32>, tensor<ui32>, tensor<ui32>, tensor<i32>, tensor<4xui32>) -> (tensor<5xui32>, tensor<5xui32>)
    stablehlo.return %next, %four#0, %four#1, %k1, %k2, %k0, %n, %m
      : tensor<i32>, tensor<5xui32>, tensor<5xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>
  }
  return %w#1, %w#2 : tensor<5xui32>, tensor<5xui32>
}
func.func private @four(%x0: tensor<5xui32>, %y0: tensor<5xui32>, %k0: tensor<ui32>, %k1: tensor<ui32>, %i: tensor<i32>, %now: tensor<4xui32>) -> (tensor<5xui32>, tensor<5xui32>) {
  %width = stablehlo.constant dense<32> : tensor<ui32>
)" + RoundText(0) +
         RoundText(1) + RoundText(2) + RoundText(3) + R"(
  %kx = stablehlo.broadcast_in_dim %k0, dims = [] : (tensor<ui32>) -> tensor<5xui32>
  %ky = stablehlo.broadcast_in_dim %k1, dims = [] : (tensor<ui32>) -> tensor<5xui32>
  %iu = stablehlo.convert %i : (tensor<i32>) -> tensor<ui32>
  %ix = stablehlo.broadcast_in_dim %iu, dims = [] : (tensor<ui32>) -> tensor<5xui32>
  %x5 = stablehlo.add %x4, %kx : tensor<5xui32>
  %y5 = stablehlo.add %y4, %ky : tensor<5xui32>
  %y6 = stablehlo.add %y5, %ix : tensor<5xui32>
  return %x5, %y6 : tensor<5xui32>, tensor<5xui32>
})";
}

std::string Replaced(std::string text, const std::string& from, const std::string& to) {
  const size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

bool IsThreeFryText(std::string text) {
  DiagnosticSink sink;
  const auto module = Parse(std::make_shared<const Source>("test", std::move(text)), sink);
  REQUIRE(!sink.has_errors());
  return IsThreeFry(*module, *module->FindSymbol("f"));
}

TEST_CASE("a function that computes Threefry is recognized", "[plan][random]") {
  const std::string text = ThreeFryText();
  CHECK(IsThreeFryText(text));
  CHECK(IsThreeFryText(Replaced(text, "stablehlo.add %y4, %ky", "stablehlo.add %ky, %y4")));
  CHECK(IsThreeFryText(Replaced(text, "stablehlo.xor %ab, %parity", "stablehlo.xor %parity, %ab")));
  CHECK(IsThreeFryText(Replaced(text, "stablehlo.or %l0, %g0", "stablehlo.or %g0, %l0")));
}

TEST_CASE("a function that differs from Threefry in one place is not", "[plan][random]") {
  const std::string text = ThreeFryText();
  CHECK_FALSE(IsThreeFryText(Replaced(text, "[17, 29, 16, 24]", "[17, 29, 16, 23]")));
  CHECK_FALSE(IsThreeFryText(Replaced(text, "dense<5> : tensor<i32>", "dense<4> : tensor<i32>")));
  CHECK_FALSE(IsThreeFryText(Replaced(text, "dense<466688986>", "dense<466688987>")));
  CHECK_FALSE(IsThreeFryText(Replaced(text, "dense<32>", "dense<31>")));
  CHECK_FALSE(IsThreeFryText(Replaced(text, "%k1, %k2, %k0, %n, %m", "%k2, %k1, %k0, %n, %m")));
  CHECK_FALSE(IsThreeFryText(Replaced(text, "return %w#1, %w#2", "return %w#2, %w#1")));
  CHECK_FALSE(IsThreeFryText(Replaced(text, "stablehlo.shift_left", "stablehlo.multiply")));
  CHECK_FALSE(IsThreeFryText(Replaced(text, "%y6 = stablehlo.add", "%y6 = stablehlo.xor")));
}

}  // namespace
}  // namespace paddock
