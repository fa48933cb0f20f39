// Triangular systems and their factors: whole lines of cells.
#include "core/explain/relation.h"
#include "core/ir/attribute_values.h"

namespace paddock {
namespace {

// Returns rows [row, row + rows) and columns [column, column + columns) of the cell's matrix of
// operand 0, swapped if `is_transposed`.
CellBox MatrixPart(const CellQuestion& question, CellRange rows, CellRange columns,
                   bool is_transposed) {
  CellBox box = AllCells(question, 0);
  const size_t rank = box.ranges.size();
  for (size_t d = 0; d + 2 < rank; ++d) box.ranges[d] = {question.cell[d]};
  box.ranges[rank - 2] = is_transposed ? columns : rows;
  box.ranges[rank - 1] = is_transposed ? rows : columns;
  return box;
}

}  // namespace

// The whole triangle that is read, because all results are NaN if the matrix is not positive
// definite.
std::vector<CellBox> ExplainCholesky(const CellQuestion& question) {
  const bool is_lower = IntegerOf(question.operation, "lower", 0) != 0;
  const int64_t size = question.operand_shape(0).back();
  std::vector<CellBox> boxes;
  for (int64_t line = 0; line < size; ++line) {
    boxes.push_back(MatrixPart(question, {line}, {0, line + 1}, !is_lower));
  }
  return boxes;
}

// Substitution: the unknowns before this one, with their rows (or columns) of the triangle.
std::vector<CellBox> ExplainTriangularSolve(const CellQuestion& question) {
  const Operation& operation = question.operation;
  const auto holds = [&](std::string_view name) { return IntegerOf(operation, name, 0) != 0; };
  const bool is_left = holds("left_side");
  const bool is_transposed = TextOf(operation, "transpose_a") == "TRANSPOSE" ||
                             TextOf(operation, "transpose_a") == "ADJOINT";
  const bool is_lower = holds("lower") != is_transposed;
  const size_t rank = question.cell.size();
  const int64_t size = question.operand_shape(0)[rank - 1];
  const size_t solved = is_left ? rank - 2 : rank - 1;
  const int64_t place = question.cell[solved];
  // Unknowns are computed from the first one on, or from the last.
  const bool is_forward = is_left == is_lower;
  const CellRange found = is_forward ? CellRange{0, place + 1} : CellRange{place, size - place};
  const int64_t gap = holds("unit_diagonal") ? 1 : 0;
  std::vector<CellBox> boxes;
  for (int64_t line = found.start; line < found.start + found.count; ++line) {
    // The line's coefficients of unknowns that are already computed.
    const CellRange others =
        is_forward ? CellRange{0, line + 1 - gap} : CellRange{line + gap, size - line - gap};
    boxes.push_back(is_left ? MatrixPart(question, {line}, others, is_transposed)
                            : MatrixPart(question, others, {line}, is_transposed));
  }
  boxes.push_back(OneCell(1, question.cell));
  boxes.back().ranges[solved] = found;
  return boxes;
}

}  // namespace paddock
