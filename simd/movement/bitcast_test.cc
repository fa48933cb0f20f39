#include "simd/movement/bitcast.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cstring>
#include <vector>

#include "simd/movement/testing.h"

namespace paddock::simd {
namespace {

using testing::GuardedBuffer;
using testing::Random;

std::vector<uint8_t> Run(ElementType from, ElementType to, const std::vector<uint8_t>& operand) {
  const auto count = static_cast<int64_t>(operand.size() / ByteSize(from));
  const auto bits = static_cast<size_t>(count * BitWidth(from));
  GuardedBuffer result(bits / static_cast<size_t>(BitWidth(to)) * ByteSize(to), 3);
  const BitcastPlan plan = PlanBitcastConvert(from, to, count);
  for (int64_t chunk = 0; chunk < ChunkCount(plan); ++chunk) {
    RunChunk(plan, operand.data(), result.data(), chunk);
  }
  REQUIRE(result.guards_are_whole());
  return {result.data(), result.data() + result.size()};
}

// The bits of all elements, lowest first.
std::vector<bool> BitsOf(ElementType type, const std::vector<uint8_t>& data) {
  std::vector<bool> bits;
  for (size_t i = 0; i < data.size(); i += ByteSize(type)) {
    for (int bit = 0; bit < BitWidth(type); ++bit) {
      bits.push_back(((data[i + static_cast<size_t>(bit) / 8] >> (bit % 8)) & 1) != 0);
    }
  }
  return bits;
}

std::vector<uint8_t> RandomElements(ElementType type, size_t count, Random& random) {
  std::vector<uint8_t> data(count * ByteSize(type));
  for (uint8_t& byte : data) {
    byte = static_cast<uint8_t>(random.Bits());
    if (BitWidth(type) >= 8) continue;
    const int unused = 8 - BitWidth(type);
    byte = static_cast<uint8_t>(byte << unused);
    byte =
        static_cast<uint8_t>(IsSigned(type) ? static_cast<int8_t>(byte) >> unused : byte >> unused);
  }
  return data;
}

TEST_CASE("bitcast_convert keeps the bits between any two widths", "[simd][movement]") {
  Random random(61);
  for (size_t i = 0; i < kElementTypeCount; ++i) {
    for (size_t j = 0; j < kElementTypeCount; ++j) {
      const auto from = static_cast<ElementType>(i);
      const auto to = static_cast<ElementType>(j);
      const int wide = std::max(BitWidth(from), BitWidth(to));
      const int narrow = std::min(BitWidth(from), BitWidth(to));
      if (wide % narrow != 0) continue;
      INFO(Spelling(from) << " to " << Spelling(to));
      for (size_t units : {0, 1, 2, 7, 33}) {
        const size_t count =
            BitWidth(from) == wide ? units : units * static_cast<size_t>(wide / narrow);
        const std::vector<uint8_t> operand = RandomElements(from, count, random);
        const std::vector<uint8_t> result = Run(from, to, operand);
        REQUIRE(BitsOf(to, result) == BitsOf(from, operand));
        // Elements are stored canonically, so that converting back gives the same bytes.
        REQUIRE(Run(to, from, result) == operand);
      }
    }
  }
}

TEST_CASE("bitcast_convert of narrow integers", "[simd][movement]") {
  using Bytes = std::vector<uint8_t>;
  CHECK(Run(ElementType::kUI8, ElementType::kI4, {0x8F}) == Bytes{0xFF, 0xF8});
  CHECK(Run(ElementType::kUI8, ElementType::kUI4, {0x8F}) == Bytes{0x0F, 0x08});
  CHECK(Run(ElementType::kI4, ElementType::kI8, {0xFF, 0xF8}) == Bytes{0x8F});
  CHECK(Run(ElementType::kI4, ElementType::kUI4, {0xF8}) == Bytes{0x08});
  CHECK(Run(ElementType::kI8, ElementType::kI1, {0x05}) == Bytes{1, 0, 1, 0, 0, 0, 0, 0});
  CHECK(Run(ElementType::kI2, ElementType::kI4, {0x01, 0xFE}) == Bytes{0xF9});
  CHECK(Run(ElementType::kI16, ElementType::kI8, {0x34, 0x12}) == Bytes{0x34, 0x12});
}

TEST_CASE("a large bitcast_convert runs in chunks", "[simd][movement]") {
  Random random(62);
  for (ElementType to : {ElementType::kI1, ElementType::kI4, ElementType::kI64}) {
    const std::vector<uint8_t> operand = RandomElements(ElementType::kI32, 300'000, random);
    CHECK(ChunkCount(PlanBitcastConvert(ElementType::kI32, to, 300'000)) > 2);
    const std::vector<uint8_t> result = Run(ElementType::kI32, to, operand);
    CHECK(BitsOf(to, result) == BitsOf(ElementType::kI32, operand));
    CHECK(Run(to, ElementType::kI32, result) == operand);
  }
}

}  // namespace
}  // namespace paddock::simd
