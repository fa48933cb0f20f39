// Interleaved systems have the bits of one matrix after another: all sizes and counts, whole and
// partial groups, and matrices with infinities, NaNs and zeros.
#ifndef __wasm__
#include <algorithm>
#include <bit>
#include <catch2/catch_test_macros.hpp>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "simd/linalg/cholesky.h"
#include "simd/linalg/number.h"
#include "simd/linalg/triangular_solve.h"
#include "simd/movement/testing.h"

namespace paddock::simd {
namespace {

using Bytes = std::vector<std::byte>;

// Numbers between -2 and 2; in `special` matrices some are 0, infinite or NaN.
Bytes RandomNumbers(ElementType type, int64_t count, uint64_t seed, bool is_special) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  constexpr double kSpecial[] = {0.0, -0.0, kInfinity, -kInfinity, kNaN};
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> numbers(-2, 2);
  Bytes bytes(static_cast<size_t>(count) * ByteSize(type));
  for (int64_t i = 0; i < count; ++i) {
    double value = numbers(random);
    if (is_special && random() % 4 == 0) value = kSpecial[random() % 5];
    StoreNumber(type, {value, 0}, bytes.data() + static_cast<size_t>(i) * ByteSize(type));
  }
  return bytes;
}

// Returns the codes of numbers; NaNs have one code.
std::vector<uint64_t> Codes(const Bytes& bytes, ElementType type) {
  std::vector<uint64_t> codes;
  for (size_t at = 0; at < bytes.size(); at += ByteSize(type)) {
    const double value = LoadNumber(type, bytes.data() + at).re;
    codes.push_back(value != value ? ~uint64_t{0} : std::bit_cast<uint64_t>(value));
  }
  return codes;
}

void CheckSolve(const TriangularSolve& solve, bool is_special) {
  REQUIRE(solve.is_interleaved());
  const Bytes a = RandomNumbers(solve.type, solve.batch * solve.size * solve.size, 1, is_special);
  const Bytes b = RandomNumbers(solve.type, solve.batch * solve.size * solve.other, 2, is_special);
  Bytes expected(b.size());
  // The result may lie in the place of b.
  Bytes result = b;
  std::vector<double> workspace(WorkspaceBytes(solve) / 8);
  auto* const memory = reinterpret_cast<std::byte*>(workspace.data());
  for (int64_t block = 0; block < solve.blocks(); ++block) {
    SolveRows(solve, {a.data(), b.data(), expected.data()}, block, 0, solve.size, memory);
  }
  const int64_t half = solve.batch / 2;
  SolveInterleaved(solve, {a.data(), result.data(), result.data()}, 0, half, memory);
  SolveInterleaved(solve, {a.data(), result.data(), result.data()}, half, solve.batch, memory);
  REQUIRE(Codes(result, solve.type) == Codes(expected, solve.type));
}

TEST_CASE("interleaved triangular systems have the bits of single ones", "[simd][linalg]") {
  testing::ForEachTarget([] {
    for (const ElementType type : {ElementType::kF32, ElementType::kF64}) {
      for (int flags = 0; flags < 64; ++flags) {
        for (int64_t size = 1; size <= kMostInterleaved; ++size) {
          TriangularSolve solve;
          solve.type = type;
          solve.is_left_side = (flags & 1) != 0;
          solve.is_lower = (flags & 2) != 0;
          solve.has_unit_diagonal = (flags & 4) != 0;
          solve.is_transposed = (flags & 8) != 0;
          solve.is_fast = (flags & 16) != 0;
          solve.size = size;
          solve.batch = 2 + (size + flags) % (2 * kInterleaved);
          solve.other = 1 + (size * 5 + flags) % kMostInterleaved;
          CheckSolve(solve, (flags & 32) != 0);
        }
      }
    }
  });
}

TEST_CASE("interleaved systems of every count have the bits of single ones", "[simd][linalg]") {
  for (int64_t batch = 2; batch <= 2 * kInterleaved + 1; ++batch) {
    for (int64_t size = 1; size <= 5; ++size) {
      TriangularSolve solve;
      solve.batch = batch;
      solve.size = size;
      solve.other = 3;
      CheckSolve(solve, false);
    }
  }
}

// Every third matrix is not positive definite.
Bytes Symmetric(const Cholesky& cholesky, bool is_special) {
  const int64_t n = cholesky.size;
  Bytes a = RandomNumbers(cholesky.type, cholesky.batch * n * n, 3, is_special);
  for (int64_t matrix = 0; matrix < cholesky.batch; ++matrix) {
    for (int64_t i = 0; i < n; ++i) {
      const auto at = static_cast<size_t>((matrix * n + i) * n + i) * ByteSize(cholesky.type);
      const double more = matrix % 3 == 2 ? 0.5 : 2.0 * static_cast<double>(n) + 3;
      StoreNumber(cholesky.type, {more, 0}, a.data() + at);
    }
  }
  return a;
}

TEST_CASE("interleaved Cholesky factors have the bits of single ones", "[simd][linalg]") {
  testing::ForEachTarget([] {
    for (const ElementType type : {ElementType::kF32, ElementType::kF64}) {
      for (int64_t size = 1; size <= kMostInterleaved; ++size) {
        for (int64_t batch = 2; batch <= 2 * kInterleaved + 1; ++batch) {
          const Cholesky cholesky{type, batch % 2 == 0, batch, size};
          REQUIRE(cholesky.is_interleaved());
          const Bytes a = Symmetric(cholesky, batch % 5 == 0);
          Bytes expected(a.size()), result(a.size());
          std::vector<double> workspace(WorkspaceBytes(cholesky) / 8);
          auto* const memory = reinterpret_cast<std::byte*>(workspace.data());
          for (int64_t i = 0; i < batch; ++i) {
            FactorRows(cholesky, a.data(), expected.data(), i, 0, 2 * size, memory);
          }
          FactorInterleaved(cholesky, a.data(), result.data(), 0, batch / 2, memory);
          FactorInterleaved(cholesky, a.data(), result.data(), batch / 2, batch, memory);
          REQUIRE(Codes(result, type) == Codes(expected, type));
        }
      }
    }
  });
}

}  // namespace
}  // namespace paddock::simd
#endif  // __wasm__
