#include "simd/reduce/rows_by_calls.h"

#include <catch2/catch_test_macros.hpp>
#include <cstring>
#include <vector>

#include "simd/movement/testing.h"
#include "simd/reduce/scalar_body.h"

namespace paddock::simd {
namespace {

using namespace testing;

TEST_CASE("rows by calls have the totals of reduce_rows", "[simd][reduce]") {
  ForEachTarget([] {
    Random random(29);
    ForEachKernel([&](ElementType type, Monoid monoid) {
      const MonoidKernels& kernels = *FindMonoidKernels(monoid, type);
      const auto bytes = static_cast<int64_t>(ByteSize(type));
      constexpr int64_t kRows = 5;
      for (const int64_t count : {1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 32, 40, 100, 1000}) {
        const int64_t stride = count + random.Between(0, 2);
        std::vector<uint8_t> operand(static_cast<size_t>(kRows * stride * bytes));
        for (int64_t i = 0; i < kRows * stride; ++i) {
          std::memcpy(operand.data() + i * bytes, RandomElement(type, random).data(),
                      static_cast<size_t>(bytes));
        }
        std::vector<uint8_t> expected(static_cast<size_t>(kRows * bytes)), totals(expected);
        kernels.reduce_rows(type, operand.data(), stride, count, expected.data(), kRows);
        ReduceRowsByCalls({kernels.combine, kernels.accumulate}, type, operand.data(), stride,
                          count, totals.data(), kRows);
        for (int64_t row = 0; row < kRows; ++row) {
          INFO(Spelling(type) << " monoid " << static_cast<int>(monoid) << " count " << count);
          REQUIRE(IsSame(type, LoadElement(type, expected.data() + row * bytes),
                         LoadElement(type, totals.data() + row * bytes)));
        }
      }
    });
  });
}

}  // namespace
}  // namespace paddock::simd
