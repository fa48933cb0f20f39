// Tests of reference.h.
#include "simd/math/reference.h"

#include <cstdlib>

namespace paddock::simd {
namespace {

// Some C libraries return a number for a large negative operand.
template <class T>
T Acosh(T x) {
  return x < 1 ? std::numeric_limits<T>::quiet_NaN() : std::acosh(x);
}

template <class T>
T Logistic(T x) {
  const T z = std::exp(-std::abs(x));
  return (x < 0 ? z : T{1}) / (T{1} + z);
}

template <class T>
T Rsqrt(T x) {
  return T{1} / std::sqrt(x);
}

using Long = long double;
constexpr Long kInf = std::numeric_limits<Long>::infinity();
constexpr Long kNaN = std::numeric_limits<Long>::quiet_NaN();
constexpr Long kPi = 3.14159265358979323846264338327950288L;

// B(2 j).
constexpr Long kBernoulli[] = {1.0L / 6,       -1.0L / 30,      1.0L / 42, -1.0L / 30,
                               5.0L / 66,      -691.0L / 2730,  7.0L / 6,  -3617.0L / 510,
                               43867.0L / 798, -174611.0L / 330};

bool IsPole(Long x) { return x <= 0 && std::floor(x) == x; }

Long DigammaOfPositive(Long x) {
  Long sum = 0;
  for (; x < 40; ++x) sum -= 1 / x;
  Long series = std::log(x) - 1 / (2 * x);
  Long power = 1;
  for (int j = 1; j <= 10; ++j) {
    power /= x * x;
    series -= kBernoulli[j - 1] / (2 * j) * power;
  }
  return sum + series;
}

template <class T>
Long Digamma(T x) {
  if (std::isnan(x) || IsPole(x)) return kNaN;
  if (x == kInf) return kInf;
  if (x > 0) return DigammaOfPositive(x);
  const Long turn = kPi * (static_cast<Long>(x) - std::nearbyint(static_cast<Long>(x)));
  return DigammaOfPositive(1 - static_cast<Long>(x)) - kPi / std::tan(turn);
}

// Newton's method from Winitzki's formula.
template <class T>
Long ErfInv(T operand) {
  const Long x = std::abs(static_cast<Long>(operand));
  if (!(x < 1)) return std::copysign(x == 1 ? kInf : kNaN, static_cast<Long>(operand));
  if (x == 0) return operand;
  const Long log = std::log1p(-x * x), a = 0.147L, b = 2 / (kPi * a) + log / 2;
  Long y = x < 0.01L ? x : std::sqrt(std::sqrt(b * b - log / a) - b);
  for (int step = 0; step < 8; ++step) {
    const Long error = x < 0.5L ? std::erf(y) - x : (1 - x) - std::erfc(y);
    const Long newton = error * std::sqrt(kPi) / 2 * std::exp(y * y);
    y -= newton / (1 + y * newton);
  }
  return std::copysign(y, static_cast<Long>(operand));
}

template <class T>
Long BesselI1e(T operand) {
  const Long x = std::abs(static_cast<Long>(operand));
  if (std::isinf(x)) return std::copysign(Long{0}, static_cast<Long>(operand));
  Long sum = 1, term = 1;
  if (x < 30) {
    for (int k = 1; k < 120; ++k) sum += term *= x * x / 4 / (Long{1} * k * (k + 1));
    sum *= x / 2 * std::exp(-x);
  } else {
    for (int k = 1; k < 25; ++k) sum += term *= ((2 * k - 1) * (2 * k - 1) - 4) / (8 * x * k);
    sum /= std::sqrt(2 * kPi * x);
  }
  return std::copysign(sum, static_cast<Long>(operand));
}

Long ZetaOfPositive(Long x, Long q) {
  if (q == kInf) return 0;
  Long sum = 0;
  for (int k = 0; k < 40; ++k) sum += std::pow(q + k, -x);
  const Long a = q + 40, power = std::pow(a, -x);
  if (power == 0) return sum;
  Long factor = x / a, series = 0, factorial = 2;
  for (int j = 1; j <= 10; ++j) {
    series += kBernoulli[j - 1] / factorial * factor;
    factor *= (x + 2 * j - 1) / a * ((x + 2 * j) / a);
    factorial *= Long{1} * (2 * j + 1) * (2 * j + 2);
  }
  return sum + power * (a / (x - 1) + 0.5L + series);
}

template <class T>
Long Zeta(T operand, T at) {
  const Long x = operand, q = at;
  const bool is_even = std::floor(x / 2) == x / 2;
  if (std::isnan(x) || std::isnan(q) || x < 1) return kNaN;
  if (x == 1) return kInf;
  if (IsPole(q)) return is_even ? kInf : kNaN;
  if (q > 0) return ZetaOfPositive(x, q);
  if (std::floor(x) != x) return kNaN;
  const Long f = q - std::floor(q), g = std::ceil(q) - q;
  if (f == g && !is_even) return ZetaOfPositive(x, 1 - q);
  const Long others = ZetaOfPositive(x, g) - ZetaOfPositive(x, 1 - q);
  return ZetaOfPositive(x, f) + (is_even ? others : -others);
}

template <class T>
Long Polygamma(T order, T x) {
  const Long n = order;
  if (n == 0) return Digamma(x);
  if (!(n > 0) || std::floor(n) != n || std::isinf(n)) return kNaN;
  const Long sign = std::floor(n / 2) == n / 2 ? -1 : 1;
  // Beyond 2^60, n + 1 would not be odd.
  const Long exponent = n < 0x1p60L ? n + 1 : 0x1p60L + 1;
  return sign * std::tgamma(n + 1) * Zeta<Long>(exponent, x);
}

#define PADDOCK_UNARY(name, function)                                         \
  {name, [](double x) -> double { return static_cast<double>(function(x)); }, \
   [](long double x) -> long double { return function(x); }}
#define PADDOCK_BINARY(name, function)                                                     \
  {name, [](double x, double y) -> double { return static_cast<double>(function(x, y)); }, \
   [](long double x, long double y) -> long double { return function(x, y); }}

constexpr UnaryReference kUnary[] = {
    PADDOCK_UNARY("cbrt", std::cbrt),       PADDOCK_UNARY("cosine", std::cos),
    PADDOCK_UNARY("exponential", std::exp), PADDOCK_UNARY("exponential_minus_one", std::expm1),
    PADDOCK_UNARY("log", std::log),         PADDOCK_UNARY("log_plus_one", std::log1p),
    PADDOCK_UNARY("logistic", Logistic),    PADDOCK_UNARY("rsqrt", Rsqrt),
    PADDOCK_UNARY("sine", std::sin),        PADDOCK_UNARY("sqrt", std::sqrt),
    PADDOCK_UNARY("tan", std::tan),         PADDOCK_UNARY("tanh", std::tanh),
    PADDOCK_UNARY("acos", std::acos),       PADDOCK_UNARY("acosh", Acosh),
    PADDOCK_UNARY("asin", std::asin),       PADDOCK_UNARY("asinh", std::asinh),
    PADDOCK_UNARY("atan", std::atan),       PADDOCK_UNARY("atanh", std::atanh),
    PADDOCK_UNARY("cosh", std::cosh),       PADDOCK_UNARY("sinh", std::sinh),
    PADDOCK_UNARY("erf", std::erf),         PADDOCK_UNARY("erfc", std::erfc),
    PADDOCK_UNARY("lgamma", std::lgamma),   PADDOCK_UNARY("digamma", Digamma),
    PADDOCK_UNARY("erf_inv", ErfInv),       PADDOCK_UNARY("bessel_i1e", BesselI1e),
};

constexpr BinaryReference kBinary[] = {
    PADDOCK_BINARY("atan2", std::atan2),
    PADDOCK_BINARY("power", std::pow),
    PADDOCK_BINARY("polygamma", Polygamma),
    PADDOCK_BINARY("zeta", Zeta),
};

}  // namespace

UnaryReference FindUnaryReference(std::string_view name) {
  for (const UnaryReference& row : kUnary) {
    if (row.name == name) return row;
  }
  return {name, nullptr, nullptr};
}

BinaryReference FindBinaryReference(std::string_view name) {
  for (const BinaryReference& row : kBinary) {
    if (row.name == name) return row;
  }
  return {name, nullptr, nullptr};
}

}  // namespace paddock::simd
