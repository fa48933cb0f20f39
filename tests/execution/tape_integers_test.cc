// Loops that divide integers, and choose by booleans, run on tapes like step by step.
#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <limits>
#include <string>

#include "core/exec/machine/testing.h"
#include "tests/execution/tapes_testing.h"

namespace paddock {
namespace {

using namespace testing;

// The quotient and the remainder that Python has: rounded down, with the sign of the divisor.
TEST_CASE("loops divide integers on tapes like step by step", "[exec]") {
  for (const int32_t start : {0, 7, -7, 1000003, std::numeric_limits<int32_t>::min()}) {
    for (const std::string divisor : {"-37", "-1", "1", "2", "3", "10", "65521", "0"}) {
      INFO(start << " by " << divisor);
      CheckBothWays(LoopOver("i32", 30,
                             R"(
    %d = stablehlo.constant dense<)" +
                                 divisor + R"(> : tensor<i32>
    %zero_i = stablehlo.constant dense<0> : tensor<i32>
    %one_i = stablehlo.constant dense<1> : tensor<i32>
    %factor = stablehlo.constant dense<-1640531527> : tensor<i32>
    %q = stablehlo.divide %x, %d : tensor<i32>
    %r = stablehlo.remainder %x, %d : tensor<i32>
    %variable = stablehlo.remainder %x, %i : tensor<i32>
    %sx = stablehlo.sign %x : tensor<i32>
    %sd = stablehlo.sign %d : tensor<i32>
    %differ = stablehlo.compare NE, %sx, %sd : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %is_inexact = stablehlo.compare NE, %r, %zero_i : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %lowers = stablehlo.and %differ, %is_inexact : tensor<i1>
    %lower = stablehlo.subtract %q, %one_i : tensor<i32>
    %floor = stablehlo.select %lowers, %lower, %q : tensor<i1>, tensor<i32>
    %is_negative = stablehlo.compare LT, %r, %zero_i : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %d_is_negative = stablehlo.compare LT, %d, %zero_i : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %mixed = stablehlo.compare NE, %is_negative, %d_is_negative : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %raises = stablehlo.and %mixed, %is_inexact : tensor<i1>
    %higher = stablehlo.add %r, %d : tensor<i32>
    %modulus = stablehlo.select %raises, %higher, %r : tensor<i1>, tensor<i32>
    %none = stablehlo.not %raises : tensor<i1>
    %number = stablehlo.convert %none : (tensor<i1>) -> tensor<i32>
    %sum0 = stablehlo.add %floor, %modulus : tensor<i32>
    %sum1 = stablehlo.xor %sum0, %variable : tensor<i32>
    %sum2 = stablehlo.multiply %sum1, %factor : tensor<i32>
    %next = stablehlo.add %sum2, %number : tensor<i32>
)",
                             "i32"),
                    {TensorOf<int32_t>(ElementType::kI32, {}, {start})});
    }
  }
}

TEST_CASE("loops choose among few elements on tapes like step by step", "[exec]") {
  for (const std::string size : {"1", "3", "5", "7", "8", "13", "16"}) {
    for (const std::string type : {"f32", "f64", "i32"}) {
      const std::string vector = "tensor<" + size + "x" + type + ">";
      const std::string booleans = "tensor<" + size + "xi1>";
      const std::string point = type == "i32" ? "" : ".0";
      const std::string compare = " : (" + vector + ", " + vector + ") -> " + booleans + "\n";
      INFO(vector);
      CheckBothWays(
          LoopOver(size + "x" + type, 30,
                   R"(
    %low = stablehlo.constant dense<-3)" +
                       point + "> : " + vector + "\n    %high = stablehlo.constant dense<5" +
                       point + "> : " + vector + "\n    %y = stablehlo.reverse %x, dims = [0] : " +
                       vector + "\n    %a = stablehlo.compare LT, %x, %y" + compare +
                       "    %b = stablehlo.compare GE, %x, %low" + compare +
                       "    %c = stablehlo.and %a, %b : " + booleans +
                       "\n    %d = stablehlo.not %b : " + booleans +
                       "\n    %e = stablehlo.or %c, %d : " + booleans +
                       "\n    %p = stablehlo.add %x, %high : " + vector +
                       "\n    %m = stablehlo.subtract %x, %y : " + vector +
                       "\n    %s = stablehlo.select %e, %p, %m : " + booleans + ", " + vector +
                       "\n    %k = stablehlo.slice %a [0:1] : (" + booleans +
                       ") -> tensor<1xi1>\n    %k0 = stablehlo.reshape %k : (tensor<1xi1>) -> " +
                       "tensor<i1>\n    %n = stablehlo.negate %s : " + vector +
                       "\n    %t = stablehlo.select %k0, %s, %n : tensor<i1>, " + vector +
                       "\n    %next = stablehlo.clamp %low, %t, %high : " + vector + "\n"),
          {SmallNumbersOf(type, {std::stoll(size)})});
    }
  }
}

}  // namespace
}  // namespace paddock
