// Products of columns of two matrices, as kVector has them: lanes of neighbouring products are
// rows, so that no column is transposed.
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "simd/gemm/gemm.h"
#include "simd/gemm/ops-inl.h"

#if defined(PADDOCK_SIMD_GEMM_COLUMN_DOTS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_GEMM_COLUMN_DOTS_INL_H_
#undef PADDOCK_SIMD_GEMM_COLUMN_DOTS_INL_H_
#else
#define PADDOCK_SIMD_GEMM_COLUMN_DOTS_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {
namespace gemm {

template <class Op>
class ColumnDots {
 public:
  using T = typename Op::T;

  ColumnDots(const GemmPlan& plan, const GemmPointers& pointers)
      : plan_(plan),
        k_(plan.k),
        lhs_(static_cast<const T*>(pointers.lhs)),
        rhs_(static_cast<const T*>(pointers.rhs)),
        result_(static_cast<T*>(pointers.result)),
        lhs_row_(StrideOf(plan.lhs.k).value_or(0)),
        rhs_row_(StrideOf(plan.rhs.k).value_or(0)) {}

  void Run(int64_t begin, int64_t end) {
    while (begin < end) {
      const int64_t left = std::min(LeftInRow(plan_.lhs, begin), LeftInRow(plan_.rhs, begin));
      const int64_t columns = std::min({kColumns, left, end - begin});
      RunBlock(begin, static_cast<size_t>(columns));
      begin += columns;
    }
  }

 private:
  using D = hn::CappedTag<T, 64 / sizeof(T)>;
  // All lanes of a block stay in the first-level cache.
  static constexpr int64_t kColumns = 512 / sizeof(T);
  // Rows of one lane that are added at once.
  static constexpr int64_t kRowsOfLane = 4;
  static constexpr auto kLaneCount = static_cast<int64_t>(kLanes<T>);

  // Products from number `at` on whose columns are neighbours.
  static int64_t LeftInRow(const GemmOperand& operand, int64_t at) {
    const int64_t size = operand.batch.dimensions.back().size;
    return size - at % size;
  }

  void RunBlock(int64_t at, size_t columns) {
    const T* const lhs = lhs_ + OffsetAt(plan_.lhs.batch, at);
    const T* const rhs = rhs_ + OffsetAt(plan_.rhs.batch, at);
    const D d;
    const auto step = static_cast<int64_t>(hn::Lanes(d));
    const int64_t stride = (static_cast<int64_t>(columns) + step - 1) / step * step;
    std::fill(lanes_ + std::min(k_, kLaneCount) * stride, lanes_ + kLaneCount * stride, T{0});
    for (int64_t first = 0; first < k_; first += kRowsOfLane * kLaneCount) {
      for (int64_t lane = 0; lane < kLaneCount && first + lane < k_; ++lane) {
        AddRows(lhs, rhs, columns, first + lane, lanes_ + lane * stride);
      }
    }
    for (int64_t half = kLaneCount / 2; half >= 1; half /= 2) {
      for (int64_t i = 0; i < half * stride; i += step) {
        const auto sum = Op::Add(hn::Load(d, lanes_ + i), hn::Load(d, lanes_ + i + half * stride));
        hn::Store(sum, d, lanes_ + i);
      }
    }
    std::copy_n(lanes_, columns, result_ + at);
  }

  // lane += lhs[row] * rhs[row] for some rows that are kLaneCount apart. The first ones set it.
  void AddRows(const T* lhs, const T* rhs, size_t columns, int64_t row, T* lane) const {
    const D d;
    const size_t step = hn::Lanes(d);
    const int64_t rows = std::min(kRowsOfLane, (k_ - row + kLaneCount - 1) / kLaneCount);
    const bool is_first = row < kLaneCount;
    lhs += row * lhs_row_;
    rhs += row * rhs_row_;
    size_t i = 0;
    for (; i + step <= columns; i += step) {
      auto sum = is_first ? hn::Zero(d) : hn::Load(d, lane + i);
      for (int64_t r = 0; r < rows; ++r) {
        const auto a = hn::LoadU(d, lhs + r * kLaneCount * lhs_row_ + i);
        const auto b = hn::LoadU(d, rhs + r * kLaneCount * rhs_row_ + i);
        Op::MulAdd(&a, &b, &sum);
      }
      hn::Store(sum, d, lane + i);
    }
    if (i == columns) return;
    auto sum = is_first ? hn::Zero(d) : hn::Load(d, lane + i);
    for (int64_t r = 0; r < rows; ++r) {
      const auto a = hn::LoadN(d, lhs + r * kLaneCount * lhs_row_ + i, columns - i);
      const auto b = hn::LoadN(d, rhs + r * kLaneCount * rhs_row_ + i, columns - i);
      Op::MulAdd(&a, &b, &sum);
    }
    hn::Store(sum, d, lane + i);
  }

  const GemmPlan& plan_;
  const int64_t k_;
  const T* const lhs_;
  const T* const rhs_;
  T* const result_;
  const int64_t lhs_row_, rhs_row_;
  HWY_ALIGN T lanes_[kLaneCount * kColumns];
};

}  // namespace gemm
// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_GEMM_COLUMN_DOTS_INL_H_
