#include "simd/factor/triangular_first.h"

namespace paddock::simd {

TriangularFirst::TriangularFirst(int64_t rows, int64_t columns, int64_t /*product_rows*/,
                                 bool is_complex, Workspace& workspace)
    : a_(workspace.NewMatrix(rows, columns, is_complex)),
      tau_(workspace.NewRow(columns, is_complex)),
      vector_(workspace.NewRow(rows, is_complex)),
      scratch_(rows, is_complex, workspace) {}

int64_t TriangularFirst::Advance(const Team& team) {
  if (column_ >= a_.columns) return 0;
  const int64_t i = column_++;
  const int64_t rows = a_.rows - i;
  const int64_t columns = a_.columns - i - 1;
  GatherColumn(a_, i, i, a_.rows, vector_);
  const Reflector reflector = MakeReflector(NumberAt(vector_, 0), Behind(vector_, 1), rows - 1);
  SetNumber(tau_, i, reflector.tau);
  SetNumber(vector_, 0, {reflector.beta, 0});
  ScatterColumn(vector_, a_, i, i, a_.rows);
  SetNumber(vector_, 0, {1, 0});
  ApplyLeft(vector_, Conjugate(reflector.tau), a_.Block(i, i + 1, rows, columns), scratch_, team);
  return 4 * rows * (columns + 1) + 1;
}

void TriangularFirst::CopyTriangle(const Matrix& square, bool is_adjoint) const {
  FillZero(square);
  for (int64_t i = 0; i < a_.columns; ++i) {
    for (int64_t j = i; j < a_.columns; ++j) {
      is_adjoint ? square.Set(j, i, Conjugate(a_.At(i, j))) : square.Set(i, j, a_.At(i, j));
    }
  }
}

int64_t TriangularFirst::AdvanceRows(const Matrix& rows, bool is_adjoint, const Team& team) {
  if (done_ >= a_.columns || rows.rows == 0) return 0;
  const int64_t i = a_.columns - 1 - done_++;
  const int64_t length = a_.rows - i;
  GatherColumn(a_, i, i, a_.rows, vector_);
  SetNumber(vector_, 0, {1, 0});
  if (!is_adjoint) ConjugateRow(vector_, length);
  const Number tau = NumberAt(tau_, i);
  const Matrix block = rows.Block(0, i, rows.rows, length);
  ApplyRight(vector_, is_adjoint ? Conjugate(tau) : tau, block, scratch_, team);
  return 2 * block.rows * length + 1;
}

}  // namespace paddock::simd
