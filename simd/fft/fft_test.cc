#include "simd/fft/fft.h"

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <complex>
#include <cstring>
#include <limits>
#include <random>
#include <span>
#include <vector>

#include "simd/fft/roots.h"
#include "simd/fft/testing.h"
#include "simd/movement/testing.h"

namespace paddock::simd {
namespace {

using namespace testing;

// Bounds in units of 2^-53 of the root mean square, from docs/numerics.md.
double MostError(int64_t size) {
  return PlanFftLine({size})->length == size ? 8 + std::log2(size) : 16 + std::log2(size);
}

void CheckLines(int64_t size) {
  for (FftKind kind : kKinds) {
    INFO("size " << size << ", kind " << static_cast<int>(kind));
    const LineCase line = MakeLineCase(kind, size);
    CHECK(ErrorOfLine<double>(line, Numerics::kPortable) < MostError(size));
    // One rounding, of a number up to a few times the mean.
    CHECK(ErrorOfLine<float>(line, Numerics::kPortable) < 4.5);
  }
}

// Where long double is in software (WebAssembly, aarch64), tests fewer lengths, which still cover
// every kind of step. A test below checks that the bits are those of other machines.
constexpr bool kIsOracleSlow = std::numeric_limits<long double>::digits > 64;
constexpr int64_t kEveryLengthTo = kIsOracleSlow ? 64 : 140;
constexpr int64_t kFewLengths[] = {77, 121, 128, 139, 243, 256, 331};
constexpr int64_t kManyLengths[] = {243, 256, 625, 961, 997, 1024, 1000, 2027};

TEST_CASE("lines of every length are transformed by the definition", "[simd][fft]") {
  for (int64_t size = 1; size <= kEveryLengthTo; ++size) CheckLines(size);
}

TEST_CASE("the error grows slowly with the length", "[simd][fft]") {
  const std::span<const int64_t> few = kFewLengths, many = kManyLengths;
  for (int64_t size : kIsOracleSlow ? few : many) CheckLines(size);
}

TEST_CASE("several dimensions are transformed in sequence", "[simd][fft]") {
  const std::vector<int64_t> shape = {2, 3, 9, 10};
  const Lines x = RandomLines(540, true, 3);
  for (bool is_inverse : {false, true}) {
    Lines expected = Transform(x, 54, 10, 1, is_inverse);
    expected = Transform(expected, 6, 9, 10, is_inverse);
    const auto kind = is_inverse ? FftKind::kInverse : FftKind::kForward;
    CHECK(Error(RunFft<double>(kind, Stored<double>(x, true), shape, shape, 2), expected, true) <
          12);
    expected = Transform(expected, 2, 3, 90, is_inverse);
    CHECK(Error(RunFft<double>(kind, Stored<double>(x, true), shape, shape, 3), expected, true) <
          12);
    CHECK(Error(RunFft<float>(kind, Stored<float>(x, true), shape, shape, 3), expected, true) < 4);
  }
}

TEST_CASE("real transforms of several dimensions undo each other", "[simd][fft]") {
  for (int64_t last : {6, 7}) {
    const std::vector<int64_t> real = {5, 4, last};
    const std::vector<int64_t> half = {5, 4, last / 2 + 1};
    const Lines x = RandomLines(static_cast<size_t>(20 * last), false, 11);
    const auto there =
        RunFft<double>(FftKind::kRealForward, Stored<double>(x, false), real, half, 3);
    const auto back = RunFft<double>(FftKind::kRealInverse, there, half, real, 3);
    CHECK(Error(back, x, false) < 12);
  }
}

TEST_CASE("long lines are computed in pieces", "[simd][fft]") {
  // A wave has one coefficient. The last size is a convolution.
  for (int64_t size : {65536, 98304, 34943}) {
    const int64_t wave = 12345;
    Lines x(static_cast<size_t>(size));
    for (int64_t k = 0; k < size; ++k) {
      x[static_cast<size_t>(k)] = std::conj(Root(wave * k, size));
    }
    const auto actual =
        RunFft<double>(FftKind::kForward, Stored<double>(x, true), {size}, {size}, 1);
    Lines expected(static_cast<size_t>(size));
    expected[wave] = static_cast<long double>(size);
    // Relative to the root mean square, which is the square root of the length.
    CHECK(Error(actual, expected, true) < 200);
  }
}

TEST_CASE("adjacent lines have the bits of a single line", "[simd][fft]") {
  testing::ForEachTarget([] {
    // A line alone is split if its size has two factors of eight. Eleven lines side by side are
    // split from size 256 on.
    for (int64_t size : {3, 6, 7, 8, 12, 13, 15, 30, 62, 37, 64, 97, 144, 248, 360}) {
      const Lines x = RandomLines(static_cast<size_t>(11 * size), true, 5);
      const auto parts = Stored<double>(x, true);
      const auto all = RunFft<double>(FftKind::kForward, parts, {11, size}, {11, size}, 1);
      for (int64_t row = 0; row < 11; ++row) {
        const auto first = parts.begin() + row * 2 * size;
        const auto alone =
            RunFft<double>(FftKind::kForward, {first, first + 2 * size}, {1, size}, {1, size}, 1);
        CHECK(std::memcmp(alone.data(), all.data() + row * 2 * size, alone.size() * 8) == 0);
      }
    }
  });
}

// Transposes a matrix of complex numbers.
std::vector<double> Transposed(const std::vector<double>& parts, int64_t rows, int64_t columns) {
  std::vector<double> result;
  for (int64_t column = 0; column < columns; ++column) {
    for (int64_t row = 0; row < rows; ++row) {
      const auto from = parts.begin() + 2 * (row * columns + column);
      result.insert(result.end(), from, from + 2);
    }
  }
  return result;
}

TEST_CASE("lines of any dimension have the bits of contiguous ones", "[simd][fft]") {
  testing::ForEachTarget([] {
    for (FftKind kind : {FftKind::kForward, FftKind::kInverse}) {
      for (int64_t columns : {3, 8, 21}) {
        for (int64_t size : {20, 37, 600, 4100}) {
          INFO("size " << size << ", columns " << columns);
          const Lines x = RandomLines(static_cast<size_t>(columns * size), true, 6);
          const auto both = Stored<double>(x, true);
          const auto actual = RunFft<double>(kind, both, {size, columns}, {size, columns}, 2);
          // A forward transform begins with the last dimension, an inverse one ends with it.
          const auto along = [&](const std::vector<double>& parts) {
            return RunFft<double>(kind, parts, {size, columns}, {size, columns}, 1);
          };
          const auto across = [&](const std::vector<double>& parts) {
            const auto lines = RunFft<double>(kind, Transposed(parts, size, columns),
                                              {columns, size}, {columns, size}, 1);
            return Transposed(lines, columns, size);
          };
          const auto expected =
              kind == FftKind::kForward ? across(along(both)) : along(across(both));
          CHECK(std::memcmp(actual.data(), expected.data(), actual.size() * 8) == 0);
        }
      }
    }
  });
}

uint64_t HashOf(const std::vector<double>& values) {
  uint64_t hash = 14695981039346656037u;
  for (double value : values) {
    uint64_t bits;
    std::memcpy(&bits, &value, sizeof(bits));
    hash = (hash ^ bits) * 1099511628211u;
  }
  return hash;
}

TEST_CASE("transforms have the same bits on every machine", "[simd][fft]") {
  std::mt19937_64 random(1);
  std::vector<double> parts;
  for (int i = 0; i < 2 * 4200; ++i) parts.push_back(static_cast<double>(random()) * 0x1p-64 - 0.5);
  const auto hash = [&](int64_t rows, int64_t size) {
    return HashOf(RunFft<double>(FftKind::kForward, parts, {rows, size}, {rows, size}, 1));
  };
  testing::ForEachTarget([&] {
    CHECK(hash(1, 4200) == 0xff7ee1c88ffc5a97);
    CHECK(hash(42, 100) == 0x00cdb1562786621d);
    CHECK(hash(1, 4199) == 0xea803e0f917a2dd4);
    CHECK(hash(12, 346) == 0x74b32b53c8ffc81f);
  });
}

TEST_CASE("roots of unity are accurate", "[simd][fft]") {
  for (int64_t count : {1, 2, 3, 4, 5, 8, 12, 17, 100, 1000, 4097}) {
    RootsOfUnity roots(count);
    roots.ComputeUpTo(roots.half_count() / 2);
    roots.ComputeUpTo(roots.half_count());
    for (int64_t k = 0; k < count; ++k) {
      const Wide exact = Root(k, count);
      CHECK(std::abs(roots.At(k).re - exact.real()) <= 0x1.8p-53L);
      CHECK(std::abs(roots.At(k).im - exact.imag()) <= 0x1.8p-53L);
    }
  }
}

TEST_CASE("tables of long lines come in small pieces", "[simd][fft]") {
  // Mixed radix with the largest one, and a convolution.
  for (const int64_t size : {31 * 4096, 65537}) {
    FftTables tables(PlanFftLine({size, true}));
    const int64_t work = tables.work();
    int64_t done = 0;
    while (!tables.is_done()) {
      CHECK(tables.piece_work() <= int64_t{1} << 18);
      done += tables.piece_work();
      tables.RunPiece();
    }
    CHECK(done == work);
  }
}

TEST_CASE("tables are kept for later requests", "[simd][fft]") {
  FftTableCache cache;
  const auto first = cache.Find({1000, true});
  CHECK(cache.Find({1000, true}) == first);
  CHECK(cache.Find({1000}) != first);
  CHECK(cache.Find({1001, true}) != first);
  CHECK(cache.Find({1000, true}) == first);
  // A prime is only split as a convolution.
  CHECK(cache.Find({7, true}) == cache.Find({7}));
  CHECK(cache.Find({7, true})->line()->columns == 1);
  CHECK(cache.Find({1009, true})->line()->is_split());
  // These only fit the limit if 1000 is evicted.
  const int64_t large = int64_t{1} << 23;
  CHECK(cache.Find({large, true}) == cache.Find({large, true}));
  const auto other = cache.Find({large});
  CHECK(cache.Find({large}) == other);
  CHECK(other->bytes() + cache.Find({large, true})->bytes() > FftTableCache::kMostBytes);
  CHECK(cache.Find({1000, true}) != first);
  const auto last = cache.Find({1001, true});
  cache.Clear();
  CHECK(cache.Find({1001, true}) != last);
}

}  // namespace
}  // namespace paddock::simd
