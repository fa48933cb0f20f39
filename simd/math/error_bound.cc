#include "simd/math/error_bound.h"

#include <bit>
#include <cstdint>
#include <limits>

#include "simd/math/math.h"

namespace paddock::simd {
namespace {

// Upper limits of real results that are far below the greatest number: logarithms of the least and
// the greatest number, and roots of these.
struct GreatestResult {
  std::string_view function;
  double f32;
  double f64;
};
constexpr GreatestResult kGreatestResults[] = {
    {"cbrt", 0x1p43, 0x1p342},
    {"cosine", 1, 1},
    {"log", 104, 746},
    {"log_plus_one", 104, 746},
    {"logistic", 1, 1},
    {"rsqrt", 0x1p75, 0x1p537},
    {"sine", 1, 1},
    {"sqrt", 0x1p64, 0x1p512},
    {"tanh", 1, 1},
};

double GreatestOf(std::string_view function, ElementType type) {
  for (const GreatestResult& row : kGreatestResults) {
    if (row.function == function) return type == ElementType::kF64 ? row.f64 : row.f32;
  }
  return std::numeric_limits<double>::infinity();
}

// The power of two at or below a normal number.
double PowerBelow(double value) {
  return std::bit_cast<double>(std::bit_cast<uint64_t>(value) & uint64_t{0x7FF} << 52);
}

int MantissaBits(ElementType type) {
  if (PartType(type) == ElementType::kF64) return 52;
  const SmallFloatFormat format = FormatOf(type);
  return format.exponent_bits == 0 ? 23 : format.mantissa_bits;
}

// 2^exponent, of a normal number.
double PowerOfTwo(int exponent) {
  return std::bit_cast<double>(static_cast<uint64_t>(exponent + 1023) << 52);
}

double UlpsOf(const MathKernel& kernel, ElementType type) {
  // Each of the two parts may err by this much of the greater part.
  const double parts = kernel.complex_error == ComplexError::kGreaterPart ? 1.4142135623730951 : 1;
  if (type == ElementType::kC64) return kernel.max_ulp_c64 * parts;
  if (type == ElementType::kC128) return kernel.max_ulp_c128 * parts;
  if (type == ElementType::kF64) return kernel.max_ulp_f64;
  if (type == ElementType::kF32 || kernel.max_ulp_f32 == 0) return kernel.max_ulp_f32;
  // The f32 result is rounded once more.
  return 0.5 + kernel.max_ulp_f32 * PowerOfTwo(MantissaBits(type) - 23);
}

}  // namespace

std::optional<ErrorBound> FindErrorBound(std::string_view function, ElementType type) {
  if (!IsFloat(type) && !IsComplex(type)) return std::nullopt;
  for (const MathKernel& kernel : MathKernels()) {
    const double ulps = kernel.name == function ? UlpsOf(kernel, type) : 0;
    if (ulps == 0) continue;
    const double epsilon = PowerOfTwo(-MantissaBits(type));
    const double greatest =
        IsComplex(type) ? std::numeric_limits<double>::infinity() : GreatestOf(function, type);
    return ErrorBound{ulps, epsilon, ulps * epsilon * PowerBelow(greatest)};
  }
  return std::nullopt;
}

}  // namespace paddock::simd
