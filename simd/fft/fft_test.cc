#include "simd/fft/fft.h"

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <complex>
#include <cstring>
#include <limits>
#include <memory>
#include <random>
#include <span>
#include <vector>

#include "simd/movement/testing.h"

namespace paddock::simd {
namespace {

using Wide = std::complex<long double>;
using Lines = std::vector<Wide>;

// exp(-2 pi i k / n).
Wide Root(int64_t k, int64_t n) {
  const long double angle = -2 * 3.14159265358979323846264338327950288L *
                            static_cast<long double>(k % n) / static_cast<long double>(n);
  return {std::cos(angle), std::sin(angle)};
}

// Computes the definition along one dimension.
Lines Transform(const Lines& x, int64_t outer, int64_t size, int64_t inner, bool is_inverse) {
  Lines y(x.size());
  std::vector<Wide> roots;
  for (int64_t k = 0; k < size; ++k) roots.push_back(Root(is_inverse ? size - k : k, size));
  for (int64_t o = 0; o < outer; ++o) {
    for (int64_t i = 0; i < inner; ++i) {
      for (int64_t k = 0; k < size; ++k) {
        Wide sum = 0;
        for (int64_t j = 0; j < size; ++j) {
          sum += x[static_cast<size_t>((o * size + j) * inner + i)] *
                 roots[static_cast<size_t>(j * k % size)];
        }
        y[static_cast<size_t>((o * size + k) * inner + i)] =
            is_inverse ? sum / static_cast<long double>(size) : sum;
      }
    }
  }
  return y;
}

// In memory order: parts of T; real numbers have one.
template <class T>
std::vector<T> Stored(const Lines& values, bool is_complex) {
  std::vector<T> parts;
  for (const Wide& value : values) {
    parts.push_back(static_cast<T>(value.real()));
    if (is_complex) parts.push_back(static_cast<T>(value.imag()));
  }
  return parts;
}

template <class T>
constexpr ElementType TypeOf(bool is_complex) {
  if (sizeof(T) == 4) return is_complex ? ElementType::kC64 : ElementType::kF32;
  return is_complex ? ElementType::kC128 : ElementType::kF64;
}

void RunDimension(const FftDimension& dimension, const FftTensors& tensors, std::byte* memory,
                  std::byte* workspace) {
  if (!dimension.is_long) {
    for (int64_t i = 0; i < dimension.groups(); ++i) {
      RunFftGroup(dimension, tensors, i, memory);
    }
    return;
  }
  for (int64_t line = 0; line < dimension.lines(); ++line) {
    for (int64_t stage = 0; stage < LongStageCount(dimension); ++stage) {
      const int64_t units = LongUnitCount(dimension, stage);
      // Computes both parts, which are independent.
      RunLongUnits(dimension, tensors, line, stage, units / 2, units, workspace, memory);
      RunLongUnits(dimension, tensors, line, stage, 0, units / 2, workspace, memory);
    }
  }
}

template <class T>
std::vector<T> RunFft(FftKind kind, const std::vector<T>& operand,
                      const std::vector<int64_t>& operand_shape,
                      const std::vector<int64_t>& result_shape, int64_t rank) {
  const bool reads_complex = kind != FftKind::kRealForward;
  const bool writes_complex = kind != FftKind::kRealInverse;
  FftTableCache cache;
  const FftPlan plan = PlanFft(kind, TypeOf<T>(reads_complex), operand_shape,
                               TypeOf<T>(writes_complex), result_shape, rank, cache);
  for (const auto& tables : plan.tables) {
    while (!tables->is_done()) tables->RunPiece();
  }
  size_t count = writes_complex ? 2 : 1;
  for (int64_t size : result_shape) count *= static_cast<size_t>(size);
  std::vector<T> result(count);
  std::vector<double> between(static_cast<size_t>(2 * plan.between_count));
  std::vector<double> memory(plan.scratch_bytes / 8 + 1, NAN);
  std::vector<double> workspace(plan.workspace_bytes / 8 + 1, NAN);
  const FftTensors tensors{reinterpret_cast<const std::byte*>(operand.data()),
                           reinterpret_cast<std::byte*>(result.data()),
                           reinterpret_cast<std::byte*>(between.data())};
  for (const FftDimension& dimension : plan.dimensions) {
    RunDimension(dimension, tensors, reinterpret_cast<std::byte*>(memory.data()),
                 reinterpret_cast<std::byte*>(workspace.data()));
  }
  return result;
}

// The greatest difference, in units of 2^-53 (2^-24) of the root mean square.
template <class T>
double Error(const std::vector<T>& actual, const Lines& expected, bool is_complex) {
  long double square = 0, worst = 0;
  const size_t parts = is_complex ? 2 : 1;
  REQUIRE(actual.size() == parts * expected.size());
  for (size_t i = 0; i < expected.size(); ++i) {
    square += std::norm(expected[i]);
    worst = std::max(worst, std::abs(actual[parts * i] - expected[i].real()));
    if (is_complex) worst = std::max(worst, std::abs(actual[2 * i + 1] - expected[i].imag()));
  }
  const long double mean = std::sqrt(square / static_cast<long double>(expected.size()));
  return static_cast<double>(worst / mean / (sizeof(T) == 4 ? 0x1p-24L : 0x1p-53L));
}

Lines RandomLines(size_t count, bool is_complex, uint64_t seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<float> uniform(-1, 1);
  Lines lines(count);
  for (Wide& value : lines) value = {uniform(random), is_complex ? uniform(random) : 0};
  return lines;
}

// Three random lines as the operand of a transform, and their expected results.
struct LineCase {
  FftKind kind;
  int64_t size;
  Lines operand;
  Lines expected;

  int64_t half() const { return size / 2 + 1; }
};

LineCase MakeLineCase(FftKind kind, int64_t size) {
  const bool is_inverse = kind == FftKind::kInverse || kind == FftKind::kRealInverse;
  LineCase line{kind, size, {}, {}};
  const Lines whole = RandomLines(static_cast<size_t>(3 * size), kind != FftKind::kRealForward, 7);
  Lines full = whole;
  line.operand = whole;
  if (kind == FftKind::kRealInverse) {
    line.operand.clear();
    for (int64_t row = 0; row < 3; ++row) {
      const auto at = [&](int64_t k) -> Wide& { return full[static_cast<size_t>(row * size + k)]; };
      for (int64_t k = 0; k < line.half(); ++k) line.operand.push_back(at(k));
      // The imaginary part of an element that is its own mirror image is ignored.
      at(0) = at(0).real();
      if (size % 2 == 0) at(size / 2) = at(size / 2).real();
      for (int64_t k = line.half(); k < size; ++k) at(k) = std::conj(at(size - k));
    }
  }
  const Lines all = Transform(full, 3, size, 1, is_inverse);
  for (size_t i = 0; i < all.size(); ++i) {
    const bool is_kept =
        kind != FftKind::kRealForward || static_cast<int64_t>(i) % size < line.half();
    if (is_kept) line.expected.push_back(all[i]);
  }
  return line;
}

template <class T>
double ErrorOfLine(const LineCase& line) {
  const bool reads_complex = line.kind != FftKind::kRealForward;
  const bool writes_complex = line.kind != FftKind::kRealInverse;
  const auto actual = RunFft<T>(line.kind, Stored<T>(line.operand, reads_complex),
                                {3, writes_complex ? line.size : line.half()},
                                {3, reads_complex ? line.size : line.half()}, 1);
  return Error(actual, line.expected, writes_complex);
}

// Bounds in units of 2^-53 of the root mean square, from docs/numerics.md.
double MostError(int64_t size) {
  return PlanFftLine(size, false).length == size ? 8 + std::log2(size) : 16 + std::log2(size);
}

constexpr FftKind kKinds[] = {FftKind::kForward, FftKind::kInverse, FftKind::kRealForward,
                              FftKind::kRealInverse};

void CheckLines(int64_t size) {
  for (FftKind kind : kKinds) {
    INFO("size " << size << ", kind " << static_cast<int>(kind));
    const LineCase line = MakeLineCase(kind, size);
    CHECK(ErrorOfLine<double>(line) < MostError(size));
    // One rounding, of a number up to a few times the mean.
    CHECK(ErrorOfLine<float>(line) < 4.5);
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
    for (int64_t size : {8, 30, 62, 37, 64, 97, 144, 248, 360}) {
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
    FftTables tables(std::make_shared<FftLine>(PlanFftLine(size, true)));
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
  const auto first = cache.Find(1000, true);
  CHECK(cache.Find(1000, true) == first);
  CHECK(cache.Find(1000, false) != first);
  CHECK(cache.Find(1001, true) != first);
  CHECK(cache.Find(1000, true) == first);
  // A prime is only split as a convolution.
  CHECK(cache.Find(7, true) == cache.Find(7, false));
  CHECK(cache.Find(7, true)->line()->columns == 1);
  CHECK(cache.Find(1009, true)->line()->is_split());
  // These only fit the limit if 1000 is evicted.
  const int64_t large = int64_t{1} << 23;
  CHECK(cache.Find(large, true) == cache.Find(large, true));
  const auto other = cache.Find(large, false);
  CHECK(cache.Find(large, false) == other);
  CHECK(other->bytes() + cache.Find(large, true)->bytes() > FftTableCache::kMostBytes);
  CHECK(cache.Find(1000, true) != first);
  const auto last = cache.Find(1001, true);
  cache.Clear();
  CHECK(cache.Find(1001, true) != last);
}

}  // namespace
}  // namespace paddock::simd
