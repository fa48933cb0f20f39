#include "core/pjrt/strided_copy.h"

#include <catch2/catch_test_macros.hpp>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace paddock::pjrt {
namespace {

// Copies `source` from the strides to row-major order.
std::vector<int32_t> ToRowMajor(const std::vector<int32_t>& source, const int32_t* start,
                                std::vector<int64_t> shape, std::vector<int64_t> strides) {
  std::vector<int32_t> target(source.size(), -1);
  const auto dense = RowMajorByteStrides(shape, sizeof(int32_t));
  CopyStrided(shape, sizeof(int32_t), {reinterpret_cast<const std::byte*>(start), strides},
              {reinterpret_cast<std::byte*>(target.data()), dense});
  return target;
}

std::vector<int32_t> Numbers(size_t count) {
  std::vector<int32_t> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

}  // namespace

TEST_CASE("strides of any order of dimensions are dense") {
  CHECK(RowMajorByteStrides(std::vector<int64_t>{2, 3, 4}, 4) == std::vector<int64_t>{48, 16, 4});
  CHECK(ByteStridesOf(std::vector<int64_t>{2, 3}, std::vector<int64_t>{0, 1}, 1) ==
        std::vector<int64_t>{1, 2});
}

TEST_CASE("a transposed array is copied to row-major order") {
  const auto source = Numbers(6);
  CHECK(ToRowMajor(source, source.data(), {2, 3}, {4, 8}) ==
        std::vector<int32_t>{0, 2, 4, 1, 3, 5});
}

TEST_CASE("a reversed array is copied from its last element") {
  const auto source = Numbers(4);
  CHECK(ToRowMajor(source, source.data() + 3, {4}, {-4}) == std::vector<int32_t>{3, 2, 1, 0});
}

TEST_CASE("dense dimensions, scalars and empty arrays are copied") {
  const auto source = Numbers(4);
  CHECK(ToRowMajor(source, source.data(), {2, 2}, {8, 4}) == source);
  CHECK(ToRowMajor(source, source.data() + 2, {}, {}) == std::vector<int32_t>{2, -1, -1, -1});
  CHECK(ToRowMajor(source, source.data(), {0, 2}, {8, 4}) == std::vector<int32_t>{-1, -1, -1, -1});
}

}  // namespace paddock::pjrt
