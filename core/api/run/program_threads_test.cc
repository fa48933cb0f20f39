// Several threads share one program. The thread sanitizer runs these tests.
#include <barrier>
#include <catch2/catch_test_macros.hpp>
#include <cstring>
#include <thread>
#include <vector>

#include "core/api/observe/program_info.h"
#include "core/api/program.h"
#include "core/api/run/session.h"
#include "core/exec/threads/processors.h"
#include "core/ir/module.h"

namespace paddock {
namespace {

constexpr std::string_view kCallingText = R"(func.func @twice(%x: tensor<f32>) -> tensor<f32> {
  %y = stablehlo.add %x, %x : tensor<f32>
  return %y : tensor<f32>
}
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %y = func.call @twice(%x) : (tensor<f32>) -> tensor<f32>
  return %y : tensor<f32>
})";

// Returns the results of `look` in three threads that start together, on a fresh program.
template <class Look>
auto FoundAtOnce(Look look) {
  const auto program = Program::Load("test.mlir", std::string(kCallingText));
  std::vector<decltype(look(program))> found(3);
  std::barrier start(static_cast<std::ptrdiff_t>(found.size()));
  std::vector<std::thread> threads;
  threads.reserve(found.size());
  for (auto& one : found) {
    threads.emplace_back([&] {
      start.arrive_and_wait();
      one = look(program);
    });
  }
  for (std::thread& thread : threads) thread.join();
  return found;
}

TEST_CASE("a session uses the processors unless told otherwise", "[api]") {
  SessionOptions options;
  CHECK(ThreadsOf(options) == UsableProcessors());
  options.threads = 3;
  CHECK(ThreadsOf(options) == 3);
}

TEST_CASE("several threads look up symbols at once", "[api]") {
  const auto found = FoundAtOnce([](const std::shared_ptr<const Program>& program) {
    return SymbolName(*program->module().FindSymbol("main")).size();
  });
  CHECK(found == std::vector<size_t>(3, 4));
}

TEST_CASE("several threads ask for lines of the text at once", "[api]") {
  const auto found = FoundAtOnce([](const std::shared_ptr<const Program>& program) {
    return program->source().Locate(static_cast<uint32_t>(kCallingText.find("func.call"))).line;
  });
  CHECK(found == std::vector<uint32_t>(3, 6));
}

TEST_CASE("several threads inspect a program and run it at once", "[api]") {
  const auto found = FoundAtOnce([](const std::shared_ptr<const Program>& program) {
    const std::string text = program->Print(PrintForm::kGeneric);
    std::vector<Diagnostic> diagnostics;
    SessionOptions options;
    const std::vector<float> three = {3};
    options.inputs = {
        Tensor::FromElements<float>(ElementType::kF32, {}, std::span<const float>(three))};
    const auto session = Session::Start(program, options, diagnostics);
    if (session == nullptr || session->Run(1000) != StopReason::kFinished) return std::string();
    float result = 0;
    std::memcpy(&result, session->results()[0].data(), sizeof(result));
    return std::to_string(result) + text +
           std::to_string(DescribeProgram(*program).operations.size());
  });
  CHECK(found[0].starts_with("6.0"));
  CHECK(found[0] == found[1]);
  CHECK(found[0] == found[2]);
}

}  // namespace
}  // namespace paddock
