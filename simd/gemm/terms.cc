#include "simd/gemm/terms.h"

#include <utility>

namespace paddock::simd {
namespace {

using Kind = GemmTerm::Kind;

bool IsOfPlainFloats(const GemmPlan& plan) {
  return plan.kernels.has_floats && IsInKernelTypes(plan);
}

// Lanes of +0 are added to the sums of a matrix times a vector, which are never -0.
bool IsOfVector(GemmPath path) { return path == GemmPath::kVector || path == GemmPath::kDots; }

class TermList {
 public:
  explicit TermList(const GemmPlan& plan) : plan_(plan) {}

  // In ascending order of k. Neighbouring terms are of different sums, so that none waits for the
  // one before it.
  void AddInOrder() {
    for (int64_t l = 0; l < plan_.k; ++l) {
      ForEachResult([&](int64_t sum, int64_t lhs, int64_t rhs) {
        AddProduct(l == 0 ? Kind::kStart : Kind::kMultiplyAdd, sum, l, lhs, rhs);
      });
    }
  }

  // Each product in a sum of its own, then by halves of `lanes`.
  void AddByHalves(int64_t lanes) {
    const int64_t results = plan_.batch * plan_.m * plan_.n;
    ForEachResult([&](int64_t result, int64_t lhs, int64_t rhs) {
      const auto sum_of = [&](int64_t lane) { return lane == 0 ? result : results + lane - 1; };
      for (int64_t l = 0; l < plan_.k; ++l) AddProduct(Kind::kStart, sum_of(l), l, lhs, rhs);
      for (int64_t half = lanes / 2; half > 0; half /= 2) {
        for (int64_t i = 0; i < half && i + half < plan_.k; ++i) {
          terms_.push_back({Kind::kAdd, sum_of(i), sum_of(i + half), 0});
        }
      }
      if (IsOfVector(plan_.path)) terms_.push_back({Kind::kAddZero, result, 0, 0});
    });
  }

  std::vector<GemmTerm> Take() { return std::move(terms_); }

 private:
  // Calls `add` with each result, and offsets of its first elements.
  template <class Add>
  void ForEachResult(const Add& add) const {
    int64_t result = 0;
    for (int64_t batch = 0; batch < plan_.batch; ++batch) {
      for (int64_t i = 0; i < plan_.m; ++i) {
        const int64_t lhs = OffsetAt(plan_.lhs.batch, batch) + OffsetAt(plan_.lhs.outer, i);
        for (int64_t j = 0; j < plan_.n; ++j) {
          add(result++, lhs, OffsetAt(plan_.rhs.batch, batch) + OffsetAt(plan_.rhs.outer, j));
        }
      }
    }
  }

  void AddProduct(Kind kind, int64_t sum, int64_t l, int64_t lhs, int64_t rhs) {
    terms_.push_back({kind, sum, lhs + OffsetAt(plan_.lhs.k, l), rhs + OffsetAt(plan_.rhs.k, l)});
  }

  const GemmPlan& plan_;
  std::vector<GemmTerm> terms_;
};

}  // namespace

std::vector<GemmTerm> TermsOf(const GemmPlan& plan, int64_t most) {
  const auto lanes = static_cast<int64_t>(kVirtualBytes / plan.kernels.lane_bytes);
  const bool is_of_vector = IsOfVector(plan.path);
  const bool adds_by_halves =
      is_of_vector || (plan.path == GemmPath::kTiny && plan.tiny.adds_by_halves);
  // A product, and an addition for all but one of a sum.
  const int64_t sums = plan.batch * plan.m * plan.n;
  if (!IsOfPlainFloats(plan) || HasResultStrides(plan) || plan.rhs_is_packed || plan.k == 0 ||
      sums == 0)
    return {};
  if (sums > most || plan.k > most || sums * (adds_by_halves ? 2 * plan.k : plan.k) > most) {
    return {};
  }
  // With a product in every lane, no zero is added.
  if (is_of_vector && plan.k >= lanes) return {};
  TermList list(plan);
  if (adds_by_halves) {
    list.AddByHalves(lanes);
  } else {
    list.AddInOrder();
  }
  return list.Take();
}

}  // namespace paddock::simd
