// Sessions of a program that share a plan.
#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "core/api/run/session.h"
#include "core/plan/recent_plan.h"

namespace paddock {
namespace {

constexpr const char* kOpenText = R"(
func.func @main(%x: tensor<?xf32>, %n: tensor<1xi64>) -> tensor<?xf32> {
  %y = stablehlo.add %x, %x : tensor<?xf32>
  %z = stablehlo.dynamic_reshape %y, %n : (tensor<?xf32>, tensor<1xi64>) -> tensor<?xf32>
  return %z : tensor<?xf32>
})";

constexpr const char* kText = R"(
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = stablehlo.add %x, %x : tensor<4xf32>
  return %y : tensor<4xf32>
}
func.func @other(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = stablehlo.negate %x : tensor<4xf32>
  return %y : tensor<4xf32>
})";

// Elements 1, 2 ...
Tensor Counted(int64_t count) {
  Tensor value = Tensor::Allocate(ElementType::kF32, std::vector<int64_t>{count});
  for (int64_t i = 0; i < count; ++i) {
    reinterpret_cast<float*>(value.mutable_data())[i] = static_cast<float>(i + 1);
  }
  return value;
}

Tensor Size(int64_t size) {
  return Tensor::FromElements<int64_t>(ElementType::kI64, std::vector<int64_t>{1},
                                       std::vector<int64_t>{size});
}

struct Ran {
  std::shared_ptr<const Plan> plan;
  float last = 0;
};

Ran RunOf(const std::shared_ptr<const Program>& program, std::vector<Tensor> inputs,
          SessionOptions options = {}) {
  options.inputs = std::move(inputs);
  std::vector<Diagnostic> diagnostics;
  const auto session = Session::Start(program, std::move(options), diagnostics);
  REQUIRE(session != nullptr);
  REQUIRE(session->Run(int64_t{1} << 40) == StopReason::kFinished);
  const Tensor& result = session->results().at(0);
  const auto* elements = reinterpret_cast<const float*>(result.data());
  return {.plan = program->recent_plan().plan(), .last = elements[result.element_count() - 1]};
}

TEST_CASE("a session takes over the plan of the one before", "[api]") {
  const auto program = Program::Load("test.mlir", kText);
  CHECK(program->recent_plan().plan() == nullptr);
  const Ran first = RunOf(program, {Counted(4)});
  CHECK(first.plan != nullptr);
  const Ran second = RunOf(program, {Counted(4)});
  CHECK(second.plan == first.plan);
  CHECK(second.last == 8);
}

TEST_CASE("other options need another plan", "[api]") {
  const auto program = Program::Load("test.mlir", kText);
  const auto differs = [&](void (*change)(SessionOptions&)) {
    const Ran first = RunOf(program, {Counted(4)});
    SessionOptions options;
    change(options);
    return RunOf(program, {Counted(4)}, options).plan != first.plan;
  };
  CHECK(differs([](SessionOptions& options) { options.level = Level::kFaithful; }));
  CHECK(differs([](SessionOptions& options) { options.numerics = simd::Numerics::kPortable; }));
  CHECK(differs([](SessionOptions& options) { options.seed = 1; }));
  CHECK(differs([](SessionOptions& options) { options.memory_bytes = 1 << 20; }));
  CHECK(differs([](SessionOptions& options) { options.grid = {2, 1}; }));
  CHECK(differs([](SessionOptions& options) { options.entry = "other"; }));
}

TEST_CASE("another function has its own results", "[api]") {
  const auto program = Program::Load("test.mlir", kText);
  SessionOptions options;
  options.entry = "other";
  CHECK(RunOf(program, {Counted(4)}).last == 8);
  CHECK(RunOf(program, {Counted(4)}, options).last == -4);
  CHECK(RunOf(program, {Counted(4)}).last == 8);
}

TEST_CASE("a plan is taken over for inputs of its sizes and values", "[api]") {
  const auto program = Program::Load("test.mlir", kOpenText);
  const Ran first = RunOf(program, {Counted(4), Size(4)});
  CHECK(RunOf(program, {Counted(4), Size(4)}).plan == first.plan);
  const Ran second = RunOf(program, {Counted(3), Size(3)});
  CHECK(second.plan != first.plan);
  CHECK(second.last == 6);
  CHECK(RunOf(program, {Counted(4), Size(4)}).last == 8);
}

TEST_CASE("a program releases its plan", "[api]") {
  const auto program = Program::Load("test.mlir", kText);
  RunOf(program, {Counted(4)});
  program->ReleaseMemory();
  CHECK(program->recent_plan().plan() == nullptr);
  CHECK(RunOf(program, {Counted(4)}).last == 8);
}

}  // namespace
}  // namespace paddock
