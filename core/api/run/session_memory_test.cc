// Memory that sessions of one program reuse.
#include <catch2/catch_test_macros.hpp>
#include <cstring>
#include <memory>
#include <thread>
#include <vector>

#include "core/api/run/session.h"
#include "core/tensor/spare_memory.h"

namespace paddock {
namespace {

constexpr int64_t kElements = int64_t{1} << 20;

constexpr const char* kDoublingText = R"(
func.func @main(%x: tensor<1048576xf32>) -> tensor<1048576xf32> {
  %y = stablehlo.add %x, %x : tensor<1048576xf32>
  return %y : tensor<1048576xf32>
})";

// Returns no results on failure: threads cannot use CHECK.
std::vector<Tensor> ResultsOf(const std::shared_ptr<const Program>& program, float x) {
  SessionOptions options;
  const std::vector<int64_t> shape = {kElements};
  const std::vector<float> elements(static_cast<size_t>(kElements), x);
  options.inputs = {
      Tensor::FromElements<float>(ElementType::kF32, shape, std::span<const float>(elements))};
  std::vector<Diagnostic> diagnostics;
  const auto session = Session::Start(program, options, diagnostics);
  if (session == nullptr || session->Run(int64_t{1} << 40) != StopReason::kFinished) return {};
  return session->results();
}

float FirstOf(const std::vector<Tensor>& results) {
  float value = 0;
  if (results.empty()) return value;
  std::memcpy(&value, results[0].data(), sizeof(value));
  return value;
}

TEST_CASE("retained results do not change, and their memory is reused after their release",
          "[api]") {
  const auto program = Program::Load("test.mlir", kDoublingText);
  std::vector<Tensor> first = ResultsOf(program, 1);
  const std::byte* place = first[0].data();
  const std::vector<Tensor> second = ResultsOf(program, 2);
  CHECK(second[0].data() != place);
  CHECK(FirstOf(first) == 2);
  CHECK(FirstOf(second) == 4);
  first.clear();
  if (SpareMemory::kIsUsed) CHECK(program->spare_memory()->kept_bytes() >= 4 * kElements);
  const std::vector<Tensor> third = ResultsOf(program, 3);
  if (SpareMemory::kIsUsed) CHECK(third[0].data() == place);
  CHECK(FirstOf(second) == 4);
  CHECK(FirstOf(third) == 6);
}

TEST_CASE("a program releases its retained memory", "[api]") {
  const auto program = Program::Load("test.mlir", kDoublingText);
  ResultsOf(program, 1);
  program->ReleaseMemory();
  CHECK(program->spare_memory()->kept_bytes() == 0);
  std::vector<Tensor> results = ResultsOf(program, 2);
  program->ReleaseMemory();
  CHECK(FirstOf(results) == 4);
}

TEST_CASE("results may outlive their program", "[api]") {
  auto program = Program::Load("test.mlir", kDoublingText);
  const std::vector<Tensor> results = ResultsOf(program, 5);
  program.reset();
  CHECK(FirstOf(results) == 10);
}

TEST_CASE("sessions on several threads reuse memory of each other", "[api]") {
  const auto program = Program::Load("test.mlir", kDoublingText);
  std::vector<int> mistakes(3);
  std::vector<std::thread> threads;
  for (size_t t = 0; t < mistakes.size(); ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 5; ++i) {
        const auto x = static_cast<float>(t + 1);
        mistakes[t] += FirstOf(ResultsOf(program, x)) != 2 * x;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(mistakes == std::vector<int>(3));
}

}  // namespace
}  // namespace paddock
