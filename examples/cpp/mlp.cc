// A network of two layers, built in C++, that learns the sum of four numbers: one call of @main is
// a step of gradient descent.
#include <cstdio>
#include <cstring>
#include <vector>

#include "core/api/build/builder.h"
#include "core/api/run/session.h"

using namespace paddock;
using namespace paddock::build;

constexpr ElementType kF32 = ElementType::kF32;
constexpr int64_t kBatch = 16, kInputs = 4, kHidden = 8;

std::shared_ptr<const Program> BuildStep() {
  ProgramBuilder program;
  auto f = program.Function("main", {{"w1", TensorOf(kF32, {kInputs, kHidden})},
                                     {"w2", TensorOf(kF32, {kHidden, 1})},
                                     {"x", TensorOf(kF32, {kBatch, kInputs})},
                                     {"t", TensorOf(kF32, {kBatch, 1})}});
  const build::Value w1 = f.argument(0), w2 = f.argument(1), x = f.argument(2), t = f.argument(3);
  const auto product = [&](build::Value a, build::Value b, int64_t of_a, int64_t of_b) {
    return f.DotGeneral(a, b,
                        {.dot_dimension_numbers = {.lhs_contracting_dimensions = {of_a},
                                                   .rhs_contracting_dimensions = {of_b}}});
  };
  const auto filled = [&](float value, std::span<const int64_t> shape) {
    return f.Constant(Elements(value).Splat({shape.begin(), shape.end()}));
  };
  const auto scaled = [&](build::Value value, float factor) {
    return f.Multiply(value, filled(factor, f.TypeOf(value).shape()));
  };
  // Forward.
  const build::Value sums = product(x, w1, 1, 0);
  const build::Value zeros = filled(0, f.TypeOf(sums).shape());
  const build::Value h = f.Named(f.Maximum(sums, zeros), "h");
  const build::Value error = f.Named(f.Subtract(product(h, w2, 1, 0), t), "error");
  const build::Value loss =
      f.Reduce(f.Multiply(error, error), f.Constant(0.0f), {.dimensions = {0, 1}},
               [&](const Values& a) { return f.Add(a[0], a[1]); });
  // Backward: d(loss)/d(error) is 2 error, and the mean divides by the batch.
  const build::Value d_error = scaled(error, 2.0f / kBatch);
  const build::Value d_w2 = product(h, d_error, 0, 0);
  const build::Value is_on =
      f.Compare(h, zeros, {.comparison_direction = ComparisonDirection::kGt});
  const build::Value d_h = f.Select(is_on, product(d_error, w2, 1, 1), zeros);
  const build::Value d_w1 = product(x, d_h, 0, 0);
  f.Return({f.Subtract(w1, scaled(d_w1, 0.1f)), f.Subtract(w2, scaled(d_w2, 0.1f)), loss});
  const auto built = program.Finish();
  if (built) return *built;
  for (const BuildDiagnostic& diagnostic : built.error()) std::puts(RenderText(diagnostic).c_str());
  return nullptr;
}

Tensor Made(std::vector<int64_t> shape, float (*number)(int64_t)) {
  Tensor tensor = Tensor::Allocate(kF32, shape);
  for (int64_t i = 0; i < tensor.element_count(); ++i) {
    const float value = number(i);
    std::memcpy(tensor.mutable_data() + i * 4, &value, 4);
  }
  return tensor;
}

int main() {
  const auto program = BuildStep();
  if (program == nullptr) return 1;
  const auto small = [](int64_t i) { return static_cast<float>((i * 7) % 11) * 0.05f - 0.2f; };
  const auto input = [](int64_t i) { return static_cast<float>((i * 5) % 13) / 13; };
  const auto sum = [](int64_t i) {
    float total = 0;
    for (int64_t k = 0; k < kInputs; ++k)
      total += static_cast<float>(((i * kInputs + k) * 5) % 13) / 13;
    return total;
  };
  std::vector<Tensor> weights = {Made({kInputs, kHidden}, small), Made({kHidden, 1}, small)};
  float loss = 0;
  for (int step = 0; step < 200; ++step) {
    SessionOptions options;
    options.inputs = {weights[0], weights[1], Made({kBatch, kInputs}, input),
                      Made({kBatch, 1}, sum)};
    std::vector<Diagnostic> diagnostics;
    const auto session = Session::Start(program, options, diagnostics);
    if (session == nullptr || session->Run(1'000'000'000) != StopReason::kFinished) return 1;
    weights = {session->results()[0], session->results()[1]};
    std::memcpy(&loss, session->results()[2].data(), sizeof loss);
    if (step % 50 == 0) std::printf("step %d: loss %g\n", step, static_cast<double>(loss));
  }
  std::printf("at the end: loss %g\n", static_cast<double>(loss));
  return loss < 0.1f ? 0 : 1;
}
