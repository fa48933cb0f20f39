// potrf: a = U^H U or L L^H, by blocked elimination of rows of U = L^H.
#include "simd/factor/factorization.h"
#include "simd/factor/factors_f32.h"
#include "simd/linalg/row_blocks.h"

namespace paddock::simd {
namespace {

// Operands: a. Options: uplo. Results: the factor beside the other triangle of a; info.
class Potrf final : public Factorization {
 public:
  Potrf(const FactorCall& call, const FactorBuffers& buffers, Workspace& workspace)
      : Factorization(call, buffers),
        size_(operand(0).rows),
        u_(workspace.NewMatrix(size_, size_, is_complex())),
        factors_(workspace.NewRow(size_, is_complex())) {}

  int64_t Advance() override {
    switch (phase_) {
      case Phase::kLoad:
        letter(0) == 'L' ? LoadAdjoint(0, u_) : Load(0, u_);
        phase_ = Phase::kPanel;
        return size_ * size_ + 1;
      case Phase::kPanel:
        if (panel_ >= size_) return StoreFactor();
        return FactorPanel();
      case Phase::kUpdate:
        return UpdateRows();
      case Phase::kDone:
        break;
    }
    return 0;
  }

 private:
  enum class Phase : uint8_t { kLoad, kPanel, kUpdate, kDone };

  int64_t end_of_panel() const { return std::min(size_, panel_ + kPanel); }

  // Subtracts the contributions of rows first .. end from columns i .. limit of row `i`.
  void Eliminate(int64_t i, int64_t first, int64_t end, int64_t limit) {
    for (int64_t k = first; k < end; ++k) SetNumber(factors_, k - first, Conjugate(u_.At(k, i)));
    SubtractRows({u_.RowAt(i, i), u_.RowAt(first, i), u_.stride, end - first, factors_.re,
                  factors_.im, limit - i, is_fast()});
  }

  int64_t FactorPanel() {
    for (int64_t i = panel_; i < end_of_panel(); ++i) {
      Eliminate(i, panel_, i, size_);
      const double pivot = u_.At(i, i).re;
      u_.Set(i, i, {pivot, 0});
      if (!(pivot > 0)) {
        info_ = i + 1;
        return StoreFactor();
      }
      const double root = SquareRoot(pivot);
      DivideRow(u_.RowAt(i, i), {root, 0}, size_ - i);
      u_.Set(i, i, {root, 0});
    }
    row_ = end_of_panel();
    phase_ = Phase::kUpdate;
    return kPanel * kPanel * size_;
  }

  // Updates some rows below the panel.
  int64_t UpdateRows() {
    const int64_t end = std::min(size_, row_ + kPanel);
    // Rows of real numbers share the columns behind all of their diagonals.
    const int64_t limit = is_complex() ? size_ : end;
    if (limit < size_) {
      SubtractBlock({u_.RowAt(row_, end).re, u_.stride, end - row_, u_.RowAt(panel_, end).re,
                     u_.stride, end_of_panel() - panel_, u_.RowAt(panel_, row_).re, 1, u_.stride,
                     size_ - end, is_fast()});
    }
    for (; row_ < end; ++row_) Eliminate(row_, panel_, end_of_panel(), limit);
    if (row_ == size_) {
      panel_ += kPanel;
      phase_ = Phase::kPanel;
    }
    return kPanel * kPanel * (size_ - panel_) + 1;
  }

  int64_t StoreFactor() {
    CopyThrough(0, 0);
    letter(0) == 'L' ? StoreLowerAdjoint(u_, 0) : StoreUpper(u_, 0);
    StoreInteger(1, 0, info_);
    phase_ = Phase::kDone;
    return size_ * size_ + 1;
  }

  int64_t size_;
  Matrix u_;
  Row factors_;
  Phase phase_ = Phase::kLoad;
  int64_t panel_ = 0;
  int64_t row_ = 0;
  int64_t info_ = 0;
};

}  // namespace

PADDOCK_MAKE_ROUTINE_OR_F32(Potrf, Cholesky)

}  // namespace paddock::simd
