// gesdd and gesvd: singular values and vectors.
#include <algorithm>

#include "simd/factor/bidiagonal.h"
#include "simd/factor/factorization.h"
#include "simd/factor/scale.h"
#include "simd/factor/tridiagonal.h"

namespace paddock::simd {
namespace {

// Operands: a. Options: mode A, S, N or O. Results: a; singular values, falling; the first columns
// of U, the first rows of V^H; info. A wide matrix is computed as its adjoint, which swaps U and V.
class Gesdd final : public Factorization {
 public:
  Gesdd(const FactorCall& call, const FactorBuffers& buffers, Workspace& workspace)
      : Factorization(call, buffers),
        is_wide_(operand(0).rows < operand(0).columns),
        rows_(std::max(operand(0).rows, operand(0).columns)),
        columns_(std::min(operand(0).rows, operand(0).columns)),
        has_vectors_(letter(0) != 'N'),
        reduction_(rows_, columns_, is_complex(), workspace),
        iteration_(columns_, epsilon(), workspace),
        left_(workspace.NewMatrix(left_count(), has_vectors_ ? rows_ : 0, is_complex())),
        right_(workspace.NewMatrix(has_vectors_ ? columns_ : 0, has_vectors_ ? columns_ : 0,
                                   is_complex())),
        order_(reinterpret_cast<int64_t*>(
            workspace.Take(static_cast<size_t>(columns_) * sizeof(int64_t)))) {}

  int64_t Advance() override {
    const int64_t work = AdvancePhase();
    if (work != 0 || phase_ == kDone) return work;
    ++phase_;
    return 1;
  }

 private:
  enum : uint8_t { kLoad, kReduce, kLeft, kRight, kIterate, kStore, kDone };

  // Columns of U, or of V where the adjoint is computed, beside those of the values.
  int64_t left_count() const {
    if (!has_vectors_) return 0;
    const int64_t wanted = is_wide_ ? result(3).rows : result(2).columns;
    return std::clamp(wanted, columns_, rows_);
  }

  int64_t AdvancePhase() {
    switch (phase_) {
      case kLoad:
        LoadOperand();
        break;
      case kReduce:
        return reduction_.Advance();
      case kLeft:
        return reduction_.AdvanceLeft(left_);
      case kRight:
        return reduction_.AdvanceRight(right_);
      case kIterate:
        return iteration_.Advance(reduction_.d(), reduction_.e(), left_, right_);
      case kStore:
        StoreResults();
        break;
      default:
        break;
    }
    return 0;
  }

  void LoadOperand() {
    const Matrix& a = reduction_.a();
    is_wide_ ? LoadAdjoint(0, a) : Load(0, a);
    range_ = BringIntoRange(a);
    FillIdentity(left_);
    FillIdentity(right_);
  }

  void StoreResults() {
    CopyThrough(0, 0);
    const bool has_failed = !range_.is_finite || iteration_.failures() > 0;
    // -4: a has a NaN entry.
    StoreInteger(4, 0, !range_.is_finite ? -4 : iteration_.failures());
    if (has_failed) {
      for (const size_t i : {size_t{1}, size_t{2}, size_t{3}}) StoreNaN(i);
      return;
    }
    MakePositive();
    for (int64_t k = 0; k < columns_; ++k) {
      StoreElement(1, k, 0, {reduction_.d()[order_[k]] / range_.scale, 0});
    }
    if (!has_vectors_) {
      StoreZeros(2);
      StoreZeros(3);
    } else {
      is_wide_ ? StoreWide() : StoreTall();
    }
  }

  // Values falling and not negative; a row of P^H takes the sign.
  void MakePositive() {
    double* const d = reduction_.d();
    for (int64_t k = 0; k < columns_; ++k) {
      if (!(d[k] < 0) && !(d[k] == 0 && 1 / d[k] < 0)) continue;
      d[k] = -d[k];
      if (has_vectors_) ScaleRow(right_.RowAt(k), {-1, 0}, columns_);
    }
    for (int64_t k = 0; k < columns_; ++k) d[k] = -d[k];
    SortRising(d, columns_, order_);
    for (int64_t k = 0; k < columns_; ++k) d[k] = -d[k];
  }

  int64_t RowOfLeft(int64_t k) const { return k < columns_ ? order_[k] : k; }

  void StoreTall() {
    for (int64_t i = 0; i < rows_; ++i) {
      for (int64_t k = 0; k < result(2).columns; ++k) {
        StoreElement(2, i, k, left_.At(RowOfLeft(k), i));
      }
    }
    for (int64_t k = 0; k < std::min(columns_, result(3).rows); ++k) {
      for (int64_t j = 0; j < columns_; ++j) StoreElement(3, k, j, right_.At(order_[k], j));
    }
  }

  void StoreWide() {
    for (int64_t i = 0; i < columns_; ++i) {
      for (int64_t k = 0; k < std::min(columns_, result(2).columns); ++k) {
        StoreElement(2, i, k, Conjugate(right_.At(order_[k], i)));
      }
    }
    for (int64_t k = 0; k < result(3).rows; ++k) {
      for (int64_t j = 0; j < rows_; ++j) {
        StoreElement(3, k, j, Conjugate(left_.At(RowOfLeft(k), j)));
      }
    }
  }

  bool is_wide_;
  int64_t rows_;
  int64_t columns_;
  bool has_vectors_;
  BidiagonalReduction reduction_;
  BidiagonalQr iteration_;
  // Rows: columns of Q; rows of P^H.
  Matrix left_;
  Matrix right_;
  int64_t* order_;
  MatrixRange range_;
  uint8_t phase_ = kLoad;
};

}  // namespace

PADDOCK_MAKE_ROUTINE(Gesdd)

}  // namespace paddock::simd
