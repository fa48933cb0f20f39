#include "core/base/row_major.h"

#include <catch2/catch_test_macros.hpp>

namespace paddock {
namespace {

TEST_CASE("elements are numbered in row-major order", "[base]") {
  const std::vector<int64_t> shape = {2, 3, 4};
  int64_t number = 0;
  for (int64_t i = 0; i < 2; ++i) {
    for (int64_t j = 0; j < 3; ++j) {
      for (int64_t k = 0; k < 4; ++k, ++number) {
        CHECK(RowMajorNumber(std::vector{i, j, k}, shape) == number);
        CHECK(RowMajorIndex(number, shape) == std::vector{i, j, k});
      }
    }
  }
  CHECK(RowMajorNumber({}, {}) == 0);
  CHECK(RowMajorIndex(0, {}).empty());
}

}  // namespace
}  // namespace paddock
