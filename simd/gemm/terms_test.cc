// The terms of a product, computed one by one, have the bits of the plan's kernel.
#include "simd/gemm/terms.h"

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

#include "hwy/highway.h"
#include "simd/gemm/gemm.h"

namespace paddock::simd {
namespace {

// rows x k times k x columns, or with rhs transposed, of numbers whose products round.
template <class T>
struct TermCase {
  TermCase(Numerics numerics, int64_t m, int64_t n, int64_t k, bool is_transposed)
      : lhs(static_cast<size_t>(m * k)), rhs(static_cast<size_t>(k * n)) {
    const bool is_single = sizeof(T) == 4;
    problem.lhs_type = problem.rhs_type = problem.result_type =
        std::is_integral_v<T> ? (is_single ? ElementType::kI32 : ElementType::kI64)
                              : (is_single ? ElementType::kF32 : ElementType::kF64);
    problem.numerics = numerics;
    problem.m = {{m, k, 0}};
    problem.n = {{n, 0, is_transposed ? k : 1}};
    problem.k = {{k, 1, is_transposed ? 1 : n}};
    for (size_t i = 0; i < lhs.size(); ++i) lhs[i] = Number(i * 17 + 3);
    for (size_t i = 0; i < rhs.size(); ++i) rhs[i] = Number(i * 29 + 5);
  }

  static T Number(size_t i) { return (static_cast<T>(i % 31) - 15) / 7; }

  std::vector<T> ByKernel(const GemmPlan& plan) const {
    std::vector<T> result(static_cast<size_t>(plan.m * plan.n));
    std::vector<std::byte> memory(WorkspaceBytes(plan) + kGemmWorkspaceAlignment);
    const auto address = reinterpret_cast<uintptr_t>(memory.data());
    std::byte* const workspace = memory.data() + (-address % kGemmWorkspaceAlignment);
    GemmPosition position;
    int64_t budget = CountedWorkOf(plan);
    REQUIRE(RunGemm(plan, {lhs.data(), rhs.data(), result.data()}, workspace, position, budget));
    CHECK(budget == 0);
    return result;
  }

  std::vector<T> ByTerms(const GemmPlan& plan, const std::vector<GemmTerm>& terms, bool fuses) {
    std::vector<T> sums(static_cast<size_t>(plan.m * plan.n) + kMost, T{7});
    for (const GemmTerm& term : terms) {
      T& sum = sums[static_cast<size_t>(term.sum)];
      switch (term.kind) {
        case GemmTerm::Kind::kStart:
        case GemmTerm::Kind::kMultiplyAdd: {
          const T before = term.kind == GemmTerm::Kind::kStart ? T{0} : sum;
          const T a = lhs[static_cast<size_t>(term.lhs)], b = rhs[static_cast<size_t>(term.rhs)];
          const volatile T product = a * b;
          if constexpr (std::is_floating_point_v<T>) {
            sum = fuses ? std::fma(a, b, before) : before + product;
          }
          break;
        }
        case GemmTerm::Kind::kMultiply:
          sum = lhs[static_cast<size_t>(term.lhs)] * rhs[static_cast<size_t>(term.rhs)];
          break;
        case GemmTerm::Kind::kAdd:
          sum = sums[static_cast<size_t>(term.lhs)] + sums[static_cast<size_t>(term.rhs)];
          break;
        case GemmTerm::Kind::kAddZero:
          sum += T{0};
          break;
      }
    }
    sums.resize(static_cast<size_t>(plan.m * plan.n));
    return sums;
  }

  static constexpr size_t kMost = 160;
  GemmProblem problem;
  std::vector<T> lhs, rhs;
};

template <class T>
void CheckTerms(Numerics numerics, int64_t m, int64_t n, int64_t k, bool is_transposed,
                bool is_of_pieces) {
  TermCase<T> one(numerics, m, n, k, is_transposed);
  const auto plan = PlanGemm(one.problem);
  REQUIRE(plan);
  const auto terms =
      TermsOf(*plan, {TermCase<T>::kMost, TermCase<T>::kMost, is_of_pieces ? 16 : 0});
  if (terms.empty()) return;
  const std::vector<T> expected = one.ByKernel(*plan);
  // A target without fused multiply-adds rounds products in both numerics.
  const std::vector<T> fused = one.ByTerms(*plan, terms, true);
  const std::vector<T> rounded = one.ByTerms(*plan, terms, false);
  const auto is_same = [&](const std::vector<T>& found) {
    return std::memcmp(found.data(), expected.data(), expected.size() * sizeof(T)) == 0;
  };
  INFO(m << " x " << n << " x " << k << " transposed " << is_transposed);
  CHECK((is_same(rounded) || (numerics == Numerics::kFast && is_same(fused))));
}

TEST_CASE("the terms of small products have the bits of their kernels") {
  for (const Numerics numerics : {Numerics::kPortable, Numerics::kFast}) {
    for (int64_t m = 1; m <= 5; ++m) {
      for (int64_t n = 1; n <= 5; ++n) {
        for (int64_t k = 1; k <= 37; ++k) {
          for (const bool is_transposed : {false, true}) {
            for (const bool is_of_pieces : {false, true}) {
              CheckTerms<float>(numerics, m, n, k, is_transposed, is_of_pieces);
              CheckTerms<double>(numerics, m, n, k, is_transposed, is_of_pieces);
              CheckTerms<int32_t>(numerics, m, n, k, is_transposed, is_of_pieces);
              CheckTerms<int64_t>(numerics, m, n, k, is_transposed, is_of_pieces);
            }
          }
        }
      }
    }
  }
}

TEST_CASE("products that are large or of narrow elements have no terms") {
  const auto count = [](int64_t m, int64_t n, int64_t k, ElementType type) {
    GemmProblem problem;
    problem.lhs_type = problem.rhs_type = problem.result_type = type;
    problem.m = {{m, k, 0}};
    problem.n = {{n, 0, 1}};
    problem.k = {{k, 1, n}};
    return TermsOf(*PlanGemm(problem), {32, 32, 0}).size();
  };
  const bool has_small = kMayHaveLargeTiles;
  CHECK(count(2, 2, 2, ElementType::kF32) == (has_small ? 8 : 0));
  CHECK(count(2, 2, 9, ElementType::kF32) == 0);
  CHECK(count(2, 2, 2, ElementType::kBF16) == 0);
  CHECK(count(2, 2, 2, ElementType::kI8) == 0);
  // Products of integers are added by terms of their own.
  CHECK(count(2, 2, 2, ElementType::kI32) == (has_small ? 12 : 0));
  CHECK(count(3, 3, 2, ElementType::kI32) == 0);
  // A matrix times a vector: products, additions by halves, and a zero.
  CHECK(count(2, 1, 2, ElementType::kF32) == (has_small ? 8 : 0));
  CHECK(count(1, 1, 16, ElementType::kF32) == (has_small ? 31 : 0));
  CHECK(count(1, 1, 17, ElementType::kF32) == 0);
}

TEST_CASE("pieces of rows count once") {
  const auto has_terms = [](bool is_transposed, int64_t most) {
    const TermCase<float> one(Numerics::kFast, 5, 5, 5, is_transposed);
    return !TermsOf(*PlanGemm(one.problem), {most, 32, 16}).empty();
  };
  if (!kMayHaveLargeTiles) SKIP("WebAssembly has no terms");
  CHECK(has_terms(false, 50));
  CHECK(!has_terms(false, 49));
  CHECK(has_terms(true, 125));
  CHECK(!has_terms(true, 124));
}

}  // namespace
}  // namespace paddock::simd
