// potrf: a = U^H U or L L^H, by blocked elimination of rows of U = L^H.
#include <algorithm>

#include "simd/factor/cholesky_tiles.h"
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
        tiles_(operand(0).rows),
        u_(workspace.NewMatrix(tiles_.size(), tiles_.size(), is_complex())) {}

  int64_t Advance() override {
    switch (phase_) {
      case Phase::kLoad:
        letter(0) == 'L' ? LoadAdjoint(0, u_) : Load(0, u_);
        tiles_.Begin(*this);
        phase_ = Phase::kFactor;
        return u_.rows * u_.rows + 1;
      case Phase::kFactor:
        if (const int64_t work = tiles_.Advance(*this, team())) return work;
        phase_ = Phase::kDone;
        return StoreFactor();
      case Phase::kDone:
        break;
    }
    return 0;
  }

  // --- For CholeskyTiles.
  static constexpr bool kUpdatesBehind = false;
  void Subtract(int64_t i, int64_t count, int64_t first, int64_t last, int64_t begin,
                int64_t end) const {
    if (is_complex()) return SubtractComplex(i, count, first, last, begin, end);
    SubtractBlock({u_.RowAt(i, begin).re, u_.stride, count, u_.RowAt(first, begin).re, u_.stride,
                   last - first, u_.RowAt(first, i).re, 1, u_.stride, end - begin, is_fast()});
  }
  bool TakeRoot(int64_t i) const {
    const double pivot = u_.At(i, i).re;
    const bool is_positive = pivot > 0;
    u_.Set(i, i, {is_positive ? SquareRoot(pivot) : pivot, 0});
    return is_positive;
  }
  void DivideRow(int64_t i, int64_t begin, int64_t end) const {
    simd::DivideRow(u_.RowAt(i, begin), {u_.At(i, i).re, 0}, end - begin);
  }

 private:
  enum class Phase : uint8_t { kLoad, kFactor, kDone };

  void SubtractComplex(int64_t i, int64_t count, int64_t first, int64_t last, int64_t begin,
                       int64_t end) const {
    for (int64_t row = i; row < i + count; ++row) {
      // Elements below the diagonal keep their values.
      const int64_t from = std::max(row, begin);
      for (int64_t k = first; k < last; k += kPanel) {
        double re[kPanel], im[kPanel];
        const int64_t depth = std::min(kPanel, last - k);
        for (int64_t l = 0; l < depth; ++l) SetNumber({re, im}, l, Conjugate(u_.At(k + l, row)));
        SubtractRows(
            {u_.RowAt(row, from), u_.RowAt(k, from), u_.stride, depth, re, im, end - from});
      }
    }
  }

  int64_t StoreFactor() {
    const int64_t size = u_.rows, behind = tiles_.failed_panel() + kPanel;
    // As if the panels before the failure had been subtracted from all rows.
    if (tiles_.info() != 0 && behind < size) {
      Subtract(behind, size - behind, 0, tiles_.failed_panel(), behind, size);
    }
    CopyThrough(0, 0);
    letter(0) == 'L' ? StoreLowerAdjoint(u_, 0) : StoreUpper(u_, 0);
    StoreInteger(1, 0, tiles_.info());
    return size * size + 1;
  }

  CholeskyTiles<Potrf> tiles_;
  Matrix u_;
  Phase phase_ = Phase::kLoad;
};

}  // namespace

PADDOCK_MAKE_ROUTINE_OR_F32(Potrf, Cholesky)

}  // namespace paddock::simd
