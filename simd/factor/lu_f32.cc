#include "simd/factor/factors_f32.h"

#ifndef __wasm__

#include <numeric>
#include <utility>

#include "simd/factor/lu_tiles.h"
#include "simd/linalg/largest.h"
#include "simd/linalg/row_blocks.h"

namespace paddock::simd {
namespace {

class LuF32 final : public Factorization {
 public:
  LuF32(const FactorCall& call, const FactorBuffers& buffers, Workspace& workspace)
      : Factorization(call, buffers),
        permutes_(call.routine == Routine::kLuDecomposition),
        permutation_(TakeIntegers(operand(0).rows, workspace)),
        pivots_(TakeIntegers(std::min(operand(0).rows, operand(0).columns), workspace)),
        a_(operand(0).rows, operand(0).columns, workspace),
        panel_(kPanel, operand(0).rows, workspace),
        tiles_(a_.rows, a_.columns) {}

  int64_t Advance() override {
    switch (phase_) {
      case Phase::kLoad:
        LoadF32(ViewOfOperand(0, false), a_);
        std::iota(permutation_, permutation_ + a_.rows, int64_t{0});
        phase_ = Phase::kFactor;
        FactorPanel(0);
        return a_.rows * (a_.columns + kPanel * kPanel) + 1;
      case Phase::kFactor:
        return tiles_.is_done() ? StoreFactors() : tiles_.Advance(*this, team());
      case Phase::kDone:
        break;
    }
    return 0;
  }

 private:
  friend LuTiles;

  enum class Phase : uint8_t { kLoad, kFactor, kDone };

  static int64_t* TakeIntegers(int64_t count, Workspace& workspace) {
    return reinterpret_cast<int64_t*>(workspace.Take(static_cast<size_t>(count) * sizeof(int64_t)));
  }

  // Subtracts from rows i .. i + count, in columns begin .. end, what columns first .. last
  // contribute.
  void Subtract(int64_t i, int64_t count, int64_t first, int64_t last, int64_t begin,
                int64_t end) const {
    SubtractBlock(RowBlockOf<float>{a_.At(i, begin), a_.stride, count, a_.At(first, begin),
                                    a_.stride, last - first, a_.At(i, first), a_.stride, 1,
                                    end - begin, true});
  }

  // Swaps the rows of columns begin .. end as the current panel's.
  void SwapColumns(int64_t begin, int64_t end) const {
    for (int64_t j = tiles_.panel(); j < tiles_.EndOfPanel(tiles_.panel()); ++j) {
      if (pivots_[j] == j) continue;
      std::swap_ranges(a_.At(j, begin), a_.At(j, end), a_.At(pivots_[j], begin));
    }
  }

  // Subtracts the current panel from columns begin .. end.
  void UpdateColumns(int64_t begin, int64_t end) const {
    const int64_t panel = tiles_.panel(), solved = tiles_.EndOfPanel(panel);
    SwapColumns(begin, end);
    for (int64_t first = panel; first < solved; first += kNarrow) {
      const int64_t last = std::min(solved, first + kNarrow);
      Subtract(first, last - first, panel, first, begin, end);
      for (int64_t i = first + 1; i < last; ++i) Subtract(i, 1, first, i, begin, end);
    }
    Subtract(solved, a_.rows - solved, panel, solved, begin, end);
  }

  void FactorPanel(int64_t column) {
    const int64_t rows = a_.rows - column, width = tiles_.EndOfPanel(column) - column;
    LoadColumns(a_, column, width, panel_);
    for (int64_t j = 0; j < width; ++j) Eliminate(column, j, width, rows);
    StoreColumns(panel_, column, width, a_);
  }

  // Finishes column j of the panel that begins at `first`: subtracts the columns before it, swaps
  // the pivot into place, and divides by it.
  void Eliminate(int64_t first, int64_t j, int64_t width, int64_t rows) {
    float* const column = panel_.At(j, 0);
    for (int64_t k = 0; k + 1 < j; ++k) {
      const float* const before = panel_.At(k, 0);
      for (int64_t i = k + 1; i < j; ++i) column[i] -= before[i] * column[k];
    }
    SubtractBlock(RowBlockOf<float>{column + j, 0, 1, panel_.At(0, j), panel_.stride, j, column, 0,
                                    1, rows - j, true});
    const int64_t pivot = j + FindLargest(column + j, rows - j);
    StoreInteger(1, first + j, first + pivot + (permutes_ ? 0 : 1));
    pivots_[first + j] = first + pivot;
    std::swap(permutation_[first + j], permutation_[first + pivot]);
    for (int64_t c = 0; pivot != j && c < width; ++c) {
      std::swap(*panel_.At(c, j), *panel_.At(c, pivot));
    }
    const float divisor = column[j];
    if (divisor == 0) {
      if (info_ == 0) info_ = first + j + 1;
      return;
    }
    for (int64_t i = j + 1; i < rows; ++i) column[i] /= divisor;
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
  int64_t* permutation_;
  int64_t* pivots_;
  MatrixF32 a_;
  // The columns of a panel as rows.
  MatrixF32 panel_;
  Phase phase_ = Phase::kLoad;
  LuTiles tiles_;
  int64_t info_ = 0;
};

}  // namespace

Factorization* MakeLuF32(const FactorCall& call, const FactorBuffers& buffers,
                         Workspace& workspace) {
  return MakeIn<LuF32>(call, buffers, workspace);
}

}  // namespace paddock::simd
#endif  // __wasm__
