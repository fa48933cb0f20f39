#include "core/io/generate_values.h"

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstring>
#include <set>
#include <vector>

namespace paddock {
namespace {

template <class T>
std::vector<T> Values(std::string_view rule, ElementType type, std::vector<int64_t> shape,
                      const ElementRanges& ranges = {}) {
  Tensor tensor = Tensor::Allocate(type, shape);
  GenerateValues(*ParseValueRule(rule), tensor, ranges);
  std::vector<T> values(tensor.byte_size() / sizeof(T));
  std::memcpy(values.data(), tensor.data(), tensor.byte_size());
  return values;
}

TEST_CASE("value rules are read, and other texts are not") {
  CHECK(ParseValueRule("random")->seed == 1);
  CHECK(ParseValueRule("random:42")->seed == 42);
  CHECK_FALSE(ParseValueRule("random:").has_value());
  CHECK_FALSE(ParseValueRule("random:1x").has_value());
  CHECK_FALSE(ParseValueRule("zero").has_value());
}

TEST_CASE("zeros, ones and iota in every kind of type") {
  using enum ElementType;
  CHECK(Values<float>("iota", kF32, {3}) == std::vector<float>{0, 1, 2});
  CHECK(Values<uint16_t>("ones", kBF16, {1}) == std::vector<uint16_t>{0x3F80});
  CHECK(Values<int8_t>("iota", kI4, {10}) == std::vector<int8_t>{0, 1, 2, 3, 4, 5, 6, 7, -8, -7});
  CHECK(Values<uint8_t>("iota", kI1, {3}) == std::vector<uint8_t>{0, 1, 1});
  CHECK(Values<double>("iota", kC128, {2}) == std::vector<double>{0, 0, 1, 0});
  CHECK(Values<uint64_t>("zeros", kUI64, {2}) == std::vector<uint64_t>{0, 0});
}

// Share links and golden tests depend on these bits.
TEST_CASE("random values are the same bits everywhere") {
  const auto floats = Values<double>("random:1", ElementType::kF64, {3});
  CHECK(floats == std::vector<double>{-1.3015289306640625, 0.1691741943359375, 1.7779388427734375});
  CHECK(Values<float>("random:1", ElementType::kF32, {3}) ==
        std::vector<float>{-1.3015289306640625F, 0.1691741943359375F, 1.7779388427734375F});
  const auto again = Values<double>("random:1", ElementType::kF64, {100000});
  CHECK(std::memcmp(floats.data(), again.data(), 24) == 0);
  double sum = 0, squares = 0;
  for (double value : again) {
    CHECK(std::abs(value) < 6);
    sum += value;
    squares += value * value;
  }
  CHECK(std::abs(sum / 100000) < 0.02);
  CHECK(std::abs(squares / 100000 - 1) < 0.02);
  CHECK(Values<double>("random:2", ElementType::kF64, {1}) != std::vector<double>{floats[0]});
}

TEST_CASE("random integers keep to their range") {
  bool seen[16] = {};
  for (int32_t value : Values<int32_t>("random:3", ElementType::kI32, {1000})) {
    REQUIRE((value >= -8 && value < 8));
    seen[value + 8] = true;
  }
  for (bool is_seen : seen) CHECK(is_seen);
  for (uint8_t value : Values<uint8_t>("random", ElementType::kUI2, {100})) CHECK(value < 4);
  for (uint8_t value : Values<uint8_t>("random", ElementType::kI1, {100})) CHECK(value < 2);
}

TEST_CASE("random integers take every number of the given range that the type can hold") {
  bool seen[10] = {};
  const ElementRanges tens = {{{90, 99}}, 0};
  for (int64_t value : Values<int64_t>("random", ElementType::kI64, {1000}, tens)) {
    REQUIRE((value >= 90 && value < 100));
    seen[value - 90] = true;
  }
  for (bool is_seen : seen) CHECK(is_seen);
  const ElementRanges wide = {{{-5, 1000}}, 0};
  for (uint8_t value : Values<uint8_t>("random", ElementType::kUI4, {100}, wide)) CHECK(value < 16);
  for (uint8_t value : Values<uint8_t>("random", ElementType::kI1, {9}, {{{1, 1}}, 0})) {
    CHECK(value == 1);
  }
  const ElementRanges all = {{{INT64_MIN, INT64_MAX}}, 0};
  CHECK(Values<int64_t>("random", ElementType::kI64, {4}, all).size() == 4);
}

TEST_CASE("positions along a dimension have their own ranges") {
  const ElementRanges ranges = {{{0, 0}, {5, 5}, {7, 7}}, 1};
  CHECK(Values<int32_t>("random:4", ElementType::kI32, {2, 3, 2}, ranges) ==
        std::vector<int32_t>{0, 0, 5, 5, 7, 7, 0, 0, 5, 5, 7, 7});
}

TEST_CASE("random for all processes has the numbers of random") {
  CHECK(Values<int32_t>("random:5@all", ElementType::kI32, {50}) ==
        Values<int32_t>("random:5", ElementType::kI32, {50}));
  CHECK(Values<float>("random@all", ElementType::kF32, {50}) ==
        Values<float>("random:1", ElementType::kF32, {50}));
  CHECK(ParseValueRule("random:5@all")->is_same_on_all);
  CHECK_FALSE(ParseValueRule("random:5")->is_same_on_all);
  for (const char* text : {"iota@all", "random:@all", "random5@all", "random:5@all@all", "@all"}) {
    CHECK_FALSE(ParseValueRule(text));
  }
}

TEST_CASE("each leaf and each process has its own seed; the first has the rule's seed") {
  CHECK(SeedOf(7, 0, 0, 0) == 7);
  std::set<uint64_t> seeds;
  for (uint64_t seed : {1, 2, 7}) {
    for (size_t leaf : {0, 1, 2}) {
      for (int64_t process = 0; process < 9; ++process) {
        seeds.insert(SeedOf(seed, leaf, process / 3, process % 3));
      }
    }
  }
  CHECK(seeds.size() == 81);
}

}  // namespace
}  // namespace paddock
