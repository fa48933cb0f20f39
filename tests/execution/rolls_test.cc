// Rolled tensors, as JAX writes them: loads of tile programs, with the bits of separate steps.
#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include "core/exec/machine/testing.h"
#include "core/plan/fusion/tile_chain.h"
#include "tests/execution/levels_testing.h"

namespace paddock {
namespace {

using namespace testing;

// Rolls %x by one row and one column, and by columns alone, within a loop.
constexpr std::string_view kRolls = R"(
func.func private @rows(%x: tensor<40x50xTYPE>) -> tensor<40x50xTYPE> {
  %a = stablehlo.slice %x [1:40, 0:50] : (tensor<40x50xTYPE>) -> tensor<39x50xTYPE>
  %b = stablehlo.slice %x [0:1, 0:50] : (tensor<40x50xTYPE>) -> tensor<1x50xTYPE>
  %c = stablehlo.concatenate %a, %b, dim = 0 : (tensor<39x50xTYPE>, tensor<1x50xTYPE>) -> tensor<40x50xTYPE>
  return %c : tensor<40x50xTYPE>
}
func.func private @columns(%x: tensor<40x50xTYPE>) -> tensor<40x50xTYPE> {
  %a = stablehlo.slice %x [0:40, 49:50] : (tensor<40x50xTYPE>) -> tensor<40x1xTYPE>
  %b = stablehlo.slice %x [0:40, 0:49] : (tensor<40x50xTYPE>) -> tensor<40x49xTYPE>
  %c = stablehlo.concatenate %a, %b, dim = 1 : (tensor<40x1xTYPE>, tensor<40x49xTYPE>) -> tensor<40x50xTYPE>
  return %c : tensor<40x50xTYPE>
}
func.func private @same(%x: tensor<40x50xTYPE>) -> tensor<40x50xTYPE> {
  %a = stablehlo.slice %x [0:40, 0:50] : (tensor<40x50xTYPE>) -> tensor<40x50xTYPE>
  %b = stablehlo.slice %x [0:0, 0:50] : (tensor<40x50xTYPE>) -> tensor<0x50xTYPE>
  %c = stablehlo.concatenate %a, %b, dim = 0 : (tensor<40x50xTYPE>, tensor<0x50xTYPE>) -> tensor<40x50xTYPE>
  return %c : tensor<40x50xTYPE>
}
func.func @main(%given: tensor<40x50xTYPE>) -> (tensor<40x50xTYPE>, tensor<40x50xTYPE>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %x = %given) : tensor<i32>, tensor<40x50xTYPE>
    cond {
      %three = stablehlo.constant dense<3> : tensor<i32>
      %more = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %kept = func.call @same(%x) : (tensor<40x50xTYPE>) -> tensor<40x50xTYPE>
      %up = func.call @rows(%kept) : (tensor<40x50xTYPE>) -> tensor<40x50xTYPE>
      %corner = func.call @columns(%up) : (tensor<40x50xTYPE>) -> tensor<40x50xTYPE>
      %side = func.call @columns(%x) : (tensor<40x50xTYPE>) -> tensor<40x50xTYPE>
      %sum = stablehlo.add %corner, %side : tensor<40x50xTYPE>
      %all = stablehlo.subtract %sum, %x : tensor<40x50xTYPE>
      %next = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %next, %all : tensor<i32>, tensor<40x50xTYPE>
    }
  %last = func.call @rows(%r#1) : (tensor<40x50xTYPE>) -> tensor<40x50xTYPE>
  return %r#1, %last : tensor<40x50xTYPE>, tensor<40x50xTYPE>
}
)";

template <class T>
void CheckRolls(const std::string& name, ElementType type) {
  std::string text(kRolls);
  for (size_t at = 0; (at = text.find("TYPE", at)) != std::string::npos;) {
    text.replace(at, 4, name);
  }
  std::vector<T> elements(2000);
  std::iota(elements.begin(), elements.end(), T(0));
  CheckAtBothLevels(Program(text), {TensorOf<T>(type, {40, 50}, elements)});
}

TEST_CASE("rolls in a loop have the bits of separate steps") {
  CheckRolls<float>("f32", ElementType::kF32);
  CheckRolls<int32_t>("i32", ElementType::kI32);
  CheckRolls<uint8_t>("ui8", ElementType::kUI8);
}

TEST_CASE("rolls of rolls and an element-wise operation are one step") {
  if (kHasChainModules) return;
  const Program program(R"(
func.func @main(%x: tensor<40x50xf32>) -> tensor<40x50xf32> {
  %a = stablehlo.slice %x [3:40, 0:50] : (tensor<40x50xf32>) -> tensor<37x50xf32>
  %b = stablehlo.slice %x [0:3, 0:50] : (tensor<40x50xf32>) -> tensor<3x50xf32>
  %c = stablehlo.concatenate %a, %b, dim = 0 : (tensor<37x50xf32>, tensor<3x50xf32>) -> tensor<40x50xf32>
  %d = stablehlo.slice %c [0:40, 30:50] : (tensor<40x50xf32>) -> tensor<40x20xf32>
  %e = stablehlo.slice %c [0:40, 0:30] : (tensor<40x50xf32>) -> tensor<40x30xf32>
  %f = stablehlo.concatenate %d, %e, dim = 1 : (tensor<40x20xf32>, tensor<40x30xf32>) -> tensor<40x50xf32>
  %g = stablehlo.add %f, %x : tensor<40x50xf32>
  return %g : tensor<40x50xf32>
})");
  // The last one moves the result.
  CHECK(PlanOf(program, At(Level::kFast))->steps().size() == 2);
  std::vector<float> elements(2000);
  std::iota(elements.begin(), elements.end(), 0.0f);
  CheckAtBothLevels(program, {TensorOf<float>(ElementType::kF32, {40, 50}, elements)});
}

TEST_CASE("parts that are not the whole of a tensor, or are read elsewhere, are not rolled") {
  const Program program(R"(
func.func @main(%x: tensor<40x50xf32>, %y: tensor<40x50xf32>)
    -> (tensor<40x50xf32>, tensor<40x50xf32>, tensor<40x50xf32>, tensor<37x50xf32>) {
  %a = stablehlo.slice %x [3:40, 0:50] : (tensor<40x50xf32>) -> tensor<37x50xf32>
  %b = stablehlo.slice %x [1:4, 0:50] : (tensor<40x50xf32>) -> tensor<3x50xf32>
  %c = stablehlo.concatenate %a, %b, dim = 0 : (tensor<37x50xf32>, tensor<3x50xf32>) -> tensor<40x50xf32>
  %d = stablehlo.slice %y [0:3, 0:50] : (tensor<40x50xf32>) -> tensor<3x50xf32>
  %e = stablehlo.slice %x [3:40, 0:50] : (tensor<40x50xf32>) -> tensor<37x50xf32>
  %f = stablehlo.concatenate %e, %d, dim = 0 : (tensor<37x50xf32>, tensor<3x50xf32>) -> tensor<40x50xf32>
  %g = stablehlo.slice %x [3:40, 0:50] : (tensor<40x50xf32>) -> tensor<37x50xf32>
  %h = stablehlo.slice %x [0:3, 0:50] : (tensor<40x50xf32>) -> tensor<3x50xf32>
  %i = stablehlo.concatenate %h, %g, dim = 0 : (tensor<3x50xf32>, tensor<37x50xf32>) -> tensor<40x50xf32>
  %j = stablehlo.add %c, %i : tensor<40x50xf32>
  %k = stablehlo.multiply %f, %x : tensor<40x50xf32>
  %l = stablehlo.concatenate %g, %h, dim = 0 : (tensor<37x50xf32>, tensor<3x50xf32>) -> tensor<40x50xf32>
  %m = stablehlo.negate %l : tensor<40x50xf32>
  %n = stablehlo.negate %g : tensor<37x50xf32>
  return %j, %k, %m, %n : tensor<40x50xf32>, tensor<40x50xf32>, tensor<40x50xf32>, tensor<37x50xf32>
})");
  std::vector<float> x(2000), y(2000);
  std::iota(x.begin(), x.end(), 0.0f);
  std::iota(y.begin(), y.end(), 5000.0f);
  CheckAtBothLevels(program, {TensorOf<float>(ElementType::kF32, {40, 50}, x),
                              TensorOf<float>(ElementType::kF32, {40, 50}, y)});
}

// The planes of a lattice, each moved in its direction, and stacked.
TEST_CASE("a program of several tiles writes a rolled plane as it is", "[exec]") {
  constexpr int kMoves[9][2] = {{0, 0}, {1, 0},  {0, 1},   {-1, 0}, {0, -1},
                                {1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
  const std::string plane = "tensor<40x60xf32>", stacked = "tensor<1x40x60xf32>";
  std::string body, names, types;
  // Joins rows or columns `from` .. size of %name with those before them, as `to`.
  const auto join = [&](const std::string& to, const std::string& name, int dimension, int from) {
    const int size = dimension == 0 ? 40 : 60;
    const auto slice = [&](const std::string& part, int begin, int end) {
      const std::string count = std::to_string(end - begin);
      const std::string range = std::to_string(begin) + ":" + std::to_string(end);
      const std::string type =
          "tensor<" + (dimension == 0 ? count + "x60" : "40x" + count) + "xf32>";
      body += "  %" + part + " = stablehlo.slice %" + name + " [" +
              (dimension == 0 ? range + ", 0:60" : "0:40, " + range) + "] : (" + plane + ") -> " +
              type + "\n";
      return type;
    };
    const std::string a = slice(to + "_a", from, size), b = slice(to + "_b", 0, from);
    body += "  %" + to + " = stablehlo.concatenate %" + to + "_a, %" + to +
            "_b, dim = " + std::to_string(dimension) + " : (" + a + ", " + b + ") -> " + plane +
            "\n";
  };
  for (int k = 0; k < 9; ++k) {
    const std::string n = std::to_string(k);
    body += "  %s" + n + " = stablehlo.slice %y [" + n + ":" + std::to_string(k + 1) +
            ", 0:40, 0:60] : (tensor<9x40x60xf32>) -> " + stacked + "\n  %p" + n +
            " = stablehlo.reshape %s" + n + " : (" + stacked + ") -> " + plane + "\n";
    join("r" + n, "p" + n, 0, (40 - kMoves[k][0]) % 40);
    join("c" + n, "r" + n, 1, (60 - kMoves[k][1]) % 60);
    body += "  %m" + n + " = stablehlo.reshape %c" + n + " : (" + plane + ") -> " + stacked + "\n";
    names += (k == 0 ? "%m" : ", %m") + n;
    types += (k == 0 ? "" : ", ") + stacked;
  }
  const Program program(
      "func.func @main(%x: tensor<9x40x60xf32>) -> tensor<9x40x60xf32> {\n"
      "  %one = stablehlo.constant dense<1.0> : tensor<9x40x60xf32>\n"
      "  %y = stablehlo.add %x, %one : tensor<9x40x60xf32>\n" +
      body + "  %all = stablehlo.concatenate " + names + ", dim = 0 : (" + types +
      ") -> tensor<9x40x60xf32>\n  return %all : tensor<9x40x60xf32>\n}");
  CheckAtBothLevels(program, {WaveTensor({9, 40, 60})});
}

// Code reduces the rows of the sum, and copies nothing.
TEST_CASE("a program that reduces what it computes writes a moved result", "[exec]") {
  const auto check = [](const std::string& moved, const std::string& dimensions,
                        const std::string& sums) {
    INFO(moved << " " << dimensions);
    const Program program(
        "func.func @main(%x: tensor<40x150xf32>, %y: tensor<40x150xf32>)"
        " -> (tensor<40x150xf32>, tensor<" +
        sums + "f32>) {\n" + moved + R"(
  %product = stablehlo.multiply %x, %y : tensor<40x150xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %sums = stablehlo.reduce(%product init: %zero) applies stablehlo.add across dimensions = [)" +
        dimensions + "] : (tensor<40x150xf32>, tensor<f32>) -> tensor<" + sums +
        "f32>\n  return %moved, %sums : tensor<40x150xf32>, tensor<" + sums + "f32>\n}");
    CheckAtBothLevels(program, {WaveTensor({40, 150}), WaveTensor({40, 150})});
  };
  const std::string slices = R"(
  %a = stablehlo.slice %x [0:40, 70:150] : (tensor<40x150xf32>) -> tensor<40x80xf32>
  %b = stablehlo.slice %x [0:40, 0:70] : (tensor<40x150xf32>) -> tensor<40x70xf32>)";
  const std::string rolled = slices + R"(
  %moved = stablehlo.concatenate %a, %b, dim = 1
    : (tensor<40x80xf32>, tensor<40x70xf32>) -> tensor<40x150xf32>)";
  const std::string padded = slices + R"(
  %fill = stablehlo.constant dense<7.0> : tensor<f32>
  %moved = stablehlo.pad %a, %fill, low = [0, 30], high = [0, 40], interior = [0, 0]
    : (tensor<40x80xf32>, tensor<f32>) -> tensor<40x150xf32>)";
  const std::string repeated = R"(
  %row = stablehlo.slice %y [3:4, 0:150] : (tensor<40x150xf32>) -> tensor<1x150xf32>
  %moved = stablehlo.broadcast_in_dim %row, dims = [0, 1] : (tensor<1x150xf32>) -> tensor<40x150xf32>)";
  for (const std::string& moved : {rolled, padded, repeated}) {
    check(moved, "1", "40x");
    check(moved, "0, 1", "");
    check(moved, "0", "150x");
  }
}

}  // namespace
}  // namespace paddock
