// Selects of a diagonal: paddings at level fast, with the bits of compared indices.
#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "core/exec/machine/testing.h"
#include "tests/execution/levels_testing.h"

namespace paddock {
namespace {

using namespace testing;

// %at: whether the index of the row plus `shift` is that of the column, of [rows, columns].
std::string MaskText(int64_t rows, int64_t columns, int64_t shift, const std::string& type) {
  const std::string whole = TensorText({rows, columns}, type), scalar = TensorText({}, type);
  return "%i = stablehlo.iota dim = 0 : " + whole + "\n%k = stablehlo.constant dense<" +
         std::to_string(shift) + "> : " + scalar +
         "\n%ks = stablehlo.broadcast_in_dim %k, dims = [] : (" + scalar + ") -> " + whole +
         "\n%ik = stablehlo.add %i, %ks : " + whole + "\n%j = stablehlo.iota dim = 1 : " + whole +
         "\n%at = stablehlo.compare EQ, %ik, %j : (" + whole + ", " + whole + ") -> " +
         TensorText({rows, columns}, "i1") + "\n";
}

struct DiagonalCase {
  int64_t rows, columns, shift;
};

constexpr DiagonalCase kDiagonals[] = {{64, 64, 0},    {64, 64, 5},  {64, 64, -7}, {100, 41, 0},
                                       {100, 41, -80}, {41, 130, 9}, {70, 70, 69}, {70, 70, -69},
                                       {70, 70, 70},   {5000, 1, 0}, {1, 5000, 3}, {2, 4097, 4096}};

// A vector along one of the dimensions, where the mask holds; elsewhere a constant, or %z.
Program DiagonalOf(const DiagonalCase& c, const std::string& type, const std::string& index_type,
                   int dimension, bool has_constant) {
  const std::string vector = TensorText({dimension == 0 ? c.rows : c.columns}, type);
  const std::string whole = TensorText({c.rows, c.columns}, type), scalar = TensorText({}, type);
  const std::string mask = TensorText({c.rows, c.columns}, "i1");
  return Program("func.func @main(%x: " + vector + ", %z: " + scalar + ") -> " + whole + " {\n" +
                 MaskText(c.rows, c.columns, c.shift, index_type) +
                 "%xs = stablehlo.broadcast_in_dim %x, dims = [" + std::to_string(dimension) +
                 "] : (" + vector + ") -> " + whole + "\n%c = stablehlo.constant dense<" +
                 (type == "i1"                       ? "true"
                  : type[0] == 'f' || type[0] == 'b' ? "1.0"
                                                     : "1") +
                 "> : " + scalar + "\n%zs = stablehlo.broadcast_in_dim " +
                 (has_constant ? "%c" : "%z") + ", dims = [] : (" + scalar + ") -> " + whole +
                 "\n%r = stablehlo.select %at, %xs, %zs : " + mask + ", " + whole +
                 "\nreturn %r : " + whole + "\n}");
}

TEST_CASE("a diagonal beside a constant has the bits of a select", "[exec]") {
  std::mt19937 random(3);
  const struct {
    std::string name;
    ElementType type;
  } kTypes[] = {{"f32", ElementType::kF32},
                {"i8", ElementType::kI8},
                {"f64", ElementType::kF64},
                {"bf16", ElementType::kBF16}};
  for (const DiagonalCase& c : kDiagonals) {
    for (const auto& [name, type] : kTypes) {
      for (int dimension : {0, 1}) {
        INFO(c.rows << " x " << c.columns << ", " << c.shift << ", " << name << " along "
                    << dimension);
        const std::vector<Tensor> inputs = {
            RandomBytes(type, {dimension == 0 ? c.rows : c.columns}, random),
            RandomBytes(type, {}, random)};
        CheckAtBothLevels(DiagonalOf(c, name, "i32", dimension, true), inputs);
        CheckAtBothLevels(DiagonalOf(c, name, "i64", dimension, false), inputs);
      }
    }
  }
}

TEST_CASE("indices of a diagonal are not compared", "[exec]") {
  std::mt19937 random(4);
  for (const DiagonalCase& c : {kDiagonals[0], kDiagonals[1], kDiagonals[4], kDiagonals[5]}) {
    const Program program = DiagonalOf(c, "f32", "i32", 1, true);
    const auto machine =
        MachineOf(PlanOf(program, At(Level::kFast)),
                  {RandomBytes(ElementType::kF32, {c.columns}, random), WaveTensor({})});
    REQUIRE(machine->Run(int64_t{1} << 60) == StopReason::kFinished);
    CHECK(machine->counts().operations < 64);
  }
}

// Its mask is a result, or has another shape than the compared one; others read the diagonal.
TEST_CASE("a diagonal among other operations has the bits of a select", "[exec]") {
  const std::string mask = MaskText(60, 80, 11, "i32"), square = TensorText({60, 80}, "f32");
  const std::string head =
      "func.func @main(%x: " + square + ", %v: tensor<80xf32>, %w: tensor<60xf32>) -> ";
  const std::string types = "(" + square + ", " + TensorText({60, 80}, "i1") + ") {\n";
  const std::string spread =
      "%vs = stablehlo.broadcast_in_dim %v, dims = [1] : (tensor<80xf32>) -> " + square +
      "\n%z = stablehlo.constant dense<-0.0> : " + square + "\n";
  const std::string select =
      "%d = stablehlo.select %at, %vs, %z : " + TensorText({60, 80}, "i1") + ", " + square + "\n";
  const std::string texts[] = {
      head + types + mask + spread + select + "%s = stablehlo.add %x, %d : " + square +
          "\n%t = stablehlo.multiply %s, %d : " + square + "\nreturn %t, %at : " + square + ", " +
          TensorText({60, 80}, "i1") + "\n}",
      // The vector is computed in the program.
      head + types + mask +
          "%e = stablehlo.exponential %v : tensor<80xf32>\n%vs = stablehlo.broadcast_in_dim %e, "
          "dims = "
          "[1] : (tensor<80xf32>) -> " +
          square +
          "\n%h = stablehlo.constant dense<2.0> : tensor<f32>\n"
          "%a = stablehlo.reduce(%w init: %h) applies stablehlo.add across dimensions = [0] : "
          "(tensor<60xf32>, tensor<f32>) -> tensor<f32>\n%z = stablehlo.broadcast_in_dim %a, dims "
          "= "
          "[] : (tensor<f32>) -> " +
          square + "\n" + select + "%t = stablehlo.subtract %d, %x : " + square +
          "\nreturn %t, %at : " + square + ", " + TensorText({60, 80}, "i1") + "\n}",
      // The same cells in another shape are no diagonal.
      head + TensorText({80, 60}, "f32") + " {\n" + mask + "%o = stablehlo.reshape %at : (" +
          TensorText({60, 80}, "i1") + ") -> " + TensorText({80, 60}, "i1") +
          "\n%vs = stablehlo.broadcast_in_dim %w, dims = [1] : (tensor<60xf32>) -> " +
          TensorText({80, 60}, "f32") +
          "\n%z = stablehlo.constant dense<0.0> : " + TensorText({80, 60}, "f32") +
          "\n%d = stablehlo.select %o, %vs, %z : " + TensorText({80, 60}, "i1") + ", " +
          TensorText({80, 60}, "f32") + "\nreturn %d : " + TensorText({80, 60}, "f32") + "\n}",
      // As JAX writes it: the select is a function.
      "func.func private @where(%at: " + TensorText({60, 80}, "i1") +
          ", %v: tensor<80xf32>, %x: " + square + ") -> " + square + " {\n" + spread + select +
          "%s = stablehlo.maximum %d, %x : " + square + "\nreturn %s : " + square + "\n}\n" + head +
          square + " {\n" + mask + "%r = func.call @where(%at, %v, %x) : (" +
          TensorText({60, 80}, "i1") + ", tensor<80xf32>, " + square + ") -> " + square +
          "\nreturn %r : " + square + "\n}",
  };
  std::mt19937 random(5);
  for (const std::string& text : texts) {
    INFO(text);
    CheckAtBothLevels(Program(text), {WaveTensor({60, 80}), WaveTensor({80}), WaveTensor({60})});
  }
}

}  // namespace
}  // namespace paddock
