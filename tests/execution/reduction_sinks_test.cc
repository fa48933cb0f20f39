// Reductions within tile programs (core/plan/fusion/tile_sink.h), and equal reductions: the bits of
// separate steps.
#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "core/exec/machine/machine.h"
#include "core/exec/machine/testing.h"
#include "core/exec/threads/thread_pool.h"
#include "core/plan/fusion/tile_program.h"
#include "tests/execution/levels_testing.h"

namespace paddock {
namespace {

using namespace testing;

Tensor Waves(const std::vector<int64_t>& shape) {
  int64_t count = 1;
  for (int64_t size : shape) count *= size;
  std::vector<float> elements;
  for (int64_t i = 0; i < count; ++i) {
    elements.push_back(static_cast<float>((i * 7919) % 1013 - 500) / 128);
  }
  return TensorOf<float>(ElementType::kF32, shape, elements);
}

std::string Joined(const std::vector<int64_t>& numbers, std::string_view separator) {
  std::string text;
  for (int64_t number : numbers) text += std::to_string(number) + std::string(separator);
  return text;
}

size_t SinksOf(const Program& program) {
  const auto plan = PlanOf(program, At(Level::kFast));
  size_t sinks = 0;
  for (const Step& step : plan->steps()) {
    if (step.function != &TileStep) continue;
    sinks += static_cast<const TileProgram*>(step.parameters)->sinks.size();
  }
  return sinks;
}

struct SunkCase {
  std::vector<int64_t> shape;
  std::vector<int64_t> dimensions;
  std::vector<int64_t> kept;
};

// A sum and a maximum of one value, which is also used afterwards.
std::string SumAndMaximum(const SunkCase& c, const std::string& element) {
  const std::string operand = TensorText(c.shape, "f32"), value = TensorText(c.shape, element);
  const std::string total = TensorText(c.kept, element), scalar = TensorText({}, element);
  std::string dimensions = Joined(c.dimensions, ", ");
  dimensions.resize(dimensions.size() - 2);
  const auto reduce = [&](const std::string& name, const std::string& op) {
    return "%" + name + " = stablehlo.reduce(%y init: %init) applies stablehlo." + op +
           " across dimensions = [" + dimensions + "] : (" + value + ", " + scalar + ") -> " +
           total + "\n";
  };
  return "func.func @main(%x: " + operand + ") -> (" + total + ", " + total + ", " + value +
         ") {\n%init = stablehlo.constant dense<1> : tensor<i32>\n" +
         "%start = stablehlo.convert %init : (tensor<i32>) -> " + scalar + "\n" +
         "%t = stablehlo.convert %x : (" + operand + ") -> " + value + "\n" +
         "%u = stablehlo.multiply %t, %t : " + value +
         "\n%y = stablehlo.subtract %u, %t : " + value + "\n" + reduce("s", "add") +
         reduce("m", "maximum") + "%z = stablehlo.negate %y : " + value +
         "\nreturn %s, %m, %z : " + total + ", " + total + ", " + value + "\n}";
}

std::string WithInit(std::string text) {
  for (size_t at; (at = text.find("init: %init)")) != std::string::npos;) {
    text.replace(at, 12, "init: %start)");
  }
  return text;
}

TEST_CASE("reductions in tile programs have the bits of separate steps", "[exec]") {
  const SunkCase cases[] = {
      {{64, 100}, {1}, {64}},      {{64, 100}, {0}, {100}},    {{8, 40, 30}, {1}, {8, 30}},
      {{20'000}, {0}, {}},         {{9000, 3}, {0}, {3}},      {{3, 5000}, {1}, {3}},
      {{2, 8192, 2}, {1}, {2, 2}}, {{40, 700}, {0}, {700}},    {{512, 512}, {1}, {512}},
      {{70, 2000}, {0}, {2000}},   {{20, 4096}, {1}, {20}},    {{4, 5, 6, 30}, {2, 3}, {4, 5}},
      {{90, 4, 8}, {0, 2}, {4}},   {{5, 6, 48}, {0, 2}, {6}},  {{2, 9, 7, 300}, {1, 3}, {2, 7}},
      {{1100, 2, 2}, {0, 2}, {2}}, {{3, 2, 5000}, {0, 2}, {2}}};
  for (const SunkCase& c : cases) {
    for (const std::string element : {"f32", "f64", "i32", "bf16"}) {
      INFO(TensorText(c.shape, element));
      const Program program(WithInit(SumAndMaximum(c, element)));
      CHECK((SinksOf(program) == 2 || !kHasTileSinks));
      CheckAtBothLevels(program, {Waves(c.shape)});
    }
  }
}

TEST_CASE("short rows are reduced in tile programs", "[exec]") {
  for (int64_t row : {2, 3, 4, 7, 8, 12}) {
    const SunkCase c{{1000, row}, {1}, {1000}};
    for (const std::string element : {"f32", "f64", "i32", "bf16"}) {
      INFO(TensorText(c.shape, element));
      const Program program(WithInit(SumAndMaximum(c, element)));
      CHECK((SinksOf(program) == (element == "bf16" ? 0 : 2) || !kHasTileSinks));
      CheckAtBothLevels(program, {Waves(c.shape)});
    }
  }
}

// A period of 12 elements, of which neighbours are equal.
TEST_CASE("totals of groups between reduced dimensions are spread over them", "[exec]") {
  const Program program(R"(
func.func @main(%x: tensor<300x3x4xf32>) -> (tensor<300x3x4xf32>, tensor<3xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0, 2]
    : (tensor<300x3x4xf32>, tensor<f32>) -> tensor<3xf32>
  %a = stablehlo.broadcast_in_dim %s, dims = [1] : (tensor<3xf32>) -> tensor<300x3x4xf32>
  %c = stablehlo.subtract %x, %a : tensor<300x3x4xf32>
  %q = stablehlo.multiply %c, %c : tensor<300x3x4xf32>
  %v = stablehlo.reduce(%q init: %zero) applies stablehlo.add across dimensions = [0, 2]
    : (tensor<300x3x4xf32>, tensor<f32>) -> tensor<3xf32>
  %b = stablehlo.broadcast_in_dim %v, dims = [1] : (tensor<3xf32>) -> tensor<300x3x4xf32>
  %y = stablehlo.divide %c, %b : tensor<300x3x4xf32>
  return %y, %v : tensor<300x3x4xf32>, tensor<3xf32>
})");
  CheckAtBothLevels(program, {Waves({300, 3, 4})});
}

TEST_CASE("a total of all elements is used with each of them", "[exec]") {
  const Program program(R"(
func.func @main(%x: tensor<3000xf32>) -> (tensor<3000xf32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %y = stablehlo.multiply %x, %x : tensor<3000xf32>
  %s = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [0]
    : (tensor<3000xf32>, tensor<f32>) -> tensor<f32>
  %all = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<3000xf32>
  %z = stablehlo.divide %y, %all : tensor<3000xf32>
  return %z, %s : tensor<3000xf32>, tensor<f32>
})");
  CheckAtBothLevels(program, {Waves({3000})});
}

TEST_CASE("a mean that waits in a group is the init of another reduction", "[exec]") {
  const Program program(R"(
func.func @main(%x: tensor<40x100xf32>) -> tensor<100xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %y = stablehlo.multiply %x, %x : tensor<40x100xf32>
  %s = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [0, 1]
    : (tensor<40x100xf32>, tensor<f32>) -> tensor<f32>
  %z = stablehlo.add %y, %x : tensor<40x100xf32>
  %t = stablehlo.reduce(%z init: %s) applies stablehlo.add across dimensions = [0]
    : (tensor<40x100xf32>, tensor<f32>) -> tensor<100xf32>
  return %t : tensor<100xf32>
})");
  CheckAtBothLevels(program, {Waves({40, 100})});
}

// A column of 100 elements per row is loaded once for all tiles, and rows of 1,000 end in a partial
// block.
TEST_CASE("mean and variance of odd rows and of columns", "[exec]") {
  for (const auto& [shape, dimension, kept] :
       {std::tuple<std::vector<int64_t>, int, int>{{300, 1000}, 1, 300},
        std::tuple<std::vector<int64_t>, int, int>{{4500, 100}, 0, 100},
        std::tuple<std::vector<int64_t>, int, int>{{300, 1000}, 0, 1000}}) {
    const std::string x = TensorText(shape, "f32"), k = TensorText({kept}, "f32");
    const std::string d = std::to_string(dimension), other = std::to_string(1 - dimension);
    const std::string reduce = ") applies stablehlo.add across dimensions = [" + d + "] : (" + x +
                               ", tensor<f32>) -> " + k + "\n";
    const std::string spread = ", dims = [" + other + "] : (" + k + ") -> " + x + "\n";
    const Program program(
        "func.func @main(%x: " + x + ") -> (" + x + ", " + k + ") {\n" +
        "%zero = stablehlo.constant dense<0.0> : tensor<f32>\n" +
        "%n = stablehlo.constant dense<0.001> : " + k + "\n" +
        "%s = stablehlo.reduce(%x init: %zero" + reduce + "%m = stablehlo.multiply %s, %n : " + k +
        "\n" + "%a = stablehlo.broadcast_in_dim %m" + spread +
        "%c = stablehlo.subtract %x, %a : " + x + "\n%q = chlo.square %c : " + x + " -> " + x +
        "\n%again = stablehlo.reduce(%x init: %zero" + reduce +
        "%v = stablehlo.reduce(%q init: %zero" + reduce + "%w = stablehlo.add %v, %again : " + k +
        "\n" + "%b = stablehlo.broadcast_in_dim %w" + spread +
        "%y = stablehlo.divide %c, %b : " + x + "\nreturn %y, %again : " + x + ", " + k + "\n}");
    CheckAtBothLevels(program, {Waves(shape)});
  }
}

// Each row or column has its own element, and rows are long enough for code that reads them.
TEST_CASE("rows with an element of each are reduced in tile programs", "[exec]") {
  for (const std::vector<int64_t>& shape : std::vector<std::vector<int64_t>>{
           {40, 65}, {40, 127}, {9, 257}, {17, 200}, {3, 700}, {5, 2100}, {70, 70}}) {
    for (const size_t dimension : {size_t{0}, size_t{1}}) {
      for (const std::string op : {"add", "maximum"}) {
        const std::string all = TensorText(shape, "f32"), number = std::to_string(dimension);
        const std::string rows = TensorText({shape[0]}, "f32"),
                          columns = TensorText({shape[1]}, "f32");
        const std::string kept = dimension == 1 ? rows : columns;
        const Program program(
            "func.func @main(%x: " + all + ", %r: " + rows + ", %c: " + columns + ") -> (" + kept +
            ", " + all + ") {\n%rs = stablehlo.broadcast_in_dim %r, dims = [0] : (" + rows +
            ") -> " + all + "\n%cs = stablehlo.broadcast_in_dim %c, dims = [1] : (" + columns +
            ") -> " + all + "\n%d = stablehlo.subtract %x, %rs : " + all +
            "\n%s = stablehlo.multiply %d, %d : " + all +
            "\n%t = stablehlo.multiply %s, %cs : " + all +
            "\n%init = stablehlo.constant dense<1.0> : tensor<f32>"
            "\n%y = stablehlo.reduce(%t init: %init) applies stablehlo." +
            op + " across dimensions = [" + number + "] : (" + all + ", tensor<f32>) -> " + kept +
            "\nreturn %y, %d : " + kept + ", " + all + "\n}");
        CHECK(SinksOf(program) == 1);
        CheckAtBothLevels(program, {Waves(shape), Waves({shape[0]}), Waves({shape[1]})});
      }
    }
  }
}

TEST_CASE("an equal reduction of a branch that may not have run is not reused", "[exec]") {
  const Program program(R"(
func.func @main(%x: tensor<4096xf32>, %p: tensor<i1>) -> (tensor<f32>, tensor<f32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %first = "stablehlo.if"(%p) ({
    %a = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0]
      : (tensor<4096xf32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %a : tensor<f32>
  }, {
    stablehlo.return %zero : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  %b = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0]
    : (tensor<4096xf32>, tensor<f32>) -> tensor<f32>
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %c = stablehlo.reduce(%x init: %none) applies stablehlo.add across dimensions = [0]
    : (tensor<4096xf32>, tensor<f32>) -> tensor<f32>
  return %first, %b, %c : tensor<f32>, tensor<f32>, tensor<f32>
})");
  for (const uint8_t holds : {0, 1}) {
    CheckAtBothLevels(program, {Waves({4096}), TensorOf<uint8_t>(ElementType::kI1, {}, {holds})});
  }
}

}  // namespace
}  // namespace paddock
