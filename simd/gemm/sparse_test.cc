// Products with matrices of mostly zeros.
#include "simd/gemm/sparse.h"

#include <catch2/catch_test_macros.hpp>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <random>
#include <vector>

#include "simd/gemm/gemm_case.h"

namespace paddock::simd {
namespace {

template <class T>
constexpr ElementType kTypeOf = sizeof(T) == 4 ? ElementType::kF32 : ElementType::kF64;

// Sizes, and the layout of either operand.
struct Layout {
  bool is_rhs = false;
  // The matrix of zeros has rows of k.
  bool runs_along_k = false;
  // The other operand has rows of k; otherwise `inner` of its results are neighbours.
  bool other_runs_along_k = false;
  int64_t batch = 1, m = 1, n = 1, k = 1, inner = 1;
};

// `outer` results are in two dimensions if k is between them.
std::vector<GemmDimension> OtherDimensions(const Layout& at, int64_t outer, bool is_lhs) {
  const auto make = [&](int64_t size, int64_t stride) {
    return is_lhs ? GemmDimension{size, stride, 0} : GemmDimension{size, 0, stride};
  };
  if (at.other_runs_along_k) return {make(outer, at.k)};
  return {make(outer / at.inner, at.k * at.inner), make(at.inner, 1)};
}

template <class T>
GemmProblem ProblemOf(const Layout& at, Numerics numerics) {
  GemmProblem problem;
  problem.lhs_type = problem.rhs_type = problem.result_type = kTypeOf<T>;
  problem.numerics = numerics;
  const int64_t matrix_outer = at.is_rhs ? at.n : at.m, other_outer = at.is_rhs ? at.m : at.n;
  const int64_t matrix_k = at.runs_along_k ? 1 : matrix_outer;
  const int64_t matrix_stride = at.runs_along_k ? at.k : 1;
  const int64_t other_k = at.other_runs_along_k ? 1 : at.inner;
  const int64_t other_batch = at.k * other_outer;
  const auto others = OtherDimensions(at, other_outer, at.is_rhs);
  if (at.is_rhs) {
    problem.batch = {{at.batch, other_batch, 0}};
    problem.m = others;
    problem.n = {{at.n, 0, matrix_stride}};
    problem.k = {{at.k, other_k, matrix_k}};
  } else {
    problem.batch = {{at.batch, 0, other_batch}};
    problem.m = {{at.m, matrix_stride, 0}};
    problem.n = others;
    problem.k = {{at.k, matrix_k, other_k}};
  }
  return problem;
}

class Aligned {
 public:
  explicit Aligned(size_t bytes)
      : memory_(static_cast<std::byte*>(std::aligned_alloc(
            kGemmWorkspaceAlignment, (bytes + kGemmWorkspaceAlignment) & ~size_t{63}))) {}
  ~Aligned() { std::free(memory_); }
  Aligned(const Aligned&) = delete;
  Aligned& operator=(const Aligned&) = delete;
  std::byte* get() const { return memory_; }

 private:
  std::byte* memory_;
};

// A product of random elements, of which few of the matrix are not zero.
template <class T>
struct SparseCase {
  SparseCase(const Layout& layout, Numerics numerics, uint32_t seed)
      : at(layout), random(seed), problem(ProblemOf<T>(layout, numerics)) {
    matrix.resize(static_cast<size_t>(at.k * (at.is_rhs ? at.n : at.m)));
    other.resize(static_cast<size_t>(at.batch * at.k * (at.is_rhs ? at.m : at.n)));
    std::normal_distribution<T> normal;
    for (T& element : matrix) {
      const auto kind = random() % 20;
      element = kind == 0 ? normal(random) : kind < 10 ? T{0} : -T{0};
    }
    for (T& element : other) element = random() % 8 == 0 ? -T{0} : normal(random);
  }

  GemmPointers PointersTo(std::vector<T>& result) const {
    result.resize(static_cast<size_t>(at.batch * at.m * at.n), T{7});
    return {at.is_rhs ? other.data() : matrix.data(), at.is_rhs ? matrix.data() : other.data(),
            result.data()};
  }

  // Computes the result with lists. Returns false if that is not possible.
  bool Run(std::vector<T>& result) const {
    const GemmPlan plan = *PlanOfWhole(problem);
    const SparseMemory memory = SparseMemoryOf(plan);
    if (memory.lists == 0) return false;
    const Aligned lists(memory.lists), of_thread(memory.of_thread);
    const GemmPointers pointers = PointersTo(result);
    if (!FindNonzeros(plan, pointers, lists.get())) return false;
    const SparseChunks chunks = SparseChunksOf(plan, lists.get());
    PrepareThread(of_thread.get());
    for (int64_t i = chunks.count; i-- > 0;) {
      RunSparseChunk(plan, pointers, lists.get(), chunks, i, of_thread.get());
    }
    return HasLists(lists.get()) && !HasFailed(of_thread.get());
  }

  bool Find() const {
    std::vector<T> result;
    return Run(result);
  }

  // Returns whether lists exist and give the bits of the whole product.
  bool Agrees() {
    std::vector<T> result, whole;
    if (!Run(result)) return false;
    const auto plan = PlanGemm(problem);
    const Aligned workspace(WorkspaceBytes(*plan));
    GemmPosition position;
    int64_t budget = std::numeric_limits<int64_t>::max();
    RunGemm(*plan, PointersTo(whole), workspace.get(), position, budget);
    return std::memcmp(result.data(), whole.data(), result.size() * sizeof(T)) == 0;
  }

  Layout at;
  std::mt19937 random;
  GemmProblem problem;
  std::vector<T> matrix, other;
};

// Gives each list one or two elements, as an interpolation does, or none.
template <class T>
void Interpolate(SparseCase<T>& gemm) {
  const Layout& at = gemm.at;
  std::ranges::fill(gemm.matrix, T{0});
  for (int64_t i = 0; i < at.m; ++i) {
    const int64_t terms = static_cast<int64_t>(gemm.random() % 16);
    const int64_t first = i * (at.k - 1) / at.m;
    for (int64_t k = first; k < first + (terms > 1 ? 2 : terms); ++k) {
      gemm.matrix[static_cast<size_t>(at.runs_along_k ? i * at.k + k : k * at.m + i)] = T{0.75};
    }
  }
}

constexpr Numerics kBoth[] = {Numerics::kPortable, Numerics::kFast};

template <class T>
void CheckLayouts() {
  std::mt19937 random(1);
  for (int i = 0; i < 200; ++i) {
    const auto below = [&](int64_t bound) { return static_cast<int64_t>(random()) % bound; };
    Layout layout{.is_rhs = below(2) == 0,
                  .runs_along_k = below(2) == 0,
                  .other_runs_along_k = false,
                  .batch = 1 + below(3),
                  .m = 2 + below(70),
                  .n = 2 + below(70),
                  .k = 24 + below(90),
                  .inner = 1 + below(40)};
    int64_t& outer = layout.is_rhs ? layout.m : layout.n;
    layout.other_runs_along_k = layout.is_rhs && below(3) == 0;
    if (layout.inner == 1) layout.inner = outer;
    outer = (outer + 31) / layout.inner * layout.inner + layout.inner;
    INFO("rhs " << layout.is_rhs << ", " << layout.batch << " x " << layout.m << " x " << layout.n
                << " x " << layout.k << ", " << layout.inner << " neighbours");
    for (const Numerics numerics : kBoth) {
      REQUIRE(SparseCase<T>(layout, numerics, static_cast<uint32_t>(i)).Agrees());
    }
  }
}

TEST_CASE("products with matrices of mostly zeros have the bits of whole products") {
  ForEachTarget([] {
    CheckLayouts<float>();
#ifndef __wasm__
    CheckLayouts<double>();
#endif
  });
}

template <class T>
void CheckInterpolations() {
  std::mt19937 random(2);
  for (uint32_t i = 0; i < 120; ++i) {
    const auto below = [&](int64_t bound) { return static_cast<int64_t>(random()) % bound; };
    Layout layout{.runs_along_k = below(2) == 0,
                  .batch = 1 + below(3),
                  .m = 24 + below(below(8) == 0 ? 900 : 90),
                  .k = 24 + below(90),
                  .inner = 2 + below(40)};
    layout.n = (31 / layout.inner + 1) * layout.inner;
    INFO(layout.batch << " x " << layout.m << " x " << layout.n << " x " << layout.k << ", "
                      << layout.inner << " neighbours");
    for (const Numerics numerics : kBoth) {
      SparseCase<T> gemm(layout, numerics, i);
      Interpolate(gemm);
      REQUIRE(gemm.Agrees());
    }
  }
}

TEST_CASE("interpolations have the bits of whole products") {
  ForEachTarget([] {
    CheckInterpolations<float>();
#ifndef __wasm__
    CheckInterpolations<double>();
#endif
  });
}

TEST_CASE("a product with a zero of an element that is not finite is not left out") {
  for (const bool is_rhs : {false, true}) {
    SparseCase<float> gemm({.is_rhs = is_rhs, .m = 48, .n = 48, .k = 48, .inner = 48},
                           Numerics::kPortable, 3);
    CHECK(gemm.Find());
    for (const size_t at : {size_t{0}, gemm.other.size() / 2, gemm.other.size() - 1}) {
      for (const float value :
           {std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity(),
            std::numeric_limits<float>::quiet_NaN()}) {
        const float before = std::exchange(gemm.other[at], value);
        CHECK_FALSE(gemm.Find());
        gemm.other[at] = before;
      }
    }
    CHECK(gemm.Find());
  }
}

// A fused sum of a product that is rounded to -0 would lose its sign where a zero is added.
TEST_CASE("fused products near zero are not left out") {
  for (const Numerics numerics : kBoth) {
    const bool may_find = numerics == Numerics::kPortable || !FusesMultiplyAdd();
    SparseCase<float> gemm({.m = 48, .n = 48, .k = 48, .inner = 48}, numerics, 4);
    gemm.other[100] = 1e-30F;
    CHECK(gemm.Find() == may_find);
    gemm.other[100] = 0;
    CHECK(gemm.Find());
    gemm.matrix[5] = -1e-30F;
    CHECK(gemm.Find() == may_find);
  }
}

TEST_CASE("a matrix with more elements that are not zero has no lists") {
  SparseCase<float> gemm({.m = 64, .n = 64, .k = 64, .inner = 64}, Numerics::kPortable, 5);
  CHECK(gemm.Find());
  for (size_t i = 0; i < gemm.matrix.size(); i += 6) gemm.matrix[i] = 1;
  CHECK_FALSE(gemm.Find());
}

TEST_CASE("larger operands are not searched for zeros") {
  const auto may_be_sparse = [](int64_t n) {
    const Layout layout{.m = 64, .n = n, .k = 64, .inner = n};
    return SparseMemoryOf(*PlanOfWhole(ProblemOf<float>(layout, Numerics::kFast))).lists > 0;
  };
  CHECK(may_be_sparse(1 << 18));
  CHECK_FALSE(may_be_sparse((1 << 18) + 1));
}

TEST_CASE("a matrix without an element that is not zero gives zeros") {
  SparseCase<float> gemm({.m = 64, .n = 64, .k = 64, .inner = 64}, Numerics::kFast, 6);
  std::ranges::fill(gemm.matrix, -0.0F);
  CHECK(gemm.Agrees());
}

}  // namespace
}  // namespace paddock::simd
