#include "simd/factor/factors_f32.h"

#ifndef __wasm__

#include <numeric>
#include <utility>

#include "simd/linalg/row_blocks.h"

namespace paddock::simd {
namespace {

// Panels of columns. The columns to the left of a panel are subtracted from it together.
class LuF32 final : public Factorization {
 public:
  LuF32(const FactorCall& call, const FactorBuffers& buffers, Workspace& workspace)
      : Factorization(call, buffers),
        permutes_(call.routine == Routine::kLuDecomposition),
        least_(std::min(operand(0).rows, operand(0).columns)),
        permutation_(reinterpret_cast<int64_t*>(
            workspace.Take(static_cast<size_t>(operand(0).rows) * sizeof(int64_t)))),
        a_(operand(0).rows, operand(0).columns, workspace),
        panel_(kPanel, operand(0).rows, workspace) {}

  int64_t Advance() override {
    switch (phase_) {
      case Phase::kLoad:
        LoadF32(ViewOfOperand(0, false), a_);
        std::iota(permutation_, permutation_ + a_.rows, int64_t{0});
        phase_ = Phase::kUpdate;
        return a_.rows * a_.columns + 1;
      case Phase::kUpdate:
        return column_ < a_.columns ? UpdatePanel() : StoreFactors();
      case Phase::kFactor:
        return FactorPanel();
      case Phase::kDone:
        break;
    }
    return 0;
  }

 private:
  enum class Phase : uint8_t { kLoad, kUpdate, kFactor, kDone };

  // Columns of the panel; behind the last pivot, a panel only has rows of U.
  int64_t width() const {
    return std::min(kPanel, (column_ < least_ ? least_ : a_.columns) - column_);
  }

  // Subtracts from rows i .. i + count of the panel what columns first .. end contribute.
  void Subtract(int64_t i, int64_t count, int64_t first, int64_t end) const {
    SubtractBlock(RowBlockOf<float>{a_.At(i, column_), a_.stride, count, a_.At(first, column_),
                                    a_.stride, end - first, a_.At(i, first), a_.stride, 1, width(),
                                    true});
  }

  int64_t UpdatePanel() {
    const int64_t solved = std::min(column_, least_);
    for (int64_t first = 0; first < solved; first += kNarrow) {
      const int64_t last = std::min(solved, first + kNarrow);
      Subtract(first, last - first, 0, first);
      for (int64_t i = first + 1; i < last; ++i) Subtract(i, 1, first, i);
    }
    Subtract(solved, a_.rows - solved, 0, solved);
    const int64_t work = a_.rows * solved * width() + a_.rows;
    if (column_ < least_) {
      phase_ = Phase::kFactor;
    } else {
      column_ += width();
    }
    return work;
  }

  int64_t FactorPanel() {
    const int64_t rows = a_.rows - column_, width = this->width();
    LoadColumns(a_, column_, width, panel_);
    for (int64_t j = 0; j < width; ++j) Eliminate(j, rows);
    StoreColumns(panel_, column_, width, a_);
    column_ += width;
    phase_ = Phase::kUpdate;
    return rows * kPanel * kPanel + 1;
  }

  // Finishes column j of the panel: subtracts the columns before it, swaps the pivot into place,
  // and divides by it.
  void Eliminate(int64_t j, int64_t rows) {
    float* const column = panel_.At(j, 0);
    for (int64_t k = 0; k + 1 < j; ++k) {
      const float* const before = panel_.At(k, 0);
      for (int64_t i = k + 1; i < j; ++i) column[i] -= before[i] * column[k];
    }
    SubtractBlock(RowBlockOf<float>{column + j, 0, 1, panel_.At(0, j), panel_.stride, j, column, 0,
                                    1, rows - j, true});
    const int64_t pivot = FindPivot(column, j, rows);
    StoreInteger(1, column_ + j, column_ + pivot + (permutes_ ? 0 : 1));
    if (pivot != j) Swap(j, pivot);
    const float divisor = column[j];
    if (divisor == 0) {
      if (info_ == 0) info_ = column_ + j + 1;
      return;
    }
    for (int64_t i = j + 1; i < rows; ++i) column[i] /= divisor;
  }

  // Returns the first row from j on with the largest magnitude.
  static int64_t FindPivot(const float* column, int64_t j, int64_t rows) {
    int64_t pivot = j;
    float largest = std::abs(column[j]);
    for (int64_t i = j + 1; i < rows; ++i) {
      const float size = std::abs(column[i]);
      if (size > largest) {
        largest = size;
        pivot = i;
      }
    }
    return pivot;
  }

  // Swaps two rows, in the panel and beside it.
  void Swap(int64_t j, int64_t pivot) const {
    const int64_t width = this->width(), a = column_ + j, b = column_ + pivot;
    for (int64_t c = 0; c < width; ++c) std::swap(*panel_.At(c, j), *panel_.At(c, pivot));
    std::swap(permutation_[a], permutation_[b]);
    std::swap_ranges(a_.At(a, 0), a_.At(a, column_), a_.At(b, 0));
    std::swap_ranges(a_.At(a, column_ + width), a_.At(a, a_.columns), a_.At(b, column_ + width));
  }

  int64_t StoreFactors() {
    StoreF32(a_, ViewOf(0, false));
    if (permutes_) {
      for (int64_t i = 0; i < a_.rows; ++i) StoreInteger(2, i, permutation_[i]);
    } else {
      StoreInteger(2, 0, info_);
    }
    phase_ = Phase::kDone;
    return a_.rows * a_.columns + 1;
  }

  // Rows of U that are solved together.
  static constexpr int64_t kNarrow = 8;

  bool permutes_;
  int64_t least_;
  int64_t* permutation_;
  MatrixF32 a_;
  // The columns of a panel as rows.
  MatrixF32 panel_;
  Phase phase_ = Phase::kLoad;
  int64_t column_ = 0;
  int64_t info_ = 0;
};

}  // namespace

Factorization* MakeLuF32(const FactorCall& call, const FactorBuffers& buffers,
                         Workspace& workspace) {
  return MakeIn<LuF32>(call, buffers, workspace);
}

}  // namespace paddock::simd
#endif  // __wasm__
