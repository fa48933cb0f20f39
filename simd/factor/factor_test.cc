// Factorisations multiply out to their matrices, for all types and around the sizes of panels.
// Other properties that LAPACK specifies hold too.
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>
#include <cmath>

#include "simd/factor/testing.h"

namespace paddock::simd {
namespace {

using Catch::Generators::from_range;
using testing::Dense;
using testing::Diagonal;
using testing::Distance;
using testing::Hermitian;
using testing::Identity;
using testing::kTypes;
using testing::Outcome;
using testing::RandomMatrix;
using testing::Run;
using testing::Shape;
using testing::Tolerance;
using testing::Values;

constexpr ElementType kI32 = ElementType::kI32;

ElementType ComplexOf(ElementType type) {
  return PartType(type) == ElementType::kF32 ? ElementType::kC64 : ElementType::kC128;
}

constexpr Shape kShapes[] = {{0, 0},   {1, 1},   {2, 2},   {3, 5},  {5, 3},  {31, 33}, {33, 31},
                             {64, 64}, {70, 40}, {40, 70}, {65, 1}, {1, 65}, {90, 2}};
constexpr int64_t kSizes[] = {0, 1, 2, 3, 7, 31, 32, 33, 65};

TEST_CASE("potrf multiplied out is the matrix") {
  const ElementType type = GENERATE(from_range(kTypes));
  const int64_t n = GENERATE(from_range(kSizes));
  const Values a = Hermitian(RandomMatrix(type, n, n, 1), 16.0 * static_cast<double>(n));
  const bool is_fast = GENERATE(false, true);
  for (const char uplo : {'L', 'U'}) {
    const Outcome outcome = Run(Routine::kPotrf, {a}, {a.shape, {kI32}}, {uplo}, 1, is_fast);
    CHECK(outcome.results[1].Integer() == 0);
    const Dense factor(outcome.results[0]);
    const Dense u = (uplo == 'U' ? factor : factor.Adjoint()).Upper(n, n);
    CHECK(Distance(u.Adjoint() * u, Dense(a)) < Tolerance(type, n));
  }
}

TEST_CASE("getrf multiplied out is the matrix with its rows swapped") {
  const ElementType type = GENERATE(from_range(kTypes));
  const auto [m, n] = GENERATE(from_range(kShapes));
  const int64_t k = std::min(m, n);
  const Values a = RandomMatrix(type, m, n, 2);
  const bool is_fast = GENERATE(false, true);
  const Outcome outcome = Run(Routine::kGetrf, {a}, {a.shape, {kI32, k}, {kI32}}, {}, 1, is_fast);
  const Dense lu(outcome.results[0]);
  Dense l = lu.Part(m, k, [](int64_t i, int64_t j) { return i > j; });
  for (int64_t i = 0; i < k; ++i) l(i, i) = 1;
  Dense swapped(a);
  for (int64_t i = 0; i < k; ++i) {
    const int64_t pivot = outcome.results[1].Integer(i) - 1;
    for (int64_t j = 0; j < n; ++j) std::swap(swapped(i, j), swapped(pivot, j));
  }
  CHECK(Distance(l * lu.Upper(k, n), swapped) < Tolerance(type, k));
  CHECK(outcome.results[2].Integer() == 0);
}

TEST_CASE("geqrf and orgqr multiplied out are the matrix, ormqr multiplies with the same Q") {
  const ElementType type = GENERATE(from_range(kTypes));
  const auto [m, n] = GENERATE(from_range(kShapes));
  const bool is_fast = GENERATE(false, true);
  const int64_t k = std::min(m, n);
  const Values a = RandomMatrix(type, m, n, 3);
  const std::vector<Values> factors =
      Run(Routine::kGeqrf, {a}, {a.shape, {type, k}}, {}, 1, is_fast).results;
  Values whole({type, m, m});
  for (int64_t i = 0; i < m; ++i) {
    for (int64_t j = 0; j < k; ++j) whole.Set(i, j, factors[0].At(i, j));
  }
  const Dense q(
      Run(Routine::kOrgqr, {whole, factors[1]}, {whole.shape}, {}, 1, is_fast).results[0]);
  CHECK(Distance(q.Adjoint() * q, Identity(m)) < Tolerance(type, m));
  CHECK(Distance(q * Dense(factors[0]).Upper(m, n), Dense(a)) < Tolerance(type, m));
  Values reflectors({type, m, k});
  for (int64_t i = 0; i < m; ++i) {
    for (int64_t j = 0; j < k; ++j) reflectors.Set(i, j, factors[0].At(i, j));
  }
  for (const bool is_left : {true, false}) {
    for (const bool is_adjoint : {true, false}) {
      const Values c = is_left ? RandomMatrix(type, m, 3, 4) : RandomMatrix(type, 3, m, 4);
      const Dense product(Run(Routine::kOrmqr, {reflectors, factors[1], c}, {c.shape},
                              {is_left, is_adjoint}, 1, is_fast)
                              .results[0]);
      const Dense op = is_adjoint ? q.Adjoint() : q;
      const Dense expected = is_left ? op * Dense(c) : Dense(c) * op;
      CHECK(Distance(product, expected) < Tolerance(type, m));
      // The columns behind the first k are not read.
      const Dense of_wide(Run(Routine::kOrmqr, {factors[0], factors[1], c}, {c.shape},
                              {is_left, is_adjoint}, 1, is_fast)
                              .results[0]);
      CHECK(Distance(of_wide, product) == 0);
    }
  }
}

TEST_CASE("geqp3 multiplied out is the matrix with its columns swapped, R's diagonal falls") {
  const ElementType type = GENERATE(from_range(kTypes));
  const auto [m, n] = GENERATE(from_range(kShapes));
  const int64_t k = std::min(m, n);
  const Values a = RandomMatrix(type, m, n, 5);
  const std::vector<Values> factors =
      Run(Routine::kGeqp3, {a, Values({kI32, n})}, {a.shape, {kI32, n}, {type, k}}, {}).results;
  Values reflectors({type, m, k});
  for (int64_t i = 0; i < m; ++i) {
    for (int64_t j = 0; j < k; ++j) reflectors.Set(i, j, factors[0].At(i, j));
  }
  const Dense q(Run(Routine::kOrgqr, {reflectors, factors[2]}, {reflectors.shape}, {}).results[0]);
  Dense swapped(m, n);
  for (int64_t j = 0; j < n; ++j) {
    for (int64_t i = 0; i < m; ++i) swapped(i, j) = a.At(i, factors[1].Integer(j) - 1);
  }
  CHECK(Distance(q * Dense(factors[0]).Upper(k, n), swapped) < Tolerance(type, m));
  for (int64_t i = 1; i < k; ++i) {
    CHECK(std::abs(factors[0].At(i, i)) <=
          std::abs(factors[0].At(i - 1, i - 1)) * (1 + Tolerance(type, m)));
  }
}

TEST_CASE("syevd multiplied out is the matrix, eigenvalues rise") {
  const ElementType type = GENERATE(from_range(kTypes));
  const int64_t n = GENERATE(from_range(kSizes));
  const Values a = Hermitian(RandomMatrix(type, n, n, 6), 0);
  const FactorValue values{PartType(type), n};
  for (const char uplo : {'L', 'U'}) {
    const std::vector<Values> results =
        Run(Routine::kSyevd, {a}, {a.shape, values, {kI32}}, {'V', uplo}).results;
    const Dense v(results[0]);
    CHECK(Distance(v * Diagonal(results[1]) * v.Adjoint(), Dense(a)) < Tolerance(type, n));
    CHECK(Distance(v.Adjoint() * v, Identity(n)) < Tolerance(type, n));
    for (int64_t i = 1; i < n; ++i) {
      CHECK(results[1].At(i - 1).real() <= results[1].At(i).real());
    }
    const std::vector<Values> alone =
        Run(Routine::kSyevd, {a}, {a.shape, values, {kI32}}, {'N', uplo}).results;
    CHECK(alone[1].bytes == results[1].bytes);
  }
}

// Those with many rows, around a chunk of TallFirst too.
constexpr Shape kSvdShapes[] = {{0, 0},   {1, 1},   {2, 2},   {3, 5},   {5, 3},  {31, 33},
                                {33, 31}, {64, 64}, {70, 40}, {40, 70}, {65, 1}, {1, 65},
                                {90, 2},  {130, 7}, {7, 130}, {1300, 3}};

TEST_CASE("gesdd multiplied out is the matrix, singular values fall") {
  const ElementType type = GENERATE(from_range(kTypes));
  const auto [m, n] = GENERATE(from_range(kSvdShapes));
  const bool is_fast = GENERATE(false, true);
  const int64_t k = std::min(m, n);
  const Values a = RandomMatrix(type, m, n, 7);
  for (const char mode : {'A', 'S'}) {
    if (mode == 'A' && m > 1000) continue;
    const int64_t p = mode == 'A' ? m : k, q = mode == 'A' ? n : k;
    const std::vector<Values> results =
        Run(Routine::kGesdd, {a},
            {a.shape, {PartType(type), k}, {type, m, p}, {type, q, n}, {kI32}}, {mode}, 1, is_fast)
            .results;
    const Dense u(results[2]), vt(results[3]);
    CHECK(Distance(u.Adjoint() * u, Identity(p)) < Tolerance(type, m));
    CHECK(Distance(vt * vt.Adjoint(), Identity(q)) < Tolerance(type, n));
    const auto all = [](int64_t, int64_t) { return true; };
    const Dense product = u.Part(m, k, all) * Diagonal(results[1]) * vt.Part(k, n, all);
    CHECK(Distance(product, Dense(a)) < Tolerance(type, m + n));
    for (int64_t i = 0; i < k; ++i) {
      CHECK(results[1].At(i).real() >= (i + 1 < k ? results[1].At(i + 1).real() : 0));
    }
    CHECK(results[4].Integer() == 0);
  }
}

TEST_CASE("geev's vectors are eigenvectors from both sides, of length 1") {
  const ElementType type = GENERATE(from_range(kTypes));
  const int64_t n = GENERATE(from_range(kSizes));
  const Values a = RandomMatrix(type, n, n, 8);
  const FactorValue values{type, n}, vectors{ComplexOf(type), n, n};
  std::vector<FactorValue> shapes{values, vectors, vectors, {kI32}};
  if (!IsComplex(type)) shapes.insert(shapes.begin(), values);
  const std::vector<Values> results = Run(Routine::kGeev, {a}, shapes, {'V', 'V'}).results;
  Dense w(n, n);
  for (int64_t i = 0; i < n; ++i) {
    w(i, i) = results[0].At(i);
    if (!IsComplex(type)) w(i, i) += testing::Complex(0, results[1].At(i).real());
  }
  const Dense left(results[shapes.size() - 3]), right(results[shapes.size() - 2]);
  const double bound = 4 * Tolerance(type, n) * static_cast<double>(n + 1);
  CHECK(Distance(Dense(a) * right, right * w) < bound);
  CHECK(Distance(left.Adjoint() * Dense(a), w * left.Adjoint()) < bound);
  for (int64_t j = 0; j < n; ++j) {
    double square = 0;
    for (int64_t i = 0; i < n; ++i) square += std::norm(right(i, j));
    CHECK(std::abs(square - 1) < Tolerance(type, n));
  }
}

TEST_CASE("gees multiplied out is the matrix, T has blocks for complex pairs at most") {
  const ElementType type = GENERATE(from_range(kTypes));
  const int64_t n = GENERATE(from_range(kSizes));
  const Values a = RandomMatrix(type, n, n, 9);
  const FactorValue values{type, n};
  std::vector<FactorValue> shapes{a.shape, a.shape, values, {kI32}, {kI32}};
  if (!IsComplex(type)) shapes.insert(shapes.begin() + 2, values);
  const std::vector<Values> results = Run(Routine::kGees, {a}, shapes, {'V', 'N'}).results;
  const Dense t(results[0]), z(results[1]);
  CHECK(Distance(z * t * z.Adjoint(), Dense(a)) < 4 * Tolerance(type, n));
  CHECK(Distance(z.Adjoint() * z, Identity(n)) < 4 * Tolerance(type, n));
  for (int64_t i = 0; i < n; ++i) {
    for (int64_t j = 0; j + 1 < i; ++j) CHECK(t(i, j) == 0.0);
    if (i > 0 && t(i, i - 1) != 0.0) {
      CHECK(!IsComplex(type));
      CHECK(t(i, i) == t(i - 1, i - 1));
    }
  }
}

TEST_CASE("gehrd and sytrd are similar to their matrices") {
  const ElementType type = GENERATE(from_range(kTypes));
  const int64_t n = GENERATE(1, 2, 3, 7, 33);
  const FactorValue tau{type, n - 1}, real{PartType(type), n};
  // Q is 1 and, after it, the result of orgqr on the reflectors below the subdiagonal.
  const auto q_of = [&](const Values& reflectors, const Values& factors) {
    Values below({type, n - 1, n - 1});
    for (int64_t i = 1; i < n; ++i) {
      for (int64_t j = 0; j + 1 < n; ++j) below.Set(i - 1, j, reflectors.At(i, j));
    }
    const Values part = Run(Routine::kOrgqr, {below, factors}, {below.shape}, {}).results[0];
    Dense q(n, n);
    q(0, 0) = 1;
    for (int64_t i = 1; i < n; ++i) {
      for (int64_t j = 1; j < n; ++j) q(i, j) = part.At(i - 1, j - 1);
    }
    return q;
  };
  const Values a = RandomMatrix(type, n, n, 10);
  const std::vector<Values> h = Run(Routine::kGehrd, {a}, {a.shape, tau, {kI32}}, {1, n}).results;
  const Dense qh = q_of(h[0], h[1]);
  const Dense hessenberg = Dense(h[0]).Part(n, n, [](int64_t i, int64_t j) { return i <= j + 1; });
  CHECK(Distance(qh * hessenberg * qh.Adjoint(), Dense(a)) < Tolerance(type, n));

  const Values b = Hermitian(a, 0);
  const std::vector<Values> t =
      Run(Routine::kSytrd, {b}, {b.shape, real, {PartType(type), n - 1}, tau, {kI32}}, {'L'})
          .results;
  const Dense qt = q_of(t[0], t[3]);
  Dense tridiagonal = Diagonal(t[1]);
  for (int64_t i = 0; i + 1 < n; ++i) tridiagonal(i, i + 1) = tridiagonal(i + 1, i) = t[2].At(i);
  CHECK(Distance(qt * tridiagonal * qt.Adjoint(), Dense(b)) < Tolerance(type, n));
}

TEST_CASE("gesdd of columns that are zero, tiny or equal has exact values") {
  const bool is_fast = GENERATE(false, true);
  const double tiny = GENERATE(0.0, 0x1p-300, 0x1p-520);
  Values a({ElementType::kF64, 200, 4});
  for (int64_t i = 0; i < 200; ++i) {
    a.Set(i, 0, 2);
    a.Set(i, 1, 2);
    a.Set(i, 3, i % 2 == 0 ? tiny : -tiny);
  }
  const std::vector<Values> results =
      Run(Routine::kGesdd, {a},
          {a.shape, {ElementType::kF64, 4}, a.shape, {ElementType::kF64, 4, 4}, {kI32}}, {'S'}, 1,
          is_fast)
          .results;
  CHECK(std::abs(results[1].At(0).real() - 40) < 1e-12);
  for (int64_t i = 1; i < 4; ++i) CHECK(std::abs(results[1].At(i).real()) < 1e-12);
  const Dense u(results[2]), vt(results[3]);
  CHECK(Distance(u.Adjoint() * u, Identity(4)) < Tolerance(ElementType::kF64, 200));
  CHECK(Distance(u * Diagonal(results[1]) * vt, Dense(a)) < Tolerance(ElementType::kF64, 200));
}

TEST_CASE("potrf and getrf report the row at which they stop") {
  const ElementType type = GENERATE(from_range(kTypes));
  const bool is_fast = GENERATE(false, true);
  const int64_t n = GENERATE(3, 17, 40, 70), stop = n - 2;
  Values a({type, n, n});
  for (int64_t i = 0; i < n; ++i) a.Set(i, i, i == stop ? -1 : 4);
  for (const char uplo : {'L', 'U'}) {
    const std::vector<Values> results =
        Run(Routine::kPotrf, {a}, {a.shape, {kI32}}, {uplo}, 1, is_fast).results;
    CHECK(results[1].Integer() == stop + 1);
    for (int64_t i = 0; i < stop; ++i) CHECK(results[0].At(i, i) == 2.0);
  }
  a.Set(stop, stop, 0);
  const std::vector<Values> lu =
      Run(Routine::kGetrf, {a}, {a.shape, {kI32, n}, {kI32}}, {}, 1, is_fast).results;
  CHECK(lu[2].Integer() == stop + 1);
  CHECK(lu[0].bytes == a.bytes);
}

TEST_CASE("very large and very small matrices have accurate values") {
  for (const double scale : {0x1p+1000, 0x1p-1000}) {
    Values a({ElementType::kF64, 2, 2});
    a.Set(0, 0, 3 * scale);
    a.Set(1, 1, -4 * scale);
    const FactorValue values{ElementType::kF64, 2};
    const std::vector<Values> eigen =
        Run(Routine::kSyevd, {a}, {a.shape, values, {kI32}}, {'V', 'L'}).results;
    CHECK(eigen[1].At(0).real() == -4 * scale);
    CHECK(eigen[1].At(1).real() == 3 * scale);
    const std::vector<Values> svd =
        Run(Routine::kGesdd, {a}, {a.shape, values, a.shape, a.shape, {kI32}}, {'S'}).results;
    CHECK(svd[1].At(0).real() == 4 * scale);
    CHECK(svd[1].At(1).real() == 3 * scale);
  }
}

}  // namespace
}  // namespace paddock::simd
