// Shared by the tests of transforms: the definition as an oracle, and a run of a plan.
#ifndef PADDOCK_SIMD_FFT_TESTING_H_
#define PADDOCK_SIMD_FFT_TESTING_H_

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "simd/fft/fft.h"

namespace paddock::simd::testing {

using Wide = std::complex<long double>;
using Lines = std::vector<Wide>;

// exp(-2 pi i k / n).
inline Wide Root(int64_t k, int64_t n) {
  const long double angle = -2 * 3.14159265358979323846264338327950288L *
                            static_cast<long double>(k % n) / static_cast<long double>(n);
  return {std::cos(angle), std::sin(angle)};
}

// Computes the definition along one dimension.
inline Lines Transform(const Lines& x, int64_t outer, int64_t size, int64_t inner,
                       bool is_inverse) {
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

inline void RunDimension(const FftDimension& dimension, const FftTensors& tensors,
                         std::byte* memory, std::byte* workspace) {
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
                      const std::vector<int64_t>& result_shape, int64_t rank,
                      Numerics numerics = Numerics::kPortable) {
  const bool reads_complex = kind != FftKind::kRealForward;
  const bool writes_complex = kind != FftKind::kRealInverse;
  FftTableCache cache;
  const FftPlan plan = PlanFft(kind, TypeOf<T>(reads_complex), operand_shape,
                               TypeOf<T>(writes_complex), result_shape, rank, numerics, cache);
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

inline Lines RandomLines(size_t count, bool is_complex, uint64_t seed) {
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

inline LineCase MakeLineCase(FftKind kind, int64_t size) {
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
double ErrorOfLine(const LineCase& line, Numerics numerics) {
  const bool reads_complex = line.kind != FftKind::kRealForward;
  const bool writes_complex = line.kind != FftKind::kRealInverse;
  const auto actual = RunFft<T>(line.kind, Stored<T>(line.operand, reads_complex),
                                {3, writes_complex ? line.size : line.half()},
                                {3, reads_complex ? line.size : line.half()}, 1, numerics);
  return Error(actual, line.expected, writes_complex);
}

inline constexpr FftKind kKinds[] = {FftKind::kForward, FftKind::kInverse, FftKind::kRealForward,
                                     FftKind::kRealInverse};

}  // namespace paddock::simd::testing

#endif  // PADDOCK_SIMD_FFT_TESTING_H_
