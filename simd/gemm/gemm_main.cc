// paddock_gemm_bench: GFLOP/s of matrix multiplications and of multiply-adds, measured in turns.
// Arguments: [m n k [f32|f64 [fast|portable]]].
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <vector>

#include "simd/gemm/gemm.h"
#include "simd/gemm/machine.h"

namespace paddock::simd {
namespace {

struct Case {
  int64_t m, n, k;
  bool lhs_transposed = false;
  bool rhs_transposed = false;
  ElementType type = ElementType::kF32;
  Numerics numerics = Numerics::kFast;
};

double Seconds() {
  using Clock = std::chrono::steady_clock;
  return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
}

GemmProblem ProblemOf(const Case& c) {
  const int64_t lhs_m = c.lhs_transposed ? 1 : c.k;
  const int64_t lhs_k = c.lhs_transposed ? c.m : 1;
  const int64_t rhs_n = c.rhs_transposed ? c.k : 1;
  const int64_t rhs_k = c.rhs_transposed ? 1 : c.n;
  GemmProblem problem;
  problem.lhs_type = problem.rhs_type = problem.result_type = c.type;
  problem.numerics = c.numerics;
  problem.m = {{c.m, lhs_m, 0}};
  problem.n = {{c.n, 0, rhs_n}};
  problem.k = {{c.k, lhs_k, rhs_k}};
  return problem;
}

// Returns bytes that are small numbers of every type, of both signs if the type has them.
std::vector<std::byte> Fill(int64_t count, ElementType type) {
  std::vector<std::byte> bytes(static_cast<size_t>(count) * ByteSize(type));
  uint32_t state = 1;
  for (int64_t i = 0; i < count; ++i) {
    state = state * 1664525u + 1013904223u;
    const float value = static_cast<float>(state >> 8) * 0x1p-24f - 0.5f;
    if (type == ElementType::kF64) {
      const double wide = value;
      std::memcpy(bytes.data() + i * 8, &wide, 8);
    } else if (type == ElementType::kF32) {
      std::memcpy(bytes.data() + i * 4, &value, 4);
    } else {
      std::memset(bytes.data() + static_cast<size_t>(i) * ByteSize(type), 1, ByteSize(type));
    }
  }
  return bytes;
}

constexpr int kRounds = 25;

double Median(std::vector<double>& values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

// Adds to times[i] the seconds of the i-th step, or to times[0] those of the whole product, as the
// mean of `repeats`. The sum of each step's median estimates the product's time on a shared
// machine, where every whole run of some milliseconds is interrupted.
void TimeSteps(const GemmPlan& plan, const GemmPointers& pointers, void* workspace, int64_t repeats,
               std::vector<std::vector<double>>& times) {
  double start = Seconds();
  const auto note = [&](size_t i, double count) {
    const double now = Seconds();
    if (i == times.size()) times.emplace_back();
    times[i].push_back((now - start) / count);
    start = Seconds();
  };
  GemmPosition position;
  if (repeats > 1) {
    for (int64_t i = 0; i < repeats; ++i) {
      position = {};
      int64_t budget = INT64_MAX;
      RunGemm(plan, pointers, workspace, position, budget);
    }
    note(0, static_cast<double>(repeats));
    return;
  }
  bool done = false;
  for (size_t i = 0; !done; ++i) {
    int64_t budget = 1;
    done = RunGemm(plan, pointers, workspace, position, budget);
    note(i, 1.0);
  }
}

void Run(const Case& c) {
  const auto plan = PlanGemm(ProblemOf(c));
  if (!plan) std::abort();
  const auto lhs = Fill(c.m * c.k, c.type);
  const auto rhs = Fill(c.n * c.k, c.type);
  std::vector<std::byte> result(static_cast<size_t>(c.m * c.n) * ByteSize(c.type));
  void* const workspace =
      std::aligned_alloc(kGemmWorkspaceAlignment, std::max<size_t>(WorkspaceBytes(*plan), 64));
  const double parts = IsComplex(c.type) ? 4.0 : 1.0;
  const double operations = 2.0 * parts * static_cast<double>(WorkOf(*plan));
  const auto repeats = static_cast<int64_t>(std::clamp(4e6 / operations, 1.0, 1000.0));
  const ElementType part =
      PartType(c.type) == ElementType::kF64 ? ElementType::kF64 : ElementType::kF32;
  const GemmPointers pointers{lhs.data(), rhs.data(), result.data()};
  std::vector<double> peaks;
  std::vector<std::vector<double>> times;
  for (int round = 0; round < kRounds; ++round) {
    peaks.push_back(MeasureFmaPeak(part, c.numerics));
    TimeSteps(*plan, pointers, workspace, repeats, times);
  }
  const double peak = Median(peaks);
  double seconds = 0;
  for (std::vector<double>& step : times) seconds += Median(step);
  std::free(workspace);
  const double gflops = operations / seconds * 1e-9;
  const double bytes = static_cast<double>(lhs.size() + rhs.size() + result.size());
  std::printf(
      "%-9s %-8s %6lld x %6lld x %6lld %c%c %10.1f us %8.1f GFLOP/s, peak %6.1f, "
      "ratio %.3f, %6.1f GB/s\n",
      Spelling(c.type).data(), c.numerics == Numerics::kFast ? "fast" : "portable",
      static_cast<long long>(c.m), static_cast<long long>(c.n), static_cast<long long>(c.k),
      c.lhs_transposed ? 't' : 'n', c.rhs_transposed ? 't' : 'n', seconds * 1e6, gflops, peak,
      gflops / peak, bytes / seconds * 1e-9);
}

constexpr Case kCases[] = {
    {.m = 1024, .n = 1024, .k = 1024},
    {.m = 1024, .n = 1024, .k = 1024, .numerics = Numerics::kPortable},
    {.m = 1024, .n = 1024, .k = 1024, .type = ElementType::kF64},
    {.m = 1024, .n = 1024, .k = 1024, .lhs_transposed = true},
    {.m = 1024, .n = 1024, .k = 1024, .rhs_transposed = true},
    {.m = 512, .n = 512, .k = 512, .type = ElementType::kC64},
    {.m = 512, .n = 512, .k = 512, .type = ElementType::kI32},
    {.m = 512, .n = 512, .k = 512, .type = ElementType::kI64},
    {.m = 512, .n = 512, .k = 512, .type = ElementType::kBF16},
    {.m = 512, .n = 512, .k = 512, .type = ElementType::kF16},
    {.m = 256, .n = 256, .k = 256},
    {.m = 64, .n = 64, .k = 64},
    {.m = 16, .n = 16, .k = 16},
    {.m = 4, .n = 2, .k = 3},
    {.m = 1, .n = 10, .k = 64},
    {.m = 1, .n = 1, .k = 64},
    {.m = 1797, .n = 10, .k = 64},
    {.m = 8, .n = 4096, .k = 4096},
    {.m = 4096, .n = 8, .k = 4096},
    {.m = 4096, .n = 1, .k = 4096},
    {.m = 4096, .n = 1, .k = 4096, .lhs_transposed = true},
    {.m = 1, .n = 4096, .k = 4096},
    {.m = 1, .n = 4096, .k = 4096, .rhs_transposed = true},
    {.m = 4096, .n = 1, .k = 4096, .type = ElementType::kBF16},
    {.m = 1, .n = 1, .k = 1 << 22},
    {.m = 1024, .n = 1024, .k = 4},
};

}  // namespace
}  // namespace paddock::simd

int main(int argc, char** argv) {
  using namespace paddock;
  using namespace paddock::simd;
  if (argc < 4) {
    for (const Case& c : kCases) Run(c);
    return 0;
  }
  Case c{std::atoll(argv[1]), std::atoll(argv[2]), std::atoll(argv[3])};
  if (argc > 4) c.type = ElementTypeFromSpelling(argv[4]).value_or(ElementType::kF32);
  if (argc > 5 && std::string_view(argv[5]) == "portable") c.numerics = Numerics::kPortable;
  Run(c);
  return 0;
}
