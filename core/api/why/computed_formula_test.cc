// Formulas of operations whose terms are more than cells of sets, with the numbers of a run.
#include <catch2/catch_test_macros.hpp>
#include <complex>
#include <string>
#include <vector>

#include "core/api/why/why_testing.h"

namespace paddock {
namespace {

std::string FormulaIn(const std::string& body, const std::string& name, std::vector<int64_t> cell,
                      std::vector<Tensor> inputs = {}) {
  SessionOptions options;
  options.inputs = std::move(inputs);
  const auto why = Prepare(body, std::move(options));
  return BackFrom(*why, name, std::move(cell)).nodes[0].formula;
}

std::string Main(const std::string& arguments, const std::string& operation) {
  return "func.func @main(" + arguments + ") {\n  " + operation + "\n  return\n}";
}

const std::string kAdd =
    "%s = stablehlo.add %a, %c : tensor<f32> stablehlo.return %s : tensor<f32>";

std::string Scattered(const std::string& combined, int64_t at) {
  return FormulaIn(
      Main("%x: tensor<4xf32>, %i: tensor<3x1xi32>, %u: tensor<3xf32>",
           "%y = \"stablehlo.scatter\"(%x, %i, %u) ({ ^b(%a: tensor<f32>, %c: tensor<f32>): " +
               combined +
               " }) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], "
               "scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> : (tensor<4xf32>, "
               "tensor<3x1xi32>, tensor<3xf32>) -> tensor<4xf32>"),
      "%y", {at},
      {Floats({4}, {10, 20, 30, 40}),
       Tensor::FromElements<int32_t>(ElementType::kI32, std::vector<int64_t>{3, 1},
                                     std::vector<int32_t>{2, 0, 2}),
       Floats({3}, {1, 2, 3})});
}

TEST_CASE("a scatter is the operand and its updates in order") {
  CHECK(Scattered(kAdd, 2) == "30.0 + 1.0 + 3.0");
  CHECK(Scattered(kAdd, 0) == "10.0 + 2.0");
  CHECK(Scattered(kAdd, 3) == "40.0");
  CHECK(Scattered("stablehlo.return %c : tensor<f32>", 2) == "3.0");
  CHECK(Scattered("%s = stablehlo.maximum %a, %c : tensor<f32> stablehlo.return %s : tensor<f32>",
                  2) == "maximum(30.0, 1.0, 3.0)");
  CHECK(Scattered("%s = stablehlo.subtract %c, %a : tensor<f32> stablehlo.return %s : tensor<f32>",
                  2) == "body(30.0, 1.0, 3.0)");
}

TEST_CASE("select_and_scatter adds the values of the windows that select the cell") {
  const std::string program =
      Main("%x: tensor<5xf32>, %w: tensor<4xf32>, %v: tensor<f32>",
           "%y = \"stablehlo.select_and_scatter\"(%x, %w, %v) ({ ^b(%a: tensor<f32>, %c: "
           "tensor<f32>): %p = stablehlo.compare GE, %a, %c : (tensor<f32>, tensor<f32>) -> "
           "tensor<i1> stablehlo.return %p : tensor<i1> }, { ^b(%a: tensor<f32>, %c: "
           "tensor<f32>): " +
               kAdd +
               " }) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 1>}> : "
               "(tensor<5xf32>, tensor<4xf32>, tensor<f32>) -> tensor<5xf32>");
  const std::vector<Tensor> inputs = {Floats({5}, {1, 7, 7, 3, 2}), Floats({4}, {1, 2, 3, 4}),
                                      Floats({}, {0.5})};
  CHECK(FormulaIn(program, "%y", {1}, inputs) == "0.5 + 1.0 + 2.0");
  CHECK(FormulaIn(program, "%y", {2}, inputs) == "0.5 + 3.0");
  CHECK(FormulaIn(program, "%y", {4}, inputs) == "0.5");
}

TEST_CASE("batch normalisation is the specification's formula") {
  const std::string v = "tensor<2xf32>", x = "tensor<2x2xf32>";
  const Tensor operand = Floats({2, 2}, {1, 2, 3, 6}), scale = Floats({2}, {2, 3}),
               offset = Floats({2}, {0.5, 1}), mean = Floats({2}, {2, 4}),
               variance = Floats({2}, {1, 4}), grad = Floats({2, 2}, {5, 6, 7, 8});
  const std::string attributes = " {epsilon = 0.5 : f32, feature_index = 1 : i64} : (" + x;
  const std::string inference =
      Main("%x: " + x + ", %s: " + v + ", %o: " + v + ", %m: " + v + ", %v: " + v,
           "%y = \"stablehlo.batch_norm_inference\"(%x, %s, %o, %m, %v)" + attributes + ", " + v +
               ", " + v + ", " + v + ", " + v + ") -> " + x);
  CHECK(FormulaIn(inference, "%y", {1, 0}, {operand, scale, offset, mean, variance}) ==
        "2.0 * ((3.0 - 2.0) / sqrt(1.0 + 0.5)) + 0.5");
  const std::string training =
      Main("%x: " + x + ", %s: " + v + ", %o: " + v,
           "%y, %m, %v = \"stablehlo.batch_norm_training\"(%x, %s, %o)" + attributes + ", " + v +
               ", " + v + ") -> (" + x + ", " + v + ", " + v + ")");
  CHECK(FormulaIn(training, "%y", {1, 1}, {operand, scale, offset}) ==
        "3.0 * ((6.0 - 4.0) / sqrt(4.0 + 0.5)) + 1.0");
  CHECK(FormulaIn(training, "%m", {1}, {operand, scale, offset}) == "(2.0 + 6.0) / 2");
  CHECK(FormulaIn(training, "%v", {1}, {operand, scale, offset}) ==
        "((2.0 - 4.0)^2 + (6.0 - 4.0)^2) / 2");
  const std::string gradient =
      Main("%x: " + x + ", %s: " + v + ", %m: " + v + ", %v: " + v + ", %g: " + x,
           "%y, %a, %b = \"stablehlo.batch_norm_grad\"(%x, %s, %m, %v, %g)" + attributes + ", " +
               v + ", " + v + ", " + v + ", " + x + ") -> (" + x + ", " + v + ", " + v + ")");
  const std::vector<Tensor> inputs = {operand, scale, mean, variance, grad};
  CHECK(FormulaIn(gradient, "%y", {1, 0}, inputs) ==
        "2.0 / sqrt(1.0 + 0.5) / 2 * (7.0 * 2 - (5.0 + 7.0) - (5.0 * (1.0 - 2.0) + 7.0 * (3.0 - "
        "2.0)) * (3.0 - 2.0) / (1.0 + 0.5))");
  CHECK(FormulaIn(gradient, "%a", {0}, inputs) ==
        "5.0 * ((1.0 - 2.0) / sqrt(1.0 + 0.5)) + 7.0 * ((3.0 - 2.0) / sqrt(1.0 + 0.5))");
  CHECK(FormulaIn(gradient, "%b", {1}, inputs) == "6.0 + 8.0");
}

TEST_CASE("a sort names the cell that a value came from") {
  const std::string program =
      Main("%x: tensor<2x3xf32>, %z: tensor<2x3xf32>",
           "%y, %w = \"stablehlo.sort\"(%x, %z) ({ ^b(%a: tensor<f32>, %c: tensor<f32>, %d: "
           "tensor<f32>, %e: tensor<f32>): %p = stablehlo.compare LT, %a, %c : (tensor<f32>, "
           "tensor<f32>) -> tensor<i1> stablehlo.return %p : tensor<i1> }) {dimension = 1 : i64, "
           "is_stable = true} : (tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, "
           "tensor<2x3xf32>)");
  const std::vector<Tensor> inputs = {Floats({2, 3}, {1, 2, 3, 5, 4, 4}),
                                      Floats({2, 3}, {0, 0, 0, 7, 8, 8})};
  CHECK(FormulaIn(program, "%y", {1, 2}, inputs) == "%x[1, 0]");
  CHECK(FormulaIn(program, "%w", {1, 0}, inputs) == "%z[1, 1]");
  CHECK(FormulaIn(program, "%w", {1, 1}, inputs) == "%z[1, 2]");
  const std::string top = Main("%x: tensor<4xf32>",
                               "%y, %i = chlo.top_k(%x, k = 2) : tensor<4xf32> -> (tensor<2xf32>, "
                               "tensor<2xi32>)");
  CHECK(FormulaIn(top, "%y", {1}, {Floats({4}, {1, 9, 3, 7})}) == "%x[3]");
  CHECK(FormulaIn(top, "%i", {1}, {Floats({4}, {1, 9, 3, 7})}) == "index of %x[3]");
}

TEST_CASE("a map is its body with the numbers of the cell") {
  const std::string program =
      Main("%x: tensor<2xf32>, %z: tensor<2xf32>",
           "%y = \"stablehlo.map\"(%x, %z) ({ ^b(%a: tensor<f32>, %c: tensor<f32>): %s = "
           "stablehlo.add %a, %c : tensor<f32> %l = stablehlo.log %s : tensor<f32> %m = "
           "stablehlo.multiply %s, %l : tensor<f32> stablehlo.return %m : tensor<f32> }) "
           "{dimensions = array<i64: 0>} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>");
  CHECK(FormulaIn(program, "%y", {1}, {Floats({2}, {1, 2}), Floats({2}, {3, 4})}) ==
        "(2.0 + 4.0) * log(2.0 + 4.0)");
}

TEST_CASE("a cell of cholesky is computed from cells of the factor before it") {
  for (const bool is_lower : {true, false}) {
    const std::string program =
        Main("%x: tensor<2x2xf32>", std::string("%y = \"stablehlo.cholesky\"(%x) {lower = ") +
                                        (is_lower ? "true" : "false") +
                                        "} : (tensor<2x2xf32>) -> tensor<2x2xf32>");
    const std::vector<Tensor> inputs = {Floats({2, 2}, {4, 6, 6, 25})};
    CHECK(FormulaIn(program, "%y", {0, 0}, inputs) == "sqrt(4.0)");
    CHECK(FormulaIn(program, "%y", {1, 1}, inputs) == "sqrt(25.0 - 3.0 * 3.0)");
    const std::vector<int64_t> inside =
        is_lower ? std::vector<int64_t>{1, 0} : std::vector<int64_t>{0, 1};
    CHECK(FormulaIn(program, "%y", inside, inputs) == "6.0 / 2.0");
    const std::vector<int64_t> outside = {inside[1], inside[0]};
    CHECK(FormulaIn(program, "%y", outside, inputs) == "0, outside of the triangle");
  }
}

std::string Solved(const std::string& attributes, std::vector<int64_t> cell) {
  return FormulaIn(Main("%a: tensor<2x2xf32>, %b: tensor<2x2xf32>",
                        "%y = \"stablehlo.triangular_solve\"(%a, %b) {" + attributes +
                            "} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>"),
                   "%y", std::move(cell),
                   {Floats({2, 2}, {2, 3, 5, 4}), Floats({2, 2}, {2, 4, 13, 26})});
}

TEST_CASE("a cell of triangular_solve is computed from the unknowns before it") {
  const auto attributes = [](bool left, bool lower, bool unit, const std::string& transpose) {
    const auto text = [](bool value) { return value ? std::string("true") : std::string("false"); };
    return "left_side = " + text(left) + ", lower = " + text(lower) +
           ", unit_diagonal = " + text(unit) + ", transpose_a = #stablehlo<transpose " + transpose +
           ">";
  };
  const std::string plain = "NO_TRANSPOSE", transposed = "TRANSPOSE";
  CHECK(Solved(attributes(true, true, false, plain), {0, 1}) == "4.0 / 2.0");
  CHECK(Solved(attributes(true, true, false, plain), {1, 1}) == "(26.0 - 5.0 * 2.0) / 4.0");
  CHECK(Solved(attributes(true, false, false, plain), {0, 0}) == "(2.0 - 3.0 * 3.25) / 2.0");
  CHECK(Solved(attributes(true, true, true, plain), {1, 0}) == "13.0 - 5.0 * 2.0");
  CHECK(Solved(attributes(true, true, false, transposed), {0, 0}) == "(2.0 - 5.0 * 3.25) / 2.0");
  CHECK(Solved(attributes(false, true, false, plain), {0, 0}) == "(2.0 - 1.0 * 5.0) / 2.0");
  CHECK(Solved(attributes(false, false, false, plain), {0, 1}) == "(4.0 - 1.0 * 3.0) / 4.0");
}

TEST_CASE("a cell of fft is a sum of rotated cells") {
  const auto transform = [](const std::string& type, const std::string& from, const std::string& to,
                            const std::string& lengths, std::vector<int64_t> cell, Tensor operand) {
    return FormulaIn(
        Main("%x: " + from,
             "%y = \"stablehlo.fft\"(%x) {fft_type = #stablehlo<"
             "fft_type " +
                 type + ">, fft_length = array<i64: " + lengths + ">} : (" + from + ") -> " + to),
        "%y", std::move(cell), {std::move(operand)});
  };
  CHECK(transform("RFFT", "tensor<4xf32>", "tensor<3xcomplex<f32>>", "4", {1},
                  Floats({4}, {1, 2, 3, 4})) ==
        "1.0 + 2.0 * e^(-2 pi i * 1/4) + 3.0 * e^(-2 pi i * 2/4) + 4.0 * e^(-2 pi i * 3/4)");
  CHECK(transform("RFFT", "tensor<2x2xf32>", "tensor<2x2xcomplex<f32>>", "2, 2", {1, 1},
                  Floats({2, 2}, {1, 2, 3, 4})) ==
        "1.0 + 2.0 * e^(-2 pi i * 1/2) + 3.0 * e^(-2 pi i * 1/2) + 4.0 * e^(-2 pi i * (1/2 + "
        "1/2))");
  const std::vector<std::complex<float>> spectrum = {{6, 0}, {1, 2}, {4, 0}};
  CHECK(transform("IRFFT", "tensor<3xcomplex<f32>>", "tensor<4xf32>", "4", {1},
                  Tensor::FromElements<std::complex<float>>(ElementType::kC64,
                                                            std::vector<int64_t>{3}, spectrum)) ==
        "(Re((6.0, 0.0)) + 2 Re((1.0, 2.0) * e^(2 pi i * 1/4)) + Re((4.0, 0.0) * e^(2 pi i * "
        "2/4))) / 4");
}

TEST_CASE("an operation without a formula says why") {
  SessionOptions options;
  const auto why = Prepare(
      "func.func @main() {\n  %y = stablehlo.iota dim = 0 : tensor<3xf32>\n"
      "  return\n}",
      std::move(options));
  CHECK(BackFrom(*why, "%y", {2}).nodes[0].notes ==
        std::vector<std::string>{"Its elements are their own indices"});
}

// Reduces %x = [0, 1, 2] from -1 and %i = [5, 4, 3] from 9 together, all or in windows of two.
std::string FormulaOfPair(const std::string& body, const std::string& name, bool has_windows) {
  const std::string of = has_windows ? "reduce_window" : "reduce";
  const std::string attributes =
      has_windows ? "window_dimensions = array<i64: 2>" : "dimensions = array<i64: 0>";
  const std::string size = has_windows ? "2x" : "";
  return FormulaIn(
      Main("%x: tensor<3xf32>, %i: tensor<3xi32>, %z: tensor<f32>, %n: tensor<i32>",
           "%y:2 = \"stablehlo." + of +
               "\"(%x, %i, %z, %n) ({ ^b(%a: tensor<f32>, %b: tensor<i32>, %c: tensor<f32>, %d: "
               "tensor<i32>): " +
               body + " : tensor<f32>, tensor<i32> }) {" + attributes +
               "} : (tensor<3xf32>, tensor<3xi32>, tensor<f32>, tensor<i32>) -> (tensor<" + size +
               "f32>, tensor<" + size + "i32>)"),
      name, has_windows ? std::vector<int64_t>{1} : std::vector<int64_t>{},
      {Floats({3}, {0, 1, 2}),
       Tensor::FromElements<int32_t>(ElementType::kI32, std::vector<int64_t>{3},
                                     std::vector<int32_t>{5, 4, 3}),
       Floats({}, {-1}), Integer(9)});
}

TEST_CASE("a reduction of several values combines tuples of those that matter") {
  const std::string greatest =
      "%p = stablehlo.compare GE, %a, %c : (tensor<f32>, tensor<f32>) -> tensor<i1> %s = "
      "stablehlo.select %p, %a, %c : tensor<i1>, tensor<f32> %t = stablehlo.select %p, %b, %d : "
      "tensor<i1>, tensor<i32> stablehlo.return %s, %t";
  CHECK(FormulaOfPair(greatest, "%y#1", false) == "body((-1.0, 9), (0.0, 5), (1.0, 4), (2.0, 3))");
  CHECK(FormulaOfPair(greatest, "%y#1", true) == "body((-1.0, 9), (1.0, 4), (2.0, 3))");
  CHECK(FormulaOfPair(greatest, "%y", false) == "body(-1.0, 0.0, 1.0, 2.0)");
  const std::string sums =
      "%s = stablehlo.maximum %a, %c : tensor<f32> %t = stablehlo.add %b, %d : tensor<i32> "
      "stablehlo.return %s, %t";
  CHECK(FormulaOfPair(sums, "%y", false) == "maximum(-1.0, 0.0, 1.0, 2.0)");
  CHECK(FormulaOfPair(sums, "%y#1", false) == "9 + 5 + 4 + 3");
}

}  // namespace
}  // namespace paddock
