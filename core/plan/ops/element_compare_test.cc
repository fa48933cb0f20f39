#include "core/plan/ops/element_compare.h"

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <limits>
#include <vector>

namespace paddock {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

template <class T>
Mismatch Compare(ElementRule rule, ElementType type, const std::vector<T>& lhs,
                 const std::vector<T>& rhs) {
  Mismatch mismatch;
  const auto count = static_cast<int64_t>(lhs.size() * sizeof(T) / ByteSize(type));
  CompareElements(rule, type, reinterpret_cast<const std::byte*>(lhs.data()),
                  reinterpret_cast<const std::byte*>(rhs.data()), 0, count, mismatch);
  return mismatch;
}

bool Holds(ElementRule rule, float a, float b) {
  return Compare<float>(rule, ElementType::kF32, {a}, {b}).count == 0;
}

uint64_t Distance(float a, float b) {
  return UlpDistance(ElementType::kF32, reinterpret_cast<const std::byte*>(&a),
                     reinterpret_cast<const std::byte*>(&b));
}

TEST_CASE("equality follows IEEE 754", "[plan]") {
  const ElementRule rule;
  CHECK(Holds(rule, 1.5f, 1.5f));
  CHECK(Holds(rule, 0.0f, -0.0f));
  CHECK(Holds(rule, kInf, kInf));
  CHECK(!Holds(rule, kNaN, kNaN));
  CHECK(!Holds(rule, 1.0f, std::nextafter(1.0f, 2.0f)));
}

TEST_CASE("almost equal uses an absolute tolerance", "[plan]") {
  ElementRule rule;
  rule.kind = ElementRule::Kind::kAlmostEqual;
  rule.tolerance = 0.25;
  CHECK(Holds(rule, 1.0f, 1.25f));
  CHECK(!Holds(rule, 1.0f, 1.5f));
  CHECK(Holds(rule, kNaN, kNaN));
  CHECK(!Holds(rule, kNaN, 1.0f));
  CHECK(Holds(rule, -kInf, -kInf));
  CHECK(!Holds(rule, kInf, -kInf));
  CHECK(!Holds(rule, kInf, std::numeric_limits<float>::max()));
}

TEST_CASE("distances in units in the last place", "[plan]") {
  CHECK(Distance(1.0f, 1.0f) == 0);
  CHECK(Distance(0.0f, -0.0f) == 0);
  CHECK(Distance(1.0f, std::nextafter(1.0f, 2.0f)) == 1);
  CHECK(Distance(1.0f, std::nextafter(1.0f, 0.0f)) == 1);
  const float least = std::numeric_limits<float>::denorm_min();
  CHECK(Distance(least, -2 * least) == 3);
  CHECK(Distance(kNaN, -kNaN) == 0);
  CHECK(Distance(kInf, kInf) == 0);
  CHECK(Distance(kInf, std::numeric_limits<float>::max()) == std::numeric_limits<uint64_t>::max());
}

TEST_CASE("close also has a lower bound", "[plan]") {
  ElementRule rule;
  rule.kind = ElementRule::Kind::kClose;
  rule.min_ulp = 1;
  rule.max_ulp = 2;
  CHECK(!Holds(rule, 1.0f, 1.0f));
  CHECK(Holds(rule, 1.0f, std::nextafter(1.0f, 2.0f)));
}

TEST_CASE("the first mismatch is found after whole blocks, and all mismatches are counted",
          "[plan]") {
  std::vector<float> lhs(1000, 1.0f), rhs(1000, 1.0f);
  rhs[700] = rhs[999] = 2.0f;
  const Mismatch mismatch = Compare<float>({}, ElementType::kF32, lhs, rhs);
  CHECK(mismatch.first == 700);
  CHECK(mismatch.count == 2);
  const Mismatch complex = Compare<float>({}, ElementType::kC64, lhs, rhs);
  CHECK(complex.first == 350);
  CHECK(complex.count == 2);
}

TEST_CASE("narrow floats are compared by value", "[plan]") {
  // In f8E5M2, 0x00 and 0x80 are zeros and 0x7e is NaN.
  CHECK(Compare<uint8_t>({}, ElementType::kF8E5M2, {0x00, 0x7e}, {0x80, 0x7e}).count == 1);
  CHECK(Compare<uint16_t>({}, ElementType::kBF16, {0x3f80, 0x7fc0}, {0x3f80, 0x3f80}).first == 1);
}

TEST_CASE("elements are written as numbers", "[plan]") {
  const float value = -1.5f;
  const int8_t integer = -7;
  const float pair[] = {1.0f, -2.0f};
  CHECK(ElementText(ElementType::kF32, reinterpret_cast<const std::byte*>(&value)) == "-1.5");
  CHECK(ElementText(ElementType::kI8, reinterpret_cast<const std::byte*>(&integer)) == "-7");
  CHECK(ElementText(ElementType::kC64, reinterpret_cast<const std::byte*>(pair)) == "(1, -2)");
}

}  // namespace
}  // namespace paddock
