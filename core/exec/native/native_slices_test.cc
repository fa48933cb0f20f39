// Slices and updates as machine code.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cstring>
#include <vector>

#include "core/exec/native/native_segment_testing.h"
#include "simd/elementwise/elementwise.h"

namespace paddock {
namespace {

using namespace testing;

using simd::FindElementwise;
using simd::Numerics;
using simd::TapeInstruction;

TEST_CASE("slices of machine code are clamped and see what registers have", "[exec]") {
  SkipWithoutNativeTapes();
  constexpr int64_t kRows = 5, kColumns = 3;
  const uintptr_t add =
      FindElementwise("add", ElementType::kF32, Numerics::kPortable).tape(4).in_memory;
  for (const uint8_t index_bytes : {uint8_t{4}, uint8_t{8}}) {
    for (const int64_t index :
         {int64_t{-3}, int64_t{0}, int64_t{2}, int64_t{4}, int64_t{1} << 30}) {
      float table[kRows][kColumns] = {}, row[kColumns] = {}, ones[kColumns] = {1, 2, 3};
      for (int64_t i = 0; i < kRows * kColumns; ++i)
        table[i / kColumns][i % kColumns] = static_cast<float>(i);
      // The first bytes of a wide index are the narrow one.
      const void* at = &index;
      simd::TapeSlice read, update;
      for (simd::TapeSlice* slice : {&read, &update}) {
        slice->indices[0] = {kRows - 1, kColumns * 4};
        slice->bytes = kColumns * 4;
        slice->index_bytes = index_bytes;
      }
      update.is_update = true;
      const uintptr_t code = simd::FindTapeCode(simd::TapeControl::kSlice);
      std::vector<TapeInstruction> all = {{code, row, {table, at, at}, &read}};
      for (float& element : row) {
        all.push_back({add, &element, {&element, &ones[&element - row], nullptr}, nullptr});
      }
      all.push_back({code, table, {row, at, at}, &update});
      // Reads what the update wrote.
      all.push_back({code, ones, {table, at, at}, &read});
      NativeTape(all, Operations()).Run();
      const int64_t chosen = std::clamp<int64_t>(index, 0, kRows - 1);
      for (int64_t j = 0; j < kColumns; ++j) {
        const auto sum = static_cast<float>(chosen * kColumns + j + j + 1);
        CHECK(row[j] == sum);
        CHECK(table[chosen][j] == sum);
        CHECK(ones[j] == sum);
      }
    }
  }
}

// Places of elements of 1, 2 and 4 bytes in a table of 3 x 7, by two indices of any type.
TEST_CASE("updates of machine code are dropped as those of the tape", "[exec]") {
  SkipWithoutNativeTapes();
  const uintptr_t code = simd::FindTapeCode(simd::TapeControl::kSlice);
  const int64_t values[] = {0, 1, 2, 3, 6, 7, 255, -1, int64_t{1} << 62};
  for (const uint8_t index_bytes : {1, 2, 4, 8}) {
    for (const bool is_signed : {false, true}) {
      for (const uint8_t bytes : {1, 2, 4}) {
        for (const int64_t row : values) {
          for (const int64_t column : values) {
            uint8_t table[3 * 7 * 4] = {}, expected[sizeof(table)] = {}, read[4] = {}, again[4];
            const uint8_t update[4] = {1, 2, 3, 4};
            simd::TapeSlice slice;
            slice.indices[0] = {6, bytes};
            slice.indices[1] = {2, 7 * bytes};
            slice.bytes = bytes;
            slice.index_bytes = index_bytes;
            slice.is_signed = is_signed;
            simd::TapeSlice written = slice;
            written.is_update = written.drops_outside = true;
            const auto run = [&](uint8_t* in, uint8_t* out, bool is_native) {
              const std::vector<TapeInstruction> both = {
                  {code, in, {update, &column, &row}, &written},
                  {code, out, {in, &column, &row}, &slice}};
              if (is_native) return NativeTape(both, Operations()).Run();
              for (const TapeInstruction& one : both) RunAlone(one);
            };
            run(table, read, true);
            run(expected, again, false);
            if (std::memcmp(table, expected, sizeof(table)) != 0) FAIL("another place is updated");
            if (std::memcmp(read, again, bytes) != 0) FAIL("another place is read");
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace paddock
