#include "simd/linalg/triangular_solve.h"

#include <algorithm>

#include "simd/linalg/rows.h"

namespace paddock::simd {
namespace {

constexpr int64_t kBlock = TriangularSolve::kBlock;

// One block of right-hand sides: matrix * solution = rows. The matrix is a, transposed if exactly
// one of transpose_a and the right side requires it.
class BlockSolver {
 public:
  BlockSolver(const TriangularSolve& solve, const SolveTensors& tensors, int64_t block,
              std::byte* workspace)
      : solve_(solve), size_(solve.size) {
    const int64_t batch = block / solve.blocks_of_matrix();
    const int64_t first = block % solve.blocks_of_matrix() * kBlock;
    columns_ = std::min(kBlock, solve.other - first);
    const auto bytes = static_cast<int64_t>(ByteSize(solve.type));
    const bool is_turned = solve.is_transposed == solve.is_left_side;
    matrix_ = View(tensors.a + batch * size_ * size_ * bytes, is_turned, size_);
    matrix_.is_conjugated = solve.is_conjugated;
    is_lower_ = solve.is_lower != is_turned;
    const int64_t rhs = batch * size_ * solve.other;
    const int64_t row_length = solve.is_left_side ? solve.other : size_;
    const int64_t start = (rhs + first * (solve.is_left_side ? 1 : row_length)) * bytes;
    rows_ = View(tensors.b + start, !solve.is_left_side, row_length);
    result_ = View(tensors.result + start, !solve.is_left_side, row_length);
    auto* numbers = reinterpret_cast<double*>(workspace);
    const int64_t plane = size_ * kBlock;
    const bool is_complex = IsComplex(solve.type);
    solution_ = {numbers, is_complex ? numbers + plane : nullptr};
    factors_re_ = numbers + (is_complex ? 2 : 1) * plane;
    factors_im_ = factors_re_ + size_;
  }

  void SolveRow(int64_t step) {
    const int64_t row = is_lower_ ? step : size_ - 1 - step;
    // First of the rows that are already solved.
    const int64_t first = is_lower_ ? 0 : row + 1;
    const Row target = RowAt(row);
    for (int64_t c = 0; c < columns_; ++c) {
      const Number value = rows_.Load(row, c);
      target.re[c] = value.re;
      if (target.im != nullptr) target.im[c] = value.im;
    }
    for (int64_t k = 0; k < step; ++k) {
      const Number factor = matrix_.Load(row, first + k);
      factors_re_[k] = factor.re;
      factors_im_[k] = factor.im;
    }
    SubtractRows({target, RowAt(first), kBlock, step, factors_re_, factors_im_, columns_});
    if (!solve_.has_unit_diagonal) DivideRow(target, matrix_.Load(row, row), columns_);
    for (int64_t c = 0; c < columns_; ++c) {
      result_.Store(row, c, {target.re[c], target.im != nullptr ? target.im[c] : 0});
    }
  }

 private:
  MatrixView View(const std::byte* data, bool is_transposed, int64_t row_length) const {
    MatrixView view;
    view.data = const_cast<std::byte*>(data);
    view.type = solve_.type;
    view.row_stride = is_transposed ? 1 : row_length;
    view.column_stride = is_transposed ? row_length : 1;
    return view;
  }

  Row RowAt(int64_t row) const {
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
  Row solution_;
  double* factors_re_;
  double* factors_im_;
};

}  // namespace

size_t WorkspaceBytes(const TriangularSolve& solve) {
  const auto planes = static_cast<size_t>(IsComplex(solve.type) ? 2 : 1);
  const auto size = static_cast<size_t>(solve.size);
  return sizeof(double) * size * (planes * static_cast<size_t>(kBlock) + 2);
}

void SolveRows(const TriangularSolve& solve, const SolveTensors& tensors, int64_t block,
               int64_t begin, int64_t end, std::byte* workspace) {
  BlockSolver solver(solve, tensors, block, workspace);
  for (int64_t step = begin; step < end; ++step) solver.SolveRow(step);
}

}  // namespace paddock::simd
