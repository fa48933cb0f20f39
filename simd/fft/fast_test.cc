// Transforms in fast numerics: lines of f32 in f32, real lines of an even length packed.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "simd/fft/fft.h"
#include "simd/fft/testing.h"
#include "simd/movement/testing.h"

namespace paddock::simd {
namespace {

using namespace testing;

constexpr bool kIsOracleSlow = std::numeric_limits<long double>::digits > 64;

// Bounds in units of 2^-24 (f64: 2^-53) of the root mean square, from docs/numerics.md.
double MostFastError(int64_t size) {
  return (PlanFftLine({size})->length == size ? 16 : 20) + std::log2(size);
}

void CheckFastLines(int64_t size) {
  for (FftKind kind : kKinds) {
    INFO("size " << size << ", kind " << static_cast<int>(kind));
    const LineCase line = MakeLineCase(kind, size);
    CHECK(ErrorOfLine<float>(line, Numerics::kFast) < MostFastError(size));
    CHECK(ErrorOfLine<double>(line, Numerics::kFast) < MostFastError(size));
  }
}

TEST_CASE("fast transforms of every length are within their bounds", "[simd][fft]") {
  for (int64_t size = 1; size <= (kIsOracleSlow ? 48 : 100); ++size) CheckFastLines(size);
  if (kIsOracleSlow) return;
  for (int64_t size : {256, 486, 512, 594, 625, 994, 1024, 1852}) CheckFastLines(size);
}

TEST_CASE("fast transforms of several dimensions undo each other", "[simd][fft]") {
  for (int64_t last : {6, 7, 640}) {
    const std::vector<int64_t> real = {5, 4, last};
    const std::vector<int64_t> half = {5, 4, last / 2 + 1};
    const auto count = static_cast<size_t>(20 * last);
    const Lines x = RandomLines(count, false, 11);
    const auto there = RunFft<float>(FftKind::kRealForward, Stored<float>(x, false), real, half, 3,
                                     Numerics::kFast);
    const auto back = RunFft<float>(FftKind::kRealInverse, there, half, real, 3, Numerics::kFast);
    CHECK(Error(back, x, false) < 40);
    const Lines z = RandomLines(count, true, 12);
    const auto forward =
        RunFft<float>(FftKind::kForward, Stored<float>(z, true), real, real, 3, Numerics::kFast);
    const auto inverse = RunFft<float>(FftKind::kInverse, forward, real, real, 3, Numerics::kFast);
    CHECK(Error(inverse, z, true) < 40);
  }
}

// The transform of a cosine, which has one coefficient besides its mirror image, and back.
template <class T>
void CheckCosine(int64_t size) {
  const int64_t wave = 12345, half = size / 2 + 1;
  Lines x(static_cast<size_t>(size)), expected(static_cast<size_t>(half));
  for (int64_t k = 0; k < size; ++k) {
    const auto turns = static_cast<double>(wave * k % size) / static_cast<double>(size);
    x[static_cast<size_t>(k)] = std::cos(2 * 3.141592653589793 * turns);
  }
  expected[wave] = static_cast<long double>(size) / 2;
  const auto there = RunFft<T>(FftKind::kRealForward, Stored<T>(x, false), {1, size}, {1, half}, 1,
                               Numerics::kFast);
  // Relative to the root mean square, which is the square root of half the length. The cosines, in
  // f64, have a part of the error.
  CHECK(Error(there, expected, true) < 1000);
  const auto back =
      RunFft<T>(FftKind::kRealInverse, there, {1, half}, {1, size}, 1, Numerics::kFast);
  CHECK(Error(back, x, false) < 40);
}

TEST_CASE("long real lines are packed in pieces", "[simd][fft]") {
  // The last size is twice a prime number, which makes a convolution.
  for (int64_t size : {65536, 98304, 2 * 17477}) {
    INFO("size " << size);
    CheckCosine<float>(size);
    CheckCosine<double>(size);
  }
}

TEST_CASE("adjacent fast lines have the bits of a single line", "[simd][fft]") {
  testing::ForEachTarget([] {
    // A line alone is split if its complex size has two factors of sixteen. 21 lines side by side
    // are split from size 256 on.
    for (int64_t size : {8, 30, 62, 37, 64, 97, 144, 248, 256, 360, 512, 2048}) {
      const int64_t half = size / 2 + 1;
      const auto parts =
          Stored<float>(RandomLines(static_cast<size_t>(21 * size), false, 5), false);
      const auto all =
          RunFft<float>(FftKind::kRealForward, parts, {21, size}, {21, half}, 1, Numerics::kFast);
      for (int64_t row = 0; row < 21; ++row) {
        INFO("size " << size << ", row " << row);
        const auto first = parts.begin() + row * size;
        const auto alone = RunFft<float>(FftKind::kRealForward, {first, first + size}, {1, size},
                                         {1, half}, 1, Numerics::kFast);
        CHECK(std::memcmp(alone.data(), all.data() + row * 2 * half, alone.size() * 4) == 0);
      }
    }
  });
}

TEST_CASE("short fast lines beside each other have the bits of a single line", "[simd][fft]") {
  testing::ForEachTarget([] {
    // Groups of lines, the last of which is not whole.
    constexpr int64_t kLineCount = 37;
    for (int64_t size = 2; size <= 34; ++size) {
      const auto parts =
          Stored<float>(RandomLines(static_cast<size_t>(kLineCount * size), true, 5), true);
      const auto all = RunFft<float>(FftKind::kInverse, parts, {kLineCount, size},
                                     {kLineCount, size}, 1, Numerics::kFast);
      for (int64_t row = 0; row < kLineCount; ++row) {
        INFO("size " << size << ", row " << row);
        const auto first = parts.begin() + row * 2 * size;
        const auto alone = RunFft<float>(FftKind::kInverse, {first, first + 2 * size}, {1, size},
                                         {1, size}, 1, Numerics::kFast);
        CHECK(std::memcmp(alone.data(), all.data() + row * 2 * size, alone.size() * 4) == 0);
      }
    }
  });
}

TEST_CASE("a fast line does not depend on the lines beside it", "[simd][fft]") {
  for (int64_t size : {16, 37, 512}) {
    auto parts = Stored<float>(RandomLines(static_cast<size_t>(17 * size), false, 9), false);
    const int64_t half = size / 2 + 1;
    const auto run = [&] {
      return RunFft<float>(FftKind::kRealForward, parts, {17, size}, {17, half}, 1,
                           Numerics::kFast);
    };
    const auto before = run();
    for (int64_t k = 0; k < size; ++k) parts[static_cast<size_t>(3 * size + k)] *= INFINITY;
    const auto after = run();
    const auto line = static_cast<size_t>(2 * half);
    CHECK(std::memcmp(before.data(), after.data(), 3 * line * 4) == 0);
    CHECK(std::memcmp(before.data() + 4 * line, after.data() + 4 * line, 13 * line * 4) == 0);
  }
}

TEST_CASE("a packed inverse ignores the imaginary parts of its ends", "[simd][fft]") {
  if constexpr (!kHasFastFft) return;
  for (int64_t size : {6, 70, 512}) {
    const auto half = static_cast<size_t>(size / 2 + 1);
    auto parts = Stored<float>(RandomLines(half, true, 4), true);
    const auto run = [&] {
      return RunFft<float>(FftKind::kRealInverse, parts, {1, static_cast<int64_t>(half)}, {1, size},
                           1, Numerics::kFast);
    };
    const auto before = run();
    parts[1] += 0.5f;
    parts[2 * half - 1] -= 0.25f;
    const auto after = run();
    CHECK(before == after);
  }
}

TEST_CASE("fast transforms read f32 once and need no memory between dimensions", "[simd][fft]") {
  FftTableCache cache;
  const std::vector<int64_t> real = {64, 512}, half = {64, 257};
  const auto plan = [&](Numerics numerics) {
    return PlanFft(FftKind::kRealForward, ElementType::kF32, real, ElementType::kC64, half, 2,
                   numerics, cache);
  };
  const FftPlan fast = plan(Numerics::kFast), portable = plan(Numerics::kPortable);
  CHECK(portable.between_count == 64 * 257);
  CHECK(portable.dimensions[0].line->length == 512);
  CHECK_FALSE(portable.dimensions[0].line->is_single());
  if constexpr (kHasFastFft) {
    CHECK(fast.between_count == 0);
    CHECK(fast.dimensions[0].line->length == 256);
    CHECK(fast.dimensions[0].line->is_packed());
    CHECK_FALSE(fast.dimensions[1].line->is_packed());
    CHECK(fast.dimensions[1].line->is_single());
    CHECK(fast.work < portable.work);
  } else {
    CHECK(fast.work == portable.work);
  }
}

}  // namespace
}  // namespace paddock::simd
