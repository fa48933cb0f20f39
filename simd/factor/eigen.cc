// geev and gees: eigenvalues, eigenvectors and Schur forms of general matrices.
#include "simd/factor/eigenvectors.h"
#include "simd/factor/factorization.h"
#include "simd/factor/hessenberg.h"
#include "simd/factor/scale.h"
#include "simd/factor/schur.h"
#include "simd/factor/tridiagonal.h"

namespace paddock::simd {
namespace {

// The part that geev and gees share: balancing, Hessenberg form and Schur form, in phases.
class SchurReduction {
 public:
  SchurReduction(int64_t size, bool is_complex, double epsilon, Workspace& workspace)
      : size_(size),
        t_(workspace.NewMatrix(size, size, is_complex)),
        z_(workspace.NewMatrix(size, size, is_complex)),
        balance_(size, workspace),
        hessenberg_(size, is_complex, workspace),
        transposed_(size, is_complex, workspace),
        schur_(size, epsilon, workspace) {}

  // Begins after t() is filled.
  void Begin(bool scales, bool makes_schur, bool has_vectors) {
    makes_schur_ = makes_schur;
    if (!has_vectors) z_.columns = 0;
    range_ = BringIntoRange(t_);
    balance_.Run(t_, scales);
    hessenberg_.Begin(balance_.low(), balance_.high());
    FillZero(hessenberg_.tau(), size_);
  }

  int64_t Advance(const Team& team) {
    if (phase_ == 0) {
      if (const int64_t work = hessenberg_.Advance(t_, team)) return work;
      ++phase_;
    }
    if (phase_ == 1) {
      const int64_t count = z_.columns == 0 ? 0 : size_ - 1;
      const int64_t work =
          z_.columns == 0 ? 0 : transposed_.Advance(t_, hessenberg_.tau(), count, 1, z_, team);
      if (work != 0) return work;
      schur_.Begin(t_, balance_.low(), balance_.high(), makes_schur_);
      ++phase_;
    }
    return schur_.Advance(t_, z_);
  }

  // 0 on success; -4 if elements are not finite.
  int64_t info() const { return range_.is_finite ? schur_.info() : -4; }
  const Matrix& t() const { return t_; }
  // The transpose of Z.
  const Matrix& z() const { return z_; }
  const Balance& balance() const { return balance_; }
  const SchurIteration& schur() const { return schur_; }
  double scale() const { return range_.scale; }
  Number Eigenvalue(int64_t i) const { return schur_.Eigenvalue(i) / range_.scale; }

 private:
  int64_t size_;
  Matrix t_;
  Matrix z_;
  Balance balance_;
  HessenbergReduction hessenberg_;
  TransposedProduct transposed_;
  SchurIteration schur_;
  bool makes_schur_ = false;
  MatrixRange range_;
  uint8_t phase_ = 0;
};

// Operands: a. Options: compute_left, compute_right. Results: eigenvalues, of a real matrix as real
// and imaginary parts; left and right eigenvectors, complex, in columns; info.
class Geev final : public Factorization {
 public:
  Geev(const FactorCall& call, const FactorBuffers& buffers, Workspace& workspace)
      : Factorization(call, buffers),
        size_(operand(0).rows),
        values_(is_complex() ? 1 : 2),
        reduction_(size_, is_complex(), epsilon(), workspace),
        solver_(size_, workspace),
        vectors_(workspace.NewMatrix(size_, has_vectors() ? size_ : 0, true)) {}

  int64_t Advance() override {
    switch (phase_) {
      case kLoad:
        Load(0, reduction_.t());
        reduction_.Begin(true, has_vectors(), has_vectors());
        ++phase_;
        return 2 * size_ * size_ + 1;
      case kReduce:
        if (const int64_t work = reduction_.Advance(team())) return work;
        StoreValues();
        ++phase_;
        return size_ + 1;
      case kLeft:
      case kRight:
        return ComputeVectors();
      default:
        return 0;
    }
  }

 private:
  enum : uint8_t { kLoad, kReduce, kLeft, kRight, kDone };

  bool has_vectors() const { return letter(0) == 'V' || letter(1) == 'V'; }

  void StoreValues() {
    const int64_t info = reduction_.info();
    StoreInteger(values_ + 2, 0, info);
    for (int64_t i = 0; i < size_; ++i) {
      const Number value = reduction_.Eigenvalue(i);
      StoreElement(0, i, 0, is_complex() ? value : Number{value.re, 0});
      if (!is_complex()) StoreElement(1, i, 0, {value.im, 0});
    }
    if (info == 0) return;
    if (info < 0) {
      for (size_t i = 0; i < values_; ++i) StoreNaN(i);
    }
    StoreNaN(values_);
    StoreNaN(values_ + 1);
    phase_ = kRight;
  }

  // Computes one vector, or both of a pair. All vectors of a side are stored together.
  int64_t ComputeVectors() {
    const bool is_left = phase_ == kLeft;
    const size_t to = values_ + (is_left ? 0 : 1);
    if (letter(is_left ? 0 : 1) != 'V') {
      StoreZeros(to);
      ++phase_;
      return 1;
    }
    if (at_ == size_) {
      FinishVectors(is_left, to);
      at_ = 0;
      ++phase_;
      return size_ * size_ + 1;
    }
    const int64_t k = at_++;
    const bool is_pair = !is_complex() && reduction_.schur().Eigenvalue(k).im != 0;
    const int64_t work =
        is_left
            ? solver_.ComputeLeft(reduction_.t(), reduction_.schur(), k, reduction_.z(), vectors_)
            : solver_.ComputeRight(reduction_.t(), reduction_.schur(), k, reduction_.z(), vectors_);
    if (is_pair) {
      CopyRow(vectors_.RowAt(k), vectors_.RowAt(k + 1), size_);
      ++at_;
    }
    return work;
  }

  void FinishVectors(bool is_left, size_t to) {
    reduction_.balance().Undo(vectors_, is_left);
    for (int64_t k = 0; k < size_; ++k) {
      const double im = reduction_.schur().Eigenvalue(k).im;
      Normalize(vectors_.RowAt(k), size_, !is_complex() && im == 0, !is_complex());
      if (!is_complex() && im < 0) ConjugateRow(vectors_.RowAt(k), size_);
      for (int64_t i = 0; i < size_; ++i) StoreElement(to, i, k, vectors_.At(k, i));
    }
  }

  int64_t size_;
  // Number of results that hold the eigenvalues.
  size_t values_;
  SchurReduction reduction_;
  SchurVectors solver_;
  Matrix vectors_;
  int64_t at_ = 0;
  uint8_t phase_ = kLoad;
};

// Operands: a. Options: mode V or N, sort N. Results: T; Z; eigenvalues as in geev; the number of
// selected ones, 0; info.
class Gees final : public StagedFactorization {
 public:
  Gees(const FactorCall& call, const FactorBuffers& buffers, Workspace& workspace)
      : StagedFactorization(call, buffers),
        size_(operand(0).rows),
        reduction_(size_, is_complex(), epsilon(), workspace) {}

  int64_t LoadOperands() override {
    Load(0, reduction_.t());
    reduction_.Begin(false, true, letter(0) == 'V');
    return size_ * size_ + 1;
  }

  int64_t Compute() override { return reduction_.Advance(team()); }

  int64_t StoreResults() override {
    StoreForms();
    return 2 * size_ * size_ + 1;
  }

 private:
  void StoreForms() {
    const size_t values = is_complex() ? 1 : 2;
    StoreInteger(values + 2, 0, 0);
    StoreInteger(values + 3, 0, reduction_.info());
    if (reduction_.info() < 0) {
      for (size_t i = 0; i < values + 2; ++i) StoreNaN(i);
      return;
    }
    if (reduction_.scale() != 1) ScaleBy(reduction_.t(), 1 / reduction_.scale());
    Store(reduction_.t(), 0);
    for (int64_t i = 0; i < size_; ++i) {
      const Number value = reduction_.Eigenvalue(i);
      StoreElement(2, i, 0, is_complex() ? value : Number{value.re, 0});
      if (!is_complex()) StoreElement(3, i, 0, {value.im, 0});
    }
    if (letter(0) != 'V') return StoreZeros(1);
    reduction_.balance().Undo(reduction_.z(), false);
    for (int64_t k = 0; k < size_; ++k) {
      for (int64_t i = 0; i < size_; ++i) StoreElement(1, i, k, reduction_.z().At(k, i));
    }
  }

  int64_t size_;
  SchurReduction reduction_;
};

}  // namespace

PADDOCK_MAKE_ROUTINE(Geev)
PADDOCK_MAKE_ROUTINE(Gees)

}  // namespace paddock::simd
