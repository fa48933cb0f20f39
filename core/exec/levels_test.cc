// Both levels give the same bits, whole or in slices: over random programs.
#include <catch2/catch_test_macros.hpp>
#include <random>
#include <string>
#include <vector>

#include "core/exec/machine.h"
#include "core/exec/testing.h"

namespace paddock {
namespace {

using namespace testing;

enum Shape { kMatrix, kTurned, kRow, kScalar, kShapeCount };
constexpr const char* kTypes[] = {"tensor<6x5xf32>", "tensor<5x6xf32>", "tensor<5xf32>",
                                  "tensor<f32>"};

// Writes programs whose values are chosen at random from those in scope.
class Writer {
 public:
  explicit Writer(uint32_t seed) : random_(seed) {}

  std::string Write() {
    text_ =
        "func.func private @helper(%p: tensor<6x5xf32>, %q: tensor<f32>) -> tensor<6x5xf32> {\n"
        "  %w = stablehlo.broadcast_in_dim %q, dims = [] : (tensor<f32>) -> tensor<6x5xf32>\n"
        "  %v = stablehlo.maximum %p, %w : tensor<6x5xf32>\n"
        "  return %v : tensor<6x5xf32>\n}\n"
        "func.func @main(%a: tensor<6x5xf32>, %b: tensor<5xf32>, %c: tensor<f32>) -> (";
    Scope scope(kShapeCount);
    scope[kMatrix] = {"%a"};
    scope[kRow] = {"%b"};
    scope[kScalar] = {"%c"};
    scope[kTurned] = {"%t"};
    std::string header = text_;
    text_ = "  %t = stablehlo.transpose %a, dims = [1, 0] : (tensor<6x5xf32>) -> tensor<5x6xf32>\n";
    WriteOperations(scope, 30, 0);
    std::string types, values;
    for (int i = 0; i < 4; ++i) {
      const auto shape = static_cast<Shape>(i);
      types += std::string(i == 0 ? "" : ", ") + kTypes[shape];
      values += std::string(i == 0 ? "" : ", ") + Pick(scope, shape);
    }
    return header + types + ") {\n" + text_ + "  return " + values + " : " + types + "\n}";
  }

 private:
  // Names by shape.
  using Scope = std::vector<std::vector<std::string>>;

  uint32_t Below(uint32_t limit) { return static_cast<uint32_t>(random_() % limit); }
  std::string New() { return "%v" + std::to_string(next_++); }
  // Recent values are likelier, so that chains grow.
  const std::string& Pick(const Scope& scope, Shape shape) {
    const auto& names = scope[shape];
    const auto size = static_cast<uint32_t>(names.size());
    return names[Below(2) == 0 ? size - 1 : Below(size)];
  }
  void Line(const std::string& name, const std::string& rest) {
    text_ += "  " + name + " = " + rest + "\n";
  }
  void Add(Scope& scope, Shape shape, const std::string& rest) {
    const std::string name = New();
    Line(name, rest);
    scope[shape].push_back(name);
  }

  void WriteOperations(Scope& scope, int count, int depth) {
    for (int i = 0; i < count; ++i) WriteOperation(scope, depth);
  }

  void WriteOperation(Scope& scope, int depth) {
    switch (Below(depth < 2 ? 12 : 10)) {
      case 0:
      case 1:
      case 2:
      case 3:
        return WriteElementwise(scope);
      case 4:
        return WriteBroadcast(scope);
      case 5:
        return Add(scope, kTurned,
                   "stablehlo.transpose " + Pick(scope, kMatrix) +
                       ", dims = [1, 0] : (tensor<6x5xf32>) -> tensor<5x6xf32>");
      case 6:
        return Add(scope, kMatrix,
                   "stablehlo.reshape " + Pick(scope, kTurned) +
                       " : (tensor<5x6xf32>) -> tensor<6x5xf32>");
      case 7:
        return WriteReduce(scope);
      case 8:
        return WriteUpdate(scope);
      case 9:
        return Add(scope, kMatrix,
                   "func.call @helper(" + Pick(scope, kMatrix) + ", " + Pick(scope, kScalar) +
                       ") : (tensor<6x5xf32>, tensor<f32>) -> tensor<6x5xf32>");
      case 10:
        return WriteWhile(scope, depth);
      default:
        return WriteIf(scope, depth);
    }
  }

  void WriteElementwise(Scope& scope) {
    const auto shape = static_cast<Shape>(Below(kShapeCount));
    const std::string type = kTypes[shape];
    static constexpr const char* kBinary[] = {"add", "subtract", "multiply", "maximum", "minimum"};
    switch (Below(4)) {
      case 0: {
        return Add(scope, shape, "stablehlo.tanh " + Pick(scope, shape) + " : " + type);
      }
      case 1: {
        const std::string mask = New();
        std::string bools = type;
        bools.replace(bools.find("f32"), 3, "i1");
        Line(mask, "stablehlo.compare LT, " + Pick(scope, shape) + ", " + Pick(scope, shape) +
                       " : (" + type + ", " + type + ") -> " + bools);
        return Add(scope, shape,
                   "stablehlo.select " + mask + ", " + Pick(scope, shape) + ", " +
                       Pick(scope, shape) + " : " + bools + ", " + type);
      }
      default:
        return Add(scope, shape,
                   std::string("stablehlo.") + kBinary[Below(5)] + " " + Pick(scope, shape) + ", " +
                       Pick(scope, shape) + " : " + type);
    }
  }

  void WriteBroadcast(Scope& scope) {
    if (Below(2) == 0) {
      return Add(scope, kMatrix,
                 "stablehlo.broadcast_in_dim " + Pick(scope, kRow) +
                     ", dims = [1] : (tensor<5xf32>) -> tensor<6x5xf32>");
    }
    const auto shape = static_cast<Shape>(Below(3));
    Add(scope, shape,
        "stablehlo.broadcast_in_dim " + Pick(scope, kScalar) + ", dims = [] : (tensor<f32>) -> " +
            kTypes[shape]);
  }

  void WriteReduce(Scope& scope) {
    if (Below(2) == 0) {
      return Add(scope, kRow,
                 "stablehlo.reduce(" + Pick(scope, kMatrix) + " init: " + Pick(scope, kScalar) +
                     ") applies stablehlo.add across dimensions = [0] : "
                     "(tensor<6x5xf32>, tensor<f32>) -> tensor<5xf32>");
    }
    Add(scope, kScalar,
        "stablehlo.reduce(" + Pick(scope, kRow) + " init: " + Pick(scope, kScalar) +
            ") applies stablehlo.maximum across dimensions = [0] : "
            "(tensor<5xf32>, tensor<f32>) -> tensor<f32>");
  }

  void WriteUpdate(Scope& scope) {
    const std::string index = New(), row = New();
    Line(index, "stablehlo.constant dense<" + std::to_string(Below(5)) + "> : tensor<i32>");
    Line(row, "stablehlo.reshape " + Pick(scope, kRow) + " : (tensor<5xf32>) -> tensor<1x5xf32>");
    Add(scope, kMatrix,
        "stablehlo.dynamic_update_slice " + Pick(scope, kMatrix) + ", " + row + ", " + index +
            ", " + index +
            " : (tensor<6x5xf32>, tensor<1x5xf32>, tensor<i32>, tensor<i32>) -> "
            "tensor<6x5xf32>");
  }

  void WriteWhile(Scope& scope, int depth) {
    const std::string zero = New(), loop = New(), i = New(), m = New(), n = New(), s = New();
    const std::string types = "tensor<i32>, tensor<6x5xf32>, tensor<6x5xf32>, tensor<f32>";
    Line(zero, "stablehlo.constant dense<0> : tensor<i32>");
    text_ += "  " + loop + ":4 = stablehlo.while(" + i + " = " + zero + ", " + m + " = " +
             Pick(scope, kMatrix) + ", " + n + " = " + Pick(scope, kMatrix) + ", " + s + " = " +
             Pick(scope, kScalar) + ") : " + types + "\n  cond {\n";
    const std::string limit = New(), less = New(), one = New(), next = New();
    Line(limit, "stablehlo.constant dense<" + std::to_string(Below(4)) + "> : tensor<i32>");
    Line(less, "stablehlo.compare LT, " + i + ", " + limit +
                   " : (tensor<i32>, tensor<i32>) -> tensor<i1>");
    text_ += "  stablehlo.return " + less + " : tensor<i1>\n  } do {\n";
    Scope inner = scope;
    inner[kMatrix].insert(inner[kMatrix].end(), {m, n});
    inner[kScalar].push_back(s);
    Line(one, "stablehlo.constant dense<1> : tensor<i32>");
    Line(next, "stablehlo.add " + i + ", " + one + " : tensor<i32>");
    WriteOperations(inner, 6, depth + 1);
    // Sometimes exchanged, sometimes as they came.
    const std::string first = Below(4) == 0 ? n : Pick(inner, kMatrix);
    const std::string second = Below(3) == 0 ? m : Pick(inner, kMatrix);
    text_ += "  stablehlo.return " + next + ", " + first + ", " + second + ", " +
             Pick(inner, kScalar) + " : " + types + "\n  }\n";
    scope[kMatrix].insert(scope[kMatrix].end(), {loop + "#1", loop + "#2"});
    scope[kScalar].push_back(loop + "#3");
  }

  void WriteIf(Scope& scope, int depth) {
    const std::string predicate = New(), result = New();
    Line(predicate, "stablehlo.compare LT, " + Pick(scope, kScalar) + ", " + Pick(scope, kScalar) +
                        " : (tensor<f32>, tensor<f32>) -> tensor<i1>");
    text_ += "  " + result + ":2 = \"stablehlo.if\"(" + predicate + ") ({\n";
    for (int branch = 0; branch < 2; ++branch) {
      Scope inner = scope;
      WriteOperations(inner, 4, depth + 1);
      text_ += "  stablehlo.return " + Pick(inner, kMatrix) + ", " + Pick(inner, kScalar) +
               " : tensor<6x5xf32>, tensor<f32>\n  }" + (branch == 0 ? ", {\n" : "");
    }
    text_ += ") : (tensor<i1>) -> (tensor<6x5xf32>, tensor<f32>)\n";
    scope[kMatrix].push_back(result + "#0");
    scope[kScalar].push_back(result + "#1");
  }

  std::mt19937 random_;
  std::string text_;
  int next_ = 0;
};

std::vector<Tensor> RunInSlices(const Program& program, Level level, std::vector<Tensor> inputs,
                                int64_t budget) {
  const auto machine = MachineOf(PlanOf(program, At(level)), std::move(inputs));
  StopReason reason = StopReason::kBudgetSpent;
  while (reason == StopReason::kBudgetSpent) reason = machine->Run(budget);
  REQUIRE(reason == StopReason::kFinished);
  return machine->Results();
}

TEST_CASE("both levels give the same bits over random programs", "[exec]") {
  std::vector<float> matrix(30), row(5);
  for (size_t i = 0; i < 30; ++i) matrix[i] = static_cast<float>(i * 7 % 30) / 13.0f - 1.0f;
  for (size_t i = 0; i < 5; ++i) row[i] = 0.7f - static_cast<float>(i) / 3.0f;
  const std::vector<Tensor> inputs = {TensorOf<float>(ElementType::kF32, {6, 5}, matrix),
                                      TensorOf<float>(ElementType::kF32, {5}, row),
                                      TensorOf<float>(ElementType::kF32, {}, {0.25f})};
  for (uint32_t seed = 0; seed < 300; ++seed) {
    const std::string text = Writer(seed).Write();
    INFO("seed " << seed << "\n" << text);
    const Program program(text);
    const std::vector<Tensor> faithful = Run(program, Level::kFaithful, inputs);
    const std::vector<Tensor> fast = Run(program, Level::kFast, inputs);
    const std::vector<Tensor> sliced = RunInSlices(program, Level::kFast, inputs, 1);
    for (size_t i = 0; i < faithful.size(); ++i) {
      REQUIRE(IsBitwiseEqual(faithful[i], fast[i]));
      REQUIRE(IsBitwiseEqual(faithful[i], sliced[i]));
    }
  }
}

}  // namespace
}  // namespace paddock
