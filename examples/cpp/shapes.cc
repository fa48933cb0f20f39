// A softmax of each row, built for many shapes: the functions that build are ordinary ones, and the
// types follow.
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <numeric>
#include <vector>

#include "core/api/build/builder.h"
#include "core/api/run/session.h"

using namespace paddock;
using namespace paddock::build;

// Returns the values with their largest one subtracted, so that the exponentials are at most 1,
// divided by their sum.
build::Value Softmax(FunctionBuilder& f, build::Value x) {
  const Type type = f.TypeOf(x);
  const int64_t last = static_cast<int64_t>(type.shape().size()) - 1;
  std::vector<int64_t> others(static_cast<size_t>(last));
  std::iota(others.begin(), others.end(), 0);
  const auto along = [&](build::Value value) {
    return f.BroadcastInDim(value, type, {.broadcast_dimensions = others});
  };
  const auto scalar = [&](float value) {
    return f.Constant(Elements(value).As(*type.element_type()));
  };
  const build::Value largest =
      f.Reduce(x, scalar(-std::numeric_limits<float>::infinity()), {.dimensions = {last}},
               [&](const Values& a) { return f.Maximum(a[0], a[1]); });
  const build::Value powers = f.Exponential(f.Subtract(x, along(largest)));
  const build::Value sum = f.Reduce(powers, scalar(0), {.dimensions = {last}},
                                    [&](const Values& a) { return f.Add(a[0], a[1]); });
  return f.Divide(powers, along(sum));
}

// Returns the sum of the elements of softmax, or a negative number after diagnostics.
double SumOf(const std::vector<int64_t>& shape) {
  ProgramBuilder program;
  auto f = program.Function("main", {{"x", TensorOf(ElementType::kF32, shape)}});
  f.Return({Softmax(f, f.argument(0))});
  const auto built = program.Finish();
  if (!built) {
    for (const BuildDiagnostic& wrong : built.error()) std::puts(RenderText(wrong).c_str());
    return -1;
  }
  std::vector<float> numbers(static_cast<size_t>(
      std::accumulate(shape.begin(), shape.end(), int64_t{1}, std::multiplies())));
  for (size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<float>(i % 7) - 3;
  SessionOptions options;
  options.inputs = {Tensor::FromElements<float>(ElementType::kF32, shape, numbers)};
  std::vector<Diagnostic> diagnostics;
  const auto session = Session::Start(*built, options, diagnostics);
  if (session == nullptr || session->Run(1'000'000'000) != StopReason::kFinished) return -1;
  const Tensor& result = session->results()[0];
  if (result.byte_size() != 0) std::memcpy(numbers.data(), result.data(), result.byte_size());
  return std::accumulate(numbers.begin(), numbers.end(), 0.0);
}

int main() {
  const std::vector<std::vector<int64_t>> shapes = {{3}, {2, 4}, {2, 3, 5}, {0, 7}, {1, 1, 1, 1}};
  for (const std::vector<int64_t>& shape : shapes) {
    const double sum = SumOf(shape);
    // Each row sums to 1.
    const double rows = static_cast<double>(
        std::accumulate(shape.begin(), shape.end() - 1, int64_t{1}, std::multiplies()));
    const std::string type = TensorTypeText(ElementType::kF32, shape);
    std::printf("%s: the elements sum to %.3f\n", type.c_str(), sum);
    if (std::abs(sum - rows) > 1e-5) return 1;
  }
  return 0;
}
