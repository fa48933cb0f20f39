#include "simd/linalg/triangular_solve.h"

#include <algorithm>

#include "simd/linalg/row_blocks.h"
#include "simd/linalg/rows.h"
#include "simd/linalg/single_solve.h"

namespace paddock::simd {
namespace {

constexpr int64_t kBlock = TriangularSolve::kBlock;
// WebAssembly solves real systems row by row too, for size.
#ifdef __wasm__
constexpr bool kSolvesTogether = false;
#else
constexpr bool kSolvesTogether = true;
#endif

// One block of right-hand sides: matrix * solution = rows. The matrix is a, transposed if exactly
// one of transpose_a and the right side requires it. Computes in T, complex numbers in f64.
template <class T>
class BlockSolver {
 public:
  BlockSolver(const TriangularSolve& solve, const SolveTensors& tensors, int64_t block,
              std::byte* workspace)
      : solve_(solve), size_(solve.size) {
    const int64_t batch = block / solve.blocks_of_matrix();
    const int64_t first = block % solve.blocks_of_matrix() * kBlock;
    columns_ = std::min(kBlock, solve.other - first);
    const auto bytes = static_cast<int64_t>(ByteSize(solve.type));
    const bool is_transposed = solve.is_transposed == solve.is_left_side;
    matrix_ = View(tensors.a + batch * size_ * size_ * bytes, is_transposed, size_);
    matrix_.is_conjugated = solve.is_conjugated;
    is_lower_ = solve.is_lower != is_transposed;
    const int64_t rhs = batch * size_ * solve.other;
    const int64_t row_length = solve.is_left_side ? solve.other : size_;
    const int64_t start = (rhs + first * (solve.is_left_side ? 1 : row_length)) * bytes;
    rows_ = View(tensors.b + start, !solve.is_left_side, row_length);
    result_ = View(tensors.result + start, !solve.is_left_side, row_length);
    auto* numbers = reinterpret_cast<T*>(workspace);
    const int64_t plane = size_ * kBlock;
    const bool is_complex = IsComplex(solve.type);
    solution_ = {numbers, is_complex ? numbers + plane : nullptr};
    factors_re_ = numbers + (is_complex ? 2 : 1) * plane;
  }

  // Solves rows of steps begin .. end.
  void Solve(int64_t begin, int64_t end) {
    if constexpr (sizeof(T) == sizeof(double)) {
      if (!kSolvesTogether || solution_.im != nullptr) {
        for (int64_t step = begin; step < end; ++step) SolveRow(step);
        return;
      }
    }
    for (int64_t count = 0; begin < end; begin += count) {
      const int64_t earlier = begin / kRowsTogether * kRowsTogether;
      count = std::min(earlier + kRowsTogether, end) - begin;
      is_lower_ ? SolveLower(begin, count) : SolveUpper(begin, count, size_ - earlier);
    }
  }

 private:
  struct Parts {
    T* re;
    T* im;
  };

  MatrixView View(const std::byte* data, bool is_transposed, int64_t row_length) const {
    MatrixView view;
    view.data = const_cast<std::byte*>(data);
    view.type = solve_.type;
    view.row_stride = is_transposed ? 1 : row_length;
    view.column_stride = is_transposed ? row_length : 1;
    return view;
  }

  void LoadTarget(int64_t row) const {
    const Parts target = RowAt(row);
    rows_.LoadRow(row, 0, columns_, target.re, target.im);
  }

  // --- Real systems, some rows at once. Loads elements of `count` rows from `first` on, in columns
  // begin .. end.
  void LoadFactors(int64_t first, int64_t count, int64_t begin, int64_t end) {
    begin_ = begin;
    first_ = first;
    const bool is_transposed = matrix_.column_stride != 1;
    row_step_ = is_transposed ? 1 : size_;
    column_step_ = is_transposed ? kRowsTogether : 1;
    // Neighbours in memory are read together.
    const MatrixView columns = matrix_.Transposed();
    if (is_transposed) {
      for (int64_t k = begin; k < end; ++k) {
        columns.LoadRow(k, first, count, factors_re_ + (k - begin) * column_step_, nullptr);
      }
    } else {
      for (int64_t i = 0; i < count; ++i) {
        matrix_.LoadRow(first + i, begin, end - begin, factors_re_ + i * row_step_, nullptr);
      }
    }
  }
  const T* FactorAt(int64_t row, int64_t column) const {
    return factors_re_ + (row - first_) * row_step_ + (column - begin_) * column_step_;
  }

  // Subtracts rows begin .. end of the solution from `count` targets.
  void Subtract(int64_t target, int64_t count, int64_t begin, int64_t end) const {
    if (begin == end) return;
    SubtractBlock(RowBlockOf<T>{RowAt(target).re, kBlock, count, RowAt(begin).re, kBlock,
                                end - begin, FactorAt(target, begin), row_step_, column_step_,
                                columns_, solve_.is_fast});
  }

  void Finish(int64_t row) const {
    const Parts target = RowAt(row);
    if (!solve_.has_unit_diagonal) {
      const T divisor = *FactorAt(row, row);
      for (int64_t c = 0; c < columns_; ++c) target.re[c] /= divisor;
    }
    result_.StoreRow(target.re, nullptr, row, 0, columns_);
  }

  void SolveLower(int64_t first, int64_t count) {
    LoadFactors(first, count, 0, first + count);
    for (int64_t i = 0; i < count; ++i) LoadTarget(first + i);
    Subtract(first, count, 0, first);
    for (int64_t row = first; row < first + count; ++row) {
      Subtract(row, 1, first, row);
      Finish(row);
    }
  }

  // The sum of each row begins with the row solved last. In fast numerics it begins with the rows
  // from `group` on, which were solved before all of those that belong together.
  void SolveUpper(int64_t step, int64_t count, int64_t group) {
    const int64_t first = size_ - step - count;
    LoadFactors(first, count, first, size_);
    for (int64_t i = 0; i < count; ++i) LoadTarget(first + i);
    if (solve_.is_fast) Subtract(first, count, group, size_);
    for (int64_t row = first + count; row-- > first;) {
      Subtract(row, 1, row + 1, solve_.is_fast ? group : size_);
      Finish(row);
    }
  }

  // --- One row.
  void SolveRow(int64_t step) {
    const int64_t row = is_lower_ ? step : size_ - 1 - step;
    // First of the rows that are already solved.
    const int64_t first = is_lower_ ? 0 : row + 1;
    const Row target{RowAt(row).re, RowAt(row).im};
    LoadTarget(row);
    double* const factors_im = factors_re_ + size_;
    matrix_.LoadRow(row, first, step, factors_re_, factors_im);
    SubtractRows({target,
                  {RowAt(first).re, RowAt(first).im},
                  kBlock,
                  step,
                  factors_re_,
                  factors_im,
                  columns_});
    if (!solve_.has_unit_diagonal) DivideRow(target, matrix_.Load(row, row), columns_);
    result_.StoreRow(target.re, target.im, row, 0, columns_);
  }

  Parts RowAt(int64_t row) const {
    const int64_t offset = row * kBlock;
    return {solution_.re + offset, solution_.im == nullptr ? nullptr : solution_.im + offset};
  }

  const TriangularSolve& solve_;
  int64_t size_;
  int64_t columns_;
  bool is_lower_;
  MatrixView matrix_;
  MatrixView rows_;
  MatrixView result_;
  Parts solution_;
  // Elements of rows first_ .. from column begin_ on, with these strides; or the parts of one row.
  T* factors_re_;
  int64_t first_ = 0;
  int64_t begin_ = 0;
  int64_t row_step_ = 1;
  int64_t column_step_ = 1;
};

#ifndef __wasm__
// The one right-hand side of a matrix of the batch.
SingleSolve SingleSolveOf(const TriangularSolve& solve, const SolveTensors& tensors,
                          int64_t matrix) {
  const bool is_transposed = solve.is_transposed == solve.is_left_side;
  const int64_t row = matrix * solve.size * static_cast<int64_t>(ByteSize(solve.type));
  return {.type = solve.type,
          .a = tensors.a + row * solve.size,
          .row_stride = is_transposed ? 1 : solve.size,
          .column_stride = is_transposed ? solve.size : 1,
          .b = tensors.b + row,
          .x = tensors.result + row,
          .size = solve.size,
          .is_lower = solve.is_lower != is_transposed,
          .has_unit_diagonal = solve.has_unit_diagonal,
          .is_fast = solve.is_fast,
          .is_single = solve.is_single()};
}
#endif

}  // namespace

size_t WorkspaceBytes(const TriangularSolve& solve) {
  const int64_t per_row = IsComplex(solve.type) ? 2 * kBlock + 2 : kBlock + kRowsTogether;
  int64_t count = solve.size * per_row;
  if constexpr (kHasInterleaved) {
    if (solve.is_interleaved()) {
      count = std::max(count, kInterleaved * solve.size * (solve.size + solve.other));
    }
  }
  return sizeof(double) * static_cast<size_t>(count);
}

void SolveRows(const TriangularSolve& solve, const SolveTensors& tensors, int64_t block,
               int64_t begin, int64_t end, std::byte* workspace) {
#ifndef __wasm__
  const bool is_whole = begin == 0 && end == solve.size;
  const bool has_parts = solve.type == ElementType::kF32 || solve.type == ElementType::kF64;
  if (is_whole && has_parts && solve.other == 1 && solve.size <= kMostSingleSolve) {
    return SolveSingle(SingleSolveOf(solve, tensors, block));
  }
#endif
  if constexpr (kSolvesTogether) {
    if (solve.is_single()) {
      return BlockSolver<float>(solve, tensors, block, workspace).Solve(begin, end);
    }
  }
  BlockSolver<double>(solve, tensors, block, workspace).Solve(begin, end);
}

#ifndef __wasm__
void SolveInterleaved(const TriangularSolve& solve, const SolveTensors& tensors, int64_t begin,
                      int64_t end, std::byte* workspace) {
  const int64_t size = solve.size, square = size * size, rhs = size * solve.other;
  const auto bytes = static_cast<int64_t>(ByteSize(solve.type));
  const bool is_transposed = solve.is_transposed == solve.is_left_side;
  auto* const a = reinterpret_cast<double*>(workspace);
  double* const x = a + kInterleaved * square;
  InterleavedSolve group;
  group.matrix = {a, is_transposed ? 1 : size, is_transposed ? size : 1};
  group.x = {x, solve.is_left_side ? solve.other : 1, solve.is_left_side ? 1 : size};
  group.size = size;
  group.columns = solve.other;
  group.is_lower = solve.is_lower != is_transposed;
  group.has_unit_diagonal = solve.has_unit_diagonal;
  group.is_fused = solve.is_fast;
  for (int64_t i = begin; i < end; i += kInterleaved) {
    const int64_t count = std::min(kInterleaved, end - i);
    Interleave(solve.type, tensors.a + i * square * bytes, count, square, a);
    Interleave(solve.type, tensors.b + i * rhs * bytes, count, rhs, x);
    SolveTriangular(group);
    Deinterleave(solve.type, x, count, rhs, tensors.result + i * rhs * bytes);
  }
}
#endif

}  // namespace paddock::simd
