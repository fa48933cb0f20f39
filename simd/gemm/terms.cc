#include "simd/gemm/terms.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace paddock::simd {
namespace {

using Kind = GemmTerm::Kind;

bool IsInLanes(const GemmPlan& plan) {
  const size_t bytes = plan.kernels.lane_bytes;
  const bool has_lanes = plan.kernels.has_floats || plan.kernels.has_integers;
  return has_lanes && IsInKernelTypes(plan) && plan.lhs.element_bytes == bytes &&
         plan.rhs.element_bytes == bytes && plan.result_bytes == bytes;
}

// Lanes of +0 are added to the sums of a matrix times a vector, which are never -0.
bool IsOfVector(GemmPath path) { return path == GemmPath::kVector || path == GemmPath::kDots; }

// Counts neighbouring terms in pieces.
class PieceCounter {
 public:
  PieceCounter(const GemmPlan& plan, const TermLimits& limits)
      : lanes_(limits.piece_bytes / static_cast<int64_t>(plan.kernels.lane_bytes)) {}

  int64_t Of(int64_t terms, bool are_neighbours) const {
    if (lanes_ == 0 || !are_neighbours) return terms;
    return terms / lanes_ + std::popcount(static_cast<uint64_t>(terms % lanes_));
  }

 private:
  const int64_t lanes_;
};

// Products of lanes, which are then added by halves. Neighbours are the results of one lane, or the
// lanes of one result.
struct LaneTerms {
  int64_t lanes = 0;
  bool is_along_results = false;
};

// Calls `add` with the first of the lanes that are added, and their number: lanes [0, number) +=
// lanes [first, first + number).
template <class Add>
void ForEachHalf(int64_t lanes, int64_t used, const Add& add) {
  for (int64_t half = lanes / 2; half > 0; half /= 2) {
    if (const int64_t number = std::min(half, used - half); number > 0) add(half, number);
  }
}

int64_t CountOf(const GemmPlan& plan, const LaneTerms& terms, const PieceCounter& pieces) {
  const int64_t results = plan.m * plan.n, used = std::min(plan.k, terms.lanes);
  const bool has_rows = terms.is_along_results
                            ? IsContiguous(plan.n == 1 ? plan.lhs.outer : plan.rhs.outer)
                            : IsContiguous(plan.lhs.k) && IsContiguous(plan.rhs.k);
  // Additions of the lanes, and of a zero.
  int64_t count = pieces.Of(results, terms.is_along_results);
  if (terms.is_along_results) {
    count += plan.k * pieces.Of(results, has_rows);
    ForEachHalf(terms.lanes, used,
                [&](int64_t, int64_t number) { count += pieces.Of(number * results, true); });
    return plan.batch * count;
  }
  for (int64_t l = 0; l < plan.k; l += terms.lanes) {
    count += results * pieces.Of(std::min(terms.lanes, plan.k - l), has_rows);
  }
  ForEachHalf(terms.lanes, used,
              [&](int64_t, int64_t number) { count += results * pieces.Of(number, true); });
  return plan.batch * count;
}

class TermList {
 public:
  explicit TermList(const GemmPlan& plan) : plan_(plan) {}

  // In ascending order of k. Neighbouring terms are of different sums, so that none waits for the
  // one before it. `pieces` of a row of results are in registers, with those of some other rows.
  void AddInOrder(int64_t pieces) {
    constexpr int64_t kMostPieces = 8;
    const int64_t rows = std::max<int64_t>(1, kMostPieces / pieces);
    const int64_t end = plan_.batch * plan_.m;
    for (int64_t begin = 0; begin < end; begin += rows) {
      const int64_t count = std::min(rows, end - begin);
      for (int64_t l = 0; l < plan_.k; ++l) {
        for (int64_t row = begin; row < begin + count; ++row) AddRow(row, l);
      }
    }
  }

  void AddByHalves(const LaneTerms& terms) {
    const int64_t matrix = plan_.m * plan_.n;
    const int64_t results = terms.is_along_results ? matrix : 1;
    for (int64_t first = 0; first < plan_.batch * matrix; first += results) {
      AddLanes(terms, first, results);
    }
  }

  std::vector<GemmTerm> Take() { return std::move(terms_); }

 private:
  // Sums of `results` results from `first` on. A product alone is the result.
  void AddLanes(const LaneTerms& terms, int64_t first, int64_t results) {
    const int64_t used = std::min(plan_.k, terms.lanes);
    const int64_t temporary = plan_.batch * plan_.m * plan_.n;
    const auto sum_of = [&](int64_t lane, int64_t i) {
      return used == 1 ? first + i : temporary + lane * results + i;
    };
    for (int64_t l = 0; l < plan_.k; ++l) {
      for (int64_t i = 0; i < results; ++i) {
        const auto [lhs, rhs] = OffsetsOf(first + i);
        AddProduct(l < terms.lanes ? Kind::kStart : Kind::kMultiplyAdd, sum_of(l % terms.lanes, i),
                   l, lhs, rhs);
      }
    }
    ForEachHalf(terms.lanes, used, [&](int64_t half, int64_t number) {
      for (int64_t i = 0; i < number * results; ++i) {
        const int64_t sum = half == 1 ? first + i : sum_of(0, i);
        terms_.push_back({Kind::kAdd, sum, sum_of(0, i), sum_of(half, i)});
      }
    });
    if (!IsOfVector(plan_.path) || plan_.k >= terms.lanes) return;
    for (int64_t i = 0; i < results; ++i) terms_.push_back({Kind::kAddZero, first + i, 0, 0});
  }

  struct Offsets {
    int64_t lhs = 0;
    int64_t rhs = 0;
  };
  // The first elements of a result's sum.
  Offsets OffsetsOf(int64_t result) const {
    const int64_t row = result / plan_.n, batch = row / plan_.m;
    return {OffsetAt(plan_.lhs.batch, batch) + OffsetAt(plan_.lhs.outer, row % plan_.m),
            OffsetAt(plan_.rhs.batch, batch) + OffsetAt(plan_.rhs.outer, result % plan_.n)};
  }

  // Products of integers are in temporary sums before they are added.
  void AddRow(int64_t row, int64_t l) {
    const bool is_added = plan_.kernels.has_integers && l > 0;
    const int64_t temporary = plan_.batch * plan_.m * plan_.n - row * plan_.n;
    const Kind kind = plan_.kernels.has_integers ? Kind::kMultiply
                      : l == 0                   ? Kind::kStart
                                                 : Kind::kMultiplyAdd;
    for (int64_t sum = row * plan_.n; sum < (row + 1) * plan_.n; ++sum) {
      const auto [lhs, rhs] = OffsetsOf(sum);
      AddProduct(kind, is_added ? sum + temporary : sum, l, lhs, rhs);
    }
    if (!is_added) return;
    for (int64_t sum = row * plan_.n; sum < (row + 1) * plan_.n; ++sum) {
      terms_.push_back({Kind::kAdd, sum, sum, sum + temporary});
    }
  }

  void AddProduct(Kind kind, int64_t sum, int64_t l, int64_t lhs, int64_t rhs) {
    terms_.push_back({kind, sum, lhs + OffsetAt(plan_.lhs.k, l), rhs + OffsetAt(plan_.rhs.k, l)});
  }

  const GemmPlan& plan_;
  std::vector<GemmTerm> terms_;
};

}  // namespace

std::vector<GemmTerm> TermsOf(const GemmPlan& plan, const TermLimits& limits) {
  const int64_t most = limits.most, rows = plan.batch * plan.m;
  const bool is_empty = plan.k == 0 || rows * plan.n == 0;
  if (HasRepeats(plan)) return {};
  if (!IsInLanes(plan) || HasResultStrides(plan) || plan.rhs_is_packed || is_empty) return {};
  if (rows > most || plan.k > 8 * most || plan.n > 8 * most) return {};
  const PieceCounter pieces(plan, limits);
  TermList list(plan);
  const bool adds_by_halves =
      plan.kernels.has_floats &&
      (IsOfVector(plan.path) || (plan.path == GemmPath::kTiny && plan.tiny.adds_by_halves));
  if (adds_by_halves) {
    const auto lanes = static_cast<int64_t>(kVirtualBytes / plan.kernels.lane_bytes);
    const LaneTerms along_results{lanes, true}, along_k{lanes, false};
    const int64_t temporary = std::min(plan.k, lanes) * plan.m * plan.n;
    const int64_t count_along_k = CountOf(plan, along_k, pieces);
    const bool may_be = temporary <= limits.most_temporary;
    const bool is_along = may_be && CountOf(plan, along_results, pieces) < count_along_k;
    const LaneTerms& chosen = is_along ? along_results : along_k;
    if (CountOf(plan, chosen, pieces) > most) return {};
    list.AddByHalves(chosen);
    return list.Take();
  }
  const int64_t pieces_of_row = pieces.Of(plan.n, IsContiguous(plan.rhs.outer));
  // Products of integers are added by terms of their own.
  const int64_t terms_of_product = plan.kernels.has_integers ? 2 : 1;
  if (rows * pieces_of_row * terms_of_product * plan.k > most) return {};
  if (plan.n > limits.most_temporary) return {};
  list.AddInOrder(pieces_of_row);
  return list.Take();
}

}  // namespace paddock::simd
