// paddock_math_sweep: measures the errors of the kernels for docs/numerics.md.
//
//   paddock_math_sweep [--stride N] [--threads N] [--library] [NAME ...]
//     f32 functions of one operand: operands 0, N, 2 N .. of all 2^32, against the f64 kernel,
//     which accuracy_test.cc holds to a few ULP of f64, or, ten times slower, against the C
//     library's f64 function
//   paddock_math_sweep --sample N [NAME ...]
//     N operands of the samples that tests use, and as many near multiples of pi/2 and integers:
//     f64, and f32 of two operands, against the C library one precision up (x86 only)
//
// One line for each function, type and numerics, as sweep.txt keeps them:
//
//   function type numerics operands against worst-ulp operand result
//
// The error is in ULP of the exact result's binade; a NaN, infinity or signed zero where the
// reference has another value counts as infinite.
#include <algorithm>
#include <atomic>
#include <bit>
#include <cfloat>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "simd/math/math.h"
#include "simd/math/reference.h"
#include "simd/math/test_samples.h"

namespace paddock::simd {
namespace {

struct Worst {
  double ulp = 0;
  double operand = 0;
  double result = 0;

  void Note(double error, double at, double given) {
    if (error > ulp) *this = {error, at, given};
  }
};

struct Options {
  uint64_t stride = 1;
  size_t sample = 0;
  unsigned threads = 1;
  bool by_library = false;
  std::vector<std::string_view> names;
};

constexpr Numerics kNumerics[] = {Numerics::kPortable, Numerics::kFast};

void Print(const MathKernel& row, std::string_view type, Numerics numerics,
           const std::string& operands, std::string_view against, const Worst& worst) {
  std::printf("%s %s %s %s %s %.6f %a %a\n", std::string(row.name).c_str(),
              std::string(type).c_str(), numerics == Numerics::kFast ? "fast" : "portable",
              operands.c_str(), std::string(against).c_str(), worst.ulp, worst.operand,
              worst.result);
  std::fflush(stdout);
}

// --- All f32 operands.

constexpr size_t kBlock = 1 << 14;

float FloatOf(uint64_t bits) { return std::bit_cast<float>(static_cast<uint32_t>(bits)); }

// UlpError without its library calls, for what is finite and not zero.
double QuickUlpError(float result, double expected, double least) {
  const uint64_t exponent = (std::bit_cast<uint64_t>(expected) >> 52) & 0x7FF;
  const bool is_plain =
      least == 0 && exponent != 0 && exponent < 1023 + 127 && std::isfinite(result);
  if (!is_plain) return UlpErrorOf(result, expected, least);
  const uint64_t last_place = (exponent < 1023 - 126 ? 1023 - 126 : exponent) - 23;
  return std::abs(result - expected) * std::bit_cast<double>((2046 - last_place) << 52);
}

// The work of one thread: takes blocks of operands until none is left.
class Sweeper {
 public:
  Sweeper(const MathKernel& row, const Options& options)
      : row_(row),
        options_(options),
        reference_(FindUnaryReference(row.name)),
        exact_(FindMathFunction(row.name, ElementType::kF64, Numerics::kPortable)) {}

  void Run(std::atomic<uint64_t>& next, Worst (&worst)[2]) const {
    std::vector<float> operands(kBlock), results(kBlock);
    std::vector<double> wide(kBlock), expected(kBlock);
    const uint64_t span = kBlock * options_.stride;
    for (uint64_t begin; (begin = next.fetch_add(span)) < (uint64_t{1} << 32);) {
      for (size_t i = 0; i < kBlock; ++i) {
        operands[i] = FloatOf(begin + i * options_.stride);
        wide[i] = operands[i];
        if (options_.by_library) expected[i] = reference_.f64(wide[i]);
      }
      const void* wide_operand = wide.data();
      if (!options_.by_library) exact_(&wide_operand, expected.data(), kBlock, nullptr);
      for (size_t numerics = 0; numerics < 2; ++numerics) {
        const void* operand = operands.data();
        FindMathFunction(row_.name, ElementType::kF32, kNumerics[numerics])(
            &operand, results.data(), kBlock, nullptr);
        for (size_t i = 0; i < kBlock; ++i) {
          worst[numerics].Note(QuickUlpError(results[i], expected[i], row_.least), operands[i],
                               results[i]);
        }
      }
    }
  }

 private:
  const MathKernel& row_;
  const Options& options_;
  UnaryReference reference_;
  ElementwiseFunction exact_;
};

void Sweep(const MathKernel& row, const Options& options) {
  const Sweeper sweeper(row, options);
  std::atomic<uint64_t> next = 0;
  struct OfThread {
    Worst worst[2];
  };
  std::vector<OfThread> found(options.threads);
  std::vector<std::thread> threads;
  for (OfThread& own : found) threads.emplace_back([&] { sweeper.Run(next, own.worst); });
  for (std::thread& thread : threads) thread.join();
  for (size_t numerics = 0; numerics < 2; ++numerics) {
    Worst all;
    for (const OfThread& own : found) {
      const Worst& worst = own.worst[numerics];
      all.Note(worst.ulp, worst.operand, worst.result);
    }
    Print(row, "f32", kNumerics[numerics], "1/" + std::to_string(options.stride),
          options.by_library ? "f64-library" : "f64-kernel", all);
  }
}

// --- Samples.

// Operands close to multiples of pi/2 and to integers, where functions have zeros and poles.
template <class T>
void AddChosen(std::vector<T>& sample) {
  Random random(7);
  const size_t end = 2 * sample.size();
  while (sample.size() < end) {
    const double scale = std::exp2(random.Between(0, 40));
    const T multiple = static_cast<T>(std::floor(scale) * 1.5707963267948966);
    const T integer = static_cast<T>(std::floor(random.Between(-30, 40)));
    const T beside = static_cast<T>(std::exp2(random.Between(-50, -3)));
    for (const T value : {multiple, integer, integer + beside, integer - beside}) {
      sample.push_back(random.Next() % 2 == 0 ? value : -value);
    }
  }
  sample.resize(end);
}

template <class T>
std::vector<T> Operand(const MathKernel& row, int index, size_t count) {
  std::vector<T> sample = SampleOperand<T>(row, index, count, 1);
  if (row.operand_count == 1) AddChosen(sample);
  // Ranges where the bounds of these functions hold: see docs/numerics.md.
  for (T& value : sample) {
    if (!WantsIntegers(row)) break;
    if (index == 1) value = std::abs(value);
    if (index == 0 && row.name == "polygamma") value = value == 0 ? 1 : value > 170 ? 100 : value;
  }
  return sample;
}

template <class T, class Wide>
void Sample(const MathKernel& row, size_t count) {
  const std::vector<T> x = Operand<T>(row, 0, count), y = Operand<T>(row, 1, count);
  const UnaryReference unary = FindUnaryReference(row.name);
  const BinaryReference binary = FindBinaryReference(row.name);
  std::vector<Wide> expected(x.size());
  for (size_t i = 0; i < x.size(); ++i) {
    if constexpr (sizeof(T) == 4) {
      expected[i] = row.operand_count == 1 ? unary.f64(x[i]) : binary.f64(x[i], y[i]);
    } else {
      expected[i] = row.operand_count == 1 ? unary.wide(x[i]) : binary.wide(x[i], y[i]);
    }
  }
  for (const Numerics numerics : kNumerics) {
    std::vector<T> results(x.size());
    const void* operands[] = {x.data(), y.data()};
    FindMathFunction(row.name, TestType<T>::kType, numerics)(operands, results.data(), x.size(),
                                                             nullptr);
    Worst worst;
    for (size_t i = 0; i < x.size(); ++i) {
      worst.Note(UlpErrorOf(results[i], expected[i], row.least), x[i], results[i]);
    }
    const bool is_f32 = sizeof(T) == 4;
    Print(row, is_f32 ? "f32" : "f64", numerics, std::to_string(x.size()),
          is_f32 ? "f64-library" : "x87-library", worst);
  }
}

// --- The command.

bool Parse(int count, char** arguments, Options& options) {
  for (int i = 1; i < count; ++i) {
    const std::string_view argument = arguments[i];
    const bool has_value = i + 1 < count;
    if (argument == "--stride" && has_value) {
      options.stride = std::max<uint64_t>(1, std::strtoull(arguments[++i], nullptr, 10));
    } else if (argument == "--sample" && has_value) {
      options.sample = std::strtoull(arguments[++i], nullptr, 10);
    } else if (argument == "--threads" && has_value) {
      options.threads = static_cast<unsigned>(std::max(1, std::atoi(arguments[++i])));
    } else if (argument == "--library") {
      options.by_library = true;
    } else if (argument.starts_with("-")) {
      std::fprintf(stderr, "paddock_math_sweep: no option %s\n", arguments[i]);
      return false;
    } else {
      options.names.push_back(argument);
    }
  }
  return true;
}

bool IsWanted(const Options& options, std::string_view name) {
  return options.names.empty() || std::ranges::find(options.names, name) != options.names.end();
}

void RunRow(const MathKernel& row, const Options& options) {
  if (options.sample == 0) {
    if (row.operand_count == 1) Sweep(row, options);
    return;
  }
  if (row.operand_count == 2) Sample<float, double>(row, options.sample);
  Sample<double, long double>(row, options.sample);
}

int Main(int count, char** arguments) {
  Options options;
  if (!Parse(count, arguments, options)) return 2;
  if (options.sample != 0 && LDBL_MANT_DIG <= DBL_MANT_DIG) {
    std::fprintf(stderr, "paddock_math_sweep: long double is f64 here\n");
    return 2;
  }
  for (const MathKernel& row : MathKernels()) {
    if (row.max_ulp_f64 != 0 && IsWanted(options, row.name)) RunRow(row, options);
  }
  return 0;
}

}  // namespace
}  // namespace paddock::simd

int main(int count, char** arguments) { return paddock::simd::Main(count, arguments); }
