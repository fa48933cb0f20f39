#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <complex>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "simd/linalg/cholesky.h"
#include "simd/linalg/triangular_solve.h"
#include "simd/movement/testing.h"

namespace paddock::simd {
namespace {

using C = std::complex<double>;
using Matrix = std::vector<C>;

std::vector<std::byte> Stored(const Matrix& matrix, ElementType type) {
  std::vector<std::byte> bytes(matrix.size() * ByteSize(type));
  for (size_t i = 0; i < matrix.size(); ++i) {
    const C value = matrix[i];
    const double parts[] = {value.real(), value.imag()};
    const float narrow[] = {static_cast<float>(value.real()), static_cast<float>(value.imag())};
    const bool is_wide = PartType(type) == ElementType::kF64;
    std::memcpy(bytes.data() + i * ByteSize(type),
                is_wide ? static_cast<const void*>(parts) : narrow, ByteSize(type));
  }
  return bytes;
}

Matrix Loaded(const std::vector<std::byte>& bytes, ElementType type) {
  Matrix matrix(bytes.size() / ByteSize(type));
  for (size_t i = 0; i < matrix.size(); ++i) {
    double parts[2] = {};
    float narrow[2] = {};
    const bool is_wide = PartType(type) == ElementType::kF64;
    std::memcpy(is_wide ? static_cast<void*>(parts) : narrow, bytes.data() + i * ByteSize(type),
                ByteSize(type));
    matrix[i] = is_wide ? C(parts[0], parts[1]) : C(narrow[0], narrow[1]);
  }
  return matrix;
}

class RandomMatrix {
 public:
  explicit RandomMatrix(ElementType type) : is_complex_(IsComplex(type)) {}
  C Next() {
    // Sums of products of such numbers are exact in f32 too.
    const auto number = [&] { return static_cast<double>(static_cast<int>(random_() % 9)) - 4; };
    const double re = number();
    return {re, is_complex_ ? number() : 0};
  }
  Matrix Of(int64_t count) {
    Matrix matrix(static_cast<size_t>(count));
    for (C& value : matrix) value = Next();
    return matrix;
  }

 private:
  std::mt19937_64 random_{17};
  bool is_complex_;
};

// Returns the element of op(a).
C At(const TriangularSolve& solve, const Matrix& a, int64_t batch, int64_t i, int64_t k) {
  if (solve.is_transposed) std::swap(i, k);
  if (i == k && solve.has_unit_diagonal) return 1;
  if (i != k && (i > k) != solve.is_lower) return 0;
  const C value = a[static_cast<size_t>((batch * solve.size + i) * solve.size + k)];
  return solve.is_conjugated ? std::conj(value) : value;
}

// b = op(a) * x, or x * op(a).
Matrix Product(const TriangularSolve& solve, const Matrix& a, const Matrix& x) {
  Matrix b(x.size());
  const int64_t n = solve.size, m = solve.other;
  for (int64_t batch = 0; batch < solve.batch; ++batch) {
    for (int64_t i = 0; i < n; ++i) {
      for (int64_t c = 0; c < m; ++c) {
        C sum = 0;
        const auto place = [&](int64_t row) {
          const int64_t inner = solve.is_left_side ? row * m + c : c * n + row;
          return static_cast<size_t>(batch * n * m + inner);
        };
        for (int64_t k = 0; k < n; ++k) {
          sum += x[place(k)] *
                 (solve.is_left_side ? At(solve, a, batch, i, k) : At(solve, a, batch, k, i));
        }
        b[place(i)] = sum;
      }
    }
  }
  return b;
}

// Multiplies and then solves. Whole numbers are recovered exactly if the diagonal consists of
// powers of two.
void CheckSolve(TriangularSolve solve) {
  RandomMatrix random(solve.type);
  Matrix a = random.Of(solve.batch * solve.size * solve.size);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (int64_t batch = 0; batch < solve.batch; ++batch) {
    for (int64_t i = 0; i < solve.size; ++i) {
      for (int64_t k = 0; k < solve.size; ++k) {
        C& value = a[static_cast<size_t>((batch * solve.size + i) * solve.size + k)];
        if (i == k) value = solve.has_unit_diagonal ? nan : i % 2 == 0 ? 2.0 : -1.0;
        // Elements that are not read. Those far from the diagonal are zero, so that numbers stay
        // small.
        if (i != k && (i > k) != solve.is_lower) value = nan;
        if (std::abs(i - k) > 2 && (i > k) == solve.is_lower) value = 0;
      }
    }
  }
  const Matrix x = random.Of(solve.batch * solve.size * solve.other);
  const Matrix b = Product(solve, a, x);
  const auto a_bytes = Stored(a, solve.type), b_bytes = Stored(b, solve.type);
  std::vector<std::byte> result(b_bytes.size());
  std::vector<double> workspace(WorkspaceBytes(solve) / 8 + 1, nan);
  for (int64_t block = 0; block < solve.blocks(); ++block) {
    auto* memory = reinterpret_cast<std::byte*>(workspace.data());
    const SolveTensors tensors{a_bytes.data(), b_bytes.data(), result.data()};
    SolveRows(solve, tensors, block, 0, solve.size / 2, memory);
    SolveRows(solve, tensors, block, solve.size / 2, solve.size, memory);
  }
  REQUIRE(Loaded(result, solve.type) == x);
}

TEST_CASE("solving recovers the solution from its product", "[simd][linalg]") {
  testing::ForEachTarget([] {
    for (ElementType type :
         {ElementType::kF32, ElementType::kF64, ElementType::kC64, ElementType::kC128}) {
      for (int flags = 0; flags < 64; ++flags) {
        for (auto [size, other] :
             {std::pair<int64_t, int64_t>{1, 1}, {2, 5}, {7, 65}, {9, 131}, {37, 3}}) {
          TriangularSolve solve;
          solve.type = type;
          solve.is_left_side = (flags & 1) != 0;
          solve.is_lower = (flags & 2) != 0;
          solve.has_unit_diagonal = (flags & 4) != 0;
          solve.is_transposed = (flags & 8) != 0;
          solve.is_conjugated = solve.is_transposed && (flags & 16) != 0;
          solve.is_fast = (flags & 32) != 0;
          solve.batch = 2;
          solve.size = size;
          solve.other = other;
          CheckSolve(solve);
        }
      }
    }
  });
}

std::vector<std::byte> SolveInPieces(const TriangularSolve& solve, const Matrix& a, const Matrix& b,
                                     int64_t piece) {
  const auto a_bytes = Stored(a, solve.type), b_bytes = Stored(b, solve.type);
  std::vector<std::byte> result(b_bytes.size());
  std::vector<double> workspace(WorkspaceBytes(solve) / 8 + 1);
  for (int64_t begin = 0; begin < solve.size; begin += piece) {
    SolveRows(solve, {a_bytes.data(), b_bytes.data(), result.data()}, 0, begin,
              std::min(begin + piece, solve.size), reinterpret_cast<std::byte*>(workspace.data()));
  }
  return result;
}

// One right-hand side of a small system is solved without workspace if it is solved at once.
TEST_CASE("the division of the work does not change a solution", "[simd][linalg]") {
  testing::ForEachTarget([] {
    std::mt19937_64 random(5);
    std::uniform_real_distribution<double> numbers(0.1, 1);
    for (const auto& [size, other] : {std::pair<int64_t, int64_t>{45, 3},
                                      {1, 1},
                                      {15, 1},
                                      {16, 1},
                                      {17, 1},
                                      {64, 1},
                                      {65, 1}}) {
      TriangularSolve solve;
      solve.size = size;
      solve.other = other;
      Matrix a(static_cast<size_t>(size * size)), b(static_cast<size_t>(size * other));
      for (C& value : a) value = numbers(random);
      for (C& value : b) value = numbers(random);
      for (int flags = 0; flags < 64; ++flags) {
        solve.is_lower = (flags & 1) != 0;
        solve.is_fast = (flags & 2) != 0;
        solve.type = (flags & 4) != 0 ? ElementType::kF32 : ElementType::kF64;
        solve.is_transposed = (flags & 8) != 0;
        solve.is_left_side = (flags & 16) != 0;
        solve.has_unit_diagonal = (flags & 32) != 0;
        const std::vector<std::byte> whole = SolveInPieces(solve, a, b, solve.size);
        for (const int64_t piece : {1, 7, 16, 20}) {
          REQUIRE(SolveInPieces(solve, a, b, piece) == whole);
        }
      }
    }
  });
}

// u of whole numbers with a positive diagonal, from conj(transpose(u)) * u.
void CheckCholesky(Cholesky cholesky) {
  RandomMatrix random(cholesky.type);
  const int64_t n = cholesky.size;
  const auto count = static_cast<size_t>(cholesky.batch * n * n);
  Matrix a(count), expected(count);
  for (int64_t batch = 0; batch < cholesky.batch; ++batch) {
    const auto place = [&](int64_t i, int64_t k) {
      return static_cast<size_t>((batch * n + i) * n + k);
    };
    Matrix u(static_cast<size_t>(n * n));
    const auto at = [&](int64_t i, int64_t k) -> C& { return u[static_cast<size_t>(i * n + k)]; };
    for (int64_t i = 0; i < n; ++i) {
      for (int64_t k = i; k < n; ++k)
        at(i, k) = k == i ? C(1.0 + static_cast<double>(i % 3)) : random.Next();
    }
    for (int64_t i = 0; i < n; ++i) {
      for (int64_t k = 0; k < n; ++k) {
        const bool is_named = cholesky.is_lower ? i >= k : i <= k;
        C sum = 0;
        for (int64_t j = 0; j < n; ++j) sum += std::conj(at(j, i)) * at(j, k);
        a[place(i, k)] = is_named ? sum : C(std::numeric_limits<double>::quiet_NaN());
        expected[place(i, k)] = !is_named           ? C(0)
                                : cholesky.is_lower ? std::conj(at(k, i))
                                                    : at(i, k);
      }
    }
  }
  const auto bytes = Stored(a, cholesky.type);
  std::vector<std::byte> result(bytes.size());
  std::vector<double> workspace(WorkspaceBytes(cholesky) / 8 + 1, NAN);
  for (int64_t matrix = 0; matrix < cholesky.batch; ++matrix) {
    for (int64_t piece = 0; piece < 2 * n; ++piece) {
      FactorRows(cholesky, bytes.data(), result.data(), matrix, piece, piece + 1,
                 reinterpret_cast<std::byte*>(workspace.data()));
    }
  }
  REQUIRE(Loaded(result, cholesky.type) == expected);
}

TEST_CASE("factoring recovers the factor from its product", "[simd][linalg]") {
  testing::ForEachTarget([] {
    for (ElementType type :
         {ElementType::kF32, ElementType::kF64, ElementType::kC64, ElementType::kC128}) {
      for (int64_t size : {1, 2, 3, 8, 33}) {
        CheckCholesky({type, true, 2, size});
        CheckCholesky({type, false, 3, size});
      }
    }
  });
}

TEST_CASE("complex quotients survive large and small divisors", "[simd][linalg]") {
  for (double scale : {0x1p-1060, 0x1p-500, 1.0, 0x1p1020}) {
    TriangularSolve solve;
    solve.type = ElementType::kC128;
    solve.size = solve.other = 1;
    const auto a = Stored({C(3 * scale, 4 * scale)}, solve.type);
    const auto b = Stored({C(-1 * scale, 7 * scale)}, solve.type);
    std::vector<std::byte> result(16);
    std::vector<double> workspace(WorkspaceBytes(solve) / 8 + 1);
    SolveRows(solve, {a.data(), b.data(), result.data()}, 0, 0, 1,
              reinterpret_cast<std::byte*>(workspace.data()));
    CHECK(Loaded(result, solve.type) == Matrix{C(1, 1)});
  }
}

}  // namespace
}  // namespace paddock::simd
