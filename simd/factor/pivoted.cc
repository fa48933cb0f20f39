// geqp3, QR with column pivoting; tridiagonal systems, by gtsv and with perturbed pivots.
#include <algorithm>

#include "simd/factor/factorization.h"
#include "simd/factor/reflector.h"

namespace paddock::simd {
namespace {

// Operands: a; jpvt, where a nonzero entry moves its column to the front. Results: R above the
// reflectors; jpvt, the original column of each column, from 1; tau.
class Geqp3 final : public StagedFactorization {
 public:
  Geqp3(const FactorCall& call, const FactorBuffers& buffers, Workspace& workspace)
      : StagedFactorization(call, buffers),
        a_(workspace.NewMatrix(operand(0).rows, operand(0).columns, is_complex())),
        least_(std::min(a_.rows, a_.columns)),
        tau_(workspace.NewRow(least_, is_complex())),
        norms_(workspace.Doubles(a_.columns)),
        old_norms_(workspace.Doubles(a_.columns)),
        places_(workspace.Doubles(a_.columns)),
        vector_(workspace.NewRow(a_.rows, is_complex())),
        scratch_(std::max(a_.rows, a_.columns), is_complex(), workspace) {}

  int64_t LoadOperands() override {
    Load(0, a_);
    FillZero(tau_, least_);
    MoveFixedColumns();
    return a_.rows * a_.columns + 1;
  }

  int64_t Compute() override { return column_ < least_ ? FactorColumn() : 0; }

  int64_t StoreResults() override {
    Store(a_, 0);
    for (int64_t j = 0; j < a_.columns; ++j) {
      StoreInteger(1, j, static_cast<int64_t>(places_[j]));
    }
    StoreVector(tau_, 2);
    return a_.rows * a_.columns + 1;
  }

 private:
  void Exchange(int64_t a, int64_t b) {
    SwapColumns(a_, a, b);
    std::swap(places_[a], places_[b]);
  }

  void MoveFixedColumns() {
    for (int64_t j = 0; j < a_.columns; ++j) places_[j] = static_cast<double>(j + 1);
    for (int64_t j = 0; j < a_.columns; ++j) {
      if (LoadInteger(1, j) == 0) continue;
      if (j != fixed_) Exchange(j, fixed_);
      ++fixed_;
    }
  }

  double NormOf(int64_t j, int64_t begin) {
    GatherColumn(a_, j, begin, a_.rows, vector_);
    return Norm(vector_, a_.rows - begin);
  }

  int64_t FactorColumn() {
    const int64_t j = column_++;
    if (j >= fixed_) {
      if (!has_norms_) {
        has_norms_ = true;
        for (int64_t k = j; k < a_.columns; ++k) norms_[k] = old_norms_[k] = NormOf(k, j);
      }
      const int64_t pivot = std::max_element(norms_ + j, norms_ + a_.columns) - norms_;
      if (pivot != j) {
        Exchange(j, pivot);
        norms_[pivot] = norms_[j];
        old_norms_[pivot] = old_norms_[j];
      }
    }
    const int64_t rows = a_.rows - j;
    GatherColumn(a_, j, j, a_.rows, vector_);
    const Reflector reflector = MakeReflector(NumberAt(vector_, 0), Behind(vector_, 1), rows - 1);
    SetNumber(vector_, 0, {1, 0});
    SetNumber(tau_, j, reflector.tau);
    ScatterColumn(vector_, a_, j, j, a_.rows);
    a_.Set(j, j, {reflector.beta, 0});
    const int64_t columns = a_.columns - j - 1;
    ApplyLeft(vector_, Conjugate(reflector.tau), a_.Block(j, j + 1, rows, columns), scratch_,
              team());
    if (j >= fixed_) UpdateNorms(j);
    return 3 * rows * (columns + 1) + 1;
  }

  // Updates the norms below row j. They are recomputed where cancellation leaves no accuracy.
  void UpdateNorms(int64_t j) {
    constexpr double kTooSmall = 0x1p-26;
    for (int64_t k = j + 1; k < a_.columns; ++k) {
      if (norms_[k] == 0) continue;
      const double ratio = Magnitude(a_.At(j, k)) / norms_[k];
      const double rest = std::max(0.0, 1 - ratio * ratio);
      const double relative = norms_[k] / old_norms_[k];
      if (rest * relative * relative <= kTooSmall) {
        norms_[k] = old_norms_[k] = j + 1 < a_.rows ? NormOf(k, j + 1) : 0;
      } else {
        norms_[k] *= SquareRoot(rest);
      }
    }
  }

  Matrix a_;
  int64_t least_;
  Row tau_;
  double* norms_;
  double* old_norms_;
  // The numbers of columns, from 1.
  double* places_;
  Row vector_;
  ReflectorScratch scratch_;
  int64_t fixed_ = 0;
  int64_t column_ = 0;
  bool has_norms_ = false;
};

// Operands: dl, d, du of one length, where dl[0] and du's last element are not read; b.
// Elimination swaps rows and leaves the second superdiagonal in dl.
class TridiagonalSystem : public Factorization {
 public:
  TridiagonalSystem(const FactorCall& call, const FactorBuffers& buffers, Workspace& workspace)
      : Factorization(call, buffers),
        size_(operand(1).rows),
        dl_(workspace.NewRow(size_, is_complex())),
        d_(workspace.NewRow(size_, is_complex())),
        du_(workspace.NewRow(size_, is_complex())),
        b_(workspace.NewMatrix(operand(3).rows, operand(3).columns, is_complex())) {}

  int64_t Advance() final {
    if (is_done_) return 0;
    is_done_ = true;
    LoadVector(0, dl_);
    LoadVector(1, d_);
    LoadVector(2, du_);
    Load(3, b_);
    Solve();
    return 6 * size_ * (b_.columns + 2) + 1;
  }

 protected:
  ~TridiagonalSystem() = default;

  // Solves the system in dl(), d(), du() and b(), and stores the results.
  virtual void Solve() = 0;

  // Eliminates column i below the diagonal. A column of zeros stays.
  void EliminateColumn(int64_t i) {
    // dl[i] holds the element left of the diagonal in row i.
    const Number below = NumberAt(dl_, i + 1);
    const Number pivot = NumberAt(d_, i);
    if (IsZero(pivot) && IsZero(below)) return SetNumber(dl_, i + 1, {});
    if (Magnitude1(pivot) >= Magnitude1(below)) {
      const Number factor = Divide(below, pivot);
      SetNumber(d_, i + 1, NumberAt(d_, i + 1) - factor * NumberAt(du_, i));
      SubtractRow(b_.RowAt(i + 1), factor, b_.RowAt(i), b_.columns);
      return SetNumber(dl_, i + 1, {});
    }
    // Swaps rows i and i + 1.
    const Number factor = Divide(pivot, below);
    const Number next = NumberAt(d_, i + 1);
    SetNumber(d_, i, below);
    SetNumber(d_, i + 1, NumberAt(du_, i) - factor * next);
    SetNumber(du_, i, next);
    Number second;
    if (i + 2 < size_) {
      second = NumberAt(du_, i + 1);
      SetNumber(du_, i + 1, -(factor * second));
    }
    SetNumber(dl_, i + 1, second);
    SwapRows(b_, i, i + 1);
    SubtractRow(b_.RowAt(i + 1), factor, b_.RowAt(i), b_.columns);
  }

  // Subtracts what rows below add to row i of the right hand side.
  void SubtractSolved(int64_t i) {
    if (i + 1 < size_) {
      SubtractRow(b_.RowAt(i), NumberAt(du_, i), b_.RowAt(i + 1), b_.columns);
    }
    if (i + 2 < size_) {
      SubtractRow(b_.RowAt(i), NumberAt(dl_, i + 1), b_.RowAt(i + 2), b_.columns);
    }
  }

  int64_t size() const { return size_; }
  Row dl() const { return dl_; }
  Row d() const { return d_; }
  Row du() const { return du_; }
  const Matrix& b() const { return b_; }

 private:
  int64_t size_;
  Row dl_;
  Row d_;
  Row du_;
  Matrix b_;
  bool is_done_ = false;
};

// Results: dl, d and du after elimination; the solution; info, the first pivot that is 0.
class Gtsv final : public TridiagonalSystem {
 public:
  using TridiagonalSystem::TridiagonalSystem;

 private:
  void Solve() override {
    const int64_t info = Eliminate();
    for (int64_t i = info == 0 ? size() : 0; i-- > 0;) {
      SubtractSolved(i);
      DivideRow(b().RowAt(i), NumberAt(d(), i), b().columns);
    }
    StoreVector(dl(), 0);
    StoreVector(d(), 1);
    StoreVector(du(), 2);
    Store(b(), 3);
    StoreInteger(4, 0, info);
  }

  int64_t Eliminate() {
    for (int64_t i = 0; i + 1 < size(); ++i) {
      if (IsZero(NumberAt(d(), i)) && IsZero(NumberAt(dl(), i + 1))) return i + 1;
      EliminateColumn(i);
    }
    return size() > 0 && IsZero(NumberAt(d(), size() - 1)) ? size() : 0;
  }
};

// Result: a finite solution, also of a singular system. Like lagts, substitution moves a pivot by
// the type's epsilon times U's largest element, and by twice as much each further time, while the
// quotient would overflow.
class PerturbedTridiagonalSolve final : public TridiagonalSystem {
 public:
  using TridiagonalSystem::TridiagonalSystem;

 private:
  void Solve() override {
    for (int64_t i = 0; i + 1 < size(); ++i) EliminateColumn(i);
    const bool is_f32 = PartType(call().type()) == ElementType::kF32;
    least_ = is_f32 ? 0x1p-126 : kSafeMinimum;
    step_ = std::max(least_, 2 * epsilon() * Largest());
    for (int64_t i = size(); i-- > 0;) {
      SubtractSolved(i);
      for (int64_t j = 0; j < b().columns; ++j) {
        const Number value = b().At(i, j);
        b().Set(i, j, Divide(value, Perturbed(NumberAt(d(), i), Magnitude(value))));
      }
    }
    Store(b(), 0);
  }

  double Largest() const {
    double largest = 0;
    for (int64_t i = 0; i < size(); ++i) {
      largest = std::max(largest, Magnitude(NumberAt(d(), i)));
      if (i + 1 < size()) largest = std::max(largest, Magnitude(NumberAt(du(), i)));
      if (i + 2 < size()) largest = std::max(largest, Magnitude(NumberAt(dl(), i + 1)));
    }
    return largest;
  }

  // Returns a pivot by which a number of that magnitude can be divided.
  Number Perturbed(Number pivot, double magnitude) const {
    Number step = Direction(pivot) * Number{step_};
    for (;;) {
      const double size = Magnitude(pivot);
      const bool overflows = size < 1 && (size == 0 || magnitude * least_ > size);
      if (!overflows) return pivot;
      pivot = pivot + step;
      step = step + step;
    }
  }

  // Returns the pivot's sign or phase, that of a positive number for a complex zero.
  Number Direction(Number pivot) const {
    if (!is_complex()) return {WithSign(1, pivot.re)};
    const double size = Magnitude(pivot);
    return size > 0 ? Divide(pivot, Number{size}) : Number{1};
  }

  // The smallest normal number of the type, and the first perturbation.
  double least_ = 0;
  double step_ = 0;
};

}  // namespace

PADDOCK_MAKE_ROUTINE(Geqp3)
PADDOCK_MAKE_ROUTINE(Gtsv)
PADDOCK_MAKE_ROUTINE(PerturbedTridiagonalSolve)

}  // namespace paddock::simd
