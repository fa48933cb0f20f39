// References: see reference.h.
#include "simd/math/reference.h"

#include <cstdlib>

namespace paddock::simd {
namespace {

template <class T>
T Logistic(T x) {
  const T z = std::exp(-std::abs(x));
  return (x < 0 ? z : T{1}) / (T{1} + z);
}

template <class T>
T Rsqrt(T x) {
  return T{1} / std::sqrt(x);
}

#define PADDOCK_UNARY(name, function)                    \
  {name, [](double x) -> double { return function(x); }, \
   [](long double x) -> long double { return function(x); }}
#define PADDOCK_BINARY(name, function)                                \
  {name, [](double x, double y) -> double { return function(x, y); }, \
   [](long double x, long double y) -> long double { return function(x, y); }}

constexpr UnaryReference kUnary[] = {
    PADDOCK_UNARY("cbrt", std::cbrt),       PADDOCK_UNARY("cosine", std::cos),
    PADDOCK_UNARY("exponential", std::exp), PADDOCK_UNARY("exponential_minus_one", std::expm1),
    PADDOCK_UNARY("log", std::log),         PADDOCK_UNARY("log_plus_one", std::log1p),
    PADDOCK_UNARY("logistic", Logistic),    PADDOCK_UNARY("rsqrt", Rsqrt),
    PADDOCK_UNARY("sine", std::sin),        PADDOCK_UNARY("sqrt", std::sqrt),
    PADDOCK_UNARY("tan", std::tan),         PADDOCK_UNARY("tanh", std::tanh),
};

constexpr BinaryReference kBinary[] = {
    PADDOCK_BINARY("atan2", std::atan2),
    PADDOCK_BINARY("power", std::pow),
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
