// Operands of products in loops, packed before the loop: the bits do not depend on it.
#include <catch2/catch_test_macros.hpp>
#include <string>

#include "core/exec/machine/testing.h"
#include "simd/gemm/gemm.h"

namespace paddock {
namespace {

using namespace testing;

constexpr int64_t kLoopRows = 17;
constexpr int64_t kLoopWidth = 130;

Tensor Filled(std::vector<int64_t> shape, float factor) {
  int64_t count = 1;
  for (int64_t size : shape) count *= size;
  std::vector<float> elements(static_cast<size_t>(count));
  for (size_t i = 0; i < elements.size(); ++i) {
    elements[i] = factor * (static_cast<float>(i * 7919 % 1009) / 1009.0f - 0.5f);
  }
  return TensorOf<float>(ElementType::kF32, std::move(shape), elements);
}

// Products with a captured value, with a carried value that does not change, and with a value that
// each iteration computes, which is not packed.
Program LoopProgram() {
  return Program(R"(
func.func @main(%x: tensor<17x130xf32>, %seen: tensor<130x130xf32>, %given: tensor<130x130xf32>)
    -> (tensor<17x130xf32>, tensor<130x130xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %turned = stablehlo.transpose %given, dims = [1, 0] : (tensor<130x130xf32>) -> tensor<130x130xf32>
  %r:4 = stablehlo.while(%i = %zero, %h = %x, %kept = %turned, %made = %given) : tensor<i32>, tensor<17x130xf32>, tensor<130x130xf32>, tensor<130x130xf32>
    cond {
      %three = stablehlo.constant dense<3> : tensor<i32>
      %more = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %half = stablehlo.constant dense<0.5> : tensor<130x130xf32>
      %a = stablehlo.dot_general %h, %seen, contracting_dims = [1] x [0] : (tensor<17x130xf32>, tensor<130x130xf32>) -> tensor<17x130xf32>
      %b = stablehlo.dot_general %a, %kept, contracting_dims = [1] x [1] : (tensor<17x130xf32>, tensor<130x130xf32>) -> tensor<17x130xf32>
      %c = stablehlo.dot %b, %made : (tensor<17x130xf32>, tensor<130x130xf32>) -> tensor<17x130xf32>
      %scaled = stablehlo.multiply %made, %half : tensor<130x130xf32>
      %d = stablehlo.dot %c, %scaled : (tensor<17x130xf32>, tensor<130x130xf32>) -> tensor<17x130xf32>
      %next = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %next, %d, %kept, %scaled : tensor<i32>, tensor<17x130xf32>, tensor<130x130xf32>, tensor<130x130xf32>
    }
  return %r#1, %r#3 : tensor<17x130xf32>, tensor<130x130xf32>
})");
}

bool MayPack() {
  simd::GemmProblem problem;
  problem.numerics = simd::Numerics::kPortable;
  problem.m = {{kLoopRows, kLoopWidth, 0}};
  problem.n = {{kLoopWidth, 0, 1}};
  problem.k = {{kLoopWidth, 1, kLoopWidth}};
  return simd::MayPackRhs(*simd::PlanGemm(problem));
}

TEST_CASE("a loop's product has the same bits with an rhs packed before the loop", "[exec]") {
  const Program program = LoopProgram();
  const std::vector<Tensor> inputs = {Filled({kLoopRows, kLoopWidth}, 1),
                                      Filled({kLoopWidth, kLoopWidth}, 0.2f),
                                      Filled({kLoopWidth, kLoopWidth}, 0.3f)};
  for (const auto numerics : {simd::Numerics::kPortable, simd::Numerics::kFast}) {
    std::vector<std::vector<uint32_t>> bits;
    for (Level level : kLevels) {
      PlanOptions options = At(level);
      options.numerics = numerics;
      const std::vector<Tensor> results = Run(program, options, inputs);
      bits.push_back(ElementsOf<uint32_t>(results[0]));
      bits.push_back(ElementsOf<uint32_t>(results[1]));
    }
    CHECK(bits[0] == bits[2]);
    CHECK(bits[1] == bits[3]);
  }
}

TEST_CASE("two of a loop's operands are packed, each once", "[exec]") {
  const Program program = LoopProgram();
  const auto plan = PlanOf(program, At(Level::kFast));
  size_t products = 0;
  size_t steps = 0;
  for (const Step& step : plan->steps()) {
    const Operation* operation = step.operation;
    if (operation == nullptr) continue;
    const bool is_product =
        operation->is(OpKind::kStablehloDotGeneral) || operation->is(OpKind::kStablehloDot);
    if (!is_product) continue;
    ++steps;
    if (operation->is(OpKind::kStablehloDotGeneral)) ++products;
  }
  CHECK(steps == (MayPack() ? 6 : 4));
  CHECK(products == (MayPack() ? 4 : 2));
}

}  // namespace
}  // namespace paddock
