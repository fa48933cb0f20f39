#include "core/tensor/narrow_elements.h"

#include <catch2/catch_test_macros.hpp>
#include <cstddef>
#include <vector>

namespace paddock {
namespace {

std::vector<int> Extended(ElementType type, std::vector<std::byte> elements) {
  ExtendElements(type, elements);
  std::vector<int> values;
  for (const std::byte element : elements) values.push_back(std::to_integer<int>(element));
  return values;
}

}  // namespace

TEST_CASE("bits above a narrow element become its sign or zero") {
  CHECK(Extended(ElementType::kI4, {std::byte{0x0e}, std::byte{0x37}}) ==
        std::vector<int>{0xfe, 0x07});
  CHECK(Extended(ElementType::kI2, {std::byte{0x03}}) == std::vector<int>{0xff});
  CHECK(Extended(ElementType::kUI4, {std::byte{0xfe}}) == std::vector<int>{0x0e});
  CHECK(Extended(ElementType::kF6E2M3FN, {std::byte{0xff}}) == std::vector<int>{0x3f});
}

TEST_CASE("whole bytes stay as they are, and booleans become 0 or 1") {
  CHECK(Extended(ElementType::kI8, {std::byte{0x7e}}) == std::vector<int>{0x7e});
  CHECK(Extended(ElementType::kI1, {std::byte{0xff}, std::byte{0}}) == std::vector<int>{1, 0});
}

}  // namespace paddock
