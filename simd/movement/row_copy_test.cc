#include "simd/movement/row_copy.h"

#include <catch2/catch_test_macros.hpp>
#include <vector>

namespace paddock::simd {
namespace {

TEST_CASE("row copies write all bytes of a row and no others", "[simd][movement]") {
  for (size_t bytes = 1; bytes <= 200; ++bytes) {
    std::vector<uint8_t> from(bytes), to(bytes + 2, 0xff);
    for (size_t i = 0; i < bytes; ++i) from[i] = static_cast<uint8_t>(i + 1);
    VisitRowCopy(bytes, [&](auto copy) { copy(to.data() + 1, from.data()); });
    CHECK(to.front() == 0xff);
    CHECK(to.back() == 0xff);
    CHECK(std::vector<uint8_t>(to.begin() + 1, to.end() - 1) == from);
  }
}

}  // namespace
}  // namespace paddock::simd
