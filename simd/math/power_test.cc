// Powers whose base or exponent has a shorter function: beside others and alone.
#include <bit>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "simd/math/math.h"
#include "simd/math/test_evaluate.h"
#include "simd/math/test_samples.h"

namespace paddock::simd {
namespace {

template <class T>
std::vector<T> PowersOf(Numerics numerics, const std::vector<T>& x, const std::vector<T>& y) {
  const ElementwiseFunction kernel = FindMathFunction("power", TestType<T>::kType, numerics);
  std::vector<T> result(x.size());
  const void* operands[] = {x.data(), y.data()};
  kernel(operands, result.data(), x.size(), nullptr);
  return result;
}

template <class T>
std::vector<T> SpecialNumbers() {
  using Limits = std::numeric_limits<T>;
  std::vector<T> values = {0,
                           T(0.5),
                           1,
                           T(1.5),
                           2,
                           3,
                           T(77.25),
                           Limits::min(),
                           Limits::denorm_min(),
                           Limits::max(),
                           Limits::infinity(),
                           T(1) + Limits::epsilon()};
  const size_t count = values.size();
  for (size_t i = 0; i < count; ++i) values.push_back(-values[i]);
  values.push_back(Limits::quiet_NaN());
  return values;
}

// Each pair alone, and in vectors whose bases, or exponents, are all equal or all different.
template <class T>
void CheckNeighbours(Numerics numerics) {
  const std::vector<T> numbers = SpecialNumbers<T>();
  std::vector<T> x, y, x_turned, y_turned;
  for (const T base : numbers) {
    for (const T exponent : numbers) {
      x.push_back(base), y.push_back(exponent);
      x_turned.push_back(exponent), y_turned.push_back(base);
    }
  }
  const std::vector<T> together = PowersOf(numerics, x, y);
  const std::vector<T> turned = PowersOf(numerics, x_turned, y_turned);
  for (size_t i = 0; i < x.size(); ++i) {
    INFO(x[i] << " to the power of " << y[i]);
    const T expected = std::pow(x[i], y[i]);
    const T alone = PowersOf<T>(numerics, {x[i]}, {y[i]})[0];
    const std::vector<T> equal =
        PowersOf(numerics, std::vector<T>(16, x[i]), std::vector<T>(16, y[i]));
    const size_t i_turned = i % numbers.size() * numbers.size() + i / numbers.size();
    CHECK(IsSame(alone, together[i]));
    CHECK(IsSame(alone, turned[i_turned]));
    CHECK(IsSame(alone, equal[15]));
    if (std::isnan(expected) || std::isinf(expected) || expected == 0) {
      CHECK(IsSame(alone, expected));
    } else {
      CHECK(std::abs(alone - expected) <= 2 * std::abs(std::nextafter(expected, T(0)) - expected));
    }
  }
}

}  // namespace

TEST_CASE("powers of special numbers are the same beside all others", "[simd]") {
  ForEachTarget([](const std::string& target) {
    for (const Numerics numerics : {Numerics::kPortable, Numerics::kFast}) {
      INFO(target << (numerics == Numerics::kFast ? " fast" : " portable"));
      CheckNeighbours<float>(numerics);
      CheckNeighbours<double>(numerics);
    }
  });
}

TEST_CASE("a power of 1/2 is the square root", "[simd]") {
  std::vector<float> x;
  for (uint32_t bits = 0; bits < 0x7F800000; bits += 0x1234)
    x.push_back(std::bit_cast<float>(bits));
  std::vector<float> y(x.size(), 0.5f);
  ForEachTarget([&](const std::string& target) {
    INFO(target);
    const std::vector<float> equal = PowersOf(Numerics::kFast, x, y);
    std::vector<float> others = y;
    for (size_t i = 0; i < y.size(); i += 3) others[i] = 0.75f;
    const std::vector<float> mixed = PowersOf(Numerics::kFast, x, others);
    bool is_same = true;
    for (size_t i = 0; i < x.size(); ++i) {
      const float root = std::sqrt(x[i]);
      is_same = is_same && std::abs(equal[i] - root) <= std::nextafter(root, 2 * root) - root;
      is_same = is_same && (i % 3 == 0 || mixed[i] == equal[i]);
    }
    CHECK(is_same);
  });
}

}  // namespace paddock::simd
