#include "core/api/observe/profile.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "core/api/run/session.h"
#include "core/base/clock.h"
namespace paddock {
namespace {

constexpr const char* kProfiledText = R"(func.func @main(%x: tensor<1000xf32>) -> tensor<1000xf32> {
  %y = stablehlo.multiply %x, %x : tensor<1000xf32>
  %z = stablehlo.add %y, %x : tensor<1000xf32>
  %r = stablehlo.reverse %z, dims = [0] : tensor<1000xf32>
  return %r : tensor<1000xf32>
})";

// Limits of 10 billion operations and 10 billion bytes a second.
MachineLimits PlainLimits() {
  return {.threads = 1, .f32_gflops = 10, .f64_gflops = 5, .portable_f32_gflops = 10, .gbytes = 10};
}

ProfileReport ReportOf(const std::string& text) {
  const auto program = Program::Load("test.mlir", text);
  REQUIRE(!program->has_errors());
  SessionOptions options;
  const std::vector<float> ones(1000, 1.0f);
  const std::vector<int64_t> shape = {1000};
  options.inputs = {
      Tensor::FromElements<float>(ElementType::kF32, shape, std::span<const float>(ones))};
  Profile profile;
  profile.Listen(options);
  std::vector<Diagnostic> diagnostics;
  const auto session = Session::Start(program, options, diagnostics);
  REQUIRE(session != nullptr);
  REQUIRE(session->Run(1 << 30) == StopReason::kFinished);
  return profile.Report(*program, *session, PlainLimits());
}

TEST_CASE("a profile has one row for fused operations and one for each other operation", "[api]") {
  const ProfileReport report = ReportOf(kProfiledText);
  const auto find = [&](std::string_view name) {
    return std::ranges::find(report.rows, name, &ProfileRow::operation);
  };
  const auto fused = find("stablehlo.add");
  REQUIRE(fused != report.rows.end());
  CHECK(fused->fused == std::vector<std::string>{"multiply 2", "add 3"});
  CHECK(fused->line == 3);
  CHECK(fused->type == "tensor<1000xf32>");
  CHECK(fused->calls == 1);
  CHECK(fused->operations == 2000);
  CHECK(fused->bytes == 8000);
  CHECK(fused->intensity() == 0.25);
  CHECK(fused->is_bound_by_memory);
  CHECK(std::abs(fused->least_seconds - 8e-7) < 1e-12);
  CHECK(find("stablehlo.multiply") == report.rows.end());
  const auto reverse = find("stablehlo.reverse");
  REQUIRE(reverse != report.rows.end());
  CHECK(reverse->operations == 0);
  CHECK(reverse->fused.empty());
  CHECK(std::ranges::is_sorted(report.rows, std::ranges::greater(), &ProfileRow::seconds));
  CHECK(report.seconds > 0);
}

TEST_CASE("a profile has the live bytes over time", "[api]") {
  const ProfileReport report = ReportOf(kProfiledText);
  REQUIRE(report.live.size() >= 2);
  CHECK(report.live[0].seconds == 0);
  CHECK(report.live[0].bytes == 4000);
  CHECK(report.live[1].bytes == 8000);
  CHECK(report.memory.least_arena_bytes == 8000);
  CHECK(report.memory.arena_bytes >= 8000);
  CHECK(report.memory.allocations >= 1);
}

TEST_CASE("a profile as text and as JSON", "[api]") {
  const ProfileReport report = ReportOf(kProfiledText);
  CHECK(report.Text().find("multiply 2, add 3") != std::string::npos);
  CHECK(report.Text().find("10.0 GFLOP/s of f32") != std::string::npos);
  CHECK(report.Json().find(R"("operation": "stablehlo.add", "line": 3)") != std::string::npos);
}

TEST_CASE("the limits of a machine are measured", "[api]") {
  const MachineLimits limits = MeasureLimits(1);
  CHECK(limits.threads == 1);
  CHECK(limits.f32_gflops > 0);
  CHECK(limits.f64_gflops > 0);
  CHECK(limits.portable_f32_gflops > 0);
  CHECK(limits.gbytes > 0);
}

TEST_CASE("the sustained rate is measured for the requested time", "[api]") {
  const int64_t start = NowNanoseconds();
  CHECK(MeasureHeldFma(1, ElementType::kF32, 0.02) > 0);
  CHECK(NowNanoseconds() - start >= 20'000'000);
  CHECK(MeasureHeldFma(2, ElementType::kF64, 0) > 0);
}

}  // namespace
}  // namespace paddock
