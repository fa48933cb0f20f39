// getrf and LuDecomposition: P a = L U with partial pivoting, panel after panel of columns.
#include <numeric>
#include <utility>

#include "simd/factor/factorization.h"
#include "simd/factor/factors_f32.h"
#include "simd/factor/lu_tiles.h"
#include "simd/factor/small_lu.h"

namespace paddock::simd {
namespace {

// Operands: a. Results: L and U in one; pivots, from 1: row i was swapped with row pivots[i]; info,
// the first i with U(i, i) = 0. LuDecomposition counts pivots from 0, and its last result is the
// permutation: the original row of each row.
class Getrf final : public Factorization {
 public:
  Getrf(const FactorCall& call, const FactorBuffers& buffers, Workspace& workspace)
      : Factorization(call, buffers),
        permutes_(call.routine == Routine::kLuDecomposition),
        permutation_(reinterpret_cast<int64_t*>(
            workspace.Take(static_cast<size_t>(operand(0).rows) * sizeof(int64_t)))),
        a_(workspace.NewMatrix(operand(0).rows, operand(0).columns, is_complex())),
        pivots_(reinterpret_cast<int64_t*>(
            workspace.Take(static_cast<size_t>(std::min(a_.rows, a_.columns)) * sizeof(int64_t)))),
        tiles_(a_.rows, a_.columns) {}

  int64_t Advance() override {
    switch (phase_) {
      case Phase::kLoad:
        Load(0, a_);
        std::iota(permutation_, permutation_ + a_.rows, int64_t{0});
        FactorPanel(0);
        phase_ = Phase::kFactor;
        return a_.rows * (a_.columns + kPanel * kPanel) + 1;
      case Phase::kFactor:
        if (!tiles_.is_done()) return tiles_.Advance(*this, team());
        Store(a_, 0);
        StoreLast();
        phase_ = Phase::kDone;
        return a_.rows * a_.columns + 1;
      case Phase::kDone:
        break;
    }
    return 0;
  }

 private:
  friend LuTiles;

  enum class Phase : uint8_t { kLoad, kFactor, kDone };

  void StoreLast() const {
    if (!permutes_) return StoreInteger(2, 0, info_);
    for (int64_t i = 0; i < a_.rows; ++i) StoreInteger(2, i, permutation_[i]);
  }

  // Returns the first row from j on with the largest |re| + |im| in column j.
  int64_t FindPivot(int64_t j) const {
    int64_t pivot = j;
    double largest = Magnitude1(a_.At(j, j));
    for (int64_t i = j + 1; i < a_.rows; ++i) {
      const double size = Magnitude1(a_.At(i, j));
      if (size > largest) {
        largest = size;
        pivot = i;
      }
    }
    return pivot;
  }

  // Factors the panel of columns from `panel` on. Rows are swapped in no other columns.
  void FactorPanel(int64_t panel) {
    const int64_t end = tiles_.EndOfPanel(panel);
    for (int64_t first = panel; first < end; first += kNarrow) {
      const int64_t last = std::min(end, first + kNarrow);
      for (int64_t j = first; j < last; ++j) Eliminate(j, panel, end, last);
      Update(first, last, last, end);
    }
  }

  // Swaps the pivot of column j into place in columns begin .. end, divides by it, and subtracts
  // row j from the rows below in columns up to `limit`.
  void Eliminate(int64_t j, int64_t begin, int64_t end, int64_t limit) {
    const int64_t pivot = FindPivot(j);
    StoreInteger(1, j, permutes_ ? pivot : pivot + 1);
    pivots_[j] = pivot;
    SwapRows(a_.Block(0, begin, a_.rows, end - begin), j, pivot);
    std::swap(permutation_[j], permutation_[pivot]);
    const Number divisor = a_.At(j, j);
    if (IsZero(divisor)) {
      if (info_ == 0) info_ = j + 1;
      return;
    }
    for (int64_t i = j + 1; i < a_.rows; ++i) a_.Set(i, j, Divide(a_.At(i, j), divisor));
    Subtract(j + 1, a_.rows, j, j + 1, j + 1, limit);
  }

  // Subtracts the multiples of rows `first` .. `last` that columns `first` .. `last` contain from
  // the rows below them, in columns begin .. end. A row with a zero pivot changes no others of its
  // panel.
  void Update(int64_t first, int64_t last, int64_t begin, int64_t end) {
    for (int64_t k = first; k < last;) {
      int64_t next = k;
      while (next < last && !IsZero(a_.At(next, next))) ++next;
      SubtractBelow(k, next, last, begin, end);
      k = next + 1;
    }
  }

  // Subtracts multiples of rows k .. next from the rows below: up to `last` one by one, then
  // together.
  void SubtractBelow(int64_t k, int64_t next, int64_t last, int64_t begin, int64_t end) {
    for (int64_t i = k + 1; i < last; ++i) Subtract(i, i + 1, k, std::min(i, next), begin, end);
    Subtract(last, a_.rows, k, next, begin, end);
  }

  // Subtracts multiples of rows k_begin .. k_end from rows i_begin .. i_end.
  void Subtract(int64_t i_begin, int64_t i_end, int64_t k_begin, int64_t k_end, int64_t begin,
                int64_t end) {
    const int64_t rows = i_end - i_begin, depth = k_end - k_begin, columns = end - begin;
    if (rows <= 0 || depth <= 0 || columns <= 0) return;
    SubtractProduct(a_.Block(i_begin, begin, rows, columns),
                    a_.Block(i_begin, k_begin, rows, depth),
                    a_.Block(k_begin, begin, depth, columns), is_fast());
  }

  // Swaps the rows of columns begin .. end as the current panel's.
  void SwapColumns(int64_t begin, int64_t end) const {
    const Matrix columns = a_.Block(0, begin, a_.rows, end - begin);
    for (int64_t j = tiles_.panel(); j < tiles_.EndOfPanel(tiles_.panel()); ++j)
      SwapRows(columns, j, pivots_[j]);
  }

  void UpdateColumns(int64_t begin, int64_t end) {
    const int64_t panel = tiles_.panel(), solved = tiles_.EndOfPanel(panel);
    SwapColumns(begin, end);
    SubtractBelow(panel, solved, solved, begin, end);
  }

  // Columns of a panel that are factored one by one; the others of the panel follow at once.
  static constexpr int64_t kNarrow = 8;

  bool permutes_;
  int64_t* permutation_;
  Matrix a_;
  int64_t* pivots_;
  Phase phase_ = Phase::kLoad;
  LuTiles tiles_;
  int64_t info_ = 0;
};

#ifndef __wasm__
bool IsSmall(const FactorCall& call) {
  const FactorValue& a = call.operands[0];
  return !call.is_complex() && std::max(a.rows, a.columns) <= kMostSmallLu;
}

// The same for a small real matrix, in one piece. Computes in T.
template <class T>
class SmallGetrf final : public Factorization {
 public:
  SmallGetrf(const FactorCall& call, const FactorBuffers& buffers, Workspace& workspace)
      : Factorization(call, buffers),
        a_(reinterpret_cast<T*>(workspace.Take(static_cast<size_t>(operand(0).rows) *
                                               SmallLu<T>::kStride * sizeof(T)))) {}

  int64_t Advance() override {
    if (is_done_) return 0;
    is_done_ = true;
    const FactorValue& a = operand(0);
    const MatrixView from = ViewOfOperand(0, false), to = ViewOf(0, false);
    for (int64_t i = 0; i < a.rows; ++i) from.LoadRow(i, 0, a.columns, At(i), nullptr);
    int64_t pivots[kMostSmallLu];
    const int64_t info = FactorSmallLu(SmallLu<T>{a_, a.rows, a.columns, is_fast()}, pivots);
    for (int64_t i = 0; i < a.rows; ++i) to.StoreRow(At(i), nullptr, i, 0, a.columns);
    StorePivots(pivots, info);
    return a.rows * a.columns * std::min(a.rows, a.columns) + 1;
  }

 private:
  T* At(int64_t row) const { return a_ + row * SmallLu<T>::kStride; }

  void StorePivots(const int64_t* pivots, int64_t info) const {
    const int64_t rows = operand(0).rows, least = std::min(rows, operand(0).columns);
    const bool permutes = call().routine == Routine::kLuDecomposition;
    for (int64_t j = 0; j < least; ++j) StoreInteger(1, j, pivots[j] + (permutes ? 0 : 1));
    if (!permutes) return StoreInteger(2, 0, info);
    int64_t permutation[kMostSmallLu];
    std::iota(permutation, permutation + rows, int64_t{0});
    for (int64_t j = 0; j < least; ++j) std::swap(permutation[j], permutation[pivots[j]]);
    for (int64_t i = 0; i < rows; ++i) StoreInteger(2, i, permutation[i]);
  }

  T* a_;
  bool is_done_ = false;
};
#endif

}  // namespace

Factorization* MakeGetrf(const FactorCall& call, const FactorBuffers& buffers,
                         Workspace& workspace) {
#ifndef __wasm__
  if (ComputesInF32(call)) {
    return IsSmall(call) ? MakeIn<SmallGetrf<float>>(call, buffers, workspace)
                         : MakeLuF32(call, buffers, workspace);
  }
  if (IsSmall(call)) return MakeIn<SmallGetrf<double>>(call, buffers, workspace);
#endif
  return MakeIn<Getrf>(call, buffers, workspace);
}

Factorization* MakeLuDecomposition(const FactorCall& call, const FactorBuffers& buffers,
                                   Workspace& workspace) {
  return MakeGetrf(call, buffers, workspace);
}

}  // namespace paddock::simd
