#include "simd/movement/iota.h"

#include <catch2/catch_test_macros.hpp>
#include <cstring>
#include <vector>

#include "core/types/small_float.h"
#include "simd/movement/testing.h"

namespace paddock::simd {
namespace {

using testing::GuardedBuffer;

std::vector<uint8_t> RunAll(ElementType type, const std::vector<int64_t>& shape,
                            int64_t dimension) {
  size_t bytes = ByteSize(type);
  for (int64_t size : shape) bytes *= static_cast<size_t>(size);
  GuardedBuffer result(bytes, 3);
  const IotaPlan plan = PlanIota(type, shape, dimension);
  for (int64_t chunk = ChunkCount(plan); chunk-- > 0;) RunChunk(plan, result.data(), chunk);
  REQUIRE(result.guards_are_whole());
  return {result.data(), result.data() + bytes};
}

template <class T>
std::vector<T> RunAs(ElementType type, const std::vector<int64_t>& shape, int64_t dimension) {
  const std::vector<uint8_t> bytes = RunAll(type, shape, dimension);
  std::vector<T> values(bytes.size() / sizeof(T));
  if (!bytes.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

TEST_CASE("iota counts along its dimension", "[simd][movement]") {
  using Floats = std::vector<float>;
  CHECK(RunAs<float>(ElementType::kF32, {2, 3}, 1) == Floats{0, 1, 2, 0, 1, 2});
  CHECK(RunAs<float>(ElementType::kF32, {2, 3}, 0) == Floats{0, 0, 0, 1, 1, 1});
  CHECK(RunAs<float>(ElementType::kF32, {2, 2, 2}, 1) == Floats{0, 0, 1, 1, 0, 0, 1, 1});
  CHECK(RunAs<float>(ElementType::kF32, {2, 0}, 0).empty());
  CHECK(RunAs<double>(ElementType::kC128, {3}, 0) == std::vector<double>{0, 0, 1, 0, 2, 0});
  CHECK(RunAs<float>(ElementType::kC64, {2}, 0) == Floats{0, 0, 1, 0});
  CHECK(RunAs<int64_t>(ElementType::kI64, {3}, 0) == std::vector<int64_t>{0, 1, 2});
}

TEST_CASE("iota of integers wraps at their width", "[simd][movement]") {
  const auto bytes = [](ElementType type) { return RunAs<int8_t>(type, {260}, 0); };
  CHECK(bytes(ElementType::kI8)[128] == -128);
  CHECK(bytes(ElementType::kI8)[256] == 0);
  CHECK(bytes(ElementType::kI4)[7] == 7);
  CHECK(bytes(ElementType::kI4)[8] == -8);
  CHECK(bytes(ElementType::kI2)[3] == -1);
  CHECK(bytes(ElementType::kUI4)[17] == 1);
  CHECK(bytes(ElementType::kUI2)[3] == 3);
  CHECK(bytes(ElementType::kI1)[0] == 0);
  CHECK(bytes(ElementType::kI1)[2] == 1);
}

TEST_CASE("iota of small floats rounds once", "[simd][movement]") {
  constexpr int64_t kCount = 70'000;
  for (ElementType type :
       {ElementType::kF4E2M1FN, ElementType::kF6E2M3FN, ElementType::kF6E3M2FN,
        ElementType::kF8E3M4, ElementType::kF8E4M3, ElementType::kF8E4M3FN,
        ElementType::kF8E4M3FNUZ, ElementType::kF8E4M3B11FNUZ, ElementType::kF8E5M2,
        ElementType::kF8E5M2FNUZ, ElementType::kF8E8M0FNU, ElementType::kBF16, ElementType::kF16}) {
    INFO(Spelling(type));
    const std::vector<uint8_t> result = RunAll(type, {kCount}, 0);
    bool is_right = true;
    for (int64_t i = 0; i < kCount; ++i) {
      uint16_t bits = 0;
      std::memcpy(&bits, result.data() + static_cast<size_t>(i) * ByteSize(type), ByteSize(type));
      is_right &= bits == EncodeSmallFloat(type, static_cast<double>(i));
    }
    CHECK(is_right);
  }
  const auto last = [](ElementType type, int64_t size) { return RunAll(type, {size}, 0).back(); };
  CHECK(last(ElementType::kF4E2M1FN, 100) == 0x7);        // saturates at 6
  CHECK(last(ElementType::kF6E3M2FN, 100) == 0x1F);       // saturates at 28
  CHECK(last(ElementType::kF8E3M4, 100) == 0x70);         // infinity
  CHECK(last(ElementType::kF8E4M3FN, 465) == 0x7E);       // 464 rounds to 448 (even)
  CHECK(last(ElementType::kF8E4M3FN, 466) == 0x7F);       // NaN
  CHECK(last(ElementType::kF8E4M3B11FNUZ, 100) == 0x80);  // NaN
  CHECK(RunAs<uint16_t>(ElementType::kF16, {65520}, 0).back() == 0x7BFF);
  CHECK(RunAs<uint16_t>(ElementType::kF16, {65521}, 0).back() == 0x7C00);
}

TEST_CASE("chunks of iota may run in any order", "[simd][movement]") {
  for (int64_t dimension = 0; dimension < 3; ++dimension) {
    const std::vector<int64_t> shape = {37, 71, 131};
    const auto result = RunAll(ElementType::kF32, shape, dimension);
    CHECK(ChunkCount(PlanIota(ElementType::kF32, shape, dimension)) > 1);
    const int64_t strides[] = {71 * 131, 131, 1};
    bool is_right = true;
    for (int64_t i = 0; i < 37 * 71 * 131; ++i) {
      float value;
      std::memcpy(&value, result.data() + i * 4, 4);
      const auto d = static_cast<size_t>(dimension);
      is_right &= value == static_cast<float>(i / strides[d] % shape[d]);
    }
    CHECK(is_right);
  }
}

}  // namespace
}  // namespace paddock::simd
