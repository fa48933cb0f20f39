// Concatenations along the first dimension: their operands are computed where they are joined.
#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "core/exec/machine/machine.h"
#include "core/exec/machine/testing.h"
#include "tests/execution/levels_testing.h"

namespace paddock {
namespace {

using namespace testing;

// Waves of small integers of any type.
Tensor NumbersOf(ElementType type, const std::vector<int64_t>& shape) {
  int64_t count = 1;
  for (int64_t size : shape) count *= size;
  std::vector<float> elements;
  for (int64_t i = 0; i < count; ++i) elements.push_back(static_cast<float>(i * 7919 % 23));
  const std::string from = TensorText({count}, "f32"),
                    to = TensorText({count}, std::string(Spelling(type)));
  const Program convert("func.func @main(%x: " + from + ") -> " + to +
                        " {\n%y = stablehlo.convert %x : (" + from + ") -> " + to +
                        "\nreturn %y : " + to + "\n}");
  Tensor flat =
      Run(convert, Level::kFaithful, {TensorOf<float>(ElementType::kF32, {count}, elements)})[0];
  Tensor value = Tensor::Allocate(type, shape);
  std::memcpy(value.mutable_data(), flat.data(), flat.byte_size());
  return value;
}

// Three computed parts of 7, 9 and 5 rows. `statements` follow the concatenation %j.
Program JoinedProgram(int64_t columns, const std::string& type, const std::string& joined,
                      const std::string& statements, const std::string& results) {
  const std::string some = TensorText({7, columns}, type), more = TensorText({9, columns}, type),
                    few = TensorText({5, columns}, type), all = TensorText({21, columns}, type);
  std::string text =
      "func.func @main(%x: " + some + ", %y: " + more + ", %z: " + few + ") -> (" + results +
      ") {\n%a = stablehlo.add %x, %x : " + some + "\n%b = stablehlo.multiply %y, %y : " + more +
      "\n%c = stablehlo.subtract %z, %z : " + few + "\n%j = stablehlo.concatenate " + joined +
      ", dim = 0 : (" + some + ", " + more + ", " + few + ") -> " + all + "\n" + statements + "}";
  std::string typed;
  for (const char c : text) typed += c == 'A' ? all : c == 'S' ? some : std::string(1, c);
  return Program(typed);
}

std::vector<Tensor> OperandsOf(ElementType type, int64_t columns) {
  return {NumbersOf(type, {7, columns}), NumbersOf(type, {9, columns}),
          NumbersOf(type, {5, columns})};
}

TEST_CASE("operands of a concatenation are computed in its result", "[exec]") {
  for (const ElementType type :
       {ElementType::kF32, ElementType::kF64, ElementType::kF16, ElementType::kI8,
        ElementType::kUI16, ElementType::kI32, ElementType::kC64, ElementType::kC128}) {
    for (const int64_t columns : {331, 1021, 4096}) {
      const std::string name(Spelling(type));
      const Program returned = JoinedProgram(columns, name, "%a, %b, %c", "return %j : A\n", "A");
      CheckAtBothLevels(returned, OperandsOf(type, columns));
      const uint64_t bytes = 21 * static_cast<uint64_t>(columns) * ByteSize(type);
      CHECK(PlanOf(returned, At(Level::kFast))->arena_bytes() < bytes + bytes / 4);
      CheckAtBothLevels(JoinedProgram(columns, name, "%a, %b, %c",
                                      "%n = stablehlo.reverse %j, dims = [1] : A\n"
                                      "%m = stablehlo.add %n, %j : A\nreturn %m : A\n",
                                      "A"),
                        OperandsOf(type, columns));
    }
  }
}

TEST_CASE("operands of a concatenation that are results, or joined twice", "[exec]") {
  for (const int64_t columns : {331, 1021}) {
    const std::vector<Tensor> operands = OperandsOf(ElementType::kF32, columns);
    CheckAtBothLevels(JoinedProgram(columns, "f32", "%a, %b, %c", "return %j, %a : A, S\n", "A, S"),
                      operands);
    CheckAtBothLevels(JoinedProgram(columns, "f32", "%a, %b, %c",
                                    "%k = stablehlo.concatenate %a, %a, %x, dim = 0 : (S, S, S) -> "
                                    "A\n%m = stablehlo.multiply %k, %j : A\nreturn %m : A\n",
                                    "A"),
                      operands);
    CheckAtBothLevels(
        JoinedProgram(columns, "f32", "%a, %b, %c",
                      "%r = stablehlo.negate %a : S\n"
                      "%k = stablehlo.concatenate %a, %r, %a, dim = 0 : (S, S, S) -> A\n"
                      "%m = stablehlo.subtract %k, %j : A\nreturn %k, %m : A, A\n",
                      "A, A"),
        operands);
  }
}

// Parts are computed in each iteration, and before the loop.
TEST_CASE("concatenations in loops and branches join computed operands", "[exec]") {
  for (const int64_t half : {331, 2048}) {
    const std::string part = "tensor<" + std::to_string(half) + "xf32>",
                      all = "tensor<" + std::to_string(2 * half) + "xf32>";
    const Program program(
        "func.func @main(%x: " + all + ", %p: tensor<i1>) -> (" + all + ", " + all + ") {\n" + R"(
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %first = stablehlo.slice %x [0:)" +
        std::to_string(half) + "] : (" + all + ") -> " + part +
        "\n%before = stablehlo.exponential %first : " + part + R"(
  %r:2 = stablehlo.while(%i = %zero, %v = %x) : tensor<i32>, )" +
        all + R"(
  cond {
    %turns = stablehlo.constant dense<5> : tensor<i32>
    %less = stablehlo.compare LT, %i, %turns : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %i, %one : tensor<i32>
    %lower = stablehlo.slice %v [0:)" +
        std::to_string(half) + "] : (" + all + ") -> " + part + "\n%upper = stablehlo.slice %v [" +
        std::to_string(half) + ":" + std::to_string(2 * half) + "] : (" + all + ") -> " + part +
        "\n%sum = stablehlo.add %lower, %upper : " + part +
        "\n%difference = stablehlo.subtract %upper, %before : " + part +
        "\n%joined = stablehlo.concatenate %sum, %difference, dim = 0 : (" + part + ", " + part +
        ") -> " + all + "\nstablehlo.return %next, %joined : tensor<i32>, " + all + R"(
  }
  %chosen = "stablehlo.if"(%p) ({
    %t = stablehlo.concatenate %before, %first, dim = 0 : ()" +
        part + ", " + part + ") -> " + all + "\nstablehlo.return %t : " + all +
        "\n}, {\n%n = stablehlo.negate %before : " + part +
        "\n%f = stablehlo.concatenate %n, %before, dim = 0 : (" + part + ", " + part + ") -> " +
        all + "\nstablehlo.return %f : " + all + "\n}) : (tensor<i1>) -> " + all +
        "\nreturn %r#1, %chosen : " + all + ", " + all + "\n}");
    for (const bool choice : {false, true}) {
      const std::vector<uint8_t> chosen = {choice};
      CheckAtBothLevels(program,
                        {WaveTensor({2 * half}), TensorOf<uint8_t>(ElementType::kI1, {}, chosen)});
    }
  }
}

}  // namespace
}  // namespace paddock
