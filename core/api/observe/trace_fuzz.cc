// Fuzz target: traces from other places. An accepted trace must read back as the same trace, and
// convert to JSON.
#include <memory>
#include <string>

#include "core/api/observe/trace.h"
#include "core/base/fuzz_testing.h"
#include "core/io/json_reader.h"

namespace paddock {
namespace {

using testing::FuzzNumbers;
using testing::FuzzRequire;

constexpr GridSize kSize{2, 2};

const Program& SomeProgram() {
  static const std::shared_ptr<const Program> kProgram = Program::Load("fuzz.mlir", R"(
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %y = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>
  return %y : tensor<2xf32>
}
)");
  return *kProgram;
}

void RequireSame(const Trace& trace) {
  Trace again;
  const std::string bytes = trace.Bytes();
  FuzzRequire(again.Add(SomeProgram(), kSize, bytes, 0), "what was taken cannot be handed on");
  FuzzRequire(again.Bytes() == bytes, "what is handed on is another trace");
}

}  // namespace

// Input: the clock's offset, as FuzzNumbers reads it, then the trace.
PADDOCK_FUZZ_TARGET(trace) {
  FuzzNumbers numbers(bytes);
  const auto number = static_cast<int64_t>(numbers.Number() >> 3);
  const int64_t offset = number % 2 == 0 ? number : -number;
  Trace trace;
  if (!trace.Add(SomeProgram(), kSize, numbers.Text(bytes.size()), offset)) {
    FuzzRequire(trace.event_count() == 0, "part of a malformed trace was loaded");
    return;
  }
  RequireSame(trace);
  const std::string text = trace.Json(SomeProgram(), kSize);
  JsonReader json(text);
  FuzzRequire(json.Skip() && json.IsAtEnd(), "a trace is no JSON:\n" + text);
}

}  // namespace paddock
