// The scalar formulas of docs/numerics.md, "Contractions", for tests: written from the
// document, sharing no code with the kernels.
#ifndef PADDOCK_SIMD_GEMM_GEMM_ORACLE_H_
#define PADDOCK_SIMD_GEMM_GEMM_ORACLE_H_

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include "core/types/element_type.h"
#include "core/types/small_float.h"

namespace paddock::simd::oracle {

template <class T>
T Load(const std::byte* at) {
  T value;
  std::memcpy(&value, at, sizeof(T));
  return value;
}

// The value of a stored float of any format, by the definition in element_type.h.
inline double DecodeFloat(ElementType type, const std::byte* at) {
  if (type == ElementType::kF64) return Load<double>(at);
  if (type == ElementType::kF32) return Load<float>(at);
  const SmallFloatFormat format = FormatOf(type);
  const uint32_t bits = ByteSize(type) == 1 ? Load<uint8_t>(at) : Load<uint16_t>(at);
  const uint32_t mantissa = bits & ((1u << format.mantissa_bits) - 1);
  const uint32_t top = (1u << format.exponent_bits) - 1;
  const uint32_t exponent = (bits >> format.mantissa_bits) & top;
  const bool negative =
      format.has_sign && ((bits >> (format.mantissa_bits + format.exponent_bits)) & 1) != 0;
  using N = SmallFloatFormat::NaN;
  const bool all_ones = exponent == top && mantissa == (1u << format.mantissa_bits) - 1;
  if ((format.nan == N::kIeee && exponent == top && mantissa != 0) ||
      (format.nan == N::kAllOnes && all_ones) ||
      (format.nan == N::kMinusZero && negative && exponent == 0 && mantissa == 0)) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  double value;
  if (format.has_infinity && exponent == top) {
    value = std::numeric_limits<double>::infinity();
  } else if (exponent == 0 && format.mantissa_bits > 0) {
    value = std::ldexp(mantissa, 1 - format.bias - format.mantissa_bits);
  } else {
    value = std::ldexp(mantissa + (1u << format.mantissa_bits),
                       static_cast<int>(exponent) - format.bias - format.mantissa_bits);
  }
  return negative ? -value : value;
}

// `value` rounded to nearest even in a format with infinities.
inline double RoundToFormat(double value, const SmallFloatFormat& format) {
  if (!std::isfinite(value) || value == 0) return value;
  int exponent;
  std::frexp(value, &exponent);
  const int least = 1 - format.bias;
  const int unit = std::max(exponent - 1, least) - format.mantissa_bits;
  const double rounded = std::ldexp(std::nearbyint(std::ldexp(value, -unit)), unit);
  const int top = (1 << format.exponent_bits) - 2 - format.bias;
  return std::fabs(rounded) >= std::ldexp(1.0, top + 1)
             ? std::copysign(std::numeric_limits<double>::infinity(), value)
             : rounded;
}

inline bool IsSame(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) || (a == b && std::signbit(a) == std::signbit(b));
}

// Arithmetic in one accumulation type: decode, one multiply-add, one addition of two lane
// sums, and whether a stored result is the sum's.
// WebAssembly's C library loses the sign of a product that underflows if `sum` is 0.
template <class T>
T FusedMultiplyAdd(T a, T b, T sum) {
  return sum == 0 && a != 0 && b != 0 ? a * b : std::fma(a, b, sum);
}

template <class T>
struct RealArithmetic {
  using Value = T;
  static constexpr size_t kLanes = 64 / sizeof(T);
  static Value Decode(ElementType type, const std::byte* at) {
    return static_cast<T>(DecodeFloat(type, at));
  }
  static void MulAdd(Value a, Value b, Value& sum, bool fused) {
    sum = fused ? FusedMultiplyAdd(a, b, sum) : sum + a * b;
  }
  static Value Add(Value a, Value b) { return a + b; }
  static bool Matches(Value sum, ElementType type, const std::byte* at) {
    const double stored = DecodeFloat(type, at);
    if (type == ElementType::kF64) return IsSame(sum, stored);
    if (type == ElementType::kF32) return IsSame(static_cast<float>(sum), stored);
    if (ByteSize(type) == 1) {
      return IsSame(DecodeSmallFloat(type, EncodeSmallFloat(type, sum)), stored);
    }
    return IsSame(RoundToFormat(sum, FormatOf(type)), stored);
  }
};

template <class T>
struct ComplexArithmetic {
  struct Value {
    T real = 0, imaginary = 0;
  };
  static constexpr size_t kLanes = 64 / sizeof(T);
  static Value Decode(ElementType type, const std::byte* at) {
    if (type == ElementType::kC64) return {T(Load<float>(at)), T(Load<float>(at + 4))};
    return {T(Load<double>(at)), T(Load<double>(at + 8))};
  }
  static void MulAdd(Value a, Value b, Value& sum, bool fused) {
    if (fused) {
      sum.real = FusedMultiplyAdd(a.real, b.real, sum.real);
      sum.real = FusedMultiplyAdd(-a.imaginary, b.imaginary, sum.real);
      sum.imaginary = FusedMultiplyAdd(a.real, b.imaginary, sum.imaginary);
      sum.imaginary = FusedMultiplyAdd(a.imaginary, b.real, sum.imaginary);
    } else {
      sum.real = sum.real + (a.real * b.real - a.imaginary * b.imaginary);
      sum.imaginary = sum.imaginary + (a.real * b.imaginary + a.imaginary * b.real);
    }
  }
  static Value Add(Value a, Value b) { return {a.real + b.real, a.imaginary + b.imaginary}; }
  static bool Matches(Value sum, ElementType type, const std::byte* at) {
    const Value stored = Decode(type, at);
    return IsSame(sum.real, stored.real) && IsSame(sum.imaginary, stored.imaginary);
  }
};

// Integers of every width, in 64 bits that wrap.
struct IntegerArithmetic {
  using Value = uint64_t;
  static constexpr size_t kLanes = 8;
  static Value Decode(ElementType type, const std::byte* at) {
    uint64_t bits = 0;
    std::memcpy(&bits, at, ByteSize(type));
    const int above = 64 - static_cast<int>(ByteSize(type)) * 8;
    if (!IsSigned(type)) return bits;
    return static_cast<uint64_t>(static_cast<int64_t>(bits << above) >> above);
  }
  static void MulAdd(Value a, Value b, Value& sum, bool) { sum += a * b; }
  static Value Add(Value a, Value b) { return a + b; }
  static bool Matches(Value sum, ElementType type, const std::byte* at) {
    const int above = 64 - BitWidth(type);
    const uint64_t low = sum << above;
    const uint64_t expected =
        IsSigned(type) ? static_cast<uint64_t>(static_cast<int64_t>(low) >> above) : low >> above;
    return Decode(type, at) == expected;
  }
};

struct BooleanArithmetic {
  using Value = bool;
  static constexpr size_t kLanes = 64;
  static Value Decode(ElementType, const std::byte* at) { return *at != std::byte{0}; }
  static void MulAdd(Value a, Value b, Value& sum, bool) { sum = sum || (a && b); }
  static Value Add(Value a, Value b) { return a || b; }
  static bool Matches(Value sum, ElementType, const std::byte* at) {
    return *at == std::byte{static_cast<uint8_t>(sum)};
  }
};

// One result element from its row of lhs and column of rhs. `a` is the matrix's element in
// a matrix times a vector, else the lhs's.
template <class Arithmetic>
typename Arithmetic::Value SumInOrder(const std::vector<typename Arithmetic::Value>& a,
                                      const std::vector<typename Arithmetic::Value>& b,
                                      bool fused) {
  typename Arithmetic::Value sum{};
  for (size_t l = 0; l < a.size(); ++l) Arithmetic::MulAdd(a[l], b[l], sum, fused);
  return sum;
}

template <class Arithmetic>
typename Arithmetic::Value SumInLanes(const std::vector<typename Arithmetic::Value>& a,
                                      const std::vector<typename Arithmetic::Value>& b,
                                      bool fused) {
  typename Arithmetic::Value lanes[Arithmetic::kLanes] = {};
  for (size_t l = 0; l < a.size(); ++l) {
    Arithmetic::MulAdd(a[l], b[l], lanes[l % Arithmetic::kLanes], fused);
  }
  for (size_t half = Arithmetic::kLanes / 2; half > 0; half /= 2) {
    for (size_t i = 0; i < half; ++i) lanes[i] = Arithmetic::Add(lanes[i], lanes[i + half]);
  }
  return lanes[0];
}

}  // namespace paddock::simd::oracle

#endif  // PADDOCK_SIMD_GEMM_GEMM_ORACLE_H_
