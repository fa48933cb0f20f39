#include "core/api/observe/compare.h"

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

namespace paddock {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Tensor Doubles(const std::vector<double>& values) {
  const int64_t shape[] = {static_cast<int64_t>(values.size())};
  return Tensor::FromElements<double>(ElementType::kF64, shape, values);
}

Tensor Floats(const std::vector<float>& values) {
  const int64_t shape[] = {static_cast<int64_t>(values.size())};
  return Tensor::FromElements<float>(ElementType::kF32, shape, values);
}

TEST_CASE("equal tensors: NaN equals NaN, zeros of either sign are equal", "[api]") {
  const auto same = CompareTensors(Doubles({0.0, NAN, kInfinity}), Doubles({-0.0, NAN, kInfinity}));
  REQUIRE(same);
  CHECK(same->count == 3);
  CHECK(same->differing == 0);
  CHECK(same->worst == -1);
  CHECK(same->ulp == 0);
}

TEST_CASE("differences are absolute, relative, and relative to the greatest element", "[api]") {
  const auto apart = CompareTensors(Doubles({1, 2.5, 100}), Doubles({1, 2, 101}));
  REQUIRE(apart);
  CHECK(apart->differing == 2);
  CHECK(apart->absolute == 1.0);
  CHECK(apart->relative == 0.25);
  CHECK(apart->scaled == 1.0 / 101);
  CHECK(apart->worst == 2);
  CHECK(std::isinf(CompareTensors(Doubles({1}), Doubles({0}))->scaled));
}

TEST_CASE("an element that is finite in only one tensor counts, and is the worst", "[api]") {
  const auto apart =
      CompareTensors(Doubles({5, NAN, kInfinity, 1}), Doubles({1, 1, -kInfinity, NAN}));
  REQUIRE(apart);
  CHECK(apart->non_finite == 3);
  CHECK(apart->worst == 1);
  CHECK(apart->absolute == 4.0);
}

TEST_CASE("distances in units in the last place exist for one type only", "[api]") {
  const float next = std::nextafter(1.0f, 2.0f);
  CHECK(CompareTensors(Floats({1.0f, next}), Floats({next, next}))->ulp == 1);
  const float least = std::numeric_limits<float>::denorm_min();
  CHECK(CompareTensors(Floats({least}), Floats({-least}))->ulp == 2);
  CHECK(!CompareTensors(Floats({1.0f}), Doubles({1.0}))->ulp);
  CHECK(CompareTensors(Floats({1.0f}), Doubles({1.0}))->differing == 0);
}

TEST_CASE("distances in a type without a sign", "[api]") {
  const int64_t shape[] = {1};
  // Two values between which the highest bit changes: 1 and 4.
  const auto at = [&](uint8_t bits) {
    return Tensor::FromElements<uint8_t>(ElementType::kF8E8M0FNU, shape, std::span(&bits, 1));
  };
  CHECK(CompareTensors(at(0x7F), at(0x81))->ulp == 2);
}

TEST_CASE("large integers that differ in their last bit differ; shapes must be equal", "[api]") {
  const int64_t shape[] = {1};
  const int64_t large[] = {(int64_t{1} << 60) + 1};
  const int64_t other[] = {int64_t{1} << 60};
  const Tensor a = Tensor::FromElements<int64_t>(ElementType::kI64, shape, large);
  const Tensor b = Tensor::FromElements<int64_t>(ElementType::kI64, shape, other);
  CHECK(CompareTensors(a, b)->differing == 1);
  CHECK(!CompareTensors(Doubles({1, 2}), Doubles({1})));
}

TEST_CASE("parts of complex numbers, and tensors longer than one block", "[api]") {
  const double parts[] = {1, 2, 3, 4};
  const double turned[] = {1, 2, 3, -4};
  const int64_t shape[] = {2};
  const auto bytes = [&](const double* from) {
    Tensor tensor = Tensor::Allocate(ElementType::kC128, shape);
    __builtin_memcpy(tensor.mutable_data(), from, sizeof(parts));
    return tensor;
  };
  const auto apart = CompareTensors(bytes(parts), bytes(turned));
  REQUIRE(apart);
  CHECK(apart->count == 4);
  CHECK(apart->worst == 1);
  std::vector<double> many(10'000, 1.0);
  std::vector<double> changed = many;
  changed[9'999] = 2.0;
  CHECK(CompareTensors(Doubles(many), Doubles(changed))->worst == 9'999);
}

}  // namespace
}  // namespace paddock
