// Building blocks of solving and factoring: rows of f64, with separate real and imaginary parts,
// from which multiples of other rows are subtracted.
#ifndef PADDOCK_SIMD_LINALG_ROWS_H_
#define PADDOCK_SIMD_LINALG_ROWS_H_

#include <cstdint>

#include "simd/linalg/number.h"

namespace paddock::simd {

// Imaginary parts are null for real numbers.
struct Row {
  double* re;
  double* im;
};

// target[c] = ((target[c] - factors[0] * rows[0][c]) - factors[1] * rows[1][c]) - .. for the
// `count` rows. Row k begins at rows + k * row_stride.
struct RowCombination {
  Row target;
  Row rows;
  int64_t row_stride;
  int64_t count;
  const double* factors_re;
  const double* factors_im;
  int64_t columns;
  // As RowBlock, for real rows.
  bool is_fused = false;
};
void SubtractRows(const RowCombination& combination);

// Returns the sum of a[c] * b[c], or of conj(a[c]) * b[c]. Eight sums, each of every eighth column,
// are combined by halves.
Number DotRows(Row a, Row b, int64_t columns, bool conjugates_a);

// products[i] = the sum of rows[i][c] * b[c], with the bits of DotRows. Row i begins at rows +
// i * row_stride. Not in WebAssembly.
void DotEachRow(const double* rows, int64_t row_stride, int64_t count, const double* b,
                int64_t columns, double* products);

// Plane rotations of neighbouring rows, as a chain. Rotation k, which begins at row `first` + k,
// maps (x, y) of rows (r, r + 1) to (c x + s y, c y - s x). They are applied in ascending or
// descending order.
struct RowRotations {
  double* rows;
  int64_t row_stride;
  int64_t columns;
  int64_t count;
  const double* cosines;
  const double* sines;
  bool is_rising;
};
void RotateRows(const RowRotations& rotations);

// row[c] / divisor, a complex one scaled by a power of two.
void DivideRow(Row row, Number divisor, int64_t columns);

// IEEE's square root.
double SquareRoot(double value);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_LINALG_ROWS_H_
