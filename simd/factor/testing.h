// For tests of factorisations: matrices of complex<double>, calls, and random operands.
#ifndef PADDOCK_SIMD_FACTOR_TESTING_H_
#define PADDOCK_SIMD_FACTOR_TESTING_H_

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <complex>
#include <cstring>
#include <memory>
#include <random>
#include <vector>

#include "simd/factor/routine.h"
#include "simd/linalg/number.h"

namespace paddock::simd::testing {

using Complex = std::complex<double>;

inline constexpr ElementType kTypes[] = {ElementType::kF32, ElementType::kF64, ElementType::kC64,
                                         ElementType::kC128};

struct Shape {
  int64_t rows;
  int64_t columns;
};

// By rows.
struct Values {
  FactorValue shape;
  std::vector<std::byte> bytes;

  explicit Values(FactorValue value)
      : shape(value),
        bytes(static_cast<size_t>(value.rows * value.columns) * ByteSize(value.type)) {}

  size_t Offset(int64_t i, int64_t j) const {
    return static_cast<size_t>(i * shape.columns + j) * ByteSize(shape.type);
  }
  Complex At(int64_t i, int64_t j = 0) const {
    const Number value = LoadNumber(shape.type, bytes.data() + Offset(i, j));
    return {value.re, value.im};
  }
  void Set(int64_t i, int64_t j, Complex value) {
    StoreNumber(shape.type, {value.real(), value.imag()}, bytes.data() + Offset(i, j));
  }
  int32_t Integer(int64_t i = 0) const {
    int32_t value;
    std::memcpy(&value, bytes.data() + Offset(i, 0), sizeof(value));
    return value;
  }
};

struct Outcome {
  std::vector<Values> results;
  // The greatest work of one piece.
  int64_t longest = 0;
};

// Runs a call in slices of `slice` multiply-adds, and checks the guard after its workspace.
inline Outcome Run(Routine routine, const std::vector<Values>& operands,
                   const std::vector<FactorValue>& results, std::vector<int64_t> options,
                   int64_t slice = 1, bool is_fast = false, const Team& team = {}) {
  FactorCall call;
  call.routine = routine;
  call.is_fast = is_fast;
  FactorBuffers buffers;
  Outcome outcome;
  for (const FactorValue& value : results) outcome.results.emplace_back(value);
  for (size_t i = 0; i < operands.size(); ++i) {
    call.operands[i] = operands[i].shape;
    buffers.operands[i] = operands[i].bytes.data();
  }
  for (size_t i = 0; i < results.size(); ++i) {
    call.results[i] = results[i];
    buffers.results[i] = outcome.results[i].bytes.data();
  }
  std::ranges::copy(options, call.options.begin());
  constexpr size_t kGuard = 64;
  const size_t size = FactorWorkspaceBytes(call);
  std::vector<std::byte> memory(size + 2 * kGuard, std::byte{0xA5});
  void* at = memory.data();
  size_t space = memory.size();
  auto* const workspace = static_cast<std::byte*>(std::align(64, size, at, space));
  BeginFactor(call, buffers, workspace);
  for (bool is_done = false; !is_done;) {
    const FactorProgress progress = AdvanceFactor(workspace, slice, team);
    is_done = progress.is_done;
    outcome.longest = std::max(outcome.longest, progress.work);
  }
  REQUIRE(std::all_of(workspace + size, memory.data() + memory.size(),
                      [](std::byte byte) { return byte == std::byte{0xA5}; }));
  return outcome;
}

// Elements are sixteenths between -4 and 4.
inline Values RandomMatrix(ElementType type, int64_t rows, int64_t columns, uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto next = [&] { return static_cast<double>(static_cast<int>(random() % 129) - 64) / 16; };
  Values values({type, rows, columns});
  for (int64_t i = 0; i < rows; ++i) {
    for (int64_t j = 0; j < columns; ++j) {
      const double re = next();
      values.Set(i, j, {re, IsComplex(type) ? next() : 0});
    }
  }
  return values;
}

// Returns the sum of `a` and its conjugate transpose, with `more` added to the diagonal.
inline Values Hermitian(const Values& a, double more) {
  Values sum = a;
  for (int64_t i = 0; i < a.shape.rows; ++i) {
    for (int64_t j = 0; j < a.shape.rows; ++j) {
      sum.Set(i, j, a.At(i, j) + std::conj(a.At(j, i)) + (i == j ? more : 0));
    }
  }
  return sum;
}

// A dense matrix to compute expectations with.
struct Dense {
  int64_t rows;
  int64_t columns;
  std::vector<Complex> values;

  Dense(int64_t r, int64_t c) : rows(r), columns(c), values(static_cast<size_t>(r * c)) {}
  explicit Dense(const Values& from) : Dense(from.shape.rows, from.shape.columns) {
    for (int64_t i = 0; i < rows; ++i) {
      for (int64_t j = 0; j < columns; ++j) (*this)(i, j) = from.At(i, j);
    }
  }
  Complex& operator()(int64_t i, int64_t j) { return values[static_cast<size_t>(i * columns + j)]; }
  Complex operator()(int64_t i, int64_t j) const {
    return values[static_cast<size_t>(i * columns + j)];
  }
  Dense Adjoint() const {
    Dense adjoint(columns, rows);
    for (int64_t i = 0; i < rows; ++i) {
      for (int64_t j = 0; j < columns; ++j) adjoint(j, i) = std::conj((*this)(i, j));
    }
    return adjoint;
  }
  // Returns the elements for which `keeps` is true.
  template <class Keeps>
  Dense Part(int64_t r, int64_t c, Keeps keeps) const {
    Dense part(r, c);
    for (int64_t i = 0; i < r; ++i) {
      for (int64_t j = 0; j < c; ++j) part(i, j) = keeps(i, j) ? (*this)(i, j) : 0;
    }
    return part;
  }
  Dense Upper(int64_t r, int64_t c) const {
    return Part(r, c, [](int64_t i, int64_t j) { return i <= j; });
  }
};

inline Dense operator*(const Dense& a, const Dense& b) {
  Dense product(a.rows, b.columns);
  for (int64_t i = 0; i < a.rows; ++i) {
    for (int64_t k = 0; k < a.columns; ++k) {
      for (int64_t j = 0; j < b.columns; ++j) product(i, j) += a(i, k) * b(k, j);
    }
  }
  return product;
}

inline Dense Identity(int64_t size) {
  Dense one(size, size);
  for (int64_t i = 0; i < size; ++i) one(i, i) = 1;
  return one;
}

inline Dense Diagonal(const Values& vector) {
  Dense diagonal(vector.shape.rows, vector.shape.rows);
  for (int64_t i = 0; i < diagonal.rows; ++i) diagonal(i, i) = vector.At(i);
  return diagonal;
}

// Returns the largest difference, relative to the largest element or 1.
inline double Distance(const Dense& a, const Dense& b) {
  REQUIRE(a.rows == b.rows);
  REQUIRE(a.columns == b.columns);
  double most = 0, scale = 1;
  for (size_t i = 0; i < a.values.size(); ++i) {
    const double distance = std::abs(a.values[i] - b.values[i]);
    // A NaN counts as a large distance.
    most = distance <= most ? most : distance;
    scale = std::max(scale, std::abs(b.values[i]));
  }
  return most / scale;
}

// Bounds the sum of rounding errors of elements of the type in products of this size.
inline double Tolerance(ElementType type, int64_t size) {
  const double unit = PartType(type) == ElementType::kF32 ? 0x1p-24 : 0x1p-53;
  return unit * 8 * static_cast<double>(size + 4);
}

}  // namespace paddock::simd::testing

#endif  // PADDOCK_SIMD_FACTOR_TESTING_H_
