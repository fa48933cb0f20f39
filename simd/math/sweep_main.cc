// paddock_math_sweep: the worst error of an f32 kernel over all 2^32 operands,
// for both numerics, against the C library's f64 function, or (ten times faster)
// against the f64 kernel, which accuracy_test.cc holds to 2 ULP of f64.
//
//   paddock_math_sweep [--stride N] [--threads N] [--by-kernel] [NAME ...]
//
// The error is in ULP of the exact result's f32 binade; a NaN, infinity or
// signed zero where the reference has another value counts as infinite.
#include <atomic>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <thread>
#include <vector>

#include "simd/math/math.h"
#include "simd/math/reference.h"

namespace paddock::simd {
namespace {

struct Worst {
  double ulp = 0;
  float operand = 0;
  float result = 0;
};

struct Options {
  uint64_t stride = 1;
  unsigned threads = 2;
  bool by_kernel = false;
  std::vector<std::string_view> names;
};

constexpr size_t kBlock = 1 << 14;

float FloatOf(uint64_t bits) { return std::bit_cast<float>(static_cast<uint32_t>(bits)); }

// UlpError without its library calls, for what is finite and not zero.
double QuickUlpError(float result, double expected) {
  const uint64_t exponent = (std::bit_cast<uint64_t>(expected) >> 52) & 0x7FF;
  const bool is_plain = exponent != 0 && exponent < 1023 + 127 && std::isfinite(result);
  if (!is_plain) return UlpError(result, expected);
  const uint64_t last_place = (exponent < 1023 - 126 ? 1023 - 126 : exponent) - 23;
  return std::abs(result - expected) * std::bit_cast<double>((2046 - last_place) << 52);
}

void SweepBlock(ElementwiseKernel kernel, const std::vector<float>& operands,
                const std::vector<double>& expected, Worst& worst) {
  std::vector<float> results(operands.size());
  const void* operand = operands.data();
  kernel(&operand, results.data(), operands.size(), nullptr);
  for (size_t i = 0; i < operands.size(); ++i) {
    const double ulp = QuickUlpError(results[i], expected[i]);
    if (!(ulp > worst.ulp)) continue;
    worst = {ulp, operands[i], results[i]};
  }
}

void Sweep(const MathKernel& row, const Options& options) {
  const UnaryReference reference = FindUnaryReference(row.name);
  const ElementwiseKernel kernels[] = {
      FindMathKernel(row.name, ElementType::kF32, Numerics::kPortable),
      FindMathKernel(row.name, ElementType::kF32, Numerics::kFast)};
  const ElementwiseKernel exact = FindMathKernel(row.name, ElementType::kF64, Numerics::kPortable);
  std::atomic<uint64_t> next = 0;
  std::vector<Worst> worst(2 * options.threads);
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < options.threads; ++t) {
    threads.emplace_back([&, t] {
      std::vector<float> operands(kBlock);
      std::vector<double> wide(kBlock), expected(kBlock);
      const uint64_t span = kBlock * options.stride;
      for (uint64_t begin; (begin = next.fetch_add(span)) < (uint64_t{1} << 32);) {
        for (size_t i = 0; i < kBlock; ++i) {
          operands[i] = FloatOf(begin + i * options.stride);
          wide[i] = operands[i];
          if (!options.by_kernel) expected[i] = reference.f64(wide[i]);
        }
        const void* operand = wide.data();
        if (options.by_kernel) exact(&operand, expected.data(), kBlock, nullptr);
        SweepBlock(kernels[0], operands, expected, worst[2 * t]);
        SweepBlock(kernels[1], operands, expected, worst[2 * t + 1]);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (int numerics = 0; numerics < 2; ++numerics) {
    Worst all;
    for (unsigned t = 0; t < options.threads; ++t) {
      if (worst[2 * t + numerics].ulp > all.ulp) all = worst[2 * t + numerics];
    }
    std::printf("%-22s %-8s %.6f ULP at %a (result %a)\n", std::string(row.name).c_str(),
                numerics == 0 ? "portable" : "fast", all.ulp, all.operand, all.result);
  }
  std::fflush(stdout);
}

Options Parse(int count, char** arguments) {
  Options options;
  for (int i = 1; i < count; ++i) {
    const std::string_view argument = arguments[i];
    if (argument == "--stride" && i + 1 < count) {
      options.stride = std::strtoull(arguments[++i], nullptr, 10);
    } else if (argument == "--threads" && i + 1 < count) {
      options.threads = static_cast<unsigned>(std::atoi(arguments[++i]));
    } else if (argument == "--by-kernel") {
      options.by_kernel = true;
    } else {
      options.names.push_back(argument);
    }
  }
  return options;
}

bool IsWanted(const Options& options, std::string_view name) {
  if (options.names.empty()) return true;
  for (const std::string_view wanted : options.names) {
    if (wanted == name) return true;
  }
  return false;
}

}  // namespace
}  // namespace paddock::simd

int main(int count, char** arguments) {
  using namespace paddock::simd;
  const Options options = Parse(count, arguments);
  for (const MathKernel& row : MathKernels()) {
    if (row.operand_count == 1 && row.max_ulp_f32 != 0 && IsWanted(options, row.name))
      Sweep(row, options);
  }
}
