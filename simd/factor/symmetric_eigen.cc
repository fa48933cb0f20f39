// syevd and heevd, sytrd and hetrd.
#include <algorithm>

#include "simd/factor/factorization.h"
#include "simd/factor/scale.h"
#include "simd/factor/tridiagonal.h"

namespace paddock::simd {
namespace {

// Operands: a. Options: mode V or N, uplo. Results: eigenvectors in columns; eigenvalues in
// ascending order; info. Only the named triangle of a is read. The upper one is reduced from its
// last column on, as in LAPACK: as the lower one of the matrix with its rows and columns reversed.
class Syevd final : public Factorization {
 public:
  Syevd(const FactorCall& call, const FactorBuffers& buffers, Workspace& workspace)
      : Factorization(call, buffers),
        size_(operand(0).rows),
        reduction_(size_, is_complex(), workspace),
        transposed_(size_, is_complex(), workspace),
        iteration_(size_, epsilon(), workspace),
        vectors_(workspace.NewMatrix(size_, has_vectors() ? size_ : 0, is_complex())),
        order_(reinterpret_cast<int64_t*>(
            workspace.Take(static_cast<size_t>(size_) * sizeof(int64_t)))) {}

  int64_t Advance() override {
    const int64_t work = AdvancePhase();
    if (work != 0 || phase_ == kDone) return work;
    ++phase_;
    return 1;
  }

 private:
  enum : uint8_t { kLoad, kReduce, kTranspose, kReverse, kIterate, kStore, kDone };

  bool has_vectors() const { return letter(0) == 'V'; }
  bool is_lower() const { return letter(1) == 'L'; }
  int64_t Place(int64_t i) const { return is_lower() ? i : size_ - 1 - i; }

  int64_t AdvancePhase() {
    switch (phase_) {
      case kLoad:
        LoadTriangle();
        break;
      case kReduce:
        return reduction_.Advance(team());
      case kTranspose:
        if (!has_vectors()) break;
        return transposed_.Advance(reduction_.a(), reduction_.tau(), size_ - 1, 1, vectors_,
                                   team());
      case kReverse:
        if (!is_lower()) Reverse();
        break;
      case kIterate:
        return iteration_.Advance(reduction_.d(), reduction_.e(), vectors_, team());
      case kStore:
        StoreResults();
        break;
      default:
        break;
    }
    return 0;
  }

  void LoadTriangle() {
    const Matrix& a = reduction_.a();
    for (int64_t i = 0; i < size_; ++i) {
      for (int64_t j = 0; j <= i; ++j) {
        Number value = LoadElement(0, Place(i), Place(j));
        if (i == j) value.im = 0;
        a.Set(i, j, value);
        a.Set(j, i, Conjugate(value));
      }
    }
    range_ = BringIntoRange(a);
  }

  // The tridiagonal matrix and the rows of Q^T in the order of `a`.
  void Reverse() {
    std::reverse(reduction_.d(), reduction_.d() + size_);
    if (size_ > 0) std::reverse(reduction_.e(), reduction_.e() + size_ - 1);
    if (!has_vectors()) return;
    for (int64_t k = 0; k < size_ / 2; ++k) SwapRows(vectors_, k, size_ - 1 - k);
    for (int64_t j = 0; j < size_ / 2; ++j) SwapColumns(vectors_, j, size_ - 1 - j);
  }

  void StoreResults() {
    const bool has_failed = !range_.is_finite || iteration_.failures() > 0;
    StoreInteger(2, 0, !range_.is_finite ? size_ : iteration_.failures());
    if (has_failed) {
      StoreNaN(0);
      StoreNaN(1);
      return;
    }
    SortRising(reduction_.d(), size_, order_);
    if (!has_vectors()) CopyThrough(0, 0);
    for (int64_t k = 0; k < size_; ++k) {
      StoreElement(1, k, 0, {reduction_.d()[order_[k]] / range_.scale, 0});
      for (int64_t i = 0; has_vectors() && i < size_; ++i) {
        StoreElement(0, i, k, vectors_.At(order_[k], i));
      }
    }
  }

  int64_t size_;
  TridiagonalReduction reduction_;
  TransposedProduct transposed_;
  TridiagonalQr iteration_;
  Matrix vectors_;
  int64_t* order_;
  MatrixRange range_;
  uint8_t phase_ = kLoad;
};

// Operands: a. Options: uplo. Results: a with the reflectors and the tridiagonal matrix in the
// named triangle; d; e; tau; info. The upper triangle is the lower one of the matrix with its
// rows and columns in the opposite order.
class Sytrd final : public StagedFactorization {
 public:
  Sytrd(const FactorCall& call, const FactorBuffers& buffers, Workspace& workspace)
      : StagedFactorization(call, buffers),
        size_(operand(0).rows),
        reduction_(size_, is_complex(), workspace) {}

  int64_t LoadOperands() override {
    const Matrix& a = reduction_.a();
    for (int64_t i = 0; i < size_; ++i) {
      for (int64_t j = 0; j <= i; ++j) {
        Number value = LoadElement(0, Place(i), Place(j));
        if (i == j) value.im = 0;
        a.Set(i, j, value);
        a.Set(j, i, Conjugate(value));
      }
    }
    return size_ * size_ + 1;
  }

  int64_t Compute() override { return reduction_.Advance(team()); }

  int64_t StoreResults() override {
    CopyThrough(0, 0);
    for (int64_t j = 0; j < size_; ++j) {
      StoreElement(0, Place(j), Place(j), {reduction_.d()[j], 0});
      StoreElement(1, Place(j), 0, {reduction_.d()[j], 0});
      if (j + 1 == size_) break;
      // Off-diagonal element j of the upper form is between rows j and j + 1, too.
      const int64_t at = is_lower() ? j : size_ - 2 - j;
      StoreElement(2, at, 0, {reduction_.e()[j], 0});
      StoreElement(3, at, 0, NumberAt(reduction_.tau(), j));
      StoreElement(0, Place(j + 1), Place(j), {reduction_.e()[j], 0});
      for (int64_t i = j + 2; i < size_; ++i) {
        StoreElement(0, Place(i), Place(j), reduction_.a().At(i, j));
      }
    }
    StoreInteger(4, 0, 0);
    return size_ * size_ + 1;
  }

 private:
  bool is_lower() const { return letter(0) == 'L'; }
  int64_t Place(int64_t i) const { return is_lower() ? i : size_ - 1 - i; }

  int64_t size_;
  TridiagonalReduction reduction_;
};

}  // namespace

PADDOCK_MAKE_ROUTINE(Syevd)
PADDOCK_MAKE_ROUTINE(Sytrd)

}  // namespace paddock::simd
