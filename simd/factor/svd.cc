// gesdd and gesvd: singular values and vectors.
#include <algorithm>

#include "simd/factor/bidiagonal.h"
#include "simd/factor/factorization.h"
#include "simd/factor/rotation.h"
#include "simd/factor/scale.h"
#include "simd/factor/tall_first.h"
#include "simd/factor/triangular_first.h"
#include "simd/factor/tridiagonal.h"
#include "simd/linalg/interleaved.h"

namespace paddock::simd {
namespace {

// Operands: a. Options: mode A, S, N or O. Results: a; singular values in descending order; the
// first columns of U, the first rows of V^H; info. The steps are those of LAPACK's gesdd, so that
// the vectors have the same signs as LAPACK's if the smaller size is at most 25. A wide matrix is
// computed as its adjoint:
//
//   tall        a = Q B P^H                       many rows      a = Q1 R, R = Q B P^H
//   wide        a^H = Q B P^H; P B^H is rotated   many columns   a = L Q1^H, L = Q B P^H
//               from lower to upper bidiagonal
//
// First makes a matrix of many rows or columns triangular: TriangularFirst, or TallFirst.
template <class First>
class SvdBy final : public Factorization {
 public:
  SvdBy(const FactorCall& call, const FactorBuffers& buffers, Workspace& workspace)
      : Factorization(call, buffers),
        is_wide_(operand(0).rows < operand(0).columns),
        rows_(std::max(operand(0).rows, operand(0).columns)),
        columns_(std::min(operand(0).rows, operand(0).columns)),
        has_vectors_(letter(0) != 'N'),
        is_long_(has_vectors_ && rows_ >= LeastLongSize()),
        triangle_(is_long_ ? rows_ : 0, is_long_ ? columns_ : 0, is_long_ ? long_count() : 0,
                  is_complex(), workspace),
        reduction_(is_long_ ? columns_ : rows_, columns_, is_complex(), workspace),
        iteration_(columns_, epsilon(), workspace),
        long_(workspace.NewMatrix(long_count(), has_vectors_ ? rows_ : 0, is_complex())),
        short_(workspace.NewMatrix(has_vectors_ ? columns_ : 0, has_vectors_ ? columns_ : 0,
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
  enum : uint8_t {
    kLoad,
    kTriangle,
    kCopy,
    kReduce,
    kLeft,
    kRight,
    kArrange,
    kIterate,
    kLengthen,
    kStore,
    kDone
  };

  // Number of rows from which LAPACK makes a matrix triangular first.
  int64_t LeastLongSize() const { return is_complex() ? columns_ * 17 / 9 : columns_ * 11 / 6; }

  // Columns of U, or rows of V^H of a wide matrix, beside those of the values.
  int64_t long_count() const {
    if (!has_vectors_) return 0;
    const int64_t wanted = is_wide_ ? result(3).rows : result(2).columns;
    return std::clamp(wanted, columns_, rows_);
  }

  // The rows of U^T and those of V^H.
  const Matrix& left() const { return is_wide_ ? short_ : long_; }
  const Matrix& right() const { return is_wide_ ? long_ : short_; }
  // The part that the reduction's own Q or P fills.
  Matrix Reduced(const Matrix& matrix) const {
    return is_long_ ? matrix.Block(0, 0, columns_, columns_) : matrix;
  }

  int64_t AdvancePhase() {
    // The adjoint is reduced if the matrix is wide and not made triangular first.
    const bool is_swapped = is_wide_ && !is_long_;
    switch (phase_) {
      case kLoad:
        LoadOperand();
        break;
      case kTriangle:
        return is_long_ ? triangle_.Advance(team()) : 0;
      case kCopy:
        if (is_long_) triangle_.CopyTriangle(reduction_.a(), is_wide_);
        break;
      case kReduce:
        return reduction_.Advance(team());
      case kLeft:
        return has_vectors_ ? reduction_.AdvanceLeft(Reduced(is_swapped ? right() : left()), team())
                            : 0;
      case kRight:
        return has_vectors_
                   ? reduction_.AdvanceRight(Reduced(is_swapped ? left() : right()), team())
                   : 0;
      case kArrange:
        if (is_swapped) Arrange();
        break;
      case kIterate:
        // Elements behind the reduced part are zero.
        return First::kIsTurned
                   ? iteration_.Advance(reduction_.d(), reduction_.e(), Reduced(left()),
                                        Reduced(right()), team())
                   : iteration_.Advance(reduction_.d(), reduction_.e(), left(), right(), team());
      case kLengthen:
        return is_long_ ? triangle_.AdvanceRows(long_, is_wide_, team()) : 0;
      case kStore:
        StoreResults();
        break;
      default:
        break;
    }
    return 0;
  }

  void LoadOperand() {
    const Matrix& a = is_long_ ? triangle_.a() : reduction_.a();
    is_wide_ != (First::kIsTurned && is_long_) ? LoadAdjoint(0, a) : Load(0, a);
    range_ = BringIntoRange(a);
    FillIdentity(long_);
    FillIdentity(short_);
  }

  // The adjoint's Q^T and P^H are those of the matrix itself; B^H, lower bidiagonal, gives an upper
  // one.
  void Arrange() {
    for (int64_t k = 0; k < long_.rows; ++k) ConjugateRow(long_.RowAt(k), rows_);
    for (int64_t k = 0; k < short_.rows; ++k) ConjugateRow(short_.RowAt(k), columns_);
    double* const d = reduction_.d();
    double* const e = reduction_.e();
    for (int64_t i = 0; i + 1 < columns_; ++i) {
      const Rotation rotation = MakeRotation(d[i], e[i]);
      d[i] = rotation.r;
      e[i] = rotation.sine * d[i + 1];
      d[i + 1] = rotation.cosine * d[i + 1];
      if (has_vectors_) Apply({&rotation.cosine, &rotation.sine, i, 1, true}, left());
    }
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
      StoreVectors();
    }
  }

  // Makes the values non-negative and sorts them in descending order. A negative value's row of
  // V^H is negated; of a single value, its column of U.
  void MakePositive() {
    double* const d = reduction_.d();
    const Matrix& taking = columns_ == 1 ? left() : right();
    for (int64_t k = 0; k < columns_; ++k) {
      if (!(d[k] < 0) && !(d[k] == 0 && 1 / d[k] < 0)) continue;
      d[k] = -d[k];
      if (has_vectors_) ScaleRow(taking.RowAt(k), {-1, 0}, taking.columns);
    }
    for (int64_t k = 0; k < columns_; ++k) d[k] = -d[k];
    SortRising(d, columns_, order_);
    for (int64_t k = 0; k < columns_; ++k) d[k] = -d[k];
  }

  int64_t RowOf(int64_t k) const { return k < columns_ ? order_[k] : k; }

  void StoreVectors() {
    const Matrix& left_rows = left();
    const Matrix& right_rows = right();
    const MatrixView u = ViewOf(2, true), v = ViewOf(3, false);
    // Groups of columns, so that a cache line of the result is written once.
    for (int64_t first = 0; first < left_rows.columns; first += kPanel) {
      const int64_t count = std::min(kPanel, left_rows.columns - first);
      for (int64_t k = 0; k < std::min(left_rows.rows, result(2).columns); ++k) {
        const Row row = left_rows.RowAt(RowOf(k), first);
        u.StoreRow(row.re, row.im, k, first, count);
      }
    }
    for (int64_t k = 0; k < std::min(right_rows.rows, result(3).rows); ++k) {
      const Row row = right_rows.RowAt(RowOf(k));
      v.StoreRow(row.re, row.im, k, 0, right_rows.columns);
    }
  }

  bool is_wide_;
  int64_t rows_;
  int64_t columns_;
  bool has_vectors_;
  bool is_long_;
  First triangle_;
  BidiagonalReduction reduction_;
  BidiagonalQr iteration_;
  // Rows: columns of U, or of a wide matrix rows of V^H; rows of V^H, or columns of U.
  Matrix long_;
  Matrix short_;
  int64_t* order_;
  MatrixRange range_;
  uint8_t phase_ = kLoad;
};

}  // namespace

Factorization* MakeGesdd(const FactorCall& call, const FactorBuffers& buffers,
                         Workspace& workspace) {
  if constexpr (kHasInterleaved) {
    if (call.is_fast && !call.is_complex()) {
      return MakeIn<SvdBy<TallFirst>>(call, buffers, workspace);
    }
  }
  return MakeIn<SvdBy<TriangularFirst>>(call, buffers, workspace);
}

}  // namespace paddock::simd
